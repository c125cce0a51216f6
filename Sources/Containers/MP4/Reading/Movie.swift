import AudioBase

/// A `trak` as described in the file.
struct MovieTrack {
  /// `tkhd`.
  var header = TrackHeader()
  var kind: MediaKind = .other
  /// `mdhd`.
  var media = TimeHeader()
  var edits = EditList()
  var entry: SampleEntry?
  /// The further sample descriptions of `stsd` that packets can be read with, with their numbers.
  var otherEntries: [SampleEntry] = []
  var tables = SampleTables()
  /// True if packets differ in size or duration although the format's are all alike.
  var hasIrregularPackets = false
  /// The total duration of the tables' packets, in the media's time scale.
  var tableDuration: Int64 = 0
  /// The number of packets to decode before a seek target.
  var preroll: Int?
  /// `ludt`.
  var loudness: StatedLoudnessSet?
  /// `tref` of type `chap`: the tracks that hold this one's chapters.
  var chapterTracks: [UInt32] = []

  /// `track_ID`.
  var identifier: UInt32 { header.identifier }

  /// Returns the presentation time of the media's time 0, in the media's time scale.
  func presentationStart(_ movie: TimeHeader) -> Int64 {
    edits.presentationStart(mediaTimescale: media.timescale, movieTimescale: movie.timescale)
  }
}

/// The contents of `moov`.
struct Movie {
  /// `mvhd`.
  var header = TimeHeader()
  var tracks: [MovieTrack] = []
  /// `trex` by track; empty if the file has no `mvex`.
  var fragmentDefaults: [UInt32: FragmentDefaults] = [:]
  /// True if the file announces fragments (`mvex`).
  var isFragmented = false
  var items = ItemList()
  var warnings = WarningList()
  /// The names of boxes with contents that are not read.
  var unread = NameList()

  /// The delay of the first sound, in seconds from the start of the movie. Times of chapters include it.
  var soundDelay: Double {
    guard header.timescale > 0, let sound = tracks.first(where: { $0.kind == .audio }), sound.edits.shownCount > 0
    else { return 0 }
    return Double(max(0, sound.edits.delay)) / Double(header.timescale)
  }
}

/// Remarks about a file, bounded so that a hostile one cannot fill the memory with them.
struct WarningList {
  private static let maximumCount = 32
  private(set) var lines: [String] = []

  mutating func add(_ line: @autoclosure () -> String) {
    if lines.count < WarningList.maximumCount { lines.append(line()) }
  }
}
