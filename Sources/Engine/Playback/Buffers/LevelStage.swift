package import AudioBase
package import SignalProcessing

/// A stage of volume, followed by the meter.
package struct LevelStage {
  private let sampleRate: Double
  private var gain = GainStage<Float>()
  private var meter: MeterStage<Float>
  /// True if levels are read.
  package var metersLevels = false

  /// Prepares for samples of a rate and a number of channels.
  package init(sampleRate: Double, channelCount: Int) {
    self.sampleRate = sampleRate
    // Bound: the channels of a player or a device.
    meter = MeterStage(channelCount: channelCount)
  }

  /// The last reading of each channel, if levels are metered.
  package var levels: [SampleLevel] { meter.levels }

  /// Adopts a volume, immediately or with a ramp.
  mutating func update(_ parameters: PlaybackParameters) {
    guard parameters.volume != gain.ramp.target else { return }
    let frameCount = Int(exactly: (Double(parameters.volumeRampTime) * sampleRate).rounded()) ?? .max
    gain.change(to: parameters.volume, overFrames: frameCount)
  }

  /// Jumps to where the ramp leads.
  mutating func finishRamp() { gain.reset() }

  /// Applies the volume to frames, and measures them.
  package mutating func process(_ block: inout PCMBlock, _ range: Range<Int>) {
    gain.process(&block, range)
    if metersLevels { meter.process(&block, range) }
  }

  /// Resets the meter to silence.
  mutating func clearLevels() { meter.reset() }
}
