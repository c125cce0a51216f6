/// A four-character code: the 32-bit names that Core Audio and the file formats of the QuickTime family use.
///
/// The first character is the most significant byte, so `"mp4a"` is `0x6D70_3461`.
public struct FourCharacterCode: RawRepresentable, Hashable, Sendable, BitwiseCopyable {
  /// The code as a big-endian number.
  public var rawValue: UInt32

  /// Creates a code from its number.
  @inlinable
  public init(rawValue: UInt32) { self.rawValue = rawValue }
}

extension FourCharacterCode: LosslessStringConvertible {
  /// Creates a code from four ISO 8859-1 characters, or returns `nil`.
  public init?(_ text: String) {
    guard text.unicodeScalars.count == 4 else { return nil }
    var value: UInt32 = 0
    for scalar in text.unicodeScalars {
      guard scalar.value < 256 else { return nil }
      value = value << 8 | scalar.value
    }
    rawValue = value
  }

  /// The four characters as ISO 8859-1; a byte that does not print is shown as `\xNN`.
  public var description: String {
    var text = ""
    for shift in stride(from: 24, through: 0, by: -8) {
      let byte = UInt8(truncatingIfNeeded: rawValue >> UInt32(shift))
      if (0x20..<0x7F).contains(byte) || byte >= 0xA1 {
        text.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        let digits = String(byte, radix: 16)
        text += digits.count == 1 ? "\\x0" + digits : "\\x" + digits
      }
    }
    return text
  }
}

extension FourCharacterCode {
  /// True if all four characters are printable ASCII, as those of every chunk's name are.
  package var isPlausibleChunk: Bool {
    (0..<4).allSatisfy { (0x20...0x7E).contains(UInt8(truncatingIfNeeded: rawValue >> (8 * UInt32($0)))) }
  }
}
