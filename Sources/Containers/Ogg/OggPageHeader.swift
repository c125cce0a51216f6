import AudioBase
import Bitstream

/// What stands at the front of a page, RFC 3533, 6.
struct OggPageHeader {
  /// Bytes in front of the lacing values.
  static let byteCount = 27
  /// The most bytes of a page: 255 segments of 255 bytes.
  static let maximumPageByteCount = byteCount + 255 + 255 * 255

  /// Whether the page begins with more of a packet of the page before.
  var isContinued: Bool
  /// Whether it is the first page of its logical stream.
  var isFirst: Bool
  /// Whether it is the last page of its logical stream.
  var isLast: Bool
  /// The granule position: how far the recording has come with the last packet that ends here, or `nil` where none does.
  var granule: Int64?
  /// The number of the logical stream.
  var serial: UInt32
  /// The page's number in its logical stream.
  var sequence: UInt32
  /// The check over the page, with zeros in its own place.
  var checksum: UInt32
  /// The number of lacing values that follow.
  var segmentCount: Int

  /// Reads a header at the first byte, or returns `nil` where there is none.
  init?(_ bytes: Span<UInt8>) {
    guard bytes.count >= Self.byteCount, bytes.begins(with: "OggS"), bytes[4] == 0, bytes[5] < 8 else { return nil }
    do throws(EndOfBytes) {
      var reader = ByteReader(bytes)
      try reader.skip(6)
      let position = try reader.readUInt64LittleEndian()
      // Greater numbers are no recording's, and sums of smaller ones stay within 64 bits.
      granule = position < 1 << 60 ? Int64(position) : nil
      serial = try reader.readUInt32LittleEndian()
      sequence = try reader.readUInt32LittleEndian()
      checksum = try reader.readUInt32LittleEndian()
      segmentCount = Int(try reader.readUInt8())
    } catch {
      return nil
    }
    isContinued = bytes[5] & 1 != 0
    isFirst = bytes[5] & 2 != 0
    isLast = bytes[5] & 4 != 0
  }

  /// The check over a whole page: x^32 + x^26 + … + 1 from the top, beginning with zero, without reflection.
  static func checksum(page: Span<UInt8>) -> UInt32 {
    let table = checksumTable.span
    var register: UInt32 = 0
    for index in page.indices {
      let byte = (22..<26).contains(index) ? 0 : page[index]
      register = register << 8 ^ table[Int(register >> 24 ^ UInt32(byte))]
    }
    return register
  }

  private static let checksumTable: [UInt32] = (0..<256).map { byte in
    var register = UInt32(byte) << 24
    for _ in 0..<8 { register = register << 1 ^ (register >> 31 == 1 ? 0x04C1_1DB7 : 0) }
    return register
  }
}
