public import AudioBase

// Holds throughout: no more is pushed than there is room for.

extension TimePitchProcessor: SampleStage {
  /// Returns the number of frames needed for the next frame; that for further frames depends on the rate.
  public func inputFrameCount(forOutput count: Int) -> Int { count > 0 ? wantedInputFrameCount : 0 }

  /// Changes rate and pitch of frames.
  public mutating func process(
    _ input: borrowing PCMBlock, _ frames: inout Range<Int>, into output: inout some SamplePlanes<Float> & ~Copyable,
    _ room: Range<Int>
  ) -> Int {
    var made = 0
    while made < room.count {
      let start = room.lowerBound + made
      made += pull(room.count - made) { channel, offset, samples in
        var plane = output.plane(channel)
        plane.copy(samples, at: start + offset)
      }
      let count = min(frames.count, inputRoom, max(1, wantedInputFrameCount))
      guard made < room.count, count > 0 else { break }
      let taken = frames.prefix(count)
      push(count) { channel, samples in samples.copy(input.part(channel, taken)) }
      frames = taken.upperBound..<frames.upperBound
    }
    return made
  }
}
