// The one file with system calls on open files. `unsafe` marks the calls into the C library that take a pointer: each
// pointer comes from `withUnsafe…` of a span or a string that outlives the call, and each count is that span's.

import AudioBase

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// An open file, closed when the value is destroyed.
package struct FileDescriptor: ~Copyable {
  /// The kind of file that a name refers to.
  package enum Kind {
    case regularFile, directory, other
  }

  private let number: Int32
  private var closes: Bool
  /// True if ``close(byteCount:)`` was called.
  private(set) var isClosed = false

  private init(_ number: Int32, closes: Bool) {
    self.number = number
    self.closes = closes
  }

  deinit { if closes { _ = closeFile(number) } }

  /// Closes the file now, and throws if the operating system could not store what was written, which some file systems
  /// report only here. The file must not be used afterwards.
  mutating func close(byteCount: Int64) throws(ContainerError) {
    guard closes else { return }
    (closes, isClosed) = (false, true)
    // After EINTR, too, the number is free again: it may be another file's by now.
    guard closeFile(number) != 0, errno != EINTR else { return }
    throw ContainerError(.inputOutput, "the output cannot be written", at: byteCount, systemError: errno)
  }

  /// Standard input, which stays open.
  static var standardInput: FileDescriptor { FileDescriptor(STDIN_FILENO, closes: false) }
  /// Standard output, which stays open.
  static var standardOutput: FileDescriptor { FileDescriptor(STDOUT_FILENO, closes: false) }
  /// Standard error, which stays open.
  static var standardError: FileDescriptor { FileDescriptor(STDERR_FILENO, closes: false) }

  /// Closes standard output and returns the `errno` of a failure to store written bytes, or 0.
  static func closeStandardOutput() -> Int32 {
    // The parent process may have closed it already.
    guard closeFile(STDOUT_FILENO) != 0, errno != EBADF, errno != EINTR else { return 0 }
    return errno
  }

  /// Opens a file for reading.
  package static func open(reading path: Pathname) throws(AudioError) -> FileDescriptor {
    FileDescriptor(try opened(path, O_RDONLY | O_CLOEXEC, .open), closes: true)
  }

  /// Opens a device or a named pipe for writing.
  static func open(writing path: Pathname) throws(AudioError) -> FileDescriptor {
    FileDescriptor(try opened(path, O_WRONLY | O_CLOEXEC, .create), closes: true)
  }

  /// Opens a file to overwrite some of its bytes.
  static func open(updating path: Pathname) throws(AudioError) -> FileDescriptor {
    FileDescriptor(try opened(path, O_RDWR | O_CLOEXEC, .write), closes: true)
  }

  /// Opens a file for locking; does not wait if it is a pipe without a writer.
  static func open(claiming path: Pathname) throws(AudioError) -> FileDescriptor {
    FileDescriptor(try opened(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC, .open), closes: true)
  }

  /// Makes a new file, readable and writable; fails with `EEXIST` if there is one.
  static func create(_ path: Pathname) throws(AudioError) -> FileDescriptor {
    FileDescriptor(try opened(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, .create), closes: true)
  }

  /// Makes a new file that only its owner can open, like ``create(_:)``.
  package static func create(privately path: Pathname) throws(AudioError) -> FileDescriptor {
    FileDescriptor(try opened(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, .create, mode: 0o600), closes: true)
  }

  /// Opens a file of that name to be rewritten, readable and writable, or creates one. The contents stay until the file
  /// is truncated.
  static func create(replacing path: Pathname) throws(AudioError) -> FileDescriptor {
    FileDescriptor(try opened(path, O_RDWR | O_CREAT | O_CLOEXEC, .create), closes: true)
  }

  private static func opened(
    _ path: Pathname, _ flags: Int32, _ operation: FileOperation, mode: mode_t = 0o666
  ) throws(AudioError) -> Int32 {
    // A name with a 0 in it would be cut there, and be another file's.
    guard !path.bytes.contains(0) else { throw .system(operation, errno: EINVAL) }
    while true {
      let number = unsafe path.withTerminated { unsafe openFile($0, flags, mode) }
      if number >= 0 { return number }
      guard errno == EINTR else { throw .system(operation, errno: errno) }
    }
  }

  /// Returns the kind of the open file, its identity, and its present state; its length counts for regular files only.
  func status() throws(AudioError) -> (kind: Kind, stamp: FileStamp) {
    var status = stat()
    guard unsafe fstat(number, &status) == 0 else { throw .system(.open, errno: errno) }
    return (Kind(mode: status.st_mode), FileStamp(status))
  }

  /// Returns the identity and state of the file of a name, following symbolic links; `nil` if there is none.
  static func stamp(of path: Pathname) -> FileStamp? { status(of: path).map { FileStamp($0) } }

  /// Locks the file against others until it is closed; returns false if another process has locked it. File systems
  /// without locks never refuse.
  func lock() -> Bool {
    while flock(number, LOCK_EX | LOCK_NB) != 0 {
      if errno == EWOULDBLOCK { return false }
      guard errno == EINTR else { return true }
    }
    return true
  }

  /// Returns the kind of a file by its name, following symbolic links; `nil` if there is none.
  package static func kind(of path: Pathname) -> Kind? {
    guard let status = status(of: path) else { return nil }
    return Kind(mode: status.st_mode)
  }

  private static func status(of path: Pathname) -> stat? {
    var status = stat()
    let result = unsafe path.withTerminated { unsafe readStatus($0, &status) }
    return result == 0 ? status : nil
  }

  /// Sets the permissions of a file that was created privately to those of a new file in the same folder.
  func takeUsualPermissions(at path: Pathname) { _ = fchmod(number, Self.usualPermissions(at: path)) }

  /// Returns the permissions of a new file: 0666 less the bits of the user's mask, or by the folder's access list.
  private static func usualPermissions(at path: Pathname) -> mode_t {
    #if canImport(Glibc) || canImport(Musl)
      // A file without a name shows it, where the file system has such.
      let folder = Pathname(bytes: Array(path.directory) + [UInt8(ascii: ".")])
      if let probe = try? opened(folder, namelessFile | O_RDWR | O_CLOEXEC, .create) {
        defer { _ = closeFile(probe) }
        var status = stat()
        if unsafe fstat(probe, &status) == 0 { return status.st_mode & 0o777 }
      }
    #endif
    let mask = umask(0o077)
    _ = umask(mask)
    return 0o666 & ~mask
  }

  /// Sets the owner, the group, the permissions and the extended attributes to those of the file that it is going to
  /// replace, and returns false if there is none.
  ///
  /// Attributes that this user may not set are skipped: if the owner cannot be set, the group is; if neither can, the
  /// permissions of the group are those of all others, so that nobody gains any.
  func takeOver(from path: Pathname) -> Bool {
    guard let other = Self.status(of: path), Kind(mode: other.st_mode) == .regularFile else { return false }
    var mode = other.st_mode & 0o7777
    if fchown(number, other.st_uid, other.st_gid) != 0 {
      mode &= 0o777
      if fchown(number, uid_t.max, other.st_gid) != 0 {
        mode = mode & ~0o070 | (mode & 0o007) << 3 & mode
      }
    }
    _ = fchmod(number, mode)
    // A list of access rights has the permissions, too, and comes last.
    FileAttributes.copyExtended(from: path, to: number)
    return true
  }

  /// Reads at an offset until the buffer is full or the file ends.
  func read(at offset: Int64, into buffer: inout MutableSpan<UInt8>) throws(ContainerError) -> Int {
    var count = 0
    while count < buffer.count {
      let done = count
      let (position, overflow) = offset.addingReportingOverflow(Int64(done))
      guard !overflow, position >= 0 else { break }
      let got = unsafe buffer.withUnsafeMutableBytes { bytes in
        unsafe pread(number, bytes.baseAddress! + done, bytes.count - done, off_t(position))
      }
      if got == 0 { break }
      if got > 0 {
        count += got
      } else if !mayTryAgain(.reading) {
        throw ContainerError(.inputOutput, "the file cannot be read", at: position, systemError: errno)
      }
    }
    return count
  }

  /// Returns true if a read would not wait, at the latest after so many milliseconds.
  func isReadable(within milliseconds: Int32) -> Bool {
    var request = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&request, 1, milliseconds) > 0
  }

  /// Reads the available bytes of a pipe, at least one, or returns 0 at its end.
  func readSome(into buffer: inout MutableSpan<UInt8>, at position: Int64) throws(ContainerError) -> Int {
    while true {
      let got = unsafe buffer.withUnsafeMutableBytes { bytes in
        unsafe readBytes(number, bytes.baseAddress, bytes.count)
      }
      if got >= 0 { return got }
      guard mayTryAgain(.reading) else {
        throw ContainerError(.inputOutput, "the input cannot be read", at: position, systemError: errno)
      }
    }
  }

  /// Writes all bytes at the file's cursor. `position` is where that is, for messages.
  func write(_ bytes: Span<UInt8>, at position: Int64) throws(ContainerError) {
    var done = 0
    try write(bytes, at: position, done: &done)
  }

  /// Writes the bytes from `done` on at the file's cursor and counts them in `done`, which is valid after a failure
  /// too.
  func write(_ bytes: Span<UInt8>, at position: Int64, done: inout Int) throws(ContainerError) {
    while done < bytes.count {
      let put = unsafe bytes.withUnsafeBytes { unsafe writeBytes(number, $0.baseAddress! + done, $0.count - done) }
      try note(put, &done, at: position)
    }
  }

  /// Writes all bytes at an offset.
  func overwrite(_ bytes: Span<UInt8>, at offset: Int64) throws(ContainerError) {
    var done = 0
    while done < bytes.count {
      let put = unsafe bytes.withUnsafeBytes {
        unsafe pwrite(number, $0.baseAddress! + done, $0.count - done, off_t(offset) + off_t(done))
      }
      try note(put, &done, at: offset)
    }
  }

  /// Moves the file's cursor, where ``write(_:at:)`` continues.
  func move(to offset: Int64) throws(ContainerError) {
    guard lseek(number, off_t(offset), SEEK_SET) < 0 else { return }
    throw ContainerError(.inputOutput, "the output cannot be written", at: offset, systemError: errno)
  }

  /// Truncates a regular file after its first bytes, and sets the cursor there.
  func truncate(to byteCount: Int64) throws(ContainerError) {
    guard ftruncate(number, off_t(byteCount)) == 0 else {
      throw ContainerError(.inputOutput, "the output cannot be written", at: byteCount, systemError: errno)
    }
    try move(to: byteCount)
  }

  private func note(_ put: Int, _ done: inout Int, at position: Int64) throws(ContainerError) {
    if put > 0 {
      done += put
    } else if put == 0 || !mayTryAgain(.writing) {
      // A file that takes no bytes and reports no error would loop for ever.
      throw ContainerError(
        .inputOutput, "the output cannot be written", at: position &+ Int64(done), systemError: put == 0 ? EIO : errno)
    }
  }

  /// The operation that waits for a file.
  private enum Direction {
    case reading, writing
  }

  /// Returns true if a failed call should be repeated: it was interrupted, or the file was inherited in non-blocking
  /// mode and is now ready for reading or writing.
  private func mayTryAgain(_ direction: Direction) -> Bool {
    if errno == EINTR { return true }
    guard errno == EAGAIN || errno == EWOULDBLOCK else { return false }
    var request = pollfd(fd: number, events: Int16(direction == .reading ? POLLIN : POLLOUT), revents: 0)
    while unsafe poll(&request, 1, -1) < 0 {
      guard errno == EINTR else { return false }
    }
    return true
  }

  /// Waits until the bytes are on the disk. Does nothing for files that do not support it.
  func synchronize(byteCount: Int64) throws(ContainerError) {
    var result = fsync(number)
    while result != 0, errno == EINTR { result = fsync(number) }
    guard result != 0, errno != EINVAL, errno != ENOTSUP, errno != EROFS else { return }
    throw ContainerError(.inputOutput, "the output cannot be written", at: byteCount, systemError: errno)
  }

  /// True if the other end is a terminal.
  var isTerminal: Bool { isatty(number) == 1 }
}

