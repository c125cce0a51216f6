// Memory for a C library. `unsafe` marks the allocation, the accesses, each of which is checked against the size, and
// the address that is passed to the library.

// Bound throughout: sizes come from packets, which containers bound, and from a decoder's own block.
// Holds throughout: each access is within the size.

/// Memory for a C library: allocated separately from Swift's, followed by guard bytes.
@safe package struct OwnMemory: ~Copyable {
  /// The number of bytes that the library may use.
  package let byteCount: Int
  /// The address of the first byte, valid as long as this value lives.
  package let address: UnsafeMutableRawPointer
  /// The number of bytes after the memory's own that must not change.
  private static let guardByteCount = 1024
  private static let guardByte: UInt8 = 0xA5

  /// Allocates zeroed memory.
  package init(byteCount: Int) {
    precondition(byteCount >= 0 && byteCount < Int.max - Self.guardByteCount)
    self.byteCount = byteCount
    unsafe address = UnsafeMutableRawPointer.allocate(byteCount: byteCount + Self.guardByteCount, alignment: 64)
    unsafe address.initializeMemory(as: UInt8.self, repeating: 0, count: byteCount)
    unsafe (address + byteCount).initializeMemory(as: UInt8.self, repeating: Self.guardByte, count: Self.guardByteCount)
  }

  deinit { unsafe address.deallocate() }

  /// True if nothing was written beyond the memory.
  package var isGuardIntact: Bool {
    (0..<Self.guardByteCount).allSatisfy {
      unsafe address.load(fromByteOffset: byteCount + $0, as: UInt8.self) == Self.guardByte
    }
  }

  /// Copies bytes to the beginning.
  package func store(_ bytes: Span<UInt8>) {
    precondition(bytes.count <= byteCount)
    unsafe bytes.withUnsafeBufferPointer { source in
      guard let first = source.baseAddress else { return }
      unsafe address.copyMemory(from: first, byteCount: bytes.count)
    }
  }

  /// Copies the first bytes out.
  package func append(_ count: Int, to bytes: inout [UInt8]) {
    precondition(count >= 0 && count <= byteCount)
    let start = bytes.count
    bytes.append(contentsOf: repeatElement(0, count: count))
    for index in 0..<count { bytes[start + index] = unsafe address.load(fromByteOffset: index, as: UInt8.self) }
  }

  /// Copies one float of every `stride`, from index `first` on.
  package func copyFloats(from first: Int, stride: Int, to samples: inout MutableSpan<Float>) {
    guard samples.count > 0 else { return }
    precondition(first >= 0 && stride > 0)
    precondition((first + (samples.count - 1) * stride + 1) * 4 <= byteCount)
    for index in samples.indices {
      samples[index] = unsafe address.load(fromByteOffset: (first + index * stride) * 4, as: Float.self)
    }
  }

  /// Stores floats at intervals of `stride`, from index `first` on, each limited to a magnitude.
  package func storeFloats(_ samples: Span<Float>, from first: Int, stride: Int, limit: Float) {
    guard samples.count > 0 else { return }
    precondition(first >= 0 && stride > 0)
    precondition((first + (samples.count - 1) * stride + 1) * 4 <= byteCount)
    for index in samples.indices {
      let sample = samples[index].limited(to: limit)
      unsafe address.storeBytes(of: sample, toByteOffset: (first + index * stride) * 4, as: Float.self)
    }
  }

  /// Sets all floats to 0.
  package func clear() { unsafe address.initializeMemory(as: UInt8.self, repeating: 0, count: byteCount) }

  /// Reads a number from the library's structure, at a byte offset.
  package func load<Number: BitwiseCopyable>(_ type: Number.Type, at offset: Int) -> Number {
    precondition(offset >= 0 && offset + MemoryLayout<Number>.size <= byteCount)
    return unsafe address.loadUnaligned(fromByteOffset: offset, as: type)
  }

  /// Sets a number of a structure.
  package func store<Number: BitwiseCopyable>(_ number: Number, at offset: Int) {
    precondition(offset >= 0 && offset + MemoryLayout<Number>.size <= byteCount)
    unsafe address.storeBytes(of: number, toByteOffset: offset, as: Number.self)
  }
}
