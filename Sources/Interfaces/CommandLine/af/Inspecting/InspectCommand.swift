import ArgumentParser
import AudioBase
import AudioCatalog
import AudioConversion
import AudioFiles
import AudioInspection
import AudioJobs
import InspectionPages

/// `af inspect`: everything that can be seen of a file.
struct InspectCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "inspect",
    abstract: "Shows a file's sound, packets, coding tools and structure, as a page or as JSON.",
    discussion: """
      The page is one file that needs no network: waveform, spectrogram, loudness, packet sizes and bit reservoir, the tools \
      that each packet of AAC or MPEG audio uses, boxes and chunks, tags, cover, and the sound to play. Without --html and \
      --json a summary is printed.

      Examples:
        af inspect song.m4a --html song.html
        af inspect song.m4a --json > song.json
      """)

  @Option(
    name: .long, help: ArgumentHelp("Write a page to this file; - is standard output.", valueName: "page"))
  var html: Pathname?

  @Flag(name: .long, help: "Print one JSON object.")
  var json = false

  @Flag(name: .customLong("no-sound"), help: "Leave the sound out of the page.")
  var leavesSoundOut = false

  @Flag(name: .long, help: "Replace the page if it exists.")
  var force = false

  @OptionGroup var folders: FolderOptions
  @OptionGroup var input: InputOptions
  @OptionGroup var progress: ProgressOptions
  @OptionGroup var common: CommonOptions

  @Argument(help: "Files, folders and patterns; - is standard input. One file with --html.")
  var files: [Pathname]

  /// The size that a page of a song does not exceed, in bytes.
  static let pageByteCount = 2_000_000

  func validate() throws {
    if json, html?.isStandardStream == true { throw ValidationError("--json and --html - exclude each other.") }
    if html == nil, leavesSoundOut || force { throw ValidationError("--no-sound and --force go with --html.") }
  }

  func run() throws {
    let all = FolderOptions.files(files, common)
    if html != nil, all.count != 1 {
      throw ValidationError("--html is a page on one file, and there are \(all.count).")
    }
    var failure: (any Error)?
    for (index, file) in all.enumerated() {
      do {
        try reportingFailure(of: file, on: json ? .output : nil) { () throws(CommandFailure) in
          try inspect(file, isFirst: index == 0)
        }
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
  }

  private func inspect(_ inputFile: Pathname, isFirst: Bool) throws(CommandFailure) {
    let media = try openMedia(inputFile, Catalog.standard)
    let track = try input.trackIndex(in: media.reader, of: inputFile)
    var job = FileInspection(of: inputFile)
    job.track = track
    job.decoding.configuration = input.asc?.bytes
    let report: InspectionReport
    do throws(AudioError) {
      let measured = MeasuredFiles(common: common, json: json, progress: progress.progress)
      report = try measured.measure(inputFile) { control throws(AudioError) in try job.run(of: media, control) }
    } catch {
      throw CommandFailure(error)
    }
    let info = InfoRecord(inputFile, reader: media.reader, track: track, summary: report.summary)
    let record = InspectRecord(info, report)
    for warning in record.warnings { common.warn(inputFile, warning) }
    if let problem = report.soundProblem { common.warn(inputFile, problem) }
    let line = html != nil || json ? jsonLine(record) : ""
    if let html { try write(page(line, media, track, report, of: inputFile), to: html) }
    if json {
      StandardStream.output.write(line)
    } else if html == nil {
      StandardStream.output.write((isFirst ? "" : "\n") + InspectText(record).text)
    }
  }

  private func page(
    _ json: String, _ media: MediaFile, _ track: Int, _ report: InspectionReport, of inputFile: Pathname
  ) -> [UInt8] {
    // The recipient of the page need not know the folder.
    let name = Pathname(bytes: Array(inputFile.lastComponent))
    var page = InspectionPage(title: displayName(inputFile.isStandardStream ? inputFile : name), json: json)
    // A large picture has no more room than the numbers leave.
    let room = Self.pageByteCount - page.html.count
    if let picture = media.reader.metadata.artwork.first, picture.mediaType.hasPrefix("image/"),
      picture.bytes.count * 4 / 3 < min(room / 2, 400_000)
    {
      page.cover = InlineFile(mediaType: picture.mediaType, bytes: picture.bytes)
    }
    guard !leavesSoundOut else { return page.html }
    let left = (Self.pageByteCount - page.html.count - 1000) * 3 / 4
    let sound = PageSound(of: media, track: track, at: inputFile, report, room: max(0, left))
    page.sound = sound.file
    page.soundRemark = sound.remark
    return page.html
  }

  private func write(_ bytes: [UInt8], to path: Pathname) throws(CommandFailure) {
    try writeWhole(bytes, to: path, force ? .replace : .refuse)
  }
}

/// Writes a small file that is made whole: a page, a picture.
func writeWhole(_ bytes: [UInt8], to path: Pathname, _ replacement: ReplacementPolicy) throws(CommandFailure) {
  do throws(AudioError) {
    let sink = try makeSink(path: path, replacement: replacement)
    try raising { () throws(ContainerError) in try sink.append(bytes.span) }
    try sink.commit()
  } catch {
    throw CommandFailure(output: path, error)
  }
}
