public import AudioBase

/// The packets that a ``PacketConverter`` or a ``TrackConverter`` shall make.
public struct PacketOutput: Sendable {
  /// The wanted format and layout; a rate or a number of channels of 0 stands for the input's.
  public var stream: CodedStream
  /// Options for channels, rates and rounding.
  public var options: ConversionOptions
  /// The settings of the encoder in addition to the format, or `nil` for the defaults; format, rate and layout in it
  /// are ignored.
  public var encoding: EncoderSettings?

  /// Creates a description of an output.
  public init(
    _ stream: CodedStream, options: ConversionOptions = ConversionOptions(), encoding: EncoderSettings? = nil
  ) {
    self.stream = stream
    self.options = options
    self.encoding = encoding
  }
}
