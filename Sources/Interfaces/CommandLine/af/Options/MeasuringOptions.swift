import ArgumentParser
import AudioFiles

/// The options of commands that analyse the sound of files and write nothing.
struct MeasuringOptions: ParsableArguments {
  @Flag(name: .long, help: "Print one JSON object a file.")
  var json = false

  @OptionGroup var folders: FolderOptions
  @OptionGroup var input: InputOptions
  @OptionGroup var progress: ProgressOptions
  @OptionGroup var common: CommonOptions

  @Argument(help: "Files, folders and patterns; - is standard input.")
  var files: [Pathname]

  /// The files, with those below folders.
  var allFiles: [Pathname] { FolderOptions.files(files, common) }

  /// The files with the options for reporting on them.
  var measured: MeasuredFiles { MeasuredFiles(common: common, json: json, progress: progress.progress) }
}
