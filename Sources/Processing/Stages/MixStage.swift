public import AudioBase

// Bound throughout: who mixes has checked the channels.
// Holds throughout: ranges lie within the blocks and planes that are handed in.

/// One input of a mix, which is added up with the others in memory that is lent: the one sum.
///
/// ```swift
/// voice.copy(0..<count, of: voiceBlock, to: &mix, at: 0)
/// music.add(0..<count, of: musicBlock, to: &mix, at: 0)
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

  /// Puts frames of a block in the place of what is there.
  ///
  /// - Parameters:
  ///   - frames: Frames of the block.
  ///   - input: A block of the input's channels.
  ///   - output: Memory of the same channels.
  ///   - start: Where the first frame goes.
  public mutating func copy(
    _ frames: Range<Int>, of input: borrowing SampleBlock<Sample>,
    to output: inout some SamplePlanes<Sample> & ~Copyable, at start: Int
  ) {
    for channel in gains.indices {
      let ramp = nextRamp(channel, frames.count)
      var plane = output.plane(channel)
      var part = plane._mutatingExtracting(start..<(start + frames.count))
      part.copy(input.part(channel, frames), times: ramp)
    }
    isFirst = false
  }

  /// Adds frames of a block to what is there.
  ///
  /// - Parameters:
  ///   - frames: Frames of the block.
  ///   - input: A block of the input's channels.
  ///   - output: Memory of the same channels.
  ///   - start: Where the first frame goes.
  public mutating func add(
    _ frames: Range<Int>, of input: borrowing SampleBlock<Sample>,
    to output: inout some SamplePlanes<Sample> & ~Copyable, at start: Int
  ) {
    for channel in gains.indices {
      let ramp = nextRamp(channel, frames.count)
      var plane = output.plane(channel)
      var part = plane._mutatingExtracting(start..<(start + frames.count))
      part.add(input.part(channel, frames), times: ramp)
    }
    isFirst = false
  }

  /// Goes from the gain that a channel had to the one that it shall have.
  private mutating func nextRamp(_ channel: Int, _ frameCount: Int) -> GainRamp {
    let gain = volume * (gains.count == 2 ? (channel == 0 ? place.gains.left : place.gains.right) : 1)
    defer { gains[channel] = gain }
    return GainRamp(from: isFirst ? gain : gains[channel], to: gain, frameCount: frameCount)
  }

  /// Begins with the next frames at the volume that is set then.
  public mutating func reset() { isFirst = true }
}
