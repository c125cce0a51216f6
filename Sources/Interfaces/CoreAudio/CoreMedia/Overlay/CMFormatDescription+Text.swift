// Names and documentation are those of Apple's overlay.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CCoreMedia
public import CoreFoundation
public import Foundation

// Apple's Swift view of format descriptions: text.

extension CMFormatDescription.Extensions.Value {
  /// The display flags of text.
  public struct TextDisplayFlags: RawRepresentable, Hashable, Sendable {
    /// The bits.
    public let rawValue: UInt32
    /// Creates flags from their bits.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// Text scrolls in.
    public static let scrollIn = TextDisplayFlags(rawValue: kCMTextDisplayFlag_scrollIn)
    /// Text scrolls out.
    public static let scrollOut = TextDisplayFlags(rawValue: kCMTextDisplayFlag_scrollOut)
    /// The bits of the direction.
    public static let scrollDirectionMask = TextDisplayFlags(rawValue: kCMTextDisplayFlag_scrollDirectionMask)
    /// Text scrolls upwards.
    public static let scrollDirection_bottomToTop = TextDisplayFlags(
      rawValue: kCMTextDisplayFlag_scrollDirection_bottomToTop)
    /// Text scrolls leftwards.
    public static let scrollDirection_rightToLeft = TextDisplayFlags(
      rawValue: kCMTextDisplayFlag_scrollDirection_rightToLeft)
    /// Text scrolls downwards.
    public static let scrollDirection_topToBottom = TextDisplayFlags(
      rawValue: kCMTextDisplayFlag_scrollDirection_topToBottom)
    /// Text scrolls rightwards.
    public static let scrollDirection_leftToRight = TextDisplayFlags(
      rawValue: kCMTextDisplayFlag_scrollDirection_leftToRight)
    /// Highlighted text stays highlighted.
    public static let continuousKaraoke = TextDisplayFlags(rawValue: kCMTextDisplayFlag_continuousKaraoke)
    /// Text is written vertically.
    public static let writeTextVertically = TextDisplayFlags(rawValue: kCMTextDisplayFlag_writeTextVertically)
    /// The background colour fills the whole region.
    public static let fillTextRegion = TextDisplayFlags(rawValue: kCMTextDisplayFlag_fillTextRegion)
    /// The text box states if subtitles are at the top or the bottom.
    public static let obeySubtitleFormatting = TextDisplayFlags(rawValue: kCMTextDisplayFlag_obeySubtitleFormatting)
    /// Some subtitles must always be shown.
    public static let forcedSubtitlesPresent = TextDisplayFlags(rawValue: kCMTextDisplayFlag_forcedSubtitlesPresent)
    /// All subtitles must be shown to everybody.
    public static let allSubtitlesForced = TextDisplayFlags(rawValue: kCMTextDisplayFlag_allSubtitlesForced)

    /// The direction alone.
    public var scrollDirection: TextDisplayFlags {
      TextDisplayFlags(rawValue: rawValue & Self.scrollDirectionMask.rawValue)
    }
  }

  /// The justification of text.
  public struct TextJustification: RawRepresentable, Hashable, Sendable {
    /// The number.
    public let rawValue: Int8
    /// Creates a value from its number.
    public init(rawValue: Int8) { self.rawValue = rawValue }

    /// Left-aligned.
    public static let left = TextJustification(rawValue: kCMTextJustification_left_top)
    /// Aligned to the top.
    public static let top = TextJustification(rawValue: kCMTextJustification_left_top)
    /// Centred.
    public static let centered = TextJustification(rawValue: kCMTextJustification_centered)
    /// Aligned to the bottom.
    public static let bottom = TextJustification(rawValue: kCMTextJustification_bottom_right)
    /// Right-aligned.
    public static let right = TextJustification(rawValue: kCMTextJustification_bottom_right)
  }

