import AudioBase
import G711Codec
import TestSupport
import Testing

/// Formats that nobody means: every one is refused, or decodes without harm.
struct HostileFormatTests {
  @Test(arguments: [FourCharacterCode.muLaw, .aLaw]) func everyFormatIsRefusedOrDecodes(formatID: FourCharacterCode) {
    var madeCount = 0
    for (index, rate) in (HostileRates.numbers + HostileRates.integers.map(Double.init)).enumerated() {
      let channels = [1, 2, 64, 65, 0, -1, Int(UInt32.max), Int.max][index % 8]
      var format = StreamFormat(formatID: formatID, sampleRate: rate, channelsPerFrame: channels)
      format.framesPerPacket = [0, 1, Int.max][index % 3]
      format.bytesPerPacket = [0, channels, Int.max][index / 3 % 3]
      guard
        let abuse = DecoderAbuse(
          CodedStream(format: format), of: G711Codec.descriptor, packets: DecoderAbuse.packets(largest: 1 << 16))
      else { continue }
      expectNil(abuse.fault, "\(format)")
      #expect((1...64).contains(channels) && rate > 0 && rate.isFinite)
      madeCount += 1
    }
    expectGreater(madeCount, 0)
  }

  @Test func aPacketDecodesToAsManyFramesAsItHasBytes() throws {
    let format = StreamFormat(formatID: .muLaw, sampleRate: 8000, channelsPerFrame: 64)
    var decoder = try G711Decoder(CodedStream(format: format))
    expectEqual(decoder.frameLimit.frameCount(ofPacketByteCount: 1 << 20), 1 << 14)
    let packet = [UInt8](repeating: 0x55, count: 1 << 20)
    var block = PCMBlock(channelCount: 64, capacity: 1 << 14)
    try decoder.decode(packet.span, frameCount: Int.max, into: &block)
    expectEqual(block.frameCount, 1 << 14)
  }

  @Test func encodersRefuseWhatIsNoRate() {
    for rate in HostileRates.numbers {
      let settings = EncoderSettings(formatID: .aLaw, sampleRate: rate, layout: ChannelLayout([.center]))
      var isMade = true
      do throws(CodecError) { _ = try G711Encoder(settings) } catch { isMade = false }
      expectEqual(isMade, rate > 0 && rate.isFinite)
    }
  }
}
