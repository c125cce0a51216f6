public import AudioBase
import Bitstream

extension InfoKey {
  /// `IENG`: the engineer of the recording; not one of Core Audio's keys.
  public static let engineer = InfoKey("engineer")
  /// `IKEY`: search words of the recording; not one of Core Audio's keys.
  public static let keywords = InfoKey("keywords")
  /// `ISBJ`: the subject of the recording; not one of Core Audio's keys.
  public static let subject = InfoKey("subject")
  /// `ISRC`: the supplier of the recording (no ISRC code); not one of Core Audio's keys.
  public static let source = InfoKey("source")
}

/// The texts of `LIST INFO`, and of Wave64's summary list, which has the same codes.
///
/// A code that is not among ``codes`` is its own key, so that `ITCH` stays `ITCH`.
enum InfoList {
  /// The codes and their keys; the first code of a key is the one that is written.
  static let codes: [(code: FourCharacterCode, key: InfoKey)] = [
    ("INAM", .title), ("IART", .artist), ("IPRD", .album), ("IPRT", .trackNumber), ("ITRK", .trackNumber),
    ("IGNR", .genre), ("ICMT", .comments), ("ICOP", .copyright), ("ISFT", .encodingApplication), ("IENG", .engineer),
    ("IMUS", .composer), ("IWRI", .lyricist), ("IKEY", .keywords), ("ISBJ", .subject), ("ISRC", .source),
  ]
  /// The date, which may be just a year.
  static let dateCode: FourCharacterCode = "ICRD"

  /// Records a text; only the first text of a key counts.
  static func note(_ text: String, of code: FourCharacterCode, in metadata: inout Metadata) {
    guard !text.isEmpty else { return }
    let key: InfoKey
    if code == dateCode {
      key = text.utf8.count == 4 && text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? .year : .recordedDate
    } else {
      key = codes.first { $0.code == code }?.key ?? InfoKey("\(code)")
    }
    metadata.note(text, for: key)
  }

  /// Reads the body of `LIST`, whose first four characters are `INFO`.
  static func read(_ body: ChunkBody, into metadata: inout Metadata) {
    body.forEachSubchunk(from: 4) { code, text in note(ChunkText.decode(text.bytes), of: code, in: &metadata) }
  }

  /// Reads a count, and for each text its code, its size in bytes and itself in UTF-16.
  static func read(summary body: ChunkBody, into metadata: inout Metadata) {
    var place = 4
    var left = body.uint32(at: 0) ?? 0
    while left > 0, let code = body.code(at: place), let size = body.uint32(at: place + 4),
      let text = body.bytes(at: place + 8, count: Int(size))
    {
      if let text = ChunkText.decodeUTF16(text) { note(text, of: code, in: &metadata) }
      place += 8 + Int(size)
      left -= 1
    }
  }

  /// Returns the texts that have a code, in the order in which they are written. A date precedes the year that it
  /// contains.
  private static func texts(_ metadata: Metadata) -> [(code: FourCharacterCode, text: String)] {
    var texts: [(code: FourCharacterCode, text: String)] = []
    var written: Set<InfoKey> = [.year, .recordedDate]
    for (code, key) in codes {
      if let text = metadata[key], written.insert(key).inserted { texts.append((code, text)) }
    }
    if let date = metadata[.recordedDate] ?? metadata[.year] { texts.append((dateCode, date)) }
    for key in metadata.info.keys.sorted() where !written.contains(key) && key.rawValue.first == "I" {
      let isCode = key.rawValue.utf8.count == 4 && key.rawValue.utf8.allSatisfy { (0x30...0x5A).contains($0) }
      guard isCode, key != .isrc, let code = FourCharacterCode(key.rawValue), let text = metadata[key] else { continue }
      texts.append((code, text))
    }
    return texts.filter { !$0.text.isEmpty }
  }

  /// Returns true if the list can hold all values; false for several values of a key that it cannot hold separately.
  static func holds(_ metadata: Metadata) -> Bool {
    var held = Metadata()
    if let bytes = bytes(metadata) { read(ChunkBody(bytes), into: &held) }
    return metadata.info.keys.allSatisfy { key in
      InfoKey.ownOfFiles.contains(key) || key == .year && metadata.isYearInDate
        || held.values(of: key) == metadata.values(of: key)
    }
  }

  /// Returns the body of `LIST`, or `nil` if it would be empty.
  static func bytes(_ metadata: Metadata) -> [UInt8]? {
    let texts = texts(metadata)
    guard !texts.isEmpty else { return nil }
    var body: [UInt8] = []
    body.append(.infoList)
    for (code, text) in texts {
      body.append(code)
      body.append(littleEndian: UInt32(clamping: text.utf8.count + 1))
      body.append(terminated: text)
      if body.count & 1 == 1 { body.append(0) }
    }
    return body
  }

  /// Returns the body of Wave64's summary list, or `nil` if it would be empty.
  static func summaryBytes(_ metadata: Metadata) -> [UInt8]? {
    let texts = texts(metadata)
    guard !texts.isEmpty else { return nil }
    var body: [UInt8] = []
    body.append(littleEndian: UInt32(clamping: texts.count))
    for (code, text) in texts {
      let units = Array(text.utf16) + [0]
      body.append(code)
      body.append(littleEndian: UInt32(clamping: units.count * 2))
      for unit in units { body.append(littleEndian: unit) }
    }
    return body
  }
}