  /// The styles of a font.
  public struct FontFace: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: UInt8
    /// Creates flags from their bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Bold.
    public static let bold = FontFace(rawValue: 1)
    /// Italic.
    public static let italic = FontFace(rawValue: 2)
    /// A line below.
    public static let underline = FontFace(rawValue: 4)
    /// All styles.
    public static let all: FontFace = [.bold, .italic, .underline]
  }

  /// Flags of text.
  public static func textDisplayFlags(_ textDisplayFlags: Set<TextDisplayFlags>) -> Self {
    // Extensions hold them as a signed number of 32 bits.
    Self(Int(Int32(bitPattern: textDisplayFlags.reduce(0) { $0 | $1.rawValue })) as Any)
  }

  /// Returns the value for a justification of text.
  public static func textJustification(_ textJustification: TextJustification) -> Self {
    Self(Int(textJustification.rawValue) as Any)
  }

  /// Returns the value for a rectangle.
  public static func textRect(top: Int, left: Int, bottom: Int, right: Int) -> Self {
    Self(dictionary(zip(TextKeys.box, [top, left, bottom, right])) as Any)
  }

  /// Returns the value for a colour of QuickTime's text, with components of 0…1.
  public static func qtTextColor(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) -> Self {
    Self(dictionary(zip(TextKeys.colour, [red, green, blue, alpha].map { scaled($0, 65535) })) as Any)
  }

  /// Returns the value for a colour of 3GPP text, with components of 0…1.
  public static func mobile3GPPTextColor(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) -> Self {
    Self(dictionary(zip(TextKeys.colour, [red, green, blue, alpha].map { scaled($0, 255) })) as Any)
  }

  /// Returns the value for the names of fonts by their numbers.
  public static func fontTable(_ fontTable: [Int: String]) -> Self {
    let names = fontTable.map { (String($0.key), $0.value as Any) }
    return Self(Dictionary(names) { first, _ in first } as Any)
  }

  /// Returns the default style of QuickTime's text.
  public static func qtTextDefaultStyle(
    startChar: Int, height: Int, ascent: Int, localFontID: Int, fontFace: FontFace, fontSize: Int,
    foregroundColor: CMFormatDescription.Extensions.Value, defaultFontName: String?
  ) -> Self {
    var style = dictionary([
      (kCMTextFormatDescriptionStyle_StartChar, startChar), (kCMTextFormatDescriptionStyle_Height, height),
      (kCMTextFormatDescriptionStyle_Ascent, ascent), (kCMTextFormatDescriptionStyle_Font, localFontID),
      (kCMTextFormatDescriptionStyle_FontFace, Int(fontFace.rawValue)),
      (kCMTextFormatDescriptionStyle_FontSize, fontSize),
    ])
    style[swiftString(kCMTextFormatDescriptionStyle_ForegroundColor)] = foregroundColor.propertyListRepresentation
    if let defaultFontName { style[swiftString(kCMTextFormatDescriptionExtension_DefaultFontName)] = defaultFontName }
    return Self(style as Any)
  }

  /// Returns the default style of 3GPP text.
  public static func mobile3GPPTextDefaultStyle(
    startChar: Int, endChar: Int, localFontID: Int, fontFace: FontFace, fontSize: Int,
    foregroundColor: CMFormatDescription.Extensions.Value
  ) -> Self {
    var style = dictionary([
      (kCMTextFormatDescriptionStyle_StartChar, startChar), (kCMTextFormatDescriptionStyle_EndChar, endChar),
      (kCMTextFormatDescriptionStyle_Font, localFontID),
      (kCMTextFormatDescriptionStyle_FontFace, Int(fontFace.rawValue)),
      (kCMTextFormatDescriptionStyle_FontSize, fontSize),
    ])
    style[swiftString(kCMTextFormatDescriptionStyle_ForegroundColor)] = foregroundColor.propertyListRepresentation
    return Self(style as Any)
  }

  /// Returns the value for the source of a time code.
  public static func sourceReferenceName(value: String, langCode: Int) -> Self {
    Self(
      [
        swiftString(kCMTimeCodeFormatDescriptionKey_Value): value as Any,
        swiftString(kCMTimeCodeFormatDescriptionKey_LangCode): langCode,
      ] as Any)
  }

  private static func dictionary(_ pairs: some Sequence<(CFString, Int)>) -> [String: Any] {
    Dictionary(pairs.map { (swiftString($0.0), $0.1 as Any) }) { first, _ in first }
  }

  private static func scaled(_ part: CGFloat, _ most: CGFloat) -> Int {
    part.isNaN ? 0 : Int((min(1, max(0, part)) * most).rounded())
  }
}

extension CMFormatDescription {
  /// Returns the display flags.
  public func displayFlags() throws -> Extensions.Value.TextDisplayFlags {
    var flags: CMTextDisplayFlags = 0
    try require(unsafe CMTextFormatDescriptionGetDisplayFlags(self, displayFlagsOut: &flags))
    return Extensions.Value.TextDisplayFlags(rawValue: flags)
  }

