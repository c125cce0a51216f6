import ArgumentParser
import AudioCatalog
import AudioFiles
import AudioJobs
import Synchronization

extension BatchAction: ExpressibleByArgument {}
extension BatchManifest.Form: ExpressibleByArgument {}

/// The share that `--shard` names: `2/8` is the second of eight shares, or the third if `--shard-base` counts them from
/// 0.
struct ShardArgument: ExpressibleByArgument {
  private var index: Int
  private var count: Int

  init?(argument: String) {
    let parts = argument.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let index = Int(parts[0]), let count = Int(parts[1]), (0...count).contains(index)
    else { return nil }
    (self.index, self.count) = (index, count)
  }

  /// Returns the share, where the first share has the number `base`; `nil` if it does not exist.
  func shard(from base: Int) -> BatchShard? { BatchShard(index - base + 1, of: count) }
}

/// The options of a batch's verbs, as written in `--options` and in manifests, parsed into the work for a file.
///
/// Parsing options takes longer than opening a file, and most files have the same options, so the results for the most
/// recent ones are kept.
final class BatchPreparation: Sendable {
  private let action: BatchAction
  private let container: String?
  private let kept = Mutex<[String: BatchWork]>([:])

  /// Options that are kept at a time.
  private static let capacity = 256

  /// - Parameter fileFormat: The container that `-f` names for all files.
  init(_ action: BatchAction, fileFormat: String?) {
    self.action = action
    container = fileFormat
  }

  /// Returns the work that options ask for.
  func work(_ options: [String], _ output: Pathname?) throws(AudioError) -> BatchWork {
    let key = (options + [output?.fileExtension ?? ""]).joined(separator: "\u{0}")
    if let work = kept.withLock({ $0[key] }) { return work }
    let work = try make(options, output ?? "out")
    kept.withLock { works in
      if works.count >= Self.capacity { works.removeAll() }
      works[key] = work
    }
    return work
  }

  private func make(_ options: [String], _ output: Pathname) throws(AudioError) -> BatchWork {
    switch action {
    case .convert:
      let arguments = Array(OtherSpellings.translated(["convert"] + options).dropFirst())
      let command = try parsed(ConvertCommand.self, arguments, files: ["in", "out"])
      try refuse(command.optionsOutsideBatches, output)
      return .conversion(try conversion(command, output))
    case .info:
      let command = try parsed(InfoCommand.self, options, files: ["in"])
      try refuse(command.optionsOutsideBatches, output)
      return .information(track: command.input.readTrack, configuration: command.input.asc?.bytes)
    case .loudness:
      let command = try parsed(LoudnessCommand.self, options, files: ["in"])
      try refuse(command.optionsOutsideBatches, output)
      return .loudness(command.job(of: "in"))
    case .hash:
      let command = try parsed(HashCommand.self, options, files: ["in"])
      try refuse(command.measuring.optionsOutsideBatches, output)
      return .hash(command.job(of: "in"))
    case .verify:
      let command = try parsed(VerifyCommand.self, options, files: ["in"])
      try refuse(command.optionsOutsideBatches, output)
      return .verification(command.job(of: "in"))
    }
  }

  private func conversion(_ command: ConvertCommand, _ output: Pathname) throws(AudioError) -> FileConversion {
    do throws(CommandFailure) {
      var chosen = command.output
      chosen.fileFormat = chosen.fileFormat ?? container
      return try command.conversion(
        from: "in", to: output, chosen.container(of: .standard, for: output), atRate: nil)
    } catch {
      throw refusal(output, error.text + (error.advice.map { "; " + $0 } ?? ""))
    }
  }

  private func parsed<Command: ParsableCommand & BatchedCommand>(
    _ type: Command.Type, _ arguments: [String], files: [Pathname]
  ) throws(AudioError) -> Command {
    do {
      if let problem = CommandOptions(of: type)?.contradiction(in: arguments) { throw ValidationError(problem) }
      let command = try type.parse(arguments + files.map(\.argument))
      guard command.files == files else { throw ValidationError("names of files have no place among options.") }
      return command
    } catch {
      let text = type.message(for: error).split(separator: "\n").first.map(String.init) ?? "options cannot be read"
      throw refusal("--options", text)
    }
  }

  private func refuse(_ names: [String], _ output: Pathname) throws(AudioError) {
    guard let name = names.first else { return }
    throw refusal("--options", "\(name) is none of a file of a batch; 'af batch --help' lists its own options")
  }

  private func refusal(_ path: Pathname, _ text: String) -> AudioError { AudioError.output(path, .refused(text)) }
}

/// A command whose options a batch takes.
protocol BatchedCommand {
  var files: [Pathname] { get }
}

extension ConvertCommand: BatchedCommand {
  /// Options in use that have no meaning for one file among many.
  var optionsOutsideBatches: [String] {
    named([
      (part.folder != nil, "--to FOLDER"), (into != nil, "--into"), (!inputs.isEmpty, "-i"),
      (outputName != nil, "--output"), (times.contains(where: \.countsFrames), "a time in frames"),
      (jobs != 1, "--jobs"), (recursive, "--recursive"), (skipExisting, "--skip-existing"), (output.force, "--force"),
      (isDryRun, "--dry-run"), (json, "--json"),
    ]) + progress.optionsOutsideBatches + common.optionsOutsideBatches
  }
}

extension InfoCommand: BatchedCommand {
  /// Options in use that have no meaning for one file among many.
  var optionsOutsideBatches: [String] {
    named([
      (json, "--json"), (brief, "--brief"), (table, "--table"), (packets, "--packets"),
    ]) + folders.optionsOutsideBatches + common.optionsOutsideBatches
  }
}

extension LoudnessCommand: BatchedCommand {
  var files: [Pathname] { measuring.files }
  /// Options in use that have no meaning for one file among many.
  var optionsOutsideBatches: [String] {
    named([(album, "--album"), (tag != nil, "--tag")]) + measuring.optionsOutsideBatches
  }
}

extension HashCommand: BatchedCommand {
  var files: [Pathname] { measuring.files }
}

extension VerifyCommand: BatchedCommand {
  /// Options in use that have no meaning for one file among many.
  var optionsOutsideBatches: [String] {
    named([(json, "--json")]) + folders.optionsOutsideBatches + progress.optionsOutsideBatches
      + common.optionsOutsideBatches
  }
}

extension MeasuringOptions {
  fileprivate var optionsOutsideBatches: [String] {
    named([(json, "--json")]) + folders.optionsOutsideBatches + progress.optionsOutsideBatches
      + common.optionsOutsideBatches
  }
}

extension FolderOptions {
  fileprivate var optionsOutsideBatches: [String] { named([(recursive, "--recursive")]) }
}

extension ProgressOptions {
  fileprivate var optionsOutsideBatches: [String] { named([(progress != .bar, "--progress")]) }
}

extension CommonOptions {
  fileprivate var optionsOutsideBatches: [String] { named([(quiet, "--quiet"), (verbose, "--verbose")]) }
}

/// Returns the names of the options that were given.
private func named(_ options: [(isGiven: Bool, name: String)]) -> [String] { options.filter(\.isGiven).map(\.name) }
