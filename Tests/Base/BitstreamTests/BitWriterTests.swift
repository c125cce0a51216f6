import Bitstream
import TestSupport
import Testing

@Suite("Bit writer")
struct BitWriterTests {
  @Test("what is written is read back, and lies where it should", arguments: [1, 2, 3, 4, 5] as [UInt64])
  func identity(seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    var writer = BitWriter()
    var fields: [(value: UInt32, width: Int)] = []
    for _ in 0..<500 {
      let width = Int.random(in: 0...32, using: &generator)
      let value = UInt32(truncatingIfNeeded: generator.next() & ((1 << UInt64(width)) - 1))
      fields.append((value, width))
      writer.write(value, width)
    }
    let total = fields.reduce(0) { $0 + $1.width }
    #expect(writer.offset == total && writer.bytes.count == (total + 7) / 8)
    var reader = BitReader(writer.bytes.span)
    var offset = 0
    for field in fields {
      expectEqual(bits(of: writer.bytes, offset, field.width), field.value)
      try expectEqual(reader.read(field.width), field.value)
      offset += field.width
    }
    expectEqual(bits(of: writer.bytes, total, 8 * writer.bytes.count - total), 0)
  }

  @Test("bits of other data are appended at every offset of either side")
  func copies() {
    var generator = SplitMix64(seed: 6)
    let source = generator.bytes(12)
    for lead in 0..<8 {
      for start in 0..<9 {
        for count in [0, 1, 7, 8, 31, 32, 33, 70] {
          var writer = BitWriter()
          writer.write(0, lead)
          writer.write(bitsOf: source.span, start..<(start + count))
          writer.write(true)
          expectEqual(writer.offset, lead + count + 1)
          for bit in 0..<count {
            expectEqual(bits(of: writer.bytes, lead + bit, 1), bits(of: source, start + bit, 1))
          }
          expectEqual(bits(of: writer.bytes, lead + count, 1), 1)
        }
      }
    }
  }

  @Test("known bytes, alignment and emptying")
  func knownBytes() {
    var writer = BitWriter()
    writer.write(0xFFF, 12)
    writer.write(false)
    writer.write(2, 3)
    writer.write(1, 1)
    expectEqual(writer.bytes, [0xFF, 0xF2, 0x80])
    writer.align()
    expectEqual(writer.offset, 24)
    writer.align()
    expectEqual(writer.offset, 24)
    writer.align(from: 3)
    #expect(writer.offset == 27 && writer.bytes == [0xFF, 0xF2, 0x80, 0])
    writer.removeAll()
    #expect(writer.offset == 0 && writer.bytes.isEmpty)
  }
}
