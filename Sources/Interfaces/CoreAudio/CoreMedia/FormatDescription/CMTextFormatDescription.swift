public import CCoreMedia
import CoreFoundation

// <CoreMedia/CMFormatDescription.h>: text.

/// `CMTextFormatDescriptionGetDisplayFlags`.
@c(CMTextFormatDescriptionGetDisplayFlags)
public func cmTextFormatDescriptionGetDisplayFlags(
  _ desc: UnsafeRawPointer?, _ displayFlagsOut: UnsafeMutablePointer<CMTextDisplayFlags>?
) -> OSStatus {
  Failure.of { () throws(Failure) in
    let text = try unsafe TextFacts(desc)
    guard let out = unsafe displayFlagsOut else { throw TextFacts.wrong }
    let flags = try text.integer(text.extensions, kCMTextFormatDescriptionExtension_DisplayFlags)
    unsafe out.pointee = CMTextDisplayFlags(truncatingIfNeeded: flags)
  }
}

/// `CMTextFormatDescriptionGetJustification`: QuickTime's text is always at the top.
@c(CMTextFormatDescriptionGetJustification)
public func cmTextFormatDescriptionGetJustification(
  _ desc: UnsafeRawPointer?, _ horizontalOut: UnsafeMutablePointer<CMTextJustificationValue>?,
  _ verticalOut: UnsafeMutablePointer<CMTextJustificationValue>?
) -> OSStatus {
  Failure.of { () throws(Failure) in
    let text = try unsafe TextFacts(desc)
    let horizontal: Int64
    let vertical: Int64
    if text.isQuickTime {
      horizontal = try text.integer(text.extensions, kCMTextFormatDescriptionExtension_TextJustification)
      vertical = Int64(kCMTextJustification_left_top)
    } else {
      horizontal = try text.integer(text.extensions, kCMTextFormatDescriptionExtension_HorizontalJustification)
      vertical = try text.integer(text.extensions, kCMTextFormatDescriptionExtension_VerticalJustification)
    }
    if let out = unsafe horizontalOut { unsafe out.pointee = CMTextJustificationValue(truncatingIfNeeded: horizontal) }
    if let out = unsafe verticalOut { unsafe out.pointee = CMTextJustificationValue(truncatingIfNeeded: vertical) }
  }
}

/// `CMTextFormatDescriptionGetDefaultTextBox`.
@c(CMTextFormatDescriptionGetDefaultTextBox)
public func cmTextFormatDescriptionGetDefaultTextBox(
  _ desc: UnsafeRawPointer?, _ originIsAtTopLeft: Bool, _ heightOfTextTrack: Double,
  _ defaultTextBoxOut: UnsafeMutablePointer<CAPictureRectangle>?
) -> OSStatus {
  Failure.of { () throws(Failure) in
    let text = try unsafe TextFacts(desc)
    guard let out = unsafe defaultTextBoxOut else { throw TextFacts.wrong }
    let box = try text.dictionary(text.extensions, kCMTextFormatDescriptionExtension_DefaultTextBox)
    var sides: [Double] = []
    for key in TextKeys.box { sides.append(Double(Int16(truncatingIfNeeded: try text.integer(box, key)))) }
    var rectangle = CAPictureRectangle()
    rectangle.size = CAPictureSize(width: sides[3] - sides[1], height: sides[2] - sides[0])
    rectangle.origin.x = sides[1]
    rectangle.origin.y = originIsAtTopLeft ? sides[0] : heightOfTextTrack - sides[2]
    unsafe out.pointee = rectangle
  }
}

