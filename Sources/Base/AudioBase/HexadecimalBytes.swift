extension [UInt8] {
  /// Creates bytes from pairs of hexadecimal digits; `nil` for any other text.
  package init?(hexadecimal text: some StringProtocol) {
    self = []
    var high: UInt8?
    for character in text.utf8 {
      guard let digit = Self.digit(character) else { return nil }
      if let first = high {
        append(first << 4 | digit)
        high = nil
      } else {
        high = digit
      }
    }
    if high != nil { return nil }
  }

  private static func digit(_ character: UInt8) -> UInt8? {
    switch character {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): character - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): character - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): character - UInt8(ascii: "A") + 10
    default: nil
    }
  }

  /// The bytes as pairs of hexadecimal digits, in upper case.
  package var hexadecimal: String {
    let digits = Array("0123456789ABCDEF".utf8)
    var text: [UInt8] = []
    for byte in self {
      text.append(digits[Int(byte >> 4)])
      text.append(digits[Int(byte & 15)])
    }
    return String(decoding: text, as: UTF8.self)
  }
}
