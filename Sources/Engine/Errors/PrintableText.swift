/// Escapes text from outside the program for display, so that it cannot control a terminal: the only place that decides
/// what is escaped.
enum PrintableText {
  /// Returns true if a scalar is shown unchanged.
  ///
  /// Not shown are control characters (C0 with the escape of terminals, DEL, C1), characters that change the direction
  /// of writing, the separators of lines and paragraphs, which fake lines of ours, invisible marks and tags, and the
  /// private scalars that stand for bytes of file names.
  static func isShown(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0: false
    case 0x061C, 0x200B, 0x200E, 0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFEFF, 0xFFF9...0xFFFB: false
    case 0xE_0000...0xE_0FFF, 0x10_0000...0x10_FFFF: false
    default: true
    }
  }

  /// Returns a number in upper-case hexadecimal digits.
  static func digits(_ number: UInt32, count: Int) -> String {
    let digits = String(number, radix: 16, uppercase: true)
    // Bound: the number of requested digits, a constant everywhere.
    return String(repeating: "0", count: max(0, count - digits.count)) + digits
  }
}

extension String {
  /// The text for a terminal, or for a line of a report: characters that would act on the terminal instead of being
  /// shown, such as a newline, a terminal's escape or a mark that turns the direction of writing, become `\n`, `\t`,
  /// `\xNN` or `\u{NNNN}`.
  package var printable: String {
    guard unicodeScalars.contains(where: { !PrintableText.isShown($0) }) else { return self }
    var text = ""
    for scalar in unicodeScalars {
      switch scalar {
      case _ where PrintableText.isShown(scalar): text.unicodeScalars.append(scalar)
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      case _ where Pathname.escapes.contains(scalar.value):
        text += "\\x" + PrintableText.digits(scalar.value & 0xFF, count: 2)
      case _ where scalar.value < 0x100: text += "\\x" + PrintableText.digits(scalar.value, count: 2)
      default: text += "\\u{" + PrintableText.digits(scalar.value, count: 4) + "}"
      }
    }
    return text
  }
}

extension String {
  /// The text for a JSON value, with characters that would act on a terminal escaped by number: the value stays equal.
  ///
  /// It may only be given the output of an encoder, where such characters occur in strings and nowhere else.
  package var printableJSON: String {
    guard unicodeScalars.contains(where: { !PrintableText.isShown($0) }) else { return self }
    var text = ""
    for scalar in unicodeScalars {
      if PrintableText.isShown(scalar) || scalar.value < 0x20 {
        text.unicodeScalars.append(scalar)
      } else {
        for unit in UTF16.encode(scalar) ?? UTF16.encodedReplacementCharacter {
          text += "\\u" + PrintableText.digits(UInt32(unit), count: 4)
        }
      }
    }
    return text
  }
}

extension Unicode.Scalar {
  /// True if ``Swift/String/printable`` leaves the scalar unchanged.
  package var isPrintable: Bool { PrintableText.isShown(self) }
}
