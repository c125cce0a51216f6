import ArgumentParser
import AudioBase
import AudioCatalog
import AudioFiles
import AudioJobs

/// `af batch`: converts, measures, hashes, verifies or inspects any number of files.
struct BatchCommand: ParsableCommand, GroupedHelp {
  static let configuration = CommandConfiguration(
    commandName: "batch", abstract: "Converts, measures, hashes, verifies or describes any number of files.",
    discussion: """
      Inputs are files, folders with all below them, patterns such as 'music/**/*.wav', or the rows of a manifest. The \
      options of 'af convert', and of the other verbs, can be given as they are. \
      Outputs of 'convert' go to the folder of --to, or are named by a template of {dir}, {tree} (the folders below the \
      named one), {stem}, {name} and {ext}, or by the manifest. A report has one JSON object a file. If a run is started \
      again with the same report, it skips files that are done and have not changed, however the last run ended. A file \
      that fails is reported and the others go on; the exit status is then 1.

      Examples:
        af batch convert Music --to phone -f m4a -b 64k
        af batch convert '*.wav' -o 'phone/{stem}.m4a' -d aac --dry-run
        af batch verify archive --report verified.jsonl
        af batch hash '*.wav' --report hashes.jsonl
        af batch loudness '*.wav' --jobs 2
      """)

  static let everyday = ["--to", "--file-format", "--output", "--report", "--jobs", "--dry-run", "--force"]

  /// The methods for recognising unchanged files.
  enum Comparison: String, ExpressibleByArgument, CaseIterable {
    case time, hash
  }

  @Option(
    name: .long,
    help: ArgumentHelp(
      "A list of inputs, with outputs and options of their own: JSON Lines, CSV, or names; - is standard input.",
      valueName: "file"))
  var manifest: Pathname?

  @Option(name: .long, help: "The form of the manifest, if its extension and first line do not tell.")
  var manifestForm: BatchManifest.Form?

  @Option(
    name: [.customShort("o"), .long],
    help: ArgumentHelp("The names of outputs: 'phone/{tree}/{stem}.m4a'.", valueName: "template"))
  var output: Pathname?

  @Option(
    name: [.long, .customLong("into")],
    help: ArgumentHelp(
      "The folder of outputs, named as the inputs with the extension of -f: -o 'FOLDER/{tree}/{stem}.EXT'.",
      valueName: "folder"))
  var to: Pathname?

  @Option(
    name: [.customShort("f"), .long],
    help: ArgumentHelp("The container of all outputs, instead of what their extensions say.", valueName: "fourcc"))
  var fileFormat: String?

  @Option(
    name: .long, parsing: .unconditional,
    help: ArgumentHelp(
      "Options of the verb for each file, in one word: '-b 128k -c 1'. They may also be given by themselves.",
      valueName: "options"))
  var options: String?

  @Option(
    name: .long, parsing: .unconditionalSingleValue,
    help: ArgumentHelp("One word of --options, blanks included; given again for each further word.", valueName: "word"))
  var option: [String] = []

  @Option(
    name: .long,
    help: ArgumentHelp(
      "The report: a line for each file, from which a later run goes on; - is standard output, where all but 'convert' write "
        + "anyhow.", valueName: "file"))
  var report: Pathname?

  @Option(name: .long, help: ArgumentHelp("Work on so many files at a time.", valueName: "n"))
  var jobs = 1

  @Option(name: .long, help: ArgumentHelp("Process one of so many shares of the files, such as 2/8.", valueName: "i/n"))
  var shard: ShardArgument?

  @Option(
    name: .long,
    help: ArgumentHelp("The number of the first share, 0 or 1, as the machines count them.", valueName: "n"),
    completion: .list(["0", "1"]))
  var shardBase = 1

  @Option(name: .long, help: "How unchanged files are recognised: by size and time, or by a hash of their bytes.")
  var unchanged = Comparison.time

  @Flag(name: .customLong("dry-run"), help: "Print the files, with their outputs, and do nothing.")
  var isDryRun = false

  @Flag(name: .long, help: "Replace outputs that are not of an earlier run with the same report.")
  var force = false

  @OptionGroup var progress: ProgressOptions
  @OptionGroup var common: CommonOptions

  @Argument(help: "The verb for each file.")
  var action: BatchAction

  @Argument(help: "Files, folders and patterns.")
  var inputs: [Pathname] = []

