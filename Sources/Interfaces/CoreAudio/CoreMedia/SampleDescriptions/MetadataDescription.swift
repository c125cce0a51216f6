import CCoreMedia
import CoreFoundation

/// A description of timed metadata as files hold it: `BoxedMetadataSampleEntry` of ISO/IEC 14496-12, 12.9, "Timed
/// Metadata Sample Description" of the QuickTime File Format; of other metadata, the header alone.
enum MetadataDescription {
  private static let keys = 0x6B65_7973
  private static let keyd = 0x6B65_7964
  private static let dtyp = 0x6474_7970
  private static let loca = 0x6C6F_6361
  private static let setu = 0x7365_7475

  /// Returns the description of an entry, which it keeps word for word.
  static func read(_ bytes: [UInt8]) throws(Failure) -> FormatDescription {
    let (type, entry) = try SampleEntry.parse(bytes)
    guard let boxes = entry.boxes(SampleEntry.headerByteCount..<entry.bytes.count) else { throw SampleEntry.invalid }
    let extensions = makeDictionary()
    var others = boxes
    if type == kCMMetadataFormatType_Boxed {
      guard let place = boxes.firstIndex(where: { $0.type == keys }) else { throw SampleEntry.invalid }
      extensions.set(
        kCMFormatDescriptionExtensionKey_MetadataKeyTable, try keyTable(entry, boxes[place].body).dictionary)
      others.remove(at: place)
    }
    SampleEntry.keep(others, of: entry, in: extensions)
    FormatDescription.keep(entry.bytes, .quickTime, in: extensions)
    return FormatDescription(kCMMediaType_Metadata, type, extensions: extensions)
  }

  private static func keyTable(_ entry: BigEndianBytes, _ range: Range<Int>) throws(Failure) -> MetadataKeyTable {
    guard let boxes = entry.boxes(range) else { throw SampleEntry.invalid }
    var table = MetadataKeyTable()
    for box in boxes {
      guard table.add(try key(entry, box)) else { throw SampleEntry.invalid }
    }
    return table
  }

  /// Returns a key, which a box describes whose type is the key's number.
  private static func key(_ entry: BigEndianBytes, _ box: BigEndianBytes.Box) throws(Failure) -> CFMutableDictionary {
    guard let parts = entry.boxes(box.body) else { throw SampleEntry.invalid }
    let key = makeDictionary()
    key.set(kCMMetadataFormatDescriptionKey_LocalID, Int64(box.type))
    for part in parts {
      let body = entry.bytes[part.body]
      switch part.type {
      case keyd:
        guard let space = entry.number(part.body.lowerBound, 4), body.count >= 4 else { throw SampleEntry.invalid }
        key.set(kCMMetadataFormatDescriptionKey_Namespace, Int64(space))
        key.set(kCMMetadataFormatDescriptionKey_Value, body.dropFirst(4))
      case dtyp:
        guard let space = entry.number(part.body.lowerBound, 4), body.count >= 4 else { throw SampleEntry.invalid }
        key.set(kCMMetadataFormatDescriptionKey_DataTypeNamespace, Int64(space))
        key.set(kCMMetadataFormatDescriptionKey_DataType, body.dropFirst(4))
      case loca:
        if let tag = SampleEntry.text(body.prefix { $0 != 0 }, CFStringBuiltInEncodings.UTF8.rawValue) {
          key.set(kCMMetadataFormatDescriptionKey_LanguageTag, tag)
        }
      case setu: key.set(kCMMetadataFormatDescriptionKey_SetupData, body)
      default: break
      }
    }
    return key
  }

  // MARK: Writing

  /// Writes an entry.
  static func write(_ description: FormatDescription) throws(Failure) -> [UInt8] {
    if let entry = description.verbatimEntry(.quickTime) { return entry }
    var entry = SampleEntry.header(description.mediaSubType)
    if description.mediaSubType == kCMMetadataFormatType_Boxed {
      guard let table = MetadataKeyTable(description), !table.keys.isEmpty else {
        throw Failure(kCMFormatDescriptionBridgeError_InvalidFormatDescription)
      }
      var boxes: [UInt8] = []
      for key in table.keys {
        boxes.appendBox(Int(key.integer(kCMMetadataFormatDescriptionKey_LocalID) ?? 0), try bytes(of: key))
      }
      entry.appendBox(keys, boxes)
    }
    try SampleEntry.appendAtoms(of: description, to: &entry)
    return entry
  }

  /// Returns the contents of a key's box.
  private static func bytes(of key: CFDictionary) throws(Failure) -> [UInt8] {
    // How the box of a dependency looks is published nowhere.
    guard unsafe key.value(kCMMetadataFormatDescriptionKey_StructuralDependency) == nil,
      unsafe key.value(kCMMetadataFormatDescriptionKey_ConformingDataTypes) == nil
    else { throw SampleEntry.incompatible }
    let space = key.integer(kCMMetadataFormatDescriptionKey_Namespace) ?? 0
    var boxes: [UInt8] = []
    boxes.appendBox(
      keyd, [UInt8](bigEndian: Int(space), 4) + (key.data(kCMMetadataFormatDescriptionKey_Value) ?? []))
    if let type = key.data(kCMMetadataFormatDescriptionKey_DataType) {
      let space = key.integer(kCMMetadataFormatDescriptionKey_DataTypeNamespace) ?? 0
      boxes.appendBox(dtyp, [UInt8](bigEndian: Int(space), 4) + type)
    }
    if let tag = key.text(kCMMetadataFormatDescriptionKey_LanguageTag) {
      boxes.appendBox(loca, Array(swiftString(tag).utf8) + [0])
    }
    if let data = key.data(kCMMetadataFormatDescriptionKey_SetupData) { boxes.appendBox(setu, data) }
    return boxes
  }
}

extension CFMutableDictionary {
  /// Sets the data of a key.
  func set(_ key: CFString, _ bytes: some Sequence<UInt8>) {
    if let data = SampleEntry.data(bytes) { set(key, data) }
  }
}
