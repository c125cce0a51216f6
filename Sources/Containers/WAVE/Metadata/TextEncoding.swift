/// Text in chunks, which do not state its encoding.
enum ChunkText {
  /// Returns the text up to the first zero: UTF-8 if it is valid, Windows-1252 otherwise.
  static func decode(_ bytes: ArraySlice<UInt8>) -> String {
    let text = bytes.prefix { $0 != 0 }
    if let unicode = String(validating: text, as: UTF8.self) { return unicode }
    var scalars = String.UnicodeScalarView()
    for byte in text { scalars.append(windows1252(byte)) }
    return String(scalars)
  }

  /// Returns a text of fixed length, which may be filled with zeros or blanks.
  static func decodeField(_ bytes: ArraySlice<UInt8>) -> String {
    var text = decode(bytes)
    while text.last == " " { text.removeLast() }
    return text
  }

  /// Returns the text's bytes in UTF-8, cut at a character so that there are at most `byteCount`, and filled with
  /// zeros.
  static func encode(_ text: String, byteCount: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    for character in text {
      let more = Array(String(character).utf8)
      if bytes.count + more.count > byteCount { break }
      bytes += more
    }
    return bytes + [UInt8](repeating: 0, count: byteCount - bytes.count)
  }

  /// Decodes UTF-16, least significant byte first, up to the first zero; `nil` if surrogates do not pair.
  static func decodeUTF16(_ bytes: ArraySlice<UInt8>) -> String? {
    var units: [UInt16] = []
    var place = bytes.startIndex
    while place + 1 < bytes.endIndex {
      let unit = UInt16(bytes[place]) | UInt16(bytes[place + 1]) << 8
      if unit == 0 { break }
      units.append(unit)
      place += 2
    }
    return String(validating: units, as: UTF16.self)
  }

  private static func windows1252(_ byte: UInt8) -> Unicode.Scalar {
    guard (0x80..<0xA0).contains(byte) else { return Unicode.Scalar(byte) }
    return Unicode.Scalar(upperHalf[Int(byte) - 0x80]) ?? "\u{FFFD}"
  }

  /// The code points of 0x80…0x9F; the five unassigned ones map to themselves.
  private static let upperHalf: [UInt16] = [
    0x20AC, 0x0081, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x008D,
    0x017D, 0x008F, 0x0090, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A,
    0x0153, 0x009D, 0x017E, 0x0178,
  ]
}
