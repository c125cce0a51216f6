import ArgumentParser
import AudioBase
import AudioCatalog
import AudioConversion
import AudioFiles
import AudioInspection
import AudioJobs
import InspectionPages

/// The options common to `af waveform` and `af spectrogram`.
struct PictureOptions: ParsableArguments {
  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The picture to write: .svg or .png; - is standard output, as SVG.", valueName: "picture"))
  var output: Pathname

  @Option(name: .long, help: ArgumentHelp("The width in pixels; the default is 1200.", valueName: "pixels"))
  var width: Int?

  @Option(name: .long, help: ArgumentHelp("The height in pixels.", valueName: "pixels"))
  var height: Int?

  @Option(name: .long, help: ArgumentHelp("Only this channel, the first one being 0.", valueName: "n"))
  var channel: Int?

  @Option(name: .long, help: ArgumentHelp("Begin at this time.", valueName: "time"))
  var from: TimeArgument?

  @Option(name: .long, help: ArgumentHelp("End at this time.", valueName: "time"))
  var to: TimeArgument?

  @Option(name: .long, help: "The colours: light or dark.")
  var theme: ThemeName = .light

  @Flag(name: .customLong("no-axes"), help: "Draw no axes.")
  var leavesAxesOut = false

  @Flag(name: .long, help: "Replace the picture if it exists.")
  var force = false

  @OptionGroup var input: InputOptions
  @OptionGroup var progress: ProgressOptions
  @OptionGroup var common: CommonOptions

  @Argument(help: "The file to read; - is standard input.")
  var inputFile: Pathname

  /// The sets of colours.
  enum ThemeName: String, ExpressibleByArgument, CaseIterable {
    case light, dark
  }

  func validate() throws {
    if let width, !SoundPicture.widths.contains(width) { throw ValidationError("--width takes 100 to 16384.") }
    if let height, !SoundPicture.heights.contains(height) { throw ValidationError("--height takes 50 to 16384.") }
    if let channel, channel < 0 { throw ValidationError("--channel counts from 0.") }
    if kind == nil { throw ValidationError("--output takes a name that ends with .svg or .png.") }
  }

  private var kind: SoundPicture.FileKind? {
    output.isStandardStream ? .svg : output.fileExtension.flatMap(SoundPicture.FileKind.init)
  }

  /// Returns a picture with the options' size and colours.
  func picture(_ content: SoundPicture.Content, height usualHeight: Int) -> SoundPicture {
    var picture = SoundPicture(content)
    picture.width = width ?? picture.width
    picture.height = height ?? usualHeight
    picture.theme = theme == .dark ? .dark : .light
    picture.hasAxes = !leavesAxesOut
    return picture
  }

  /// Decodes the file and writes the picture.
  func write(_ picture: SoundPicture, _ resolution: InspectionResolution) throws {
    try reportingFailure { () throws(CommandFailure) in
      let media = try openMedia(inputFile, Catalog.standard)
      var job = FileInspection(of: inputFile)
      job.track = try input.trackIndex(in: media.reader, of: inputFile)
      job.decoding.configuration = input.asc?.bytes
      job.resolution = resolution
      job.includesPackets = false
      try choosePart(&job, media)
      let report: InspectionReport
      do throws(AudioError) {
        let measured = MeasuredFiles(common: common, json: false, progress: progress.progress)
        report = try measured.measure(inputFile) { control throws(AudioError) in try job.run(of: media, control) }
      } catch {
        throw CommandFailure(error)
      }
      guard let sound = report.sound else {
        throw CommandFailure(inputFile, report.soundProblem ?? "there is no sound")
      }
      if let channel, channel >= sound.layout.channelCount {
        throw CommandFailure(
          inputFile, "there is no channel \(channel)", advice: "it has \(sound.layout.channelCount), from 0 on")
      }
      guard sound.frameCount > 0 else { throw CommandFailure(inputFile, "there is no sound in this part") }
      let bytes: [UInt8]
      do throws(PictureError) {
        bytes = try picture.file(kind ?? .svg, of: sound)
      } catch {
        throw CommandFailure(output: output, error.description)
      }
      try writeWhole(bytes, to: output, force ? .replace : .refuse)
    }
  }

  private func choosePart(_ job: inout FileInspection, _ media: MediaFile) throws(CommandFailure) {
    guard from != nil || to != nil else { return }
    let rate = media.reader.tracks[job.track ?? 0].format.sampleRate
    let start = from?.seconds(atRate: rate) ?? 0
    job.decoding.start = start
    guard let to else { return }
    let end = to.seconds(atRate: rate)
    guard end > start else { throw CommandFailure(inputFile, "the part ends before it begins") }
    job.decoding.duration = end - start
  }
}