extension FileStamp {
  fileprivate init(_ status: stat) {
    #if canImport(Darwin)
      let time = status.st_mtimespec
    #else
      let time = status.st_mtim
    #endif
    (device, number) = (UInt64(truncatingIfNeeded: status.st_dev), UInt64(status.st_ino))
    byteCount = Int64(status.st_size)
    modified = Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
  }
}

extension FileDescriptor.Kind {
  fileprivate init(mode: mode_t) {
    switch mode & S_IFMT {
    case S_IFREG: self = .regularFile
    case S_IFDIR: self = .directory
    default: self = .other
    }
  }
}

#if canImport(Glibc) || canImport(Musl)
  /// `O_TMPFILE`, which headers define only conditionally: the created file has no name.
  private let namelessFile: Int32 = 0o20_000_000 | O_DIRECTORY
#endif

/// `open` with the permissions that the user's mask leaves of a mode.
private func openFile(_ path: UnsafePointer<CChar>, _ flags: Int32, _ mode: mode_t) -> Int32 {
  unsafe open(path, flags, mode)
}

private func closeFile(_ number: Int32) -> Int32 { close(number) }

private func readStatus(_ path: UnsafePointer<CChar>, _ status: inout stat) -> Int32 { unsafe stat(path, &status) }

private func readBytes(_ number: Int32, _ address: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  unsafe read(number, address, count)
}

private func writeBytes(_ number: Int32, _ address: UnsafeRawPointer, _ count: Int) -> Int {
  unsafe write(number, address, count)
}
