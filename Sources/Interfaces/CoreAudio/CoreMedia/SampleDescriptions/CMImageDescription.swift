import CCoreMedia
import CoreFoundation

// <CoreMedia/CMFormatDescriptionBridge.h>: image descriptions of files.

/// `CMVideoFormatDescriptionCreateFromBigEndianImageDescriptionData`.
@c(CMVideoFormatDescriptionCreateFromBigEndianImageDescriptionData)
public func cmVideoFormatDescriptionCreateFromBigEndianImageDescriptionData(
  _ allocator: UnsafeRawPointer?, _ imageDescriptionData: UnsafePointer<UInt8>?, _ size: Int,
  _ stringEncoding: UInt32, _ flavor: UnsafeRawPointer?,
  _ formatDescriptionOut: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> OSStatus {
  unsafe creatingFromEntry(formatDescriptionOut) { () throws(Failure) in
    try unsafe ImageDescription.read(bytes(imageDescriptionData, size), imageFlavor(flavor), stringEncoding)
  }
}

/// `CMVideoFormatDescriptionCreateFromBigEndianImageDescriptionBlockBuffer`.
@c(CMVideoFormatDescriptionCreateFromBigEndianImageDescriptionBlockBuffer)
public func cmVideoFormatDescriptionCreateFromBigEndianImageDescriptionBlockBuffer(
  _ allocator: UnsafeRawPointer?, _ imageDescriptionBlockBuffer: UnsafeRawPointer?, _ stringEncoding: UInt32,
  _ flavor: UnsafeRawPointer?, _ formatDescriptionOut: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> OSStatus {
  unsafe creatingFromEntry(formatDescriptionOut) { () throws(Failure) in
    try unsafe ImageDescription.read(bytes(ofBlock: imageDescriptionBlockBuffer), imageFlavor(flavor), stringEncoding)
  }
}

/// `CMVideoFormatDescriptionCopyAsBigEndianImageDescriptionBlockBuffer`.
@c(CMVideoFormatDescriptionCopyAsBigEndianImageDescriptionBlockBuffer)
public func cmVideoFormatDescriptionCopyAsBigEndianImageDescriptionBlockBuffer(
  _ allocator: UnsafeRawPointer?, _ videoFormatDescription: UnsafeRawPointer?, _ stringEncoding: UInt32,
  _ flavor: UnsafeRawPointer?, _ blockBufferOut: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> OSStatus {
  unsafe copyingAsEntry(videoFormatDescription, [kCMMediaType_Video], blockBufferOut) {
    (description) throws(Failure) in
    try unsafe ImageDescription.write(description, imageFlavor(flavor), stringEncoding)
  }
}

/// `CMSwapBigEndianImageDescriptionToHost`: swaps the entry's fields, not its boxes.
@c(CMSwapBigEndianImageDescriptionToHost)
public func cmSwapBigEndianImageDescriptionToHost(
  _ imageDescriptionData: UnsafeMutablePointer<UInt8>?, _ imageDescriptionSize: Int
) -> OSStatus {
  unsafe swapEntry(
    imageDescriptionData, imageDescriptionSize, fewest: ImageDescription.headerByteCount, .bigToHost
  ) { _ in ImageDescription.widths }
}

/// `CMSwapHostEndianImageDescriptionToBig`: swaps the entry's fields, not its boxes.
@c(CMSwapHostEndianImageDescriptionToBig)
public func cmSwapHostEndianImageDescriptionToBig(
  _ imageDescriptionData: UnsafeMutablePointer<UInt8>?, _ imageDescriptionSize: Int
) -> OSStatus {
  unsafe swapEntry(
    imageDescriptionData, imageDescriptionSize, fewest: ImageDescription.headerByteCount, .hostToBig
  ) { _ in ImageDescription.widths }
}

/// Returns the flavor of a caller's string; QuickTime's if there is none.
@unsafe
private func imageFlavor(_ flavor: UnsafeRawPointer?) throws(Failure) -> SampleEntry.Flavor {
  guard let pointer = unsafe flavor else { return .quickTime }
  let name = unsafe Unmanaged<CFString>.fromOpaque(pointer).takeUnretainedValue()
  if CFEqual(name, CMImageDescriptionFlavor.quickTimeMovie.rawValue) { return .quickTime }
  if CFEqual(name, CMImageDescriptionFlavor.isoFamilyWithAppleExtensions.rawValue) {
    return .isoFamilyWithAppleExtensions
  }
  let iso = [CMImageDescriptionFlavor.isoFamily, .mobile3GPFamily]
  guard iso.contains(where: { CFEqual(name, $0.rawValue) }) else {
    throw Failure(kCMFormatDescriptionBridgeError_UnsupportedSampleDescriptionFlavor)
  }
  return .isoFamily
}
