import ArgumentParser
import AudioBase
import AudioCatalog
import AudioFiles
import AudioJobs

/// `af demux`: the tracks of a file, sound and pictures alike, and their packets.
struct DemuxCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "demux", abstract: "Shows the tracks of a file, or writes the packets of one of them.",
    discussion: """
      Tracks are counted from 0. Times are in seconds on the time line that all tracks share. With --output the packets \
      of --track are written as they are: into a container where the extension of the output names one (.aac, .m4a, \
      .mp4, .wav …), as a plain stream for .ac3, .eac3 and .ec3, otherwise as a dump, each packet after FF AA CC DD.

      Examples:
        af demux film.mov
        af demux film.mov --track 1 --output sound.m4a
      """)

  @Option(name: .long, help: ArgumentHelp("The index of the track, the first one being 0.", valueName: "n"))
  var track: Int?

  @Option(
    name: [.customShort("o"), .long],
    help: ArgumentHelp("Write the track's packets; - is standard output.", valueName: "file"))
  var output: Pathname?

  @Flag(name: .long, help: "Replace the output if it exists.")
  var force = false

  @Flag(name: .long, help: "Print one JSON object.")
  var json = false

  @Flag(name: .long, help: "List the packets, in file order.")
  var packets = false

  @OptionGroup var common: CommonOptions

  @Argument(help: "The file to read; - is standard input.")
  var file: Pathname

  func validate() throws {
    if let track, track < 0 { throw ValidationError("--track counts from 0.") }
    if output != nil, track == nil { throw ValidationError("--output needs --track: which track is to be written.") }
    if output != nil, json || packets { throw ValidationError("--output excludes --json and --packets.") }
  }

  func run() throws {
    try reportingFailure(of: file, on: json ? .output : nil) { () throws(CommandFailure) in try demux() }
  }

  private func demux() throws(CommandFailure) {
    let catalog = Catalog.standard
    let media = try openMedia(file, catalog)
    if let track, !media.reader.tracks.indices.contains(track) {
      throw CommandFailure(file, "there is no track \(track)", advice: "'af demux' lists the tracks")
    }
    if let output, let track { return try write(media, track: track, to: output, catalog) }
    let selection = track.map { [$0] } ?? Array(media.reader.tracks.indices)
    if json {
      var record = DemuxRecord(media.reader, selection: selection, catalog: catalog)
      if packets {
        var list: [DemuxRecord.Packet] = []
        try forEachPacket(of: media.reader, selection) { list.append(DemuxRecord.Packet($0)) }
        record.packets = list
      }
      StandardStream.output.write(jsonLine(record))
    } else {
      StandardStream.output.write(DemuxText(file: file, media, selection: selection, catalog: catalog).text)
      if packets { try listPackets(of: media.reader, selection) }
    }
  }

  private func listPackets(of reader: any ContainerReader, _ selection: [Int]) throws(CommandFailure) {
    var text = "Track  Packet      Offset        Size      Decoded       Presented     Sync\n"
    defer { StandardStream.output.write(text) }
    try forEachPacket(of: reader, selection) { packet in
      text += DemuxText.line(packet)
      guard text.utf8.count > 1 << 16 else { return }
      StandardStream.output.write(text)
      text = ""
    }
  }

  /// Visits every packet of the selected tracks; a track that is cut off costs a warning.
  private func forEachPacket(
    of reader: any ContainerReader, _ selection: [Int], _ visit: (DemultiplexedPacket) -> Void
  ) throws(CommandFailure) {
    var demultiplexer = Demultiplexer(reader, selection: selection)
    var hasEnded = false
    while !hasEnded {
      do throws(AudioError) {
        while let packet = try demultiplexer.next() { visit(packet) }
        hasEnded = true
      } catch {
        try note(error)
      }
    }
  }

  /// Converts an error of the operating system to a failure, and any other into a warning.
  private func note(_ error: AudioError) throws(CommandFailure) {
    if [.inputOutput, .changed].contains(error.kind) { throw CommandFailure(file, error) }
    common.warn(file, "the end is missing: \(error)")
  }

  // MARK: Writing a track

  private func write(
    _ media: MediaFile, track: Int, to output: Pathname, _ catalog: Catalog
  ) throws(CommandFailure) {
    let container = output.fileExtension.flatMap(catalog.writableContainer) ?? catalog.container(fileType: "dump")
    guard let container else { throw CommandFailure(output: output, "nothing says which container to write") }
    // This is the only note to print: leaving out other tracks is what the command does.
    let control = JobControl(note: { note in
      if case .earlyEndOfTrack = note { common.warn(file, note.description) }
    })
    let report: CopyReport
    do throws(AudioError) {
      if container.fileType == "dump" {
        let isPlain = ["ac3", "eac3", "ec3"].contains(output.fileExtension)
        if !isPlain, output.fileExtension != "dump", !output.isStandardStream {
          common.warn(output: output, "the extension names no container; the packets are written as a dump")
        }
        var dump = TrackDump(from: file, to: output, track: track)
        dump.isElementaryStream = isPlain
        dump.replacement = force ? .replace : .refuse
        report = try dump.run(of: media, control)
      } else {
        var copy = FileCopy(from: file, to: output)
        copy.container = container
        copy.replacement = force ? .replace : .refuse
        copy.track = track
        report = try copy.run(of: media, control)
      }
    } catch {
      throw CommandFailure(error)
    }
    finish(report, media, to: output)
  }

  private func finish(_ report: CopyReport, _ media: MediaFile, to output: Pathname) {
    if let packets = report.packets {
      common.remark(output, "\(packets.packetCount) packets, \(packets.byteCount) bytes")
    }
    for warning in media.reader.allRemarks { common.warn(file, warning) }
  }
}
