// Names are those of the header.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

import AudioBase
import AudioToolbox
public import Foundation
import MIDIFiles

/// The handling of a file's tracks.
public struct AVMusicSequenceLoadOptions: OptionSet, Sendable {
  /// The options as bits.
  public let rawValue: UInt
  /// Creates options of bits.
  public init(rawValue: UInt) { self.rawValue = rawValue }

  /// The tracks are those of the file.
  public static let smf_PreserveTracks = AVMusicSequenceLoadOptions([])
  /// Each channel becomes a track.
  public static let smfChannelsToTracks = AVMusicSequenceLoadOptions(rawValue: 1)
}

/// Plays Standard MIDI Files on the instruments of an engine.
///
/// Messages reach an instrument at their frames, also in manual rendering. A sequence goes on after the end of its
/// tracks, until it is stopped. Played from within, controllers, programs and bends from before are sent first, and
/// notes from before are not heard.
///
/// `@unchecked`: an open class cannot be checked; the engine is set once, and all else that changes is locked.
open class AVAudioSequencer: NSObject, @unchecked Sendable {
  /// A player's part in the sequence.
  private struct Playing {
    var isPlaying = false
    /// The position from which the present scores begin.
    var startSeconds = 0.0
    var rate: Float = 1
    var scores: [Player] = []
  }

  /// A unit, its present score, and its frames a second.
  private struct Player {
    let unit: AVAudioUnit
    let score: Score
    let sampleRate: Double
  }

  private struct Sequence {
    var tracks: [AVMusicTrack] = []
    var tempoTrack = AVMusicTrack([], length: 0, resolution: 480)
    var tempo = TempoMap([])
  }

  private weak var engine: AVAudioEngine?
  private let sequence = Lock(Sequence())
  private let playing = Lock(Playing())

  /// Creates a sequencer whose tracks need destinations.
  public override init() { super.init() }

  /// Creates a sequencer whose tracks play on the first instrument of an engine, unless they have destinations.
  public init(audioEngine engine: AVAudioEngine) {
    self.engine = engine
    super.init()
  }

  deinit { leave() }

  // MARK: Loading

  /// Reads a Standard MIDI File, which replaces and stops the present sequence.
  ///
  /// - Throws: What reading the file throws; `kAudioFileInvalidFileError` for what is no such file.
  open func load(from fileURL: URL, options: AVMusicSequenceLoadOptions = []) throws {
    try load(from: Data(contentsOf: fileURL), options: options)
  }

  /// Reads the bytes of a Standard MIDI File, which replaces and stops the present sequence.
  ///
  /// - Throws: `kAudioFileInvalidFileError` for what is no such file.
  open func load(from data: Data, options: AVMusicSequenceLoadOptions = []) throws {
    let file: MIDIFile
    do { file = try MIDIFile(Array(data)) } catch {
      throw NSError.ofEngine(
        OSStatus(kAudioFileInvalidFileError), "the bytes are no Standard MIDI File (\(error))", call: "loadFromData")
    }
    stop()
    let resolution = if case .quarters(let ticks) = file.division { ticks } else { 0 }
    let scale = file.beatsPerTick
    var tracks: [AVMusicTrack] = []
    for track in file.tracks {
      let events = track.events.map { AVMusicTrack.Event(beat: Double($0.tick) * scale, message: $0.message) }
      let length = Double(track.endTick) * scale
      let parts =
        options.contains(.smfChannelsToTracks)
        ? (0..<16).map { channel in events.filter { $0.message.status & 0x0F == channel } }.filter { !$0.isEmpty }
        : [events]
      tracks += parts.map { AVMusicTrack($0, length: length, resolution: resolution) }
    }
    let tempoTrack = AVMusicTrack(
      [], length: Double(file.tempoChanges.last?.tick ?? 0) * scale, resolution: resolution)
    for track in tracks + [tempoTrack] { track.sequencer = self }
    let made = Sequence(tracks: tracks, tempoTrack: tempoTrack, tempo: file.tempo)
    sequence.withLock { $0 = made }
    currentPositionInSeconds = 0
  }

  /// The tracks that have messages.
  open var tracks: [AVMusicTrack] { sequence.withLock { $0.tracks } }
  /// The tempo track, which has no messages.
  open var tempoTrack: AVMusicTrack { sequence.withLock { $0.tempoTrack } }
  private var tempo: TempoMap { sequence.withLock { $0.tempo } }

  /// Returns the seconds until a beat, at a rate of 1.
  open func seconds(forBeats beats: AVMusicTimeStamp) -> TimeInterval { tempo.seconds(atBeat: beats) }
  /// Returns the beat at a number of seconds, at a rate of 1.
  open func beats(forSeconds seconds: TimeInterval) -> AVMusicTimeStamp { tempo.beat(atSeconds: seconds) }

  // MARK: Playing

  /// True from ``start()`` until ``stop()``.
  open var isPlaying: Bool { playing.withLock { $0.isPlaying } }

