import ArgumentParser
import AudioBase
import AudioFiles
import AudioJobs

/// `af verify`: true if files are whole.
struct VerifyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify", abstract: "Reads and decodes whole files, and reports what is wrong.",
    discussion: """
      All packets of all tracks are read, and those of sound decoded. Wrong checksums of FLAC, Ogg and SBR, wrong counts in \
      the file, a missing end, and what had to be repaired or skipped are reported, one line each. The exit status is 1 if \
      anything is wrong with any file.

      Examples:
        af verify archive
        af verify --json song.m4a
      """)

  @Flag(name: .long, help: "Print one JSON object a file.")
  var json = false

  @Option(name: .long, help: ArgumentHelp("The AudioSpecificConfig of the packets of a dump.", valueName: "hex"))
  var asc: HexBytes?

  @OptionGroup var folders: FolderOptions
  @OptionGroup var progress: ProgressOptions
  @OptionGroup var common: CommonOptions

  @Argument(help: "Files, folders and patterns; - is standard input.")
  var files: [Pathname]

  func run() throws {
    let measured = MeasuredFiles(common: common, json: json, progress: progress.progress)
    try measured.forEach(FolderOptions.files(files, common)) { file throws(AudioError) in
      let job = job(of: file)
      let report = try measured.measure(file) { control throws(AudioError) in try job.run(control) }
      if json {
        StandardStream.output.write(jsonLine(Record(file, report)))
      } else {
        tell(file, report)
      }
      return report.isFlawless
    }
  }

  /// Returns the work on a file.
  func job(of file: Pathname) -> FileVerification {
    var job = FileVerification(of: file)
    job.configuration = asc?.bytes
    return job
  }

  private func tell(_ file: Pathname, _ report: VerificationReport) {
    let name = displayName(file)
    var lines = report.findings.map { finding in
      "\(name): " + (finding.track.map { report.tracks.count > 1 ? "track \($0): " : "" } ?? "") + finding.description
    }
    if report.isFlawless, !common.quiet {
      let counts = report.tracks.map { track in
        "'\(track.formatID)' \(track.packetCount) packets"
          + (track.frameCount > 0 ? ", \(track.frameCount) frames" : "")
          + Self.words(changes: track.formatChangeCount)
          + (track.checks.isEmpty ? "" : "; checked: \(track.checks.joined(separator: ", "))")
      }
      lines = ["\(name): whole: \(counts.joined(separator: " | "))"]
    }
    if !common.quiet { lines += report.unreadTracks.map { "\(name): \($0)" } }
    for line in lines { StandardStream.output.write(line.printable + "\n") }
  }

  private static func words(changes count: Int64) -> String {
    count == 0 ? "" : ", the format changes \(count == 1 ? "once" : "\(count) times")"
  }

  /// The object of one file.
  private struct Record: Encodable {
    struct Track: Encodable {
      var track: Int
      var formatID: String
      var packetCount: Int64
      var frameCount: Int64
      var formatChangeCount: Int64
      var checks: [String]
    }

    struct Finding: Encodable {
      var kind: String
      var text: String
      var track: Int?
      var packet: Int64?
      var offset: Int64?
    }

    var file: String
    var isFlawless: Bool
    var tracks: [Track]
    var findings: [Finding]
    var warnings: [String] = []

    init(_ file: Pathname, _ report: VerificationReport) {
      self.file = file.description
      isFlawless = report.isFlawless
      warnings = report.unreadTracks
      tracks = report.tracks.map { track in
        Track(
          track: track.index, formatID: "\(track.formatID)", packetCount: track.packetCount,
          frameCount: track.frameCount, formatChangeCount: track.formatChangeCount, checks: track.checks)
      }
      findings = report.findings.map { finding in
        Finding(
          kind: finding.kind.rawValue, text: finding.description, track: finding.track, packet: finding.packet,
          offset: finding.byteOffset)
      }
    }
  }
}
