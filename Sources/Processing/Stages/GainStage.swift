public import AudioBase

/// Makes sound louder or softer; a change goes in a straight line over as many frames as are asked for.
public struct GainStage<Sample: PlaneSample>: InPlaceStage, Sendable {
  /// What the next frames are multiplied by.
  public private(set) var ramp: GainRamp

  /// Creates a stage.
  ///
  /// - Parameter gain: What samples are multiplied by: 0 is silence, 1 leaves every bit as it is.
  public init(_ gain: Float = 1) { ramp = GainRamp(gain) }

  /// Goes to another gain from the next frame on.
  ///
  /// - Parameters:
  ///   - gain: What samples are multiplied by then.
  ///   - frameCount: The frames that it takes, of which the last one has the new gain; 0 for at once.
  public mutating func change(to gain: Float, overFrames frameCount: Int) {
    ramp = GainRamp(from: ramp.gain(-1), to: gain, frameCount: frameCount)
  }

  /// Multiplies frames.
  public mutating func process(_ planes: inout some SamplePlanes<Sample> & ~Copyable, _ frames: Range<Int>) {
    guard !ramp.isUnity else { return }
    for channel in 0..<planes.channelCount {
      var plane = planes.plane(channel)
      var part = plane._mutatingExtracting(frames)
      part.scale(by: ramp)
    }
    ramp.advance(by: frames.count)
  }

  /// Goes to where the ramp leads.
  public mutating func reset() { ramp = GainRamp(ramp.target) }
}

extension GainRamp {
  /// Returns the ramp whose gains are those of this one, multiplied.
  package func scaled(by factor: Float) -> GainRamp {
    GainRamp(to: target * factor, step: step * factor, frameCount: frameCount)
  }
}
