public import AudioBase

/// The codec ITU-T G.711, as entered in the catalog.
public enum G711Codec {
  /// Decodes and encodes mu-law and A-law, of any sample rate and up to 64 channels.
  ///
  /// There is no magic cookie: a packet is one frame, one byte per channel.
  public static let descriptor = CodecDescriptor(
    formatIDs: [.muLaw, .aLaw],
    name: "G.711",
    describe: { stream, _ throws(CodecError) in try describe(stream) },
    makeDecoder: { stream, _ throws(CodecError) in try G711Decoder(stream) },
    encodedFormatIDs: [.muLaw, .aLaw],
    encoderSettings: [.framesPerPacket, .bytesPerPacket],
    makeEncoder: { settings throws(CodecError) in try G711Encoder(settings) })

  private static func describe(_ stream: CodedStream) throws(CodecError) -> CodecSummary {
    let law = try CompandingLaw(stream.format.formatID)
    return CodecSummary(
      formatID: stream.format.formatID, profile: law == .muLaw ? "G.711 mu-law" : "G.711 A-law",
      decoded: try decodedFormat(stream), configuration: [])
  }

  /// Returns the format that a stream decodes to, after checking that its own format is valid.
  static func decodedFormat(_ stream: CodedStream) throws(CodecError) -> DecodedFormat {
    let channels = stream.format.channelsPerFrame
    try check(sampleRate: stream.format.sampleRate, channelCount: channels)
    let bytes = stream.format.bytesPerPacket
    guard bytes == 0 || bytes == channels, stream.format.framesPerPacket <= 1 else {
      throw CodecError(.malformed, "a packet of G.711 is one frame of one byte a channel")
    }
    let stated = stream.layout.flatMap { $0.channelCount == channels ? $0 : nil }
    return DecodedFormat(
      sampleRate: stream.format.sampleRate, layout: stated ?? ChannelLayout(unlabelledChannelCount: channels),
      framesPerPacket: 1)
  }

  /// Throws if a sample rate or a channel count is not positive.
  static func check(sampleRate: Double, channelCount: Int) throws(CodecError) {
    guard sampleRate > 0, sampleRate.isFinite else { throw CodecError(.malformed, "G.711 needs a sample rate") }
    guard channelCount > 0 else { throw CodecError(.malformed, "G.711 needs a channel") }
    guard channelCount <= ResourceLimits().channelCount else {
      throw CodecError(.limitExceeded, "there are too many channels")
    }
  }
}

extension CompandingLaw {
  /// Creates the law of a format ID.
  init(_ formatID: FourCharacterCode) throws(CodecError) {
    switch formatID {
    case .muLaw: self = .muLaw
    case .aLaw: self = .aLaw
    default: throw CodecError(.unsupported, "G.711 is mu-law or A-law")
    }
  }
}
