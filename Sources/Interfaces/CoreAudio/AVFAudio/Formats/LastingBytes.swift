import AudioBase

/// Bytes at addresses that hold for as long as the process.
///
/// Programs take `format.streamDescription` and `layout.layout` from objects that are deallocated immediately after; on
/// Apple's systems these stay until the autorelease pool drains. There are few different formats and layouts, so that
/// each is kept once and never freed.
enum LastingBytes {
  /// The addresses of the kept bytes.
  private static let table = Lock<[[UInt8]: UInt]>([:])

  /// Returns the address of such bytes, in memory aligned for any number.
  static func address(of bytes: [UInt8]) -> UnsafeRawPointer {
    let address = table.withLock { table in
      if let known = table[bytes] { return known }
      let memory = UnsafeMutableRawPointer.allocate(byteCount: max(1, bytes.count), alignment: 16)
      unsafe bytes.withUnsafeBytes { source in
        if let base = source.baseAddress { unsafe memory.copyMemory(from: base, byteCount: source.count) }
      }
      let address = UInt(bitPattern: memory)
      table[bytes] = address
      return address
    }
    guard let pointer = unsafe UnsafeRawPointer(bitPattern: address) else { preconditionFailure("memory is somewhere") }
    return unsafe pointer
  }
}
