/// A coded stream as its container states it, from which a codec is chosen and made.
public struct CodedStream: Sendable {
  /// The format of the packets. It fully describes formats without a cookie (G.711, ADPCM).
  public var format: StreamFormat
  /// The loudspeakers, where the container states them.
  public var layout: ChannelLayout?
  /// The magic cookie, with or without a container's wrapping; empty if there is none.
  public var cookie: [UInt8]
  /// The first packet, which tells a decoder what the cookie leaves open (implicit SBR); empty if it is not available.
  public var firstPacket: [UInt8]
  /// The loudness, where the container states it.
  public var loudness: StatedLoudnessSet?

  /// Creates a description.
  public init(
    format: StreamFormat, layout: ChannelLayout? = nil, cookie: [UInt8] = [], firstPacket: [UInt8] = []
  ) {
    self.format = format
    self.layout = layout
    self.cookie = cookie
    self.firstPacket = firstPacket
  }

  /// Creates the stream of a track; a configuration that is given replaces the track's cookie.
  public init(of track: TrackInfo, configuration: [UInt8]? = nil) {
    self.init(format: track.format, layout: track.layout, cookie: configuration ?? track.cookie)
    loudness = track.loudness
    // ISO/IEC 14496-3, 1.6.2.1: five bits of ones and 42 − 32 in six more make what a container calls AAC xHE-AAC.
    if format.formatID == .aac, cookie.count >= 2, cookie[0] == 0xF9, cookie[1] & 0xE0 == 0x40 {
      format.formatID = "usac"
    }
  }

  /// Creates the stream of a reader's track together with its first packet, if that can be read.
  public init(of reader: any ContainerReader, track: Int, configuration: [UInt8]? = nil) {
    self.init(of: reader.tracks[track], configuration: configuration)
    // Linear PCM does not describe itself, and may come through a pipe that gives bytes once.
    guard format.formatID != .linearPCM else { return }
    var reader = reader
    var batch = PacketBatch(maximumPacketCount: 1)
    do throws(ContainerError) {
      try reader.seek(toPacket: 0, ofTrack: track)
      if try reader.readPackets(ofTrack: track, into: &batch), batch.count > 0 { firstPacket = Array(batch.packet(0)) }
    } catch {
      firstPacket = []
    }
  }
}

/// A codec of the package, as entered in the catalog.
public struct CodecDescriptor: Sendable {
  /// The format IDs that the codec decodes.
  public let formatIDs: [FourCharacterCode]
  /// The name to show.
  public let name: String
  /// Describes a stream by its format and magic cookie.
  ///
  /// The first packet, if there is one, completes what the cookie leaves open (implicit SBR); it may be empty.
  public let describe: @Sendable (_ stream: CodedStream, _ firstPacket: Span<UInt8>) throws(CodecError) -> CodecSummary
  /// The settings that the codec's decoders know; all others are rejected.
  public let decoderSettings: Set<DecoderSetting>
  /// The format IDs that the codec encodes.
  public let encodedFormatIDs: [FourCharacterCode]
  /// The settings that the codec's encoders use; all others have no effect, which should be reported.
  public let encoderSettings: Set<EncoderSetting>
  /// The sampling rates and bit rates that the encoder supports; `nil` if it takes any rate and has no bit rate of
  /// its own.
  public let encoderChoices: EncoderChoices?
  /// Returns the error for a resource that the codec lacks on this system, such as a library that is not installed;
  /// `makeDecoder` or ``makeEncoder`` then throws it. `nil` if nothing is missing.
  public let missing: @Sendable (_ direction: Direction) -> CodecError?
  /// Returns the bits of a packet that the check of a container covers; `nil` if no container needs them.
  public let protectedBits: (@Sendable (_ packet: Span<UInt8>, _ stream: CodedStream) -> [ProtectedBits]?)?

  /// The two directions of a codec.
  public enum Direction: Sendable {
    /// Decoding: packets to samples.
    case decoding
    /// Encoding: samples to packets.
    case encoding
  }

  /// Makes a decoder; receives only settings that the codec knows, within their ranges.
  private let decoderMaking: DecoderMaking
  /// Makes an encoder; receives only settings within their ranges.
  private let encoderMaking: EncoderMaking?

