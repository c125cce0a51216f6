import ArgumentParser
import AudioBase
import AudioFiles
import AudioJobs
import SignalProcessing

/// `af compare`: measures the difference between the sound of two files.
struct CompareCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compare", abstract: "Compares the samples of two files.",
    discussion: """
      Prints the signal-to-noise ratio, the largest difference and the first one with its frame. The exit status is 0 if \
      all samples are the same within --tolerance and both files are equally long, otherwise 1. With --align the second \
      file may be up to this much earlier or later, longer or shorter; cross-correlation finds the offset.

      Examples:
        af compare master.wav copy.flac
        af compare master.wav copy.m4a --align 0.1 --tolerance -20dB
      """)

  @Option(
    name: .long, parsing: .unconditional,
    help: ArgumentHelp(
      "The largest difference of samples that is allowed: of a full scale of 1, or -60dB.", valueName: "level"))
  var tolerance: LevelArgument?

  @Option(
    name: .long,
    help: ArgumentHelp("Search for the second file up to this much earlier or later: 0.1, #4096.", valueName: "time")
  )
  var align: TimeArgument?

  @Flag(name: .long, help: "Print one JSON object.")
  var json = false

  @OptionGroup var progress: ProgressOptions
  @OptionGroup var common: CommonOptions

  @Argument(help: "The reference file; - is standard input.")
  var first: Pathname

  @Argument(help: "The file to compare with the reference.")
  var second: Pathname

  func validate() throws {
    if case .seconds(let seconds)? = align?.amount, seconds > FileComparison.longestRange {
      throw ValidationError("--align takes 0 to 10 seconds.")
    }
    if first.isStandardStream, second.isStandardStream {
      throw ValidationError("Only one of the files can be standard input.")
    }
  }

  func run() throws {
    let measured = MeasuredFiles(common: common, json: json, progress: progress.progress)
    try measured.forEach([second]) { _ throws(AudioError) in
      var job = FileComparison(of: first, and: second)
      job.tolerance = tolerance?.amplitude ?? 0
      job.alignment = align.map { time in
        switch time.amount {
        case .seconds(let seconds): .seconds(seconds)
        case .frames(let count): .frames(count)
        }
      }
      let tell = { (note: JobNote) in
        if case .ofInput(let path, let remark) = note { common.warn(path, remark.description) }
      }
      let report = try measured.measure(second, note: tell) { control throws(AudioError) in try job.run(control) }
      StandardStream.output.write(json ? jsonLine(Record(self, report)) : text(report))
      return report.isIdentical
    }
  }

  private func text(_ report: ComparisonReport) -> String {
    var lines: [String] = []
    let counts = report.frameCounts
    let overlap = "\(report.comparedFrameCount) frames of \(counts.first) and \(counts.second)"
    lines.append(report.isIdentical ? "the same: \(overlap)" : "different: \(overlap)")
    if align != nil {
      let likeness = report.correlation.map { "correlation \(decimal($0, digits: 6))" } ?? "nothing alike"
      lines.append("offset of the second file: \(report.offset) frames, \(likeness)")
    }
    lines.append("signal to noise: " + (report.signalToNoise.map(Self.decibels) ?? "the first file is silent"))
    let peak = Self.decibels(Decibels.level(ofAmplitude: report.peakDifference))
    lines.append("largest difference: \(report.peakDifference) (\(peak))")
    if let place = report.firstDifference {
      lines.append(
        "first difference: frame \(place.frame), \(decimal(Double(place.frame) / report.sampleRate, digits: 6)) s, "
          + "channel \(place.channel): \(place.first), \(place.second); \(report.differingSampleCount) samples differ")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func decibels(_ level: Double) -> String {
    level.isFinite ? "\(decimal(level, digits: 2)) dB" : level > 0 ? "infinite" : "none"
  }

  /// The object of the comparison.
  private struct Record: Encodable {
    struct Difference: Encodable {
      var frame: Int64
      var channel: Int
      var first: Double
      var second: Double
    }

    var file: String
    var comparedWith: String
    var isIdentical: Bool
    var offset: Int64
    var correlation: Double?
    var frameCounts: [Int64]
    var comparedFrameCount: Int64
    var differingSampleCount: Int64
    var peakDifference: Double
    var signalToNoise: Double?
    var firstDifference: Difference?
    var warnings: [String] = []

    init(_ command: CompareCommand, _ report: ComparisonReport) {
      file = command.second.description
      comparedWith = command.first.description
      isIdentical = report.isIdentical
      (offset, correlation) = (report.offset, report.correlation)
      frameCounts = [report.frameCounts.first, report.frameCounts.second]
      comparedFrameCount = report.comparedFrameCount
      differingSampleCount = report.differingSampleCount
      warnings = report.notes.map(\.description)
      peakDifference = report.peakDifference
      signalToNoise = report.signalToNoise
      firstDifference = report.firstDifference.map { place in
        Difference(frame: place.frame, channel: place.channel, first: place.first, second: place.second)
      }
    }
  }
}

/// A level: an amplitude where 1 is full scale, or decibels of that, such as `-60dB`.
struct LevelArgument: ExpressibleByArgument {
  var amplitude: Double

  init?(argument: String) {
    let isLevel = argument.lowercased().hasSuffix("db")
    guard let number = Double(isLevel ? String(argument.dropLast(2)) : argument), number.isFinite else { return nil }
    amplitude = isLevel ? Decibels.amplitude(ofLevel: number) : number
    guard amplitude >= 0, amplitude.isFinite else { return nil }
  }
}
