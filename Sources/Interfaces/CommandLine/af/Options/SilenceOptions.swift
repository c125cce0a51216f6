import ArgumentParser
import AudioFiles

/// The options of commands that search for silence in one file, and write parts of it.
struct SilenceOptions: ParsableArguments {
  @Option(
    name: .long, parsing: .unconditional,
    help: ArgumentHelp("The level below which sound is silence; the default is -60dB.", valueName: "level"))
  var threshold: LevelArgument?

  @OptionGroup var editing: EditingOptions
  @OptionGroup var common: CommonOptions

  @Argument(help: "The file to read; - is standard input.")
  var inputFile: Pathname

  func validate() throws {
    if let threshold, threshold.amplitude > 1 { throw ValidationError("--threshold takes at most full scale.") }
  }

  /// The file with the options for reporting on it.
  var measured: MeasuredFiles {
    MeasuredFiles(common: common, json: editing.json, progress: editing.progress.progress)
  }
}
