import CCoreMedia
import CoreFoundation

// <CoreMedia/CMFormatDescriptionBridge.h>: text descriptions of files.

/// `CMTextFormatDescriptionCreateFromBigEndianTextDescriptionData`.
@c(CMTextFormatDescriptionCreateFromBigEndianTextDescriptionData)
public func cmTextFormatDescriptionCreateFromBigEndianTextDescriptionData(
  _ allocator: UnsafeRawPointer?, _ textDescriptionData: UnsafePointer<UInt8>?, _ size: Int,
  _ flavor: UnsafeRawPointer?, _ mediaType: CMMediaType,
  _ formatDescriptionOut: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> OSStatus {
  unsafe creatingFromEntry(formatDescriptionOut) { () throws(Failure) in
    let entry = try unsafe bytes(textDescriptionData, size)
    try unsafe checkReserved(flavor)
    return try TextDescription.read(entry, try checked(mediaType))
  }
}

/// `CMTextFormatDescriptionCreateFromBigEndianTextDescriptionBlockBuffer`.
@c(CMTextFormatDescriptionCreateFromBigEndianTextDescriptionBlockBuffer)
public func cmTextFormatDescriptionCreateFromBigEndianTextDescriptionBlockBuffer(
  _ allocator: UnsafeRawPointer?, _ textDescriptionBlockBuffer: UnsafeRawPointer?, _ flavor: UnsafeRawPointer?,
  _ mediaType: CMMediaType, _ formatDescriptionOut: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> OSStatus {
  unsafe creatingFromEntry(formatDescriptionOut) { () throws(Failure) in
    let entry = try unsafe bytes(ofBlock: textDescriptionBlockBuffer)
    try unsafe checkReserved(flavor)
    return try TextDescription.read(entry, try checked(mediaType))
  }
}

/// `CMTextFormatDescriptionCopyAsBigEndianTextDescriptionBlockBuffer`.
@c(CMTextFormatDescriptionCopyAsBigEndianTextDescriptionBlockBuffer)
public func cmTextFormatDescriptionCopyAsBigEndianTextDescriptionBlockBuffer(
  _ allocator: UnsafeRawPointer?, _ textFormatDescription: UnsafeRawPointer?, _ flavor: UnsafeRawPointer?,
  _ blockBufferOut: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> OSStatus {
  unsafe copyingAsEntry(textFormatDescription, [kCMMediaType_Text, kCMMediaType_Subtitle], blockBufferOut) {
    (description) throws(Failure) in
    try unsafe checkReserved(flavor)
    return try TextDescription.write(description)
  }
}

/// `CMSwapBigEndianTextDescriptionToHost`: swaps the entry's fields, not its boxes.
@c(CMSwapBigEndianTextDescriptionToHost)
public func cmSwapBigEndianTextDescriptionToHost(
  _ textDescriptionData: UnsafeMutablePointer<UInt8>?, _ textDescriptionSize: Int
) -> OSStatus {
  unsafe swapEntry(textDescriptionData, textDescriptionSize, .bigToHost, widths: widths)
}

/// `CMSwapHostEndianTextDescriptionToBig`: swaps the entry's fields, not its boxes.
@c(CMSwapHostEndianTextDescriptionToBig)
public func cmSwapHostEndianTextDescriptionToBig(
  _ textDescriptionData: UnsafeMutablePointer<UInt8>?, _ textDescriptionSize: Int
) -> OSStatus {
  unsafe swapEntry(textDescriptionData, textDescriptionSize, .hostToBig, widths: widths)
}

/// Returns the fields of an entry, which depend on its type.
private func widths(_ entry: SwappedEntry) -> [Int]? {
  entry.number(4, 4).flatMap { TextDescription.Kind(rawValue: FourCharCode($0)) }?.widths
}

private func checked(_ mediaType: CMMediaType) throws(Failure) -> CMMediaType {
  guard mediaType == kCMMediaType_Text || mediaType == kCMMediaType_Subtitle else {
    throw Failure(kCMFormatDescriptionBridgeError_InvalidParameter)
  }
  return mediaType
}
