import AudioBase

/// The coding of one channel, whose state continues from packet to packet: everything in which such kinds of ADPCM
/// differ.
protocol RunningADPCM: BitwiseCopyable, Sendable, SendableMetatype {
  static var formatID: FourCharacterCode { get }
  static var name: String { get }
  static var largestChannelCount: Int { get }
  /// The number of packets to decode before the first one with correct output.
  static var prerollPacketCount: Int { get }

  /// Begins a channel.
  ///
  /// - Throws: `CodecError` if the format or the cookie is of another coding.
  init(_ stream: CodedStream) throws(CodecError)
  /// Returns the number of frames in the first bytes of a packet; 0 if there are too few bytes.
  static func frameCount(_ byteCount: Int, _ format: StreamFormat) -> Int
  /// Decodes the channel's part of a packet that has as many frames as the plane; samples are of 16 bits.
  mutating func decode(_ packet: Span<UInt8>, channel: Int, of channelCount: Int, into plane: inout MutableSpan<Float>)
}

extension RunningADPCM {
  static var largestChannelCount: Int { 2 }
  static var prerollPacketCount: Int { 8 }
  /// Returns the frames of packets that have half a byte per sample.
  static func frameCount(_ byteCount: Int, _ format: StreamFormat) -> Int { 2 * byteCount / format.channelsPerFrame }

  /// A descriptor for a catalog.
  static var descriptor: CodecDescriptor {
    CodecDescriptor(
      formatIDs: [formatID], name: name,
      describe: { stream, _ throws(CodecError) in
        CodecSummary(
          formatID: Self.formatID, profile: Self.name,
          decoded: try RunningADPCMDecoder<Self>.decodedFormat(stream), configuration: stream.cookie)
      },
      makeDecoder: { stream, _ throws(CodecError) in try RunningADPCMDecoder<Self>(stream) })
  }
}

/// Decodes packets of a coding whose state continues.
struct RunningADPCMDecoder<Coding: RunningADPCM>: PacketDecoder, ~Copyable {
  /// The largest packet, in frames: as many as the blocks of WAVE's ADPCM have at most.
  static var largestFrameCount: Int { BlockShape.maximumCount }

  let format: DecodedFormat
  /// Always `nil`: every bit is a code.
  var remark: CodecError? { nil }
  var prerollPacketCount: Int { Coding.prerollPacketCount }
  var history: DecoderHistory { .unbounded("the predictor of ADPCM") }
  var frameLimit: PacketFrameLimit {
    PacketFrameLimit(unitFrameCount: Self.largestFrameCount, unitByteCount: 1, maximumUnitCount: 1)
  }

  private let stream: CodedStream
  private let fresh: Coding
  private var channels: [Coding]

  init(_ stream: CodedStream) throws(CodecError) {
    let (format, fresh) = (try Self.decodedFormat(stream), try Coding(stream))
    (self.format, self.stream, self.fresh) = (format, stream, fresh)
    // Bound: the coding's own number of channels.
    channels = [Coding](repeating: fresh, count: stream.format.channelsPerFrame)
  }

  static func decodedFormat(_ stream: CodedStream) throws(CodecError) -> DecodedFormat {
    let format = stream.format
    guard (1...Coding.largestChannelCount).contains(format.channelsPerFrame), format.sampleRate > 0,
      format.sampleRate.isFinite
    else {
      throw CodecError(.unsupported, "ADPCM has a rate, and no more channels than its kind allows")
    }
    guard (0...BlockShape.maximumCount).contains(format.bytesPerPacket),
      (1...largestFrameCount).contains(format.framesPerPacket)
    else {
      throw CodecError(.unsupported, "packets of ADPCM have up to 65535 bytes and frames, which the format states")
    }
    _ = try Coding(stream)
    let stated = stream.layout.flatMap { $0.channelCount == format.channelsPerFrame ? $0 : nil }
    return DecodedFormat(
      sampleRate: format.sampleRate, layout: stated ?? ChannelLayout(unlabelledChannelCount: format.channelsPerFrame),
      framesPerPacket: format.framesPerPacket)
  }

  mutating func decode(_ packet: Span<UInt8>, frameCount: Int, into output: inout PCMBlock) throws(CodecError) {
    output.setFrameCount(0)
    guard output.channelCount == channels.count else {
      throw CodecError(.invalidState, "the block must have the stream's channels")
    }
    guard packet.count <= BlockShape.maximumCount else {
      throw CodecError(.malformed, "a packet of ADPCM has up to 65535 bytes", bitOffset: packet.count)
    }
    let count = min(Coding.frameCount(packet.count, stream.format), Self.largestFrameCount)
    guard count > 0 else {
      throw CodecError(.truncated, "the packet holds no whole frame", bitOffset: packet.count * 8)
    }
    if output.capacity < count {
      // Bound: the most frames of a packet.
      output = PCMBlock(channelCount: output.channelCount, capacity: count)
    }
    output.setFrameCount(count)
    for channel in channels.indices {
      var plane = output.plane(channel)
      var part = plane._mutatingExtracting(0..<count)
      channels[channel].decode(packet, channel: channel, of: channels.count, into: &part)
    }
  }

  mutating func conceal(into output: inout PCMBlock) {
    output.fillWithSilence(frameCount: min(format.framesPerPacket, output.capacity))
  }

  mutating func reset() {
    for channel in channels.indices { channels[channel] = fresh }
  }
}

/// Clips to 16 bits.
@inline(__always)
func clipped16(_ value: Int32) -> Int32 { min(max(value, -32768), 32767) }

/// Extends the sign of a code of four bits.
@inline(__always)
func signedNibble(_ code: UInt8) -> Int32 { Int32(Int8(bitPattern: code << 4) >> 4) }
