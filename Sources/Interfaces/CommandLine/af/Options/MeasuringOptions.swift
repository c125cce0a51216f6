import ArgumentParser
import AudioFiles

/// What commands that look at the sound of files and write nothing have in common.
struct MeasuringOptions: ParsableArguments {
  @Flag(name: .long, help: "Print one JSON object a file.")
  var json = false

  @OptionGroup var input: InputOptions
  @OptionGroup var progress: ProgressOptions
  @OptionGroup var common: CommonOptions

  @Argument(help: "The files; - is standard input.")
  var files: [FilePath]

  /// How the files are gone through.
  var measured: MeasuredFiles { MeasuredFiles(common: common, json: json, progress: progress.progress) }
}
