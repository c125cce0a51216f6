public import AudioBase

// Holds throughout: planes have the resampler's channels, and the channels of an order are those of the block.

extension Resampler: SampleStage {
  /// Converts frames.
  public mutating func process(
    _ input: borrowing SampleBlock<Sample>, _ frames: inout Range<Int>,
    into output: inout some SamplePlanes<Sample> & ~Copyable, _ room: Range<Int>
  ) -> Int {
    process(input, nil, &frames, into: &output, room)
  }

  /// Converts frames of a block whose channels come from planes in an order; `nil` for their own.
  package mutating func process(
    _ input: borrowing SampleBlock<Sample>, _ order: [Int]?, _ frames: inout Range<Int>,
    into output: inout some SamplePlanes<Sample> & ~Copyable, _ room: Range<Int>
  ) -> Int {
    var progress = ResamplerProgress(consumed: 0, produced: 0)
    for channel in 0..<channelCount {
      var plane = output.plane(channel)
      var part = plane._mutatingExtracting(room)
      // An input that has ended lends nothing, whatever its block was.
      let samples = frames.isEmpty ? Span() : input.part(order?[channel] ?? channel, frames)
      progress = process(channel: channel, samples, into: &part)
    }
    frames = (frames.lowerBound + progress.consumed)..<frames.upperBound
    return progress.produced
  }
}
