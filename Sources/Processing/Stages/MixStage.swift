public import AudioBase

// Bound throughout: who mixes has checked the channels.
// Holds throughout: ranges lie within the blocks and planes that are handed in.

/// An input of a mix, which is added to the sum in lent memory.
///
/// ```swift
/// voice.copy(0..<count, of: voiceBlock, to: &mix, at: 0)
/// music.add(0..<count, of: musicBlock, to: &mix, at: 0)
/// ```
/// With one input at a volume of 1, in the middle, samples pass bit for bit. A change of the volume or the place is
/// linear within the frames that are added next.
public struct MixInput<Sample: PlaneSample>: Sendable {
  /// The factor of the samples.
  public var volume: Float = 1
  /// The position of two channels between left and right; ignored for other numbers of channels.
  public var place = StereoPlace(0)
  /// The gain of each channel at the end of the last frames.
  private var gains: [Float]
  private var isFirst = true

  /// Creates an input of a number of channels.
  public init(channelCount: Int) { gains = Array(repeating: 1, count: channelCount) }

  /// Replaces the present frames by those of a block.
  ///
  /// - Parameters:
  ///   - frames: Frames of the block.
  ///   - input: A block of the input's channels.
  ///   - output: Memory of the same channels.
  ///   - start: The place of the first frame.
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

  /// Adds frames of a block to the frames in the output.
  ///
  /// - Parameters:
  ///   - frames: Frames of the block.
  ///   - input: A block of the input's channels.
  ///   - output: Memory of the same channels.
  ///   - start: The place of the first frame.
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

  /// Returns the ramp from a channel's present gain to its next one.
  private mutating func nextRamp(_ channel: Int, _ frameCount: Int) -> GainRamp {
    let gain = volume * (gains.count == 2 ? (channel == 0 ? place.gains.left : place.gains.right) : 1)
    defer { gains[channel] = gain }
    return GainRamp(from: isFirst ? gain : gains[channel], to: gain, frameCount: frameCount)
  }

  /// Makes the next frames start at the volume that is set, without a ramp.
  public mutating func reset() { isFirst = true }
}
