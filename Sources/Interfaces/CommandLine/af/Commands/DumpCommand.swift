import ArgumentParser
import AudioBase
import AudioCatalog
import AudioFiles
import AudioJobs

/// `af dump`: the unchanged packets of a file.
struct DumpCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "dump", abstract: "Lists the packets of a file, or writes them as a dump.",
    discussion: """
      With OUTPUT the packets are written, each after FF AA CC DD, and their configuration is printed, for --asc \
      later. Without OUTPUT the configuration and one line a packet are printed.

      Examples:
        af dump song.m4a
        af dump song.m4a song.dump
        af dump packets.dump --asc F8E85000
      """)

  @Flag(name: .long, help: "Replace the output if it exists.")
  var force = false

  @OptionGroup var input: InputOptions
  @OptionGroup var common: CommonOptions

  @Argument(help: "The file to read; - is standard input.")
  var inputFile: Pathname

  @Argument(help: "The dump to write; - is standard output.")
  var outputFile: Pathname?

  func run() throws {
    try reportingFailure { () throws(CommandFailure) in try dump() }
  }

  private func dump() throws(CommandFailure) {
    let catalog = Catalog.standard
    let media = try openMedia(inputFile, catalog)
    let track = try input.trackIndex(in: media.reader, of: inputFile)
    let configuration = configurationText(of: media.reader.tracks[track], catalog: catalog)
    guard let outputFile else {
      StandardStream.output.write(configuration)
      try list(media.reader, track: track, catalog: catalog)
      return
    }
    guard let container = catalog.container(fileType: "dump") else {
      throw CommandFailure(output: outputFile, "dumps cannot be written", advice: "'af formats' lists what can")
    }
    var copy = FileCopy(from: inputFile, to: outputFile)
    copy.container = container
    copy.replacement = force ? .replace : .refuse
    copy.track = track
    copy.configuration = input.asc?.bytes
    let report: CopyReport
    do throws(AudioError) { report = try copy.run(of: media) } catch { throw CommandFailure(error) }
    common.say(
      report.notes.filter { note in if case .tracksLeftOut = note { false } else { note.severity == .warning } },
      inputFile,
      outputFile)
    if let packets = report.packets {
      common.remark(output: outputFile, "\(packets.packetCount) packets, \(packets.byteCount) bytes")
    }
    (outputFile.isStandardStream ? StandardStream.error : StandardStream.output).write(configuration)
  }

  private func configurationText(of track: TrackInfo, catalog: Catalog) -> String {
    let cookie = input.asc?.bytes ?? track.cookie
    var bytes = cookie
    if let codec = catalog.codec(formatID: track.format.formatID),
      let summary = try? codec.summary(of: CodedStream(of: track, configuration: cookie))
    {
      bytes = summary.configuration
    }
    return bytes.isEmpty ? "" : HexBytes(bytes).text + "\n"
  }

  private func list(_ reader: any ContainerReader, track: Int, catalog: Catalog) throws(CommandFailure) {
    do throws(ContainerError) {
      let summary = try TrackSummary(
        of: reader, track: track, codecs: catalog.codecs, configuration: input.asc?.bytes)
      try PacketListing(reader, track: track, summary: summary).forEach { packet, bytes in
        let start = HexBytes(Array(bytes.prefix(16))).text
        StandardStream.output.write("\(packet.number) \(packet.size) \(start)\(bytes.count > 16 ? "…" : "")\n")
      }
    } catch {
      throw CommandFailure(inputFile, .container(error))
    }
  }
}
