import AudioBase

/// The bytes of a file that lie in the module's memory, which the page has filled.
final class PageBytes: ByteSource {
  private let start: UnsafeMutablePointer<UInt8>
  private let count: Int

  /// Takes memory of ``allocate(_:)`` over, and frees it in the end.
  init(_ start: UnsafeMutablePointer<UInt8>, count: Int) {
    self.start = start
    self.count = count
  }

  deinit { start.deallocate() }

  /// The number of bytes.
  var byteCount: Int64? { Int64(count) }

  /// Copies bytes out of memory.
  func read(at offset: Int64, into buffer: inout MutableSpan<UInt8>) throws(ContainerError) -> Int {
    guard offset >= 0, offset < Int64(count) else { return 0 }
    let first = Int(offset)
    let length = min(buffer.count, count - first)
    buffer.copy(UnsafeBufferPointer(start: start + first, count: length).span)
    return length
  }
}

/// What the last call has to say besides its number: a text in JSON, or bytes.
nonisolated(unsafe) private var answer: [UInt8] = []

/// Leaves an answer for the page.
func answer(_ text: String) { answer = Array(text.utf8) }

/// Leaves an answer for the page.
func answer(_ bytes: [UInt8]) { answer = bytes }

/// Makes room for bytes that the page gives.
@_cdecl("sat_allocate")
public func allocate(_ count: Int32) -> UnsafeMutablePointer<UInt8>? {
  UnsafeMutablePointer<UInt8>.allocate(capacity: max(1, Int(count)))
}

/// Frees room that ``allocate(_:)`` has made and nothing has taken over.
@_cdecl("sat_free")
public func free(_ start: UnsafeMutablePointer<UInt8>) { start.deallocate() }

/// The number of bytes of the last answer.
@_cdecl("sat_answer_size")
public func answerSize() -> Int32 { Int32(answer.count) }

/// Writes the last answer to memory that has room for it, and forgets it.
@_cdecl("sat_take_answer")
public func takeAnswer(_ start: UnsafeMutablePointer<UInt8>) {
  for index in answer.indices { start[index] = answer[index] }
  answer = []
}
