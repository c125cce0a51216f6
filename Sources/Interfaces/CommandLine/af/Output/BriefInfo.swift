import AudioBase
import AudioCatalog
import AudioFiles

/// A file in one line, for `af info --brief` and `--table`.
struct BriefInfo {
  var file: String
  var columns: [String]

  /// The names of the columns.
  static let headings = ["File", "Type", "Codec", "Rate", "Channels", "Duration", "Bit rate", "Title"]

  init(_ file: Pathname, _ reader: any ContainerReader, _ summary: TrackSummary?) {
    self.file = displayName(file)
    let title = reader.metadata[.title] ?? ""
    guard let summary else {
      columns = ["\(reader.fileType)".trimmingSpaces, "no sound", "", "", "", "", title]
      return
    }
    let format = summary.format
    let codec = summary.codec?.profile ?? format.sampleFormat.map { "\($0)" } ?? "'\(format.formatID)'"
    let layout = summary.layout.map { " \($0.description)" } ?? ""
    columns = [
      "\(reader.fileType)".trimmingSpaces, codec, hertz(format.sampleRate),
      "\(format.channelsPerFrame)\(layout)", summary.duration.map(clockTime) ?? "?",
      (summary.nominalBitRate ?? summary.measuredBitRate).map { "\(($0 + 500) / 1000) kbit/s" } ?? "?", title,
    ]
  }

  /// The file and its known properties, in one line.
  var line: String { (file + ": " + columns.filter { !$0.isEmpty }.joined(separator: ", ")).printable + "\n" }

  /// Returns the lines with their columns aligned.
  static func table(_ files: [BriefInfo]) -> String {
    let rows = [headings] + files.map { info in ([info.file] + info.columns).map(\.printable) }
    let widths = headings.indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      let cells = zip(row, widths).map { $0 + String(repeating: " ", count: $1 - $0.count) }
      return cells.joined(separator: "  ").trimmingSpaces + "\n"
    }.joined()
  }
}
