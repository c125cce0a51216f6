package import Foundation

/// Returns the path of a `CFURLRef`, which is also an `NSURL`.
///
/// - Throws: `kAudio_ParamError` for a null pointer, `kAudio_BadFilePathError` if it names no file.
@unsafe
func filePath(ofURL url: UnsafeRawPointer) throws(Status) -> String {
  try requirePointer(UInt(bitPattern: url))
  return try unsafe Unmanaged<NSURL>.fromOpaque(url).takeUnretainedValue().filePath()
}

extension NSURL {
  /// The path of a file.
  ///
  /// - Throws: `kAudio_BadFilePathError` if it names none.
  package func filePath() throws(Status) -> String {
    guard isFileURL || scheme == nil, let path, !path.isEmpty else { throw Status(kAudio_BadFilePathError) }
    return path
  }
}
