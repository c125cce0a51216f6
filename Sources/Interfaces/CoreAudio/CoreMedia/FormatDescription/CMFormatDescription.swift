public import CCoreMedia
public import CoreFoundation

// <CoreMedia/CMFormatDescription.h>: the functions common to all media, and those of media with few of their own.

/// `CMFormatDescriptionGetTypeID`.
@c(CMFormatDescriptionGetTypeID)
public func cmFormatDescriptionGetTypeID() -> CFTypeID { FormatDescription.typeID }

/// `CMFormatDescriptionCreate`.
@c(CMFormatDescriptionCreate)
public func cmFormatDescriptionCreate(
  _ allocator: UnsafeRawPointer?, _ mediaType: CMMediaType, _ mediaSubType: FourCharCode,
  _ extensions: UnsafeRawPointer?, _ formatDescriptionOut: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> OSStatus {
  unsafe creatingDescription(formatDescriptionOut) { () throws(Failure) in
    unsafe FormatDescription(mediaType, mediaSubType, extensions: dictionary(extensions))
  }
}

/// `CMFormatDescriptionEqual`: false if either is null.
@c(CMFormatDescriptionEqual)
public func cmFormatDescriptionEqual(
  _ formatDescription: UnsafeRawPointer?, _ otherFormatDescription: UnsafeRawPointer?
) -> Bool {
  guard let first = unsafe object(formatDescription, FormatDescription.self),
    let second = unsafe object(otherFormatDescription, FormatDescription.self)
  else { return false }
  return first.isEqual(to: second)
}

/// `CMFormatDescriptionEqualIgnoringExtensionKeys`: the keys are a string or an array of strings.
@c(CMFormatDescriptionEqualIgnoringExtensionKeys)
public func cmFormatDescriptionEqualIgnoringExtensionKeys(
  _ formatDescription: UnsafeRawPointer?, _ otherFormatDescription: UnsafeRawPointer?,
  _ formatDescriptionExtensionKeysToIgnore: UnsafeRawPointer?,
  _ sampleDescriptionExtensionAtomKeysToIgnore: UnsafeRawPointer?
) -> Bool {
  guard let first = unsafe object(formatDescription, FormatDescription.self),
    let second = unsafe object(otherFormatDescription, FormatDescription.self)
  else { return false }
  return unsafe first.isEqual(
    to: second, ignoring: strings(formatDescriptionExtensionKeysToIgnore),
    atoms: strings(sampleDescriptionExtensionAtomKeysToIgnore))
}

/// `CMFormatDescriptionGetMediaType`: 0 for any other object.
@c(CMFormatDescriptionGetMediaType)
public func cmFormatDescriptionGetMediaType(_ desc: UnsafeRawPointer?) -> CMMediaType {
  unsafe object(desc, FormatDescription.self)?.mediaType ?? 0
}

/// `CMFormatDescriptionGetMediaSubType`: 0 for any other object.
@c(CMFormatDescriptionGetMediaSubType)
public func cmFormatDescriptionGetMediaSubType(_ desc: UnsafeRawPointer?) -> FourCharCode {
  unsafe object(desc, FormatDescription.self)?.mediaSubType ?? 0
}

/// `CMFormatDescriptionGetExtensions`.
@c(CMFormatDescriptionGetExtensions)
public func cmFormatDescriptionGetExtensions(_ desc: UnsafeRawPointer?) -> UnsafeRawPointer? {
  unsafe object(desc, FormatDescription.self)?.extensions.map { unsafe address(ofObject: $0) }
}

/// `CMFormatDescriptionGetExtension`.
@c(CMFormatDescriptionGetExtension)
public func cmFormatDescriptionGetExtension(
  _ desc: UnsafeRawPointer?, _ extensionKey: UnsafeRawPointer?
) -> UnsafeRawPointer? {
  guard let key = unsafe extensionKey else { return nil }
  return unsafe object(desc, FormatDescription.self)?.extensions?.value(
    Unmanaged<CFString>.fromOpaque(key).takeUnretainedValue())
}

/// `CMMuxedFormatDescriptionCreate`.
@c(CMMuxedFormatDescriptionCreate)
public func cmMuxedFormatDescriptionCreate(
  _ allocator: UnsafeRawPointer?, _ muxType: CMMuxedStreamType, _ extensions: UnsafeRawPointer?,
  _ formatDescriptionOut: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> OSStatus {
  unsafe cmFormatDescriptionCreate(allocator, kCMMediaType_Muxed, muxType, extensions, formatDescriptionOut)
}

// MARK: Time codes

/// `CMTimeCodeFormatDescriptionCreate`.
@c(CMTimeCodeFormatDescriptionCreate)
public func cmTimeCodeFormatDescriptionCreate(
  _ allocator: UnsafeRawPointer?, _ timeCodeFormatType: CMTimeCodeFormatType, _ frameDuration: CMTime,
  _ frameQuanta: UInt32, _ flags: UInt32, _ extensions: UnsafeRawPointer?,
  _ formatDescriptionOut: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> OSStatus {
  unsafe creatingDescription(formatDescriptionOut) { () throws(Failure) in
    guard frameDuration.kind == .numeric, frameDuration.value > 0 else {
      throw Failure(kCMFormatDescriptionError_InvalidParameter)
    }
    return unsafe FormatDescription(
      kCMMediaType_TimeCode, timeCodeFormatType, extensions: dictionary(extensions),
      details: .timeCode(TimeCodeDetails(frameDuration: frameDuration, frameQuanta: frameQuanta, flags: flags)))
  }
}

/// `CMTimeCodeFormatDescriptionGetFrameDuration`: invalid for other media.
@c(CMTimeCodeFormatDescriptionGetFrameDuration)
public func cmTimeCodeFormatDescriptionGetFrameDuration(_ timeCodeFormatDescription: UnsafeRawPointer?) -> CMTime {
  unsafe object(timeCodeFormatDescription, FormatDescription.self)?.timeCode?.frameDuration ?? .nowhere
}

/// `CMTimeCodeFormatDescriptionGetFrameQuanta`: 0 for other media.
@c(CMTimeCodeFormatDescriptionGetFrameQuanta)
public func cmTimeCodeFormatDescriptionGetFrameQuanta(_ timeCodeFormatDescription: UnsafeRawPointer?) -> UInt32 {
  unsafe object(timeCodeFormatDescription, FormatDescription.self)?.timeCode?.frameQuanta ?? 0
}

/// `CMTimeCodeFormatDescriptionGetTimeCodeFlags`: 0 for other media.
@c(CMTimeCodeFormatDescriptionGetTimeCodeFlags)
public func cmTimeCodeFormatDescriptionGetTimeCodeFlags(_ desc: UnsafeRawPointer?) -> UInt32 {
  unsafe object(desc, FormatDescription.self)?.timeCode?.flags ?? 0
}

// MARK: Helpers

/// Makes a description and hands its first reference over.
@unsafe
func creatingDescription(
  _ out: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, _ make: () throws(Failure) -> FormatDescription
) -> OSStatus {
  Failure.of { () throws(Failure) in
    try unsafe handOver(out, orThrow: kCMFormatDescriptionError_InvalidParameter, make)
  }
}

/// Returns the strings that a caller gives: one, an array of them, or none.
@unsafe
private func strings(_ pointer: UnsafeRawPointer?) -> [CFString] {
  guard let pointer = unsafe pointer else { return [] }
  switch unsafe coreFoundationType(of: pointer) {
  case CFStringGetTypeID(): return [unsafe Unmanaged<CFString>.fromOpaque(pointer).takeUnretainedValue()]
  case CFArrayGetTypeID():
    let array = unsafe Unmanaged<CFArray>.fromOpaque(pointer).takeUnretainedValue()
    return (0..<CFArrayGetCount(array)).compactMap { index in
      unsafe CFArrayGetValueAtIndex(array, index).map {
        unsafe Unmanaged<CFString>.fromOpaque($0).takeUnretainedValue()
      }
    }
  default: return []
  }
}
