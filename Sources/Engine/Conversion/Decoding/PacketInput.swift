public import AudioBase

/// Packets that a program pushes, and how they are decoded.
public struct PacketInput: Sendable {
  /// The format of the packets, with their cookie.
  public var stream: CodedStream
  /// The settings of the decoder, as long as packets come, whatever streams follow the first. A stream whose codec does
  /// not know a setting is refused: `AudioError`.
  public var decoder: DecoderSettings
  /// The handling of damaged packets.
  public var damagePolicy: DamagePolicy
  /// The decoded frames that are the recording; `nil` keeps everything.
  public var packetTable: PacketTable?
  /// The number of decoded frames at the end of the input that are not the recording, for streams of unknown length;
  /// those beyond 2^24 do not count. Packets that may hold them wait, in memory, until others have come after them.
  public var trailingFrames = 0

  /// Describes packets whose frames are all kept.
  public init(
    _ stream: CodedStream, decoder: DecoderSettings = DecoderSettings(), damagePolicy: DamagePolicy = .stop
  ) {
    self.stream = stream
    self.decoder = decoder
    self.damagePolicy = damagePolicy
  }
}
