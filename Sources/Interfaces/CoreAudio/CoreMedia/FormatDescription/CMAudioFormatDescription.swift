public import AudioToolbox
public import CCoreMedia
import CoreFoundation

// <CoreMedia/CMFormatDescription.h>: sound.

/// `CMAudioFormatDescriptionCreate`.
@c(CMAudioFormatDescriptionCreate)
public func cmAudioFormatDescriptionCreate(
  _ allocator: UnsafeRawPointer?, _ asbd: UnsafePointer<AudioStreamBasicDescription>?, _ layoutSize: Int,
  _ layout: UnsafeRawPointer?, _ magicCookieSize: Int, _ magicCookie: UnsafeRawPointer?,
  _ extensions: UnsafeRawPointer?, _ formatDescriptionOut: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> OSStatus {
  unsafe creatingDescription(formatDescriptionOut) { () throws(Failure) in
    guard let format = unsafe asbd?.pointee else { throw Failure(kCMFormatDescriptionError_InvalidParameter) }
    let layoutBytes = try unsafe copy(layout, layoutSize, room: MemoryLayout<AudioChannelLayout>.size)
    // An AudioChannelLayout has three numbers before its descriptions.
    guard (layoutBytes?.count ?? 12) >= 12 else { throw Failure(kCMFormatDescriptionError_InvalidParameter) }
    let details = try unsafe AudioDetails(format, cookie: copy(magicCookie, magicCookieSize), layout: layoutBytes)
    return unsafe FormatDescription(
      kCMMediaType_Audio, format.mFormatID, extensions: dictionary(extensions), details: .audio(details))
  }
}

/// `CMAudioFormatDescriptionGetStreamBasicDescription`: null for other media.
@c(CMAudioFormatDescriptionGetStreamBasicDescription)
public func cmAudioFormatDescriptionGetStreamBasicDescription(
  _ desc: UnsafeRawPointer?
) -> UnsafePointer<AudioStreamBasicDescription>? {
  unsafe audio(desc)?.format.address.assumingMemoryBound(to: AudioStreamBasicDescription.self)
}

/// `CMAudioFormatDescriptionGetMagicCookie`: null without a cookie.
@c(CMAudioFormatDescriptionGetMagicCookie)
public func cmAudioFormatDescriptionGetMagicCookie(
  _ desc: UnsafeRawPointer?, _ sizeOut: UnsafeMutablePointer<Int>?
) -> UnsafeRawPointer? {
  let cookie = unsafe audio(desc)?.cookie
  if let out = unsafe sizeOut { unsafe out.pointee = cookie?.count ?? 0 }
  return unsafe cookie?.address
}

/// `CMAudioFormatDescriptionGetChannelLayout`: null without a layout.
@c(CMAudioFormatDescriptionGetChannelLayout)
public func cmAudioFormatDescriptionGetChannelLayout(
  _ desc: UnsafeRawPointer?, _ sizeOut: UnsafeMutablePointer<Int>?
) -> UnsafePointer<AudioChannelLayout>? {
  let layout = unsafe audio(desc)?.layout
  if let out = unsafe sizeOut { unsafe out.pointee = layout?.count ?? 0 }
  return unsafe layout?.address.assumingMemoryBound(to: AudioChannelLayout.self)
}

/// `CMAudioFormatDescriptionGetFormatList`: null for an unknown format.
@c(CMAudioFormatDescriptionGetFormatList)
public func cmAudioFormatDescriptionGetFormatList(
  _ desc: UnsafeRawPointer?, _ sizeOut: UnsafeMutablePointer<Int>?
) -> UnsafePointer<AudioFormatListItem>? {
  let details = unsafe audio(desc)
  if let out = unsafe sizeOut { unsafe out.pointee = details?.formatList?.count ?? 0 }
  return unsafe details?.formatListItem(0)
}

/// `CMAudioFormatDescriptionGetRichestDecodableFormat`: null without a decoder.
@c(CMAudioFormatDescriptionGetRichestDecodableFormat)
public func cmAudioFormatDescriptionGetRichestDecodableFormat(
  _ desc: UnsafeRawPointer?
) -> UnsafePointer<AudioFormatListItem>? {
  guard let details = unsafe audio(desc), let index = details.richestIndex else { return nil }
  return unsafe details.formatListItem(index)
}

/// `CMAudioFormatDescriptionGetMostCompatibleFormat`: the last of the list.
@c(CMAudioFormatDescriptionGetMostCompatibleFormat)
public func cmAudioFormatDescriptionGetMostCompatibleFormat(
  _ desc: UnsafeRawPointer?
) -> UnsafePointer<AudioFormatListItem>? {
  guard let details = unsafe audio(desc) else { return nil }
  return unsafe details.formatListItem(details.formatListCount - 1)
}

/// `CMAudioFormatDescriptionEqual`.
@c(CMAudioFormatDescriptionEqual)
public func cmAudioFormatDescriptionEqual(
  _ formatDescription: UnsafeRawPointer?, _ otherFormatDescription: UnsafeRawPointer?,
  _ equalityMask: CMAudioFormatDescriptionMask, _ equalityMaskOut: UnsafeMutablePointer<CMAudioFormatDescriptionMask>?
) -> Bool {
  if let out = unsafe equalityMaskOut { unsafe out.pointee = 0 }
  guard let first = unsafe object(formatDescription, FormatDescription.self),
    let second = unsafe object(otherFormatDescription, FormatDescription.self), let details = first.audio,
    let otherDetails = second.audio
  else { return false }
  var equal = details.equalParts(otherDetails)
  if FormatDescription.areSame(first.extensions, second.extensions) {
    equal |= kCMAudioFormatDescriptionMask_Extensions
  }
  if let out = unsafe equalityMaskOut { unsafe out.pointee = equal & equalityMask }
  return equal & equalityMask == equalityMask & kCMAudioFormatDescriptionMask_All
}

/// `CMAudioFormatDescriptionCreateSummary`: linear PCM with the highest rate and channel count of all ways to decode
/// the formats.
@c(CMAudioFormatDescriptionCreateSummary)
public func cmAudioFormatDescriptionCreateSummary(
  _ allocator: UnsafeRawPointer?, _ formatDescriptionArray: UnsafeRawPointer?, _ flags: UInt32,
  _ formatDescriptionOut: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> OSStatus {
  unsafe creatingDescription(formatDescriptionOut) { () throws(Failure) in
    let all = try unsafe audioDetails(formatDescriptionArray)
    guard let most = all.max(by: { $0.richest.mChannelsPerFrame < $1.richest.mChannelsPerFrame }) else {
      throw Failure(kCMFormatDescriptionError_InvalidParameter)
    }
    var format = AudioStreamBasicDescription()
    format.mSampleRate = all.map(\.richest.mSampleRate).max() ?? 0
    format.mFormatID = kAudioFormatLinearPCM
    format.mFormatFlags = kAudioFormatFlagIsFloat | kAudioFormatFlagIsPacked
    format.mChannelsPerFrame = most.richest.mChannelsPerFrame
    format.mFramesPerPacket = 1
    format.mBitsPerChannel = 32
    format.mBytesPerFrame = format.mChannelsPerFrame.multipliedReportingOverflow(by: 4).partialValue
    format.mBytesPerPacket = format.mBytesPerFrame
    return FormatDescription(
      kCMMediaType_Audio, format.mFormatID, extensions: nil,
      details: .audio(AudioDetails(format, layout: most.layout ?? most.richestLayout)))
  }
}

// MARK: Helpers

/// Returns the audio properties of a description, or `nil`.
@unsafe
private func audio(_ desc: UnsafeRawPointer?) -> AudioDetails? { unsafe object(desc, FormatDescription.self)?.audio }

/// Returns a copy of a caller's bytes; `nil` if there are none.
@unsafe
private func copy(
  _ bytes: UnsafeRawPointer?, _ count: Int, room: Int = 1
) throws(Failure) -> FixedMemory? {
  guard count != 0 else { return nil }
  guard count > 0, let bytes = unsafe bytes else { throw Failure(kCMFormatDescriptionError_InvalidParameter) }
  return unsafe FixedMemory(copying: UnsafeRawBufferPointer(start: bytes, count: count), room: room)
}

/// Returns the audio properties of the descriptions of an array.
@unsafe
private func audioDetails(_ pointer: UnsafeRawPointer?) throws(Failure) -> [AudioDetails] {
  guard let pointer = unsafe pointer, unsafe coreFoundationType(of: pointer) == CFArrayGetTypeID() else {
    throw Failure(kCMFormatDescriptionError_InvalidParameter)
  }
  let array = unsafe Unmanaged<CFArray>.fromOpaque(pointer).takeUnretainedValue()
  var found: [AudioDetails] = []
  for element in elements(of: array) {
    guard let details = (element as? FormatDescription)?.audio else {
      throw Failure(kCMFormatDescriptionError_InvalidParameter)
    }
    found.append(details)
  }
  return found
}
