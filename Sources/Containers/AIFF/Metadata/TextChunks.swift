import AudioBase
import Bitstream

/// The chunks of text, and `COMT`, whose texts have a time stamp.
enum TextChunks {
  /// Returns the key of the info dictionary that a chunk's text belongs to, or `nil` for other chunks.
  static func key(_ code: FourCharacterCode) -> InfoKey? {
    switch code {
    case .nameChunk: .title
    case .authorChunk: .artist
    case .copyrightChunk: .copyright
    case .annotationChunk: .comments
    default: nil
    }
  }

  /// The chunks by the keys that they hold, in the order in which they are written.
  static let written: [FourCharacterCode] = [.nameChunk, .authorChunk, .copyrightChunk, .annotationChunk]

  /// The texts of `COMT` that belong to no marker, and the number of texts that do.
  static func comments(in body: Span<UInt8>) -> (ofFile: [String], ofMarkers: Int) {
    var comments: (ofFile: [String], ofMarkers: Int) = ([], 0)
    do throws(EndOfBytes) {
      var reader = ByteReader(body)
      let count = try reader.readUInt16()
      for _ in 0..<count {
        try reader.skip(4)
        let marker = try reader.readUInt16()
        let length = Int(try reader.readUInt16())
        let text = MacText.decode(try reader.readBytes(length))
        if marker == 0 { comments.ofFile.append(text) } else { comments.ofMarkers += 1 }
        if length & 1 == 1, reader.remaining > 0 { try reader.skip(1) }
      }
    } catch {
      return comments
    }
    return comments
  }
}

extension String {
  /// The text without blanks, tabs and line ends around it.
  var trimmed: String {
    let isBlank = { (character: Character) in character.isWhitespace }
    guard let first = firstIndex(where: { !isBlank($0) }), let last = lastIndex(where: { !isBlank($0) }) else {
      return ""
    }
    return String(self[first...last])
  }
}
