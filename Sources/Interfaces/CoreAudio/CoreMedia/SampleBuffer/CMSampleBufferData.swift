public import AudioToolbox
import CCoreMedia
import CoreFoundation

// <CoreMedia/CMSampleBuffer.h>: the data, and whether it is there.

/// `CMSampleBufferSetDataBuffer`.
@c(CMSampleBufferSetDataBuffer)
public func cmSampleBufferSetDataBuffer(_ sbuf: UnsafeRawPointer?, _ dataBuffer: UnsafeRawPointer?) -> OSStatus {
  Failure.of { () throws(Failure) in
    let buffer = try unsafe sampleBuffer(sbuf)
    try unsafe buffer.setData(
      object(dataBuffer, BlockBuffer.self, orThrow: kCMSampleBufferError_RequiredParameterMissing))
  }
}

/// `CMSampleBufferGetDataBuffer`.
@c(CMSampleBufferGetDataBuffer)
public func cmSampleBufferGetDataBuffer(_ sbuf: UnsafeRawPointer?) -> UnsafeMutableRawPointer? {
  unsafe address(of: usable(sbuf)?.data)
}

/// `CMSampleBufferGetImageBuffer`: null, because there are no image buffers here.
@c(CMSampleBufferGetImageBuffer)
public func cmSampleBufferGetImageBuffer(_ sbuf: UnsafeRawPointer?) -> UnsafeMutableRawPointer? { nil }

/// `CMSampleBufferGetFormatDescription`.
@c(CMSampleBufferGetFormatDescription)
public func cmSampleBufferGetFormatDescription(_ sbuf: UnsafeRawPointer?) -> UnsafeRawPointer? {
  unsafe UnsafeRawPointer(address(of: usable(sbuf)?.format))
}

/// `CMSampleBufferGetSampleAttachmentsArray`.
@c(CMSampleBufferGetSampleAttachmentsArray)
public func cmSampleBufferGetSampleAttachmentsArray(
  _ sbuf: UnsafeRawPointer?, _ createIfNecessary: Bool
) -> UnsafeRawPointer? {
  unsafe usable(sbuf)?.sampleAttachments(createIfNecessary: createIfNecessary).map { unsafe address(ofObject: $0) }
}

// MARK: Sound

/// `CMSampleBufferSetDataBufferFromAudioBufferList`: the copy is aligned to 16 bytes, whatever the flags.
@c(CMSampleBufferSetDataBufferFromAudioBufferList)
public func cmSampleBufferSetDataBufferFromAudioBufferList(
  _ sbuf: UnsafeRawPointer?, _ blockBufferStructureAllocator: UnsafeRawPointer?,
  _ blockBufferBlockAllocator: UnsafeRawPointer?, _ flags: UInt32, _ bufferList: UnsafePointer<AudioBufferList>?
) -> OSStatus {
  Failure.of { () throws(Failure) in
    let buffer = try unsafe sampleBuffer(sbuf)
    guard let list = unsafe bufferList else { throw Failure(kCMSampleBufferError_RequiredParameterMissing) }
    try unsafe buffer.setData(list, allocator(blockBufferBlockAllocator))
  }
}

