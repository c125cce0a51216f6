// The names are Apple's.
// swift-format-ignore-file: NoLeadingUnderscores

public import CCoreMedia
public import CoreFoundation
public import Foundation

// Apple's Swift view of block buffers: making them and adding to them.

/// A protocol that gives `CMBlockBuffer` its initializers, which a Core Foundation class cannot take in an extension.
public protocol _CMBlockBufferInitTrampoline {}

extension CMBlockBuffer: _CMBlockBufferInitTrampoline {}

extension CMBlockBuffer {
  /// Allocates a number of bytes.
  public typealias CustomBlockAllocator = (Int) -> UnsafeMutableRawPointer?
  /// Frees memory of the given number of bytes.
  public typealias CustomBlockDeallocator = (UnsafeMutableRawPointer, Int) -> Void

  /// The errors of the block buffer functions.
  public struct Error {
    /// There is no memory for the buffer itself.
    public static var structureAllocationFailed: NSError { Failure(kCMBlockBufferStructureAllocationFailedErr).error }
    /// There is no memory for a block.
    public static var blockAllocationFailed: NSError { Failure(kCMBlockBufferBlockAllocationFailedErr).error }
    /// The allocation functions have an unknown version.
    public static var badCustomBlockSource: NSError { Failure(kCMBlockBufferBadCustomBlockSourceErr).error }
    /// The offset is outside the buffer.
    public static var badOffsetParameter: NSError { Failure(kCMBlockBufferBadOffsetParameterErr).error }
    /// There are fewer bytes than requested.
    public static var badLengthParameter: NSError { Failure(kCMBlockBufferBadLengthParameterErr).error }
    /// A pointer is null, or does not point to a buffer.
    public static var badPointerParameter: NSError { Failure(kCMBlockBufferBadPointerParameterErr).error }
    /// The buffer is empty.
    public static var emptyBlockBuffer: NSError { Failure(kCMBlockBufferEmptyBBufErr).error }
    /// The memory is not allocated yet.
    public static var unallocatedBlock: NSError { Failure(kCMBlockBufferUnallocatedBlockErr).error }
    /// There is not enough room.
    public static var insufficientSpace: NSError { Failure(kCMBlockBufferInsufficientSpaceErr).error }
  }

  /// Options for making blocks.
  public struct Flags: OptionSet, Sendable {
    /// The flags as C has them.
    public let rawValue: UInt32
    /// Creates flags from C's.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// Allocate memory at once.
    public static let assureMemoryNow = Flags(rawValue: kCMBlockBufferAssureMemoryNowFlag)
    /// Copy bytes even if they are contiguous.
    public static let alwaysCopyData = Flags(rawValue: kCMBlockBufferAlwaysCopyDataFlag)
    /// Preserve a reference to a buffer of references.
    public static let dontOptimizeDepth = Flags(rawValue: kCMBlockBufferDontOptimizeDepthFlag)
    /// A reference may be empty.
    public static let permitEmptyReference = Flags(rawValue: kCMBlockBufferPermitEmptyReferenceFlag)
  }

  /// The buffer itself.
  var content: BlockBuffer { unsafe unsafeBitCast(self, to: BlockBuffer.self) }

  /// The type of all block buffers.
  public static var typeID: CFTypeID { cmBlockBufferGetTypeID() }

  /// True if nothing was ever added.
  public var isEmpty: Bool { content.parts.isEmpty }

  /// Calls `body` with the contiguous bytes from an offset on, in the buffer's own memory.
  public func withUnsafeMutableBytes<R>(
    atOffset offset: Int = 0, _ body: (UnsafeMutableRawBufferPointer) throws -> R
  ) throws -> R {
    let part = try throwingErrors { () throws(Failure) in
      guard offset >= 0, offset < content.byteCount else { throw Failure(kCMBlockBufferBadOffsetParameterErr) }
      return try content.parts(in: offset, content.byteCount - offset).first
    }
    guard let part, let address = unsafe part.block.address else { throw Error.unallocatedBlock }
    return try withExtendedLifetime(self) {
      try unsafe body(UnsafeMutableRawBufferPointer(start: address + part.offset, count: part.byteCount))
    }
  }
}

// MARK: Making

extension _CMBlockBufferInitTrampoline {
  /// Creates an empty buffer.
  ///
  /// - Parameter capacity: Blocks that are likely to come.
  public init(capacity: Int = 0, flags: CMBlockBuffer.Flags = []) throws { try self.init { _ throws(Failure) in } }

  /// Creates a buffer over existing memory, which an allocator frees.
  public init(
    buffer: UnsafeMutableRawBufferPointer, allocator: CFAllocator? = kCFAllocatorDefault,
    flags: CMBlockBuffer.Flags = []
  ) throws {
    try self.init { content throws(Failure) in
      try unsafe content.append(buffer, 0..<buffer.count, owner: .allocator(allocator), flags)
    }
  }

  /// Creates a buffer over a part of existing memory; an allocator frees all of it.
  public init(
    buffer: Slice<UnsafeMutableRawBufferPointer>, allocator: CFAllocator? = kCFAllocatorDefault,
    flags: CMBlockBuffer.Flags = []
  ) throws {
    try self.init { content throws(Failure) in
      try unsafe content.append(buffer.base, buffer.startIndex..<buffer.endIndex, owner: .allocator(allocator), flags)
    }
  }

