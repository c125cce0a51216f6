/// Converts text of old Macintosh files, which do not state their encoding.
package enum MacText {
  /// Returns the text up to the first zero: UTF-8 if it is valid, Mac OS Roman otherwise.
  package static func decode(_ bytes: Span<UInt8>) -> String {
    var text: [UInt8] = []
    for index in bytes.indices {
      if bytes[index] == 0 { break }
      text.append(bytes[index])
    }
    if let unicode = String(validating: text, as: UTF8.self) { return unicode }
    var scalars = String.UnicodeScalarView()
    for byte in text { scalars.append(byte < 0x80 ? Unicode.Scalar(byte) : upperHalf[Int(byte) - 0x80]) }
    return String(scalars)
  }

  /// Mac OS Roman from 0x80 on; 0xF0 is Apple's logo, which Unicode leaves to private use.
  private static let upperHalf = Array(
    ("ÄÅÇÉÑÖÜáàâäãåçéèêëíìîïñóòôöõúùûü†°¢£§•¶ß®©™´¨≠ÆØ∞±≤≥¥µ∂∑∏π∫ªºΩæø¿¡¬√ƒ≈∆«»…\u{A0}ÀÃÕŒœ"
      + "–—“”‘’÷◊ÿŸ⁄€‹›ﬁﬂ‡·‚„‰ÂÊÁËÈÍÎÏÌÓÔ\u{F8FF}ÒÚÛÙıˆ˜¯˘˙˚¸˝˛ˇ").unicodeScalars)
}
