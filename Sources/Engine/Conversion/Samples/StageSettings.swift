public import AudioBase
public import SignalProcessing

/// The mapping from channels of one layout to those of another.
public enum ChannelMapping: Sendable, Hashable {
  /// Copies each output channel from the input channel of the same speaker: ``ChannelMatrix/rearranging(_:to:)``.
  case rearranging
  /// Mixes loudspeakers that the output lacks into others: ``ChannelMatrix/mixing(_:to:)``.
  case mixing
  /// The number of an input channel for each output channel, or `nil` for silence: `kAudioConverterChannelMap`.
  case map([Int?])
  /// Arbitrary gains.
  case matrix(ChannelMatrix)
}

/// The settings of the stages between decoded frames and the requested samples.
public struct StageSettings: Sendable {
  /// The mapping of channels.
  public var channels: ChannelMapping
  /// The settings for rate conversion. Where `ResamplerSettings.delivery` is automatic, a ``PacketConverter`` chooses
  /// by the first amount of input or output, and a ``TrackConverter`` takes `ResamplerDelivery.blocks`.
  public var resampler: ResamplerSettings
  /// The change of level, applied first; its times count at the input's rate.
  public var level = GainEnvelope()

  /// Creates settings, by default those of Core Audio.
  public init(channels: ChannelMapping = .rearranging, resampler: ResamplerSettings = ResamplerSettings()) {
    self.channels = channels
    self.resampler = resampler
  }
}

/// The requested samples of a recording.
public struct SampleRequest: Sendable {
  /// The frames per second, or `nil` for the recording's rate.
  public var sampleRate: Double?
  /// The loudspeakers in channel order; `nil` for those of the recording, in the order of WAVE.
  public var layout: ChannelLayout?
  /// The settings for channels, rates and levels; by default, loudspeakers that the output lacks are mixed into the
  /// others.
  public var stages = StageSettings(channels: .mixing)

  /// Creates a request; by default, for the unchanged samples of the recording.
  public init(sampleRate: Double? = nil, layout: ChannelLayout? = nil) {
    self.sampleRate = sampleRate
    self.layout = layout
  }
}
