import CCoreMedia
import CoreFoundation

/// An image description as QuickTime's and MPEG-4's files hold it: "Video Sample Description" of the QuickTime File
/// Format, `VisualSampleEntry` of ISO/IEC 14496-12, 12.1.3.
enum ImageDescription {
  /// The fields that precede an entry's boxes, in bytes.
  static let headerByteCount = 86

  /// Fields by their widths in bytes.
  static let widths = SwappedEntry.header + [2, 2, 4, 4, 4, 2, 2, 4, 4, 4, 2, -32, 2, 2]

  /// Reads an entry.
  static func read(
    _ bytes: [UInt8], _ flavor: SampleEntry.Flavor, _ encoding: CFStringEncoding
  ) throws(Failure) -> FormatDescription {
    let (type, entry) = try SampleEntry.parse(bytes, atLeast: headerByteCount)
    guard let width = entry.number(32, 2), let height = entry.number(34, 2), let depth = entry.number(82, 2),
      let name = SampleEntry.pascalText(entry, 50, room: 32, encoding),
      let boxes = entry.boxes(try startOfBoxes(entry, flavor)..<entry.bytes.count)
    else { throw SampleEntry.invalid }
    let extensions = makeDictionary()
    if !name.isEmpty, let text = SampleEntry.text(name, encoding) {
      extensions.set(kCMFormatDescriptionExtension_FormatName, text)
    }
    if depth != 0 { extensions.set(kCMFormatDescriptionExtension_Depth, Int64(depth)) }
    if flavor == .quickTime { readQuickTimeFields(entry, extensions) }
    let unknown = boxes.filter { !ImageBoxes.read($0, of: entry, into: extensions) }
    SampleEntry.keep(unknown, of: entry, in: extensions)
    FormatDescription.keep(entry.bytes, flavor, in: extensions)
    return FormatDescription(
      kCMMediaType_Video, type, extensions: extensions,
      details: .video(CMVideoDimensions(width: Int32(width), height: Int32(height))))
  }

  /// Returns the offset of the boxes: after the colours, if QuickTime's entry has its own.
  private static func startOfBoxes(
    _ entry: BigEndianBytes, _ flavor: SampleEntry.Flavor
  ) throws(Failure) -> Int {
    guard flavor == .quickTime, entry.number(84, 2) == 0 else { return headerByteCount }
    guard let last = entry.number(headerByteCount + 6, 2) else { throw SampleEntry.invalid }
    let end = headerByteCount + 8 + 8 * (last + 1)
    guard end <= entry.bytes.count else { throw SampleEntry.invalid }
    return end
  }

  /// Reads the fields that files of the ISO family do not have.
  private static func readQuickTimeFields(_ entry: BigEndianBytes, _ extensions: CFMutableDictionary) {
    extensions.set(kCMFormatDescriptionExtension_Version, Int64(entry.signedNumber(16, 2) ?? 0))
    extensions.set(kCMFormatDescriptionExtension_RevisionLevel, Int64(entry.signedNumber(18, 2) ?? 0))
    if entry.number(20, 4) != 0, let vendor = SampleEntry.text(entry.bytes[20..<24]) {
      extensions.set(kCMFormatDescriptionExtension_Vendor, vendor)
    }
    extensions.set(kCMFormatDescriptionExtension_TemporalQuality, Int64(entry.signedNumber(24, 4) ?? 0))
    extensions.set(kCMFormatDescriptionExtension_SpatialQuality, Int64(entry.signedNumber(28, 4) ?? 0))
  }

  /// Writes an entry.
  static func write(
    _ description: FormatDescription, _ flavor: SampleEntry.Flavor, _ encoding: CFStringEncoding
  ) throws(Failure) -> [UInt8] {
    if let entry = description.verbatimEntry(flavor) { return entry }
    guard let size = description.dimensions, let width = UInt16(exactly: size.width),
      let height = UInt16(exactly: size.height)
    else { throw Failure(kCMFormatDescriptionBridgeError_InvalidFormatDescription) }
    let extensions = description.extensions
    var entry = SampleEntry.header(description.mediaSubType)
    let own = flavor == .quickTime ? extensions : nil
    entry.append(Int(own?.integer(kCMFormatDescriptionExtension_Version) ?? 0), 2)
    entry.append(Int(own?.integer(kCMFormatDescriptionExtension_RevisionLevel) ?? 0), 2)
    entry += try vendor(own)
    entry.append(Int(own?.integer(kCMFormatDescriptionExtension_TemporalQuality) ?? 0), 4)
    entry.append(Int(own?.integer(kCMFormatDescriptionExtension_SpatialQuality) ?? 0), 4)
    entry.append(Int(width), 2)
    entry.append(Int(height), 2)
    // 72 pixels an inch both ways, no size of data, one frame per sample.
    entry += [0, 0x48, 0, 0, 0, 0x48, 0, 0, 0, 0, 0, 0, 0, 1]
    let name =
      extensions?.text(kCMFormatDescriptionExtension_FormatName)
      .flatMap { SampleEntry.bytes(of: $0, encoding) } ?? []
    let shown = name.prefix(31)
    entry += [UInt8(shown.count)] + shown + [UInt8](repeating: 0, count: 31 - shown.count)
    entry.append(Int(extensions?.integer(kCMFormatDescriptionExtension_Depth) ?? 24), 2)
    entry += [0xFF, 0xFF]
    try ImageBoxes.write(description, flavor, to: &entry)
    try SampleEntry.appendAtoms(of: description, to: &entry)
    return entry
  }

  /// Returns the four-character code of the compressor's vendor.
  private static func vendor(_ extensions: CFDictionary?) throws(Failure) -> [UInt8] {
    guard let text = extensions?.text(kCMFormatDescriptionExtension_Vendor) else { return [0, 0, 0, 0] }
    guard let bytes = SampleEntry.bytes(of: text), bytes.count == 4 else { throw SampleEntry.incompatible }
    return bytes
  }
}
