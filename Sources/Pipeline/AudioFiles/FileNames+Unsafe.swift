// System calls on names, and texts from the system. `unsafe` marks C functions that take or return a pointer; strings
// are lent for the call only, and what `realpath` allocates is freed here.

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The operating system's text for an `errno`.
func systemErrorText(_ number: Int32) -> String {
  guard let text = unsafe strerror(number) else { return "error \(number)" }
  return unsafe String(cString: text)
}

/// Names of files.
enum FileNames {
  /// The name with all symbolic links followed, or the name itself where that cannot be done.
  static func resolved(_ path: String) -> String {
    guard let text = unsafe realpath(path, nil) else { return path }
    defer { unsafe free(text) }
    return unsafe String(cString: text)
  }

  /// A name in the same directory, hidden, that nobody else is likely to use.
  static func temporary(beside path: String) -> String {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    let directory = parts.dropLast().map { $0 + "/" }.joined()
    // A name may have 255 bytes; the unfinished file's must fit as well.
    let name = String(decoding: (parts.last ?? "").utf8.prefix(200), as: UTF8.self)
    return "\(directory).\(name).\(String(UInt64.random(in: 0...UInt64.max), radix: 36)).partial"
  }

  /// The directory for files that nobody shall see.
  static var temporaryDirectory: String {
    guard let text = unsafe getenv("TMPDIR") else { return "/tmp" }
    let path = unsafe String(cString: text)
    return path.isEmpty ? "/tmp" : path
  }

  /// Removes a file, if it is there.
  static func remove(_ path: String) { _ = unsafe unlink(path) }

  /// Gives a file its final name, in one step, replacing what was there.
  static func rename(_ path: String, replacing destination: String) throws(FileError) {
    guard renameFile(path, destination) == 0 else { throw .system(.replace, errno: errno) }
  }

  /// Gives a file its final name, in one step, unless there is one of that name.
  static func rename(_ path: String, notReplacing destination: String) throws(FileError) {
    if unsafe link(path, destination) == 0 {
      remove(path)
      return
    }
    guard errno != EEXIST else { throw .alreadyExists }
    // Some file systems know no hard links; there the check and the renaming are two steps.
    guard FileDescriptor.kind(of: destination) == nil else { throw .alreadyExists }
    try rename(path, replacing: destination)
  }
}

private func renameFile(_ path: String, _ destination: String) -> Int32 { unsafe rename(path, destination) }
