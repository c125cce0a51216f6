// Bound throughout: encoders reserve for a packet of theirs.
// Holds throughout: fields have constant widths, and values were read from such fields or checked by who writes.

/// Collects bits, most significant bit of each byte first: the mirror of ``BitReader``.
public struct BitWriter: Sendable {
  /// The bytes so far; the last one is filled up with zero bits.
  public private(set) var bytes: [UInt8]
  /// The bits written so far.
  public private(set) var offset: Int

  /// Creates an empty writer.
  public init() {
    bytes = []
    offset = 0
  }

  /// Reserves memory for a total number of bytes, so that writing them does not allocate.
  public mutating func reserveCapacity(byteCount: Int) { bytes.reserveCapacity(byteCount) }

  /// Appends the lowest `count` bits of `value`, 0…32.
  public mutating func write(_ value: UInt32, _ count: Int) {
    precondition(count >= 0 && count <= 32)
    precondition(count == 32 || UInt64(value) < 1 << UInt64(count), "the value does not fit the field")
    let room = -offset & 7
    offset += count
    var left = count
    if room > 0 {
      // No mask: above the bits that are left the value has no more than the ones that are taken.
      let taken = min(left, room)
      left -= taken
      bytes[bytes.count - 1] |= UInt8(truncatingIfNeeded: value >> UInt32(left)) << UInt8(room - taken)
    }
    while left >= 8 {
      left -= 8
      bytes.append(UInt8(truncatingIfNeeded: value >> UInt32(left)))
    }
    if left > 0 { bytes.append(UInt8(truncatingIfNeeded: value << UInt32(8 - left))) }
  }

  /// Appends one bit.
  public mutating func write(_ flag: Bool) { write(flag ? 1 : 0, 1) }

  /// Appends zero bits up to the next multiple of eight counted from `anchor`.
  public mutating func align(from anchor: Int = 0) {
    let excess = (offset - anchor) & 7
    if excess != 0 { write(0, 8 - excess) }
  }

  /// Appends the bits `range` of `source`, which is read most significant bit first.
  public mutating func write(bitsOf source: Span<UInt8>, _ range: Range<Int>) {
    var reader = BitReader(source, bits: range)
    while reader.remaining > 0 {
      let count = min(32, reader.remaining)
      write(reader.readUnchecked(count), count)
    }
  }

  /// Empties the writer, keeping its memory.
  public mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    offset = 0
  }
}
