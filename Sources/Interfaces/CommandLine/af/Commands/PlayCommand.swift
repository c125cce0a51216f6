import ArgumentParser
import AudioBase
import AudioDevices
import AudioFiles
import AudioPlayback
import SignalProcessing

/// `af play`: files through a loudspeaker.
struct PlayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "play", abstract: "Plays audio files.",
    discussion: """
      On a terminal one line shows position, length and level. Space pauses, the left and right arrows go five seconds back \
      and on, up and down change the volume, q ends. The exit status is 1 if a file could not be played to its end, or the \
      device was unplugged.

      Examples:
        af play song.m4a
        af play album/*.flac --volume -6dB
        af play talk.wav --rate 1.5 --stretch speech --from 0:30
      """)

  /// The ways of `--stretch`.
  enum Stretch: String, ExpressibleByArgument, CaseIterable {
    case music, speech, varispeed

    var method: TimePitchMethod {
      switch self {
      case .music: .spectral
      case .speech: .timeDomain
      case .varispeed: .varispeed
      }
    }
  }

  @OptionGroup(title: "Device") var device: DeviceOptions

  @Option(
    name: .long, parsing: .unconditional,
    help: ArgumentHelp("The factor of the samples, 0 to 8, or decibels: -6dB.", valueName: "n"))
  var volume = VolumeArgument(factor: 1)

  @Option(
    name: .long,
    help: ArgumentHelp("The speed, 0.0625 to 16; the pitch stays unless --stretch is varispeed.", valueName: "rate"))
  var rate = 1.0

  @Option(
    name: .long,
    help: "The method of --rate: a phase vocoder (music), splicing (speech), or with the pitch (varispeed).")
  var stretch = Stretch.music

  @Option(
    name: .long, help: ArgumentHelp("Begin at this time: 90, 1:30.5, #44100 frames.", valueName: "time"))
  var from: TimeArgument?

  @Option(name: .long, help: ArgumentHelp("End at this time.", valueName: "time"))
  var to: TimeArgument?

  @Option(name: .long, help: ArgumentHelp("Play no more than this.", valueName: "time"))
  var duration: TimeArgument?

  @Option(
    name: .long, help: ArgumentHelp("Play each file so many times without a gap; 0 repeats it until q.", valueName: "n")
  )
  var loop = 1

  @Option(
    name: [.customShort("r"), .long],
    help: ArgumentHelp("The quality of the rate conversion, 0 to 127.", valueName: "quality"))
  var srcQuality: Int?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "The rate conversion: line, norm, bats (mastering) or minp (minimum phase, low delay).", valueName: "name"))
  var srcComplexity: ProcessingOptions.Complexity?

  @Flag(name: .long, help: "Print what was played as one JSON object a file.")
  var json = false

  @OptionGroup var input: InputOptions
  @OptionGroup var common: CommonOptions

  @Argument(help: "The files; - is standard input.")
  var files: [Pathname]

  /// The possible speeds.
  static let rates = 0.0625...16

  func validate() throws {
    try check(rate, "--rate", takes: Self.rates)
    try check(loop, "--loop", takes: 0...1_000_000)
    try check(srcQuality, "--src-quality", takes: ResamplerQuality.values)
    if to != nil, duration != nil { throw ValidationError("--to and --duration exclude each other.") }
  }

  func run() throws {
    let status: ExitCode
    do throws(CommandFailure) {
      var playback = Playback(device: try device.open(for: .output, common))
      playback.volume = volume.factor
      playback.rate = rate
      playback.method = rate == 1 ? nil : stretch.method
      playback.resampler = ProcessingOptions.resampler(srcComplexity, quality: srcQuality, primeMethod: nil)
      (playback.from, playback.to, playback.duration, playback.loopCount) = (from, to, duration, loop)
      playback.input = input
      playback.isInteractive = !common.quiet && !json
      status = playback.run(files, program: "af") { file, outcome in tell(file, outcome, playback.device) }
    } catch {
      status = error.report()
    }
    Interruption.endAsRequested()
    if status != .success { throw status }
  }

  private func tell(_ file: Pathname, _ outcome: Playback.Outcome, _ device: any AudioDevice) {
    if json { StandardStream.output.write(jsonLine(PlaybackRecord(file, outcome, device))) }
    common.remark(file, outcome.summary(of: device))
    if !common.verbose, outcome.underruns.gaps > 0 || outcome.device.xrunCount > 0 {
      common.warn(file, "\(outcome.underruns.gaps + outcome.device.xrunCount) gaps: the machine was too busy")
    }
  }
}

extension Playback.Outcome {
  /// Returns one line about the playback.
  func summary(of device: any AudioDevice) -> String {
    let rate = (self.device.rateScalar - 1) * 1e6
    return "\(decimal(seconds, digits: 3)) s played through \(device.identifier), "
      + "\(Int(device.format.sampleRate)) Hz, \(device.format.channelCount) channels; "
      + "latency \(decimal(latencySeconds * 1000, digits: 1)) ms, underruns \(underruns.gaps) "
      + "(\(underruns.frames) frames), device xruns \(self.device.xrunCount), clock \(decimal(rate, digits: 0)) ppm"
  }
}

/// The record that `af play --json` prints.
struct PlaybackRecord: Encodable {
  var file: String
  var device: String
  var sampleRate: Double
  var channelCount: Int
  var seconds: Double
  /// False if a key or a signal has ended it.
  var isComplete: Bool
  var underrunCount: Int
  var underrunFrameCount: Int
  var deviceXrunCount: Int
  var latencySeconds: Double
  var rateScalar: Double

  init(_ file: Pathname, _ outcome: Playback.Outcome, _ device: any AudioDevice) {
    self.file = file.description
    self.device = device.identifier
    (sampleRate, channelCount) = (device.format.sampleRate, device.format.channelCount)
    seconds = outcome.seconds
    isComplete = outcome.ending == .heard
    (underrunCount, underrunFrameCount) = (outcome.underruns.gaps, outcome.underruns.frames)
    deviceXrunCount = outcome.device.xrunCount
    latencySeconds = outcome.latencySeconds
    rateScalar = outcome.device.rateScalar
  }
}

/// A volume: a factor from 0 to 8, or decibels: `0.5`, `-6dB`.
struct VolumeArgument: ExpressibleByArgument {
  var factor: Float

  init(factor: Float) { self.factor = factor }

  init?(argument: String) {
    let isLevel = argument.lowercased().hasSuffix("db")
    guard let number = Double(isLevel ? String(argument.dropLast(2)) : argument), number.isFinite else { return nil }
    let factor = isLevel ? Decibels.amplitude(ofLevel: number) : number
    guard factor >= 0, factor <= 8 else { return nil }
    self.factor = Float(factor)
  }
}

extension VolumeArgument: CustomStringConvertible {
  /// The factor, as help shows it.
  var description: String { factor == 1 ? "1" : "\(factor)" }
}
