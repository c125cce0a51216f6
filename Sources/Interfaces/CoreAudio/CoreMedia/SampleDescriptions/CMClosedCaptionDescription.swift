import CCoreMedia
import CoreFoundation

// <CoreMedia/CMFormatDescriptionBridge.h>: closed caption descriptions of files, which have no their own fields.

/// `CMClosedCaptionFormatDescriptionCreateFromBigEndianClosedCaptionDescriptionData`.
@c(CMClosedCaptionFormatDescriptionCreateFromBigEndianClosedCaptionDescriptionData)
public func cmClosedCaptionFormatDescriptionCreateFromBigEndianClosedCaptionDescriptionData(
  _ allocator: UnsafeRawPointer?, _ closedCaptionDescriptionData: UnsafePointer<UInt8>?, _ size: Int,
  _ flavor: UnsafeRawPointer?, _ formatDescriptionOut: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> OSStatus {
  unsafe creatingFromEntry(formatDescriptionOut) { () throws(Failure) in
    let entry = try unsafe bytes(closedCaptionDescriptionData, size)
    try unsafe checkReserved(flavor)
    return try description(entry)
  }
}

/// `CMClosedCaptionFormatDescriptionCreateFromBigEndianClosedCaptionDescriptionBlockBuffer`.
@c(CMClosedCaptionFormatDescriptionCreateFromBigEndianClosedCaptionDescriptionBlockBuffer)
public func cmClosedCaptionFormatDescriptionCreateFromBigEndianClosedCaptionDescriptionBlockBuffer(
  _ allocator: UnsafeRawPointer?, _ closedCaptionDescriptionBlockBuffer: UnsafeRawPointer?,
  _ flavor: UnsafeRawPointer?, _ formatDescriptionOut: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> OSStatus {
  unsafe creatingFromEntry(formatDescriptionOut) { () throws(Failure) in
    let entry = try unsafe bytes(ofBlock: closedCaptionDescriptionBlockBuffer)
    try unsafe checkReserved(flavor)
    return try description(entry)
  }
}

/// `CMClosedCaptionFormatDescriptionCopyAsBigEndianClosedCaptionDescriptionBlockBuffer`.
@c(CMClosedCaptionFormatDescriptionCopyAsBigEndianClosedCaptionDescriptionBlockBuffer)
public func cmClosedCaptionFormatDescriptionCopyAsBigEndianClosedCaptionDescriptionBlockBuffer(
  _ allocator: UnsafeRawPointer?, _ closedCaptionFormatDescription: UnsafeRawPointer?, _ flavor: UnsafeRawPointer?,
  _ blockBufferOut: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> OSStatus {
  unsafe copyingAsEntry(closedCaptionFormatDescription, [kCMMediaType_ClosedCaption], blockBufferOut) {
    (description) throws(Failure) in
    try unsafe checkReserved(flavor)
    if let entry = description.verbatimEntry(.quickTime) { return entry }
    guard formats.contains(description.mediaSubType) else { throw SampleEntry.incompatible }
    var entry = SampleEntry.header(description.mediaSubType)
    try SampleEntry.appendAtoms(of: description, to: &entry)
    return entry
  }
}

/// `CMSwapBigEndianClosedCaptionDescriptionToHost`: swaps the entry's fields, not its boxes.
@c(CMSwapBigEndianClosedCaptionDescriptionToHost)
public func cmSwapBigEndianClosedCaptionDescriptionToHost(
  _ closedCaptionDescriptionData: UnsafeMutablePointer<UInt8>?, _ closedCaptionDescriptionSize: Int
) -> OSStatus {
  unsafe swapEntry(closedCaptionDescriptionData, closedCaptionDescriptionSize, .bigToHost, widths: widths)
}

/// `CMSwapHostEndianClosedCaptionDescriptionToBig`: swaps the entry's fields, not its boxes.
@c(CMSwapHostEndianClosedCaptionDescriptionToBig)
public func cmSwapHostEndianClosedCaptionDescriptionToBig(
  _ closedCaptionDescriptionData: UnsafeMutablePointer<UInt8>?, _ closedCaptionDescriptionSize: Int
) -> OSStatus {
  unsafe swapEntry(closedCaptionDescriptionData, closedCaptionDescriptionSize, .hostToBig, widths: widths)
}

private let formats = [
  kCMClosedCaptionFormatType_CEA608, kCMClosedCaptionFormatType_CEA708, kCMClosedCaptionFormatType_ATSC,
]

private func widths(_ entry: SwappedEntry) -> [Int]? {
  formats.contains { entry.number(4, 4) == Int($0) } ? SwappedEntry.header : nil
}

/// Returns the description of an entry, which it keeps word for word.
private func description(_ bytes: [UInt8]) throws(Failure) -> FormatDescription {
  let (type, entry) = try SampleEntry.parse(bytes)
  guard formats.contains(type), let boxes = entry.boxes(SampleEntry.headerByteCount..<entry.bytes.count) else {
    throw SampleEntry.invalid
  }
  let extensions = makeDictionary()
  SampleEntry.keep(boxes, of: entry, in: extensions)
  FormatDescription.keep(entry.bytes, .quickTime, in: extensions)
  return FormatDescription(kCMMediaType_ClosedCaption, type, extensions: extensions)
}
