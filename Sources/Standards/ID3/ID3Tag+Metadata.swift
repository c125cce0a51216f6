package import AudioBase

/// The text frames and their keys of the info dictionary, in both directions.
let textFrames: [(frame: FourCharacterCode, key: InfoKey)] = [
  ("TIT2", .title), ("TPE1", .artist), ("TPE2", .albumArtist), ("TALB", .album), ("TRCK", .trackNumber),
  ("TPOS", .discNumber), ("TBPM", .tempo), ("TKEY", .keySignature), ("TCOM", .composer), ("TEXT", .lyricist),
  ("TCOP", .copyright), ("TSRC", .isrc), ("TSSE", .encodingApplication), ("TIT3", .subtitle),
  ("TIT1", InfoKey("grouping")), ("TPE3", InfoKey("conductor")), ("TPE4", InfoKey("remixer")),
  ("TPUB", InfoKey("publisher")), ("TLAN", InfoKey("language")), ("TENC", InfoKey("encoded by")),
  ("TCMP", InfoKey("compilation")), ("TOAL", InfoKey("ORIGINALALBUM")), ("TOPE", InfoKey("ORIGINALARTIST")),
  ("TOLY", InfoKey("ORIGINALLYRICIST")), ("TMED", InfoKey("MEDIA")),
]

/// The text frames that only ID3v2.4 has, with their keys, named as in Vorbis comments. ID3v2.3 holds them as
/// user-defined texts (`TXXX`).
let laterTextFrames: [(frame: FourCharacterCode, key: InfoKey)] = [
  ("TDOR", InfoKey("ORIGINALDATE")), ("TDRL", InfoKey("RELEASEDATE")), ("TSOP", InfoKey("ARTISTSORT")),
  ("TSOA", InfoKey("ALBUMSORT")), ("TSOT", InfoKey("TITLESORT")), ("TSO2", InfoKey("ALBUMARTISTSORT")),
  ("TSOC", InfoKey("COMPOSERSORT")), ("TMOO", InfoKey("MOOD")), ("TSST", InfoKey("DISCSUBTITLE")),
]

extension ID3Tag {
  /// Returns the tag's contents as metadata, without `Metadata.id3Tag`.
  ///
  /// `TENC` counts as the encoding application only where `TSSE` is missing. User-defined texts (`TXXX`) keep their
  /// description as key, except for FFmpeg's comment. Of the comments that iTunes makes for itself, Sound Check
  /// has a key.
  ///
  /// - Parameter sampleRate: The rate in Hz in which markers are counted.
  package func metadata(sampleRate: Double) -> Metadata {
    var metadata = Metadata()
    for (frame, key) in textFrames + laterTextFrames { metadata.setValues(values(frame), of: key) }
    let encodedBy = InfoKey("encoded by")
    if metadata[.encodingApplication] == nil {
      metadata.setValues(metadata.values(of: encodedBy), of: .encodingApplication)
      metadata[encodedBy] = nil
    }
    metadata.setValues(Genres.names(of: values("TCON")), of: .genre)
    addDates(to: &metadata)
    metadata[.comments] = comment
    metadata[.lyrics] = describedTexts("USLT").first { !$0.text.isEmpty }?.text
    metadata[Self.soundCheckKey] = soundCheckText
    for (description, texts) in describedLists("TXXX", hasLanguage: false) {
      let key = description.lowercased() == "comment" ? .comments : Self.ownKey(description)
      guard !description.isEmpty, metadata[key] == nil, !Self.isInternal(description) else { continue }
      for text in texts { metadata.add(text, to: key) }
    }
    metadata.artwork = Array(artwork.prefix(ResourceLimits.metadataPictureCount))
    metadata.append(markers(sampleRate: sampleRate))
    return metadata
  }

  /// The keys that have their own frames, by their letters in lower case: keys of other formats have no case.
  private static let ownKeys = ((textFrames + laterTextFrames).map(\.key) + [soundCheckKey]).reversed()
    .reduce(into: [String: InfoKey]()) { $0[$1.rawValue.lowercased()] = $1 }

  /// The key of Sound Check, iTunes' measure of loudness, which is also the description of its comment.
  static let soundCheckKey = InfoKey("iTunNORM")

  /// Returns the key of this name that has its own frame, or the name itself.
  static func ownKey(_ name: String) -> InfoKey { ownKeys[name.lowercased()] ?? InfoKey(name) }

  /// The text of Sound Check, with the blank that it begins with; `nil` if there is none.
  private var soundCheckText: String? {
    let texts = [("COMM", true), ("TXXX", false)].flatMap { (name: FourCharacterCode, hasLanguage) in
      frames.filter { $0.identifier == name }.compactMap { $0.describedTexts(hasLanguage: hasLanguage) }
    }
    return texts.first { $0.description == Self.soundCheckKey.rawValue && $0.texts.first?.isEmpty == false }?.texts
      .first
  }

