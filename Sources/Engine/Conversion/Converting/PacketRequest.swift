public import AudioBase
public import SignalProcessing

/// The packets that a ``PacketConverter`` or a ``TrackConverter`` is to make.
public struct PacketRequest: Sendable {
  /// The requested format; 0 as the rate or the number of channels stands for that of the input.
  public var format: StreamFormat
  /// The loudspeakers of the channels; `nil` for those of the input or, with another number of channels, the usual
  /// ones.
  public var layout: ChannelLayout?
  /// The settings for channels, rates and levels.
  public var stages: StageSettings
  /// The dithering of rounded integers.
  public var dithering = Dithering.none
  /// The options of the encoder; linear PCM has none.
  public var encoding: EncoderOptions

  /// Creates a request.
  public init(
    _ format: StreamFormat, layout: ChannelLayout? = nil, stages: StageSettings = StageSettings(),
    encoding: EncoderOptions = EncoderOptions()
  ) {
    self.format = format
    self.layout = layout
    self.stages = stages
    self.encoding = encoding
  }
}
