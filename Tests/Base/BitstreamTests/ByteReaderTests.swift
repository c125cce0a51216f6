import Bitstream
import TestSupport
import Testing

@Suite("Byte reader")
struct ByteReaderTests {
  let bytes: [UInt8] = [0x01, 0x82, 0x03, 0x84, 0x05, 0x86, 0x07, 0x88, 0x09]

  @Test("reads numbers of either byte order")
  func numbers() throws {
    var reader = ByteReader(bytes.span)
    try expectEqual(reader.readUInt8(), 0x01)
    try expectEqual(reader.readUInt64(), 0x8203_8405_8607_8809)
    expectEqual(reader.remaining, 0)
    reader = ByteReader(bytes.span)
    try expectEqual(reader.readUInt16(), 0x0182)
    try expectEqual(reader.readUInt24(), 0x03_8405)
    try expectEqual(reader.readUInt32(), 0x8607_8809)
    reader = ByteReader(bytes.span)
    try expectEqual(reader.readUInt16LittleEndian(), 0x8201)
    try expectEqual(reader.readUInt32LittleEndian(), 0x8605_8403)
    expectEqual(reader.offset, 6)
    reader = ByteReader(bytes.span)
    try expectEqual(reader.readUInt64LittleEndian(), 0x8807_8605_8403_8201)
  }

  @Test("throws at every truncation and does not move")
  func truncation() throws {
    for count in 0...bytes.count {
      for length in 0...(bytes.count + 1) {
        var reader = ByteReader(bytes.span.extracting(0..<count))
        if length <= count {
          let part = try reader.readBytes(length)
          #expect(part.count == length && (length == 0 || part[length - 1] == bytes[length - 1]))
          expectEqual(reader.offset, length)
        } else {
          var failed: EndOfBytes?
          do { try reader.skip(length) } catch { failed = error }
          #expect(failed == EndOfBytes(offset: 0) && reader.remaining == count)
        }
      }
    }
    #expect(throws: EndOfBytes(offset: 6)) {
      var reader = ByteReader(bytes.span)
      try reader.skip(6)
      _ = try reader.readUInt32()
    }
    #expect(throws: EndOfBytes(offset: 0)) {
      var reader = ByteReader(bytes.span)
      try reader.skip(-1)
    }
  }
}
