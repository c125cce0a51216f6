import AudioBase

// Bound throughout: BlockShape accepts 64 channels at most.

/// Decodes Apple's IMA4: packets of 64 frames, which continue the previous packet.
struct IMA4Decoder: PacketDecoder, ~Copyable {
  let format: DecodedFormat
  /// Always `nil`: a packet has nothing beside its sound.
  var remark: CodecError? { nil }
  /// Zero: a header holds the state to 9 bits; earlier packets would not reliably supply the bits that a decoder
  /// starting in the middle lacks.
  var prerollPacketCount: Int { 0 }
  /// The seven bits that headers leave out are handed on from packet to packet.
  var history: DecoderHistory { .unbounded("the predictor of IMA4") }
  private let block: BlockShape
  /// The state of each channel at the end of the previous packet, or `nil` if that was lost.
  private var running: [IMAState?]

  init(_ stream: CodedStream) throws(CodecError) {
    let block = try BlockShape(stream, kind: .ima4)
    self.block = block
    format = block.decodedFormat(stream)
    running = Array(repeating: IMAState(), count: block.channelCount)
  }

  mutating func decode(_ packet: Span<UInt8>, frameCount: Int, into output: inout PCMBlock) throws(CodecError) {
    try block.check(output)
    let frames = try block.frameCount(of: packet)
    // All headers first, so that a refused packet changes nothing.
    for channel in 0..<block.channelCount {
      guard IMA4Header(parsing: packet, at: 34 * channel).stepIndex <= IMAState.lastStepIndex else {
        throw CodecError(.malformed, "the step index of IMA ADPCM is at most 88", bitOffset: 34 * 8 * channel + 9)
      }
    }
    output.setFrameCount(frames)
    for channel in 0..<block.channelCount {
      let start = 34 * channel
      var state = IMA4Header(parsing: packet, at: start).state(continuing: running[channel])
      var plane = output.plane(channel)
      for pair in 0..<32 {
        let byte = packet[start + IMA4Header.byteCount + pair]
        state = state.next(byte & 15)
        plane[2 * pair] = Float(state.output) * 0x1p-15
        state = state.next(byte >> 4)
        plane[2 * pair + 1] = Float(state.output) * 0x1p-15
      }
      running[channel] = state
    }
  }

  /// Writes a packet of silence, after which the next header counts unchanged.
  mutating func conceal(into output: inout PCMBlock) {
    output.fillWithSilence(frameCount: block.frameCount)
    for channel in running.indices { running[channel] = nil }
  }

  mutating func reset() {
    for channel in running.indices { running[channel] = IMAState() }
  }
}
