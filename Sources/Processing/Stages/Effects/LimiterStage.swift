public import AudioBase

// Bound throughout: who makes a stage limits its channels.
// Holds throughout: parts are no longer than the memory for them.

/// The sound of a ``LimiterStage``.
public struct LimiterSettings: Hashable, Sendable {
  /// The time, in seconds, in which the gain completes 99 % of a reduction.
  public var attackTime = 0.012
  /// The time constant of the gain's recovery, in seconds.
  public var decayTime = 0.024
  /// The gain of all sound before the limiter, in dB.
  public var preGain = 0.0

  /// Creates a limiter without amplification.
  public init() {}
}

/// Keeps peaks within full scale, all channels together, without look-ahead.
///
/// A sound beyond full scale turns the gain down within the attack's time, and what is beyond it until then is clipped:
/// no sample ever leaves ±1. A sound that never is beyond it passes unchanged. Apple's curves are not published; these
/// are ours, and differ in detail.
public struct LimiterStage<Sample: PlaneSample>: InPlaceStage, Sendable {
  /// The settings, which may be changed between calls.
  public var settings: LimiterSettings { didSet { if settings != oldValue { prepare() } } }

  private let sampleRate: Double
  private var follower: LevelFollower
  private var factor = 1.0

  /// Creates a stage.
  ///
  /// - Parameters:
  ///   - settings: The sound.
  ///   - sampleRate: The sample rate, in Hz.
  ///   - channelCount: The number of channels; further ones pass unchanged.
  public init(_ settings: LimiterSettings = LimiterSettings(), sampleRate: Double, channelCount: Int) {
    self.settings = settings
    self.sampleRate = sampleRate
    follower = LevelFollower(channelCount: channelCount)
    prepare()
  }

  private mutating func prepare() {
    // e^−4.6 is 1 %.
    follower.attack = OnePole.share(time: settings.attackTime / 4.6, sampleRate: sampleRate)
    follower.release = OnePole.share(time: settings.decayTime, sampleRate: sampleRate)
    factor = Decibels.amplitude(ofLevel: settings.preGain.limited(to: -200...200))
  }

  /// Limits frames.
  public mutating func process(_ planes: inout some SamplePlanes<Sample> & ~Copyable, _ frames: Range<Int>) {
    var done = frames.lowerBound
    while done < frames.upperBound {
      let part = done..<min(done + LevelFollower.partCapacity, frames.upperBound)
      follower.collect(&planes, part, times: factor)
      let factor = factor
      follower.follow(part.count) { factor / max(1, $0) }
      follower.scale(&planes, part, limit: 1)
      done = part.upperBound
    }
  }

  /// Resets the measured level.
  public mutating func reset() { follower.reset() }
}
