import AudioBase

/// Decodes WAVE's IMA ADPCM: independent blocks, each with the first sample of its channels uncompressed.
struct WaveIMADecoder: PacketDecoder, ~Copyable {
  let format: DecodedFormat
  /// Always `nil`: a packet has nothing beside its sound.
  var remark: CodecError? { nil }
  /// Zero: every block is independent.
  var prerollPacketCount: Int { 0 }
  var history: DecoderHistory { .packets(0) }
  private let block: BlockShape

  init(_ stream: CodedStream) throws(CodecError) {
    let block = try BlockShape(stream, kind: .waveIMA)
    self.block = block
    format = block.decodedFormat(stream)
  }

  /// Decodes a block; a shorter block gives the frames that it holds.
  mutating func decode(_ packet: Span<UInt8>, frameCount: Int, into output: inout PCMBlock) throws(CodecError) {
    try block.check(output)
    let frames = try block.frameCount(of: packet)
    for channel in 0..<block.channelCount {
      guard packet[4 * channel + 2] <= IMAState.lastStepIndex else {
        throw CodecError(.malformed, "the step index of IMA ADPCM is at most 88", bitOffset: 8 * (4 * channel + 2))
      }
    }
    output.setFrameCount(frames)
    for channel in 0..<block.channelCount {
      var plane = output.plane(channel)
      decode(packet, channel: channel, frames: frames, into: &plane)
    }
  }

  private func decode(_ packet: Span<UInt8>, channel: Int, frames: Int, into plane: inout MutableSpan<Float>) {
    let header = 4 * channel
    let first = Int16(bitPattern: UInt16(packet[header]) | UInt16(packet[header + 1]) << 8)
    var state = IMAState(predictor: Int32(first), stepIndex: Int32(packet[header + 2]))
    plane[0] = Float(state.output) * 0x1p-15
    let groupByteCount = 4 * block.channelCount
    for index in 0..<(frames - 1) {
      let byte = packet[groupByteCount * (1 + index >> 3) + header + (index & 7) >> 1]
      state = state.next(index & 1 == 0 ? byte & 15 : byte >> 4)
      plane[index + 1] = Float(state.output) * 0x1p-15
    }
  }

  mutating func conceal(into output: inout PCMBlock) { output.fillWithSilence(frameCount: block.frameCount) }

  /// Does nothing: there is no state.
  mutating func reset() {}
}
