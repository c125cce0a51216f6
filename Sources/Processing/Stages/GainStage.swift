public import AudioBase

/// Applies a gain, whose changes are linear over a number of frames.
public struct GainStage<Sample: PlaneSample>: InPlaceStage, Sendable {
  /// The gain of the next frames.
  public private(set) var ramp: GainRamp

  /// Creates a stage.
  ///
  /// - Parameter gain: The factor of the samples: 0 is silence, 1 leaves every bit as it is.
  public init(_ gain: Float = 1) { ramp = GainRamp(gain) }

  /// Changes to another gain from the next frame on.
  ///
  /// - Parameters:
  ///   - gain: The factor of the samples at the end of the change.
  ///   - frameCount: The duration of the change, in frames; the last one has the new gain. 0 changes it immediately.
  public mutating func change(to gain: Float, overFrames frameCount: Int) {
    ramp = GainRamp(from: ramp.gain(-1), to: gain, frameCount: frameCount)
  }

  /// Multiplies frames by the gain.
  public mutating func process(_ planes: inout some SamplePlanes<Sample> & ~Copyable, _ frames: Range<Int>) {
    guard !ramp.isUnity else { return }
    for channel in 0..<planes.channelCount {
      var plane = planes.plane(channel)
      var part = plane._mutatingExtracting(frames)
      part.scale(by: ramp)
    }
    ramp.advance(by: frames.count)
  }

  /// Jumps to the target of the ramp.
  public mutating func reset() { ramp = GainRamp(ramp.target) }
}

extension GainRamp {
  /// Returns the ramp with all gains multiplied by a factor.
  package func scaled(by factor: Float) -> GainRamp {
    GainRamp(to: target * factor, step: step * factor, frameCount: frameCount)
  }
}
