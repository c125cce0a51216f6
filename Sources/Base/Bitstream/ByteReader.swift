/// An error: the data ended before a value was complete.
public struct EndOfBytes: Error, Sendable, BitwiseCopyable, Equatable {
  /// The offset at which the value began, in bytes from the start of the data.
  public var offset: Int

  package init(offset: Int) {
    self.offset = offset
  }
}

/// A cursor over the bytes of a header or a box.
///
/// Big-endian numbers are read by the plain names; the little-endian ones say so.
public struct ByteReader: ~Escapable {
  private let bytes: Span<UInt8>
  /// The bytes consumed from the start of the data.
  public private(set) var offset = 0

  /// Creates a reader at the first byte.
  @_lifetime(copy bytes)
  public init(_ bytes: Span<UInt8>) { self.bytes = bytes }

  /// The number of remaining bytes.
  public var remaining: Int { bytes.count - offset }

  private mutating func take(_ count: Int) throws(EndOfBytes) -> Int {
    guard count >= 0, count <= remaining else { throw EndOfBytes(offset: offset) }
    let start = offset
    offset += count
    return start
  }

  private mutating func bigEndian(_ count: Int) throws(EndOfBytes) -> UInt64 {
    let start = try take(count)
    var value: UInt64 = 0
    for index in start..<(start + count) { value = value << 8 | UInt64(bytes[index]) }
    return value
  }

  private mutating func littleEndian(_ count: Int) throws(EndOfBytes) -> UInt64 {
    let start = try take(count)
    var value: UInt64 = 0
    for index in (start..<(start + count)).reversed() { value = value << 8 | UInt64(bytes[index]) }
    return value
  }

  /// Reads one byte.
  public mutating func readUInt8() throws(EndOfBytes) -> UInt8 { UInt8(truncatingIfNeeded: try bigEndian(1)) }
  /// Reads two bytes.
  public mutating func readUInt16() throws(EndOfBytes) -> UInt16 { UInt16(truncatingIfNeeded: try bigEndian(2)) }
  /// Reads three bytes.
  public mutating func readUInt24() throws(EndOfBytes) -> UInt32 { UInt32(truncatingIfNeeded: try bigEndian(3)) }
  /// Reads four bytes.
  public mutating func readUInt32() throws(EndOfBytes) -> UInt32 { UInt32(truncatingIfNeeded: try bigEndian(4)) }
  /// Reads eight bytes.
  public mutating func readUInt64() throws(EndOfBytes) -> UInt64 { try bigEndian(8) }
  /// Reads two bytes, least significant first.
  public mutating func readUInt16LittleEndian() throws(EndOfBytes) -> UInt16 {
    UInt16(truncatingIfNeeded: try littleEndian(2))
  }
  /// Reads four bytes, least significant first.
  public mutating func readUInt32LittleEndian() throws(EndOfBytes) -> UInt32 {
    UInt32(truncatingIfNeeded: try littleEndian(4))
  }
  /// Reads eight bytes, least significant first.
  public mutating func readUInt64LittleEndian() throws(EndOfBytes) -> UInt64 { try littleEndian(8) }

  /// Skips bytes.
  public mutating func skip(_ count: Int) throws(EndOfBytes) { _ = try take(count) }

  /// Reads `count` bytes as a span of the same data.
  @_lifetime(copy self)
  public mutating func readBytes(_ count: Int) throws(EndOfBytes) -> Span<UInt8> {
    let start = try take(count)
    return bytes.extracting(start..<(start + count))
  }
}
