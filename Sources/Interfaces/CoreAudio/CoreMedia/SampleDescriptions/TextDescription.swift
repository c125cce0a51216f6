import CCoreMedia
import CoreFoundation

/// A text description as files hold it: "Text Sample Description" of the QuickTime File Format with the fields of
/// QuickTime's own header, `TextSampleEntry` of 3GPP TS 26.245, 5.16, and `WVTTSampleEntry` of ISO/IEC 14496-30, 7.5.
enum TextDescription {
  /// The formats of text that are known.
  enum Kind: FourCharCode {
    case quickTime = 0x7465_7874
    case mobile = 0x7478_3367
    case webVTT = 0x7776_7474

    /// Fields by their widths in bytes.
    var widths: [Int] {
      switch self {
      case .quickTime:
        SwappedEntry.header + [4, 4, 2, 2, 2, 2, 2, 2, 2, 4, 2, 2, 2, -2, 2, 2, 2, 2]
      case .mobile: SwappedEntry.header + [4, -1, -1, -4, 2, 2, 2, 2, 2, 2, 2, -1, -1, -4]
      case .webVTT: SwappedEntry.header
      }
    }

    /// The number of bytes of the fields.
    var byteCount: Int { widths.reduce(0) { $0 + abs($1) } }
  }

  private static let ftab = 0x6674_6162

  /// Reads an entry.
  static func read(_ bytes: [UInt8], _ mediaType: CMMediaType) throws(Failure) -> FormatDescription {
    let (type, whole) = try SampleEntry.parse(bytes)
    guard let kind = Kind(rawValue: type) else { throw SampleEntry.invalid }
    let (_, entry) = try SampleEntry.parse(bytes, atLeast: kind.byteCount)
    let extensions = makeDictionary()
    switch kind {
    case .quickTime: try readQuickTime(entry, extensions)
    case .mobile: try readMobile(entry, extensions)
    case .webVTT:
      guard let boxes = entry.boxes(kind.byteCount..<entry.bytes.count) else { throw SampleEntry.invalid }
      SampleEntry.keep(boxes, of: entry, in: extensions)
    }
    FormatDescription.keep(whole.bytes, .quickTime, in: extensions)
    return FormatDescription(mediaType, type, extensions: extensions)
  }

  private static func readQuickTime(_ entry: BigEndianBytes, _ extensions: CFMutableDictionary) throws(Failure) {
    let numbers = Fields(entry)
    extensions.set(kCMTextFormatDescriptionExtension_DisplayFlags, numbers.signed(16, 4))
    extensions.set(kCMTextFormatDescriptionExtension_TextJustification, numbers.signed(20, 4))
    extensions.set(kCMTextFormatDescriptionExtension_BackgroundColor, numbers.wideColour(24))
    extensions.set(kCMTextFormatDescriptionExtension_DefaultTextBox, numbers.box(30))
    let style = makeDictionary()
    style.set(kCMTextFormatDescriptionStyle_StartChar, numbers.signed(38, 4))
    style.set(kCMTextFormatDescriptionStyle_Height, numbers.signed(42, 2))
    style.set(kCMTextFormatDescriptionStyle_Ascent, numbers.signed(44, 2))
    style.set(kCMTextFormatDescriptionStyle_Font, numbers.signed(46, 2))
    style.set(kCMTextFormatDescriptionStyle_FontFace, numbers.unsigned(48, 1))
    style.set(kCMTextFormatDescriptionStyle_FontSize, numbers.signed(50, 2))
    style.set(kCMTextFormatDescriptionStyle_ForegroundColor, numbers.wideColour(52))
    extensions.set(kCMTextFormatDescriptionExtension_DefaultStyle, style)
    guard entry.bytes.count > Kind.quickTime.byteCount else { return }
    guard let name = SampleEntry.pascalText(entry, Kind.quickTime.byteCount, room: 256) else {
      throw SampleEntry.invalid
    }
    if !name.isEmpty, let text = SampleEntry.text(name) {
      extensions.set(kCMTextFormatDescriptionExtension_DefaultFontName, text)
    }
  }

