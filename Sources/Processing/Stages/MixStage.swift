public import AudioBase

// Bound throughout: who mixes has checked the channels.
// Holds throughout: ranges lie within the blocks and planes that are handed in.

/// One input of a mix, which is added up with the others in memory that is lent: the one sum.
///
/// ```swift
/// voice.add(0..<count, of: voiceBlock, to: &mix, at: 0, replaces: true)
/// music.add(0..<count, of: musicBlock, to: &mix, at: 0, replaces: false)
/// ```
/// With one input at a volume of 1, in the middle, samples pass bit for bit. A change of the volume or the place goes
/// from its old value to the new one within the frames that are added next, in a straight line.
public struct MixInput<Sample: PlaneSample>: Sendable {
  /// What samples are multiplied by.
  public var volume: Float = 1
  /// Where two channels are between left and right; without effect on other numbers of channels.
  public var place = StereoPlace(0)
  /// What each channel was multiplied by at the end of the last frames.
  private var gains: [Float]
  private var isFirst = true

  /// Creates an input of so many channels.
  public init(channelCount: Int) { gains = Array(repeating: 1, count: channelCount) }

  /// Adds frames of a block to those that are there.
  ///
  /// - Parameters:
  ///   - frames: Frames of the block.
  ///   - input: A block of the input's channels.
  ///   - output: Memory of the same channels.
  ///   - start: Where the first frame goes.
  ///   - replaces: Whether they take the place of what is there.
  public mutating func add(
    _ frames: Range<Int>, of input: borrowing SampleBlock<Sample>,
    to output: inout some SamplePlanes<Sample> & ~Copyable, at start: Int, replaces: Bool
  ) {
    for channel in gains.indices {
      let gain = volume * (gains.count == 2 ? (channel == 0 ? place.gains.left : place.gains.right) : 1)
      let ramp = GainRamp(from: isFirst ? gain : gains[channel], to: gain, frameCount: frames.count)
      gains[channel] = gain
      var plane = output.plane(channel)
      var part = plane._mutatingExtracting(start..<(start + frames.count))
      let samples = input.part(channel, frames)
      if replaces { part.copy(samples, times: ramp) } else { part.add(samples, times: ramp) }
    }
    isFirst = false
  }

  /// Begins with the next frames at the volume that is set then.
  public mutating func reset() { isFirst = true }
}
