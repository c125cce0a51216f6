package import AudioBase
import Bitstream

/// Decodes Apple Lossless packets, which are independent.
package struct ALACDecoder: PacketDecoder, ~Copyable {
  /// The decoded format: planes in the order of a packet's elements, as in the layout.
  package let format: DecodedFormat
  /// The remark on a packet without its end element, which decodes nevertheless.
  package private(set) var remark: CodecError?
  /// Zero: packets are independent.
  package var prerollPacketCount: Int { 0 }
  /// Zero packets: they are independent, and a damaged one becomes silence.
  package var history: DecoderHistory { .packets(0) }

  private let configuration: ALACConfiguration
  private var element: ElementDecoder

  /// Creates a decoder; `layout` has the loudspeakers that the container states.
  package init(_ configuration: ALACConfiguration, layout: ChannelLayout? = nil) {
    self.configuration = configuration
    format = configuration.decodedFormat(layout: layout)
    element = ElementDecoder(configuration)
  }

  /// Decodes one packet; a packet of fewer frames than `DecodedFormat.framesPerPacket` sets their number.
  ///
  /// Samples of 32 bits are rounded to the nearest `Float`.
  package mutating func decode(
    _ packet: Span<UInt8>, frameCount: Int, into output: inout PCMBlock
  ) throws(CodecError) {
    try decodeAny(packet, into: &output)
  }

  /// Decodes one packet into samples that hold 32 bits.
  package mutating func decode(
    _ packet: Span<UInt8>, frameCount: Int, into output: inout SampleBlock<Double>
  ) throws(CodecError) {
    try decodeAny(packet, into: &output)
  }

  /// Writes a packet of silence, or as much of it as the block has room for.
  package mutating func conceal(into output: inout PCMBlock) {
    output.fillWithSilence(frameCount: configuration.frameLength)
  }

  /// Clears the remark: packets are independent.
  package mutating func reset() { remark = nil }

  private mutating func decodeAny<Sample: PlaneSample>(
    _ packet: Span<UInt8>, into output: inout SampleBlock<Sample>
  ) throws(CodecError) {
    remark = nil
    do throws(ALACError) {
      guard output.channelCount == configuration.channelCount else { throw ALACError(.wrongChannelCount) }
      guard output.capacity >= configuration.frameLength else { throw ALACError(.blockSize) }
      try decodeElements(packet, into: &output)
    } catch {
      output.setFrameCount(0)
      throw error.asCodecError
    }
  }

  private mutating func decodeElements<Sample: PlaneSample>(
    _ packet: Span<UInt8>, into output: inout SampleBlock<Sample>
  ) throws(ALACError) {
    var bits = BitReader(packet)
    var frameCount: Int?
    var channel = 0
    while channel < configuration.channelCount {
      let start = bits.offset
      guard let found = try ElementKind(nextIn: &bits) else { throw ALACError(.channelsMissing, at: start) }
      guard channel + found.channelCount <= configuration.channelCount else {
        throw ALACError(.tooManyChannels, at: start)
      }
      let count = try element.decode(&bits, as: found, into: &output, firstChannel: channel)
      guard count == frameCount ?? count else { throw ALACError(.frameCountMismatch, at: start) }
      frameCount = count
      channel += found.channelCount
    }
    output.setFrameCount(frameCount ?? 0)
    checkEnd(&bits)
  }

  /// Checks the end of the packet, which is complete by now: an error is only remarked.
  private mutating func checkEnd(_ bits: inout BitReader) {
    do throws(ALACError) {
      let start = bits.offset
      if try ElementKind(nextIn: &bits) != nil { throw ALACError(.tooManyChannels, at: start) }
    } catch {
      remark = ALACError(error.rule == .truncated ? .endMissing : error.rule, at: error.bitOffset).asCodecError
    }
  }
}
