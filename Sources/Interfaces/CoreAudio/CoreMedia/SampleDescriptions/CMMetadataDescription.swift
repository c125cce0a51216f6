import CCoreMedia
import CoreFoundation

// <CoreMedia/CMFormatDescriptionBridge.h>: descriptions of timed metadata in files.

/// `CMMetadataFormatDescriptionCreateFromBigEndianMetadataDescriptionData`.
@c(CMMetadataFormatDescriptionCreateFromBigEndianMetadataDescriptionData)
public func cmMetadataFormatDescriptionCreateFromBigEndianMetadataDescriptionData(
  _ allocator: UnsafeRawPointer?, _ metadataDescriptionData: UnsafePointer<UInt8>?, _ size: Int,
  _ flavor: UnsafeRawPointer?, _ formatDescriptionOut: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> OSStatus {
  unsafe creatingFromEntry(formatDescriptionOut) { () throws(Failure) in
    let entry = try unsafe bytes(metadataDescriptionData, size)
    try unsafe checkReserved(flavor)
    return try MetadataDescription.read(entry)
  }
}

/// `CMMetadataFormatDescriptionCreateFromBigEndianMetadataDescriptionBlockBuffer`.
@c(CMMetadataFormatDescriptionCreateFromBigEndianMetadataDescriptionBlockBuffer)
public func cmMetadataFormatDescriptionCreateFromBigEndianMetadataDescriptionBlockBuffer(
  _ allocator: UnsafeRawPointer?, _ metadataDescriptionBlockBuffer: UnsafeRawPointer?, _ flavor: UnsafeRawPointer?,
  _ formatDescriptionOut: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> OSStatus {
  unsafe creatingFromEntry(formatDescriptionOut) { () throws(Failure) in
    let entry = try unsafe bytes(ofBlock: metadataDescriptionBlockBuffer)
    try unsafe checkReserved(flavor)
    return try MetadataDescription.read(entry)
  }
}

/// `CMMetadataFormatDescriptionCopyAsBigEndianMetadataDescriptionBlockBuffer`.
@c(CMMetadataFormatDescriptionCopyAsBigEndianMetadataDescriptionBlockBuffer)
public func cmMetadataFormatDescriptionCopyAsBigEndianMetadataDescriptionBlockBuffer(
  _ allocator: UnsafeRawPointer?, _ metadataFormatDescription: UnsafeRawPointer?, _ flavor: UnsafeRawPointer?,
  _ blockBufferOut: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> OSStatus {
  unsafe copyingAsEntry(metadataFormatDescription, [kCMMediaType_Metadata], blockBufferOut) {
    (description) throws(Failure) in
    try unsafe checkReserved(flavor)
    return try MetadataDescription.write(description)
  }
}

/// `CMSwapBigEndianMetadataDescriptionToHost`: swaps the entry's fields, not its boxes.
@c(CMSwapBigEndianMetadataDescriptionToHost)
public func cmSwapBigEndianMetadataDescriptionToHost(
  _ metadataDescriptionData: UnsafeMutablePointer<UInt8>?, _ metadataDescriptionSize: Int
) -> OSStatus {
  unsafe swapEntry(metadataDescriptionData, metadataDescriptionSize, .bigToHost) { _ in SwappedEntry.header }
}

/// `CMSwapHostEndianMetadataDescriptionToBig`: swaps the entry's fields, not its boxes.
@c(CMSwapHostEndianMetadataDescriptionToBig)
public func cmSwapHostEndianMetadataDescriptionToBig(
  _ metadataDescriptionData: UnsafeMutablePointer<UInt8>?, _ metadataDescriptionSize: Int
) -> OSStatus {
  unsafe swapEntry(metadataDescriptionData, metadataDescriptionSize, .hostToBig) { _ in SwappedEntry.header }
}