/// `CMSampleBufferGetAudioBufferListWithRetainedBlockBuffer`.
@c(CMSampleBufferGetAudioBufferListWithRetainedBlockBuffer)
public func cmSampleBufferGetAudioBufferListWithRetainedBlockBuffer(
  _ sbuf: UnsafeRawPointer?, _ bufferListSizeNeededOut: UnsafeMutablePointer<Int>?,
  _ bufferListOut: UnsafeMutablePointer<AudioBufferList>?, _ bufferListSize: Int,
  _ blockBufferStructureAllocator: UnsafeRawPointer?, _ blockBufferBlockAllocator: UnsafeRawPointer?,
  _ flags: UInt32, _ blockBufferOut: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> OSStatus {
  Failure.of { () throws(Failure) in
    if let out = unsafe blockBufferOut { unsafe out.pointee = nil }
    let buffer = try unsafe sampleBuffer(sbuf)
    let needed = SoundPlanes.listByteCount(try buffer.soundFormat())
    if let out = unsafe bufferListSizeNeededOut { unsafe out.pointee = needed }
    guard let list = unsafe bufferListOut else { return }
    guard bufferListSize >= needed else { throw Failure(kCMSampleBufferError_ArrayTooSmall) }
    guard let out = unsafe blockBufferOut else { throw Failure(kCMSampleBufferError_RequiredParameterMissing) }
    let isAligned = flags & kCMSampleBufferFlag_AudioBufferList_Assure16ByteAlignment != 0
    let (data, planes) = try unsafe buffer.contiguousPlanes(
      isAligned: isAligned, allocator(blockBufferBlockAllocator))
    let buffers = unsafe UnsafeMutableAudioBufferListPointer(list)
    unsafe buffers.count = planes.count
    for index in 0..<planes.count {
      let part = planes.byteCount > 0 ? data.parts[index] : nil
      unsafe buffers[index] = AudioBuffer(
        mNumberChannels: planes.channelsPerBuffer, mDataByteSize: UInt32(clamping: planes.byteCount),
        mData: part.flatMap { part in unsafe part.block.address.map { unsafe $0 + part.offset } })
    }
    unsafe out.pointee = Unmanaged.passRetained(data).toOpaque()
  }
}

/// `CMSampleBufferGetAudioStreamPacketDescriptions`.
@c(CMSampleBufferGetAudioStreamPacketDescriptions)
public func cmSampleBufferGetAudioStreamPacketDescriptions(
  _ sbuf: UnsafeRawPointer?, _ packetDescriptionsSize: Int,
  _ packetDescriptionsOut: UnsafeMutablePointer<AudioStreamPacketDescription>?,
  _ packetDescriptionsSizeNeededOut: UnsafeMutablePointer<Int>?
) -> OSStatus {
  Failure.of { () throws(Failure) in
    let found = try unsafe sampleBuffer(sbuf).packetDescriptions()
    if let out = unsafe packetDescriptionsSizeNeededOut { unsafe out.pointee = found?.count ?? 0 }
    guard let found, let target = unsafe packetDescriptionsOut else { return }
    guard packetDescriptionsSize >= found.count else { throw Failure(kCMSampleBufferError_ArrayTooSmall) }
    unsafe UnsafeMutableRawPointer(target).copyMemory(from: found.address, byteCount: found.count)
  }
}

/// `CMSampleBufferGetAudioStreamPacketDescriptionsPtr`: the pointer is valid as long as the buffer lives.
@c(CMSampleBufferGetAudioStreamPacketDescriptionsPtr)
public func cmSampleBufferGetAudioStreamPacketDescriptionsPtr(
  _ sbuf: UnsafeRawPointer?,
  _ packetDescriptionsPointerOut: UnsafeMutablePointer<UnsafePointer<AudioStreamPacketDescription>?>?,
  _ packetDescriptionsSizeOut: UnsafeMutablePointer<Int>?
) -> OSStatus {
  Failure.of { () throws(Failure) in
    let found = try unsafe sampleBuffer(sbuf).packetDescriptions()
    if let out = unsafe packetDescriptionsSizeOut { unsafe out.pointee = found?.count ?? 0 }
    if let out = unsafe packetDescriptionsPointerOut {
      unsafe out.pointee = found?.address.assumingMemoryBound(to: AudioStreamPacketDescription.self)
    }
  }
}

/// `CMSampleBufferCopyPCMDataIntoAudioBufferList`.
@c(CMSampleBufferCopyPCMDataIntoAudioBufferList)
public func cmSampleBufferCopyPCMDataIntoAudioBufferList(
  _ sbuf: UnsafeRawPointer?, _ frameOffset: Int32, _ numFrames: Int32,
  _ bufferList: UnsafeMutablePointer<AudioBufferList>?
) -> OSStatus {
  Failure.of { () throws(Failure) in
    let buffer = try unsafe sampleBuffer(sbuf)
    guard let list = unsafe bufferList else { throw Failure(kCMSampleBufferError_RequiredParameterMissing) }
    try unsafe buffer.copyFrames(Int(frameOffset), Int(numFrames), into: list)
  }
}

// MARK: Readiness

/// `CMSampleBufferSetDataReady`.
@c(CMSampleBufferSetDataReady)
public func cmSampleBufferSetDataReady(_ sbuf: UnsafeRawPointer?) -> OSStatus {
  Failure.of { () throws(Failure) in try unsafe sampleBuffer(sbuf).setReady() }
}

/// `CMSampleBufferDataIsReady`: true for markers, too.
@c(CMSampleBufferDataIsReady)
public func cmSampleBufferDataIsReady(_ sbuf: UnsafeRawPointer?) -> Bool { unsafe usable(sbuf)?.isReady ?? false }

/// `CMSampleBufferSetDataFailed`.
@c(CMSampleBufferSetDataFailed)
public func cmSampleBufferSetDataFailed(_ sbuf: UnsafeRawPointer?, _ status: OSStatus) -> OSStatus {
  Failure.of { () throws(Failure) in try unsafe sampleBuffer(sbuf).setFailed(status) }
}

/// `CMSampleBufferHasDataFailed`.
@c(CMSampleBufferHasDataFailed)
public func cmSampleBufferHasDataFailed(_ sbuf: UnsafeRawPointer?, _ statusOut: UnsafeMutablePointer<OSStatus>?) -> Bool
{
  let failure = unsafe usable(sbuf)?.failure
  if let out = unsafe statusOut { unsafe out.pointee = failure ?? noErr }
  return failure != nil
}

/// `CMSampleBufferMakeDataReady`.
@c(CMSampleBufferMakeDataReady)
public func cmSampleBufferMakeDataReady(_ sbuf: UnsafeRawPointer?) -> OSStatus {
  Failure.of { () throws(Failure) in try unsafe sampleBuffer(sbuf).makeReady() }
}

/// `CMSampleBufferTrackDataReadiness`.
@c(CMSampleBufferTrackDataReadiness)
public func cmSampleBufferTrackDataReadiness(
  _ sbuf: UnsafeRawPointer?, _ sampleBufferToTrack: UnsafeRawPointer?
) -> OSStatus {
  Failure.of { () throws(Failure) in try unsafe sampleBuffer(sbuf).track(sampleBuffer(sampleBufferToTrack)) }
}

// MARK: Validity

/// `CMSampleBufferInvalidate`.
@c(CMSampleBufferInvalidate)
public func cmSampleBufferInvalidate(_ sbuf: UnsafeRawPointer?) -> OSStatus {
  Failure.of { () throws(Failure) in try unsafe sampleBuffer(sbuf).invalidate() }
}

/// `CMSampleBufferSetInvalidateCallback`.
@c(CMSampleBufferSetInvalidateCallback)
public func cmSampleBufferSetInvalidateCallback(
  _ sbuf: UnsafeRawPointer?, _ invalidateCallback: (@convention(c) (UnsafeMutableRawPointer, UInt64) -> Void)?,
  _ invalidateRefCon: UInt64
) -> OSStatus {
  Failure.of { () throws(Failure) in
    let buffer = try unsafe sampleBuffer(sbuf)
    guard let callback = unsafe invalidateCallback else { throw Failure(kCMSampleBufferError_RequiredParameterMissing) }
    buffer.setInvalidationHandler { unsafe callback(Unmanaged.passUnretained($0).toOpaque(), invalidateRefCon) }
  }
}

/// `CMSampleBufferSetInvalidateHandler`.
@c(CMSampleBufferSetInvalidateHandler)
public func cmSampleBufferSetInvalidateHandler(
  _ sbuf: UnsafeRawPointer?, _ invalidateHandler: (@convention(block) (UnsafeMutableRawPointer) -> Void)?
) -> OSStatus {
  Failure.of { () throws(Failure) in
    let buffer = try unsafe sampleBuffer(sbuf)
    guard let handler = unsafe invalidateHandler else { throw Failure(kCMSampleBufferError_RequiredParameterMissing) }
    buffer.setInvalidationHandler { unsafe handler(Unmanaged.passUnretained($0).toOpaque()) }
  }
}

/// `CMSampleBufferIsValid`.
@c(CMSampleBufferIsValid)
public func cmSampleBufferIsValid(_ sbuf: UnsafeRawPointer?) -> Bool { unsafe usable(sbuf) != nil }

// MARK: Helpers

/// Returns the sample buffer at an address; `nil` for any other object and for one that was made invalid.
@unsafe
func usable(_ pointer: UnsafeRawPointer?) -> SampleBuffer? { try? unsafe sampleBuffer(pointer) }

@unsafe
private func allocator(_ pointer: UnsafeRawPointer?) -> CFAllocator? {
  unsafe pointer.map { unsafe Unmanaged<CFAllocator>.fromOpaque($0).takeUnretainedValue() }
}
