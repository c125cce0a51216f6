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
    "COMPILATION": InfoKey("compilation"), "DATE_RELEASED": InfoKey("RELEASEDATE"),
  ]
  /// The keys of tags that apply to whole albums.
  private static let albumKeys: [String: InfoKey] = [
    "TITLE": .album, "ARTIST": .albumArtist, "PART_NUMBER": .discNumber,
  ]
  private static let dates: Set<String> = ["DATE", "DATE_RELEASED", "DATE_RECORDED", "YEAR"]
  /// The statistics that programs write for themselves, and FFmpeg's notes on the MP4 source of packets.
  private static let statistics: Set<String> = [
    "DURATION", "BPS", "NUMBER_OF_FRAMES", "NUMBER_OF_BYTES", "MAJOR_BRAND", "MINOR_VERSION", "COMPATIBLE_BRANDS",
    "HANDLER_NAME", "VENDOR_ID",
  ]

  /// Returns the name of the tag for a key, as used by FFmpeg and mkvmerge.
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
    var lost = NameList()
    return metadata(of: track, mapping, lost: &lost)
  }

  /// Returns the same.
  ///
  /// - Parameter lost: Receives the names of tags of a wider target that say something else than a narrower one.
  func metadata(of track: TrackEntry, _ mapping: SoundMapping, lost: inout NameList) -> Metadata {
    // A target without a level is an album by the format. FFmpeg, which writes no level, means the recording.
    let usualLevel: UInt64 = tags.contains { ($0.level ?? 50) < 50 } ? 50 : 30
    // That of a release alone is the date.
    let hasDate = tags.contains { Self.dates.contains($0.name.uppercased()) && $0.name.uppercased() != "DATE_RELEASED" }
    var gathering = Gathering(hasDate: hasDate)
    // The narrower the target, the better.
    let own = tags.filter { $0.tracks.contains(track.uniqueIdentifier) }
    for list in [own, tags.filter(\.tracks.isEmpty)] {
      gathering.sources = [:]
      for tag in list { gathering.note(tag, isOfAlbum: (tag.level ?? usualLevel) >= 50) }
    }
    lost = gathering.lost
    var metadata = gathering.metadata
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

  /// Names the ends of chapters that are neither the start of the next nor the end of the recording.
  ///
  /// - Parameter seconds: The duration of the recording, if it is known.
  func ownEnds(seconds: Double?) -> [String] {
    let sorted = chapters.sorted { $0.start < $1.start }
    let count = sorted.indices.count { index in
      // Programs that do not know the end write none, or the start.
      guard let end = sorted[index].end, end > sorted[index].start else { return false }
      let tenth = 1e8
      guard index + 1 < sorted.count else { return seconds.map { Double(end) < $0 * 1e9 - tenth } ?? false }
      let millisecond = 1e6
      return abs(Double(end) - Double(sorted[index + 1].start)) > millisecond
    }
    return count == 0 ? [] : [count == 1 ? "the end of 1 chapter" : "the ends of \(count) chapters"]
  }

  /// The metadata of tags while they are gathered.
  private struct Gathering {
    var metadata = Metadata()
    /// The names of tags that contradict earlier tags.
    var lost = NameList()
    /// The tags of one target by their keys: tags of the same name are several values.
    var sources: [InfoKey: Tag] = [:]
    /// True if there is a date other than that of the release.
    let hasDate: Bool

    init(hasDate: Bool) { self.hasDate = hasDate }

    mutating func note(_ tag: Tag, isOfAlbum: Bool) {
      let name = tag.name.uppercased()
      let isOfTrack = !tag.tracks.isEmpty
      if name.hasPrefix("_STATISTICS") || TextReading.statistics.contains(name) { return }
      if TextReading.dates.contains(name), name != "DATE_RELEASED" || !hasDate {
        return metadata.note(tag.text, for: tag.text.utf8.count == 4 ? .year : .recordedDate)
      }
      // FFmpeg names the encoder of a track so, and the program that made the file.
      if name == "ENCODER", isOfTrack { return metadata.note(tag.text, for: .sourceEncoder) }
      let albumKey = isOfAlbum ? TextReading.albumKeys[name] : nil
      // Fields of Broadcast Wave have lower case here.
      let key = albumKey ?? TextReading.keys[name] ?? InfoKey(name.hasPrefix("BEXT ") ? name.lowercased() : name)
      if metadata[key] == nil {
        metadata.note(tag.text, for: key)
        sources[key] = tag
      } else if let source = sources[key], source.name == tag.name, source.level == tag.level {
        metadata.add(tag.text, to: key)
      } else if let source = sources[key], source.name.uppercased() != name, source.text != tag.text {
        // Another name of the same thing that says something else, such as a description beside a comment.
        metadata.note(tag.text, for: InfoKey(name))
      } else if !metadata.values(of: key).contains(tag.text), !InfoKey.ownOfFiles.contains(key) {
        lost.add("a second value of '\(key.rawValue)'")
      }
    }
  }
}
