import AudioBase
import Bitstream

/// The encoding of a text in an ID3v2 frame: the first byte of most frames (ID3v2.4.0, section 4).
enum TextEncoding: UInt8, Sendable {
  /// ISO 8859-1.
  case latin1 = 0
  /// UTF-16 with a byte order mark.
  case utf16 = 1
  /// UTF-16, most significant byte first, without a mark.
  case utf16BigEndian = 2
  /// UTF-8.
  case utf8 = 3

  /// The number of bytes of a code unit, and of the zero that ends a text.
  var unitByteCount: Int { self == .utf16 || self == .utf16BigEndian ? 2 : 1 }

  /// Returns the end of the text from `start` on, and the start of the bytes after its zero; both are the end if there
  /// is no zero.
  func terminator(in bytes: Span<UInt8>, from start: Int) -> (end: Int, next: Int) {
    var index = start
    if unitByteCount == 1 {
      while index < bytes.count {
        if bytes[index] == 0 { return (index, index + 1) }
        index += 1
      }
      return (bytes.count, bytes.count)
    }
    while bytes.count - index >= 2 {
      if bytes[index] == 0, bytes[index + 1] == 0 { return (index, index + 2) }
      index += 2
    }
    return (bytes.count, bytes.count)
  }

  /// Returns the characters of a text without its terminator; illegal ones become U+FFFD.
  func decode(_ bytes: Span<UInt8>) -> String {
    switch self {
    case .latin1:
      var scalars = String.UnicodeScalarView()
      for index in bytes.indices { scalars.append(Unicode.Scalar(bytes[index])) }
      return String(scalars)
    case .utf8:
      return String(decoding: [UInt8](copying: bytes), as: UTF8.self).droppingByteOrderMarks
    case .utf16, .utf16BigEndian:
      return Self.decodeUTF16(bytes, isBigEndian: self == .utf16BigEndian)
    }
  }

  /// Decodes UTF-16 by its byte order mark; without one, a first byte of zero means that the most significant byte
  /// comes first.
  private static func decodeUTF16(_ bytes: Span<UInt8>, isBigEndian known: Bool) -> String {
    var isBigEndian = known
    if bytes.count >= 2 {
      switch (bytes[0], bytes[1]) {
      case (0xFF, 0xFE): isBigEndian = false
      case (0xFE, 0xFF): isBigEndian = true
      case (0, 1...): isBigEndian = true
      default: break
      }
    }
    var units: [UInt16] = []
    units.reserveCapacity(bytes.count / 2)
    var index = 0
    while bytes.count - index >= 2 {
      let first = UInt16(bytes[index])
      let second = UInt16(bytes[index + 1])
      units.append(isBigEndian ? first << 8 | second : second << 8 | first)
      index += 2
    }
    return String(decoding: units, as: UTF16.self).droppingByteOrderMarks
  }

  /// Returns the texts of a list separated by zeros, up to ``ResourceLimits/metadataTextCount`` of them, without empty
  /// texts at its end.
  func decodeList(_ bytes: Span<UInt8>) -> [String] {
    var texts: [String] = []
    var start = 0
    while start < bytes.count, texts.count < ResourceLimits.metadataTextCount {
      let (end, next) = terminator(in: bytes, from: start)
      texts.append(decode(bytes.extracting(start..<end)))
      start = next
    }
    while texts.last?.isEmpty == true { texts.removeLast() }
    return texts
  }

  /// Returns true if a list separated by zeros has more texts than are taken.
  func hasMoreTexts(_ bytes: Span<UInt8>) -> Bool {
    var start = 0
    for _ in 0..<ResourceLimits.metadataTextCount where start < bytes.count {
      start = terminator(in: bytes, from: start).next
    }
    // Zeros that only fill the frame are no texts.
    while start < bytes.count {
      if bytes[start] != 0 { return true }
      start += 1
    }
    return false
  }

  /// Returns the bytes of a text, with the zero at its end.
  func encode(_ text: String) -> [UInt8] {
    var bytes: [UInt8] = []
    switch self {
    case .latin1:
      for scalar in text.unicodeScalars where scalar.value != 0 {
        bytes.append(UInt8(exactly: scalar.value) ?? UInt8(ascii: "?"))
      }
      bytes.append(0)
    case .utf8:
      bytes += text.utf8.filter { $0 != 0 }
      bytes.append(0)
    case .utf16, .utf16BigEndian:
      if self == .utf16 { bytes += [0xFF, 0xFE] }
      for unit in text.utf16 where unit != 0 {
        if self == .utf16 { bytes.append(littleEndian: unit) } else { bytes.append(bigEndian: unit) }
      }
      bytes += [0, 0]
    }
    return bytes
  }
}

extension String {
  /// The text without byte order marks at its start, of which careless programs write two.
  fileprivate var droppingByteOrderMarks: String {
    guard unicodeScalars.first?.value == 0xFEFF else { return self }
    return String(unicodeScalars.drop { $0.value == 0xFEFF })
  }

  /// The text without white space and zeros at its ends.
  package var trimmed: String {
    func isBlank(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.isWhitespace || scalar.value == 0 }
    var rest = Substring(self).unicodeScalars
    while let first = rest.first, isBlank(first) { rest.removeFirst() }
    while let last = rest.last, isBlank(last) { rest.removeLast() }
    return String(rest)
  }
}

extension [UInt8] {
  /// Copies a span.
  init(copying bytes: Span<UInt8>) {
    self.init()
    reserveCapacity(bytes.count)
    for index in bytes.indices { append(bytes[index]) }
  }
}

extension Span where Element == UInt8 {
  /// Returns true if the characters of `text` are at `offset`.
  func begins(with text: StaticString, at offset: Int) -> Bool {
    guard offset >= 0, offset <= count, text.utf8CodeUnitCount <= count - offset else { return false }
    var index = offset
    for byte in "\(text)".utf8 {
      if self[index] != byte { return false }
      index += 1
    }
    return true
  }

  /// Returns the 28-bit number in four bytes of seven bits each, which must exist; `nil` if the highest bit of one is
  /// set.
  func synchsafe(at offset: Int) -> Int? {
    var value = 0
    for index in offset..<(offset + 4) {
      guard self[index] < 0x80 else { return nil }
      value = value << 7 | Int(self[index])
    }
    return value
  }

  /// Returns the big-endian number of `width` bytes, which must be there.
  func bigEndian(_ width: Int, at offset: Int) -> Int {
    var value = 0
    for index in offset..<(offset + width) { value = value << 8 | Int(self[index]) }
    return value
  }
}
