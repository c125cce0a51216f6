// Extended attributes, POSIX access control lists among them. Swift's module of the C library leaves their header out,
// so that their functions are looked up by name; their types are those of the manual pages listxattr(2), getxattr(2)
// and setxattr(2). Pointers are those of arrays that outlive the calls, with the counts of these.

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The attributes of a file, besides bytes and permissions, that its replacement may lack.
package struct FileAttributes {
  /// The names of the file's extended attributes.
  package let extended: [String]
  /// The number of names of the file: hard links.
  package let linkCount: Int
  /// The number of the file in its file system (inode).
  package let number: UInt64

  /// Reads the attributes of a file, following symbolic links; `nil` if it does not exist.
  package init?(of path: Pathname) {
    var status = stat()
    guard unsafe path.withTerminated({ unsafe readStatus($0, &status) }) == 0 else { return nil }
    linkCount = Int(status.st_nlink)
    number = UInt64(status.st_ino)
    extended = Self.names(of: path).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Copies those extended attributes of a file to another file that this user may set.
  static func copyExtended(from path: Pathname, to descriptor: Int32) {
    #if os(Linux)
      guard let set = unsafe function("fsetxattr", as: SetFunction.self) else { return }
      for name in names(of: path) {
        guard let value = value(of: name, path) else { continue }
        let terminated = name.map { CChar(bitPattern: $0) } + [0]
        _ = unsafe terminated.withUnsafeBufferPointer { name in
          // Holds: the array is never empty, so it has an address.
          unsafe value.withUnsafeBytes { unsafe set(descriptor, name.baseAddress!, $0.baseAddress, $0.count, 0) }
        }
      }
    #endif
  }

  #if os(Linux)
    private typealias ListFunction = @convention(c) (UnsafePointer<CChar>, UnsafeMutableRawPointer?, Int) -> Int
    private typealias GetFunction =
      @convention(c) (UnsafePointer<CChar>, UnsafePointer<CChar>, UnsafeMutableRawPointer?, Int) -> Int
    private typealias SetFunction =
      @convention(c) (Int32, UnsafePointer<CChar>, UnsafeRawPointer?, Int, Int32) -> Int32
    /// The largest number of bytes of all names, and of a value: XATTR_LIST_MAX and XATTR_SIZE_MAX.
    private static let maximumByteCount = 1 << 16

    private static func function<Function>(_ name: String, as type: Function.Type) -> Function? {
      unsafe dlsym(nil, name).map { unsafe unsafeBitCast($0, to: type) }
    }

    /// Returns the names of a file's extended attributes.
    private static func names(of path: Pathname) -> [[UInt8]] {
      guard let list = unsafe function("listxattr", as: ListFunction.self) else { return [] }
      // Bound: a constant.
      var bytes = [UInt8](repeating: 0, count: maximumByteCount)
      let count = unsafe path.withTerminated { path in
        unsafe bytes.withUnsafeMutableBytes { unsafe list(path, $0.baseAddress, $0.count) }
      }
      guard count > 0, count <= bytes.count else { return [] }
      return bytes[..<count].split(separator: 0).map { Array($0) }
    }

    private static func value(of name: [UInt8], _ path: Pathname) -> [UInt8]? {
      guard let get = unsafe function("getxattr", as: GetFunction.self) else { return nil }
      let terminated = name.map { CChar(bitPattern: $0) } + [0]
      // Bound: a constant.
      var bytes = [UInt8](repeating: 0, count: maximumByteCount)
      let count = unsafe path.withTerminated { path in
        unsafe terminated.withUnsafeBufferPointer { name in
          // Holds: the array is never empty, so it has an address.
          unsafe bytes.withUnsafeMutableBytes { unsafe get(path, name.baseAddress!, $0.baseAddress, $0.count) }
        }
      }
      return count >= 0 && count <= bytes.count ? Array(bytes[..<count]) : nil
    }
  #else
    private static func names(of path: Pathname) -> [[UInt8]] { [] }
  #endif
}

private func readStatus(_ path: UnsafePointer<CChar>, _ status: inout stat) -> Int32 { unsafe stat(path, &status) }
