import AudioBase

/// Decodes packets of DSD: each frame is a low-passed sum of the bits around it.
///
/// A bit is +1 or −1, so that a recording with only ones has full scale. Half of full scale is 0 dB of Super Audio CDs,
/// the highest level at which modulators are stable; it is decoded as 0.5. The filter needs bits of the next packet:
/// the frames of a packet are returned with the next packet, without a shift in time.
struct DSDDecoder: PacketDecoder, ~Copyable {
  let format: DecodedFormat
  /// Always `nil`: every bit is a sample.
  var remark: CodecError? { nil }
  var delay: Int { format.framesPerPacket }
  var lookAheadPacketCount: Int { 1 }
  /// Two packets: the packet to return, and the packet before it.
  var prerollPacketCount: Int { 2 }
  var history: DecoderHistory { .packets(2) }
  /// A byte with equally many one and zero bits, which is silence.
  private static let silence: UInt8 = 0x69

  private let shape: DSDShape
  private let filter: DSDFilter
  private let sideByteCount: Int
  private let bytesPerFrame: Int
  /// The bytes of each channel: the last ones before the held packet, its own, and the first ones after it.
  private var bytes: [UInt8]
  /// The number of bytes of each channel in ``bytes``.
  private let stride: Int
  /// The bytes of each channel of the packet that was received last.
  private var next: [UInt8]
  /// The bytes of the packet that is held.
  private var heldByteCount = 0

  init(_ stream: CodedStream) throws(CodecError) {
    shape = try DSDShape(stream)
    format = shape.decodedFormat(stream)
    filter = DSDFilter(bitsPerFrame: shape.bitsPerFrame)
    (sideByteCount, bytesPerFrame) = (DSDFilter.sideByteCount(bitsPerFrame: shape.bitsPerFrame), shape.bitsPerFrame / 8)
    stride = 2 * sideByteCount + shape.byteCount + bytesPerFrame
    // Bound: thrice the limit of a packet's bytes, for the filter reaches no more than a packet to either side.
    bytes = [UInt8](repeating: Self.silence, count: shape.channelCount * stride)
    // Bound: the limit of a packet's bytes.
    next = [UInt8](repeating: Self.silence, count: shape.channelCount * shape.byteCount)
  }

  mutating func decode(_ packet: Span<UInt8>, frameCount: Int, into output: inout PCMBlock) throws(CodecError) {
    output.setFrameCount(0)
    let count = packet.count / shape.channelCount
    guard packet.count % shape.channelCount == 0, (1...shape.byteCount).contains(count) else {
      throw CodecError(.malformed, "a packet of DSD has as many bytes of each channel, no more than the format states")
    }
    guard output.channelCount == shape.channelCount, output.capacity >= shape.framesPerPacket else {
      throw CodecError(.invalidState, "the block has the stream's channels, and room for a packet")
    }
    for channel in 0..<shape.channelCount {
      for byte in 0..<count { next[channel * shape.byteCount + byte] = packet[byte * shape.channelCount + channel] }
    }
    pass(count, into: &output)
  }

  mutating func conceal(into output: inout PCMBlock) {
    guard output.channelCount == shape.channelCount, output.capacity >= shape.framesPerPacket else {
      return output.fillWithSilence(frameCount: shape.framesPerPacket)
    }
    for index in next.indices { next[index] = Self.silence }
    pass(shape.byteCount, into: &output)
  }

  mutating func reset() {
    heldByteCount = 0
    for index in bytes.indices { bytes[index] = Self.silence }
  }

  /// Decodes the packet that is held, and holds the next one, of the given number of bytes per channel.
  private mutating func pass(_ count: Int, into output: inout PCMBlock) {
    let frames = (heldByteCount + bytesPerFrame - 1) / bytesPerFrame
    // Before there is one, as much silence as a packet has.
    output.fillWithSilence(frameCount: heldByteCount == 0 ? shape.framesPerPacket : frames)
    for channel in 0..<shape.channelCount {
      let (start, source) = (channel * stride, channel * shape.byteCount)
      if frames > 0 {
        let end = start + sideByteCount + heldByteCount
        for place in 0..<(start + stride - end) {
          bytes[end + place] = place < count ? next[source + place] : Self.silence
        }
        var plane = output.plane(channel)
        var part = plane._mutatingExtracting(0..<frames)
        filter.filter(bytes.span.extracting(start..<(start + stride)), bytesPerFrame: bytesPerFrame, into: &part)
      }
      for place in 0..<sideByteCount { bytes[start + place] = bytes[start + heldByteCount + place] }
      for place in 0..<count { bytes[start + sideByteCount + place] = next[source + place] }
    }
    heldByteCount = count
  }
}
