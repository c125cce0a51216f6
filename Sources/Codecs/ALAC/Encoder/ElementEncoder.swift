import AudioBase

/// Encodes the elements of a packet, one a call.
struct ElementEncoder: Sendable {
  private let configuration: ALACConfiguration
  private var first: ChannelEncoder
  private var second: ChannelEncoder

  init(_ configuration: ALACConfiguration) {
    self.configuration = configuration
    first = ChannelEncoder(frameLength: configuration.frameLength)
    second = ChannelEncoder(frameLength: configuration.channelCount > 1 ? configuration.frameLength : 0)
  }

  /// The channels of a block that an element takes.
  struct Input {
    /// The kind: one channel or two.
    var kind: ElementKind
    /// The first channel.
    var channel: Int
    /// The frames to encode.
    var frames: Range<Int>
  }

  /// Encodes an element after its ID.
  mutating func encode<Sample: PlaneSample>(
    _ block: borrowing SampleBlock<Sample>, _ input: Input, to packet: inout PacketBits
  ) {
    let count = input.frames.count
    load(block, input)
    let shiftedByteCount = shiftedByteCount(input.kind, count)
    let lowWidth = 8 * shiftedByteCount
    let depth = configuration.bitDepth.rawValue
    var width = depth - lowWidth
    first.splitLowBits(width: lowWidth, count)
    var mix = StereoMix()
    if input.kind == .pair {
      second.splitLowBits(width: lowWidth, count)
      mix = StereoDecision.mix(first.samples.span.extracting(0..<count), second.samples.span.extracting(0..<count))
      mix.mix(&first.samples, &second.samples, count)
      width += 1
    }
    let format = ChannelFormat(width: width, adaptation: configuration.adaptation)
    first.analyze(count, format)
    if input.kind == .pair { second.analyze(count, format) }
    let start = packet.position
    let coding = Coding(mix: mix, lowWidth: lowWidth, format: format, limit: depth * count * input.kind.channelCount)
    guard first.hasResiduals, input.kind == .single || second.hasResiduals,
      writeCompressed(input.kind, count, coding, to: &packet)
    else {
      packet.rewind(to: start)
      load(block, input)
      writeVerbatim(input.kind, count, to: &packet)
      return
    }
  }

  /// The coding of a compressed element, and its limit.
  private struct Coding {
    var mix: StereoMix
    var lowWidth: Int
    var format: ChannelFormat
    /// The number of bits of the uncompressed samples, which the element must not reach without its header.
    var limit: Int
  }

  /// Writes the element with prediction; returns `false` if it is too long or decoders would differ, and the bits
  /// written are then useless.
  private func writeCompressed(
    _ kind: ElementKind, _ count: Int, _ coding: Coding, to packet: inout PacketBits
  ) -> Bool {
    // The header of the element has 16 bits more than that of one which is not predicted.
    var bitCount = 16 + coding.lowWidth * count * kind.channelCount + 16 * (first.header.predictor.order + 1)
    if kind == .pair { bitCount += 16 * (second.header.predictor.order + 1) }
    guard bitCount < coding.limit else { return false }
    writeHeader(
      ElementHeader(frameCount: count, shiftedByteCount: coding.lowWidth / 8, coding: .compressed(coding.mix)),
      to: &packet)
    first.header.write(to: &packet)
    if kind == .pair { second.header.write(to: &packet) }
    writeLowBits(coding.lowWidth, kind, count, to: &packet)
    let limit = packet.count + coding.limit - bitCount
    guard let size = first.writeResiduals(count, coding.format, to: &packet, limit: limit) else { return false }
    bitCount += size
    if kind == .pair {
      guard let size = second.writeResiduals(count, coding.format, to: &packet, limit: limit) else { return false }
      bitCount += size
    }
    return bitCount < coding.limit
  }

  private mutating func load<Sample: PlaneSample>(_ block: borrowing SampleBlock<Sample>, _ input: Input) {
    let depth = configuration.bitDepth.rawValue
    var integers = first.samples.mutableSpan
    block.quantize(input.channel, frames: input.frames, bitDepth: depth, into: &integers)
    guard input.kind == .pair else { return }
    integers = second.samples.mutableSpan
    block.quantize(input.channel + 1, frames: input.frames, bitDepth: depth, into: &integers)
  }

  /// Returns the smallest number of low bytes to store separately so that the entropy coder handles the residuals well;
  /// the low bytes of loud sound are noise anyway.
  private func shiftedByteCount(_ kind: ElementKind, _ count: Int) -> Int {
    let (least, most) =
      switch configuration.bitDepth {
      case .sixteen, .twenty: (0, 0)
      case .twentyFour: (0, 1)
      case .thirtyTwo: (kind == .pair ? 1 : 0, 2)
      }
    guard least < most else { return least }
    var size = first.meanStep(count)
    if kind == .pair { size = max(size, second.meanStep(count)) }
    return (least..<most).first { size >> (8 * $0) < 1 << 11 } ?? most
  }

  private func writeHeader(_ header: ElementHeader, to packet: inout PacketBits) {
    header.write(to: &packet, frameLength: configuration.frameLength)
  }

  private func writeVerbatim(_ kind: ElementKind, _ count: Int, to packet: inout PacketBits) {
    let depth = configuration.bitDepth.rawValue
    // It has no meaning here, but FFmpeg refuses a pair whose predicted samples would have 33 bits.
    let shiftedByteCount = kind == .pair && depth == 32 ? 1 : 0
    writeHeader(ElementHeader(frameCount: count, shiftedByteCount: shiftedByteCount, coding: .verbatim), to: &packet)
    let mask = UInt32.max >> UInt32(32 - depth)
    for index in 0..<count {
      packet.put(UInt32(bitPattern: first.samples[index]) & mask, depth)
      if kind == .pair { packet.put(UInt32(bitPattern: second.samples[index]) & mask, depth) }
    }
  }

  private func writeLowBits(_ width: Int, _ kind: ElementKind, _ count: Int, to packet: inout PacketBits) {
    guard width > 0 else { return }
    for index in 0..<count {
      packet.put(UInt32(first.lowBits[index]), width)
      if kind == .pair { packet.put(UInt32(second.lowBits[index]), width) }
    }
  }
}
