import ArgumentParser
import AudioDevices
import AudioFiles
import SignalProcessing

/// `afplay`: does the work of `af play`, with the options of Apple's tool of that name.
struct ApplePlayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "afplay", abstract: "Audio File Play: plays an audio file, with the options of Apple's afplay.",
    usage: "afplay [option...] audio_file")

  @Option(
    name: [.customShort("v"), .long],
    help: ArgumentHelp("The volume: 0 is silent, 1 leaves the file as it is; up to 255.", valueName: "volume"))
  var volume: Float = 1

  @Option(name: [.customShort("t"), .long], help: ArgumentHelp("Play so many seconds.", valueName: "seconds"))
  var time: Double?

  @Option(
    name: [.customShort("r"), .long], help: ArgumentHelp("Play at this rate; the pitch stays.", valueName: "rate"))
  var rate = 1.0

  @Option(
    name: [.customShort("q"), .customLong("rQuality"), .customLong("quality")],
    help: ArgumentHelp("The quality of playing at another rate: 0 low, 1 high.", valueName: "quality"))
  var quality = 0

  @Flag(name: [.customShort("d"), .long], help: "Say what was played, and how.")
  var debug = false

  @Flag(name: .long, help: "Accepted for scripts of a Mac; there is nothing to analyse here.")
  var leaks = false

  @Argument(help: "The file.")
  var file: Pathname

  func validate() throws {
    try check(volume, "-v", takes: 0...255)
    try check(rate, "-r", takes: PlayCommand.rates)
    guard (0...1).contains(quality) else { throw ValidationError("-q takes 0 or 1.") }
    if let time, !time.isFinite || time < 0 { throw ValidationError("-t takes seconds, 0 or more.") }
  }

  func run() throws {
    let status: ExitCode
    do throws(CommandFailure) {
      var playback = Playback(device: try DeviceOptions.standard(for: .output))
      playback.volume = volume
      // Options that no parser has filled in must be set before they are read.
      (playback.input.readTrack, playback.input.asc) = (nil, nil)
      playback.rate = rate
      playback.method = rate == 1 ? nil : quality == 0 ? .timeDomain : .spectral
      // Apple's counts seconds that are heard; a file played at twice the rate lasts half as long.
      playback.duration = time.map { TimeArgument(seconds: $0 * rate) }
      playback.isInteractive = false
      status = playback.run([file], program: "afplay") { file, outcome in
        if debug { StandardStream.error.write("afplay: \(outcome.summary(of: playback.device))\n") }
      }
    } catch {
      status = error.report(as: "afplay")
    }
    Interruption.endAsRequested()
    if status != .success { throw status }
  }
}
