import AudioBase
import AudioFiles

/// The functions of a caller who keeps the bytes of a file: `AudioFileOpenWithCallbacks`.
///
/// They are called in the thread that calls a function of Audio File Services, and only then. The size is read once per
/// call, so that it is constant within one call: a file may grow or shrink meanwhile.
@safe
final class FileCallbacks {
  private let clientData: UnsafeMutableRawPointer
  private let read: AudioFile_ReadProc
  private let size: AudioFile_GetSizeProc
  private let write: AudioFile_WriteProc?
  private let setSize: AudioFile_SetSizeProc?
  /// The error that a function returned, if one did in the present call.
  var failure: Status?
  /// The size in the present call, after it has been read; negative if the function does not know it.
  private var sizeInCall: Int64?

  @unsafe
  init(
    _ clientData: UnsafeMutableRawPointer, read: @escaping AudioFile_ReadProc, size: @escaping AudioFile_GetSizeProc,
    write: AudioFile_WriteProc? = nil, setSize: AudioFile_SetSizeProc? = nil
  ) {
    unsafe self.clientData = clientData
    unsafe self.read = read
    unsafe self.size = size
    unsafe self.write = write
    unsafe self.setSize = setSize
  }

  /// Records the start of a call of Audio File Services.
  func beginCall() { sizeInCall = nil }

  private var currentSize: Int64 {
    if let sizeInCall { return sizeInCall }
    let size = unsafe self.size(clientData)
    sizeInCall = size
    return size
  }

  /// The bytes in the form of a source of this package.
  var source: CallbackByteSource {
    CallbackByteSource(
      read: { offset, buffer throws(ContainerError) in try self.read(offset, &buffer) },
      size: { self.currentSize })
  }

  /// Returns the sink into which the package writes.
  func makeSink() throws(ContainerError) -> CallbackByteSink {
    try CallbackByteSink(
      write: { bytes, offset throws(ContainerError) in try self.write(bytes, offset) },
      setSize: { byteCount throws(ContainerError) in try self.setSize(byteCount) },
      read: { offset, buffer throws(ContainerError) in try self.read(offset, &buffer) })
  }

  private func check(_ status: OSStatus, at offset: Int64) throws(ContainerError) {
    guard status != noErr else { return }
    failure = Status(status)
    throw ContainerError(.inputOutput, "the caller's function returned an error", at: offset)
  }

  private func read(_ offset: Int64, _ buffer: inout MutableSpan<UInt8>) throws(ContainerError) -> Int {
    // Programs return their own errors for reads after the end of their file.
    let end = currentSize
    guard end < 0 || offset < end else { return 0 }
    var count: UInt32 = 0
    let wanted = UInt32(clamping: end < 0 ? Int64(buffer.count) : min(Int64(buffer.count), end - offset))
    let status = unsafe buffer.withUnsafeMutableBytes { memory in
      guard let base = memory.baseAddress else { return noErr }
      return unsafe read(clientData, offset, wanted, base, &count)
    }
    // Bytes before the end of the file are no error.
    if status != kAudioFileEndOfFileError { try check(status, at: offset) }
    return Int(count)
  }

  private func write(_ bytes: Span<UInt8>, _ offset: Int64) throws(ContainerError) {
    var done = 0
    while done < bytes.count {
      var count: UInt32 = 0
      let part = bytes.extracting(done..<min(bytes.count, done + 1 << 24))
      let status = unsafe part.withUnsafeBytes { memory in
        guard let write = unsafe write, let base = memory.baseAddress else { return kAudioFilePermissionsError }
        return unsafe write(clientData, offset + Int64(done), UInt32(memory.count), base, &count)
      }
      try check(status, at: offset)
      guard count > 0, count <= part.count else { return try check(kAudioFileUnspecifiedError, at: offset) }
      done += Int(count)
    }
  }

  private func setSize(_ byteCount: Int64) throws(ContainerError) {
    guard let setSize = unsafe setSize else { return }
    try check(unsafe setSize(clientData, byteCount), at: byteCount)
  }
}
