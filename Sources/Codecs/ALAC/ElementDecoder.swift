import AudioBase
import Bitstream

// Bound throughout: the cookie's frameLength is refused above 65,536.

/// Decodes the elements of a packet, one a call, into planes of samples.
struct ElementDecoder: Sendable {
  private let configuration: ALACConfiguration
  /// Samples of the first channel of an element.
  private var first: [Int32]
  /// Samples of the second channel of a pair.
  private var second: [Int32]

  init(_ configuration: ALACConfiguration) {
    self.configuration = configuration
    first = Array(repeating: 0, count: configuration.frameLength)
    second = Array(repeating: 0, count: configuration.channelCount > 1 ? configuration.frameLength : 0)
  }

  /// Reads the element after its ID and fills the planes from `firstChannel` on.
  ///
  /// - Returns: The number of frames.
  mutating func decode<Sample: PlaneSample>(
    _ bits: inout BitReader, as kind: ElementKind, into output: inout SampleBlock<Sample>, firstChannel: Int
  ) throws(ALACError) -> Int {
    let header = try ElementHeader(&bits, frameLength: configuration.frameLength)
    switch header.coding {
    case .verbatim: try readVerbatim(&bits, kind, header.frameCount)
    case .compressed(let mix): try readCompressed(&bits, kind, header, mix)
    }
    let unused = 32 - configuration.bitDepth.rawValue
    output.write(first.span.extracting(0..<header.frameCount), unused: unused, toChannel: firstChannel)
    if kind == .pair {
      output.write(second.span.extracting(0..<header.frameCount), unused: unused, toChannel: firstChannel + 1)
    }
    return header.frameCount
  }

  /// Reads samples unchanged, those of a frame side by side. Bits above the bit depth are left to the output.
  private mutating func readVerbatim(
    _ bits: inout BitReader, _ kind: ElementKind, _ frameCount: Int
  ) throws(ALACError) {
    let width = configuration.bitDepth.rawValue
    guard bits.remaining >= frameCount * kind.channelCount * width else {
      throw ALACError(.truncated, at: bits.offset)
    }
    for index in 0..<frameCount {
      first[index] = Int32(bitPattern: bits.readUnchecked(width))
      if kind == .pair { second[index] = Int32(bitPattern: bits.readUnchecked(width)) }
    }
  }

  private mutating func readCompressed(
    _ bits: inout BitReader, _ kind: ElementKind, _ header: ElementHeader, _ mix: StereoMix
  ) throws(ALACError) {
    let depth = configuration.bitDepth.rawValue
    let predictedWidth = header.predictedWidth(bitDepth: depth)
    guard predictedWidth > 0 else { throw ALACError(.shiftLeavesNoBits, at: bits.offset) }
    let width = predictedWidth + (kind == .pair ? 1 : 0)
    guard width <= 32 else { throw ALACError(.wideChannelPair, at: bits.offset) }
    let format = ChannelFormat(width: width, adaptation: configuration.adaptation)
    let channel = try ChannelHeader(&bits)
    let other = try kind == .pair ? ChannelHeader(&bits) : ChannelHeader()
    let low = LowBits(start: bits.offset, width: 8 * header.shiftedByteCount, channelCount: kind.channelCount)
    let lowBitCount = header.frameCount * kind.channelCount * low.width
    guard lowBitCount <= bits.remaining else { throw ALACError(.truncated, at: bits.offset) }
    bits.consume(lowBitCount)

    try channel.readSamples(&bits, format, into: &first, header.frameCount)
    if kind == .pair {
      try other.readSamples(&bits, format, into: &second, header.frameCount)
      mix.unmix(&first, &second, header.frameCount)
      low.append(to: &second, header.frameCount, channel: 1, bits)
    }
    low.append(to: &first, header.frameCount, channel: 0, bits)
  }
}
