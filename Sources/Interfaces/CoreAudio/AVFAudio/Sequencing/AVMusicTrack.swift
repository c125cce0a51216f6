// Names are those of the header.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

import AudioBase
public import Foundation
import MIDIFiles

/// A time in beats: quarter notes.
public typealias AVMusicTimeStamp = Double

/// A range of a track, in beats.
public struct AVBeatRange: Hashable, Sendable {
  /// The first beat.
  public var start: AVMusicTimeStamp
  /// The number of beats.
  public var length: AVMusicTimeStamp

  /// Creates an empty range.
  public init() { (start, length) = (0, 0) }

  /// Creates a part.
  public init(start: AVMusicTimeStamp, length: AVMusicTimeStamp) { (self.start, self.length) = (start, length) }
}

/// Returns a part of a track.
public func AVMakeBeatRange(_ startBeat: AVMusicTimeStamp, _ lengthInBeats: AVMusicTimeStamp) -> AVBeatRange {
  AVBeatRange(start: startBeat, length: lengthInBeats)
}

/// The number of repetitions of a track.
public enum AVMusicTrackLoopCount: Int, Sendable {
  /// Endless repetition.
  case forever = -1
}

/// A track of an ``AVAudioSequencer``.
///
/// Changes take effect with the next frames, also while the sequencer plays.
///
/// `@unchecked`: an open class cannot be checked; the sequencer is set once, and all else that changes is locked.
open class AVMusicTrack: NSObject, @unchecked Sendable {
  /// The settings of a program.
  struct Settings {
    weak var destination: AVAudioUnit?
    var loop = AVBeatRange()
    var isLooping = false
    var loopCount = AVMusicTrackLoopCount.forever.rawValue
    var offset = 0.0
    var isMuted = false
    var isSoloed = false
    var length = 0.0
  }

  /// A message at a beat.
  struct Event: Sendable {
    var beat: Double
    var message: MIDIMessage
  }

  weak var sequencer: AVAudioSequencer?
  /// The messages, in the order of their times.
  let events: [Event]
  private let locked: Lock<Settings>
  private let resolution: Int

  init(_ events: [Event], length: Double, resolution: Int) {
    (self.events, self.resolution) = (events, resolution)
    var settings = Settings()
    settings.length = length
    settings.loop = AVBeatRange(start: 0, length: length)
    locked = Lock(settings)
  }

  /// The present settings.
  var settings: Settings { locked.withLock { $0 } }

  private func set(_ body: (inout Settings) -> Void) {
    locked.withLock { body(&$0) }
    sequencer?.tracksChanged()
  }

  /// The instrument that plays the track; `nil` for the first one attached to the sequencer's engine.
  open var destinationAudioUnit: AVAudioUnit? {
    get { settings.destination }
    set { set { $0.destination = newValue } }
  }

  /// The range to repeat, in beats: initially the whole track.
  open var loopRange: AVBeatRange {
    get { settings.loop }
    set { set { $0.loop = newValue } }
  }

  /// True to repeat the beats of ``loopRange``, with the tempos of the first time.
  open var isLoopingEnabled: Bool {
    get { settings.isLooping }
    set { set { $0.isLooping = newValue } }
  }

  /// The number of repetitions; initially ``AVMusicTrackLoopCount/forever``.
  open var numberOfLoops: Int {
    get { settings.loopCount }
    set { set { $0.loopCount = newValue } }
  }

  /// The delay of the track, in beats.
  open var offsetTime: AVMusicTimeStamp {
    get { settings.offset }
    set { set { $0.offset = newValue } }
  }

  /// True if the track is not heard.
  open var isMuted: Bool {
    get { settings.isMuted }
    set { set { $0.isMuted = newValue } }
  }

  /// True to mute all tracks for which this is false.
  open var isSoloed: Bool {
    get { settings.isSoloed }
    set { set { $0.isSoloed = newValue } }
  }

  /// The length in beats: later messages are silent. Initially the end in the file.
  open var lengthInBeats: AVMusicTimeStamp {
    get { settings.length }
    set { set { $0.length = newValue } }
  }

  /// The length in seconds, from the start of the sequence.
  open var lengthInSeconds: TimeInterval {
    get { sequencer?.seconds(forBeats: lengthInBeats) ?? lengthInBeats * TempoMap.usualSecondsPerBeat }
    set { lengthInBeats = sequencer?.beats(forSeconds: newValue) ?? newValue / TempoMap.usualSecondsPerBeat }
  }

  /// The number of ticks of a quarter note; 0 if the file's times are in parts of seconds.
  open var timeResolution: Int { resolution }
}
