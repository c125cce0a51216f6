import AudioBase

/// The last sound before a change of the configuration, which fades into the first sound after it.
///
/// ISO/IEC 23003-3, Annex B: `applyCrossfade`. The length, 128 samples, and the straight line are those of fdk-aac.
struct Crossfade {
  private static let frameCount = 128
  /// The samples of all channels, channel by channel.
  private var samples: [Float] = []
  private let count: Int

  /// Stores the first samples of a block.
  init(from block: borrowing PCMBlock) {
    count = min(Crossfade.frameCount, block.frameCount)
    // Bound: 128 samples of each channel.
    samples.reserveCapacity(count * block.channelCount)
    for channel in 0..<block.channelCount {
      let plane = block.channel(channel)
      for frame in 0..<count { samples.append(plane[frame]) }
    }
  }

  /// Fades into the first samples of a block with the same number of channels.
  func apply(to block: inout PCMBlock) {
    for channel in 0..<min(block.channelCount, count == 0 ? 0 : samples.count / count) {
      var plane = block.plane(channel)
      for frame in 0..<min(count, plane.count) {
        let part = Float(frame) / Float(count)
        plane[frame] = part * plane[frame] + (1 - part) * samples[channel * count + frame]
      }
    }
  }
}
