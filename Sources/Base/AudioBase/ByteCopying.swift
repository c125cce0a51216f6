// Bound throughout: as many bytes as are given.
// Holds throughout: callers copy into room that they made for the same bytes.

// The optimiser turns the loops below into one block move: the counts are checked once, before them.

extension MutableSpan where Element == UInt8 {
  /// Copies `bytes` to the positions from `offset` on, which must exist.
  @inlinable
  package mutating func copy(_ bytes: Span<UInt8>, at offset: Int = 0) {
    precondition(offset >= 0 && offset <= count && bytes.count <= count - offset)
    var part = _mutatingExtracting(offset..<(offset + bytes.count))
    precondition(part.count == bytes.count)
    for index in bytes.indices { part[index] = bytes[index] }
  }
}

extension [UInt8] {
  /// Creates an array that holds a copy of `bytes`.
  @inlinable
  package init(copying bytes: Span<UInt8>) {
    self = []
    append(copying: bytes)
  }

  /// Appends a copy of `bytes`.
  @inlinable
  package mutating func append(copying bytes: Span<UInt8>) {
    let start = count
    append(contentsOf: repeatElement(0, count: bytes.count))
    overwrite(bytes, at: start)
  }

  /// Copies `bytes` over the elements from `offset` on, which must exist.
  @inlinable
  package mutating func overwrite(_ bytes: Span<UInt8>, at offset: Int) {
    var all = mutableSpan
    all.copy(bytes, at: offset)
  }
}
