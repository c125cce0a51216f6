// Files of lines by the C library. `unsafe` marks calls that take a pointer: each comes from an array that outlives the
// call, and each count is that array's. A descriptor is closed when its object is deallocated, which is when it has no
// users.

import AudioFiles

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A file of lines that is read from its start and grows at its end: a manifest, a report, a list of work.
///
/// A line is appended by one system call, so that threads do not mix theirs, and a program that is killed tears the
/// last line at most.
final class LineFile: Sendable {
  /// The name, for messages.
  let path: Pathname
  private let descriptor: Int32
  private let closes: Bool
  private let isSequential: Bool

  private init(_ path: Pathname, _ descriptor: Int32, isSequential: Bool = false, closes: Bool = true) {
    self.path = path
    self.descriptor = descriptor
    self.isSequential = isSequential
    self.closes = closes
  }

  deinit { if closes { _ = close(descriptor) } }

  /// Opens a file for reading; `-` is standard input, and pipes are read as they arrive.
  convenience init(reading path: Pathname) throws(AudioError) {
    if path.isStandardStream {
      self.init(path, STDIN_FILENO, isSequential: true, closes: false)
      return
    }
    let number = opened(path, O_RDONLY | O_CLOEXEC)
    guard number >= 0 else { throw .input(path, .system(.open, errno: errno)) }
    var status = stat()
    let isRegular = unsafe fstat(number, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    self.init(path, number, isSequential: !isRegular)
  }

  /// Opens a file for reading and appending, and creates it if necessary.
  convenience init(appendingTo path: Pathname) throws(AudioError) {
    let number = opened(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC)
    guard number >= 0 else { throw .output(path, .system(.create, errno: errno)) }
    self.init(path, number)
  }

  /// Creates a file without a name, which is removed with the end of the program, even after a crash.
  static func temporary() throws(AudioError) -> LineFile {
    var folder: Pathname = "/tmp"
    if let text = unsafe getenv("TMPDIR"), unsafe strlen(text) > 0 { folder = Pathname(unsafe String(cString: text)) }
    let path = folder.appending("/af-batch-\(UInt64.random(in: 0...UInt64.max))")
    let number = opened(path, O_RDWR | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, mode: 0o600)
    guard number >= 0 else { throw .output(path, .system(.create, errno: errno)) }
    remove(path)
    return LineFile(path, number)
  }

  /// Locks the file against others until it is closed, and returns false if another process has locked it, or another
  /// file has taken its name since it was opened.
  func lock() -> Bool {
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { return false }
    var (own, named) = (stat(), stat())
    // Holds: the array is never empty, so it has an address.
    let isThere = unsafe terminated(path).withUnsafeBufferPointer { unsafe stat($0.baseAddress!, &named) } == 0
    return unsafe isThere && fstat(descriptor, &own) == 0 && own.st_ino == named.st_ino && own.st_dev == named.st_dev
  }

  /// Appends a text, which ends with its line.
  func append(_ text: String) throws(AudioError) {
    let bytes = Array(text.utf8)
    var done = 0
    while done < bytes.count {
      // Holds: the array is not empty here, so it has an address.
      let put = unsafe bytes.withUnsafeBytes { unsafe write(descriptor, $0.baseAddress! + done, $0.count - done) }
      if put < 0, errno != EINTR { throw .output(path, .system(.write, errno: errno)) }
      done += max(0, put)
    }
  }

  /// Waits until appended lines are on the disk. There is no wait for files that are not on a disk, such as pipes.
  func synchronize() throws(AudioError) {
    while fsync(descriptor) != 0 {
      if errno == EINVAL || errno == ENOTSUP || errno == EROFS { return }
      guard errno == EINTR else { throw .output(path, .system(.write, errno: errno)) }
    }
  }

  /// Cuts everything from a place on away.
  func truncate(to byteCount: Int64) throws(AudioError) {
    guard ftruncate(descriptor, off_t(byteCount)) == 0 else {
      throw .output(path, .system(.write, errno: errno))
    }
  }

  /// Reads the available bytes at an offset, at most as many as the buffer holds, and returns their number; pipes and
  /// standard input are read at their position.
  func read(at offset: Int64, into buffer: inout [UInt8]) throws(AudioError) -> Int {
    while true {
      let got = unsafe buffer.withUnsafeMutableBytes {
        unsafe isSequential
          ? readBytes(descriptor, $0.baseAddress, $0.count) : pread(descriptor, $0.baseAddress, $0.count, off_t(offset))
      }
      if got >= 0 { return got }
      guard errno == EINTR else { throw .input(path, .system(.read, errno: errno)) }
    }
  }

  /// Removes a file if it exists.
  static func remove(_ path: Pathname) {
    // Holds: the array is never empty, so it has an address.
    _ = unsafe terminated(path).withUnsafeBufferPointer { unsafe unlink($0.baseAddress!) }
  }
}

/// The state of a file, for noticing changes.
struct FileState: Hashable, Sendable {
  var byteCount: Int64
  /// The microseconds from 1970 to the last change.
  var modified: Int64

  /// Creates the state of a file, following symbolic links, or returns `nil` if there is none.
  init?(of path: Pathname) {
    guard !path.bytes.contains(0) else { return nil }
    var status = stat()
    // Holds: the array is never empty, so it has an address.
    guard unsafe terminated(path).withUnsafeBufferPointer({ unsafe stat($0.baseAddress!, &status) }) == 0 else {
      return nil
    }
    byteCount = Int64(status.st_size)
    #if canImport(Darwin)
      let time = status.st_mtimespec
    #else
      let time = status.st_mtim
    #endif
    modified = Int64(time.tv_sec) &* 1_000_000 &+ Int64(time.tv_nsec) / 1000
  }
}

extension Pathname {
  /// Returns true if the name, without folders, matches a shell pattern; a leading dot is not matched.
  func isMatched(byName pattern: [UInt8]) -> Bool {
    guard !bytes.contains(0), !pattern.contains(0) else { return false }
    let (name, pattern) = (terminated(self), terminated(Pathname(bytes: pattern)))
    // Holds: neither array is ever empty, so each has an address.
    return unsafe pattern.withUnsafeBufferPointer { pattern in
      unsafe name.withUnsafeBufferPointer { unsafe fnmatch(pattern.baseAddress!, $0.baseAddress!, FNM_PERIOD) == 0 }
    }
  }
}

/// Opens a file, or returns −1 and leaves the reason in `errno`.
private func opened(_ path: Pathname, _ flags: Int32, mode: mode_t = 0o666) -> Int32 {
  // A name with a 0 in it would be cut there, and be another file's.
  guard !path.bytes.contains(0) else {
    errno = EINVAL
    return -1
  }
  // Holds: the array is never empty, so it has an address.
  return unsafe terminated(path).withUnsafeBufferPointer { unsafe open($0.baseAddress!, flags, mode) }
}

private func readBytes(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  unsafe read(descriptor, buffer, count)
}

/// Returns the name as C takes it.
private func terminated(_ path: Pathname) -> [CChar] { path.bytes.map { CChar(bitPattern: $0) } + [0] }