  private static func readMobile(_ entry: BigEndianBytes, _ extensions: CFMutableDictionary) throws(Failure) {
    let numbers = Fields(entry)
    extensions.set(kCMTextFormatDescriptionExtension_DisplayFlags, numbers.signed(16, 4))
    extensions.set(kCMTextFormatDescriptionExtension_HorizontalJustification, numbers.signed(20, 1))
    extensions.set(kCMTextFormatDescriptionExtension_VerticalJustification, numbers.signed(21, 1))
    extensions.set(kCMTextFormatDescriptionExtension_BackgroundColor, numbers.colour(22))
    extensions.set(kCMTextFormatDescriptionExtension_DefaultTextBox, numbers.box(26))
    let style = makeDictionary()
    style.set(kCMTextFormatDescriptionStyle_StartChar, numbers.unsigned(34, 2))
    style.set(kCMTextFormatDescriptionStyle_EndChar, numbers.unsigned(36, 2))
    style.set(kCMTextFormatDescriptionStyle_Font, numbers.unsigned(38, 2))
    style.set(kCMTextFormatDescriptionStyle_FontFace, numbers.unsigned(40, 1))
    style.set(kCMTextFormatDescriptionStyle_FontSize, numbers.unsigned(41, 1))
    style.set(kCMTextFormatDescriptionStyle_ForegroundColor, numbers.colour(42))
    extensions.set(kCMTextFormatDescriptionExtension_DefaultStyle, style)
    guard let boxes = entry.boxes(Kind.mobile.byteCount..<entry.bytes.count) else { throw SampleEntry.invalid }
    if let table = boxes.first(where: { $0.type == ftab }) {
      extensions.set(
        kCMTextFormatDescriptionExtension_FontTable, try fontTable(BigEndianBytes(Array(entry.bytes[table.body]))))
    }
    SampleEntry.keep(boxes.filter { $0.type != ftab }, of: entry, in: extensions)
  }

  /// Returns the names of fonts under their numbers, which are text.
  private static func fontTable(_ body: BigEndianBytes) throws(Failure) -> CFMutableDictionary {
    guard let count = body.number(0, 2) else { throw SampleEntry.invalid }
    let table = makeDictionary()
    var offset = 2
    for _ in 0..<count {
      guard let number = body.number(offset, 2), let name = SampleEntry.pascalText(body, offset + 2, room: 256) else {
        throw SampleEntry.invalid
      }
      if let text = SampleEntry.text(name, CFStringBuiltInEncodings.UTF8.rawValue) {
        table.set(coreFoundationString(String(number)), text)
      }
      offset += 3 + name.count
    }
    return table
  }

  // MARK: Writing

  /// Writes an entry.
  static func write(_ description: FormatDescription) throws(Failure) -> [UInt8] {
    if let entry = description.verbatimEntry(.quickTime) { return entry }
    guard let kind = Kind(rawValue: description.mediaSubType) else { throw SampleEntry.incompatible }
    var entry = SampleEntry.header(description.mediaSubType)
    switch kind {
    case .quickTime: try writeQuickTime(description, &entry)
    case .mobile: try writeMobile(description, &entry)
    case .webVTT: break
    }
    if kind != .quickTime { try SampleEntry.appendAtoms(of: description, to: &entry) }
    return entry
  }

  private static func writeQuickTime(_ description: FormatDescription, _ entry: inout [UInt8]) throws(Failure) {
    let all = description.extensions
    let style = all?.dictionary(kCMTextFormatDescriptionExtension_DefaultStyle)
    entry.append(all, kCMTextFormatDescriptionExtension_DisplayFlags, 4)
    entry.append(all, kCMTextFormatDescriptionExtension_TextJustification, 4)
    entry.append(colour: all?.dictionary(kCMTextFormatDescriptionExtension_BackgroundColor), parts: 3, 2)
    entry.append(box: all?.dictionary(kCMTextFormatDescriptionExtension_DefaultTextBox))
    entry.append(style, kCMTextFormatDescriptionStyle_StartChar, 4)
    entry.append(style, kCMTextFormatDescriptionStyle_Height, 2)
    entry.append(style, kCMTextFormatDescriptionStyle_Ascent, 2)
    entry.append(style, kCMTextFormatDescriptionStyle_Font, 2)
    entry.append(style, kCMTextFormatDescriptionStyle_FontFace, 1)
    entry.append(0)
    entry.append(style, kCMTextFormatDescriptionStyle_FontSize, 2)
    entry.append(colour: style?.dictionary(kCMTextFormatDescriptionStyle_ForegroundColor), parts: 3, 2)
    let name = all?.text(kCMTextFormatDescriptionExtension_DefaultFontName).map { SampleEntry.bytes(of: $0) } ?? []
    guard let name, name.count < 256 else { throw SampleEntry.incompatible }
    entry += [UInt8(name.count)] + name
  }

