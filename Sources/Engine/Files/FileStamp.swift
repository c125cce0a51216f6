/// The identity of a file, and its state at a moment.
package struct FileStamp: Hashable, Sendable {
  /// The file system, and the file's number in it, which do not depend on the file's name.
  var device: UInt64
  var number: UInt64
  /// Its length in bytes.
  var byteCount: Int64
  /// The nanoseconds from 1970 to the last change of its bytes.
  var modified: Int64

  /// Returns true if both are of the same file, which may have been changed between them.
  func isSameFile(as other: FileStamp) -> Bool { device == other.device && number == other.number }
}
