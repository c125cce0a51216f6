public import AudioDevices
public import SignalProcessing

/// Options of a player.
public struct PlayerOptions: Sendable {
  /// The duration that is prepared ahead of the device, in seconds: 0.002…60, and at least two of its cycles. A change
  /// of the rate is delayed by it; seeking, pausing and the volume do not wait for it. With 0.05 or less the feeding
  /// thread asks for real-time scheduling.
  public var queueSeconds = 0.25
  /// The method of changing the rate of playing; `nil` for a constant rate of 1, which saves a copy of the samples.
  public var timePitch: TimePitchMethod?
  /// The party that prepares the samples.
  public var feeding = PlayerFeeding.thread
  /// A function that is called with the played frames, or `nil`.
  public var tap: PlayerTap?

  /// Creates options: a quarter of a second, a constant rate, and a thread of the player.
  public init() {}
}

/// Receives the samples that a player gives to its device in each cycle, after the volume has been applied.
///
/// The samples are stored one channel after the other, `cycle.frameCount` each; missing frames are silent. The device
/// calls it on its own thread: it must not wait, allocate, lock, or call the player. It is not called during pauses.
public typealias PlayerTap = @Sendable (_ samples: Span<Float>, _ cycle: DeviceCycle) -> Void

/// The party that fills a player's queue.
public enum PlayerFeeding: Sendable, Hashable {
  /// A thread that the player starts and ends.
  case thread
  /// The program, by calling ``Player/feed()``: for programs with their own thread, and for tests that must not depend
  /// on time.
  case caller
}

/// The state of a player.
public enum PlayerState: Sendable, Hashable {
  /// The device is not in use. Playing continues at ``Player/position``.
  case stopped
  /// Samples go to the device.
  case playing
  /// The device gets silence, and the position stays.
  case paused
  /// The last frame has been heard, or no more could be made. The next ``Player/play()`` starts from the beginning.
  case ended
}

/// An event during playback.
public enum PlayerEvent: Sendable {
  /// The last frame has been heard.
  case ended
  /// No more frames could be made, and all earlier ones have been heard; or the device has stopped by itself, and
  /// ``Player/play()`` continues at ``Player/position``.
  case failed(AudioError)
  /// The queue ran dry; the counts since the player was created.
  case underrun(UnderrunCount)
}

/// The count of times that a player's queue ran dry, and of missing frames.
public struct UnderrunCount: Sendable, Hashable {
  /// The number of gaps in the sound.
  public var gaps = 0
  /// The number of frames of silence in the gaps.
  public var frames = 0

  /// Creates a count of 0.
  public init() {}
}

/// A position in the playing sound.
public struct PlayerPosition: Sendable, Hashable {
  /// The number of frames of the recording, at its own rate, before the frame that is heard.
  public var frame: Int64
  /// The position in seconds.
  public var seconds: Double

  /// Creates a place.
  public init(frame: Int64, seconds: Double) {
    self.frame = frame
    self.seconds = seconds
  }
}
