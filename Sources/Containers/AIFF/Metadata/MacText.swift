import AudioBase

extension MacText {
  /// Returns a length in one byte and the text in UTF-8, truncated at a character if it is longer, padded to an even
  /// number of bytes.
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
}
