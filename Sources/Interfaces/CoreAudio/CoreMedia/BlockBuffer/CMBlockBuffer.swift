import CCoreMedia
public import CoreFoundation

// <CoreMedia/CMBlockBuffer.h>. Objects of Core Foundation are no types that a C function in Swift can take: it takes
// their addresses.

/// `CMBlockBufferGetTypeID`.
@c(CMBlockBufferGetTypeID)
public func cmBlockBufferGetTypeID() -> CFTypeID { BlockBuffer.typeID }

/// `CMBlockBufferCreateEmpty`.
@c(CMBlockBufferCreateEmpty)
public func cmBlockBufferCreateEmpty(
  _ structureAllocator: UnsafeRawPointer?, _ subBlockCapacity: UInt32, _ flags: UInt32,
  _ blockBufferOut: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> OSStatus {
  unsafe creating(blockBufferOut) { _ throws(Failure) in }
}

/// `CMBlockBufferCreateWithMemoryBlock`.
@c(CMBlockBufferCreateWithMemoryBlock)
public func cmBlockBufferCreateWithMemoryBlock(
  _ structureAllocator: UnsafeRawPointer?, _ memoryBlock: UnsafeMutableRawPointer?, _ blockLength: Int,
  _ blockAllocator: UnsafeRawPointer?, _ customBlockSource: UnsafeRawPointer?, _ offsetToData: Int, _ dataLength: Int,
  _ flags: UInt32, _ blockBufferOut: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> OSStatus {
  unsafe creating(blockBufferOut) { buffer throws(Failure) in
    let block = try unsafe block(memoryBlock, blockLength, blockAllocator, customBlockSource, flags)
    try buffer.append(block, offset: offsetToData, byteCount: dataLength)
  }
}

/// `CMBlockBufferCreateWithBufferReference`.
@c(CMBlockBufferCreateWithBufferReference)
public func cmBlockBufferCreateWithBufferReference(
  _ structureAllocator: UnsafeRawPointer?, _ bufferReference: UnsafeRawPointer?, _ offsetToData: Int,
  _ dataLength: Int, _ flags: UInt32, _ blockBufferOut: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> OSStatus {
  unsafe creating(blockBufferOut) { buffer throws(Failure) in
    let source = try unsafe blockBuffer(bufferReference)
    try requireBytes(of: source, flags)
    try buffer.append(source, offset: offsetToData, byteCount: dataLength)
  }
}

/// `CMBlockBufferCreateContiguous`: refers to the source if its bytes are contiguous, otherwise copies them.
@c(CMBlockBufferCreateContiguous)
public func cmBlockBufferCreateContiguous(
  _ structureAllocator: UnsafeRawPointer?, _ sourceBuffer: UnsafeRawPointer?, _ blockAllocator: UnsafeRawPointer?,
  _ customBlockSource: UnsafeRawPointer?, _ offsetToData: Int, _ dataLength: Int, _ flags: UInt32,
  _ blockBufferOut: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> OSStatus {
  unsafe creating(blockBufferOut) { buffer throws(Failure) in
    let source = try unsafe blockBuffer(sourceBuffer)
    try requireBytes(of: source, 0)
    let count = try source.byteCount(from: offsetToData, orAll: dataLength)
    let parts = try source.parts(in: offsetToData, count)
    if parts.count <= 1, flags & kCMBlockBufferAlwaysCopyDataFlag == 0 {
      return try buffer.append(source, offset: offsetToData, byteCount: count)
    }
    let block = try unsafe block(nil, count, blockAllocator, customBlockSource, kCMBlockBufferAssureMemoryNowFlag)
    try unsafe source.forEachPart(in: offsetToData, count) { memory, done in
      guard let target = unsafe block.address, let base = memory.baseAddress else { return }
      unsafe (target + done).copyMemory(from: base, byteCount: memory.count)
    }
    try buffer.append(block, offset: 0, byteCount: count)
  }
}

/// `CMBlockBufferAppendMemoryBlock`.
@c(CMBlockBufferAppendMemoryBlock)
public func cmBlockBufferAppendMemoryBlock(
  _ theBuffer: UnsafeRawPointer?, _ memoryBlock: UnsafeMutableRawPointer?, _ blockLength: Int,
  _ blockAllocator: UnsafeRawPointer?, _ customBlockSource: UnsafeRawPointer?, _ offsetToData: Int, _ dataLength: Int,
  _ flags: UInt32
) -> OSStatus {
  Failure.of { () throws(Failure) in
    let buffer = try unsafe blockBuffer(theBuffer)
    let block = try unsafe block(memoryBlock, blockLength, blockAllocator, customBlockSource, flags)
    try buffer.append(block, offset: offsetToData, byteCount: dataLength)
  }
}

/// `CMBlockBufferAppendBufferReference`.
@c(CMBlockBufferAppendBufferReference)
public func cmBlockBufferAppendBufferReference(
  _ theBuffer: UnsafeRawPointer?, _ targetBBuf: UnsafeRawPointer?, _ offsetToData: Int, _ dataLength: Int,
  _ flags: UInt32
) -> OSStatus {
  Failure.of { () throws(Failure) in
    let source = try unsafe blockBuffer(targetBBuf)
    try requireBytes(of: source, flags)
    try unsafe blockBuffer(theBuffer).append(source, offset: offsetToData, byteCount: dataLength)
  }
}

/// `CMBlockBufferAssureBlockMemory`.
@c(CMBlockBufferAssureBlockMemory)
public func cmBlockBufferAssureBlockMemory(_ theBuffer: UnsafeRawPointer?) -> OSStatus {
  Failure.of { () throws(Failure) in try unsafe blockBuffer(theBuffer).allocate() }
}

// MARK: Bytes

/// `CMBlockBufferAccessDataBytes`.
@c(CMBlockBufferAccessDataBytes)
public func cmBlockBufferAccessDataBytes(
  _ theBuffer: UnsafeRawPointer?, _ offset: Int, _ length: Int, _ temporaryBlock: UnsafeMutableRawPointer?,
  _ returnedPointerOut: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> OSStatus {
  Failure.of { () throws(Failure) in
    let buffer = try unsafe blockBuffer(theBuffer)
    guard let out = unsafe returnedPointerOut else { throw Failure(kCMBlockBufferBadPointerParameterErr) }
    let parts = try buffer.parts(in: offset, length)
    if parts.count == 1 {
      guard let address = unsafe parts[0].block.address else { throw Failure(kCMBlockBufferUnallocatedBlockErr) }
      unsafe out.pointee = address + parts[0].offset
      return
    }
    let status = unsafe cmBlockBufferCopyDataBytes(theBuffer, offset, length, temporaryBlock)
    guard status == noErr else { throw Failure(status) }
    unsafe out.pointee = temporaryBlock
  }
}

/// `CMBlockBufferCopyDataBytes`.
@c(CMBlockBufferCopyDataBytes)
public func cmBlockBufferCopyDataBytes(
  _ theSourceBuffer: UnsafeRawPointer?, _ offsetToData: Int, _ dataLength: Int,
  _ destination: UnsafeMutableRawPointer?
) -> OSStatus {
  Failure.of { () throws(Failure) in
    let buffer = try unsafe blockBuffer(theSourceBuffer)
    guard let destination = unsafe destination else { throw Failure(kCMBlockBufferBadPointerParameterErr) }
    try unsafe buffer.forEachPart(in: offsetToData, dataLength) { memory, done in
      if let base = memory.baseAddress {
        unsafe (destination + done).copyMemory(from: base, byteCount: memory.count)
      }
    }
  }
}

/// `CMBlockBufferReplaceDataBytes`: allocates missing memory.
@c(CMBlockBufferReplaceDataBytes)
public func cmBlockBufferReplaceDataBytes(
  _ sourceBytes: UnsafeRawPointer?, _ destinationBuffer: UnsafeRawPointer?, _ offsetIntoDestination: Int,
  _ dataLength: Int
) -> OSStatus {
  Failure.of { () throws(Failure) in
    let buffer = try unsafe blockBuffer(destinationBuffer)
    guard let source = unsafe sourceBytes else { throw Failure(kCMBlockBufferBadPointerParameterErr) }
    try buffer.allocate()
    try unsafe buffer.forEachPart(in: offsetIntoDestination, dataLength) { memory, done in
      unsafe memory.copyMemory(from: UnsafeRawBufferPointer(start: source + done, count: memory.count))
    }
  }
}

/// `CMBlockBufferFillDataBytes`: allocates missing memory.
@c(CMBlockBufferFillDataBytes)
public func cmBlockBufferFillDataBytes(
  _ fillByte: CChar, _ destinationBuffer: UnsafeRawPointer?, _ offsetIntoDestination: Int, _ dataLength: Int
) -> OSStatus {
  Failure.of { () throws(Failure) in
    let buffer = try unsafe blockBuffer(destinationBuffer)
    try buffer.allocate()
    let count = try buffer.byteCount(from: offsetIntoDestination, orAll: dataLength)
    try unsafe buffer.forEachPart(in: offsetIntoDestination, count) { memory, _ in
      unsafe memory.initializeMemory(as: UInt8.self, repeating: UInt8(bitPattern: fillByte))
    }
  }
}

/// `CMBlockBufferGetDataPointer`.
@c(CMBlockBufferGetDataPointer)
public func cmBlockBufferGetDataPointer(
  _ theBuffer: UnsafeRawPointer?, _ offset: Int, _ lengthAtOffsetOut: UnsafeMutablePointer<Int>?,
  _ totalLengthOut: UnsafeMutablePointer<Int>?, _ dataPointerOut: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> OSStatus {
  Failure.of { () throws(Failure) in
    let buffer = try unsafe blockBuffer(theBuffer)
    let total = buffer.byteCount
    guard offset >= 0, offset < total || (offset == 0 && total == 0) else {
      throw Failure(kCMBlockBufferBadOffsetParameterErr)
    }
    let part = try buffer.parts(in: offset, total - offset).first
    if let out = unsafe dataPointerOut {
      guard let part, let address = unsafe part.block.address else { throw Failure(kCMBlockBufferUnallocatedBlockErr) }
      unsafe out.pointee = address + part.offset
    }
    if let out = unsafe lengthAtOffsetOut { unsafe out.pointee = part?.byteCount ?? 0 }
    if let out = unsafe totalLengthOut { unsafe out.pointee = total }
  }
}

/// `CMBlockBufferGetDataLength`: 0 for any other object.
@c(CMBlockBufferGetDataLength)
public func cmBlockBufferGetDataLength(_ theBuffer: UnsafeRawPointer?) -> Int {
  (try? unsafe blockBuffer(theBuffer).byteCount) ?? 0
}

/// `CMBlockBufferIsRangeContiguous`.
@c(CMBlockBufferIsRangeContiguous)
public func cmBlockBufferIsRangeContiguous(_ theBuffer: UnsafeRawPointer?, _ offset: Int, _ length: Int) -> Bool {
  guard let buffer = try? unsafe blockBuffer(theBuffer) else { return false }
  guard let count = try? buffer.byteCount(from: offset, orAll: length) else { return false }
  return (try? buffer.parts(in: offset, count).count <= 1) ?? false
}

/// `CMBlockBufferIsEmpty`.
@c(CMBlockBufferIsEmpty)
public func cmBlockBufferIsEmpty(_ theBuffer: UnsafeRawPointer?) -> Bool {
  (try? unsafe blockBuffer(theBuffer).parts.isEmpty) ?? true
}

// MARK: Helpers

/// Returns the block buffer at an address.
@unsafe
private func blockBuffer(_ pointer: UnsafeRawPointer?) throws(Failure) -> BlockBuffer {
  try unsafe object(pointer, BlockBuffer.self, orThrow: kCMBlockBufferBadPointerParameterErr)
}

/// Rejects an empty buffer, unless the caller permits one.
private func requireBytes(of buffer: BlockBuffer, _ flags: UInt32) throws(Failure) {
  guard buffer.byteCount > 0 || flags & kCMBlockBufferPermitEmptyReferenceFlag != 0 else {
    throw Failure(kCMBlockBufferEmptyBBufErr)
  }
}

/// Makes a buffer and hands its first reference over.
@unsafe
private func creating(
  _ out: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, _ fill: (BlockBuffer) throws(Failure) -> Void
) -> OSStatus {
  Failure.of { () throws(Failure) in
    try unsafe handOver(out, orThrow: kCMBlockBufferBadPointerParameterErr) { () throws(Failure) in
      let buffer = BlockBuffer()
      try fill(buffer)
      return buffer
    }
  }
}

/// Returns a block for a caller's description.
@unsafe
private func block(
  _ memory: UnsafeMutableRawPointer?, _ length: Int, _ allocator: UnsafeRawPointer?, _ source: UnsafeRawPointer?,
  _ flags: UInt32
) throws(Failure) -> MemoryBlock {
  guard length > 0 else { throw Failure(kCMBlockBufferBadLengthParameterErr) }
  var owner = MemoryBlock.Owner.allocator(
    unsafe allocator.map { unsafe Unmanaged<CFAllocator>.fromOpaque($0).takeUnretainedValue() })
  if let source = unsafe source {
    guard let functions = unsafe CustomBlockSource(source) else { throw Failure(kCMBlockBufferBadCustomBlockSourceErr) }
    owner = .functions(functions)
  }
  let block = unsafe MemoryBlock(memory, byteCount: length, owner: owner)
  if flags & kCMBlockBufferAssureMemoryNowFlag != 0, !block.allocate() {
    throw Failure(kCMBlockBufferBlockAllocationFailedErr)
  }
  return block
}
