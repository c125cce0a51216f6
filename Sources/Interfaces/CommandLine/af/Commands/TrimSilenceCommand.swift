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

  @Option(name: .long, help: ArgumentHelp("Leave this much silence at each end.", valueName: "seconds"))
  var margin: TimeArgument?

  @OptionGroup var source: SilenceOptions

  @Argument(help: "The file to write; - is standard output.")
  var outputFile: Pathname

  func validate() throws {
    if case .frames? = margin?.amount {
      throw ValidationError("--margin takes a time, such as 0.5, not a number of frames.")
    }
  }

  func run() throws {
    try reportingFailure { () throws(CommandFailure) in
      var job = SilenceTrim(from: source.inputFile, to: outputFile)
      job.conversion = try source.editing.conversion(from: source.inputFile, to: outputFile, rate: 1)
      job.threshold = source.threshold?.amplitude ?? job.threshold
      job.margin = margin?.seconds(atRate: 1) ?? 0
      do throws(AudioError) {
        let measured = source.measured
        let report = try measured.measure(source.inputFile) { control throws(AudioError) in try job.run(control) }
        source.editing.tell(report.conversion, job.conversion, source.common)
        source.common.remark(
          source.inputFile,
          "left out: \(report.leadingFrameCount) frames at the beginning, \(report.trailingFrameCount) at the end")
      } catch {
        throw CommandFailure(error)
      }
    }
  }
}
