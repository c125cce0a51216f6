import AudioBase
import Bitstream
import MPEGAudioFrames

/// Decodes layers I and II of MPEG-1 and MPEG-2: the order of operations for one packet.
///
/// ISO/IEC 11172-3, 2.4.3.2 and 2.4.3.3; ISO/IEC 13818-3, 2.4.3.1. A packet is read whole before anything is changed.
struct SubbandLayerDecoder: ~Copyable, PacketDecoder {
  private let stream: MPEGAudioStream
  private let dequantizer = SubbandDequantizer()
  private let polyphase = PolyphaseSynthesis()
  private var frame = SubbandFrame()
  private var channels: [PolyphaseSynthesis.State]
  private var slots = SubbandSlots()
  /// The right side of a frame in stereo of a stream in mono.
  private var right = SubbandSlots()
  private(set) var remark: CodecError?

  init(_ stream: MPEGAudioStream) {
    self.stream = stream
    channels = (0..<stream.channelCount).map { _ in PolyphaseSynthesis.State() }
  }

  var format: DecodedFormat { stream.decodedFormat }

  /// The filterbank remembers 480 samples, which is more than a frame of layer I.
  var prerollPacketCount: Int { stream.layer == 1 ? 2 : 1 }
  var history: DecoderHistory { .packets(prerollPacketCount) }

  mutating func decode(_ packet: Span<UInt8>, frameCount: Int, into output: inout PCMBlock) throws(CodecError) {
    remark = nil
    do throws(MPEGAudioError) {
      try stream.check(output)
      let source = try stream.frame(in: packet)
      try frame.parse(source)
      if frame.channelCount > stream.channelCount { remark = MPEGAudioError(.moreChannels).asCodecError }
      if !source.passesCheck(bitCount: frame.checkedBitCount) { remark = MPEGAudioError(.checkFailed).asCodecError }
    } catch {
      throw error.asCodecError
    }
    synthesize(.frame, into: &output)
  }

  /// The input of the synthesis.
  private enum Source {
    case frame, silence
  }

  private mutating func synthesize(_ source: Source, into output: inout PCMBlock) {
    output.setFrameCount(stream.framesPerPacket)
    let length = SubbandFrame.slotsPerPart * 32
    for part in 0..<(stream.framesPerPacket / length) {
      for channel in channels.indices {
        switch source {
        // A frame in mono of a stream in stereo is heard on both sides.
        case .frame:
          dequantizer.apply(frame.channels[min(channel, frame.channelCount - 1)], part: part, to: &slots)
          if frame.channelCount > channels.count { mixRight(ofPart: part) }
        case .silence: slots.clear()
        }
        var plane = output.plane(channel)
        var samples = plane._mutatingExtracting(part * length..<(part + 1) * length)
        polyphase.synthesize(slots, &channels[channel], into: &samples)
      }
    }
  }

  /// Replaces the left side in ``slots`` by half of the sum of both sides; the filterbank is the same for both.
  private mutating func mixRight(ofPart part: Int) {
    dequantizer.apply(frame.channels[1], part: part, to: &right)
    slots.average(with: right, slots: 0..<SubbandFrame.slotsPerPart)
  }

  /// Fades out the filterbank's memory of the previous packet, then writes silence.
  mutating func conceal(into output: inout PCMBlock) {
    synthesize(.silence, into: &output)
  }

  mutating func reset() {
    for channel in channels.indices { channels[channel].reset() }
    remark = nil
  }
}
