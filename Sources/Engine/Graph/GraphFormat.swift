package import AudioBase
import AudioConversion

/// The output format of a stage of a render graph: 32-bit floats, separate channels.
package struct GraphFormat: Sendable, Hashable {
  /// The frames per second, in Hz.
  package var sampleRate: Double
  /// The number of channels.
  package var channelCount: Int

  /// Rates and numbers of channels that stages may have.
  static let rates = 1.0...8_388_608
  static let channelCounts = 1...1024

  /// Creates a format.
  package init(sampleRate: Double, channelCount: Int) {
    self.sampleRate = sampleRate
    self.channelCount = channelCount
  }

  /// True if a stage may have the format: 1 Hz to 2^23 Hz, 1 to 1,024 channels.
  package var isPossible: Bool { Self.rates.contains(sampleRate) && Self.channelCounts.contains(channelCount) }

  /// The usual loudspeakers of this number of channels, used for mixing.
  package var layout: ChannelLayout {
    switch channelCount {
    case 1: ChannelLayout([.center])
    case 2: ChannelLayout([.left, .right])
    default: ChannelLayout(usualFor: channelCount)
    }
  }
}

/// The time of the first requested frame of a stage.
package struct RenderMoment: Sendable, Hashable, BitwiseCopyable {
  /// The frames since the graph began, at the rate of the stage.
  package var sampleTime: Double
  /// The time of the host's clock, in nanoseconds, at which the frame is heard or was captured; 0 without a device.
  package var hostTime: UInt64

  /// Creates a moment.
  package init(sampleTime: Double, hostTime: UInt64 = 0) {
    self.sampleTime = sampleTime
    self.hostTime = hostTime
  }

  /// Returns the moment a number of frames later.
  package func advanced(by frames: Double, rate: Double) -> RenderMoment {
    guard hostTime > 0 else { return RenderMoment(sampleTime: sampleTime + frames) }
    let nanoseconds = (frames / rate * 1e9).rounded()
    let host = Double(hostTime) + nanoseconds
    return RenderMoment(
      sampleTime: sampleTime + frames, hostTime: UInt64(exactly: host.rounded()) ?? hostTime)
  }
}
