public import AudioBase
public import SignalProcessing

/// The mapping from channels of one layout to those of another.
public enum ChannelMapping: Sendable, Hashable {
  /// Each output channel is the input channel of the same place: ``ChannelMatrix/rearranging(_:to:)``.
  case rearranging
  /// Places that the output lacks are mixed into those it has: ``ChannelMatrix/mixing(_:to:)``.
  case mixing
  /// The number of an input channel for each output channel, or silence: `kAudioConverterChannelMap`.
  case map([Int?])
  /// Arbitrary gains.
  case matrix(ChannelMatrix)
}

/// The settings of the stages between decoded frames and the samples that are wanted.
public struct StageSettings: Sendable {
  /// The mapping of channels.
  public var channels: ChannelMapping
  /// The settings for rate conversion. Where `ResamplerSettings.delivery` is automatic, a ``PacketConverter`` chooses
  /// by the first amount of input or output, and a ``TrackConverter`` takes `ResamplerDelivery.blocks`.
  public var resampler: ResamplerSettings
  /// The change of level, before everything else; times count at the input's rate.
  public var level = GainEnvelope()

  /// Creates settings: Core Audio's defaults, where nothing else is given.
  public init(channels: ChannelMapping = .rearranging, resampler: ResamplerSettings = ResamplerSettings()) {
    self.channels = channels
    self.resampler = resampler
  }
}

/// The samples that are wanted of a recording.
public struct SampleRequest: Sendable {
  /// Frames a second, or `nil` for those of the recording.
  public var sampleRate: Double?
  /// The loudspeakers in the order of the channels, or `nil` for those of the recording in the order of WAVE.
  public var layout: ChannelLayout?
  /// The settings for channels, rates and levels: places that the layout lacks are mixed into those that it has.
  public var stages = StageSettings(channels: .mixing)

  /// Creates a request; for the samples as the recording has them, if nothing is given.
  public init(sampleRate: Double? = nil, layout: ChannelLayout? = nil) {
    self.sampleRate = sampleRate
    self.layout = layout
  }
}
