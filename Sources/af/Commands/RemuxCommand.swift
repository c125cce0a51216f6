import ArgumentParser
import AudioBase
import AudioCatalog
import AudioFiles

/// `af remux`: the packets of one file in another container.
struct RemuxCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remux", abstract: "Writes the packets of a file into another container, without decoding.",
    discussion: """
      Packets, magic cookie, metadata and the frames that are the recording stay as they are. The output is written \
      beside its place and renamed when it is whole.
      """)

  /// Where the index of an MP4 file goes.
  enum Index: String, ExpressibleByArgument, CaseIterable {
    case first, last
  }

  @OptionGroup var output: OutputOptions

  @Option(name: .long, help: "Where the index of an MP4 file goes.")
  var index = Index.first

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Write an MP4 file in fragments of this length, which can be played while it is written.", valueName: "seconds"))
  var fragment: Double?

  @OptionGroup var input: InputOptions
  @OptionGroup var common: CommonOptions

  @Argument(help: "The file to read; - is standard input.")
  var inputFile: String

  @Argument(help: "The file to write; - is standard output.")
  var outputFile: String

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
    let media: MediaFile
    do throws(FileError) {
      media = try MediaFile(path: inputFile, containers: catalog.containers)
    } catch {
      throw CommandFailure(inputFile, error)
    }
    let track = try input.trackIndex(in: media.reader, of: displayName(inputFile))
    let others = media.reader.tracks.count - 1
    if others > 0 { common.warn(inputFile, "\(others) other track\(others == 1 ? " is" : "s are") left out") }
    var copy = PacketCopy(
      input: inputFile, output: outputFile, container: container, replacement: output.replacement,
      expectedCookie: input.asc?.bytes)
    copy.structure = fragment.map { .fragmented(seconds: $0) } ?? (index == .first ? .indexFirst : .indexLast)
    let report = try copy.run(media.reader, track: track)
    common.remark(outputFile, "\(report.packetCount) packets, \(report.byteCount) bytes")
    for warning in media.reader.warnings { common.warn(inputFile, warning) }
  }
}
