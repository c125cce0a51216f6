import AudioBase
package import AudioFiles

/// Returns the bytes of a small file that is named beside the sound: a cover, a list of chapters, a cue sheet. `-` is
/// standard input.
///
/// - Parameter count: The largest number of bytes that are taken.
package func wholeFile(_ path: Pathname, atMost count: Int) throws(CommandFailure) -> [UInt8] {
  var bytes = [UInt8](repeating: 0, count: count + 1)
  var read = 0
  do throws(AudioError) {
    let source: any ByteSource = try path.isStandardStream ? SpooledByteSource() : FileByteSource(path: path)
    try raising { () throws(ContainerError) in
      var span = bytes.mutableSpan
      read = try source.read(at: 0, into: &span)
    }
  } catch {
    throw CommandFailure(path, error)
  }
  guard read <= count else { throw CommandFailure(path, "the file is larger than \(count) bytes") }
  bytes.removeLast(bytes.count - read)
  return bytes
}
