/// What a decoder gives for a packet.
public struct DecodedFormat: Equatable, Sendable {
  /// Frames per second, in Hz.
  public var sampleRate: Double
  /// The loudspeakers, in the order of the planes of the ``PCMBlock``.
  public var layout: ChannelLayout
  /// Frames that one packet decodes to.
  public var framesPerPacket: Int

  /// Creates a description.
  public init(sampleRate: Double, layout: ChannelLayout, framesPerPacket: Int) {
    self.sampleRate = sampleRate
    self.layout = layout
    self.framesPerPacket = framesPerPacket
  }
}

/// Turns packets into planar float samples, one packet a call.
///
/// A decoder is moved, not shared. After its first packet it allocates nothing, takes no lock and does no input or
/// output, so it may run on a real-time thread. A call that throws leaves the state as it was before the call:
/// follow it with ``conceal(into:)``, and the stream goes on with the next packet.
public protocol PacketDecoder: ~Copyable {
  /// What each packet decodes to.
  var format: DecodedFormat { get }

  /// What was wrong with the last packet without touching its sound, such as a broken extension payload, or `nil`.
  var remark: CodecError? { get }

  /// Packets that must be decoded and discarded before the first wanted one after a seek.
  var prerollPacketCount: Int { get }

  /// Decodes one packet and sets the block's frame count.
  ///
  /// - Parameters:
  ///   - packet: The bytes of the packet.
  ///   - frameCount: Frames that the container says the packet lasts, or 0 for the format's constant. It matters only
  ///     where a packet may hold several coded frames, as in ADTS.
  ///   - output: A block of at least `max(frameCount, format.framesPerPacket)` frames and the format's channel count.
  mutating func decode(_ packet: Span<UInt8>, frameCount: Int, into output: inout PCMBlock) throws(CodecError)

  /// Fills in for a packet that was lost or that ``decode(_:frameCount:into:)`` refused.
  mutating func conceal(into output: inout PCMBlock)

  /// Forgets all earlier packets, as if newly made.
  mutating func reset()
}

/// One decoder of the package, as the catalog lists it.
public struct CodecDescriptor: Sendable {
  /// The format IDs that the codec decodes.
  public let formatIDs: [FourCharacterCode]
  /// The name, for people.
  public let name: String
  /// Says what a magic cookie (for AAC: an AudioSpecificConfig or what wraps one) describes.
  ///
  /// The first packet, where there is one, shows what the cookie leaves unsaid (implicit SBR); it may be empty.
  public let describe: @Sendable (_ cookie: Span<UInt8>, _ firstPacket: Span<UInt8>) throws(CodecError) -> CodecSummary
  /// Makes a decoder from a magic cookie.
  public let makeDecoder: @Sendable (_ cookie: Span<UInt8>) throws(CodecError) -> any PacketDecoder & ~Copyable

  /// Creates a descriptor.
  public init(
    formatIDs: [FourCharacterCode], name: String,
    describe: @escaping @Sendable (Span<UInt8>, Span<UInt8>) throws(CodecError) -> CodecSummary,
    makeDecoder: @escaping @Sendable (Span<UInt8>) throws(CodecError) -> any PacketDecoder & ~Copyable
  ) {
    self.formatIDs = formatIDs
    self.name = name
    self.describe = describe
    self.makeDecoder = makeDecoder
  }
}

/// What a magic cookie says about a stream, whether or not it can be decoded.
public struct CodecSummary: Sendable, Equatable {
  /// The format ID as Core Audio would give it.
  public var formatID: FourCharacterCode
  /// The profile in words, such as `AAC-ELD, LD-SBR dual rate`.
  public var profile: String
  /// What a packet decodes to here.
  public var decoded: DecodedFormat
  /// What the packets may be decoded as, the richest first, the core last: `kAudioFilePropertyFormatList`. One entry
  /// where the stream has no layers.
  public var layers: [Layer]
  /// Remarks a user should see, such as a part of the stream that is left aside.
  public var notes: [String]
  /// The codec's own configuration, without the container's wrapping: an AudioSpecificConfig.
  public var configuration: [UInt8]
  /// The decoded fields of the configuration, in order, for people.
  public var fields: [Field]

  /// One way to decode a stream of several layers.
  public struct Layer: Sendable, Equatable {
    /// The format ID of the stream up to this layer.
    public var formatID: FourCharacterCode
    /// What a packet decodes to with this layer.
    public var decoded: DecodedFormat

    /// Creates a layer.
    public init(formatID: FourCharacterCode, decoded: DecodedFormat) {
      self.formatID = formatID
      self.decoded = decoded
    }
  }

  /// A named value of the configuration.
  public struct Field: Sendable, Equatable {
    /// The standard's name.
    public var name: String
    /// The value in words.
    public var value: String

    /// Creates a field.
    public init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  /// Creates a summary.
  public init(
    formatID: FourCharacterCode, profile: String, decoded: DecodedFormat, notes: [String] = [],
    configuration: [UInt8], fields: [Field] = [], layers: [Layer] = []
  ) {
    self.layers = layers.isEmpty ? [Layer(formatID: formatID, decoded: decoded)] : layers
    self.formatID = formatID
    self.profile = profile
    self.decoded = decoded
    self.notes = notes
    self.configuration = configuration
    self.fields = fields
  }
}
