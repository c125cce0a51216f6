import ArgumentParser
import AudioBase
import AudioConversion
import AudioFiles
import AudioJobs
import SignalProcessing

/// `af loudness`: how loud files are.
struct LoudnessCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "loudness", abstract: "Measures the loudness of files by EBU R 128.",
    discussion: """
      Prints the integrated loudness, the loudness range, the true peak and the largest momentary and short-term loudness, \
      by ITU-R BS.1770-4 and EBU Tech 3341 and 3342. With --album all files together are measured, too, with a JSON object \
      of their own. The exit status is 1 if a file could not be measured.

      Examples:
        af loudness song.wav
        af loudness --album album
        af loudness --album --tag replaygain album/*.flac
      """)

  @Flag(name: .long, help: "Measure all files together, too.")
  var album = false

  @Option(
    name: .long,
    help: "Write the loudness into the files' tags: replaygain (of the album, too, with --album), soundcheck or both.")
  var tag: Tagging?

  /// The tags that players know.
  enum Tagging: String, ExpressibleByArgument, CaseIterable {
    case replaygain, soundcheck, both
  }

  @OptionGroup var measuring: MeasuringOptions

  private var common: CommonOptions { measuring.common }
  private var json: Bool { measuring.json }

  func run() throws {
    let measured = measuring.measured
    var reports: [LoudnessReport] = []
    var measuredFiles: [Pathname] = []
    if !json { StandardStream.output.write(Self.heading) }
    var failure: (any Error)?
    do {
      try measure()
    } catch {
      failure = error
    }
    let joined = album ? LoudnessReport(joining: reports) : nil
    if let joined { write(nil, joined, fileCount: reports.count) }
    // An album with a missing file has no loudness that could be written.
    if tag != nil, failure == nil || !album {
      // A file that is named twice is written once.
      var found = Dictionary(zip(measuredFiles, reports)) { first, _ in first }
      try measured.forEach(measuredFiles) { file throws(AudioError) in
        guard let report = found.removeValue(forKey: file) else { return true }
        try write(report, joined, into: file)
        return true
      }
    }
    if let failure { throw failure }

    func measure() throws {
      try measured.forEach(measuring.allFiles) { file throws(AudioError) in
        let job = job(of: file)
        let report = try measured.measure(file) { control throws(AudioError) in try job.run(control) }
        for note in report.notes where note.severity == .warning { common.warn(file, note.description) }
        reports.append(report)
        measuredFiles.append(file)
        write(file, report, fileCount: nil)
        return true
      }
    }
  }

  /// Returns the work on a file.
  func job(of file: Pathname) -> FileLoudness {
    var job = FileLoudness(of: file)
    job.track = measuring.input.readTrack
    job.decoding.configuration = measuring.input.asc?.bytes
    return job
  }

  /// Writes the loudness into the tags of a file.
  private func write(_ report: LoudnessReport, _ album: LoudnessReport?, into file: Pathname) throws(AudioError) {
    var job = FileTagging(of: file)
    job.stamp = report.stamp
    if tag != .soundcheck {
      job.changes.values = report.replayGainTags(album: album, formatID: report.formatID)
    }
    if tag != .replaygain { job.changes.values[SoundCheck.key] = report.soundCheck.text }
    for note in try job.run() { common.warn(file, note.description) }
  }

  private static let heading = "Integrated  Range  True peak  Momentary  Short-term  File\n"

  private func write(_ file: Pathname?, _ report: LoudnessReport, fileCount: Int?) {
    guard !json else { return StandardStream.output.write(jsonLine(Record(file, report, fileCount))) }
    func number(_ value: Double?, _ width: Int) -> String {
      let text = value.map { $0.isFinite ? decimal($0, digits: 1) : "-inf" } ?? "-"
      return String(repeating: " ", count: max(0, width - text.count)) + text
    }
    let name = file.map { displayName($0).printable } ?? "album of \(fileCount ?? 0) files"
    StandardStream.output.write(
      number(report.integrated, 10) + number(report.range, 7)
        + number(Decibels.level(ofAmplitude: report.truePeak), 11) + number(report.maximumMomentary, 11)
        + number(report.maximumShortTerm, 12) + "  " + name + "\n")
  }

  /// The object of one file, or of the album. The loudness of silence is missing.
  private struct Record: Encodable {
    var file: String?
    var albumFileCount: Int?
    var integratedLoudness: Double?
    var loudnessRange: Double?
    var truePeak: Double?
    var samplePeak: Double?
    var maximumMomentaryLoudness: Double?
    var maximumShortTermLoudness: Double?
    var replayGain: Double?
    var frameCount: Int64
    var warnings: [String]

    init(_ file: Pathname?, _ report: LoudnessReport, _ fileCount: Int?) {
      func finite(_ value: Double?) -> Double? { value.flatMap { $0.isFinite ? $0 : nil } }
      self.file = file?.description
      albumFileCount = fileCount
      integratedLoudness = finite(report.integrated)
      loudnessRange = finite(report.range)
      truePeak = finite(Decibels.level(ofAmplitude: report.truePeak))
      samplePeak = finite(Decibels.level(ofAmplitude: report.samplePeak))
      maximumMomentaryLoudness = finite(report.maximumMomentary)
      maximumShortTermLoudness = finite(report.maximumShortTerm)
      replayGain = report.integrated.map { _ in report.replayGain }
      frameCount = report.frameCount
      warnings = report.notes.map(\.description)
    }
  }
}
