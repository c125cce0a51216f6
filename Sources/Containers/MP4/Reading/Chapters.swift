import AudioBase

/// The chapters that a text track holds for another track. QuickTime File Format, "Chapter Lists".
enum Chapters {
  /// Returns the chapters of the first audio track that has any, as markers; `nil` if there are none.
  static func markers(of movie: Movie, source: any ByteSource) -> [Marker]? {
    for track in movie.tracks where track.kind == .audio {
      for identifier in track.chapterTracks {
        guard let text = movie.tracks.first(where: { $0.identifier == identifier }), isText(text) else { continue }
        let found = markers(in: text, of: movie, sampleRate: sampleRate(of: track), source)
        if !found.isEmpty { return found }
      }
    }
    return nil
  }

  private static func isText(_ track: MovieTrack) -> Bool {
    guard track.kind == .other, let type = track.entry?.type else { return false }
    return type == "text" || type == "tx3g"
  }

  private static func sampleRate(of track: MovieTrack) -> Double {
    let rate = track.entry?.format.sampleRate ?? 0
    return rate > 0 && rate.isFinite ? rate : Double(track.media.timescale)
  }

  /// Reads the text samples; an error ends the list.
  private static func markers(
    in track: MovieTrack, of movie: Movie, sampleRate: Double, _ source: any ByteSource
  ) -> [Marker] {
    guard track.media.timescale > 0 else { return [] }
    let start = track.presentationStart(movie.header)
    var cursor = SampleCursor(track.tables, source: source)
    var window = SourceWindow(source, capacity: 1 << 12)
    var markers: [Marker] = []
    while markers.count < ItemList.maximumEntryCount, let sample = try? cursor.next() {
      guard let name = text(of: sample, &window) else { break }
      let time = Double(sample.timing.presentationTime.saturatingAdd(start)) / Double(track.media.timescale)
      markers.append(
        Marker(name: name, framePosition: (time * sampleRate).rounded(), identifier: markers.count + 1))
    }
    return markers
  }

  /// Returns the text of a text sample: a length, then UTF-8, or UTF-16 after a byte order mark; boxes may follow.
  private static func text(of sample: PlacedPacket, _ window: inout SourceWindow) -> String? {
    guard sample.byteCount >= 2 else { return "" }
    guard let length = try? window.bigEndian(2, at: sample.offset) else { return nil }
    var bytes: [UInt8] = []
    let count = min(Int(length), sample.byteCount - 2)
    guard let got = try? window.append(count, at: sample.offset + 2, to: &bytes), got == count else { return nil }
    if bytes.starts(with: [0xFE, 0xFF]) {
      let units = stride(from: 2, to: bytes.count - 1, by: 2).map { UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]) }
      return String(decoding: units, as: UTF16.self)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
