/// Random values for lines that have no bits.
///
/// ETSI TS 102 366, 6.3.4 (ATSC A/52, 7.3.4) leaves the sequence free, so two decoders differ by their noise. With
/// ``Switch/off`` they are compared with each other without it.
struct NoiseGenerator: Sendable, BitwiseCopyable {
  /// The use of noise for lines without bits.
  enum Switch: Sendable, BitwiseCopyable {
    case on, off
  }

  private var state: UInt32 = 0
  private let scale: Float

  init(_ choice: Switch) { scale = choice == .on ? 0x1p-31 : 0 }

  /// Returns the next value, evenly spread between -1 and 1.
  @inline(__always)
  mutating func next() -> Float {
    // Numerical Recipes' quick generator, whose period is 2^32; its upper bits are random enough to be heard.
    state = state &* 1_664_525 &+ 1_013_904_223
    return Float(Int32(bitPattern: state)) * scale
  }

  /// Starts a sequence seeded from the packet itself, so that decoding does not depend on earlier packets.
  mutating func begin(_ packet: Span<UInt8>) {
    state = UInt32(truncatingIfNeeded: packet.count)
    // The check words are near the beginning, or at the end.
    for index in 0..<min(8, packet.count) { state = state &* 31 &+ UInt32(packet[index]) }
    for index in max(0, packet.count - 8)..<packet.count { state = state &* 31 &+ UInt32(packet[index]) }
  }
}
