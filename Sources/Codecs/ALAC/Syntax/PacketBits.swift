// Bound throughout: the capacity is that of the encoder's largest packet.

/// A receiver of a packet's fields: the packet itself, or a counter of its bits.
protocol BitSink {
  /// Appends the lowest `count` bits of `value`, 0…32; the bits above are 0.
  mutating func put(_ value: UInt32, _ count: Int)
}

/// Counts bits without keeping them.
struct BitCount: BitSink {
  /// The number of bits so far.
  private(set) var count = 0

  @inline(__always)
  mutating func put(_ value: UInt32, _ count: Int) { self.count &+= count }
}

/// The bits of a packet, most significant bit of each byte first, in memory that was allocated before.
struct PacketBits: BitSink {
  private var bytes: [UInt8]
  private var byteCount = 0
  /// The bits that do not form a whole byte yet, right-aligned.
  private var pending: UInt64 = 0
  private var pendingCount = 0

  /// Allocates memory for `capacity` bytes.
  init(capacity: Int) { bytes = Array(repeating: 0, count: capacity + 8) }

  /// The number of bits so far.
  var count: Int { byteCount * 8 + pendingCount }

  @inline(__always)
  mutating func put(_ value: UInt32, _ count: Int) {
    pending = pending &<< UInt64(truncatingIfNeeded: count) | UInt64(value)
    pendingCount &+= count
    if pendingCount >= 32 { flushWord() }
  }

  @inline(__always)
  private mutating func flushWord() {
    pendingCount &-= 32
    let word = UInt32(truncatingIfNeeded: pending &>> UInt64(truncatingIfNeeded: pendingCount))
    let first = byteCount
    var all = bytes.mutableSpan
    var four = all._mutatingExtracting(first..<(first &+ 4))
    four[0] = UInt8(truncatingIfNeeded: word &>> 24)
    four[1] = UInt8(truncatingIfNeeded: word &>> 16)
    four[2] = UInt8(truncatingIfNeeded: word &>> 8)
    four[3] = UInt8(truncatingIfNeeded: word)
    byteCount = first &+ 4
  }

  /// A place between two fields.
  struct Position: BitwiseCopyable {
    fileprivate var byteCount: Int
    fileprivate var pending: UInt64
    fileprivate var pendingCount: Int
  }

  /// The place after the last field.
  var position: Position { Position(byteCount: byteCount, pending: pending, pendingCount: pendingCount) }

  /// Removes the bits written since `position` was taken.
  mutating func rewind(to position: Position) {
    (byteCount, pending, pendingCount) = (position.byteCount, position.pending, position.pendingCount)
  }

  /// Appends the bytes to `packet`, the last one filled up with zeros, and empties the memory.
  mutating func drain(into packet: inout [UInt8]) {
    put(0, (8 - count & 7) & 7)
    while pendingCount > 0 {
      pendingCount -= 8
      bytes[byteCount] = UInt8(truncatingIfNeeded: pending >> UInt64(pendingCount))
      byteCount += 1
    }
    packet.append(contentsOf: bytes[..<byteCount])
    removeAll()
  }

  /// Empties the memory.
  mutating func removeAll() {
    byteCount = 0
    pending = 0
    pendingCount = 0
  }
}
