// The arguments are the C strings that the program was started with: they stay allocated, unchanged, until it ends, and
// a null pointer follows them, as `execv` requires. The path is an array with a zero at its end, lent for one call. The
// variable is a C string that nothing changes, because there is one thread.

import AudioFiles

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// `af-stream`, the program that sends and receives. It is next to `af`, or in a folder of `PATH`.
enum StreamingProgram {
  private static let name = "af-stream"

  /// Replaces this program by `af-stream`, with the same arguments, which begin with the same name.
  ///
  /// Returns only where that cannot be, with the reason in one line.
  static func takeOver() -> String {
    for path in candidates {
      let bytes = path.bytes.map { CChar(bitPattern: $0) } + [0]
      _ = unsafe execv(bytes, ProgramArguments.vector)
      // The next one is tried only where this one does not exist.
      guard errno == ENOENT || errno == ENOTDIR else {
        return "af: \(path) cannot be started: \(unsafe String(cString: strerror(errno)))"
      }
    }
    return "af: '\(name)', which sends and receives, is neither beside this program nor in PATH; "
      + "'swift build -c release --product \(name)' builds it, Scripts/package install installs both"
  }

  /// The possible paths of the program, the most likely first.
  private static var candidates: [Pathname] {
    let folders = [ownFolder].compactMap { $0 } + searchedFolders
    return folders.map { Pathname(bytes: $0 + [UInt8(ascii: "/")] + Array(name.utf8)) }
  }

  /// The folder of this program's file, all links resolved.
  private static var ownFolder: [UInt8]? {
    #if canImport(Darwin)
      return Bundle.main.executableURL.map { Array($0.resolvingSymlinksInPath().deletingLastPathComponent().path.utf8) }
    #else
      var buffer = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
      let count = unsafe readlink("/proc/self/exe", &buffer, buffer.count - 1)
      // Without /proc the name that it was called by says if it is, if it has a folder.
      guard count > 0 else {
        return ProgramArguments.all.first.flatMap { $0.directory.isEmpty ? nil : Array($0.directory.dropLast()) }
      }
      let path = Pathname(bytes: buffer[..<count].map { UInt8(bitPattern: $0) })
      return Array(path.directory.dropLast())
    #endif
  }

  /// The folders of `PATH`; an empty name is the current folder.
  private static var searchedFolders: [[UInt8]] {
    guard let value = unsafe getenv("PATH") else { return [] }
    let bytes = unsafe [UInt8](UnsafeRawBufferPointer(start: value, count: strlen(value)))
    return bytes.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
      .map { $0.isEmpty ? [UInt8(ascii: ".")] : Array($0) }
  }
}
