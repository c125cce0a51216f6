import ArgumentParser
import AudioBase
import AudioCatalog
import AudioFiles

/// `af remux`: the packets of one file in another container.
struct RemuxCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remux", abstract: "Writes the packets of a file into another container, without decoding.",
    discussion: """
      Packets, magic cookie, metadata and the frames that are the recording stay as they are. Between MP4 and \
      QuickTime files all tracks are copied, pictures too, unless --read-track chooses one. The output is written \
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
  var inputFile: FilePath

  @Argument(help: "The file to write; - is standard output.")
  var outputFile: FilePath

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
    let tracks = MovieCopy.tracks(of: media.reader)
    if container.createMovie != nil, tracks.count > 1, input.readTrack == nil {
      noteLeftOut(media.reader.tracks.count - tracks.count)
      try MovieCopy(
        input: inputFile, output: outputFile, container: container, replacement: output.replacement,
        structure: structure
      ).run(media.reader, tracks: tracks)
    } else {
      try copyTrack(of: media.reader, to: container, structure: structure)
    }
    for warning in media.reader.warnings { common.warn(inputFile, warning) }
  }

  private func copyTrack(
    of reader: any ContainerReader, to container: ContainerDescriptor, structure: FileStructure
  ) throws(CommandFailure) {
    let track = try input.trackIndex(in: reader, of: inputFile)
    noteLeftOut(reader.tracks.count - 1)
    var copy = PacketCopy(
      input: inputFile, output: outputFile, container: container, replacement: output.replacement,
      expectedCookie: input.asc?.bytes)
    copy.structure = structure
    let report = try copy.run(reader, track: track)
    common.remark(output: outputFile, "\(report.packetCount) packets, \(report.byteCount) bytes")
    if !container.marksRecording, let table = reader.tracks[track].packetTable, table.primingFrames > 0 {
      common.remark(
        output: outputFile,
        "this file type cannot say that the first \(table.primingFrames) frames are not the recording")
    }
  }

  private func noteLeftOut(_ count: Int) {
    if count > 0 { common.warn(inputFile, "\(count) other track\(count == 1 ? " is" : "s are") left out") }
  }
}
