import AudioBase

/// The exclusive right to change a file. Others, in this program or another, wait until this object is deallocated, or
/// the program ends.
///
/// It binds only those who request it. Changes that others have made to the file meanwhile are noticed before anything
/// is written.
package final class FileClaim: Sendable {
  /// The longest time that a claim waits for a file that others change.
  package static let patience = Duration.seconds(10)
  /// The longest time that a claim waits before it empties a file: others may write to the file for hours.
  private static let shortPatience = Duration.seconds(1)
  private static let pauseMilliseconds: UInt32 = 5

  /// The name that the file was claimed by.
  let path: Pathname
  /// The state of the file when it was claimed.
  package let stamp: FileStamp
  private let descriptor: FileDescriptor

  /// Claims the regular file of a name, following symbolic links; `nil` if there is none.
  ///
  /// - Throws: `AudioError.busy` where others have not released the file within a time;
  ///   `AudioError` if it cannot be opened.
  package static func claim(
    _ path: Pathname, waiting patience: Duration = patience
  ) throws(AudioError) -> FileClaim? {
    guard FileDescriptor.kind(of: path) == .regularFile else { return nil }
    do throws(AudioError) {
      let descriptor = try locked(path, waiting: patience) { () throws(AudioError) in try .open(claiming: path) }
      return FileClaim(path, try descriptor.status().stamp, descriptor)
    } catch {
      // It has been removed since its status was read.
      if isMissingFileError(error.systemError) { return nil }
      throw error
    }
  }

  /// Opens a file to be rewritten in place, or creates it, and prevents others from changing it until it is closed.
  ///
  /// - Throws: `AudioError.busy` where others are changing it; then it is as it was.
  static func emptied(_ path: Pathname) throws(AudioError) -> FileDescriptor {
    let descriptor = try locked(path, waiting: shortPatience) { () throws(AudioError) in try .create(replacing: path) }
    try raising { () throws(ContainerError) in try descriptor.truncate(to: 0) }
    return descriptor
  }

  private static func locked(
    _ path: Pathname, waiting patience: Duration, _ open: () throws(AudioError) -> FileDescriptor
  ) throws(AudioError) -> FileDescriptor {
    let start = ContinuousClock().now
    while true {
      let descriptor = try open()
      if descriptor.lock() {
        // The one that had the file may have put another in its place.
        let own = try descriptor.status().stamp
        if FileDescriptor.stamp(of: path)?.isSameFile(as: own) == true { return descriptor }
      }
      guard ContinuousClock().now - start < patience else { throw .busy }
      sleep(milliseconds: pauseMilliseconds)
    }
  }

  private init(_ path: Pathname, _ stamp: FileStamp, _ descriptor: consuming FileDescriptor) {
    (self.path, self.stamp) = (path, stamp)
    self.descriptor = descriptor
  }

  /// Checks that the file is the claimed one and unchanged.
  ///
  /// - Throws: `AudioError.changed`.
  func check() throws(AudioError) {
    guard FileDescriptor.stamp(of: path) == stamp else { throw .changed }
  }
}
