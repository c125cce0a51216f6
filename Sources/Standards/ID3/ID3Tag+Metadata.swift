public import AudioBase

/// Which text frame holds which key of the info dictionary, in both directions.
let textFrames: [(frame: FourCharacterCode, key: InfoKey)] = [
  ("TIT2", .title), ("TPE1", .artist), ("TPE2", .albumArtist), ("TALB", .album), ("TRCK", .trackNumber),
  ("TPOS", .discNumber), ("TBPM", .tempo), ("TKEY", .keySignature), ("TCOM", .composer), ("TEXT", .lyricist),
  ("TCOP", .copyright), ("TSRC", .isrc), ("TSSE", .encodingApplication), ("TIT3", .subtitle),
  ("TIT1", InfoKey("grouping")), ("TPE3", InfoKey("conductor")), ("TPE4", InfoKey("remixer")),
  ("TPUB", InfoKey("publisher")), ("TLAN", InfoKey("language")), ("TENC", InfoKey("encoded by")),
  ("TCMP", InfoKey("compilation")),
]

extension ID3Tag {
  /// The tag's content in the terms of the info dictionary, without `Metadata.id3Tag`.
  ///
  /// Several values of a frame become one text with "; " between them. `TENC` counts as the encoding application only
  /// where `TSSE` is missing. User-defined texts (`TXXX`) keep their description as key.
  ///
  /// - Parameter sampleRate: The rate in Hz in which markers are counted.
  public func metadata(sampleRate: Double) -> Metadata {
    var metadata = Metadata()
    for (frame, key) in textFrames { metadata[key] = text(frame) }
    let encodedBy = InfoKey("encoded by")
    if metadata[.encodingApplication] == nil {
      metadata[.encodingApplication] = metadata[encodedBy]
      metadata[encodedBy] = nil
    }
    let genres = Genres.names(of: values("TCON"))
    if !genres.isEmpty { metadata[.genre] = genres.joined(separator: valueSeparator) }
    addDates(to: &metadata)
    metadata[.comments] = comment
    metadata[.lyrics] = describedTexts("USLT").first { !$0.text.isEmpty }?.text
    for (description, text) in describedTexts("TXXX", hasLanguage: false) {
      let key = InfoKey(description)
      let isKnown = description.isEmpty || text.isEmpty || metadata[key] != nil || Self.isInternal(description)
      if !isKnown { metadata.note(text, for: key) }
    }
    metadata.artwork = Array(artwork.prefix(ResourceLimits.metadataPictureCount))
    metadata.append(markers(sampleRate: sampleRate))
    return metadata
  }

  /// The text that iTunes writes for gapless playing: hexadecimal numbers, of which the second to fourth count priming,
  /// remainder and valid frames; `nil` where there is none.
  public var iTunesGaplessText: String? {
    let texts = describedTexts("COMM") + describedTexts("TXXX", hasLanguage: false)
    return texts.first { $0.description == "iTunSMPB" }?.text
  }

  /// The pictures, front covers first.
  public var artwork: [Artwork] {
    let pictures = frames.filter { $0.identifier == "APIC" || $0.identifier == "PIC " }.compactMap { $0.picture() }
    let frontCover: UInt8 = 3
    return (pictures.filter { $0.kind == frontCover } + pictures.filter { $0.kind != frontCover }).map(\.artwork)
  }

  /// The values of all frames of a name, each once and without blanks at their ends.
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

  private func text(_ identifier: FourCharacterCode) -> String? {
    let values = values(identifier)
    return values.isEmpty ? nil : values.joined(separator: valueSeparator)
  }

  private func describedTexts(
    _ identifier: FourCharacterCode, hasLanguage: Bool = true
  ) -> [(description: String, text: String)] {
    frames.filter { $0.identifier == identifier }.compactMap { frame in
      frame.describedText(hasLanguage: hasLanguage).map { ($0.description, $0.text.trimmed) }
    }
  }

  /// Whether a description marks a text that is not for people: iTunes' notes to itself.
  private static func isInternal(_ description: String) -> Bool {
    ["iTunSMPB", "iTunNORM", "iTunPGAP", "iTunes_CDDB", "iTunes_CDDB_1", "iTunes_CDDB_IDs", "iTunes_CDDB_TrackNumber"]
      .contains(description)
  }

  /// The comment without a description, or else the first that is meant for people.
  private var comment: String? {
    let texts = describedTexts("COMM").filter { !Self.isInternal($0.description) && !$0.text.isEmpty }
    return (texts.first { $0.description.isEmpty } ?? texts.first)?.text
  }

  /// The year, and the date of the recording where more than the year is known.
  ///
  /// ID3v2.4 writes a time stamp of ISO 8601, ID3v2.3 year, day and month (`DDMM`), hour and minute (`HHMM`) apart.
  private func addDates(to metadata: inout Metadata) {
    let stamp = values("TDRC").first
    let year = values("TYER").first
    if let stamp {
      metadata[.year] = String(stamp.prefix(4))
      if stamp.count > 4 { metadata[.recordedDate] = stamp }
    } else if let year {
      metadata[.year] = year
      if year.utf8.count == 4, let day = Self.fourDigits(values("TDAT").first) {
        var date = "\(year)-\(day.suffix(2))-\(day.prefix(2))"
        if let time = Self.fourDigits(values("TIME").first) { date += "T\(time.prefix(2)):\(time.suffix(2))" }
        metadata[.recordedDate] = date
      }
    } else if let release = values("TDRL").first ?? values("TORY").first ?? values("TDOR").first {
      metadata[.year] = String(release.prefix(4))
    }
  }

  private static func fourDigits(_ text: String?) -> String? {
    guard let text, text.utf8.count == 4, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return text
  }
}
