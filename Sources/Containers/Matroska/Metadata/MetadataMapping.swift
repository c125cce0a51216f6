import AudioBase
import VorbisComments

extension TextReading {
  /// The names of tags ("Matroska Tags", draft-ietf-cellar-tags) and those that FFmpeg writes, and the keys that they
  /// stand for.
  private static let keys: [String: InfoKey] = [
    "TITLE": .title, "ARTIST": .artist, "LEAD_PERFORMER": .artist, "ALBUM": .album, "ALBUM_ARTIST": .albumArtist,
    "ALBUMARTIST": .albumArtist, "PART_NUMBER": .trackNumber, "TRACKNUMBER": .trackNumber, "TRACK": .trackNumber,
    "DISC": .discNumber, "DISCNUMBER": .discNumber, "GENRE": .genre, "COMMENT": .comments, "DESCRIPTION": .comments,
    "COMPOSER": .composer, "LYRICIST": .lyricist, "LYRICS": .lyrics, "COPYRIGHT": .copyright, "ISRC": .isrc,
    "BPM": .tempo, "INITIAL_KEY": .keySignature, "SUBTITLE": .subtitle, "ENCODER": .encodingApplication,
    "COMPILATION": InfoKey("compilation"),
  ]
  /// The keys of tags that apply to whole albums.
  private static let albumKeys: [String: InfoKey] = [
    "TITLE": .album, "ARTIST": .albumArtist, "PART_NUMBER": .discNumber,
  ]
  private static let dates: Set<String> = ["DATE", "DATE_RELEASED", "DATE_RECORDED", "YEAR"]
  /// The counts that programs write for themselves, and FFmpeg's notes on the MP4 file that packets came from.
  private static let statistics: Set<String> = [
    "DURATION", "BPS", "NUMBER_OF_FRAMES", "NUMBER_OF_BYTES", "MAJOR_BRAND", "MINOR_VERSION", "COMPATIBLE_BRANDS",
    "HANDLER_NAME", "VENDOR_ID",
  ]

  /// Returns the name of a tag for a key, as FFmpeg and mkvmerge know it.
  static func name(of key: InfoKey) -> String {
    switch key {
    case .artist: "ARTIST"
    case .albumArtist: "ALBUM_ARTIST"
    case .trackNumber: "PART_NUMBER"
    case .discNumber: "DISC"
    case .comments: "COMMENT"
    case .year, .recordedDate: "DATE"
    default: keys.first { $0.value == key }?.key ?? key.rawValue.uppercased()
    }
  }

  /// Returns the metadata that was read, under this package's keys.
  ///
  /// - Parameters:
  ///   - track: The track whose own tags count.
  ///   - mapping: Its rate counts chapters, and its codec's own comments fill in.
  func metadata(of track: TrackEntry, _ mapping: SoundMapping) -> Metadata {
    var metadata = Metadata()
    // A target without a level is an album by the format. FFmpeg, which writes no level, means the recording.
    let usualLevel: UInt64 = tags.contains { ($0.level ?? 50) < 50 } ? 50 : 30
    // The narrower the target, the better.
    let own = tags.filter { $0.tracks.contains(track.uniqueIdentifier) }
    for list in [own, tags.filter(\.tracks.isEmpty)] {
      // The tags of one target that have a name in common are several values.
      var sources: [InfoKey: Tag] = [:]
      for tag in list { Self.note(tag, isOfAlbum: (tag.level ?? usualLevel) >= 50, in: &metadata, &sources) }
    }
    // That of the segment; tags of a title are of the recording.
    metadata.note(title, for: .title)
    metadata.note(application, for: .encodingApplication)
    for picture in pictures { metadata.append(picture) }
    let rate = mapping.format.sampleRate
    metadata.append(
      chapters.enumerated().map { index, chapter in
        let frame = (Double(chapter.start) / 1e9 * rate).rounded()
        return Marker(name: chapter.name, framePosition: frame, identifier: index + 1)
      })
    guard !mapping.comments.isEmpty else { return metadata }
    var comments = Metadata()
    VorbisComments.read(mapping.comments.span, into: &comments)
    metadata.fillValues(from: comments)
    if metadata.artwork.isEmpty { metadata.artwork = comments.artwork }
    return metadata
  }

  /// Names the segment's title as lost, unless it is among those that were read.
  func lostTitle(_ metadata: Metadata) -> [String] {
    guard !title.isEmpty, metadata.values(of: .title).allSatisfy({ $0 != title }), metadata[.album] != title
    else { return [] }
    return ["the segment's title '\(title)'"]
  }

  private static func note(
    _ tag: Tag, isOfAlbum: Bool, in metadata: inout Metadata, _ sources: inout [InfoKey: Tag]
  ) {
    let name = tag.name.uppercased()
    let isOfTrack = !tag.tracks.isEmpty
    if name.hasPrefix("_STATISTICS") || statistics.contains(name) { return }
    if dates.contains(name) {
      return metadata.note(tag.text, for: tag.text.utf8.count == 4 ? .year : .recordedDate)
    }
    // FFmpeg names the encoder of a track so, and the program that made the file.
    if name == "ENCODER", isOfTrack { return metadata.note(tag.text, for: .sourceEncoder) }
    let albumKey = isOfAlbum ? albumKeys[name] : nil
    // Fields of Broadcast Wave have small letters here.
    let key = albumKey ?? keys[name] ?? InfoKey(name.hasPrefix("BEXT ") ? name.lowercased() : name)
    if metadata[key] == nil {
      metadata.note(tag.text, for: key)
      sources[key] = tag
    } else if let source = sources[key], source.name == tag.name, source.level == tag.level {
      metadata.add(tag.text, to: key)
    }
  }
}
