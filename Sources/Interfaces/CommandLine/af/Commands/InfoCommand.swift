import ArgumentParser
import AudioBase
import AudioCatalog
import AudioFiles
import AudioJobs

/// `af info`: prints the contents of files.
struct InfoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "info", abstract: "Shows what audio files hold.",
    discussion: """
      The exit status is 1 if a file could not be read; the others are still shown.

      Examples:
        af info song.m4a
        af info --table Music
        af info --json *.wav
      """)

  @Flag(name: .long, help: "Print one JSON object a file.")
  var json = false

  @Flag(name: .long, help: "Print one line a file.")
  var brief = false

  @Flag(name: .long, help: "Print a table with one line a file.")
  var table = false

  @Flag(name: .long, help: "List the packets.")
  var packets = false

  @OptionGroup var folders: FolderOptions
  @OptionGroup var input: InputOptions
  @OptionGroup var common: CommonOptions

  @Argument(help: "Files, folders and patterns; - is standard input.")
  var files: [Pathname]

  func validate() throws {
    if [json, brief, table].count(where: { $0 }) > 1 {
      throw ValidationError("--json, --brief and --table exclude each other.")
    }
    if packets, brief || table { throw ValidationError("--packets excludes --brief and --table.") }
  }

  func run() throws {
    var status = ExitCode.success
    var rows: [BriefInfo] = []
    defer { if table { StandardStream.output.write(BriefInfo.table(rows)) } }
    for (index, file) in FolderOptions.files(files, common).enumerated() {
      do throws(CommandFailure) {
        if brief || table {
          let row = try briefly(file)
          if table { rows.append(row) } else { StandardStream.output.write(row.line) }
          continue
        }
        let text = try describe(file)
        StandardStream.output.write(index > 0 && !json ? "\n" + text : text)
      } catch {
        if json { StandardStream.output.write(jsonLine(FailedFileRecord(file, error))) }
        status = error.report()
      }
    }
    if status != .success { throw status }
  }

  private func briefly(_ file: Pathname) throws(CommandFailure) -> BriefInfo {
    let catalog = Catalog.standard
    let reader = try openMedia(file, catalog).reader
    guard reader.tracks.contains(where: { $0.mediaKind == .audio }) else { return BriefInfo(file, reader, nil) }
    let track = try input.trackIndex(in: reader, of: file)
    do throws(ContainerError) {
      let summary = try TrackSummary(
        of: reader, track: track, codecs: catalog.codecs, configuration: input.asc?.bytes)
      return BriefInfo(file, reader, summary)
    } catch {
      throw CommandFailure(file, .container(error))
    }
  }

  private func describe(_ file: Pathname) throws(CommandFailure) -> String {
    let catalog = Catalog.standard
    let media = try openMedia(file, catalog)
    let reader = media.reader
    let hasAudio = reader.tracks.contains { $0.mediaKind == .audio }
    let track = hasAudio || input.readTrack != nil ? try input.trackIndex(in: reader, of: file) : nil
    do throws(ContainerError) {
      let summary: TrackSummary? =
        if let track {
          try TrackSummary(of: reader, track: track, codecs: catalog.codecs, configuration: input.asc?.bytes)
        } else { nil }
      return json
        ? try record(file, reader, track, summary) : try text(file, media, track, summary)
    } catch {
      throw CommandFailure(file, .container(error))
    }
  }

  private func record(
    _ file: Pathname, _ reader: any ContainerReader, _ track: Int?, _ summary: TrackSummary?
  ) throws(ContainerError) -> String {
    var record = InfoRecord(file, reader: reader, track: track, summary: summary)
    if packets, let track, let summary {
      var list: [InfoRecord.Packet] = []
      try PacketListing(reader, track: track, summary: summary).forEach { packet, _ in list.append(packet) }
      record.packets = list
    }
    return jsonLine(record)
  }

  private func text(
    _ file: Pathname, _ media: MediaFile, _ track: Int?, _ summary: TrackSummary?
  ) throws(ContainerError) -> String {
    var text = InfoText(file: file, reader: media.reader, container: media.container)
    if let track, let summary { text.add(summary, of: media.reader.tracks[track]) }
    text.addFile(media.reader)
    if common.verbose, !media.reader.chunks.isEmpty {
      text.line("Chunks", media.reader.chunks.map { "'\($0.identifier)' \($0.byteCount)" }.joined(separator: ", "))
    }
    var result = text.text
    if packets, let track, let summary {
      result += "Packet      Offset        Size  Frames  Time\n"
      try PacketListing(media.reader, track: track, summary: summary).forEach { packet, _ in
        let time = packet.time.map { decimal($0, digits: 6) } ?? "?"
        result +=
          "\(packet.number)".padded(12) + "\(packet.offset)".padded(14) + "\(packet.size)".padded(6)
          + "\(packet.frames)".padded(8) + time + "\n"
      }
    }
    return result
  }
}

extension String {
  /// Returns the text padded with spaces to a width, with at least one space after it.
  func padded(_ width: Int) -> String { self + String(repeating: " ", count: Swift.max(1, width - count)) }
}
