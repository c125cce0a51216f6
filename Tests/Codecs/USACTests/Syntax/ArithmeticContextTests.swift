import Bitstream
import TestSupport
import Testing
import USACCodec

/// The arithmetic code of spectra.
struct ArithmeticContextTests {
  /// Two windows of 96 lines of which 16 are coded, with the values that two other decoders give them.
  @Test func windowsOfKnownBits() throws {
    var context = ArithmeticContext(coreFrameLength: 768)
    let first: [UInt8] = [0x48, 0x23, 0x3D, 0x5A, 0xDE, 0x3B, 0xF7, 0x6D, 0xC0]
    let (lines, bitCount) = try decode(first, reset: true, &context)
    expectEqual(lines.prefix(16), [3, -1, 0, 2, 7, 0, -18, 5, 1, 1, 0, -1, 0, 0, 0, 0])
    #expect(lines.dropFirst(16).allSatisfy { $0 == 0 })
    expectEqual(bitCount, 67)
    let second: [UInt8] = [0xFF, 0x7E, 0xC6, 0x64, 0xE2, 0x5B, 0xDD, 0xA0]
    let (others, otherCount) = try decode(second, reset: false, &context)
    expectEqual(others.prefix(16), [0, 0, 1, 0, -2, 1, 0, 0, 0, 0, 4, -9, 0, 1, -1, 0])
    expectEqual(otherCount, 60)
  }

  /// A window that ends early is refused at every length, and none of them traps.
  @Test func truncations() {
    let bytes: [UInt8] = [0x48, 0x23, 0x3D, 0x5A, 0xDE, 0x3B, 0xF7, 0x6D, 0xC0]
    for count in 0..<8 {
      var context = ArithmeticContext(coreFrameLength: 768)
      #expect(throws: USACError.self) { try decode(Array(bytes.prefix(count)), reset: true, &context) }
    }
  }

  private func decode(
    _ bytes: [UInt8], reset: Bool, _ context: inout ArithmeticContext
  ) throws -> ([Int32], Int) {
    var reader = BitReader(bytes.span)
    var lines = [Int32](repeating: 1, count: 96)
    var span = lines.mutableSpan
    try context.decode(&reader, codedCount: 16, reset: reset, into: &span)
    return (lines, reader.offset)
  }
}
