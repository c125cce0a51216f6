public import AudioBase

/// The packets that a ``PacketConverter`` or a ``TrackConverter`` shall make.
public struct PacketOutput: Sendable {
  /// The wanted format and layout; a rate or a number of channels of 0 stands for the input's.
  public var stream: CodedStream
  /// How channels, rates and roundings are done.
  public var options: ConversionOptions
  /// What an encoder is asked for beyond the format, or `nil` for what is usual; format, rate and layout in it are not
  /// looked at.
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
