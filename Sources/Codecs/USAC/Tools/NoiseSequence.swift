/// The random signs of a channel's noise, which its frequency domain and TCX take in turn.
///
/// ISO/IEC 23003-3, 7.2. It runs on from packet to packet.
package struct NoiseSequence: Sendable, BitwiseCopyable {
  /// The place of a channel in its element.
  package enum Channel: Sendable { case first, second }

  private var seed: UInt32

  package init(_ channel: Channel) { seed = channel == .first ? 0x3039 : 0x10932 }

  /// The next sign.
  @inline(__always)
  package mutating func nextIsNegative() -> Bool {
    seed = seed &* 69069 &+ 5
    return seed & 0x1_0000 != 0
  }

  /// The next sign as the top bit of a number; the sequence stays where it is unless it is taken.
  @inline(__always)
  mutating func nextSign(isTaken: Bool) -> UInt32 {
    let next = seed &* 69069 &+ 5
    seed = isTaken ? next : seed
    return next &<< 15 & 0x8000_0000
  }
}
