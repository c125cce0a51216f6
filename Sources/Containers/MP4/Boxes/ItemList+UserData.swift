import AudioBase

extension ItemList {
  /// Reads the boxes of `udta` that are no `meta`: QuickTime's texts, 3GPP's boxes, Nero's chapters.
  ///
  /// - Returns: True if the box is one of those.
  mutating func read(userData box: Box, _ window: inout SourceWindow) throws(ContainerError) -> Bool {
    if box.type == "chpl" {
      try readChapters(box, &window)
      return true
    }
    if box.type.rawValue >> 24 == 0xA9 { return try readQuickTimeText(box, &window) }
    if box.type == "yrrc" {
      guard box.end - box.body >= 6 else { return false }
      note(String(try window.bigEndian(2, at: box.body + 4)), for: .year)
      return true
    }
    guard let key = ItemNames.key(thirdGeneration: box.type), box.end - box.body >= 7 else { return false }
    // Version, flags and a language precede the text.
    note(ItemList.text(try ItemValue.bytes(from: box.body + 6, to: box.end, &window)), for: key)
    return true
  }

  /// Returns a text of 3GPP's: UTF-16 where it begins with a byte order mark, otherwise UTF-8, up to a zero.
  private static func text(_ bytes: [UInt8]) -> String {
    if bytes.starts(with: [0xFE, 0xFF]) {
      let text = ItemValue.utf16(bytes.dropFirst(2))
      return String(text.prefix { $0 != "\0" })
    }
    return String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
  }

  /// Reads a length, a language and a text; further languages follow and are skipped.
  private mutating func readQuickTimeText(_ box: Box, _ window: inout SourceWindow) throws(ContainerError) -> Bool {
    guard let key = ItemNames.key(of: box.type), box.end - box.body >= 4 else { return false }
    let length = Int64(try window.bigEndian(2, at: box.body))
    guard length > 0, length <= box.end - box.body - 4 else { return length == 0 }
    if length < box.end - box.body - 4 { noteUnread("the text '\(box.type)' in further languages") }
    let bytes = try ItemValue.bytes(from: box.body + 4, to: box.body + 4 + length, &window)
    // Language codes below 0x400 are the Macintosh's, whose texts have its encodings; of these Mac OS Roman is read.
    // Others mean UTF-8, or UTF-16 after a byte order mark.
    let isUTF16 = bytes.starts(with: [0xFE, 0xFF])
    note(isUTF16 ? ItemValue.utf16(bytes.dropFirst(2)) : MacText.decode(bytes.span), for: key)
    return true
  }

  /// Reads Nero's `chpl`: times in units of 100 ns, and names of up to 255 bytes.
  private mutating func readChapters(_ box: Box, _ window: inout SourceWindow) throws(ContainerError) {
    guard chapters.isEmpty else { return }
    var fields = box.fields
    // Version 1 has four further bytes before the count.
    if try fields.versionAndFlags(&window).version > 0 { try fields.skip(4) }
    let count = try fields.uint8(&window)
    for _ in 0..<count where fields.remaining >= 9 {
      let time = try fields.uint64(&window)
      let length = Int64(try fields.uint8(&window))
      guard length <= fields.remaining, time < UInt64(Int64.max) else { return }
      let name = try ItemValue.bytes(from: fields.position, to: fields.position + length, &window)
      chapters.append((time, String(decoding: name, as: UTF8.self)))
      try fields.skip(length)
    }
  }
}
