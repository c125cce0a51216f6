package import AudioBase

// Bound throughout: frames are in the caller's block, and a frame is a byte per channel.

/// Converts planar floats to interleaved bytes of G.711. Each call takes any number of frames; none are held back.
package struct G711Encoder: PacketEncoder, ~Copyable {
  package let format: EncodedFormat
  private let law: CompandingLaw

  package init(_ settings: EncoderSettings) throws(CodecError) {
    let law = try CompandingLaw(settings.formatID)
    let channels = settings.layout.channelCount
    try G711Codec.check(sampleRate: settings.sampleRate, channelCount: channels)
    guard settings.bytesPerPacket ?? channels == channels, settings.framesPerPacket ?? 1 == 1 else {
      throw CodecError(.unsupported, "a packet of G.711 is one frame of one byte a channel")
    }
    self.law = law
    var stream = StreamFormat(
      formatID: settings.formatID, sampleRate: settings.sampleRate, channelsPerFrame: channels, framesPerPacket: 1)
    stream.bytesPerPacket = channels
    stream.bytesPerFrame = channels
    stream.bitsPerChannel = 8
    var format = EncodedFormat(stream: stream, layout: settings.layout, maximumPacketByteCount: channels)
    format.largestSample = 1
    self.format = format
  }

  package mutating func encode(
    _ input: borrowing PCMBlock, frames: Range<Int>, into packet: inout [UInt8]
  ) throws(CodecError) {
    let channelCount = format.layout.channelCount
    guard input.channelCount == channelCount, frames.lowerBound >= 0, frames.upperBound <= input.frameCount else {
      throw CodecError(.invalidState, "the frames lie outside the block, or it has other channels than the stream")
    }
    let start = packet.count
    packet.append(contentsOf: repeatElement(0, count: frames.count * channelCount))
    var bytes = packet.mutableSpan
    for channel in 0..<channelCount {
      let samples = input.channel(channel)
      var place = start + channel
      for frame in frames {
        bytes[place] = law.compress(roundedInteger16(samples[frame]))
        place += channelCount
      }
    }
  }

  /// Does nothing: there is no state.
  package mutating func reset() {}
}
