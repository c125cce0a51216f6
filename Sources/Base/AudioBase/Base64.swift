/// Converts bytes to and from text: base 64 of RFC 4648, 4.
package enum Base64 {
  private static let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// Returns the text of bytes, with padding.
  package static func encode(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let count = min(3, bytes.count - start)
      var bits: UInt32 = 0
      for index in 0..<3 { bits = bits << 8 | (index < count ? UInt32(bytes[start + index]) : 0) }
      for index in 0..<4 {
        let letter = letters[Int(bits >> UInt32(18 - 6 * index) & 63)]
        text.append(index <= count ? letter : UInt8(ascii: "="))
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Returns the bytes of a text, with or without padding; `nil` if it is malformed.
  package static func decode(_ text: String) -> [UInt8]? {
    let (bytes, isWhole) = decode(prefixOf: text)
    return isWhole ? bytes : nil
  }

  /// Returns the bytes of a text up to its padding or the first character that is wrong.
  ///
  /// - Returns: The bytes, and true if only padding followed them.
  package static func decode(prefixOf text: String) -> (bytes: [UInt8], isWhole: Bool) {
    var bytes: [UInt8] = []
    // Bound: fewer than the text has.
    bytes.reserveCapacity(text.utf8.count / 4 * 3)
    var (bits, count, isInLetters): (UInt32, Int, Bool) = (0, 0, true)
    for code in text.utf8 {
      guard isInLetters, let value = value(of: code) else {
        isInLetters = false
        guard code == UInt8(ascii: "=") else { return (bytes, false) }
        continue
      }
      bits = bits << 6 | UInt32(value)
      count += 6
      guard count >= 8 else { continue }
      count -= 8
      bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
    }
    return (bytes, count != 6)
  }

  /// Returns the number that a letter stands for; `nil` for any other character.
  private static func value(of letter: UInt8) -> UInt8? {
    switch letter {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): letter - UInt8(ascii: "A")
    case UInt8(ascii: "a")...UInt8(ascii: "z"): letter - UInt8(ascii: "a") + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): letter - UInt8(ascii: "0") + 52
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
  }
}