  /// The text that iTunes writes for gapless playing, with priming, remainder and valid frames as the second to fourth
  /// hexadecimal numbers; `nil` if there is none.
  package var iTunesGaplessText: String? {
    let texts = describedTexts("COMM") + describedTexts("TXXX", hasLanguage: false)
    return texts.first { $0.description == "iTunSMPB" }?.text
  }

  /// The pictures, front covers first.
  package var artwork: [Artwork] {
    let pictures = frames.filter { $0.identifier == "APIC" || $0.identifier == "PIC " }.compactMap { $0.picture() }
    return pictures.filter { $0.kind == .frontCover } + pictures.filter { $0.kind != .frontCover }
  }

  /// Returns the values of all frames of a name, each once and without blanks at their ends.
  private func values(_ identifier: FourCharacterCode) -> [String] {
    var values: [String] = []
    var seen: Set<String> = []
    for frame in frames where frame.identifier == identifier {
      for value in frame.textValues.map(\.trimmed) where !value.isEmpty && seen.insert(value).inserted {
        guard values.count < ResourceLimits.metadataTextCount else { return values }
        values.append(value)
      }
    }
    return values
  }

  private func describedTexts(
    _ identifier: FourCharacterCode, hasLanguage: Bool = true
  ) -> [(description: String, text: String)] {
    describedLists(identifier, hasLanguage: hasLanguage).map {
      ($0.description, $0.texts.joined(separator: Metadata.valueSeparator))
    }
  }

  /// Returns the descriptions and the texts of all frames of a name, without blanks at their ends.
  private func describedLists(
    _ identifier: FourCharacterCode, hasLanguage: Bool
  ) -> [(description: String, texts: [String])] {
    frames.filter { $0.identifier == identifier }.compactMap { frame in
      frame.describedTexts(hasLanguage: hasLanguage).map { ($0.description, $0.texts.map(\.trimmed)) }
    }
  }

  /// Returns true if a description marks a text that is not for people: iTunes' notes to itself.
  static func isInternal(_ description: String) -> Bool {
    ["iTunSMPB", "iTunNORM", "iTunPGAP", "iTunes_CDDB", "iTunes_CDDB_1", "iTunes_CDDB_IDs", "iTunes_CDDB_TrackNumber"]
      .contains(description)
  }

  /// The comment without a description, or else the first one meant for people.
  private var comment: String? {
    let texts = describedTexts("COMM").filter { !Self.isInternal($0.description) && !$0.text.isEmpty }
    return (texts.first { $0.description.isEmpty } ?? texts.first)?.text
  }

  /// Adds the year, and the date of the recording where more than the year is known.
  ///
  /// ID3v2.4 writes a time stamp of ISO 8601, ID3v2.3 year, day and month (`DDMM`), hour and minute (`HHMM`) apart.
  /// Without a date of the recording the year is that of the release.
  private func addDates(to metadata: inout Metadata) {
    let stamp = values("TDRC").first
    let year = values("TYER").first
    let originalDate = InfoKey("ORIGINALDATE")
    if metadata[originalDate] == nil { metadata[originalDate] = values("TORY").first }
    if let stamp {
      metadata.setDate(stamp)
    } else if let year {
      metadata.setDate(year)
      if year.utf8.count == 4, let day = Self.fourDigits(values("TDAT").first) {
        var date = "\(year)-\(day.suffix(2))-\(day.prefix(2))"
        if let time = Self.fourDigits(values("TIME").first) { date += "T\(time.prefix(2)):\(time.suffix(2))" }
        metadata[.recordedDate] = date
      }
    } else if let release = metadata[InfoKey("RELEASEDATE")] ?? metadata[originalDate] {
      metadata[.year] = release.year ?? release
    }
  }

  private static func fourDigits(_ text: String?) -> String? {
    guard let text, text.utf8.count == 4, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return text
  }
}

extension Metadata {
  /// Sets the year, and the date where the text has more than the year. Words are kept unchanged.
  mutating func setDate(_ text: String) {
    self[.year] = text.year ?? text
    if text.utf8.count > 4, text.year != nil { self[.recordedDate] = text }
  }
}

extension String {
  /// The first four digits that form a number of their own, as in `1995-10-03` and `Oct 3, 1995`; `nil` if there are
  /// none.
  var year: String? {
    split { !$0.isASCII || !$0.isNumber }.first { $0.utf8.count == 4 }.map(String.init)
  }

  /// True if the text begins with a day of ISO 8601, `1995-10-03`.
  var beginsWithDay: Bool {
    let digits = Array(utf8.prefix(10))
    return digits.count == 10
      && digits.indices.allSatisfy { [4, 7].contains($0) ? digits[$0] == 0x2D : (0x30...0x39).contains(digits[$0]) }
  }
}