  /// The error of a codec that can only encode, for a request to decode or describe.
  public static let encodesOnly = CodecError(.unsupported, "this codec encodes only; another one decodes the format")

  /// A function that makes a decoder from settings.
  public typealias DecoderMaking =
    @Sendable (_ stream: CodedStream, _ settings: DecoderSettings) throws(CodecError) -> any PacketDecoder & ~Copyable

  /// A function that makes an encoder from settings.
  public typealias EncoderMaking =
    @Sendable (_ settings: EncoderSettings) throws(CodecError) -> any PacketEncoder & ~Copyable

  /// Creates a descriptor.
  ///
  /// - Parameters:
  ///   - formatIDs: The data formats that the codec decodes or describes; none for one that encodes only.
  ///   - name: The users' name of the codec.
  ///   - describe: Describes a stream from its format and the bytes of its first packet.
  ///   - decoderSettings: The settings that the codec's decoders know.
  ///   - makeDecoder: Makes a decoder; the settings ask for nothing else.
  ///   - encodedFormatIDs: The data formats that the codec encodes.
  ///   - encoderSettings: The settings that the codec's encoders act on.
  ///   - makeEncoder: Makes an encoder; `nil` for a codec that only decodes.
  ///   - encoderChoices: The rates, channels and bit rates that encoders take.
  ///   - missing: Returns the codec's shortage on this system.
  ///   - protectedBits: Returns the bits of a packet that a check guards, where its format has one.
  public init(
    formatIDs: [FourCharacterCode] = [], name: String,
    describe: @escaping @Sendable (CodedStream, Span<UInt8>) throws(CodecError) -> CodecSummary = {
      _, _ throws(CodecError) in throw CodecDescriptor.encodesOnly
    },
    decoderSettings: Set<DecoderSetting> = [],
    makeDecoder: @escaping DecoderMaking = { _, _ throws(CodecError) in throw CodecDescriptor.encodesOnly },
    encodedFormatIDs: [FourCharacterCode] = [], encoderSettings: Set<EncoderSetting> = [],
    makeEncoder: EncoderMaking? = nil,
    encoderChoices: EncoderChoices? = nil, missing: @escaping @Sendable (Direction) -> CodecError? = { _ in nil },
    protectedBits: (@Sendable (Span<UInt8>, CodedStream) -> [ProtectedBits]?)? = nil
  ) {
    self.formatIDs = formatIDs
    self.name = name
    self.describe = describe
    self.decoderSettings = decoderSettings
    decoderMaking = makeDecoder
    self.encodedFormatIDs = encodedFormatIDs
    self.encoderSettings = encoderSettings
    encoderMaking = makeEncoder
    self.encoderChoices = encoderChoices
    self.missing = missing
    self.protectedBits = protectedBits
  }

  /// Makes an encoder from settings that are within their ranges; `nil` if this package only decodes the formats.
  public var makeEncoder: EncoderMaking? {
    guard let encoderMaking else { return nil }
    return { settings throws(CodecError) in
      try settings.options.check()
      return try encoderMaking(settings)
    }
  }

  /// Makes a decoder for a stream.
  ///
  /// - Parameters:
  ///   - stream: The format of the packets, with their configuration.
  ///   - settings: The requested settings of the decoder.
  /// - Throws: ``CodecError`` for a malformed or unsupported stream; of the kind ``ErrorKind/unsupported`` for a
  ///   setting that is not among ``decoderSettings``, of the kind ``ErrorKind/invalidState`` for one that is out of its
  ///   range. The rule names the setting.
  public func makeDecoder(
    _ stream: CodedStream, _ settings: DecoderSettings = DecoderSettings()
  ) throws(CodecError) -> any PacketDecoder & ~Copyable {
    if let setting = settings.firstUnknown(to: decoderSettings) { throw CodecError(.unsupported, setting.refusal) }
    try settings.check()
    return try decoderMaking(stream, settings)
  }

  /// Returns the summary of a stream from its format and magic cookie, without reading any packet.
  ///
  /// - Throws: The errors of ``describe``.
  public func summary(of stream: CodedStream) throws(CodecError) -> CodecSummary {
    let noPacket: [UInt8] = []
    return try describe(stream, noPacket.span)
  }
}
