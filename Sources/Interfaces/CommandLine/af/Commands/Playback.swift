import ArgumentParser
import AudioBase
import AudioCatalog
import AudioConversion
import AudioDevices
import AudioFiles
import AudioPlayback
import SignalProcessing

/// Plays files through a device for `af play` and `afplay`, with a status line and keys on a terminal.
struct Playback {
  let device: any AudioDevice
  var volume: Float = 1
  var rate = 1.0
  /// The method of changing the rate of playing; `nil` if it stays 1.
  var method: TimePitchMethod?
  var resampler = ResamplerSettings()
  var from: TimeArgument?
  var to: TimeArgument?
  var duration: TimeArgument?
  /// Turns of each file; 0 for any number.
  var loopCount = 1
  var input = InputOptions()
  /// True if a line is shown and keys are taken, if there is a terminal.
  var isInteractive = true

  /// The reason for which playing a file has ended.
  enum Ending: Equatable {
    case heard
    /// Playing was stopped by a key or a signal.
    case stopped
  }

  /// The outcome of playing a file.
  struct Outcome {
    var ending: Ending
    /// The seconds of the recording that were played.
    var seconds: Double
    var underruns: UnderrunCount
    var device: DeviceReport
    /// The latency between the program and the loudspeaker at the end, in seconds.
    var latencySeconds: Double
  }

  /// Plays files one after the other, and reports the outcome of each. Files that cannot be played are reported and
  /// skipped; a failing device ends everything.
  ///
  /// - Returns: The exit status.
  func run(_ files: [Pathname], program: String, tell: (Pathname, Outcome) -> Void) -> ExitCode {
    var status = ExitCode.success
    for file in files {
      do throws(CommandFailure) {
        let outcome = try play(file)
        tell(file, outcome)
        if outcome.ending == .stopped { break }
      } catch {
        status = error.report(as: program)
        if error.kind == .device { break }
      }
    }
    (device as? ALSADevice)?.waitUntilIdle()
    return status
  }

  /// Plays a file to its end, or until the user stops it.
  func play(_ file: Pathname) throws(CommandFailure) -> Outcome {
    let meter = LevelMeter()
    let player = try makePlayer(file, meter)
    let xruns = device.report(.output).xrunCount
    // Until here a signal ends the program at once, be it that a pipe or a device keeps it waiting.
    if Interruption.requested == nil { Interruption.deferFirst() }
    do throws(AudioError) {
      try player.setVolume(volume)
      try player.setRate(rate)
      try player.play()
    } catch {
      throw failure(error, file)
    }
    let ending = try watch(player, meter, file)
    var report = device.report(.output)
    report.xrunCount -= xruns
    // A file that was heard to the end has its exact duration; a position comes from a measured clock.
    let seconds = (ending == .heard ? player.duration : nil) ?? player.position.seconds
    let outcome = Outcome(
      ending: ending, seconds: seconds, underruns: player.underruns, device: report,
      latencySeconds: Double(report.latencyFrameCount) / device.format.sampleRate)
    player.stop()
    return outcome
  }

  private func makePlayer(_ file: Pathname, _ meter: LevelMeter) throws(CommandFailure) -> Player {
    let source = try makeSource(file)
    var options = PlayerOptions()
    options.timePitch = method
    // A busy machine may leave the feeding thread waiting; no change of the volume or place waits for the queue.
    options.queueSeconds = 1
    options.tap = { samples, _ in meter.add(samples) }
    do throws(AudioError) {
      if loopCount == 1 { return try Player(source, on: device, options: options) }
      return try Player(LoopingSource(source, count: loopCount), on: device, options: options)
    } catch {
      throw failure(error, file)
    }
  }

  private func makeSource(_ file: Pathname) throws(CommandFailure) -> sending TrackSource {
    let catalog = Catalog.standard
    let media = try openMedia(file, catalog)
    let track = try input.trackIndex(in: media.reader, of: file)
    var output = SampleRequest(sampleRate: device.format.sampleRate, layout: TrackSource.layout(of: device.format))
    output.stages.resampler = resampler
    let decoding = try decodingOptions(media.reader.tracks[track], file)
    do throws(AudioError) {
      let input = TrackInput(of: media.reader, track: track, decoding: decoding)
      return try TrackSource(of: input, as: output, codecs: catalog.codecs)
    } catch {
      throw CommandFailure(file, error)
    }
  }

  private func decodingOptions(_ track: TrackInfo, _ file: Pathname) throws(CommandFailure) -> DecodeRequest {
    let trackRate = track.format.sampleRate
    var options = DecodeRequest.playing
    options.configuration = input.asc?.bytes
    options.start = from?.seconds(atRate: trackRate) ?? 0
    options.duration = duration?.seconds(atRate: trackRate)
    if let to {
      let length = to.seconds(atRate: trackRate) - options.start
      guard length >= 0 else { throw CommandFailure(file, "--to lies before --from") }
      options.duration = length
    }
    return options
  }

  /// Returns the command's failure for an error of the player.
  private func failure(_ error: AudioError, _ file: Pathname) -> CommandFailure {
    error.kind == .device ? CommandFailure(named: device.identifier, error) : CommandFailure(file, error)
  }

  // MARK: While it plays

  /// Watches the player until it ends, by itself or because the user stops it.
  private func watch(_ player: Player, _ meter: LevelMeter, _ file: Pathname) throws(CommandFailure) -> Ending {
    var line = StatusLine(isEnabled: isInteractive)
    var keyboard = isInteractive && StandardStream.error.isTerminal ? Keyboard() : nil
    let name = Pathname(bytes: Array(file.lastComponent)).description
    var peak: Float = 0
    defer { line.clear() }
    while true {
      let key = Self.wait(&keyboard)
      if Interruption.requested != nil || key == .character("q") || key == .character("Q") { return .stopped }
      if let key { obey(key, player) }
      if let error = player.failure { throw failure(error, file) }
      if player.state == .ended { return .heard }
      peak = max(meter.take(), peak * 0.8)
      line.update { status(player, peak, name) }
    }
  }

  /// Waits a twentieth of a second, or until a key is pressed.
  static func wait(_ keyboard: inout Keyboard?) -> Keyboard.Key? {
    guard keyboard != nil else {
      HostClock.sleep(until: HostClock.now + 20_000_000)
      return nil
    }
    keyboard?.retake()
    return keyboard?.next(within: 50) ?? nil
  }

  /// Executes the command of a key. Sources that cannot seek stay where they are.
  private func obey(_ key: Keyboard.Key, _ player: Player) {
    switch key {
    case .character(" "): if player.state == .playing { player.pause() } else { try? player.play() }
    case .left: try? player.seek(toSeconds: max(0, player.position.seconds - 5))
    case .right: try? player.seek(toSeconds: player.position.seconds + 5)
    case .up: try? player.setVolume(min(8, player.volume * 1.12), over: 0.02)
    case .down: try? player.setVolume(player.volume / 1.12, over: 0.02)
    case .character: break
    }
  }

  private func status(_ player: Player, _ peak: Float, _ name: String) -> String {
    let position = player.position.seconds
    let length = player.duration.map { " / " + clockTime($0) } ?? ""
    let pause = player.state == .paused ? "  paused" : ""
    let gaps = player.underruns.gaps > 0 ? "  \(player.underruns.gaps) gaps" : ""
    return "\(name)  \(clockTime(position))\(length)  \(StatusLine.level(peak))\(pause)\(gaps)"
  }
}
