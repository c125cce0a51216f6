/// The floating-point type that holds samples without loss.
public enum SamplePrecision: Sendable, BitwiseCopyable {
  /// `Float`: holds integers of up to 24 bits, 32-bit floats, and the output of lossy codecs.
  case single
  /// `Double`: holds integers of 32 bits and 64-bit floats.
  case double
}

/// The format of a decoder's output.
public struct DecodedFormat: Equatable, Sendable {
  /// The frames per second, in Hz.
  public var sampleRate: Double
  /// The loudspeakers, in the order of the planes of the ``PCMBlock``.
  public var layout: ChannelLayout
  /// The number of frames that one packet decodes to.
  public var framesPerPacket: Int
  /// The precision that holds the samples without loss.
  public var precision: SamplePrecision

  /// Creates a description.
  public init(
    sampleRate: Double, layout: ChannelLayout, framesPerPacket: Int, precision: SamplePrecision = .single
  ) {
    self.sampleRate = sampleRate
    self.layout = layout
    self.framesPerPacket = framesPerPacket
    self.precision = precision
  }
}

/// The number of earlier packets that the decoding of a packet can depend on.
public enum DecoderHistory: Sendable, BitwiseCopyable {
  /// The decoded samples of a packet depend, to the bit, only on the given number of packets right before it that were
  /// decoded without an error or a remark: a decoder that began with them gives the same as one that began with the
  /// first packet of the stream. With 0 each packet is independent, and so is the replacement of a damaged one.
  case packets(Int)
  /// Any earlier packet may matter. The text names the part of the codec with the memory, for people: "SBR".
  case unbounded(StaticString)
}

/// Decodes packets to planar float samples, one packet per call.
///
/// A decoder is moved, not shared. After its first packet it allocates nothing, takes no lock and does no input or
/// output, so it may run on a real-time thread. A call that throws leaves the previous state unchanged: follow it with
/// ``conceal(into:)``, and the stream continues with the next packet.
public protocol PacketDecoder: ~Copyable {
  /// The format that packets decode to.
  var format: DecodedFormat { get }

  /// The error in the last packet that did not affect its sound, such as a broken extension payload, or `nil`.
  var remark: CodecError? { get }

  /// The decoder settings that cannot be met with this stream. It changes only if a packet has a new configuration.
  var unmetSettings: [UnmetSetting] { get }

  /// The delay of the output beyond the codec's own delay, in frames: of tools after the decoding proper, and of
  /// packets that the decoder waits for.
  var delay: Int { get }

  /// The number of packets that a decoder waits for: the first calls give as many packets of silence, each later call
  /// gives the sound of an earlier packet, and after the last packet as many calls of ``conceal(into:)`` give the rest.
  /// The wait is part of ``delay``.
  var lookAheadPacketCount: Int { get }

  /// The packets that must be decoded and discarded before the first requested packet after a seek.
  var prerollPacketCount: Int { get }

  /// Returns true for a packet at which decoding can begin; `nil` if it can begin at every packet.
  var canBegin: (@Sendable (Span<UInt8>) -> Bool)? { get }

  /// The largest number of frames that a packet can decode to, whatever duration is stated for it.
  var frameLimit: PacketFrameLimit { get }

  /// The largest distance of earlier packets that the output depends on; ``DecoderHistory/unbounded(_:)`` if a decoder
  /// does not know. It may become unbounded during decoding, when a packet shows that a tool with a long memory is
  /// used.
  var history: DecoderHistory { get }

  /// Decodes one packet and sets the block's frame count.
  ///
  /// - Parameters:
  ///   - packet: The bytes of the packet, any number.
  ///   - frameCount: The frames that the packet lasts by its container, or 0 for the format's constant. It matters only
  ///     where a packet may hold several coded frames, as in ADTS; an impossible number counts as 0.
  ///   - output: A block of the format's channel count, with room for `frameCount` and `format.framesPerPacket` frames,
  ///     of which no more than ``frameLimit`` allows are filled.
  mutating func decode(_ packet: Span<UInt8>, frameCount: Int, into output: inout PCMBlock) throws(CodecError)

  /// Decodes one packet into samples of twice the precision.
  ///
  /// Only decoders whose ``DecodedFormat/precision`` is ``SamplePrecision/double`` offer it; the others refuse.
  mutating func decode(
    _ packet: Span<UInt8>, frameCount: Int, into output: inout SampleBlock<Double>
  ) throws(CodecError)

  /// Fills in for a packet that was lost or that `decode(_:frameCount:into:)` refused.
  mutating func conceal(into output: inout PCMBlock)

  /// True if the packet after a lost one may help to conceal it: as in the in-band error correction of Opus, a second,
  /// coarser copy of a packet in the next one (RFC 6716, 2.1.7).
  var usesFollowingPacket: Bool { get }

  /// Conceals a lost packet when the packet after it is already available and will be decoded next.
  ///
  /// - Parameters:
  ///   - following: The packet after the lost one.
  ///   - output: As for ``conceal(into:)``.
  mutating func conceal(before following: Span<UInt8>, into output: inout PCMBlock)

  /// Clears all earlier packets, as if newly created.
  mutating func reset()
}

extension PacketDecoder where Self: ~Copyable {
  /// None: all settings are fulfilled.
  public var unmetSettings: [UnmetSetting] { [] }

  /// Zero: the decoder waits for no packet.
  public var delay: Int { 0 }

  /// Zero: the decoder waits for no packet.
  public var lookAheadPacketCount: Int { 0 }

  /// `nil`: decoding can begin at each packet.
  public var canBegin: (@Sendable (Span<UInt8>) -> Bool)? { nil }

  /// One coded frame per packet.
  public var frameLimit: PacketFrameLimit {
    PacketFrameLimit(unitFrameCount: format.framesPerPacket, unitByteCount: 1, maximumUnitCount: 1)
  }

  /// False: a packet does not help to conceal the one before it.
  public var usesFollowingPacket: Bool { false }

  /// Conceals the loss without the following packet.
  public mutating func conceal(before following: Span<UInt8>, into output: inout PCMBlock) { conceal(into: &output) }

  /// Unbounded: nothing is promised.
  public var history: DecoderHistory { .unbounded("the decoder") }

  /// Throws: `Float` already holds this codec's samples.
  public mutating func decode(
    _ packet: Span<UInt8>, frameCount: Int, into output: inout SampleBlock<Double>
  ) throws(CodecError) {
    throw CodecError(.unsupported, "this decoder gives samples of single precision")
  }
}
