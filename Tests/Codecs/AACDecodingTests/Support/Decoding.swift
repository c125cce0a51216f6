import AACDecoding
import AACSyntax
import AudioBase

/// A decoder with a block of its own.
struct Decoding: ~Copyable {
  var decoder: AACDecoder
  private var block: PCMBlock

  init(_ configuration: AACConfiguration) {
    decoder = AACDecoder(configuration)
    block = PCMBlock(channelCount: configuration.channelCount, capacity: configuration.outputFrameLength)
  }

  private var samples: [[Float]] {
    (0..<block.channelCount).map { channel in
      let plane = block.channel(channel)
      return plane.indices.map { plane[$0] }
    }
  }

  /// The samples of a packet, channel by channel.
  mutating func decode(_ packet: [UInt8]) throws -> [[Float]] {
    try decoder.decode(packet.span, frameCount: 0, into: &block)
    return samples
  }

  /// The samples that stand in for a lost packet.
  mutating func conceal() -> [[Float]] {
    decoder.conceal(into: &block)
    return samples
  }

  mutating func decode(_ packets: some Sequence<[UInt8]>) throws -> [[[Float]]] {
    var frames: [[[Float]]] = []
    for packet in packets { frames.append(try decode(packet)) }
    return frames
  }
}
