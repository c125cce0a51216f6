import Bitstream

/// A page of an Ogg stream, without its body. RFC 3533, 6.
///
/// ```
/// OggS │ 0 │ flags │ granule position 8 │ serial 4 │ sequence 4 │ check 4 │ n │ n lacing values │ body
/// ```
/// Numbers are little endian. A packet is as many bytes as the lacing values up to the first below 255 add up to.
struct OggPage: Equatable {
  /// The bytes before the lacing values.
  static let fixedByteCount = 27
  /// The largest number of bytes of a page: 255 segments of 255 bytes.
  static let maximumByteCount = fixedByteCount + 255 + 255 * 255
  /// The offset of the check.
  static let checksumOffset = 22
  /// `OggS`.
  static let capture: [UInt8] = [0x4F, 0x67, 0x67, 0x53]

  /// The offset from the start of the file, in bytes.
  var offset: Int64 = 0
  /// True if the first segment belongs to a packet of an earlier page.
  var isContinued = false
  /// True if a stream begins here.
  var isFirst = false
  /// True if the stream ends here.
  var isLast = false
  /// The position at the end of the last packet that ends here, in units of the codec; −1 if none ends here.
  var granule: Int64 = -1
  /// The number of the stream.
  var serial: UInt32 = 0
  /// The number of the page in its stream.
  var sequence: UInt32 = 0
  /// The lacing values, one a segment.
  var lacing: [UInt8] = []
  /// The check that the page states.
  var checksum: UInt32 = 0

  /// The number of bytes of the body.
  var bodyByteCount: Int { lacing.reduce(0) { $0 + Int($1) } }
  /// The bytes before the body.
  var headerByteCount: Int { Self.fixedByteCount + lacing.count }
  /// The number of bytes of the whole page.
  var byteCount: Int { headerByteCount + bodyByteCount }
  /// True if a packet ends here.
  var endsPacket: Bool { lacing.contains { $0 < 255 } }

  /// Adopts the fields of a header with all its lacing values; `false` if it is malformed.
  mutating func read(_ bytes: Span<UInt8>, at offset: Int64) -> Bool {
    guard bytes.count >= Self.fixedByteCount, Self.capture.indices.allSatisfy({ bytes[$0] == Self.capture[$0] }),
      bytes[4] == 0, bytes.count >= Self.fixedByteCount + Int(bytes[26])
    else { return false }
    self.offset = offset
    isContinued = bytes[5] & 1 != 0
    isFirst = bytes[5] & 2 != 0
    isLast = bytes[5] & 4 != 0
    granule = Int64(bitPattern: Self.number(bytes, 6, 8))
    serial = UInt32(truncatingIfNeeded: Self.number(bytes, 14, 4))
    sequence = UInt32(truncatingIfNeeded: Self.number(bytes, 18, 4))
    checksum = UInt32(truncatingIfNeeded: Self.number(bytes, Self.checksumOffset, 4))
    lacing.removeAll(keepingCapacity: true)
    for index in 0..<Int(bytes[26]) { lacing.append(bytes[Self.fixedByteCount + index]) }
    return true
  }

  private static func number(_ bytes: Span<UInt8>, _ start: Int, _ width: Int) -> UInt64 {
    var number: UInt64 = 0
    for index in 0..<width { number |= UInt64(bytes[start + index]) << UInt64(8 * index) }
    return number
  }

  /// The header, with no check yet.
  var header: [UInt8] {
    let flags: UInt8 = (isContinued ? 1 : 0) | (isFirst ? 2 : 0) | (isLast ? 4 : 0)
    var bytes = Self.capture + [0, flags]
    bytes.append(littleEndian: granule)
    bytes.append(littleEndian: serial)
    bytes.append(littleEndian: sequence)
    bytes += [0, 0, 0, 0, UInt8(truncatingIfNeeded: lacing.count)]
    return bytes + lacing
  }
}
