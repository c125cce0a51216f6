public import AudioBase
public import AudioConversion

/// Sound in memory: samples, their rate and their loudspeakers.
///
/// ```swift
/// let sound = try Sound(path: "song.m4a")
/// print(sound.duration, sound.channelCount, sound.channel(0).max() ?? 0)
/// try sound.save(to: "song.flac")
/// ```
/// Samples are stored as in a WAVE file: frame by frame, in each frame one sample a channel.
/// ```
/// samples:  L0 R0  L1 R1  L2 R2 …      frameCount = samples.count / channelCount
/// ```
public struct Sound: Sendable {
  /// The largest number of samples to read into memory at once: 2^30, which take 4 GiB. ``SoundBlocks`` reads longer
  /// recordings.
  public static let maximumSampleCount = 1 << 30

  /// The samples, interleaved: that of channel `c` in frame `f` is `samples[f * channelCount + c]`. Full scale is ±1.
  public var samples: [Float]
  /// The frames per second, in Hz.
  public var sampleRate: Double
  /// The loudspeakers in channel order; a sound that was read has WAVE's order.
  public var layout: ChannelLayout
  /// The report on decoding, such as damaged and concealed packets. For a block of ``SoundBlocks`` it covers everything
  /// from the first block on; for a sound that was not read it is empty.
  public internal(set) var report = DecodingReport()

  /// Creates a sound from samples and their loudspeakers.
  ///
  /// - Parameters:
  ///   - samples: Interleaved; full scale is ±1.
  ///   - sampleRate: The sample rate, in Hz.
  ///   - layout: The loudspeakers, in the order of the channels.
  public init(samples: [Float], sampleRate: Double, layout: ChannelLayout) {
    (self.samples, self.sampleRate, self.layout) = (samples, sampleRate, layout)
  }

  /// Creates a sound from samples, for the usual loudspeakers of the number of channels.
  ///
  /// - Parameters:
  ///   - samples: Interleaved; full scale is ±1.
  ///   - sampleRate: The sample rate, in Hz.
  ///   - channelCount: The number of channels.
  public init(samples: [Float], sampleRate: Double, channelCount: Int = 1) {
    self.init(samples: samples, sampleRate: sampleRate, layout: ChannelLayout(usualFor: channelCount))
  }

  /// The number of channels.
  public var channelCount: Int { layout.channelCount }
  /// The number of whole frames, which is the number of samples of one channel.
  public var frameCount: Int { channelCount == 0 ? 0 : samples.count / channelCount }
  /// The duration in seconds.
  public var duration: Double { sampleRate > 0 ? Double(frameCount) / sampleRate : 0 }

  /// Returns the samples of one channel, ``frameCount`` of them.
  ///
  /// - Parameter index: 0 up to ``channelCount``, which it must not reach.
  public func channel(_ index: Int) -> [Float] {
    precondition(index >= 0 && index < channelCount, "there is no such channel")
    guard channelCount > 1 else { return samples }
    return (0..<frameCount).map { samples[$0 * channelCount + index] }
  }
}