  /// Creates a buffer over an allocator's memory, or a part of it.
  public init(
    length: Int, allocator: CFAllocator? = kCFAllocatorDefault, range: Range<Int>? = nil,
    flags: CMBlockBuffer.Flags = []
  ) throws {
    try self.init { content throws(Failure) in
      try content.append(length: length, range, owner: .allocator(allocator), flags)
    }
  }

  /// Creates a buffer over existing memory, which a closure frees.
  public init(
    buffer: UnsafeMutableRawBufferPointer, deallocator: @escaping CMBlockBuffer.CustomBlockDeallocator,
    flags: CMBlockBuffer.Flags = []
  ) throws {
    try self.init { content throws(Failure) in
      try unsafe content.append(buffer, 0..<buffer.count, owner: .closures({ _ in nil }, deallocator), flags)
    }
  }

  /// Creates a buffer over a part of existing memory; a closure frees all of it.
  public init(
    buffer: Slice<UnsafeMutableRawBufferPointer>, deallocator: @escaping CMBlockBuffer.CustomBlockDeallocator,
    flags: CMBlockBuffer.Flags = []
  ) throws {
    try self.init { content throws(Failure) in
      try unsafe content.append(
        buffer.base, buffer.startIndex..<buffer.endIndex, owner: .closures({ _ in nil }, deallocator), flags)
    }
  }

  /// Creates a buffer over memory, or a part of it, that one closure allocates and another frees.
  public init(
    length: Int, allocator: @escaping CMBlockBuffer.CustomBlockAllocator,
    deallocator: @escaping CMBlockBuffer.CustomBlockDeallocator, range: Range<Int>? = nil,
    flags: CMBlockBuffer.Flags = []
  ) throws {
    try self.init { content throws(Failure) in
      try content.append(length: length, range, owner: unsafe .closures(allocator, deallocator), flags)
    }
  }

  /// Creates a buffer that refers to another's bytes.
  public init<T: CMBlockBufferProtocol>(bufferReference: T, flags: CMBlockBuffer.Flags = []) throws {
    try self.init { content throws(Failure) in try content.append(referenceTo: bufferReference, flags) }
  }

  private init(_ fill: (BlockBuffer) throws(Failure) -> Void) throws {
    let content = BlockBuffer()
    try throwingErrors { () throws(Failure) in try fill(content) }
    self = unsafe unsafeBitCast(content, to: Self.self)
  }
}

// MARK: Adding

extension CMBlockBuffer {
  /// Adds an allocator's memory, or a part of it.
  public func append(
    length: Int, allocator: CFAllocator? = kCFAllocatorDefault, range: Range<Int>? = nil, flags: Flags = []
  ) throws {
    try throwingErrors { () throws(Failure) in
      try content.append(length: length, range, owner: .allocator(allocator), flags)
    }
  }

  /// Adds existing memory, which an allocator frees.
  public func append(
    buffer: UnsafeMutableRawBufferPointer, allocator: CFAllocator? = kCFAllocatorDefault, flags: Flags = []
  ) throws {
    try throwingErrors { () throws(Failure) in
      try unsafe content.append(buffer, 0..<buffer.count, owner: .allocator(allocator), flags)
    }
  }

  /// Adds a part of existing memory; an allocator frees all of it.
  public func append(
    buffer: Swift.Slice<UnsafeMutableRawBufferPointer>, allocator: CFAllocator? = kCFAllocatorDefault,
    flags: Flags = []
  ) throws {
    try throwingErrors { () throws(Failure) in
      try unsafe content.append(buffer.base, buffer.startIndex..<buffer.endIndex, owner: .allocator(allocator), flags)
    }
  }

  /// Adds memory, or a part of it, that one closure allocates and another frees.
  public func append(
    length: Int, allocator: @escaping CustomBlockAllocator, deallocator: @escaping CustomBlockDeallocator,
    range: Range<Int>? = nil, flags: Flags = []
  ) throws {
    try throwingErrors { () throws(Failure) in
      try content.append(length: length, range, owner: unsafe .closures(allocator, deallocator), flags)
    }
  }

  /// Adds existing memory, which a closure frees.
  public func append(
    buffer: UnsafeMutableRawBufferPointer, deallocator: @escaping CustomBlockDeallocator, flags: Flags = []
  ) throws {
    try throwingErrors { () throws(Failure) in
      try unsafe content.append(buffer, 0..<buffer.count, owner: .closures({ _ in nil }, deallocator), flags)
    }
  }

  /// Adds a part of existing memory; a closure frees all of it.
  public func append(
    buffer: Swift.Slice<UnsafeMutableRawBufferPointer>, deallocator: @escaping CustomBlockDeallocator,
    flags: Flags = []
  ) throws {
    try throwingErrors { () throws(Failure) in
      try unsafe content.append(
        buffer.base, buffer.startIndex..<buffer.endIndex, owner: .closures({ _ in nil }, deallocator), flags)
    }
  }

  /// Adds a reference to another buffer's bytes.
  public func append<T: CMBlockBufferProtocol>(bufferReference: T, flags: Flags = []) throws {
    try throwingErrors { () throws(Failure) in try content.append(referenceTo: bufferReference, flags) }
  }

  /// Allocates all missing memory.
  public func assureBlockMemory() throws { try throwingErrors { () throws(Failure) in try content.allocate() } }
}
