import AudioBase

/// How the level of a recording is changed on the way: a gain all along, a fade at its beginning and one at its end.
///
/// Fades are straight lines of amplitude, from 0 to the gain and back. Times count from the first decoded frame that is
/// kept.
public struct GainEnvelope: Hashable, Sendable {
  /// The factor of every sample.
  public var gain = 1.0
  /// Seconds over which the sound comes up from silence; 0 for at once.
  public var fadeIn = 0.0
  /// The fade at the end, or `nil` for none.
  public var fadeOut: FadeOut?

  /// A fade down to silence.
  public struct FadeOut: Hashable, Sendable {
    /// Seconds from the first frame to the one that is silent: the end of the recording.
    public var end: Double
    /// Seconds that it takes.
    public var duration: Double

    /// Creates a fade.
    public init(end: Double, duration: Double) { (self.end, self.duration) = (end, duration) }
  }

  /// Creates an envelope that changes nothing.
  public init() {}

  /// Whether nothing is changed.
  public var isUnity: Bool { gain == 1 && !fades }

  /// Whether the factor depends on the place.
  public var fades: Bool { fadeIn > 0 || fadeOut != nil }

  /// The factor at a time, in seconds.
  public func factor(at time: Double) -> Double {
    var factor = gain
    if fadeIn > 0 { factor *= min(max(time / fadeIn, 0), 1) }
    if let fadeOut, fadeOut.duration > 0 {
      factor *= min(max((fadeOut.end - time) / fadeOut.duration, 0), 1)
    }
    return factor
  }
}

/// Applies an envelope to blocks that follow one another.
struct EnvelopeStage<Sample: PlaneSample>: Sendable {
  private let envelope: GainEnvelope
  private var sampleRate: Double
  /// Seconds of formats before this one.
  private var earlier = 0.0
  /// Frames of this format that have been passed.
  private var frameCount: Int64 = 0

  /// Returns `nil` where nothing is to be changed.
  init?(_ envelope: GainEnvelope, sampleRate: Double) {
    guard !envelope.isUnity else { return nil }
    self.envelope = envelope
    self.sampleRate = sampleRate
  }

  /// Goes on with frames of another rate.
  mutating func change(toSampleRate rate: Double) {
    if sampleRate > 0 { earlier += Double(frameCount) / sampleRate }
    (sampleRate, frameCount) = (rate, 0)
  }

  /// Begins with the first frame again.
  mutating func reset() { (earlier, frameCount) = (0, 0) }

  /// Changes frames of every plane in place.
  mutating func apply(to block: inout SampleBlock<Sample>, frames: Range<Int>) {
    let step = sampleRate > 0 ? 1 / sampleRate : 0
    let start = earlier + Double(frameCount) * step
    let fades = envelope.fades
    for channel in 0..<block.channelCount {
      var plane = block.plane(channel)
      var part = plane._mutatingExtracting(frames)
      if fades {
        for index in part.indices {
          part[index] = Sample(
            nearest: part[index].inDoublePrecision * envelope.factor(at: start + Double(index) * step))
        }
      } else {
        for index in part.indices { part[index] = Sample(nearest: part[index].inDoublePrecision * envelope.gain) }
      }
    }
    frameCount += Int64(frames.count)
  }
}
