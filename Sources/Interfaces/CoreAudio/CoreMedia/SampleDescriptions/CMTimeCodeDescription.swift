import CCoreMedia
import CoreFoundation

// <CoreMedia/CMFormatDescriptionBridge.h>: time code descriptions of files, "Timecode Sample Description" of the
// QuickTime File Format.

/// `CMTimeCodeFormatDescriptionCreateFromBigEndianTimeCodeDescriptionData`.
@c(CMTimeCodeFormatDescriptionCreateFromBigEndianTimeCodeDescriptionData)
public func cmTimeCodeFormatDescriptionCreateFromBigEndianTimeCodeDescriptionData(
  _ allocator: UnsafeRawPointer?, _ timeCodeDescriptionData: UnsafePointer<UInt8>?, _ size: Int,
  _ flavor: UnsafeRawPointer?, _ formatDescriptionOut: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> OSStatus {
  unsafe creatingFromEntry(formatDescriptionOut) { () throws(Failure) in
    let entry = try unsafe bytes(timeCodeDescriptionData, size)
    try unsafe checkReserved(flavor)
    return try TimeCodeDescription.read(entry)
  }
}

/// `CMTimeCodeFormatDescriptionCreateFromBigEndianTimeCodeDescriptionBlockBuffer`.
@c(CMTimeCodeFormatDescriptionCreateFromBigEndianTimeCodeDescriptionBlockBuffer)
public func cmTimeCodeFormatDescriptionCreateFromBigEndianTimeCodeDescriptionBlockBuffer(
  _ allocator: UnsafeRawPointer?, _ timeCodeDescriptionBlockBuffer: UnsafeRawPointer?, _ flavor: UnsafeRawPointer?,
  _ formatDescriptionOut: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> OSStatus {
  unsafe creatingFromEntry(formatDescriptionOut) { () throws(Failure) in
    let entry = try unsafe bytes(ofBlock: timeCodeDescriptionBlockBuffer)
    try unsafe checkReserved(flavor)
    return try TimeCodeDescription.read(entry)
  }
}

/// `CMTimeCodeFormatDescriptionCopyAsBigEndianTimeCodeDescriptionBlockBuffer`.
@c(CMTimeCodeFormatDescriptionCopyAsBigEndianTimeCodeDescriptionBlockBuffer)
public func cmTimeCodeFormatDescriptionCopyAsBigEndianTimeCodeDescriptionBlockBuffer(
  _ allocator: UnsafeRawPointer?, _ timeCodeFormatDescription: UnsafeRawPointer?, _ flavor: UnsafeRawPointer?,
  _ blockBufferOut: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> OSStatus {
  unsafe copyingAsEntry(timeCodeFormatDescription, [kCMMediaType_TimeCode], blockBufferOut) {
    (description) throws(Failure) in
    try unsafe checkReserved(flavor)
    return try TimeCodeDescription.write(description)
  }
}

/// `CMSwapBigEndianTimeCodeDescriptionToHost`: swaps the entry's fields, not its boxes.
@c(CMSwapBigEndianTimeCodeDescriptionToHost)
public func cmSwapBigEndianTimeCodeDescriptionToHost(
  _ timeCodeDescriptionData: UnsafeMutablePointer<UInt8>?, _ timeCodeDescriptionSize: Int
) -> OSStatus {
  unsafe swapEntry(timeCodeDescriptionData, timeCodeDescriptionSize, .bigToHost, widths: TimeCodeDescription.widths)
}

/// `CMSwapHostEndianTimeCodeDescriptionToBig`: swaps the entry's fields, not its boxes.
@c(CMSwapHostEndianTimeCodeDescriptionToBig)
public func cmSwapHostEndianTimeCodeDescriptionToBig(
  _ timeCodeDescriptionData: UnsafeMutablePointer<UInt8>?, _ timeCodeDescriptionSize: Int
) -> OSStatus {
  unsafe swapEntry(timeCodeDescriptionData, timeCodeDescriptionSize, .hostToBig, widths: TimeCodeDescription.widths)
}

/// Time code descriptions as files hold them.
private enum TimeCodeDescription {
  private static let headerByteCount = 34
  private static let name = 0x6E61_6D65
  private static let formats = [
    kCMTimeCodeFormatType_TimeCode32, kCMTimeCodeFormatType_TimeCode64, kCMTimeCodeFormatType_Counter32,
    kCMTimeCodeFormatType_Counter64,
  ]

  static func widths(_ entry: SwappedEntry) -> [Int]? {
    formats.contains { entry.number(4, 4) == Int($0) } ? SwappedEntry.header + [4, 4, 4, 4, -1, -1] : nil
  }

  /// Returns the description of an entry, which it keeps word for word.
  static func read(_ bytes: [UInt8]) throws(Failure) -> FormatDescription {
    let (type, entry) = try SampleEntry.parse(bytes, atLeast: headerByteCount)
    guard formats.contains(type), let flags = entry.number(20, 4), let scale = entry.signedNumber(24, 4),
      let duration = entry.signedNumber(28, 4), let quanta = entry.number(32, 1), scale > 0, duration > 0,
      let boxes = entry.boxes(headerByteCount..<entry.bytes.count)
    else { throw SampleEntry.invalid }
    let extensions = makeDictionary()
    if let box = boxes.first(where: { $0.type == name }) {
      extensions.set(
        kCMTimeCodeFormatDescriptionExtension_SourceReferenceName,
        try sourceName(BigEndianBytes(Array(entry.bytes[box.body]))))
    }
    SampleEntry.keep(boxes.filter { $0.type != name }, of: entry, in: extensions)
    FormatDescription.keep(entry.bytes, .quickTime, in: extensions)
    let details = TimeCodeDetails(
      frameDuration: CMTime(value: Int64(duration), timescale: Int32(scale), flags: .valid, epoch: 0),
      frameQuanta: UInt32(quanta), flags: UInt32(flags))
    return FormatDescription(kCMMediaType_TimeCode, type, extensions: extensions, details: .timeCode(details))
  }

  /// Returns the text of user data: a length, a language, the text.
  private static func sourceName(_ body: BigEndianBytes) throws(Failure) -> CFMutableDictionary {
    guard let count = body.number(0, 2), let language = body.number(2, 2), count <= body.bytes.count - 4 else {
      throw SampleEntry.invalid
    }
    let reference = makeDictionary()
    if let text = SampleEntry.text(body.bytes[4..<(4 + count)]) {
      reference.set(kCMTimeCodeFormatDescriptionKey_Value, text)
    }
    reference.set(kCMTimeCodeFormatDescriptionKey_LangCode, Int64(language))
    return reference
  }

  /// Writes an entry.
  static func write(_ description: FormatDescription) throws(Failure) -> [UInt8] {
    if let entry = description.verbatimEntry(.quickTime) { return entry }
    guard formats.contains(description.mediaSubType) else { throw SampleEntry.incompatible }
    // There are 31 bits for the duration and 8 for the frames.
    guard let details = description.timeCode, let duration = Int32(exactly: details.frameDuration.value),
      let quanta = UInt8(exactly: details.frameQuanta)
    else { throw Failure(kCMFormatDescriptionBridgeError_InvalidFormatDescription) }
    var entry = SampleEntry.header(description.mediaSubType)
    entry.append(0, 4)
    entry.append(Int(details.flags), 4)
    entry.append(Int(details.frameDuration.timescale), 4)
    entry.append(Int(duration), 4)
    entry += [quanta, 0]
    if let reference = description.extensions?.dictionary(kCMTimeCodeFormatDescriptionExtension_SourceReferenceName) {
      let text = reference.text(kCMTimeCodeFormatDescriptionKey_Value).map { SampleEntry.bytes(of: $0) } ?? []
      guard let text, text.count <= 0xFFFF else { throw SampleEntry.incompatible }
      let language = Int(truncatingIfNeeded: reference.integer(kCMTimeCodeFormatDescriptionKey_LangCode) ?? 0)
      entry.appendBox(name, [UInt8](bigEndian: text.count, 2) + [UInt8](bigEndian: language, 2) + text)
    }
    try SampleEntry.appendAtoms(of: description, to: &entry)
    return entry
  }
}
