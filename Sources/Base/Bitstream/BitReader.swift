/// An error: the data ended before a value was complete.
public struct EndOfBits: Error, Sendable, BitwiseCopyable, Equatable {
  /// The offset at which the value began, in bits from the start of the data.
  public var offset: Int

  /// Creates an error.
  @inlinable
  public init(offset: Int) { self.offset = offset }
}

/// A cursor over bits, most significant bit of each byte first.
///
/// ```
/// byte      0                 1
/// bit       7 6 5 4 3 2 1 0   7 6 5 4 …
/// offset    0 1 2 3 4 5 6 7   8 9 …
/// ```
/// There are two ways to read. ``read(_:)`` and its kin check every value and throw ``EndOfBits``. Inner loops use
/// ``window`` and ``consume(_:)`` instead, which yield zero bits past the end, and test ``isPastEnd`` once per band.
public struct BitReader: ~Escapable {
  @usableFromInline let bytes: Span<UInt8>
  /// The number of bits consumed; past ``endOffset`` after an unchecked overrun.
  @inlinable
  public var offset: Int { bitOffset }
  @usableFromInline var bitOffset: Int
  /// The end of the data, in bits from its start.
  public let endOffset: Int
  /// The data, for loops with a bit window of their own.
  @inlinable
  public var data: Span<UInt8> {
    @_lifetime(copy self) get { bytes }
  }

  /// Creates a reader at the first bit of `bytes`.
  @inlinable
  @_lifetime(copy bytes)
  public init(_ bytes: Span<UInt8>) {
    self.bytes = bytes
    bitOffset = 0
    endOffset = bytes.count &* 8
  }

  /// Creates a reader of the bits `range` of `bytes`; offsets still count from the first bit of `bytes`.
  ///
  /// The range must lie within the bytes.
  @_lifetime(copy bytes)
  public init(_ bytes: Span<UInt8>, bits range: Range<Int>) {
    // Holds: payloads are parts of the same bytes that were read before.
    precondition(range.lowerBound >= 0 && range.upperBound <= bytes.count * 8)
    self.bytes = bytes
    bitOffset = range.lowerBound
    endOffset = range.upperBound
  }

  /// The number of remaining bits; negative after an unchecked overrun.
  @inlinable
  public var remaining: Int { endOffset &- offset }

  /// True if an unchecked read went past the end.
  @inlinable
  public var isPastEnd: Bool { offset > endOffset }

  /// The next bits, left-aligned, of which at least 57 are valid; zeros past the end of the bytes.
  ///
  /// Eight bytes are assembled with shifts because the compiler makes one load and one byte swap of it, which needs no
  /// unsafe pointer. Taking a part of exactly eight bytes leaves one check for all of them (seen in the disassembly of
  /// Swift 6.3.1 for x86-64; figures in Documentation/Decisions/001-eight-byte-window.md).
  @inlinable
  @inline(__always)
  public var window: UInt64 {
    // As it has no sign, one comparison is left of all checks.
    let index = Int(truncatingIfNeeded: UInt(bitPattern: offset) &>> 3)
    guard index &+ 8 <= bytes.count else { return windowNearEnd(index) }
    let eight = bytes.extracting(index..<(index &+ 8))
    let last = UInt64(eight[7])
    let high =
      UInt64(eight[0]) &<< 56 | UInt64(eight[1]) &<< 48 | UInt64(eight[2]) &<< 40 | UInt64(eight[3]) &<< 32
    let low = UInt64(eight[4]) &<< 24 | UInt64(eight[5]) &<< 16 | UInt64(eight[6]) &<< 8 | last
    return (high | low) &<< UInt64(truncatingIfNeeded: offset & 7)
  }

  @usableFromInline
  func windowNearEnd(_ index: Int) -> UInt64 {
    var value: UInt64 = 0
    for byte in index..<(index &+ 8) {
      value = value << 8
      if byte >= 0, byte < bytes.count { value |= UInt64(bytes[byte]) }
    }
    return value << UInt64(truncatingIfNeeded: offset & 7)
  }

  /// Moves forward without a check; the caller must test ``isPastEnd`` before it uses the values.
  @inlinable
  public mutating func consume(_ count: Int) { bitOffset = bitOffset &+ count }

  /// Reads 1…32 bits without a check, for inner loops.
  @inlinable
  public mutating func readUnchecked(_ count: Int) -> UInt32 {
    let value = UInt32(truncatingIfNeeded: window &>> UInt64(truncatingIfNeeded: 64 &- count))
    consume(count)
    return value
  }

  /// Returns the next 0…32 bits without moving; zeros past the end.
  @inlinable
  public func peek(_ count: Int) -> UInt32 {
    count == 0 ? 0 : UInt32(truncatingIfNeeded: window &>> UInt64(truncatingIfNeeded: 64 &- count))
  }

  /// Reads an unsigned number of 0…32 bits.
  @inlinable
  public mutating func read(_ count: Int) throws(EndOfBits) -> UInt32 {
    guard count <= remaining else { throw EndOfBits(offset: offset) }
    let value = peek(count)
    consume(count)
    return value
  }

  /// Reads one bit.
  @inlinable
  public mutating func readFlag() throws(EndOfBits) -> Bool { try read(1) != 0 }

  /// Skips `count` bits; a negative number counts as past the end.
  @inlinable
  public mutating func skip(_ count: Int) throws(EndOfBits) {
    guard count >= 0, count <= remaining else { throw EndOfBits(offset: offset) }
    consume(count)
  }

  /// Skips to the next multiple of eight bits counted from `anchor`.
  @inlinable
  public mutating func align(from anchor: Int) throws(EndOfBits) {
    let excess = (offset &- anchor) & 7
    if excess != 0 { try skip(8 &- excess) }
  }

  /// Moves to `offset`, which must lie within the data.
  public mutating func move(to newOffset: Int) throws(EndOfBits) {
    guard newOffset >= 0, newOffset <= endOffset else { throw EndOfBits(offset: offset) }
    bitOffset = newOffset
  }

  /// Returns a reader of the next `count` bits, without moving this one.
  @_lifetime(copy self)
  public func prefix(_ count: Int) throws(EndOfBits) -> BitReader {
    guard count >= 0, count <= remaining else { throw EndOfBits(offset: offset) }
    return BitReader(bytes, bits: offset..<(offset + count))
  }
}
