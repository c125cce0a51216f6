public import AudioBase

/// The format of packets that a program pushes, and the settings for decoding them.
public struct PacketInput: Sendable {
  /// The format of the packets, with their cookie.
  public var stream: CodedStream
  /// The settings of the decoder, for all streams of the input. `AudioError` is thrown if the codec of a stream does
  /// not know a setting.
  public var decoder: DecoderSettings
  /// The handling of damaged packets.
  public var damagePolicy: DamagePolicy
  /// The range of decoded frames that is the recording; `nil` keeps everything.
  public var packetTable: PacketTable?
  /// The number of decoded frames at the end of the input to cut off, at most 2^24, for streams of unknown length.
  /// Packets that may hold them wait in memory until later packets have arrived.
  public var trailingFrames = 0

  /// Creates an input whose frames are all kept.
  public init(
    _ stream: CodedStream, decoder: DecoderSettings = DecoderSettings(), damagePolicy: DamagePolicy = .stop
  ) {
    self.stream = stream
    self.decoder = decoder
    self.damagePolicy = damagePolicy
  }
}
