public import AudioBase

// Bound throughout: who makes a stage limits its channels.
// Holds throughout: parts are no longer than the memory for them.

/// The settings of a ``DynamicsStage``; levels are peaks in dB of full scale.
public struct DynamicsSettings: Hashable, Sendable {
  /// The level above which sound is compressed.
  public var threshold = -20.0
  /// The head room in dB: compressed sound stays within it above the threshold; at least 0.1.
  public var headRoom = 5.0
  /// The decrease of the output in dB for each dB of the input below ``expansionThreshold``; 1 for no expansion.
  public var expansionRatio = 2.0
  /// The level below which sound is expanded.
  public var expansionThreshold = -100.0
  /// The time constant, in seconds, for a louder sound.
  public var attackTime = 0.001
  /// The time constant, in seconds, for a softer sound.
  public var releaseTime = 0.05
  /// The gain after compression and expansion, in dB.
  public var gain = 0.0

  /// Creates a compressor.
  public init() {}

  /// Returns the change of level of a steady sound from −100 dB to 0, without ``gain``; not below −100.
  ///
  /// Compressed, a sound x dB above the threshold is x · h / (x + h) dB above it, h being the head room: it begins with
  /// a ratio of 1, has one of 4 where x is h, and ends below h.
  public func change(ofLevel level: Double) -> Double {
    if level > threshold {
      let excess = level - threshold
      return -excess * excess / (excess + max(headRoom, 0.1))
    }
    guard level < expansionThreshold else { return 0 }
    return max(-100, (max(level, -400) - expansionThreshold) * (max(expansionRatio, 1) - 1))
  }
}

/// Compresses loud sound and expands soft sound, all channels together, without look-ahead.
///
/// The peak of the channels rises at once and falls by the release time; the level, which decides about the gain,
/// follows it by the attack time. Apple's curves are not published; these are ours, and differ in detail.
public struct DynamicsStage<Sample: PlaneSample>: InPlaceStage, Sendable {
  /// The settings, which may be changed between calls.
  public var settings: DynamicsSettings { didSet { if settings != oldValue { prepare() } } }
  /// The compression of the last frame in dB, 0 or more.
  public private(set) var compression = 0.0
  /// The highest magnitude of the last call's input.
  public private(set) var inputPeak = 0.0
  /// The highest magnitude of the last call's output.
  public private(set) var outputPeak = 0.0

  private let sampleRate: Double
  private var follower: LevelFollower
  private var factor = 1.0
  /// The range of levels in which nothing is changed, as amplitudes.
  private var untouched = 0.0...1.0

  /// Creates a stage.
  ///
  /// - Parameters:
  ///   - settings: The sound.
  ///   - sampleRate: The sample rate, in Hz.
  ///   - channelCount: The number of channels; further ones pass unchanged.
  public init(_ settings: DynamicsSettings = DynamicsSettings(), sampleRate: Double, channelCount: Int) {
    self.settings = settings
    self.sampleRate = sampleRate
    follower = LevelFollower(channelCount: channelCount)
    prepare()
  }

  private mutating func prepare() {
    follower.attack = OnePole.share(time: settings.attackTime, sampleRate: sampleRate)
    follower.release = OnePole.share(time: settings.releaseTime, sampleRate: sampleRate)
    factor = Decibels.amplitude(ofLevel: settings.gain.limited(to: -200...200))
    let upper = Decibels.amplitude(ofLevel: settings.threshold.limited(to: -200...200))
    let lower = Decibels.amplitude(ofLevel: settings.expansionThreshold.limited(to: -200...200))
    untouched = min(lower, upper)...upper
  }

  /// Changes levels.
  public mutating func process(_ planes: inout some SamplePlanes<Sample> & ~Copyable, _ frames: Range<Int>) {
    (inputPeak, outputPeak) = (0, 0)
    var done = frames.lowerBound
    while done < frames.upperBound {
      let part = done..<min(done + LevelFollower.partCapacity, frames.upperBound)
      follower.collect(&planes, part, times: 1)
      inputPeak = max(inputPeak, follower.highest(part.count))
      setFactors(part.count)
      follower.scale(&planes, part, limit: 0x1p64)
      follower.collect(&planes, part, times: 1)
      outputPeak = max(outputPeak, follower.highest(part.count))
      done = part.upperBound
    }
  }

  /// Computes the factors of frames of their levels.
  private mutating func setFactors(_ count: Int) {
    let (settings, factor, untouched) = (settings, factor, untouched)
    var last = 0.0
    follower.follow(count) { level in
      last = untouched.contains(level) ? 0 : settings.change(ofLevel: Decibels.level(ofAmplitude: level))
      return last == 0 ? factor : factor * Decibels.amplitude(ofLevel: last)
    }
    compression = last < 0 && follower.level > untouched.upperBound ? -last : 0
  }

  /// Resets the measured level.
  public mutating func reset() {
    follower.reset()
    (compression, inputPeak, outputPeak) = (0, 0, 0)
  }
}
