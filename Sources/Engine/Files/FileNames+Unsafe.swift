// System calls on names. `unsafe` marks C functions that take or return a pointer; strings
// are lent for the call only, and what `realpath` allocates is freed here.

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension Pathname {
  /// Passes the name as C takes it: the bytes, followed by a 0.
  func withTerminated<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
    let terminated = bytes.map { CChar(bitPattern: $0) } + [0]
    // Holds: the array is never empty, so it has an address.
    return unsafe terminated.withUnsafeBufferPointer { unsafe body($0.baseAddress!) }
  }
}

/// Operations on file names.
package enum FileNames {
  /// Returns the name with all symbolic links followed, or the name itself where that cannot be done.
  static func resolved(_ path: Pathname) -> Pathname {
    guard !path.bytes.contains(0), let text = unsafe path.withTerminated({ unsafe realpath($0, nil) }) else {
      return path
    }
    defer { unsafe free(text) }
    return unsafe Pathname(terminated: text)
  }

  /// Returns a name in the same directory, hidden, that no other program is likely to use.
  static func temporary(beside path: Pathname) -> Pathname {
    // A name may have 255 bytes; the unfinished file's must fit as well.
    let random = String(UInt64.random(in: 0...UInt64.max), radix: 36)
    return Pathname(
      bytes: path.directory + [UInt8(ascii: ".")] + path.lastComponent.prefix(200) + Array(".\(random).partial".utf8))
  }

  /// The directory for temporary files: `TMPDIR`, or `/tmp`.
  static var temporaryDirectory: Pathname {
    guard let text = unsafe getenv("TMPDIR") else { return "/tmp" }
    let path = unsafe Pathname(terminated: text)
    return path.bytes.isEmpty ? "/tmp" : path
  }

  /// Removes a file if it exists.
  static func remove(_ path: Pathname) { _ = unsafe path.withTerminated { unsafe unlink($0) } }

  /// Moves a file to its final name, in one step, replacing any existing file.
  static func rename(_ path: Pathname, replacing destination: Pathname) throws(AudioError) {
    let result = unsafe path.withTerminated { old in unsafe destination.withTerminated { unsafe renameFile(old, $0) } }
    guard result == 0 else { throw .system(.replace, errno: errno) }
  }

  /// Moves a file to its final name in one step, unless that name exists.
  package static func rename(_ path: Pathname, notReplacing destination: Pathname) throws(AudioError) {
    if unsafe path.withTerminated({ old in unsafe destination.withTerminated { unsafe link(old, $0) } }) == 0 {
      remove(path)
      return
    }
    guard errno != EEXIST else { throw .alreadyExists }
    // Some file systems know no hard links; there the check and the renaming are two steps.
    guard FileDescriptor.kind(of: destination) == nil else { throw .alreadyExists }
    try rename(path, replacing: destination)
  }
}

extension Pathname {
  /// Copies a name out of a C string.
  fileprivate init(terminated text: UnsafePointer<CChar>) {
    unsafe self.init(bytes: (0..<strlen(text)).map { unsafe UInt8(bitPattern: text[$0]) })
  }
}

private func renameFile(_ path: UnsafePointer<CChar>, _ destination: UnsafePointer<CChar>) -> Int32 {
  unsafe rename(path, destination)
}

/// Returns true if an `errno` means that the pipe has no reader any more.
func isBrokenPipeError(_ number: Int32) -> Bool { number == EPIPE }

/// Returns true if an `errno` states that there is no file of a name.
func isMissingFileError(_ number: Int32) -> Bool { number == ENOENT }

/// Waits for the given number of milliseconds, fewer than a thousand.
func sleep(milliseconds: UInt32) { usleep(1000 * milliseconds) }
