public import AudioBase

// Bound throughout: who makes a meter has checked its channels.

/// A reading of a meter, full scale being 1.
public struct SampleLevel: Sendable, Hashable, BitwiseCopyable {
  /// The root of the mean square.
  public var average: Float = 0
  /// The largest magnitude.
  public var peak: Float = 0

  /// Creates the reading of silence.
  public init() {}
}

/// Measures levels; samples pass unchanged. ``LoudnessMeter`` measures loudness.
public struct MeterStage<Sample: PlaneSample>: InPlaceStage, Sendable {
  /// The levels of the last frames, an entry for each channel.
  public private(set) var levels: [SampleLevel]

  /// Creates a meter for a number of channels; further channels are ignored.
  public init(channelCount: Int) { levels = Array(repeating: SampleLevel(), count: channelCount) }

  /// Reads the levels of frames.
  public mutating func process(_ planes: inout some SamplePlanes<Sample> & ~Copyable, _ frames: Range<Int>) {
    guard !frames.isEmpty else { return }
    for channel in 0..<min(levels.count, planes.channelCount) {
      var plane = planes.plane(channel)
      let part = plane._mutatingExtracting(frames)
      levels[channel] = Self.level(part.span)
    }
  }

  @specialized(where Sample == Float)
  @specialized(where Sample == Double)
  private static func level(_ samples: Span<Sample>) -> SampleLevel {
    var (peak, power): (Sample, Sample) = (0, 0)
    for index in samples.indices {
      let sample = samples[index]
      peak = max(peak, abs(sample))
      power += sample * sample
    }
    var level = SampleLevel()
    level.average = Float((power / Sample(samples.count)).squareRoot().inDoublePrecision)
    level.peak = Float(peak.inDoublePrecision)
    return level
  }

  /// Reads silence.
  public mutating func reset() { for index in levels.indices { levels[index] = SampleLevel() } }
}
