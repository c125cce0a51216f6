/// The bits of a frame, most significant bit of each byte first, in preallocated memory.
package struct FrameBits: Sendable {
  private var bytes: [UInt8]
  private var byteCount = 0
  /// The bits that do not form a whole byte yet, right-aligned.
  private var pending: UInt64 = 0
  private var pendingCount = 0

  /// Allocates memory for `capacity` bytes.
  package init(capacity: Int) {
    // Bound: the fields of a header, whose size the writer knows.
    bytes = Array(repeating: 0, count: capacity + 16)
  }

  /// The number of bits so far.
  var count: Int { byteCount * 8 + pendingCount }

  /// Appends the lowest `count` bits of `value`, 0…32; the bits above are 0.
  @inline(__always)
  mutating func put(_ value: UInt32, _ count: Int) {
    pending = pending &<< UInt64(truncatingIfNeeded: count) | UInt64(value)
    pendingCount &+= count
    if pendingCount >= 32 { flushWord() }
  }

  /// Appends a two's complement number of 0…33 bits.
  mutating func put(signed value: Int64, _ count: Int) {
    if count > 32 { put(UInt32(truncatingIfNeeded: value >> 32) & 1, count - 32) }
    let low = min(count, 32)
    put(UInt32(truncatingIfNeeded: value) & UInt32(truncatingIfNeeded: (UInt64(1) << UInt64(low)) - 1), low)
  }

  /// Appends `count` zero bits and a one bit.
  mutating func putUnary(_ count: Int) {
    var left = count
    while left >= 32 {
      put(0, 32)
      left -= 32
    }
    put(1, left + 1)
  }

  /// Appends residuals in a Rice code: the folded value's quotient in unary, then the `parameter` lowest bits of it.
  mutating func putRice(_ residuals: Span<Int32>, _ parameter: Int) {
    let width = UInt32(truncatingIfNeeded: parameter)
    let mask = UInt32(1) &<< width &- 1
    // The values that change with every residual stay in registers; they are stored where a code is too long for that.
    var (bits, count, place) = (pending, pendingCount, byteCount)
    var index = 0
    while index < residuals.count {
      var target = bytes.mutableSpan
      var long: UInt32?
      while index < residuals.count {
        let value = UInt32(bitPattern: residuals[index] &<< 1 ^ residuals[index] &>> 31)
        let length = Int(value &>> width) &+ parameter &+ 1
        index &+= 1
        guard length <= 32 else {
          long = value
          break
        }
        bits = bits &<< UInt64(truncatingIfNeeded: length) | UInt64((value & mask) | (mask &+ 1))
        count &+= length
        guard count >= 32 else { continue }
        count &-= 32
        Self.store(UInt32(truncatingIfNeeded: bits &>> UInt64(truncatingIfNeeded: count)), in: &target, at: place)
        place &+= 4
      }
      (pending, pendingCount, byteCount) = (bits, count, place)
      guard let long else { return }
      putUnary(Int(long &>> width))
      put(long & mask, parameter)
      (bits, count, place) = (pending, pendingCount, byteCount)
    }
    (pending, pendingCount, byteCount) = (bits, count, place)
  }

  @inline(__always)
  private static func store(_ word: UInt32, in bytes: inout MutableSpan<UInt8>, at place: Int) {
    var four = bytes._mutatingExtracting(place..<(place &+ 4))
    four[0] = UInt8(truncatingIfNeeded: word &>> 24)
    four[1] = UInt8(truncatingIfNeeded: word &>> 16)
    four[2] = UInt8(truncatingIfNeeded: word &>> 8)
    four[3] = UInt8(truncatingIfNeeded: word)
  }

  @inline(__always)
  private mutating func flushWord() {
    pendingCount &-= 32
    let word = UInt32(truncatingIfNeeded: pending &>> UInt64(truncatingIfNeeded: pendingCount))
    // The frame is never longer than its samples as they are, for which there is room.
    let first = byteCount
    var all = bytes.mutableSpan
    Self.store(word, in: &all, at: first)
    byteCount = first &+ 4
  }

  /// Fills the last byte up with zeros and makes all bits bytes.
  private mutating func align() {
    put(0, (8 - count & 7) & 7)
    while pendingCount > 0 {
      pendingCount -= 8
      bytes[byteCount] = UInt8(truncatingIfNeeded: pending >> UInt64(pendingCount))
      byteCount += 1
    }
    pending = 0
  }

  /// Appends the CRC-8 of all bytes so far, which must be whole.
  mutating func putHeaderCheck() {
    align()
    put(UInt32(FrameCheck.headerCheck(bytes.span.extracting(0..<byteCount))), 8)
  }

  /// Ends the frame with zero bits up to a whole byte and the CRC-16 of the whole frame, appends it to `packet` and
  /// clears the memory.
  package mutating func drain(into packet: inout [UInt8], _ check: borrowing FrameCheck) {
    align()
    put(UInt32(check.frameCheck(bytes.span.extracting(0..<byteCount))), 16)
    align()
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
