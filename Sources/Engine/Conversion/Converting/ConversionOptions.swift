public import AudioBase
public import SignalProcessing

/// How channels of one layout become those of another.
public enum ChannelMapping: Sendable, Hashable {
  /// Each output channel is the input channel of the same place: ``ChannelMatrix/rearranging(_:to:)``.
  case rearranging
  /// Places that the output lacks are mixed into those it has: ``ChannelMatrix/mixing(_:to:)``.
  case mixing
  /// For each output channel the number of an input channel, or silence: `kAudioConverterChannelMap`.
  case map([Int?])
  /// Any gains at all.
  case matrix(ChannelMatrix)
}

/// How audio is converted.
public struct ConversionOptions: Sendable {
  /// How channels are mapped.
  public var channels = ChannelMapping.rearranging
  /// How rates are converted. Where `ResamplerSettings.delivery` is automatic, a ``PacketConverter`` goes by the first
  /// amount that it is brought or asked for, and a ``TrackConverter`` takes `ResamplerDelivery.blocks`.
  public var resampler = ResamplerSettings()
  /// How the level is changed, before all else; times count at the input's rate.
  public var level = GainEnvelope()
  /// How integers are rounded.
  public var dithering = Dithering.none
  /// What the decoder is asked for, as long as the conversion lasts, whatever streams its input becomes. A stream whose
  /// codec does not know a setting is refused: ``TrackDecodingError/setting(_:_:)``.
  public var decoder = DecoderSettings()
  /// What happens to damaged packets.
  public var damagePolicy = DamagePolicy.stop
  /// The decoded frames that are the recording; `nil` keeps everything.
  public var packetTable: PacketTable?
  /// Decoded frames at the end of the input that are not the recording, for streams of which nobody knows beforehand
  /// how long they are. Packets that may hold them wait until others have come behind them.
  public var trailingFrames = 0

  /// More trailing frames count as so many: packets that wait are held in memory.
  static let mostTrailingFrames = 1 << 24

  /// Creates options: Core Audio's defaults.
  public init() {}
}

/// Why a conversion cannot be made, or ended.
public enum ConversionError: Error, Sendable {
  /// There is no decoder for the input.
  case noDecoder(FourCharacterCode)
  /// There is no encoder for the output.
  case noEncoder(FourCharacterCode)
  /// A format contradicts itself, or is refused by its codec.
  case format(CodecError)
  /// The rates cannot be converted into each other.
  case rates(Double, Double)
  /// A channel map has not one entry an output channel, or names a channel that the input lacks.
  case channelMap
  /// What is heard before or after has another rate or number of channels, or does not say how long it is.
  case neighbor
  /// Decoding failed.
  case decoding(TrackDecodingError)
  /// Encoding failed.
  case encoding(CodecError)
}

extension ConversionError: CustomStringConvertible {
  /// What was wrong, in one line, for people.
  public var description: String {
    switch self {
    case .noDecoder(let formatID): "unsupported: there is no decoder for '\(formatID)'"
    case .noEncoder(let formatID): "unsupported: there is no encoder for '\(formatID)'"
    case .format(let error): "the format is \(error)"
    case .rates(let input, let output): "unsupported: \(input) Hz cannot be converted to \(output) Hz"
    case .channelMap: "the channel map does not fit the channels"
    case .neighbor: "the recording before or after has another rate, other channels or no stated length"
    case .decoding(let error): error.description
    case .encoding(let error): "the encoder failed: \(error)"
    }
  }
}
