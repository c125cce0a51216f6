import ArgumentParser
import AudioFiles
import AudioJobs

/// `af trim-silence`: a file without the silence at its ends.
struct TrimSilenceCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "trim-silence", abstract: "Leaves out the silence at both ends of a file.",
    discussion: """
      Examples:
        af trim-silence take.wav clean.wav
        af trim-silence take.wav clean.flac --threshold -50dB --margin 0.2
      """)

  @Option(
    name: .long, parsing: .unconditional,
    help: ArgumentHelp("What counts as silence: -60dB is usual.", valueName: "level"))
  var threshold: LevelArgument?

  @Option(name: .long, help: ArgumentHelp("Leave so much silence at each end.", valueName: "seconds"))
  var margin: TimeArgument?

  @OptionGroup var editing: EditingOptions
  @OptionGroup var common: CommonOptions

  @Argument(help: "The file to read; - is standard input.")
  var inputFile: FilePath

  @Argument(help: "The file to write; - is standard output.")
  var outputFile: FilePath

  func validate() throws {
    if case .frames? = margin?.amount { throw ValidationError("--margin takes seconds.") }
    if let threshold, threshold.amplitude > 1 { throw ValidationError("--threshold takes at most full scale.") }
  }

  func run() throws {
    try reportingFailure { () throws(CommandFailure) in
      var job = SilenceTrim(from: inputFile, to: outputFile)
      job.conversion = try editing.conversion(from: inputFile, to: outputFile, rate: 1)
      job.threshold = threshold?.amplitude ?? job.threshold
      job.margin = margin?.seconds(atRate: 1) ?? 0
      do throws(JobError) {
        let measured = MeasuredFiles(
          common: common, json: editing.json, progress: editing.progress.progress)
        let report = try measured.measure(inputFile) { control throws(JobError) in try job.run(control) }
        editing.tell(report.conversion, job.conversion, common)
        common.remark(
          inputFile,
          "left out: \(report.leadingFrameCount) frames at the beginning, \(report.trailingFrameCount) at the end")
      } catch {
        throw CommandFailure(error)
      }
    }
  }
}
