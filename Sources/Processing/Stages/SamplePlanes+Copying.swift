package import AudioBase

// Holds throughout: ranges lie within the blocks and planes that are handed in.

extension SamplePlanes where Self: ~Copyable {
  /// Copies frames of a block to a position, channel by channel.
  ///
  /// - Parameters:
  ///   - frames: Frames of the block.
  ///   - block: A block of as many channels at least.
  ///   - order: The plane of the block for each channel; `nil` for its own.
  ///   - place: The place of the first frame.
  package mutating func copy(
    _ frames: Range<Int>, of block: borrowing SampleBlock<Sample>, order: [Int]? = nil, to place: Int
  ) {
    // Where nothing waits, the place at which it would may lie beyond the block.
    guard !frames.isEmpty else { return }
    for channel in 0..<(order?.count ?? block.channelCount) {
      var plane = plane(channel)
      plane.copy(block.part(order?[channel] ?? channel, frames), at: place)
    }
  }
}

extension SampleBlock {
  /// Copies frames of a channel to memory.
  package func copy(_ channel: Int, _ frames: Range<Int>, into samples: inout MutableSpan<Sample>, at place: Int = 0) {
    samples.copy(part(channel, frames), at: place)
  }
}
