import AudioBase
import AudioErrors

/// The caller's bytes, which must stay unchanged while they are read.
///
/// `@unchecked`: its pointer never changes, and nothing writes to its memory.
@safe final class LentBytes: ByteSource, @unchecked Sendable {
  private let bytes: UnsafeBufferPointer<UInt8>

  @unsafe
  init(_ bytes: UnsafeRawPointer?, _ count: Int) throws(AudioError) {
    guard let bytes = unsafe bytes else { throw .nullPointer }
    guard (0...CallerMemory.largestByteCount).contains(count) else { throw .memory }
    unsafe self.bytes = UnsafeBufferPointer(start: bytes.assumingMemoryBound(to: UInt8.self), count: count)
  }

  var byteCount: Int64? { Int64(unsafe bytes.count) }

  func read(at offset: Int64, into buffer: inout MutableSpan<UInt8>) throws(ContainerError) -> Int {
    let all = unsafe bytes.span
    guard offset >= 0, offset < Int64(all.count) else { return 0 }
    let start = Int(offset)
    let count = min(buffer.count, all.count - start)
    buffer.copy(all.extracting(start..<(start + count)))
    return count
  }
}
