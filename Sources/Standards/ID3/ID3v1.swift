package import AudioBase

/// The 128 bytes that end many MPEG audio files: ID3v1, and 1.1 with a track number.
///
/// ```
/// "TAG" │ title 30 │ artist 30 │ album 30 │ year 4 │ comment 30, or 28 + zero + track │ genre
/// ```
package struct ID3v1: Hashable, Sendable {
  /// The number of bytes of the tag.
  package static let byteCount = 128

  /// The title.
  package var title = ""
  /// The artist.
  package var artist = ""
  /// The album.
  package var album = ""
  /// The year, four digits.
  package var year = ""
  /// The comment.
  package var comment = ""
  /// The track number, 1…255, or 0 for none.
  package var track: UInt8 = 0
  /// The number of the genre; 255 for none.
  package var genre: UInt8 = 255

  /// Creates an empty tag.
  package init() {}

  /// Reads the last 128 bytes of a file; `nil` if they are no tag.
  package init?(parsing bytes: Span<UInt8>) {
    guard bytes.count == Self.byteCount, bytes.begins(with: "TAG", at: 0) else { return nil }
    func field(_ range: Range<Int>) -> String {
      let part = bytes.extracting(range)
      let end = TextEncoding.latin1.terminator(in: part, from: 0).end
      return TextEncoding.latin1.decode(part.extracting(0..<end)).trimmed
    }
    title = field(3..<33)
    artist = field(33..<63)
    album = field(63..<93)
    year = field(93..<97)
    let hasTrack = bytes[125] == 0 && bytes[126] != 0
    comment = field(97..<(hasTrack ? 125 : 127))
    track = hasTrack ? bytes[126] : 0
    genre = bytes[127]
  }

  /// Creates a tag from metadata; cuts texts that do not fit, and replaces characters outside ISO 8859-1 by question
  /// marks.
  package init(_ metadata: Metadata) {
    title = metadata[.title] ?? ""
    artist = metadata[.artist] ?? ""
    album = metadata[.album] ?? ""
    year = metadata[.year].flatMap { $0.year ?? $0 }.map { String($0.prefix(4)) } ?? ""
    comment = metadata[.comments] ?? ""
    let number = (metadata[.trackNumber] ?? "").prefix { $0 != "/" }
    track = UInt8(number) ?? 0
    genre = metadata[.genre].flatMap(Genres.number) ?? 255
  }

  /// The tag as metadata.
  package var metadata: Metadata {
    var metadata = Metadata()
    let fields: [(InfoKey, String)] = [
      (.title, title), (.artist, artist), (.album, album), (.year, year), (.comments, comment),
    ]
    for (key, text) in fields where !text.isEmpty { metadata[key] = text }
    if track != 0 { metadata[.trackNumber] = String(track) }
    metadata[.genre] = Genres.name(Int(genre))
    return metadata
  }

  /// The tag as 128 bytes.
  package var bytes: [UInt8] {
    var bytes = Array("TAG".utf8)
    func append(_ text: String, _ count: Int) {
      let characters = TextEncoding.latin1.encode(text).dropLast().prefix(count)
      bytes += characters
      bytes += [UInt8](repeating: 0, count: count - characters.count)
    }
    append(title, 30)
    append(artist, 30)
    append(album, 30)
    append(year, 4)
    if track != 0 {
      append(comment, 28)
      bytes += [0, track]
    } else {
      append(comment, 30)
    }
    return bytes + [genre]
  }
}
