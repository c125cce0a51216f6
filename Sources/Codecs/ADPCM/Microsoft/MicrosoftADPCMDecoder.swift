import AudioBase

/// Decodes Microsoft ADPCM: independent blocks, each with the first two samples of its channels uncompressed.
struct MicrosoftADPCMDecoder: PacketDecoder, ~Copyable {
  let format: DecodedFormat
  /// Always `nil`: a packet has nothing beside its sound.
  var remark: CodecError? { nil }
  /// Zero: every block is independent.
  var prerollPacketCount: Int { 0 }
  var history: DecoderHistory { .packets(0) }
  private let block: BlockShape
  private let pairs: [PredictorPair]

  init(_ stream: CodedStream) throws(CodecError) {
    let block = try BlockShape(stream, kind: .microsoft)
    let pairs = try PredictorPair.table(cookie: stream.cookie.span)
    self.block = block
    self.pairs = pairs
    format = block.decodedFormat(stream)
  }

  /// Decodes a block; a shorter block gives the frames that it holds.
  mutating func decode(_ packet: Span<UInt8>, frameCount: Int, into output: inout PCMBlock) throws(CodecError) {
    try block.check(output)
    let frames = try block.frameCount(of: packet)
    for channel in 0..<block.channelCount {
      guard Int(packet[channel]) < pairs.count else {
        throw CodecError(
          .malformed, "the block names a coefficient pair that the table has not", bitOffset: 8 * channel)
      }
    }
    output.setFrameCount(frames)
    for channel in 0..<block.channelCount {
      var plane = output.plane(channel)
      decode(packet, channel: channel, frames: frames, into: &plane)
    }
  }

  private func decode(_ packet: Span<UInt8>, channel: Int, frames: Int, into plane: inout MutableSpan<Float>) {
    let channels = block.channelCount
    /// Returns the number of 16 bits at `place` among the header's bytes of one channel.
    func number(_ place: Int) -> Int32 {
      let offset = place * channels + 2 * channel
      return Int32(Int16(bitPattern: UInt16(packet[offset]) | UInt16(packet[offset + 1]) << 8))
    }
    var state = MicrosoftADPCMState(
      pair: pairs[Int(packet[channel])], last: number(3), secondLast: number(5), step: number(1))
    // A block has room for two frames at least, but the format may say that it has only one.
    plane[0] = Float(state.secondLast) * 0x1p-15
    if frames > 1 { plane[1] = Float(state.last) * 0x1p-15 }
    var place = MicrosoftADPCMState.headerByteCount * channels * 2 + channel
    for frame in stride(from: 2, to: frames, by: 1) {
      let byte = packet[place >> 1]
      state = state.next(place & 1 == 0 ? byte >> 4 : byte & 15)
      plane[frame] = Float(state.output) * 0x1p-15
      place += channels
    }
  }

  mutating func conceal(into output: inout PCMBlock) { output.fillWithSilence(frameCount: block.frameCount) }

  /// Does nothing: there is no state.
  mutating func reset() {}
}
