import AudioBase

// Holds throughout: parts are no longer than the memory for them, and ranges lie within the planes.

/// Follows the peaks of all channels together: up in the attack's time, down in the release's.
struct LevelFollower {
  /// The largest number of frames of a part.
  static let partCapacity = 128

  /// The number of channels.
  let channelCount: Int
  /// The fraction of the difference that the level rises, or falls, per frame.
  var attack = 1.0
  var release = 1.0
  /// A number of each frame of a part: its magnitude, its level, its factor.
  private(set) var numbers = [Double](repeating: 0, count: Self.partCapacity)
  /// The peak, which rises at once and falls slowly.
  private var peak = 0.0
  /// The level: the peak, smoothed.
  private(set) var level = 0.0

  init(channelCount: Int) { self.channelCount = channelCount }

  /// Collects the highest magnitude of each frame over all channels, and replaces NaN and infinity by silence.
  mutating func collect<Sample: PlaneSample>(
    _ planes: inout some SamplePlanes<Sample> & ~Copyable, _ frames: Range<Int>, times factor: Double
  ) {
    for index in 0..<frames.count { numbers[index] = 0 }
    for channel in 0..<min(channelCount, planes.channelCount) {
      var plane = planes.plane(channel)
      var part = plane._mutatingExtracting(frames)
      Self.collect(&part, factor, &numbers)
    }
  }

  @specialized(where Sample == Float)
  @specialized(where Sample == Double)
  private static func collect<Sample: PlaneSample>(
    _ samples: inout MutableSpan<Sample>, _ factor: Double, _ numbers: inout [Double]
  ) {
    var magnitudes = numbers.mutableSpan
    for index in samples.indices {
      let number = samples[index].forLoop
      if number == 0 { samples[index] = 0 }
      magnitudes[index] = max(magnitudes[index], (number * factor).magnitude)
    }
  }

  /// Returns the highest of the collected magnitudes.
  func highest(_ count: Int) -> Double {
    var highest = 0.0
    for index in 0..<count { highest = max(highest, numbers[index]) }
    return highest
  }

  /// Replaces the magnitudes of frames by the factors that belong to the levels there.
  mutating func follow(_ count: Int, _ factor: (_ level: Double) -> Double) {
    for index in 0..<count {
      let magnitude = numbers[index]
      peak = max(magnitude, (peak + release * (magnitude - peak)).kept)
      level = (level + attack * (peak - level)).kept
      numbers[index] = factor(level)
    }
  }

  /// Multiplies frames of all channels by the factor of each, and limits them.
  func scale<Sample: PlaneSample>(
    _ planes: inout some SamplePlanes<Sample> & ~Copyable, _ frames: Range<Int>, limit: Double
  ) {
    for channel in 0..<min(channelCount, planes.channelCount) {
      var plane = planes.plane(channel)
      var part = plane._mutatingExtracting(frames)
      Self.scale(&part, numbers.span, limit)
    }
  }

  @specialized(where Sample == Float)
  @specialized(where Sample == Double)
  private static func scale<Sample: PlaneSample>(
    _ samples: inout MutableSpan<Sample>, _ factors: Span<Double>, _ limit: Double
  ) {
    for index in samples.indices {
      let number = samples[index].inDoublePrecision * factors[index]
      samples[index] = Sample(nearest: min(max(number, -limit), limit))
    }
  }

  mutating func reset() { (peak, level) = (0, 0) }
}
