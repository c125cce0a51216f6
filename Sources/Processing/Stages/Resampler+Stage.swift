public import AudioBase

// Holds throughout: planes have the resampler's channels, and those of ``Resampler/planeOrder`` are the block's.

extension Resampler: SampleStage {
  /// Converts frames.
  public mutating func process(
    _ input: borrowing SampleBlock<Sample>, _ frames: inout Range<Int>,
    into output: inout some SamplePlanes<Sample> & ~Copyable, _ room: Range<Int>
  ) -> Int {
    var progress = ResamplerProgress(consumed: 0, produced: 0)
    for channel in 0..<channelCount {
      var plane = output.plane(channel)
      var part = plane._mutatingExtracting(room)
      // Where nothing waits, the place at which it would may lie beyond the block.
      let samples = frames.isEmpty ? Span() : input.part(planeOrder?[channel] ?? channel, frames)
      progress = process(channel: channel, samples, into: &part)
    }
    frames = (frames.lowerBound + progress.consumed)..<frames.upperBound
    return progress.produced
  }
}