  func validate() throws {
    if inputs.isEmpty, manifest == nil {
      throw ValidationError("'batch' takes files, folders, patterns or --manifest.")
    }
    if inputs.contains(where: \.isStandardStream) {
      throw ValidationError("'-' is no file of a batch; --manifest - reads names from standard input.")
    }
    if manifestForm != nil, manifest == nil { throw ValidationError("--manifest-form goes with --manifest.") }
    if action != .convert {
      for (isGiven, name) in [
        (output != nil, "-o"), (to != nil, "--to"), (fileFormat != nil, "-f"), (force, "--force"),
      ] where isGiven {
        throw ValidationError("\(name) goes with 'convert': '\(action.rawValue)' writes no outputs.")
      }
    }
    if output != nil, to != nil { throw ValidationError("--to and -o exclude each other.") }
    if to != nil, fileFormat == nil { throw ValidationError("--to FOLDER needs -f, such as -f m4a.") }
    if isDryRun, report != nil {
      throw ValidationError("--dry-run, which does not read it, and --report exclude each other.")
    }
    try check(jobs, "--jobs", takes: FileConversion.jobCounts)
    if !(0...1).contains(shardBase) { throw ValidationError("--shard-base takes 0 or 1.") }
    if let shard, shard.shard(from: shardBase) == nil {
      throw ValidationError("--shard names one of the shares, which --shard-base counts from \(shardBase).")
    }
    if unchanged == .hash, reportFile == nil { throw ValidationError("--unchanged hash needs --report FILE.") }
  }

  /// The report, if it is a file from which a later run can continue.
  private var reportFile: Pathname? { report.flatMap { $0.isStandardStream ? nil : $0 } }

  /// True if the lines of the report go to standard output.
  private var printsRecords: Bool { reportFile == nil && (report != nil || action != .convert) }

  /// Returns the template of the outputs.
  private func template() throws(AudioError) -> OutputTemplate? {
    if let output { return try OutputTemplate(output) }
    guard let to else { return nil }
    var chosen = OutputOptions()
    chosen.fileFormat = fileFormat
    let suffix: String
    do throws(CommandFailure) {
      suffix = chosen.fileExtension(of: try chosen.container(of: .standard, for: to))
    } catch {
      throw .output(to, .refused(error.text + (error.advice.map { "; " + $0 } ?? "")))
    }
    let brace = UInt8(ascii: "{")
    let folder = to.bytes.flatMap { $0 == brace || $0 == UInt8(ascii: "}") ? [$0, $0] : [$0] }
    return try OutputTemplate(Pathname(bytes: folder + Array("/{tree}/{stem}.\(suffix)".utf8)))
  }

  func run() throws {
    var counts = BatchCounts()
    try reportingFailure { () throws(CommandFailure) in
      do throws(AudioError) { counts = try go() } catch { throw CommandFailure(error) }
    }
    if counts.total == 0, shard == nil {
      try reportingFailure { () throws(CommandFailure) in
        throw CommandFailure(inputs.first ?? manifest ?? "-", "there is no audio file", advice: "name one")
      }
    }
    if counts.failed > 0 { throw ExitCode(1) }
  }

  private func go() throws(AudioError) -> BatchCounts {
    let preparation = BatchPreparation(action, fileFormat: fileFormat)
    let sources =
      inputs.map { BatchSource.path($0) } + (manifest.map { [.manifest(BatchManifest($0, form: manifestForm))] } ?? [])
    var batch = Batch(
      action, of: sources,
      prepare: { (options, output) throws(AudioError) in try preparation.work(options, output) },
      describe: { BatchFailure(CommandFailure($0)) })
    batch.template = try template()
    batch.options = (options.map { $0.split(separator: " ").map(String.init) } ?? []) + option
    batch.report = reportFile
    batch.threadCount = jobs
    batch.shard = shard?.shard(from: shardBase)
    batch.replaces = force
    batch.comparesContents = unchanged == .hash
    if isDryRun { return try preview(batch) }
    let shown = BatchStatus(action, progress.progress, common)
    let (printsRecords, warns) = (printsRecords, reportFile == nil)
    let counts = try batch.run { event in
      switch event {
      case .progress(let counts, let file): shown.update(counts, file)
      case .passedOver(let file): shown.interrupted { common.warn(file, FolderListing.passedOver(file)) }
      case .file(let record, let error):
        if printsRecords { StandardStream.output.write(jsonLine(record)) }
        shown.interrupted {
          if let error { _ = CommandFailure(error).report() }
          // A report contains them, too: they need not be printed twice.
          guard warns || common.verbose else { return }
          for warning in record.warnings { common.warn(Pathname(argument: record.input), warning) }
        }
      }
    }
    shown.end(counts)
    return counts
  }

  /// Prints the files that a run would work on.
  private func preview(_ batch: Batch) throws(AudioError) -> BatchCounts {
    var counts = BatchCounts()
    try batch.preview { input, output in
      counts.total += 1
      let exists = output.map { FolderListing.exists($0) && !force } == true ? ": exists already" : ""
      let target = output.map { " -> \($0)" } ?? ""
      StandardStream.output.write("\(action.rawValue) \(input)\(target)\(exists)".printable + "\n")
    }
    return counts
  }
}

extension BatchFailure {
  /// Creates the failure of a command.
  fileprivate init(_ failure: CommandFailure) {
    let place = failure.place
    self.init(
      kind: failure.kind.rawValue,
      place: Place(
        file: failure.file, offset: place.byte, structure: place.structure.map { "\($0)" }, packet: place.packet),
      text: failure.text)
  }
}
