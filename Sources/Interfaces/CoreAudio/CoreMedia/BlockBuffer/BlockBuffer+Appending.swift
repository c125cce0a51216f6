import CCoreMedia

// The additions of Apple's Swift view to buffers.

extension BlockBuffer {
  /// The buffer as Swift sees one of Core Media's.
  var reference: CMBlockBuffer { unsafe unsafeBitCast(self, to: CMBlockBuffer.self) }

  /// Adds a range of existing memory.
  @unsafe
  func append(
    _ memory: UnsafeMutableRawBufferPointer, _ range: Range<Int>, owner: MemoryBlock.Owner, _ flags: CMBlockBuffer.Flags
  ) throws(Failure) {
    guard let address = memory.baseAddress else { throw Failure(kCMBlockBufferBadPointerParameterErr) }
    guard memory.count > 0 else { throw Failure(kCMBlockBufferBadLengthParameterErr) }
    let block = unsafe MemoryBlock(address, byteCount: memory.count, owner: owner)
    try append(block, offset: range.lowerBound, byteCount: range.count)
  }

  /// Adds a range of memory that its owner supplies later, or immediately.
  func append(
    length: Int, _ range: Range<Int>?, owner: MemoryBlock.Owner, _ flags: CMBlockBuffer.Flags
  ) throws(Failure) {
    guard length > 0 else { throw Failure(kCMBlockBufferBadLengthParameterErr) }
    let block = unsafe MemoryBlock(nil, byteCount: length, owner: owner)
    if flags.contains(.assureMemoryNow), !block.allocate() { throw Failure(kCMBlockBufferBlockAllocationFailedErr) }
    try append(block, offset: range?.lowerBound ?? 0, byteCount: range?.count ?? length)
  }

  /// Adds bytes of another buffer, without copying them.
  func append(referenceTo bytes: some CMBlockBufferProtocol, _ flags: CMBlockBuffer.Flags) throws(Failure) {
    let count = bytes.dataLength
    guard count > 0 else {
      guard flags.contains(.permitEmptyReference) else { throw Failure(kCMBlockBufferEmptyBBufErr) }
      return
    }
    try append(bytes.owner.content, offset: bytes.startIndex, byteCount: count)
  }

  /// Adds bytes of another buffer: without copying them if they are contiguous, unless the flags request a copy.
  func appendContiguously(
    _ source: BlockBuffer, _ range: Range<Int>, owner: MemoryBlock.Owner, _ flags: CMBlockBuffer.Flags
  ) throws(Failure) {
    guard !range.isEmpty else { throw Failure(kCMBlockBufferEmptyBBufErr) }
    let parts = try source.parts(in: range.lowerBound, range.count)
    if parts.count == 1, !flags.contains(.alwaysCopyData) {
      return try append(parts[0].block, offset: parts[0].offset, byteCount: parts[0].byteCount)
    }
    let block = unsafe MemoryBlock(nil, byteCount: range.count, owner: owner)
    guard block.allocate() else { throw Failure(kCMBlockBufferBlockAllocationFailedErr) }
    try unsafe source.forEachPart(in: range.lowerBound, range.count) { memory, done in
      guard let target = unsafe block.address, let base = memory.baseAddress else { return }
      unsafe (target + done).copyMemory(from: base, byteCount: memory.count)
    }
    try append(block, offset: 0, byteCount: range.count)
  }
}
