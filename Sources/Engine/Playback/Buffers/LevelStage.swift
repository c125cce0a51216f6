package import AudioBase

// Holds throughout: ranges lie within the block, and ramps have at least one frame while they run.

/// A reading of a meter, full scale being 1.
package struct SampleLevel: Sendable, BitwiseCopyable {
  /// The root of the mean square.
  package var average: Float = 0
  /// The largest magnitude.
  package var peak: Float = 0
}

/// Volume, and the meter behind it.
package struct LevelStage {
  private let sampleRate: Double
  private var gain: Float = 1
  private var target: Float = 1
  /// Frames until ``gain`` is ``target``.
  private var rampFrames = 0
  /// For each channel the last reading; kept where somebody wants to see it.
  package private(set) var levels: [SampleLevel]
  /// True if levels are read.
  package var metersLevels = false

  /// Prepares for samples of a rate and so many channels.
  package init(sampleRate: Double, channelCount: Int) {
    self.sampleRate = sampleRate
    // Bound: the channels of a player or a device.
    levels = Array(repeating: SampleLevel(), count: channelCount)
  }

  /// Takes a volume over, at once or by a ramp.
  mutating func update(_ parameters: PlaybackParameters) {
    guard parameters.volume != target else { return }
    target = parameters.volume
    rampFrames = Int(exactly: (Double(parameters.volumeRampTime) * sampleRate).rounded()) ?? .max
    if rampFrames == 0 { gain = target }
  }

  /// Jumps to where the ramp leads.
  mutating func finishRamp() { (gain, rampFrames) = (target, 0) }

  /// Applies the volume to frames, and measures them.
  package mutating func process(_ block: inout PCMBlock, _ range: Range<Int>) {
    var start = range.lowerBound
    if rampFrames > 0 {
      let count = min(rampFrames, range.count)
      let step = (target - gain) / Float(rampFrames)
      for channel in 0..<block.channelCount {
        var plane = block.plane(channel)
        for index in 0..<count { plane[start + index] *= gain + step * Float(index + 1) }
      }
      gain += step * Float(count)
      rampFrames -= count
      if rampFrames == 0 { gain = target }
      start += count
    }
    if gain != 1 {
      for channel in 0..<block.channelCount {
        var plane = block.plane(channel)
        for index in start..<range.upperBound { plane[index] *= gain }
      }
    }
    if metersLevels { measure(block, range) }
  }

  private mutating func measure(_ block: borrowing PCMBlock, _ range: Range<Int>) {
    guard !range.isEmpty else { return }
    for channel in 0..<min(levels.count, block.channelCount) {
      var (peak, power): (Float, Float) = (0, 0)
      let samples = block.channel(channel).extracting(range)
      for index in samples.indices {
        let sample = samples[index]
        peak = max(peak, abs(sample))
        power += sample * sample
      }
      levels[channel] = SampleLevel(average: (power / Float(range.count)).squareRoot(), peak: peak)
    }
  }

  /// Silence, as a meter shows it.
  mutating func clearLevels() {
    for index in levels.indices { levels[index] = SampleLevel() }
  }
}