  /// Does nothing: no preparation is needed.
  open func prepareToPlay() {}

  /// Plays from the present position on, with the next frames of the engine.
  ///
  /// - Throws: `kAudioUnitErr_NoConnection` if a track has no instrument.
  open func start() throws {
    let units = try tracks.map { try unit(of: $0) }
    playing.withLock { playing in
      guard !playing.isPlaying else { return }
      playing.isPlaying = true
      begin(&playing, units)
    }
  }

  /// Stops at the present position, and ends all notes.
  open func stop() {
    playing.withLock { playing in
      guard playing.isPlaying else { return }
      playing.startSeconds = position(playing)
      playing.isPlaying = false
      end(&playing)
    }
  }

  /// The tempo factor, initially 1; values that are not positive are ignored.
  open var rate: Float {
    get { playing.withLock { $0.rate } }
    set {
      guard newValue > 0, newValue.isFinite else { return }
      move { $0.rate = newValue }
    }
  }

  /// The position in seconds at a rate of 1.
  open var currentPositionInSeconds: TimeInterval {
    get { playing.withLock { position($0) } }
    set {
      guard newValue.isFinite else { return }
      move { $0.startSeconds = max(0, newValue) }
    }
  }

  /// The position in beats.
  open var currentPositionInBeats: TimeInterval {
    get { beats(forSeconds: currentPositionInSeconds) }
    set { currentPositionInSeconds = seconds(forBeats: newValue) }
  }

  /// Continues with the present contents of the tracks.
  func tracksChanged() { move { _ in } }

  /// Changes the position or the rate, and goes on from there.
  private func move(_ body: (inout Playing) -> Void) {
    let units = tracks.map { try? unit(of: $0) }
    playing.withLock { playing in
      playing.startSeconds = position(playing)
      body(&playing)
      guard playing.isPlaying else { return }
      end(&playing)
      begin(&playing, units)
    }
  }

  /// Gives the units of a sequencer that is gone no more messages.
  private func leave() { playing.withLock { end(&$0) } }

  private func position(_ playing: Playing) -> Double {
    let seconds = playing.scores.map { Double($0.score.frame) / $0.sampleRate }.max() ?? 0
    return playing.startSeconds + seconds * Double(playing.rate)
  }

  private func unit(of track: AVMusicTrack) throws -> AVAudioUnit {
    let chosen = track.settings.destination ?? engine?.firstInstrument
    if let chosen, chosen.events != nil { return chosen }
    throw NSError.ofEngine(kAudioUnitErr_NoConnection, "a track has no instrument that plays it", call: "start")
  }

  private func end(_ playing: inout Playing) {
    for player in playing.scores {
      player.unit.events?.play(Score())
      for channel: UInt8 in 0..<16 {
        // The pedal and all notes.
        for controller: UInt8 in [64, 123] {
          let message = MIDIMessage(status: 0xB0 | channel, first: controller)
          player.unit.events?.add(.message(message, cable: 0), at: AUEventSampleTimeImmediate)
        }
      }
    }
    playing.scores = []
  }

  private func begin(_ playing: inout Playing, _ units: [AVAudioUnit?]) {
    let (tracks, tempo) = sequence.withLock { ($0.tracks, $0.tempo) }
    let settings = tracks.map(\.settings)
    let isSolo = settings.contains { $0.isSoloed }
    var lines: [(unit: AVAudioUnit, sampleRate: Double, lines: [Score.Line])] = []
    for (index, unit) in units.enumerated() where index < tracks.count {
      guard let unit else { continue }
      let isHeard = !settings[index].isMuted && (settings[index].isSoloed || !isSolo)
      let sampleRate = unit.outputFormat(forBus: 0).sampleRate
      let clock = ScoreClock(
        tempo: tempo, start: playing.startSeconds, framesPerSecond: sampleRate / Double(playing.rate))
      let made = isHeard ? Score.Line.lines(tracks[index].events, settings[index], clock) : []
      if let known = lines.firstIndex(where: { $0.unit === unit }) {
        lines[known].lines += made
      } else {
        lines.append((unit, sampleRate, made))
      }
    }
    playing.scores = lines.map { Player(unit: $0.unit, score: Score($0.lines), sampleRate: $0.sampleRate) }
    for player in playing.scores { player.unit.events?.play(player.score) }
  }
}

extension AVAudioUnit {
  /// The events of a unit that takes messages.
  fileprivate var events: UnitEvents? {
    guard let unit = hosted?.unit, unit.isMusicDeviceOrEffect else { return nil }
    return unit.rendering?.events
  }
}

extension AVAudioEngine {
  /// The instrument that was attached first.
  fileprivate var firstInstrument: AVAudioUnitMIDIInstrument? {
    EngineLock.held { nodes.lazy.compactMap { $0 as? AVAudioUnitMIDIInstrument }.first }
  }
}
