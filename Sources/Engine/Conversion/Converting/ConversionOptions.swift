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

/// Options for converting audio.
public struct ConversionOptions: Sendable {
  /// The mapping of channels.
  public var channels = ChannelMapping.rearranging
  /// The settings for rate conversion. Where `ResamplerSettings.delivery` is automatic, a ``PacketConverter`` chooses
  /// by the first amount of input or output, and a ``TrackConverter`` takes `ResamplerDelivery.blocks`.
  public var resampler = ResamplerSettings()
  /// The change of level, before everything else; times count at the input's rate.
  public var level = GainEnvelope()
  /// The dithering of rounded integers.
  public var dithering = Dithering.none
  /// The settings of the decoder, as long as the conversion lasts, whatever streams follow in its input. A stream whose
  /// codec does not know a setting is refused: `AudioError`.
  public var decoder = DecoderSettings()
  /// The handling of damaged packets.
  public var damagePolicy = DamagePolicy.stop
  /// The decoded frames that are the recording; `nil` keeps everything.
  public var packetTable: PacketTable?
  /// The number of decoded frames at the end of the input that are not the recording, for streams of unknown length.
  /// Packets that may hold them wait until others have come after them.
  public var trailingFrames = 0

  /// The largest number of trailing frames, which larger ones count as: packets that wait are held in memory.
  static let mostTrailingFrames = 1 << 24

  /// Creates options: Core Audio's defaults.
  public init() {}
}
