import AudioBase
import Bitstream

/// An entry of a track's `stsd`.
enum SampleDescription {
  /// An entry that was read from another file and is written unchanged.
  case opaque([UInt8])
  /// An entry made from the settings of an audio file.
  case sound(SoundEntry)
  /// QuickTime's text, for chapter names.
  case chapterText

  /// The entry's four characters.
  var type: FourCharacterCode {
    switch self {
    case .opaque(let bytes):
      bytes.count >= 8
        ? FourCharacterCode(rawValue: bytes[4..<8].reduce(0) { $0 << 8 | UInt32($1) }) : "none"
    case .sound(let entry): entry.type
    case .chapterText: "text"
    }
  }

  /// `version` of `stsd`: 1 if the entry is an AudioSampleEntryV1. ISO/IEC 14496-12, 12.2.3.
  var tableVersion: UInt8 {
    switch self {
    case .opaque(let bytes): SampleDescription.isVersion1OfISO(bytes) ? 1 : 0
    case .sound(let entry): entry.tableVersion
    case .chapterText: 0
    }
  }

  /// Returns the entry as bytes.
  func bytes(_ statistics: StreamStatistics) -> [UInt8] {
    switch self {
    case .opaque(let bytes): bytes
    case .sound(let entry): entry.bytes(statistics)
    case .chapterText: SampleDescription.textEntry
    }
  }

  /// Returns true if an audio entry of version 1 has its boxes where ISO puts them, and not QuickTime's 16 further
  /// bytes.
  private static func isVersion1OfISO(_ entry: [UInt8]) -> Bool {
    guard entry.count > 36, entry[16] == 0, entry[17] == 1 else { return false }
    var position = 36
    while entry.count - position >= 8 {
      let size = entry[position..<(position + 4)].reduce(0) { $0 << 8 | Int($1) }
      guard size >= 8, size <= entry.count - position else { return false }
      position += size
    }
    return position == entry.count
  }

  /// `handler_type` for an entry of a track that is neither sound nor picture.
  static func handler(of type: FourCharacterCode) -> FourCharacterCode {
    switch type {
    case "text": "text"
    case "tx3g": "sbtl"
    case "tmcd": "tmcd"
    case "c608", "c708": "clcp"
    case "rtp ", "srtp", "rrtp": "hint"
    case "stpp", "sbtt": "subt"
    case "wvtt", "stxt": "text"
    default: "meta"
    }
  }

  /// A text sample description of QuickTime's: black on nothing, no style, no font.
  private static let textEntry: [UInt8] = {
    var bytes: [UInt8] = []
    bytes.appendBox("text") { body in
      body.append(zeros: 6)
      body.append(bigEndian: 1 as UInt16)
      // Display flags, justification, background colour, text box, reserved, font, face, reserved, colour, name.
      body.append(zeros: 4 + 4 + 6 + 8 + 8 + 2 + 2 + 1 + 2 + 6 + 1)
    }
    return bytes
  }()
}
