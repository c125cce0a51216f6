import ArgumentParser
import AudioBase
import AudioCatalog
import AudioFiles
import AudioJobs

/// `af remux`: the packets of one file in another container.
struct RemuxCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remux", abstract: "Writes the packets of a file into another container, without decoding.",
    discussion: """
      Packets, magic cookie, metadata and the frames that are the recording stay as they are. MP4 \
      and QuickTime files get all tracks that they can hold, pictures, too, unless --read-track chooses one. The output \
      is written under another name and renamed when it is complete.

      Examples:
        af remux song.aac song.m4a
        af remux film.mov film.mp4
        af remux film.mov live.mp4 --fragment 2
      """)

  /// The place of an MP4 file's index.
  enum Index: String, ExpressibleByArgument, CaseIterable {
    case first, last
  }

  @OptionGroup var output: OutputOptions

  @Option(name: .long, help: "The place of an MP4 file's index: before the packets (first) or after them (last).")
  var index = Index.first

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Write an MP4 file in fragments of this length, which can be played while it is written.", valueName: "seconds"))
  var fragment: Double?

  @OptionGroup var input: InputOptions
  @OptionGroup var progress: ProgressOptions
  @OptionGroup var common: CommonOptions

  @Argument(help: "The file to read; - is standard input.")
  var inputFile: Pathname

  @Argument(help: "The file to write; - is standard output.")
  var outputFile: Pathname

  func validate() throws {
    if let fragment, !fragment.isFinite || fragment <= 0 {
      throw ValidationError("--fragment takes seconds, more than 0.")
    }
  }

  func run() throws {
    try reportingFailure { () throws(CommandFailure) in try remux() }
  }

  private func remux() throws(CommandFailure) {
    let catalog = Catalog.standard
    let container = try output.container(of: catalog, for: outputFile)
    let media = try openMedia(inputFile, catalog)
    let structure =
      fragment.map { FileStructure.fragmented(seconds: $0) } ?? (index == .first ? .indexFirst : .indexLast)
    var copy = FileCopy(from: inputFile, to: outputFile)
    copy.container = container
    copy.replacement = output.replacement
    if input.readTrack != nil { copy.track = try input.trackIndex(in: media.reader, of: inputFile) }
    copy.structure = structure
    copy.configuration = input.asc?.bytes
    try run(copy, media)
  }

  private func run(_ copy: FileCopy, _ media: MediaFile) throws(CommandFailure) {
    var notes: [JobNote] = []
    let shown = ProgressReport(of: inputFile, progress.progress, isQuiet: common.quiet)
    do throws(AudioError) {
      defer { shown.end() }
      let report = try copy.run(of: media, JobControl(progress: shown.update) { notes.append($0) })
      common.say(notes.filter { $0.side == .input && !$0.isOddInput }, inputFile, outputFile)
      if let packets = report.packets {
        common.remark(output: outputFile, "\(packets.packetCount) packets, \(packets.byteCount) bytes")
      }
      common.say(notes.filter { $0.side == .output || $0.isOddInput }, inputFile, outputFile)
    } catch {
      common.say(notes.filter { !$0.isOddInput }, inputFile, outputFile)
      throw CommandFailure(error)
    }
  }
}
