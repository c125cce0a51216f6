import AC3Codec
import AC3Frames
import AudioBase

/// Streams of frames, cut into packets and decoded.
enum AC3Streams {
  /// Samples of all channels in WAVE order, interleaved.
  struct Decoded {
    var channelCount = 0
    var samples: [Float] = []
    /// The packets that were refused.
    var refusedCount = 0

    /// The samples of every so many frames.
    func everyFrame(_ step: Int) -> [Float] {
      stride(from: 0, to: samples.count / max(1, channelCount), by: step).flatMap { frame in
        samples[(frame * channelCount)..<((frame + 1) * channelCount)]
      }
    }
  }

  /// The packets of a stream: each main frame with those that follow it.
  static func packets(_ bytes: [UInt8]) -> [Range<Int>] {
    var packets: [Range<Int>] = []
    var at = 0
    while let header = AC3FrameHeader(bytes.span, at: at) {
      let end = min(bytes.count, at + header.byteCount)
      let isMain = header.substream == .independent && header.substreamID == 0
      if isMain || packets.isEmpty {
        packets.append(at..<end)
      } else {
        packets[packets.count - 1] = packets[packets.count - 1].lowerBound..<end
      }
      at = end
    }
    return packets
  }

  /// Decodes a stream; refused packets are filled in.
  static func decode(
    _ bytes: [UInt8], noise: AC3Decoder.Noise, _ settings: DecoderSettings = DecoderSettings()
  ) throws -> Decoded {
    let packets = packets(bytes)
    let first = packets.first.map { Array(bytes[$0]) } ?? []
    let format = StreamFormat(formatID: .ac3, sampleRate: 48_000, channelsPerFrame: 2)
    var decoder = try AC3Decoder(CodedStream(format: format, firstPacket: first), settings, noise: noise)
    let order = decoder.format.layout.waveOrder
    var block = PCMBlock(channelCount: order.count, capacity: 1536)
    var decoded = Decoded(channelCount: order.count)
    for packet in packets {
      do throws(CodecError) {
        try decoder.decode(bytes.span.extracting(packet), frameCount: 0, into: &block)
      } catch {
        decoded.refusedCount += 1
        decoder.conceal(into: &block)
      }
      for frame in 0..<block.frameCount {
        for channel in order { decoded.samples.append(block.channel(channel)[frame]) }
      }
    }
    return decoded
  }
}
