import AudioBase

/// Decodes the ADPCM of Flash: independent packets of blocks of 4096 frames, with codes of 2 to 5 bits.
///
/// Adobe, "SWF File Format Specification" 19, chapter 11, "ADPCMSOUNDDATA".
struct FlashADPCMDecoder: PacketDecoder, ~Copyable {
  let format: DecodedFormat
  /// Always `nil`: every bit is a code.
  var remark: CodecError? { nil }
  /// Zero: every packet is independent.
  var prerollPacketCount: Int { 0 }
  var history: DecoderHistory { .packets(0) }
  var frameLimit: PacketFrameLimit { PacketFrameLimit(unitFrameCount: 4, unitByteCount: 1) }
  private static let blockFrameCount = 4096

  private let channelCount: Int

  init(_ stream: CodedStream) throws(CodecError) {
    format = try Self.decodedFormat(stream)
    channelCount = format.layout.channelCount
  }

  static func decodedFormat(_ stream: CodedStream) throws(CodecError) -> DecodedFormat {
    guard (1...2).contains(stream.format.channelsPerFrame), stream.format.sampleRate > 0 else {
      throw CodecError(.malformed, "ADPCM of Flash has a rate, and one or two channels")
    }
    return DecodedFormat(
      sampleRate: stream.format.sampleRate,
      layout: ChannelLayout(unlabelledChannelCount: stream.format.channelsPerFrame), framesPerPacket: blockFrameCount)
  }

  /// The changes of the index by the magnitude of a code of 2, 3, 4 and 5 bits.
  private static let changes: [[Int32]] = [
    [-1, 2], [-1, -1, 2, 4], [-1, -1, -1, -1, 2, 4, 6, 8],
    [-1, -1, -1, -1, -1, -1, -1, -1, 1, 2, 4, 6, 8, 10, 13, 16],
  ]

  mutating func decode(_ packet: Span<UInt8>, frameCount: Int, into output: inout PCMBlock) throws(CodecError) {
    output.setFrameCount(0)
    guard let first = packet.isEmpty ? nil : packet[0], output.channelCount == channelCount else {
      throw CodecError(packet.isEmpty ? .truncated : .invalidState, "a packet has bytes, and the stream's channels")
    }
    let width = 2 + Int(first >> 6)
    let (head, code) = (22 * channelCount, width * channelCount)
    let bitCount = 8 * packet.count - 2
    let rest = bitCount % (head + (Self.blockFrameCount - 1) * code)
    let blocks = bitCount / (head + (Self.blockFrameCount - 1) * code)
    let count = blocks * Self.blockFrameCount + (rest < head ? 0 : 1 + (rest - head) / code)
    guard count > 0 else {
      throw CodecError(.truncated, "the packet ends inside its first block's header", bitOffset: packet.count * 8)
    }
    if output.capacity < count {
      // Bound: four frames per byte.
      output = PCMBlock(channelCount: channelCount, capacity: count)
    }
    output.setFrameCount(count)
    for channel in 0..<channelCount {
      var plane = output.plane(channel)
      var part = plane._mutatingExtracting(0..<count)
      decode(packet, width: width, channel: channel, into: &part)
    }
  }

  private func decode(
    _ packet: Span<UInt8>, width: Int, channel: Int, into plane: inout MutableSpan<Float>
  ) {
    func bits(_ first: Int, _ count: Int) -> Int {
      (first..<(first + count)).reduce(0) { $0 << 1 | Int(packet[$1 >> 3] >> UInt8(7 - $1 & 7)) & 1 }
    }
    let blockBitCount = channelCount * (22 + (Self.blockFrameCount - 1) * width)
    let changes = Self.changes[width - 2]
    let sign = 1 << (width - 1)
    var (predictor, index): (Int32, Int32) = (0, 0)
    for frame in plane.indices {
      let (block, within) = frame.quotientAndRemainder(dividingBy: Self.blockFrameCount)
      let start = 2 + block * blockBitCount
      if within == 0 {
        let head = start + 22 * channel
        predictor = Int32(Int16(truncatingIfNeeded: bits(head, 16)))
        index = min(Int32(bits(head + 16, 6)), IMAState.lastStepIndex)
      } else {
        let place = start + channelCount * 22 + ((within - 1) * channelCount + channel) * width
        let code = bits(place, width)
        var step = Int32(imaSteps[Int(index)])
        var difference: Int32 = 0
        var weight = sign >> 1
        while weight > 0 {
          if code & weight != 0 { difference += step }
          step >>= 1
          weight >>= 1
        }
        difference += step
        predictor = min(max(predictor + (code & sign != 0 ? -difference : difference), -32768), 32767)
        index = min(max(index + changes[code & (sign - 1)], 0), IMAState.lastStepIndex)
      }
      plane[frame] = Float(predictor) * 0x1p-15
    }
  }

  mutating func conceal(into output: inout PCMBlock) {
    output.fillWithSilence(frameCount: min(Self.blockFrameCount, output.capacity))
  }

  /// Does nothing: there is no state.
  mutating func reset() {}
}
