public import AudioBase

/// A change of a recording's level: a constant gain, with a fade at each end.
///
/// Fades are straight lines of amplitude, from 0 to the gain and back. Times count from the first decoded frame that is
/// kept.
public struct GainEnvelope: Hashable, Sendable {
  /// The factor of every sample.
  public var gain = 1.0
  /// The duration of the fade-in in seconds; 0 for none.
  public var fadeIn = 0.0
  /// The fade-out, or `nil` for none.
  public var fadeOut: FadeOut?

  /// A fade down to silence.
  public struct FadeOut: Hashable, Sendable {
    /// The seconds from the first frame to the silent one: the end of the recording.
    public var end: Double
    /// The duration of the fade, in seconds.
    public var duration: Double

    /// Creates a fade.
    public init(end: Double, duration: Double) { (self.end, self.duration) = (end, duration) }
  }

  /// Creates an envelope without effect.
  public init() {}

  /// True if nothing is changed.
  public var isUnity: Bool { gain == 1 && !fades }

  /// True if the gain changes over time.
  public var fades: Bool { fadeIn > 0 || fadeOut != nil }

  /// Returns the gain at a time, in seconds.
  public func factor(at time: Double) -> Double {
    var factor = gain
    if fadeIn > 0 { factor *= min(max(time / fadeIn, 0), 1) }
    if let fadeOut, fadeOut.duration > 0 {
      factor *= min(max((fadeOut.end - time) / fadeOut.duration, 0), 1)
    }
    return factor
  }
}

/// Applies an envelope to consecutive frames.
public struct EnvelopeStage<Sample: PlaneSample>: InPlaceStage, Sendable {
  private let envelope: GainEnvelope
  private var sampleRate: Double
  /// Seconds of rates before this one.
  private var earlier = 0.0
  /// The number of frames of this rate that have passed.
  private var frameCount: Int64 = 0

  /// Creates a stage.
  ///
  /// - Parameters:
  ///   - envelope: The gain and the fades.
  ///   - sampleRate: The sample rate, in Hz.
  public init(_ envelope: GainEnvelope, sampleRate: Double) {
    (self.envelope, self.sampleRate) = (envelope, sampleRate)
  }

  /// Continues with frames of another rate.
  public mutating func change(toSampleRate rate: Double) {
    if sampleRate > 0 { earlier += Double(frameCount) / sampleRate }
    (sampleRate, frameCount) = (rate, 0)
  }

  /// Multiplies frames by the gain.
  public mutating func process(_ planes: inout some SamplePlanes<Sample> & ~Copyable, _ frames: Range<Int>) {
    let step = sampleRate > 0 ? 1 / sampleRate : 0
    let start = earlier + Double(frameCount) * step
    for channel in 0..<planes.channelCount {
      var plane = planes.plane(channel)
      var part = plane._mutatingExtracting(frames)
      Self.apply(envelope, to: &part, at: start, step: step)
    }
    frameCount += Int64(frames.count)
  }

  @specialized(where Sample == Float)
  @specialized(where Sample == Double)
  private static func apply(
    _ envelope: GainEnvelope, to samples: inout MutableSpan<Sample>, at start: Double, step: Double
  ) {
    let fades = envelope.fades
    for index in samples.indices {
      let factor = fades ? envelope.factor(at: start + Double(index) * step) : envelope.gain
      samples[index] = Sample(nearest: samples[index].inDoublePrecision * factor)
    }
  }

  /// Starts over with the first frame.
  public mutating func reset() { (earlier, frameCount) = (0, 0) }
}
