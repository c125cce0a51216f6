import CoreFoundation
import CoreMedia
import Foundation
import TestSupport
import Testing

/// Text descriptions: of mobile phones as FFmpeg wrote one, of QuickTime's and of WebVTT by hand.
@Suite("Text descriptions of files")
struct TextDescriptionTests {
  /// FFmpeg 5.1, `-c:s mov_text` into a `.mp4`: 3GPP TS 26.245, 5.16, with a table of fonts and a `btrt`.
  static let mobile = EntryBytes.hexadecimal(
    """
    00000054 74783367 000000000000 0001 00000000 01 ff 000000ff 0000 0000 0000 0000 0000 0000 0001 00 10 ffffffff
    00000012 66746162 0001 0001 05 417269616c 00000014 62747274 00000000 00000048 00000048
    """)

  /// QuickTime's: flags, centred, a dark red background, a box of 200 × 40 at (10, 20), font 21 in bold italics of 24
  /// points, blue.
  static let quickTime = EntryBytes.sized(
    [0, 0, 0, 0] + Array("text".utf8) + [0, 0, 0, 0, 0, 0, 0, 1] + [0, 0, 0x10, 0x20] + [0, 0, 0, 1]
      + [0x80, 0, 0, 0, 0, 0] + [0, 20, 0, 10, 0, 60, 0, 210] + [0, 0, 0, 3, 0, 30, 0, 25] + [0, 21, 3, 0, 0, 24]
      + [0, 0, 0, 0, 0xFF, 0xFF] + [6] + Array("Geneva".utf8))

  /// ISO/IEC 14496-30, 7.5.
  static let webVTT = EntryBytes.sized(
    [0, 0, 0, 0] + Array("wvtt".utf8) + [0, 0, 0, 0, 0, 0, 0, 1] + EntryBytes.box("vttC", Array("WEBVTT".utf8)))

  private func make(_ entry: [UInt8], _ media: CMMediaType = kCMMediaType_Text) -> (OSStatus, CMFormatDescription?) {
    var made: CMTextFormatDescription?
    let status = CMTextFormatDescriptionCreateFromBigEndianTextDescriptionData(
      allocator: nil, bigEndianTextDescriptionData: entry, size: entry.count, flavor: nil, mediaType: media,
      formatDescriptionOut: &made)
    return (status, made)
  }

