import AudioToolbox
import CCoreMedia
import CoreFoundation

/// The channels of a buffer's sound as a buffer list shows them: one range of bytes, or one per channel.
struct SoundPlanes {
  /// The number of buffers in the list.
  let count: Int
  /// Channels in each.
  let channelsPerBuffer: UInt32
  /// The number of bytes in each.
  let byteCount: Int

  init(_ buffer: SampleBuffer, _ sound: AudioStreamBasicDescription, dataByteCount: Int) throws(Failure) {
    let isPlanar = Self.isPlanar(sound)
    count = isPlanar ? Int(sound.mChannelsPerFrame) : 1
    channelsPerBuffer = isPlanar ? 1 : sound.mChannelsPerFrame
    var total = buffer.totalSize
    if buffer.sizes.isEmpty {
      let perFrame = Int(sound.mBytesPerFrame).multipliedReportingOverflow(by: count)
      let frames = perFrame.overflow ? perFrame : buffer.count.multipliedReportingOverflow(by: perFrame.partialValue)
      let isPCM = sound.mFormatID == kAudioFormatLinearPCM && sound.mBytesPerFrame > 0
      total = isPCM && !frames.overflow ? frames.partialValue : dataByteCount
    }
    guard total >= 0, total <= dataByteCount else { throw Failure(kCMSampleBufferError_InvalidSampleData) }
    byteCount = total / count
  }

  /// Returns true if each channel has its own buffer.
  static func isPlanar(_ sound: AudioStreamBasicDescription) -> Bool {
    sound.mFormatID == kAudioFormatLinearPCM && sound.mFormatFlags & kAudioFormatFlagIsNonInterleaved != 0
      && sound.mChannelsPerFrame > 0
  }

  /// Returns the number of bytes of an `AudioBufferList` for a format.
  static func listByteCount(_ sound: AudioStreamBasicDescription) -> Int {
    AudioBufferList.sizeInBytes(maximumBuffers: isPlanar(sound) ? Int(sound.mChannelsPerFrame) : 1)
  }
}

extension SampleBuffer {
  /// Returns the data, which must be there.
  private func readyData() throws(Failure) -> BlockBuffer {
    try makeReady()
    guard let data else { throw Failure(kCMSampleBufferError_RequiredParameterMissing) }
    return data
  }

  /// Returns the data such that each buffer of a list is contiguous, in memory that the result holds.
  ///
  /// - Returns: The bytes of all planes, one part per plane, without a copy if they are already contiguous.
  func contiguousPlanes(
    isAligned: Bool, _ allocator: CFAllocator?
  ) throws(Failure) -> (data: BlockBuffer, planes: SoundPlanes) {
    let sound = try soundFormat()
    let source = try readyData()
    let planes = try SoundPlanes(self, sound, dataByteCount: source.byteCount)
    let result = BlockBuffer()
    for plane in 0..<planes.count where planes.byteCount > 0 {
      let parts = try source.parts(in: plane * planes.byteCount, planes.byteCount)
      if parts.count == 1, let address = unsafe parts[0].block.address,
        unsafe !isAligned || UInt(bitPattern: address + parts[0].offset) % 16 == 0
      {
        try result.append(parts[0].block, offset: parts[0].offset, byteCount: planes.byteCount)
        continue
      }
      let (block, offset) = try alignedBlock(planes.byteCount, allocator)
      guard let target = unsafe block.address else { throw Failure(kCMSampleBufferError_AllocationFailed) }
      try unsafe source.forEachPart(in: plane * planes.byteCount, planes.byteCount) { memory, done in
        if let base = memory.baseAddress {
          unsafe (target + offset + done).copyMemory(from: base, byteCount: memory.count)
        }
      }
      try result.append(block, offset: offset, byteCount: planes.byteCount)
    }
    return (result, planes)
  }