  private static func writeMobile(_ description: FormatDescription, _ entry: inout [UInt8]) throws(Failure) {
    let all = description.extensions
    let style = all?.dictionary(kCMTextFormatDescriptionExtension_DefaultStyle)
    entry.append(all, kCMTextFormatDescriptionExtension_DisplayFlags, 4)
    entry.append(all, kCMTextFormatDescriptionExtension_HorizontalJustification, 1)
    entry.append(all, kCMTextFormatDescriptionExtension_VerticalJustification, 1)
    entry.append(colour: all?.dictionary(kCMTextFormatDescriptionExtension_BackgroundColor), parts: 4, 1)
    entry.append(box: all?.dictionary(kCMTextFormatDescriptionExtension_DefaultTextBox))
    entry.append(style, kCMTextFormatDescriptionStyle_StartChar, 2)
    entry.append(style, kCMTextFormatDescriptionStyle_EndChar, 2)
    entry.append(style, kCMTextFormatDescriptionStyle_Font, 2)
    entry.append(style, kCMTextFormatDescriptionStyle_FontFace, 1)
    entry.append(style, kCMTextFormatDescriptionStyle_FontSize, 1)
    entry.append(colour: style?.dictionary(kCMTextFormatDescriptionStyle_ForegroundColor), parts: 4, 1)
    entry.appendBox(ftab, try fontTable(all?.dictionary(kCMTextFormatDescriptionExtension_FontTable)))
  }

  /// Returns the fonts of a description, in the order of their numbers.
  private static func fontTable(_ table: CFDictionary?) throws(Failure) -> [UInt8] {
    var fonts: [(number: UInt16, name: [UInt8])] = []
    for (key, value) in table?.entries ?? [] {
      guard let number = UInt16(swiftString(key)), CFGetTypeID(value) == CFStringGetTypeID() else {
        throw SampleEntry.incompatible
      }
      let name = Array(swiftString(sameObject(value)).utf8)
      guard name.count < 256 else { throw SampleEntry.incompatible }
      fonts.append((number, name))
    }
    guard let count = UInt16(exactly: fonts.count) else { throw SampleEntry.incompatible }
    let sorted = fonts.sorted { $0.number < $1.number }
    return [UInt8](bigEndian: Int(count), 2)
      + sorted.flatMap { [UInt8](bigEndian: Int($0.number), 2) + [UInt8($0.name.count)] + $0.name }
  }
}

/// The fields of an entry that is known to be long enough.
private struct Fields {
  let entry: BigEndianBytes
  init(_ entry: BigEndianBytes) { self.entry = entry }

  func signed(_ offset: Int, _ count: Int) -> Int64 { Int64(entry.signedNumber(offset, count) ?? 0) }
  func unsigned(_ offset: Int, _ count: Int) -> Int64 { Int64(entry.number(offset, count) ?? 0) }

  /// Returns top, left, bottom and right.
  func box(_ offset: Int) -> CFMutableDictionary {
    let box = makeDictionary()
    for (index, key) in TextKeys.box.enumerated() { box.set(key, signed(offset + 2 * index, 2)) }
    return box
  }

  /// Returns red, green and blue of 16 bits.
  func wideColour(_ offset: Int) -> CFMutableDictionary {
    let colour = makeDictionary()
    for (index, key) in TextKeys.colour.prefix(3).enumerated() { colour.set(key, unsigned(offset + 2 * index, 2)) }
    return colour
  }

  /// Returns red, green, blue and alpha of 8 bits.
  func colour(_ offset: Int) -> CFMutableDictionary {
    let colour = makeDictionary()
    for (index, key) in TextKeys.colour.enumerated() { colour.set(key, unsigned(offset + index, 1)) }
    return colour
  }
}

/// The keys of rectangles and colours, in the order of files.
enum TextKeys {
  static var box: [CFString] {
    [
      kCMTextFormatDescriptionRect_Top, kCMTextFormatDescriptionRect_Left, kCMTextFormatDescriptionRect_Bottom,
      kCMTextFormatDescriptionRect_Right,
    ]
  }
  static var colour: [CFString] {
    [
      kCMTextFormatDescriptionColor_Red, kCMTextFormatDescriptionColor_Green, kCMTextFormatDescriptionColor_Blue,
      kCMTextFormatDescriptionColor_Alpha,
    ]
  }
}

extension [UInt8] {
  /// Appends the number of a key; 0 if there is none.
  fileprivate mutating func append(_ dictionary: CFDictionary?, _ key: CFString, _ count: Int) {
    append(Int(truncatingIfNeeded: dictionary?.integer(key) ?? 0), count)
  }

  fileprivate mutating func append(box: CFDictionary?) {
    for key in TextKeys.box { append(box, key, 2) }
  }

  fileprivate mutating func append(colour: CFDictionary?, parts: Int, _ count: Int) {
    for key in TextKeys.colour.prefix(parts) { append(colour, key, count) }
  }
}
