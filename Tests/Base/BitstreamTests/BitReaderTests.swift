import Bitstream
import TestSupport
import Testing

/// The bits `start` ..< `start` + `count`, one after another; zeros past the end.
func bits(of bytes: [UInt8], _ start: Int, _ count: Int) -> UInt32 {
  (start..<(start + count)).reduce(0) { value, bit in
    let set = bit / 8 < bytes.count && bytes[bit / 8] & (0x80 >> UInt8(bit % 8)) != 0
    return value << 1 | (set ? 1 : 0)
  }
}

@Suite("Bit reader")
struct BitReaderTests {
  @Test("reads every width at every offset, or throws where the data ends", arguments: [0, 1, 7, 8, 9, 20])
  func everyOffsetAndWidth(byteCount: Int) throws {
    var generator = SplitMix64(seed: 11)
    let bytes = generator.bytes(byteCount)
    for offset in 0...(8 * byteCount) {
      for width in 0...32 {
        var reader = BitReader(bytes.span)
        try reader.skip(offset)
        let wanted = bits(of: bytes, offset, width)
        expectEqual(reader.peek(width), wanted)
        expectEqual(reader.offset, offset)
        if offset + width <= 8 * byteCount {
          try expectEqual(reader.read(width), wanted)
          #expect(reader.offset == offset + width && reader.remaining == 8 * byteCount - offset - width)
        } else {
          var failed: EndOfBits?
          do { _ = try reader.read(width) } catch { failed = error }
          expectEqual(failed, EndOfBits(offset: offset))
          expectEqual(reader.offset, offset)
        }
      }
    }
  }

  @Test("unchecked reads yield zeros past the end and say so afterwards")
  func uncheckedReads() {
    var generator = SplitMix64(seed: 12)
    let bytes = generator.bytes(11)
    for width in 1...32 {
      var reader = BitReader(bytes.span)
      var offset = 0
      while offset < 8 * bytes.count + 200 {
        expectEqual(reader.isPastEnd, offset > 88)
        expectEqual(
          reader.window >> 7, UInt64(bits(of: bytes, offset, 32)) << 25 | UInt64(bits(of: bytes, offset + 32, 25)))
        expectEqual(reader.readUnchecked(width), bits(of: bytes, offset, width))
        offset += width
      }
      expectEqual(reader.remaining, 88 - offset)
    }
  }

  @Test("a range of bits ends where it should, at every truncation")
  func ranges() throws {
    var generator = SplitMix64(seed: 13)
    let bytes = generator.bytes(6)
    for start in 0...48 {
      for end in start...48 {
        var reader = BitReader(bytes.span, bits: start..<end)
        var count = 0
        while let bit = try? reader.readFlag() {
          expectEqual(bit, bits(of: bytes, start + count, 1) == 1)
          count += 1
        }
        #expect(count == end - start && reader.remaining == 0 && !reader.isPastEnd)
        try reader.move(to: start)
        #expect(throws: EndOfBits(offset: start)) {
          var copy = BitReader(bytes.span, bits: start..<end)
          try copy.skip(end - start + 1)
        }
        let half = try reader.prefix((end - start) / 2)
        #expect(half.remaining == (end - start) / 2 && half.offset == start && reader.offset == start)
      }
    }
  }

  @Test("aligns from an anchor that need not be a byte boundary")
  func alignment() throws {
    let bytes = [UInt8](repeating: 0xA5, count: 4)
    for anchor in 0..<8 {
      for offset in anchor..<20 {
        var reader = BitReader(bytes.span)
        try reader.skip(offset)
        try reader.align(from: anchor)
        #expect(reader.offset >= offset && reader.offset < offset + 8 && (reader.offset - anchor) % 8 == 0)
      }
    }
    #expect(throws: EndOfBits(offset: 31)) {
      var reader = BitReader(bytes.span)
      try reader.skip(31)
      try reader.align(from: 1)
    }
    #expect(throws: EndOfBits(offset: 3)) {
      var reader = BitReader(bytes.span, bits: 3..<20)
      try reader.move(to: 21)
    }
  }
}
