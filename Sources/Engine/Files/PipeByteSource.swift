package import AudioBase

/// The bytes of a pipe in order of arrival; only the next few are kept: for containers that never seek backwards, such
/// as headerless samples.
///
/// A live input may run for months: unlike ``SpooledByteSource``, nothing grows.
package final class PipeByteSource: ByteSource {
  private let pipe: FileDescriptor
  /// The number of bytes taken from the pipe so far.
  private var position: Int64 = 0
  private var hasEnded = false

  /// Reads standard input.
  package convenience init() { self.init(FileDescriptor.standardInput) }

  init(_ pipe: consuming FileDescriptor) { self.pipe = pipe }

  /// The number of bytes once the pipe has ended, before that `nil`.
  package var byteCount: Int64? { hasEnded ? position : nil }

  /// True: a pipe delivers each byte only once.
  package var isArriving: Bool { true }

  /// Reads the next bytes, and waits for all of them.
  package func read(at offset: Int64, into buffer: inout MutableSpan<UInt8>) throws(ContainerError) -> Int {
    try read(at: offset, into: &buffer, atLeast: buffer.count)
  }

  /// Reads the next bytes, and waits for at least `minimum`; discards those before `offset`.
  package func read(
    at offset: Int64, into buffer: inout MutableSpan<UInt8>, atLeast minimum: Int
  ) throws(ContainerError) -> Int {
    guard offset >= position else {
      throw ContainerError(.invalidState, "a pipe cannot go back", at: offset)
    }
    try skip(to: offset)
    var count = 0
    while count < min(minimum, buffer.count), !hasEnded {
      var rest = buffer._mutatingExtracting(count..<buffer.count)
      let got = try pipe.readSome(into: &rest, at: position)
      hasEnded = got == 0
      count += got
      position += Int64(got)
    }
    return count
  }

  private func skip(to offset: Int64) throws(ContainerError) {
    guard offset > position else { return }
    var waste = [UInt8](repeating: 0, count: 1 << 16)
    while position < offset, !hasEnded {
      var all = waste.mutableSpan
      var part = all._mutatingExtracting(0..<Int(min(Int64(1 << 16), offset - position)))
      let got = try pipe.readSome(into: &part, at: position)
      hasEnded = got == 0
      position += Int64(got)
    }
  }
}