  /// Copies the buffers of a caller's list and makes them the data.
  @unsafe
  func setData(
    _ list: UnsafePointer<AudioBufferList>, _ allocator: CFAllocator?
  ) throws(Failure) {
    guard data == nil else { throw Failure(kCMSampleBufferError_AlreadyHasDataBuffer) }
    let sound = try soundFormat()
    let buffers = unsafe UnsafeMutableAudioBufferListPointer(UnsafeMutablePointer(mutating: list))
    let expected = SoundPlanes.isPlanar(sound) ? Int(sound.mChannelsPerFrame) : 1
    guard unsafe buffers.count == expected else { throw Failure(kCMSampleBufferError_InvalidEntryCount) }
    let byteCount = unsafe Int(buffers[0].mDataByteSize)
    let made = BlockBuffer()
    for index in 0..<expected {
      guard unsafe Int(buffers[index].mDataByteSize) == byteCount else {
        throw Failure(kCMSampleBufferError_InvalidSampleData)
      }
      guard byteCount > 0 else { continue }
      guard let bytes = unsafe buffers[index].mData else {
        throw Failure(kCMSampleBufferError_RequiredParameterMissing)
      }
      let (block, offset) = try alignedBlock(byteCount, allocator)
      unsafe block.address?.advanced(by: offset).copyMemory(from: bytes, byteCount: byteCount)
      try made.append(block, offset: offset, byteCount: byteCount)
    }
    // Missing data would otherwise be noticed only when it is read.
    _ = try SoundPlanes(self, sound, dataByteCount: made.byteCount)
    try setData(made)
    // The copy is whole, so that a buffer that was made empty can be read at once.
    if case .awaited = readiness { setReady() }
  }

  /// Copies frames of PCM into a caller's list, from its first byte on.
  @unsafe
  func copyFrames(
    _ offset: Int, _ frameCount: Int, into list: UnsafeMutablePointer<AudioBufferList>
  ) throws(Failure) {
    let sound = try soundFormat()
    guard sound.mFormatID == kAudioFormatLinearPCM, sound.mBytesPerFrame > 0 else {
      throw Failure(kCMSampleBufferError_InvalidMediaFormat)
    }
    guard isReady, let data else { throw Failure(kCMSampleBufferError_BufferNotReady) }
    guard offset >= 0, frameCount >= 0, offset <= count, frameCount <= count - offset else {
      throw Failure(kCMSampleBufferError_SampleIndexOutOfRange)
    }
    let planes = try SoundPlanes(self, sound, dataByteCount: data.byteCount)
    let buffers = unsafe UnsafeMutableAudioBufferListPointer(list)
    let (start, byteCount) = (offset * Int(sound.mBytesPerFrame), frameCount * Int(sound.mBytesPerFrame))
    guard unsafe buffers.count == planes.count else { throw Failure(kCMSampleBufferError_InvalidEntryCount) }
    for plane in 0..<planes.count {
      let buffer = unsafe buffers[plane]
      guard unsafe buffer.mNumberChannels == planes.channelsPerBuffer, unsafe Int(buffer.mDataByteSize) >= byteCount
      else {
        throw Failure(kCMSampleBufferError_ArrayTooSmall)
      }
      guard unsafe byteCount == 0 || buffer.mData != nil else {
        throw Failure(kCMSampleBufferError_RequiredParameterMissing)
      }
    }
    for plane in 0..<planes.count where byteCount > 0 {
      guard let target = unsafe buffers[plane].mData else { continue }
      try unsafe data.forEachPart(in: plane * planes.byteCount + start, byteCount) { memory, done in
        if let base = memory.baseAddress { unsafe (target + done).copyMemory(from: base, byteCount: memory.count) }
      }
    }
  }
}

/// Returns a block with room for some bytes that begin at a multiple of 16, and where they begin.
private func alignedBlock(
  _ byteCount: Int, _ allocator: CFAllocator?
) throws(Failure) -> (block: MemoryBlock, offset: Int) {
  let block = unsafe MemoryBlock(nil, byteCount: byteCount + 15, owner: .allocator(allocator))
  guard block.allocate(), let address = unsafe block.address else {
    throw Failure(kCMSampleBufferError_AllocationFailed)
  }
  return (block, Int((16 - UInt(bitPattern: address) % 16) % 16))
}
