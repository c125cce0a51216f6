package import AudioBase

/// Converts linear PCM to planar samples: the mirror of ``SampleEncoder``.
///
/// Linear PCM has no cookie; its stream format states everything. A packet is a run of whole frames of any length.
/// Every sample comes through exactly where the block's precision is that of ``format``.
package struct LinearPCMDecoder: PacketDecoder, ~Copyable {
  /// The rate and the loudspeakers; one frame per packet, as Core Audio counts linear PCM.
  package let format: DecodedFormat
  /// Always `nil`: linear PCM has no payload besides its samples.
  package var remark: CodecError? { nil }
  let samples: SampleDecoder

  /// Creates a decoder.
  ///
  /// - Throws: As ``LinearPCMLayout/init(_:)``; `ErrorKind.malformed` without a sample rate.
  package init(_ stream: StreamFormat, layout: ChannelLayout?) throws(CodecError) {
    let pcm = try LinearPCMLayout(stream)
    guard stream.sampleRate > 0, stream.sampleRate.isFinite else {
      throw CodecError(.malformed, "linear PCM needs a sample rate")
    }
    let stated = layout.flatMap { $0.channelCount == pcm.channelCount ? $0 : nil }
    format = DecodedFormat(
      sampleRate: stream.sampleRate, layout: stated ?? ChannelLayout(unlabelledChannelCount: pcm.channelCount),
      framesPerPacket: 1, precision: pcm.precision)
    samples = SampleDecoder(pcm)
  }

  /// Always 0: every frame is independent.
  package var prerollPacketCount: Int { 0 }
  /// No packets: every sample is independent.
  package var history: DecoderHistory { .packets(0) }

  /// As many frames as fit the packet's bytes.
  package var frameLimit: PacketFrameLimit {
    PacketFrameLimit(unitFrameCount: 1, unitByteCount: samples.layout.bytesPerFrame)
  }

  /// Converts all frames of the packet, which must fit the block.
  package mutating func decode(
    _ packet: Span<UInt8>, frameCount: Int, into output: inout PCMBlock
  ) throws(CodecError) {
    try convert(packet, into: &output)
  }

  /// Converts all frames of the packet, which must fit the block.
  package mutating func decode(
    _ packet: Span<UInt8>, frameCount: Int, into output: inout SampleBlock<Double>
  ) throws(CodecError) {
    try convert(packet, into: &output)
  }

  /// Returns one frame of silence, or none if the block has no room.
  package mutating func conceal(into output: inout PCMBlock) {
    output.setFrameCount(min(1, output.capacity))
    for channel in 0..<output.channelCount where output.frameCount == 1 {
      var plane = output.plane(channel)
      plane[0] = 0
    }
  }

  /// Does nothing: there is no state.
  package mutating func reset() {}

  private func convert<Sample: AudioSample>(
    _ packet: Span<UInt8>, into output: inout SampleBlock<Sample>
  ) throws(CodecError) {
    let frames = packet.count / samples.layout.bytesPerFrame
    guard frames * samples.layout.bytesPerFrame == packet.count else {
      throw CodecError(.truncated, "a packet of linear PCM holds whole frames", bitOffset: packet.count * 8)
    }
    guard frames <= output.capacity else {
      throw CodecError(.limitExceeded, "a packet of linear PCM holds more frames than its container says")
    }
    samples.decode(packet, into: &output)
  }
}
