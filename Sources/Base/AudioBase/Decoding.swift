/// The floating-point type that samples need so that nothing is lost.
public enum SamplePrecision: Sendable, BitwiseCopyable {
  /// `Float`: integers of up to 24 bits, 32-bit floats, and everything that a lossy codec gives.
  case single
  /// `Double`: integers of 32 bits and 64-bit floats.
  case double
}

/// What a decoder gives for a packet.
public struct DecodedFormat: Equatable, Sendable {
  /// Frames per second, in Hz.
  public var sampleRate: Double
  /// The loudspeakers, in the order of the planes of the ``PCMBlock``.
  public var layout: ChannelLayout
  /// Frames that one packet decodes to.
  public var framesPerPacket: Int
  /// What the samples need to come through whole.
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

/// How far back what a decoder makes of a packet can depend on the packets before it.
public enum DecoderHistory: Sendable, BitwiseCopyable {
  /// So many packets right before a packet, decoded without an error or a remark, settle what it decodes to, bit by
  /// bit: a decoder that began with them gives the same as one that began with the first packet of the stream. With 0
  /// each packet stands alone, and so does what replaces a damaged one.
  case packets(Int)
  /// Any earlier packet may matter. The text names the part of the codec that remembers, for people: "SBR".
  case unbounded(StaticString)
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

  /// Frames by which the sound of a packet comes out later than the codec itself makes it: the delay of a tool behind
  /// the decoding proper, and of packets that are waited for.
  var delay: Int { get }

  /// Packets by which a decoder is behind that waits for those to come: the first so many calls give silence, each
  /// later one the sound of an earlier packet, and behind the last packet so many calls of ``conceal(into:)`` give what
  /// is left. Its frames are part of ``delay``.
  var lookAheadPacketCount: Int { get }

  /// Packets that must be decoded and discarded before the first wanted one after a seek.
  var prerollPacketCount: Int { get }

  /// The most frames that a packet can decode to, whatever is said of it.
  var frameLimit: PacketFrameLimit { get }

  /// How far back the output can depend on earlier packets; ``DecoderHistory/unbounded(_:)`` where a decoder does not
  /// say. It may grow to that while packets are decoded, once one shows that a tool with a long memory is used.
  var history: DecoderHistory { get }

  /// Decodes one packet and sets the block's frame count.
  ///
  /// - Parameters:
  ///   - packet: The bytes of the packet, any number.
  ///   - frameCount: Frames that the container says the packet lasts, or 0 for the format's constant. It matters only
  ///     where a packet may hold several coded frames, as in ADTS; a number that no packet has counts as 0.
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

  /// Whether the packet behind a lost one may tell something of it: such as the in-band error correction of Opus, a
  /// second, coarser copy of a packet in the one behind it (RFC 6716, 2.1.7).
  var usesFollowingPacket: Bool { get }

  /// Fills in for a packet that was lost right in front of one that has come, and is decoded next.
  ///
  /// - Parameters:
  ///   - following: The packet behind the lost one.
  ///   - output: As for ``conceal(into:)``.
  mutating func conceal(before following: Span<UInt8>, into output: inout PCMBlock)

  /// Forgets all earlier packets, as if newly made.
  mutating func reset()
}

extension PacketDecoder where Self: ~Copyable {
  /// Nothing is waited for.
  public var delay: Int { 0 }

  /// Nothing is waited for.
  public var lookAheadPacketCount: Int { 0 }

  /// A packet is one coded frame.
  public var frameLimit: PacketFrameLimit {
    PacketFrameLimit(unitFrameCount: format.framesPerPacket, unitByteCount: 1, maximumUnitCount: 1)
  }

  /// A packet tells nothing of the one before it.
  public var usesFollowingPacket: Bool { false }

  /// Fills in as if nothing had come yet.
  public mutating func conceal(before following: Span<UInt8>, into output: inout PCMBlock) { conceal(into: &output) }

  /// Nothing is promised.
  public var history: DecoderHistory { .unbounded("the decoder") }

  /// Refused: the samples fit a `Float`.
  public mutating func decode(
    _ packet: Span<UInt8>, frameCount: Int, into output: inout SampleBlock<Double>
  ) throws(CodecError) {
    throw CodecError(.unsupported, "this decoder gives samples of single precision")
  }
}
