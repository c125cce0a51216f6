import AudioBase

/// The bytes of a chunk, read field by field: a missing one is `nil`.
struct ChunkBody {
  let bytes: ArraySlice<UInt8>
  let order: SampleFormat.ByteOrder

  init(_ bytes: [UInt8], order: SampleFormat.ByteOrder = .littleEndian) {
    self.bytes = bytes[...]
    self.order = order
  }

  private init(_ bytes: ArraySlice<UInt8>, order: SampleFormat.ByteOrder) {
    self.bytes = bytes
    self.order = order
  }

  var count: Int { bytes.count }

  /// `count` bytes from `offset` on.
  func bytes(at offset: Int, count: Int) -> ArraySlice<UInt8>? {
    guard offset >= 0, count >= 0, offset <= bytes.count, count <= bytes.count - offset else { return nil }
    let start = bytes.startIndex + offset
    return bytes[start..<(start + count)]
  }

  /// Returns the bytes from `offset` on, in its own view; empty if the bytes end before.
  func dropFirst(_ offset: Int) -> ChunkBody { ChunkBody(bytes.dropFirst(offset), order: order) }

  /// Returns a number of `width` bytes.
  private func number(_ width: Int, at offset: Int) -> UInt64? {
    guard let part = bytes(at: offset, count: width) else { return nil }
    return order == .littleEndian
      ? part.reversed().reduce(0) { $0 << 8 | UInt64($1) } : part.reduce(0) { $0 << 8 | UInt64($1) }
  }

  func uint16(at offset: Int) -> UInt16? { number(2, at: offset).map { UInt16(truncatingIfNeeded: $0) } }
  func int16(at offset: Int) -> Int16? { number(2, at: offset).map { Int16(truncatingIfNeeded: $0) } }
  func uint32(at offset: Int) -> UInt32? { number(4, at: offset).map { UInt32(truncatingIfNeeded: $0) } }
  func uint64(at offset: Int) -> UInt64? { number(8, at: offset) }

  /// Returns four characters, whose order never changes.
  func code(at offset: Int) -> FourCharacterCode? {
    bytes(at: offset, count: 4).map { FourCharacterCode(rawValue: $0.reduce(0) { $0 << 8 | UInt32($1) }) }
  }

  /// Calls `visit` with each of the consecutive small chunks from `offset` on, which are padded to even lengths. The
  /// last chunk may be truncated, and the padding may be missing.
  func forEachSubchunk(from offset: Int, _ visit: (FourCharacterCode, ChunkBody) -> Void) {
    var place = offset
    while let code = code(at: place), let size = uint32(at: place + 4) {
      let length = min(Int(size), bytes.count - place - 8)
      if let body = bytes(at: place + 8, count: length) { visit(code, ChunkBody(body, order: order)) }
      place += 8 + length
      guard length & 1 == 1 else { continue }
      let isPadded = bytes(at: place, count: 1)?.first == 0 || self.code(at: place)?.isPlausibleChunk != true
      if isPadded { place += 1 }
    }
  }
}