  /// Returns the horizontal and vertical justification.
  public func justification() throws -> (
    horizontal: Extensions.Value.TextJustification, vertical: Extensions.Value.TextJustification
  ) {
    var (across, down): (CMTextJustificationValue, CMTextJustificationValue) = (0, 0)
    try require(unsafe CMTextFormatDescriptionGetJustification(self, horizontalOut: &across, verticalOut: &down))
    return (Extensions.Value.TextJustification(rawValue: across), Extensions.Value.TextJustification(rawValue: down))
  }

  /// Returns the box in which text is drawn unless a sample states another.
  public func defaultTextBox(originIsAtTopLeft: Bool, heightOfTextTrack: CGFloat) throws -> CGRect {
    var box = CGRect.zero
    try require(
      unsafe CMTextFormatDescriptionGetDefaultTextBox(
        self, originIsAtTopLeft: originIsAtTopLeft, heightOfTextTrack: heightOfTextTrack, defaultTextBoxOut: &box))
    return box
  }

  /// Returns the default style.
  public func defaultStyle() throws -> (
    localFontID: Int, bold: Bool, italic: Bool, underline: Bool, fontSize: CGFloat, colorComponents: [CGFloat]
  ) {
    var font: UInt16 = 0
    var (bold, italic, underline) = (false, false, false)
    var size: CGFloat = 0
    var components = [CGFloat](repeating: 0, count: 4)
    try require(
      unsafe CMTextFormatDescriptionGetDefaultStyle(
        self, localFontIDOut: &font, boldOut: &bold, italicOut: &italic, underlineOut: &underline, fontSizeOut: &size,
        colorComponentsOut: &components))
    return (Int(font), bold, italic, underline, size, components)
  }

  /// Returns the name of a font.
  public func fontName(localFontID: Int) throws -> String {
    guard let number = UInt16(exactly: localFontID) else { throw Error.invalidParameter }
    var name: CFString?
    try require(unsafe CMTextFormatDescriptionGetFontName(self, localFontID: number, fontNameOut: &name))
    return name.map { swiftString($0) } ?? ""
  }
}

/// Returns the box in which text is drawn unless a sample states another.
@unsafe
@discardableResult
public func CMTextFormatDescriptionGetDefaultTextBox(
  _ desc: CMFormatDescription, originIsAtTopLeft: Bool, heightOfTextTrack: CGFloat,
  defaultTextBoxOut: UnsafeMutablePointer<CGRect>
) -> OSStatus {
  var box = CAPictureRectangle()
  let status = withExtendedLifetime(desc) {
    unsafe cmTextFormatDescriptionGetDefaultTextBox(
      address(ofObject: desc as AnyObject), originIsAtTopLeft, Double(heightOfTextTrack), &box)
  }
  if status == noErr {
    unsafe defaultTextBoxOut.pointee = CGRect(
      x: box.origin.x, y: box.origin.y, width: box.size.width, height: box.size.height)
  }
  return status
}

/// Returns the default style. The colour has four components.
@unsafe
@discardableResult
public func CMTextFormatDescriptionGetDefaultStyle(
  _ desc: CMFormatDescription, localFontIDOut: UnsafeMutablePointer<UInt16>?, boldOut: UnsafeMutablePointer<Bool>?,
  italicOut: UnsafeMutablePointer<Bool>?, underlineOut: UnsafeMutablePointer<Bool>?,
  fontSizeOut: UnsafeMutablePointer<CGFloat>?, colorComponentsOut: UnsafeMutablePointer<CGFloat>?
) -> OSStatus {
  var size = 0.0
  var components = [Double](repeating: 0, count: 4)
  let status = withExtendedLifetime(desc) {
    unsafe cmTextFormatDescriptionGetDefaultStyle(
      address(ofObject: desc as AnyObject), localFontIDOut, boldOut, italicOut, underlineOut, &size, &components)
  }
  guard status == noErr else { return status }
  if let out = unsafe fontSizeOut { unsafe out.pointee = CGFloat(size) }
  if let out = unsafe colorComponentsOut {
    for (index, component) in components.enumerated() { unsafe out[index] = CGFloat(component) }
  }
  return status
}

/// Returns the name of a font.
@unsafe
@discardableResult
public func CMTextFormatDescriptionGetFontName(
  _ desc: CMFormatDescription, localFontID: UInt16, fontNameOut: UnsafeMutablePointer<CFString?>
) -> OSStatus {
  var name: UnsafeRawPointer?
  return withExtendedLifetime(desc) {
    let status = unsafe cmTextFormatDescriptionGetFontName(address(ofObject: desc as AnyObject), localFontID, &name)
    unsafe fontNameOut.pointee = name.map { unsafe Unmanaged<CFString>.fromOpaque($0).takeUnretainedValue() }
    return status
  }
}
