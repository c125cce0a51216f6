public import AudioBase

// Bound throughout: who mixes has checked the channels.
// Holds throughout: ranges lie within the blocks and planes that are handed in, and places within the matrix.

/// An input of a mix whose channels are added to the sum's channels through a matrix of gains.
///
/// A gain of 0 adds nothing, so that NaN does not spread to other channels. A change of a gain is linear within the
/// frames that are added next.
public struct MatrixMixInput<Sample: PlaneSample>: Sendable {
  private let inputCount: Int
  private let outputCount: Int
  /// The gains at the end of the next frames, and of the last frames: one row per input channel.
  private var gains: [Float]
  private var last: [Float]
  private var isFirst = true

  /// Creates an input without gains.
  public init(inputCount: Int, outputCount: Int) {
    (self.inputCount, self.outputCount) = (inputCount, outputCount)
    gains = Array(repeating: 0, count: inputCount * outputCount)
    last = gains
  }

  /// The gain from a channel of the input to one of the sum.
  public subscript(input: Int, output: Int) -> Float {
    get { gains[input * outputCount + output] }
    set { gains[input * outputCount + output] = newValue }
  }

  /// Adds frames of a block to the frames in the output.
  ///
  /// - Parameters:
  ///   - frames: Frames of the block.
  ///   - input: A block of the input's channels.
  ///   - output: Memory of the sum's channels.
  ///   - start: The place of the first frame.
  public mutating func add(
    _ frames: Range<Int>, of input: borrowing SampleBlock<Sample>,
    to output: inout some SamplePlanes<Sample> & ~Copyable, at start: Int
  ) {
    for channel in 0..<inputCount {
      for target in 0..<outputCount {
        let place = channel * outputCount + target
        let (old, new) = (isFirst ? gains[place] : last[place], gains[place])
        last[place] = new
        guard old != 0 || new != 0 else { continue }
        var plane = output.plane(target)
        var part = plane._mutatingExtracting(start..<(start + frames.count))
        part.add(input.part(channel, frames), times: GainRamp(from: old, to: new, frameCount: frames.count))
      }
    }
    isFirst = false
  }

  /// Makes the next frames start at the gains that are set, without a ramp.
  public mutating func reset() { isFirst = true }
}
