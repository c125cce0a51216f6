package import AudioBase
import XiphAudio

/// Decodes Opus with the system's libopus.
///
/// The decoder's delay is part of the stream: a container's priming frames (`pre-skip`) include it.
package struct OpusDecoder: PacketDecoder, ~Copyable {
  /// The format that packets decode to; packets may differ in duration.
  package let format: DecodedFormat
  /// Always `nil`: the library reports nothing.
  package var remark: CodecError? { nil }
  /// 80 ms, RFC 7845, 4.6.
  package let prerollPacketCount: Int
  /// Unbounded: predictors of both halves of the codec have infinite memories.
  package var history: DecoderHistory { .unbounded("Opus") }
  /// At most 120 ms a packet.
  package var frameLimit: PacketFrameLimit {
    PacketFrameLimit(
      unitFrameCount: OpusPacket.maximumFrameCount / divisor, unitByteCount: 1, maximumUnitCount: 1)
  }

  private var handle: OpusDecoderHandle
  /// The number of frames at 48 kHz for each frame that is given.
  private let divisor: Int
  /// The number of frames of the last packet.
  private var lastFrameCount: Int

  /// Creates a decoder.
  ///
  /// - Throws: `ErrorKind.unsupported` where libopus is missing, or for a stream that it does not decode.
  package init(_ stream: CodedStream) throws(CodecError) {
    let description = try OpusDescription(stream)
    handle = try OpusDecoderHandle(description.header, sampleRate: Int(description.decoded.sampleRate))
    format = description.decoded
    divisor = OpusPacket.sampleRate / Int(description.decoded.sampleRate)
    lastFrameCount = description.decoded.framesPerPacket
    prerollPacketCount = (3840 / divisor + lastFrameCount - 1) / lastFrameCount
  }

  /// Decodes one packet. Empty packets mean lost packets and are rejected.
  package mutating func decode(
    _ packet: Span<UInt8>, frameCount: Int, into output: inout PCMBlock
  ) throws(CodecError) {
    output.setFrameCount(0)
    guard packet.count > 0 else { throw CodecError(.truncated, "a packet is missing") }
    guard let stated = OpusPacket.frameCount(packet) else {
      throw CodecError(.malformed, "the first byte of a packet tells no duration", clause: "RFC 6716, 3.4")
    }
    if output.capacity < stated / divisor {
      // Bound: 120 ms.
      output = PCMBlock(channelCount: output.channelCount, capacity: stated / divisor)
    }
    let count = try handle.decode(packet)
    guard count <= output.capacity else {
      throw CodecError(.malformed, "libopus gives more frames than the packet states", clause: "RFC 6716, 3.1")
    }
    lastFrameCount = max(1, count)
    give(count, to: &output)
  }

  /// True: a packet may carry a coarser copy of the previous one.
  package var usesFollowingPacket: Bool { true }

  /// Decodes the following packet's copy of the lost packet, for the duration of the last packet; calls
  /// ``conceal(into:)`` if there is no copy. RFC 6716, 2.1.7.
  package mutating func conceal(before following: Span<UInt8>, into output: inout PCMBlock) {
    let count = min(lastFrameCount, output.capacity)
    guard following.count > 0, OpusPacket.frameCount(following) != nil, count % (120 / divisor) == 0,
      let filled = try? handle.recover(following, frameCount: count), filled > 0, filled <= output.capacity
    else { return conceal(into: &output) }
    give(filled, to: &output)
  }

  /// Conceals a lost packet with libopus, for the duration of the last packet.
  package mutating func conceal(into output: inout PCMBlock) {
    let count = min(lastFrameCount, output.capacity)
    // The library fills in whole 2.5 ms.
    let whole = count / (120 / divisor) * (120 / divisor)
    if whole > 0, let filled = try? handle.conceal(frameCount: whole), filled <= output.capacity {
      return give(filled, to: &output)
    }
    output.fillWithSilence(frameCount: count)
  }

  /// Clears the state kept from earlier packets.
  package mutating func reset() {
    handle.reset()
    lastFrameCount = format.framesPerPacket
  }

  private func give(_ count: Int, to output: inout PCMBlock) {
    output.setFrameCount(count)
    for channel in 0..<min(output.channelCount, format.layout.channelCount) {
      var plane = output.plane(channel)
      var part = plane._mutatingExtracting(0..<count)
      handle.copy(channel, to: &part)
    }
  }
}