/// `CMTextFormatDescriptionGetDefaultStyle`: QuickTime's text is opaque.
@c(CMTextFormatDescriptionGetDefaultStyle)
public func cmTextFormatDescriptionGetDefaultStyle(
  _ desc: UnsafeRawPointer?, _ localFontIDOut: UnsafeMutablePointer<UInt16>?, _ boldOut: UnsafeMutablePointer<Bool>?,
  _ italicOut: UnsafeMutablePointer<Bool>?, _ underlineOut: UnsafeMutablePointer<Bool>?,
  _ fontSizeOut: UnsafeMutablePointer<Double>?, _ colorComponentsOut: UnsafeMutablePointer<Double>?
) -> OSStatus {
  Failure.of { () throws(Failure) in
    let text = try unsafe TextFacts(desc)
    let style = try text.dictionary(text.extensions, kCMTextFormatDescriptionExtension_DefaultStyle)
    let font = try text.integer(style, kCMTextFormatDescriptionStyle_Font)
    let face = try text.integer(style, kCMTextFormatDescriptionStyle_FontFace)
    let size = try text.integer(style, kCMTextFormatDescriptionStyle_FontSize)
    let colour = try text.dictionary(style, kCMTextFormatDescriptionStyle_ForegroundColor)
    let components = try text.components(colour)
    if let out = unsafe localFontIDOut { unsafe out.pointee = UInt16(truncatingIfNeeded: font) }
    if let out = unsafe boldOut { unsafe out.pointee = face & 1 != 0 }
    if let out = unsafe italicOut { unsafe out.pointee = face & 2 != 0 }
    if let out = unsafe underlineOut { unsafe out.pointee = face & 4 != 0 }
    if let out = unsafe fontSizeOut { unsafe out.pointee = Double(size) }
    if let out = unsafe colorComponentsOut {
      for (index, component) in components.enumerated() { unsafe out[index] = component }
    }
  }
}

/// `CMTextFormatDescriptionGetFontName`.
@c(CMTextFormatDescriptionGetFontName)
public func cmTextFormatDescriptionGetFontName(
  _ desc: UnsafeRawPointer?, _ localFontID: UInt16, _ fontNameOut: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> OSStatus {
  Failure.of { () throws(Failure) in
    let text = try unsafe TextFacts(desc)
    guard let out = unsafe fontNameOut else { throw TextFacts.wrong }
    unsafe out.pointee = nil
    let table = try text.dictionary(text.extensions, kCMTextFormatDescriptionExtension_FontTable)
    guard let name = table.text(coreFoundationString(String(localFontID))) else { throw TextFacts.missing }
    unsafe out.pointee = address(ofObject: name)
  }
}

/// The text properties of a description.
private struct TextFacts {
  let extensions: CFDictionary
  /// True if numbers are those of QuickTime's text, and not of mobile phones'.
  let isQuickTime: Bool

  static var wrong: Failure { Failure(kCMFormatDescriptionError_InvalidParameter) }
  static var missing: Failure { Failure(kCMFormatDescriptionError_ValueNotAvailable) }

  /// - Throws: For a pointer to another object, and for a description of another media type.
  @unsafe
  init(_ pointer: UnsafeRawPointer?) throws(Failure) {
    let description = try unsafe object(
      pointer, FormatDescription.self, orThrow: kCMFormatDescriptionError_InvalidParameter)
    guard [kCMMediaType_Text, kCMMediaType_Subtitle].contains(description.mediaType),
      let extensions = description.extensions
    else { throw Self.missing }
    self.extensions = extensions
    isQuickTime = description.mediaSubType == kCMTextFormatType_QTText
  }

  func integer(_ dictionary: CFDictionary, _ key: CFString) throws(Failure) -> Int64 {
    guard let number = dictionary.integer(key) else { throw Self.missing }
    return number
  }

  func dictionary(_ dictionary: CFDictionary, _ key: CFString) throws(Failure) -> CFDictionary {
    guard let inner = dictionary.dictionary(key) else { throw Self.missing }
    return inner
  }

  /// Returns red, green, blue and alpha from 0 to 1.
  func components(_ colour: CFDictionary) throws(Failure) -> [Double] {
    var components: [Double] = []
    for key in TextKeys.colour.prefix(isQuickTime ? 3 : 4) {
      let number = try integer(colour, key)
      components.append(isQuickTime ? Double(number & 0xFFFF) / 65535 : Double(number & 0xFF) / 255)
    }
    return isQuickTime ? components + [1] : components
  }
}
