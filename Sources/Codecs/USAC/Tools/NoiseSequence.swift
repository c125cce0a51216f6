/// The random signs of a channel's noise, shared by its frequency domain and TCX.
///
/// ISO/IEC 23003-3, 7.2. It runs on from packet to packet.
package struct NoiseSequence: Sendable, BitwiseCopyable {
  /// The index of a channel in its element.
  package enum Channel: Sendable { case first, second }

  private var seed: UInt32

  package init(_ channel: Channel) { seed = channel == .first ? 0x3039 : 0x10932 }

  /// The next sign.
  @inline(__always)
  package mutating func nextIsNegative() -> Bool {
    seed = seed &* 69069 &+ 5
    return seed & 0x1_0000 != 0
  }

  /// Writes `level` with the next signs to all of the lines.
  ///
  /// Each sign waits for the one before it, so that four are made at a time, each of the one four places back.
  mutating func fill(_ lines: inout MutableSpan<Float>, level: Float) {
    var line = 0
    var seeds = SIMD4<UInt32>(seed, seed, seed, seed) &* NoiseSequence.factors &+ NoiseSequence.summands
    let (factor, summand) = (NoiseSequence.factors[3], NoiseSequence.summands[3])
    while line &+ 4 <= lines.count {
      let values = (seeds &<< 15 & SIMD4(repeating: 0x8000_0000)) ^ SIMD4(repeating: level.bitPattern)
      for place in 0..<4 { lines[line &+ place] = Float(bitPattern: values[place]) }
      seed = seeds[3]
      seeds = seeds &* SIMD4(repeating: factor) &+ SIMD4(repeating: summand)
      line &+= 4
    }
    while line < lines.count {
      lines[line] = Float(bitPattern: level.bitPattern ^ nextSign(isTaken: true))
      line &+= 1
    }
  }

  /// The factors for one to four steps of the sequence at once.
  @inline(__always)
  private static var factors: SIMD4<UInt32> {
    let (one, two) = (69069 as UInt32, 69069 &* 69069 as UInt32)
    return SIMD4(one, two, two &* one, two &* two)
  }

  /// The addends for one to four steps at once.
  @inline(__always)
  private static var summands: SIMD4<UInt32> {
    let (one, two, three) = (factors[0], factors[1], factors[2])
    return 5 &* SIMD4(1, 1 &+ one, 1 &+ one &+ two, 1 &+ one &+ two &+ three)
  }

  /// The next sign as the top bit of a number; the sequence advances only if the sign is taken.
  @inline(__always)
  mutating func nextSign(isTaken: Bool) -> UInt32 {
    let next = seed &* 69069 &+ 5
    seed = isTaken ? next : seed
    return next &<< 15 & 0x8000_0000
  }
}