  private func entry(of description: CMFormatDescription) throws -> [UInt8] {
    var block: CMBlockBuffer?
    try #require(
      CMTextFormatDescriptionCopyAsBigEndianTextDescriptionBlockBuffer(
        allocator: nil, textFormatDescription: description, flavor: nil, blockBufferOut: &block) == noErr)
    return bytes(of: try required(block))
  }

  /// The same description without the entry that it was made from.
  private func plain(_ description: CMFormatDescription) throws -> CMFormatDescription {
    var extensions = description.extensions
    extensions[.verbatimSampleDescription] = nil
    return try CMFormatDescription(
      mediaType: description.mediaType, mediaSubType: description.mediaSubType, extensions: extensions)
  }

  @Test("Text of mobile phones")
  func mobilePhones() throws {
    let (status, made) = make(Self.mobile, kCMMediaType_Subtitle)
    expectEqual(status, noErr)
    let description = try required(made)
    expectEqual(description.mediaType, .subtitle)
    expectEqual(description.mediaSubType, .mobile3GPP)
    try expectEqual(description.displayFlags().rawValue, 0)
    let justification = try description.justification()
    expectEqual(justification.horizontal, .centered)
    expectEqual(justification.vertical, .bottom)
    try expectEqual(description.defaultTextBox(originIsAtTopLeft: true, heightOfTextTrack: 0), .zero)
    let style = try description.defaultStyle()
    expectEqual(style.localFontID, 1)
    #expect(!style.bold && !style.italic && !style.underline)
    expectEqual(style.fontSize, 16)
    expectEqual(style.colorComponents, [1, 1, 1, 1])
    try expectEqual(description.fontName(localFontID: 1), "Arial")
    #expect(throwsStatus(kCMFormatDescriptionError_ValueNotAvailable) { _ = try description.fontName(localFontID: 2) })
    #expect(throwsStatus(kCMFormatDescriptionError_InvalidParameter) { _ = try description.fontName(localFontID: -1) })
    expectEqual(description.extensions[.backgroundColor], .mobile3GPPTextColor(red: 0, green: 0, blue: 0, alpha: 1))
    try expectEqual(entry(of: description), EntryBytes.withoutReference(Self.mobile))
    try expectEqual(entry(of: plain(description)), EntryBytes.withoutReference(Self.mobile))
  }

  @Test("QuickTime's text")
  func quickTimes() throws {
    let description = try required(make(Self.quickTime).1)
    expectEqual(description.mediaType, .text)
    expectEqual(description.mediaSubType, .qt)
    try expectEqual(description.displayFlags().rawValue, 0x1020)
    let justification = try description.justification()
    expectEqual(justification.horizontal, .centered)
    expectEqual(justification.vertical, .top)
    try expectEqual(
      description.defaultTextBox(originIsAtTopLeft: true, heightOfTextTrack: 100),
      CGRect(x: 10, y: 20, width: 200, height: 40))
    // From below, the box of 20 to 60 out of 100 begins at 40.
    try expectEqual(
      description.defaultTextBox(originIsAtTopLeft: false, heightOfTextTrack: 100),
      CGRect(x: 10, y: 40, width: 200, height: 40))
    let style = try description.defaultStyle()
    expectEqual(style.localFontID, 21)
    #expect(style.bold && style.italic && !style.underline)
    expectEqual(style.fontSize, 24)
    expectEqual(style.colorComponents, [0, 0, 1, 1])
    expectEqual(description.extensions[.defaultFontName], .string("Geneva"))
    // QuickTime's text has one font and no table of them.
    #expect(throwsStatus(kCMFormatDescriptionError_ValueNotAvailable) { _ = try description.fontName(localFontID: 21) })
    try expectEqual(entry(of: plain(description)), EntryBytes.withoutReference(Self.quickTime))
  }

  @Test("WebVTT's entry has boxes alone")
  func webVTTs() throws {
    let description = try required(make(Self.webVTT, kCMMediaType_Subtitle).1)
    expectEqual(description.mediaSubType, .webVTT)
    let atoms = swift(description.extensions[.sampleDescriptionExtensionAtoms]) as? [String: Any]
    #expect(atoms?["vttC"] as? Data == Data("WEBVTT".utf8))
    try expectEqual(entry(of: plain(description)), EntryBytes.withoutReference(Self.webVTT))
    #expect(throwsStatus(kCMFormatDescriptionError_ValueNotAvailable) { _ = try description.displayFlags() })
  }

  @Test("A description from extensions tells what they say")
  func extensions() throws {
    typealias Value = CMFormatDescription.Extensions.Value
    var extensions = CMFormatDescription.Extensions()
    extensions[.displayFlags] = .textDisplayFlags([.allSubtitlesForced, .scrollIn])
    extensions[.horizontalJustification] = .textJustification(.right)
    extensions[.verticalJustification] = .textJustification(.top)
    extensions[.defaultTextBox] = .textRect(top: -5, left: 6, bottom: 7, right: 8)
    extensions[.defaultStyle] = .mobile3GPPTextDefaultStyle(
      startChar: 0, endChar: 0, localFontID: 9, fontFace: [.italic, .underline], fontSize: 12,
      foregroundColor: .mobile3GPPTextColor(red: 1, green: 0.2, blue: 0, alpha: 1))
    extensions[.fontTable] = .fontTable([9: "Serif"])
    let description = try CMFormatDescription(mediaType: .subtitle, mediaSubType: .mobile3GPP, extensions: extensions)
    try expectEqual(description.displayFlags().rawValue, 0x8000_0020)
    try expectEqual(description.justification().horizontal, .right)
    try expectEqual(
      description.defaultTextBox(originIsAtTopLeft: true, heightOfTextTrack: 0),
      CGRect(x: 6, y: -5, width: 2, height: 12))
    let style = try description.defaultStyle()
    expectEqual(style.colorComponents, [1, 0.2, 0, 1])
    #expect(!style.bold && style.italic && style.underline)
    try expectEqual(description.fontName(localFontID: 9), "Serif")
    var name: CFString? = string("before")
    #expect(CMTextFormatDescriptionGetFontName(description, localFontID: 8, fontNameOut: &name) != noErr)
    expectNil(name)
    // Places that may be null are.
    expectEqual(
      CMTextFormatDescriptionGetDefaultStyle(
        description, localFontIDOut: nil, boldOut: nil, italicOut: nil, underlineOut: nil, fontSizeOut: nil,
        colorComponentsOut: nil), noErr)
    expectEqual(CMTextFormatDescriptionGetJustification(description, horizontalOut: nil, verticalOut: nil), noErr)
  }

  @Test("Every entry that is cut short is refused, and no byte traps")
  func cut() {
    let wrong = kCMFormatDescriptionBridgeError_InvalidSerializedSampleDescription
    for whole in [Self.mobile, Self.quickTime, Self.webVTT] {
      for count in 0..<whole.count { expectEqual(make(Array(whole.prefix(count))).0, wrong) }
      for place in whole.indices {
        for value: UInt8 in [0, 1, 0x7F, 0xFF] {
          var changed = whole
          changed[place] = value
          if let description = make(changed).1 { _ = try? entry(of: plain(description)) }
        }
      }
    }
    var unknown = Self.webVTT
    unknown[4] = 0
    expectEqual(make(unknown).0, wrong)
    expectEqual(make(Self.webVTT, kCMMediaType_Video).0, kCMFormatDescriptionBridgeError_InvalidParameter)
  }

  @Test("What no entry can hold")
  func incompatible() throws {
    func status(_ subType: CMFormatDescription.MediaSubType, _ extensions: CMFormatDescription.Extensions) throws
      -> OSStatus
    {
      let description = try CMFormatDescription(mediaType: .text, mediaSubType: subType, extensions: extensions)
      var block: CMBlockBuffer?
      return CMTextFormatDescriptionCopyAsBigEndianTextDescriptionBlockBuffer(
        allocator: nil, textFormatDescription: description, flavor: nil, blockBufferOut: &block)
    }
    let wrong = kCMFormatDescriptionBridgeError_IncompatibleFormatDescription
    var extensions = CMFormatDescription.Extensions()
    try expectEqual(status(.mobile3GPP, extensions), noErr)
    try expectEqual(status(.qt, extensions), noErr)
    try expectEqual(status(.h264, extensions), wrong)
    extensions[.fontTable] = .fontTable([70_000: "x"])
    try expectEqual(status(.mobile3GPP, extensions), wrong)
    extensions[.fontTable] = .fontTable([7: String(repeating: "x", count: 256)])
    try expectEqual(status(.mobile3GPP, extensions), wrong)
    extensions[.defaultFontName] = .string(String(repeating: "x", count: 256))
    try expectEqual(status(.qt, extensions), wrong)
  }
}
