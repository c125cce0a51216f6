import Foundation

/// The path of a `CFURLRef`, which is an `NSURL` as well.
///
/// - Throws: `kAudio_ParamError` for a null pointer, `kAudio_BadFilePathError` where it names no file.
@unsafe
func filePath(ofURL url: UnsafeRawPointer) throws(Status) -> String {
  try requirePointer(UInt(bitPattern: url))
  let url = unsafe Unmanaged<NSURL>.fromOpaque(url).takeUnretainedValue()
  guard url.isFileURL || url.scheme == nil, let path = url.path, !path.isEmpty else {
    throw Status(kAudio_BadFilePathError)
  }
  return path
}
