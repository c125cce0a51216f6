package import AudioBase

/// Converts interleaved bytes of G.711 to planar floats, exactly: a sample is the law's 16-bit value / 2^15.
package struct G711Decoder: PacketDecoder, ~Copyable {
  package let format: DecodedFormat
  /// Always `nil`: every byte is a code.
  package var remark: CodecError? { nil }
  /// Zero: every frame is independent.
  package var prerollPacketCount: Int { 0 }
  package var history: DecoderHistory { .packets(0) }
  /// The samples of the 256 codes.
  private let samples: [Float]

  package init(_ stream: CodedStream) throws(CodecError) {
    let law = try CompandingLaw(stream.format.formatID)
    format = try G711Codec.decodedFormat(stream)
    samples = (0...255).map { Float(law.expand($0)) * 0x1p-15 }
  }

  /// As many frames as fit the packet's bytes.
  package var frameLimit: PacketFrameLimit {
    PacketFrameLimit(unitFrameCount: 1, unitByteCount: format.layout.channelCount)
  }

  /// Decodes all frames of the packet, which must be a whole number and fit the block.
  package mutating func decode(_ packet: Span<UInt8>, frameCount: Int, into output: inout PCMBlock) throws(CodecError) {
    let channelCount = format.layout.channelCount
    guard output.channelCount == channelCount else {
      throw CodecError(.invalidState, "the block has another number of channels than the stream")
    }
    let frames = packet.count / channelCount
    guard frames * channelCount == packet.count else {
      throw CodecError(.truncated, "a packet of G.711 holds whole frames", bitOffset: packet.count * 8)
    }
    guard frames <= output.capacity else {
      throw CodecError(.limitExceeded, "a packet of G.711 holds more frames than its container says")
    }
    output.setFrameCount(frames)
    let samples = self.samples.span
    for channel in 0..<channelCount {
      var plane = output.plane(channel)
      var place = channel
      for frame in 0..<frames {
        plane[frame] = samples[Int(packet[place])]
        place += channelCount
      }
    }
  }

  /// Writes one frame of silence, or none if the block has no room.
  package mutating func conceal(into output: inout PCMBlock) {
    output.setFrameCount(min(1, output.capacity))
    for channel in 0..<output.channelCount where output.frameCount == 1 {
      var plane = output.plane(channel)
      plane[0] = 0
    }
  }

  /// Does nothing: there is no state.
  package mutating func reset() {}
}
