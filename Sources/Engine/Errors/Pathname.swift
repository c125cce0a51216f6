/// The name of a file as the operating system stores it: bytes that need not be text (a pathname, in POSIX).
///
/// A `String` cannot hold every name, since it repairs invalid UTF-8 and so names another file. Names are shown by
/// ``description``. It is not called `FilePath`, so that a program may import System or swift-system as well.
public struct Pathname: Sendable, Hashable {
  /// The bytes of the name; no valid name contains 0.
  public var bytes: [UInt8]

  /// Creates the name with the given bytes.
  public init(bytes: [UInt8]) { self.bytes = bytes }

  /// Creates a name from the UTF-8 of a text.
  public init(_ text: String) { bytes = Array(text.utf8) }

  /// True if the name is `-`, which stands for standard input or standard output.
  public var isStandardStream: Bool { bytes == [UInt8(ascii: "-")] }

  /// The part after the last slash.
  public var lastComponent: ArraySlice<UInt8> {
    guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { return bytes[...] }
    return bytes[(slash + 1)...]
  }

  /// The part up to the last slash, the slash included; empty if there is none.
  public var directory: ArraySlice<UInt8> { bytes[..<lastComponent.startIndex] }

  /// The extension of the name, in lower case and without the dot, or `nil`.
  public var fileExtension: String? {
    let name = lastComponent
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot != name.startIndex else { return nil }
    return String(decoding: name[(dot + 1)...], as: UTF8.self).lowercased()
  }

  /// The name without its extension and the dot before it.
  public var deletingExtension: Pathname {
    let name = lastComponent
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot != name.startIndex else { return self }
    return Pathname(bytes: Array(bytes[..<dot]))
  }

  /// Returns the name followed by a text.
  public func appending(_ text: String) -> Pathname { Pathname(bytes: bytes + Array(text.utf8)) }
}

extension Pathname: ExpressibleByStringInterpolation {
  /// Creates a name from the UTF-8 of a literal.
  public init(stringLiteral value: String) { self.init(value) }
}

// MARK: - As text

extension Pathname: CustomStringConvertible {
  /// The name to show: invalid UTF-8 as `\xNN`, and characters that would act on a terminal escaped as by
  /// `Swift.String.printable`.
  public var description: String {
    var text = ""
    Pathname.parse(bytes) { piece in
      switch piece {
      case .text(let part): text += part.printable
      case .byte(let byte): text += "\\x" + PrintableText.digits(UInt32(byte), count: 2)
      }
    }
    return text
  }
}

extension Pathname {
  /// The first of the private scalars that represent bytes in ``argument``.
  private static let firstEscape: UInt32 = 0x10_FE00
  static let escapes = firstEscape...(firstEscape + 0xFF)

  /// The name as text that can be turned back into the same bytes, for code that handles arguments as text and may
  /// print them: bytes that are invalid UTF-8, and control characters, become scalars U+10FE00 … U+10FEFF of a private
  /// plane, and so do the bytes of such scalars.
  public var argument: String {
    var text = ""
    Pathname.parse(bytes) { piece in
      switch piece {
      case .text(let part) where part.unicodeScalars.contains(where: Pathname.isEscaped):
        for byte in part.utf8 { text.unicodeScalars.append(Pathname.escaped(byte)) }
      case .text(let part): text += part
      case .byte(let byte): text.unicodeScalars.append(Pathname.escaped(byte))
      }
    }
    return text
  }

  /// Creates the name from which ``argument`` was made.
  public init(argument: String) {
    bytes = []
    for scalar in argument.unicodeScalars {
      if Pathname.escapes.contains(scalar.value) {
        bytes.append(UInt8(truncatingIfNeeded: scalar.value))
      } else {
        bytes += Array(UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
      }
    }
  }

  /// The name as text, control characters included; `nil` if its bytes are not UTF-8.
  package var text: String? { String(validating: bytes, as: UTF8.self) }

  private static func isEscaped(_ scalar: Unicode.Scalar) -> Bool {
    escapes.contains(scalar.value) || scalar.value < 0x20 || scalar.value == 0x7F
  }

  private static func escaped(_ byte: UInt8) -> Unicode.Scalar {
    Unicode.Scalar(firstEscape + UInt32(byte)) ?? "\u{FFFD}"
  }

  /// A part of a name.
  private enum Piece {
    /// A scalar in valid UTF-8.
    case text(String)
    /// A byte that is not valid UTF-8.
    case byte(UInt8)
  }

  /// Divides bytes into scalars and bytes that are not scalars.
  private static func parse(_ bytes: [UInt8], _ visit: (Piece) -> Void) {
    var index = 0
    while index < bytes.count {
      let length =
        switch bytes[index] {
        case ..<0x80: 1
        case 0xC2..<0xE0: 2
        case 0xE0..<0xF0: 3
        case 0xF0..<0xF5: 4
        default: 0
        }
      let end = index + length
      if length > 0, end <= bytes.count, let text = String(validating: bytes[index..<end], as: UTF8.self) {
        visit(.text(text))
        index = end
      } else {
        visit(.byte(bytes[index]))
        index += 1
      }
    }
  }
}
