import Bitstream

/// Bits that wait for a writer, which takes 32 at a time.
struct PendingBits: BitwiseCopyable {
  /// The last ``count`` bits are not written yet.
  private var bits: UInt64 = 0
  /// The number of pending bits: fewer than ``portion`` between two calls.
  private var count = 0
  /// The number of bits written at once: 32; initially as many as complete a byte, because writing from a byte boundary
  /// is faster.
  private var portion: Int

  init(for writer: borrowing BitWriter) { portion = 32 - writer.offset & 7 }

  /// Appends a codeword of at most 24 bits, whose length is in the highest byte.
  @inline(__always)
  mutating func append(_ row: UInt32, to writer: inout BitWriter) {
    append(UInt64(row & 0xFF_FFFF), Int(row &>> 24), to: &writer)
  }

  /// Appends at most 32 bits.
  @inline(__always)
  private mutating func append(_ value: UInt64, _ width: Int, to writer: inout BitWriter) {
    bits = bits &<< UInt64(truncatingIfNeeded: width) | value
    count &+= width
    guard count >= portion else { return }
    count &-= portion
    writer.write(UInt32(truncatingIfNeeded: bits &>> UInt64(truncatingIfNeeded: count)), portion)
    portion = 32
  }

  /// Appends the escape sequence of a magnitude of 16…8191.
  mutating func appendEscape(_ magnitude: Int, to writer: inout BitWriter) {
    var codeword = SpectralCodewordBits()
    codeword.appendEscape(magnitude)
    append(codeword.bits, codeword.count, to: &writer)
  }

  /// Writes the pending bits.
  mutating func finish(_ writer: inout BitWriter) {
    writer.write(UInt32(truncatingIfNeeded: bits & (1 &<< UInt64(truncatingIfNeeded: count) &- 1)), count)
    self = PendingBits(for: writer)
  }
}
