package import AudioBase

/// A byte source that calls functions of the caller, as `AudioFileOpenWithCallbacks` does.
package final class CallbackByteSource: ByteSource {
  /// Reads bytes from an offset on and returns their number, as `ByteSource.read(at:into:)` does.
  package typealias Read = (_ offset: Int64, _ buffer: inout MutableSpan<UInt8>) throws(ContainerError) -> Int
  /// The present number of bytes, or `nil` if it is unknown.
  package typealias Size = () -> Int64?

  private let readBytes: Read
  private let size: Size

  /// Creates a source from `AudioFile_ReadProc` and `AudioFile_GetSizeProc`.
  package init(read: @escaping Read, size: @escaping Size) {
    readBytes = read
    self.size = size
  }

  /// The size that the size function returns.
  package var byteCount: Int64? { size().map { max(0, $0) } }

  /// Calls the read function until the buffer is full or there are no more bytes.
  ///
  /// - Throws: `ErrorKind.inputOutput` if the function reports more bytes than requested, or its own error.
  package func read(at offset: Int64, into buffer: inout MutableSpan<UInt8>) throws(ContainerError) -> Int {
    var done = 0
    while done < buffer.count {
      let (place, overflow) = offset.addingReportingOverflow(Int64(done))
      guard !overflow, place >= 0 else { break }
      var rest = buffer._mutatingExtracting(done..<buffer.count)
      let got = try readBytes(place, &rest)
      guard got > 0 else { break }
      guard got <= rest.count else {
        throw ContainerError(.inputOutput, "the read function claims more than was asked of it", at: place)
      }
      done += got
    }
    return done
  }
}

/// A byte sink that calls functions of the caller, as `AudioFileInitializeWithCallbacks` does.
package final class CallbackByteSink: ByteSink {
  /// Writes all bytes at an offset that is not above the present size.
  package typealias Write = (_ bytes: Span<UInt8>, _ offset: Int64) throws(ContainerError) -> Void
  /// Truncates or extends the written file to a size.
  package typealias SetSize = (_ byteCount: Int64) throws(ContainerError) -> Void

  private let writeBytes: Write
  private let readBytes: CallbackByteSource.Read?

  /// The number of bytes written so far.
  package private(set) var byteCount: Int64 = 0

  /// Creates a sink from `AudioFile_WriteProc`, `AudioFile_SetSizeProc` and, if written data can be read back,
  /// `AudioFile_ReadProc`. Discards present data.
  ///
  /// - Throws: The error of `setSize`.
  package init(
    write: @escaping Write, setSize: SetSize, read: CallbackByteSource.Read? = nil
  ) throws(ContainerError) {
    writeBytes = write
    readBytes = read
    try setSize(0)
  }

  /// The write function takes any offset.
  package var canOverwrite: Bool { true }

  /// Adds bytes at the end.
  package func append(_ bytes: Span<UInt8>) throws(ContainerError) {
    guard !bytes.isEmpty else { return }
    try writeBytes(bytes, byteCount)
    byteCount += Int64(bytes.count)
  }

  /// Replaces bytes that were written before.
  package func overwrite(_ bytes: Span<UInt8>, at offset: Int64) throws(ContainerError) {
    guard offset >= 0, offset <= byteCount, Int64(bytes.count) <= byteCount - offset else {
      throw ContainerError(.invalidState, "bytes that were never written cannot be overwritten", at: offset)
    }
    guard !bytes.isEmpty else { return }
    try writeBytes(bytes, offset)
  }

  /// Moves the bytes after `offset`, from the end backwards, if they can be read back.
  package func makeRoom(byteCount room: Int, at offset: Int64) throws(ContainerError) {
    guard let readBytes else {
      throw ContainerError(.invalidState, "what was written to this sink cannot be read back", at: offset)
    }
    guard offset >= 0, offset <= byteCount, room >= 0 else {
      throw ContainerError(.invalidState, "room is made only within what was written", at: offset)
    }
    let source = CallbackByteSource(read: readBytes) { nil }
    var end = byteCount
    var block = [UInt8](repeating: 0, count: Int(min(1 << 20, max(1, end - offset))))
    while end > offset {
      let count = Int(min(Int64(block.count), end - offset))
      end -= Int64(count)
      try Self.fill(&block, count, from: source, at: end)
      try writeBytes(block.span.extracting(0..<count), end + Int64(room))
    }
    byteCount += Int64(room)
  }

  private static func fill(
    _ block: inout [UInt8], _ count: Int, from source: CallbackByteSource, at offset: Int64
  ) throws(ContainerError) {
    var all = block.mutableSpan
    var part = all._mutatingExtracting(0..<count)
    guard try source.read(at: offset, into: &part) == count else {
      throw ContainerError(.inputOutput, "what was written cannot be read back", at: offset)
    }
  }
}
