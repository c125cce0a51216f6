// The functions of zlib that PNG needs. `unsafe` marks the calls, whose pointers are those of arrays and their counts;
// zlib.h documents them.

import SystemLibraries

/// zlib, version 1, loaded if the system has it.
@safe struct CompressionLibrary: Sendable {
  private typealias Bound = @convention(c) @Sendable (UInt) -> UInt
  private typealias Compress =
    @convention(c) @Sendable (
      UnsafeMutablePointer<UInt8>?, UnsafeMutablePointer<UInt>, UnsafePointer<UInt8>?, UInt, Int32
    ) -> Int32
  private typealias Check = @convention(c) @Sendable (UInt, UnsafePointer<UInt8>?, UInt32) -> UInt

  private let bound: Bound
  private let compress: Compress
  private let crc32: Check

  /// The library, or `nil` if it is missing or lacks a function.
  static let shared = CompressionLibrary()

  private init?() {
    guard let library = SharedLibrary(["libz.so.1", "libz.1.dylib"]),
      let bound = library.function("compressBound", as: Bound.self),
      let compress = unsafe library.function("compress2", as: Compress.self),
      let crc32 = unsafe library.function("crc32", as: Check.self)
    else { return nil }
    self.bound = bound
    unsafe self.compress = compress
    unsafe self.crc32 = crc32
  }

  /// Returns the bytes in the format of RFC 1950 at zlib's highest compression; `nil` if zlib has no memory.
  func compressed(_ bytes: [UInt8]) -> [UInt8]? {
    let most = Int(clamping: bound(UInt(bytes.count)))
    var result = [UInt8](repeating: 0, count: most)
    var count = UInt(most)
    let status = unsafe result.withUnsafeMutableBufferPointer { target in
      unsafe bytes.withUnsafeBufferPointer { source in
        unsafe compress(target.baseAddress, &count, source.baseAddress, UInt(source.count), 9)
      }
    }
    guard status == 0, count <= UInt(most) else { return nil }
    result.removeLast(most - Int(count))
    return result
  }

  /// Returns the check of PNG's chunks.
  func check(_ bytes: [UInt8]) -> UInt32 {
    unsafe bytes.withUnsafeBufferPointer { source in
      UInt32(truncatingIfNeeded: unsafe crc32(0, source.baseAddress, UInt32(clamping: source.count)))
    }
  }
}
