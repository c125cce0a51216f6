import AudioBase
import AudioPlayback

/// Samples of several channels apart, in memory that stays where it is: processing taps get its address.
@safe
final class SampleMemory {
  let channelCount: Int
  /// The capacity of each channel, in frames.
  let capacity: Int
  private let base: UnsafeMutablePointer<Float>

  init(channelCount: Int, capacity: Int) {
    self.channelCount = channelCount
    self.capacity = capacity
    unsafe base = .allocate(capacity: max(1, channelCount * capacity))
    unsafe base.initialize(repeating: 0, count: max(1, channelCount * capacity))
  }

  deinit { unsafe base.deallocate() }

  /// Returns the samples of a channel.
  @unsafe
  func plane(_ channel: Int) -> UnsafeMutablePointer<Float> {
    precondition(channel >= 0 && channel < channelCount)
    return unsafe base + channel * capacity
  }

  /// Makes the first frames silent.
  func clear(_ frameCount: Int) {
    precondition(frameCount <= capacity)
    for channel in 0..<channelCount { unsafe plane(channel).update(repeating: 0, count: frameCount) }
  }

  /// Takes frames as the first frames of this memory.
  func take(_ frames: LentFrames) { take(frames.range, of: frames.store.block) }

  private func take(_ range: Range<Int>, of block: borrowing PCMBlock) {
    precondition(range.count <= capacity && block.channelCount == channelCount)
    for channel in 0..<channelCount {
      let source = block.channel(channel).extracting(range)
      let target = unsafe plane(channel)
      for index in source.indices { unsafe target[index] = source[index] }
    }
  }

  /// Copies its first frames to the first places of a block.
  func give(_ frameCount: Int, to block: inout PCMBlock) {
    precondition(frameCount <= capacity && block.channelCount == channelCount)
    for channel in 0..<channelCount {
      let source = unsafe plane(channel)
      var target = block.plane(channel)
      for index in 0..<frameCount { target[index] = unsafe source[index] }
    }
  }
}
