/// Bytes that are read as big-endian numbers.
struct BigEndianBytes {
  let bytes: [UInt8]
  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Returns a number of up to 8 bytes, or `nil` if it is not all there.
  func number(_ offset: Int, _ count: Int) -> Int? {
    guard offset >= 0, offset <= bytes.count, count <= bytes.count - offset else { return nil }
    return Int(truncatingIfNeeded: bytes[offset..<(offset + count)].reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
  }

  /// Returns a number in two's complement.
  func signedNumber(_ offset: Int, _ count: Int) -> Int? {
    let unused = 64 - 8 * count
    return number(offset, count).map { ($0 << unused) >> unused }
  }

  /// A box within an entry: its type, and the range of its contents.
  struct Box {
    var type: Int
    var body: Range<Int>
  }

  /// Returns the boxes of a range, in sequence. A size of 0 and fewer bytes than a box has end them.
  ///
  /// - Returns: `nil` if a box is not within the range.
  func boxes(_ range: Range<Int>) -> [Box]? {
    var found: [Box] = []
    var offset = range.lowerBound
    while range.upperBound - offset >= 8, let size = number(offset, 4), size > 0, let type = number(offset + 4, 4) {
      guard size >= 8, size <= range.upperBound - offset else { return nil }
      found.append(Box(type: type, body: (offset + 8)..<(offset + size)))
      offset += size
    }
    return found
  }
}

extension [UInt8] {
  /// Creates the bytes of a number in big-endian order.
  init(bigEndian number: Int, _ count: Int) {
    self = (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * (count - 1 - $0))) }
  }

  /// Appends the bytes of a number in big-endian order.
  mutating func append(_ number: Int, _ count: Int) { self += [UInt8](bigEndian: number, count) }

  /// Adds a box.
  mutating func appendBox(_ type: Int, _ body: [UInt8]) {
    append(body.count + 8, 4)
    append(type, 4)
    self += body
  }
}
