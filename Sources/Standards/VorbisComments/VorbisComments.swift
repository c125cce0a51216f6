package import AudioBase
import Bitstream

/// The metadata of FLAC and of streams in Ogg, RFC 9639, 8.6 and 8.8, and RFC 7845, 5.2.
package enum VorbisComments {
  /// The names of Vorbis comments, in upper case, and the keys that they stand for.
  static let keys: [String: InfoKey] = [
    "TITLE": .title, "ARTIST": .artist, "ALBUM": .album, "ALBUMARTIST": .albumArtist, "TRACKNUMBER": .trackNumber,
    "DISCNUMBER": .discNumber, "GENRE": .genre, "COMMENT": .comments, "DESCRIPTION": .comments,
    "COMPOSER": .composer, "LYRICIST": .lyricist, "LYRICS": .lyrics, "COPYRIGHT": .copyright, "ISRC": .isrc,
    "BPM": .tempo, "KEY": .keySignature, "ENCODER": .encodingApplication, "SUBTITLE": .subtitle,
    "COMPILATION": InfoKey("compilation"),
  ]

  /// Adds the contents of a comment header to `metadata`: `VORBIS_COMMENT`, or the part after the name in `OpusTags`,
  /// whose lengths are little endian: the vendor, and texts `NAME=value`. Texts that are cut are left out.
  package static func read(_ body: Span<UInt8>, into metadata: inout Metadata) {
    do throws(EndOfBytes) {
      var reader = ByteReader(body)
      let vendor = text(try reader.readBytes(Int(try reader.readUInt32LittleEndian())))
      if !vendor.isEmpty { metadata[.sourceEncoder] = vendor }
      let hasComment = Self.hasComment(reader)
      let count = try reader.readUInt32LittleEndian()
      for _ in 0..<count {
        note(
          text(try reader.readBytes(Int(try reader.readUInt32LittleEndian()))), hasComment: hasComment, in: &metadata)
      }
    } catch {
      return
    }
  }

  /// Returns true if one of the texts is a `COMMENT`, beside which a `DESCRIPTION` is something else.
  private static func hasComment(_ texts: ByteReader) -> Bool {
    var reader = texts
    let name = Array("COMMENT=".utf8)
    guard let count = try? reader.readUInt32LittleEndian() else { return false }
    for _ in 0..<count {
      guard let byteCount = try? reader.readUInt32LittleEndian(), let text = try? reader.readBytes(Int(byteCount))
      else {
        return false
      }
      // Names have no case.
      if text.count > name.count, name.indices.allSatisfy({ text[$0] & 0xDF == name[$0] & 0xDF }) { return true }
    }
    return false
  }

  /// Adds a comment to metadata.
  ///
  /// - Parameter hasComment: True if there is a `COMMENT` among all of them.
  static func note(_ comment: String, hasComment: Bool, in metadata: inout Metadata) {
    guard let sign = comment.firstIndex(of: "="), sign != comment.startIndex else { return }
    let name = comment[..<sign].uppercased()
    let value = String(comment[comment.index(after: sign)...])
    guard !value.isEmpty else { return }
    if name == "METADATA_BLOCK_PICTURE" {
      let body = Base64.decode(prefixOf: value).bytes
      // A picture that cannot be read is a text like others.
      if readPicture(body.span, into: &metadata) { return }
    }
    var key = keys[name] ?? broadcastKey(name) ?? InfoKey(name)
    if name == "DESCRIPTION", hasComment { key = InfoKey(name) }
    if name == "DATE" { key = value.utf8.count == 4 ? .year : .recordedDate }
    metadata.add(value, to: key)
  }

  /// Returns the key of a field of Broadcast Wave, whose name is in upper case here.
  private static func broadcastKey(_ name: String) -> InfoKey? {
    guard name.hasPrefix("BEXT ") else { return nil }
    return InfoKey(name == "BEXT UMID" ? "bext UMID" : name.lowercased())
  }

  /// Adds to `metadata` the picture of the body of a block `PICTURE`; truncated ones are left out, and the front cover
  /// comes before all others.
  ///
  /// - Returns: False if it is not a picture, or cut.
  @discardableResult
  package static func readPicture(_ body: Span<UInt8>, into metadata: inout Metadata) -> Bool {
    do throws(EndOfBytes) {
      var reader = ByteReader(body)
      let kind = try reader.readUInt32()
      try reader.skip(Int(try reader.readUInt32()))
      let description = text(try reader.readBytes(Int(try reader.readUInt32())))
      try reader.skip(16)
      let bytes = try reader.readBytes(Int(try reader.readUInt32()))
      metadata.append(
        Artwork(
          bytes: bytes.indices.map { bytes[$0] }, description: description,
          kind: UInt8(exactly: kind).map(Artwork.Kind.init) ?? .other))
      return true
    } catch {
      return false
    }
  }

  private static func text(_ bytes: Span<UInt8>) -> String {
    String(decoding: bytes.indices.map { bytes[$0] }, as: UTF8.self)
  }
}
