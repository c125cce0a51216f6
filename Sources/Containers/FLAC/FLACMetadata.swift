import AudioBase
import Bitstream

/// The blocks of metadata that say something about the recording, RFC 9639, 8.6 and 8.8.
enum FLACMetadata {
  /// The names of Vorbis comments, in capitals, and the keys that they stand for.
  private static let keys: [String: InfoKey] = [
    "TITLE": .title, "ARTIST": .artist, "ALBUM": .album, "ALBUMARTIST": .albumArtist, "TRACKNUMBER": .trackNumber,
    "DISCNUMBER": .discNumber, "GENRE": .genre, "COMMENT": .comments, "DESCRIPTION": .comments,
    "COMPOSER": .composer, "LYRICIST": .lyricist, "LYRICS": .lyrics, "COPYRIGHT": .copyright, "ISRC": .isrc,
    "BPM": .tempo, "KEY": .keySignature, "ENCODER": .encodingApplication, "SUBTITLE": .subtitle,
  ]

  /// Reads `VORBIS_COMMENT`, whose lengths are little endian: the vendor, and texts `NAME=value`. What is cut is left out.
  static func readComments(_ body: Span<UInt8>, into metadata: inout Metadata) {
    do throws(EndOfBytes) {
      var reader = ByteReader(body)
      let vendor = text(try reader.readBytes(Int(try reader.readUInt32LittleEndian())))
      if !vendor.isEmpty { metadata[.sourceEncoder] = vendor }
      let count = try reader.readUInt32LittleEndian()
      for _ in 0..<count {
        note(text(try reader.readBytes(Int(try reader.readUInt32LittleEndian()))), in: &metadata)
      }
    } catch {
      return
    }
  }

  private static func note(_ comment: String, in metadata: inout Metadata) {
    guard let sign = comment.firstIndex(of: "="), sign != comment.startIndex else { return }
    let name = comment[..<sign].uppercased()
    let value = String(comment[comment.index(after: sign)...])
    guard !value.isEmpty else { return }
    var key = keys[name] ?? InfoKey(name)
    if name == "DATE" { key = value.utf8.count == 4 ? .year : .recordedDate }
    metadata[key] = metadata[key].map { $0 + "; " + value } ?? value
  }

  /// Reads `PICTURE`; the front cover goes before all others.
  static func readPicture(_ body: Span<UInt8>, into metadata: inout Metadata) {
    do throws(EndOfBytes) {
      var reader = ByteReader(body)
      let kind = try reader.readUInt32()
      try reader.skip(Int(try reader.readUInt32()))
      let description = text(try reader.readBytes(Int(try reader.readUInt32())))
      try reader.skip(16)
      let bytes = try reader.readBytes(Int(try reader.readUInt32()))
      let picture = Artwork(bytes: bytes.indices.map { bytes[$0] }, description: description)
      metadata.artwork.insert(picture, at: kind == 3 ? 0 : metadata.artwork.count)
    } catch {
      return
    }
  }

  private static func text(_ bytes: Span<UInt8>) -> String {
    String(decoding: bytes.indices.map { bytes[$0] }, as: UTF8.self)
  }
}
