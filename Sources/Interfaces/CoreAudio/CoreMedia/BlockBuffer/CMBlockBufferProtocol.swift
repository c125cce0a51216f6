public import CCoreMedia
public import CoreFoundation
public import Foundation

/// Bytes of a block buffer: all of them, or a slice.
public protocol CMBlockBufferProtocol {
  /// The buffer.
  var owner: CMBlockBuffer { get }
  /// The first byte, counted from the start of the buffer.
  var startIndex: Int { get }
  /// The index after the last byte, counted from the start of the buffer.
  var endIndex: Int { get }
}

extension CMBlockBuffer: CMBlockBufferProtocol {
  /// The buffer itself.
  public var owner: CMBlockBuffer { self }
  /// The first index: 0.
  public var startIndex: Int { 0 }
  /// The number of bytes.
  public var endIndex: Int { content.byteCount }

  /// A range of a buffer's bytes.
  public struct Slice: CMBlockBufferProtocol {
    /// The buffer.
    public let owner: CMBlockBuffer
    /// The first byte, counted from the start of the buffer.
    public let startIndex: Int
    /// The index after the last byte, counted from the start of the buffer.
    public let endIndex: Int

    fileprivate init(_ bytes: some CMBlockBufferProtocol, _ bounds: Range<Int>) {
      precondition(
        bounds.lowerBound >= bytes.startIndex && bounds.upperBound <= bytes.endIndex, "there are no such bytes")
      owner = bytes.owner
      startIndex = bounds.lowerBound
      endIndex = bounds.upperBound
    }
  }
}

// MARK: Slices

extension CMBlockBufferProtocol {
  /// The bytes from one index up to another, exclusive.
  public subscript(bounds: Range<Int>) -> CMBlockBuffer.Slice { CMBlockBuffer.Slice(self, bounds) }
  /// The bytes from one index up to another, inclusive.
  public subscript(bounds: ClosedRange<Int>) -> CMBlockBuffer.Slice {
    self[bounds.lowerBound..<(bounds.upperBound + 1)]
  }
  /// The bytes up to an index, exclusive.
  public subscript(bounds: PartialRangeUpTo<Int>) -> CMBlockBuffer.Slice { self[startIndex..<bounds.upperBound] }
  /// The bytes up to an index, inclusive.
  public subscript(bounds: PartialRangeThrough<Int>) -> CMBlockBuffer.Slice {
    self[startIndex..<(bounds.upperBound + 1)]
  }
  /// The bytes from an index on.
  public subscript(bounds: PartialRangeFrom<Int>) -> CMBlockBuffer.Slice { self[bounds.lowerBound..<endIndex] }
  /// All the bytes.
  public subscript(bounds: (UnboundedRange_) -> Void) -> CMBlockBuffer.Slice { self[startIndex..<endIndex] }
}

// MARK: Bytes

extension CMBlockBufferProtocol {
  /// The number of bytes.
  public var dataLength: Int { endIndex - startIndex }

  /// True if the bytes are contiguous.
  public var isContiguous: Bool { (try? owner.content.parts(in: startIndex, dataLength).count <= 1) ?? false }

  /// Returns a contiguous buffer of the same bytes: a reference if they are contiguous, otherwise a copy.
  public func makeContiguous(
    allocator: CFAllocator? = kCFAllocatorDefault, flags: CMBlockBuffer.Flags = []
  ) throws -> CMBlockBuffer {
    try makeContiguous(owner: .allocator(allocator), flags)
  }

  /// Returns a contiguous buffer of the same bytes: a reference if they are contiguous, otherwise a copy in memory from
  /// a closure.
  public func makeContiguous(
    allocator: @escaping CMBlockBuffer.CustomBlockAllocator,
    deallocator: @escaping CMBlockBuffer.CustomBlockDeallocator, flags: CMBlockBuffer.Flags = []
  ) throws -> CMBlockBuffer {
    try makeContiguous(owner: unsafe .closures(allocator, deallocator), flags)
  }

  private func makeContiguous(owner memory: MemoryBlock.Owner, _ flags: CMBlockBuffer.Flags) throws -> CMBlockBuffer {
    try throwingErrors { () throws(Failure) in
      let copy = BlockBuffer()
      try copy.appendContiguously(owner.content, startIndex..<endIndex, owner: memory, flags)
      return copy.reference
    }
  }

  /// Calls `body` with contiguous bytes, copied if necessary.
  public func withContiguousStorage<R>(_ body: (UnsafeRawBufferPointer) throws -> R) throws -> R {
    let whole = isContiguous ? self[...] : try makeContiguous()[...]
    let parts = try throwingErrors { () throws(Failure) in
      try whole.owner.content.parts(in: whole.startIndex, whole.dataLength)
    }
    guard let part = parts.first else { return try unsafe body(UnsafeRawBufferPointer(start: nil, count: 0)) }
    guard let address = unsafe part.block.address else { throw CMBlockBuffer.Error.unallocatedBlock }
    return try withExtendedLifetime(whole.owner) {
      try unsafe body(UnsafeRawBufferPointer(start: address + part.offset, count: part.byteCount))
    }
  }

  /// Returns a copy of the bytes.
  public func dataBytes() throws -> Data {
    var data = Data(count: dataLength)
    try unsafe data.withUnsafeMutableBytes { bytes in try unsafe copyDataBytes(to: bytes) }
    return data
  }

  /// Copies the first bytes, as many as the destination holds.
  public func copyDataBytes(to destination: UnsafeMutableRawBufferPointer) throws {
    try throwingErrors { () throws(Failure) in
      try unsafe owner.content.forEachPart(in: startIndex, checked(destination.count)) { memory, done in
        guard let base = memory.baseAddress, let target = destination.baseAddress else { return }
        unsafe (target + done).copyMemory(from: base, byteCount: memory.count)
      }
    }
  }

  /// Overwrites the first bytes, allocating missing memory.
  public func replaceDataBytes(with sourceBytes: UnsafeRawBufferPointer) throws {
    try throwingErrors { () throws(Failure) in
      try owner.content.allocate()
      try unsafe owner.content.forEachPart(in: startIndex, checked(sourceBytes.count)) { memory, done in
        unsafe memory.copyMemory(from: UnsafeRawBufferPointer(rebasing: sourceBytes[done..<(done + memory.count)]))
      }
    }
  }

  /// Sets all bytes to one value, allocating missing memory.
  public func fillDataBytes(with fillByte: UInt8) throws {
    try throwingErrors { () throws(Failure) in
      try owner.content.allocate()
      try unsafe owner.content.forEachPart(in: startIndex, dataLength) { memory, _ in
        unsafe memory.initializeMemory(as: UInt8.self, repeating: fillByte)
      }
    }
  }

  /// Returns a number of bytes that these have.
  private func checked(_ count: Int) throws(Failure) -> Int {
    guard count <= dataLength else { throw Failure(kCMBlockBufferBadLengthParameterErr) }
    return count
  }
}
