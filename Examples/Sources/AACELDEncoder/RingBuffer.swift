/// Bytes that are put in at one end and taken out at the other, in memory that is allocated once.
///
/// It belongs to one thread: here the capture's buffers are encoded where they come in.
final class RingBuffer {
  private let memory: UnsafeMutableRawBufferPointer
  private var start = 0
  /// Bytes in it.
  private(set) var count = 0

  init(capacity: Int) { memory = .allocate(byteCount: capacity, alignment: 16) }

  deinit { memory.deallocate() }

  /// Puts bytes in, or none where they find no room.
  func produce(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard bytes.count <= memory.count - count else { return false }
    let end = (start + count) % memory.count
    let first = min(bytes.count, memory.count - end)
    UnsafeMutableRawBufferPointer(rebasing: memory[end..<(end + first)])
      .copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[..<first]))
    UnsafeMutableRawBufferPointer(rebasing: memory[..<(bytes.count - first)])
      .copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[first...]))
    count += bytes.count
    return true
  }

  /// The oldest bytes, as many as lie one behind the other. They stay valid until others are put in.
  var tail: UnsafeMutableRawBufferPointer {
    UnsafeMutableRawBufferPointer(rebasing: memory[start..<(start + min(count, memory.count - start))])
  }

  /// Takes the oldest bytes out.
  func consume(_ byteCount: Int) {
    precondition(byteCount <= count, "there are not so many bytes")
    start = (start + byteCount) % memory.count
    count -= byteCount
  }
}
