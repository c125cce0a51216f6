/// Text in chunks, which do not say how it is encoded.
enum MacText {
  /// The text up to the first zero: UTF-8 where it is valid, Mac OS Roman otherwise.
  static func decode(_ bytes: Span<UInt8>) -> String {
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

  /// A length in one byte and the text in UTF-8, cut at a character where it is longer, padded to an even number of
  /// bytes.
  static func pascalString(_ text: String) -> [UInt8] {
    var bytes: [UInt8] = []
    for character in text {
      let more = String(character).utf8
      if bytes.count + more.count > 255 { break }
      bytes += more
    }
    bytes.insert(UInt8(bytes.count), at: 0)
    if bytes.count & 1 == 1 { bytes.append(0) }
    return bytes
  }

  /// Mac OS Roman from 0x80 on; 0xF0 is Apple's logo, which Unicode leaves to private use.
  private static let upperHalf = Array(
    ("ÄÅÇÉÑÖÜáàâäãåçéèêëíìîïñóòôöõúùûü†°¢£§•¶ß®©™´¨≠ÆØ∞±≤≥¥µ∂∑∏π∫ªºΩæø¿¡¬√ƒ≈∆«»…\u{A0}ÀÃÕŒœ"
      + "–—“”‘’÷◊ÿŸ⁄€‹›ﬁﬂ‡·‚„‰ÂÊÁËÈÍÎÏÌÓÔ\u{F8FF}ÒÚÛÙıˆ˜¯˘˙˚¸˝˛ˇ").unicodeScalars)
}
