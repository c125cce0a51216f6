public import AudioDevices
public import SignalProcessing

/// How a player works.
public struct PlayerOptions: Sendable {
  /// Seconds of sound that are made ready ahead of the device: 0.002 up to 60, and two of its cycles at least. A change
  /// of the rate is heard so much later; seeking, pausing and the volume do not wait for it. With 0.05 or less the
  /// feeding thread asks for real-time scheduling.
  public var queueSeconds = 0.25
  /// How the rate of playing is changed, or `nil` where it stays 1, which saves a copy of the samples.
  public var timePitch: TimePitchMethod?
  /// Who makes the samples ready.
  public var feeding = PlayerFeeding.thread
  /// Is called with what is played, or `nil`.
  public var tap: PlayerTap?

  /// Creates options: a quarter of a second, a fixed rate, a thread of the player's own.
  public init() {}
}

/// Sees what a player gives to its device in each cycle, after the volume has been applied.
///
/// The samples lie one channel after the other, `cycle.frameCount` of each; frames that were missing are silent. The
/// device calls it on its own thread: it must not wait, allocate, lock, or call the player. It is not called during
/// pauses.
public typealias PlayerTap = @Sendable (_ samples: Span<Float>, _ cycle: DeviceCycle) -> Void

/// Who fills a player's queue.
public enum PlayerFeeding: Sendable, Hashable {
  /// A thread that the player starts and ends.
  case thread
  /// The program, by ``Player/feed()``: for programs with a thread for it, and where time must not matter, as in tests.
  case caller
}

/// What a player is doing.
public enum PlayerState: Sendable, Hashable {
  /// The device is not in use. Playing goes on at ``Player/position``.
  case stopped
  /// Samples go to the device.
  case playing
  /// The device is given silence, and the position stays.
  case paused
  /// The last frame has been heard, or no more could be made. Playing begins anew.
  case ended
}

/// What happens while something is played.
public enum PlayerEvent: Sendable {
  /// The last frame has been heard.
  case ended
  /// No more frames could be made, and those before have been heard; or the device has stopped by itself, and playing
  /// goes on at ``Player/position`` with the next ``Player/play()``.
  case failed(PlaybackError)
  /// The queue ran dry: the numbers since the player was made.
  case underrun(UnderrunCount)
}

/// How often a player's queue ran dry.
public struct UnderrunCount: Sendable, Hashable {
  /// Gaps in the sound.
  public var gaps = 0
  /// Frames of silence in them.
  public var frames = 0

  /// Nothing was missing.
  public init() {}
}

/// A place in what is played.
public struct PlayerPosition: Sendable, Hashable {
  /// Frames of the recording at its own rate before the one that is heard.
  public var frame: Int64
  /// The same in seconds.
  public var seconds: Double

  /// Creates a place.
  public init(frame: Int64, seconds: Double) {
    self.frame = frame
    self.seconds = seconds
  }
}
