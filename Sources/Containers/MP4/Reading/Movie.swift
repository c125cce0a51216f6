import AudioBase

/// One `trak` as the file tells it.
struct MovieTrack {
  /// `track_ID`.
  var identifier: UInt32 = 0
  var kind: MediaKind = .other
  /// `mdhd`.
  var media = TimeHeader()
  var edits = EditList()
  var entry: SampleEntry?
  var tables = SampleTables()
  /// Packets to decode before the one wanted.
  var preroll: Int?
}

/// What `moov` says.
struct Movie {
  /// `mvhd`.
  var header = TimeHeader()
  var tracks: [MovieTrack] = []
  /// `trex` by track; empty where the file has no `mvex`.
  var fragmentDefaults: [UInt32: FragmentDefaults] = [:]
  /// Whether the file announces fragments (`mvex`).
  var isFragmented = false
  var items = ItemList()
  var warnings = WarningList()
}

/// Remarks about a file, bounded so that a hostile one cannot fill the memory with them.
struct WarningList {
  private static let maximumCount = 32
  private(set) var lines: [String] = []

  mutating func add(_ line: @autoclosure () -> String) {
    if lines.count < WarningList.maximumCount { lines.append(line()) }
  }
}
