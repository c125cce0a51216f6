/// Memory that a function of the API may write into, with a margin behind it that it may not.
///
/// It traps where the margin was written to, so an overrun is found without a sanitizer, too.
final class GuardedMemory {
  let start: UnsafeMutableRawPointer
  let byteCount: Int
  private static let margin = 64
  private static let pattern: UInt8 = 0xA5

  init(byteCount: Int) {
    self.byteCount = byteCount
    start = UnsafeMutableRawPointer.allocate(byteCount: byteCount + Self.margin, alignment: 16)
    start.initializeMemory(as: UInt8.self, repeating: 0, count: byteCount)
    (start + byteCount).initializeMemory(as: UInt8.self, repeating: Self.pattern, count: Self.margin)
  }

  /// Traps where a byte of the margin has changed.
  func check() {
    for offset in byteCount..<(byteCount + Self.margin) {
      precondition(
        start.load(fromByteOffset: offset, as: UInt8.self) == Self.pattern, "memory behind a buffer was written")
    }
  }

  /// Adds up bytes that a function says it has written: all of them must be readable.
  func touch(_ count: Int) {
    precondition(count >= 0 && count <= byteCount, "more is said to be written than there is room")
    var sum: UInt8 = 0
    for offset in 0..<count { sum &+= start.load(fromByteOffset: offset, as: UInt8.self) }
    GuardedMemory.sink = sum
  }

  /// Keeps the compiler from leaving reads out.
  nonisolated(unsafe) private static var sink: UInt8 = 0

  deinit { start.deallocate() }
}
