public import AudioBase

/// The properties of a sound as a whole.
public struct SoundInspection: Sendable {
  /// Frames per second, in Hz.
  public var sampleRate: Double
  /// The number of frames that were decoded.
  public var frameCount: Int64
  /// The loudspeakers of the channels, in the order of WAVE.
  public var layout: ChannelLayout
  /// The outline of each channel.
  public var waveform: WaveformColumns
  /// The power over time and frequency.
  public var spectrogram: SpectrogramColumns
  /// Loudness over time; `nil` for rates outside 8 to 384 kHz.
  public var loudness: LoudnessColumns?
  /// The number of packets that could not be decoded and were replaced.
  public var damagedPacketCount: Int64
}
