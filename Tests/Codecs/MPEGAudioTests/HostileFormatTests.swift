import AudioBase
import MPEGAudioCodec
import MPEGAudioFrames
import TestSupport
import Testing

@Suite("Formats and headers that nobody means: refused, or decoded without harm")
struct HostileFormatTests {
  /// Frames of every header there is, of one layer, with random bytes behind it.
  private func frames(_ random: inout SplitMix64, layerBits: UInt8) -> [[UInt8]] {
    (0..<256).map { number -> [UInt8] in
      let second: UInt8 = 0xE0 | UInt8(number & 3) << 3 | layerBits << 1 | UInt8(number >> 2 & 1)
      let size = Int.random(in: 0...1500, using: &random)
      return [0xFF, second, UInt8(number), UInt8(truncatingIfNeeded: random.next())] + random.bytes(size)
    }
  }

  @Test(arguments: [FourCharacterCode.mpegLayer1, .mpegLayer2, .mpegLayer3])
  func everyFormatWithEveryHeader(formatID: FourCharacterCode) {
    var random = SplitMix64(seed: 41)
    let layerBits: UInt8 = formatID == .mpegLayer1 ? 3 : formatID == .mpegLayer2 ? 2 : 1
    let packets = frames(&random, layerBits: layerBits) + DecoderAbuse.packets(largest: 1 << 15)
    var madeCount = 0
    for rate in [8000.0, 11025, 16000, 22050, 32000, 44100, 48000] {
      for channels in 1...2 {
        let format = StreamFormat(formatID: formatID, sampleRate: rate, channelsPerFrame: channels)
        let abuse = DecoderAbuse(CodedStream(format: format), of: MPEGAudioCodec.descriptor, packets: packets)
        #expect(abuse != nil && abuse?.fault == nil, "\(format)")
        madeCount += abuse?.decodedCount ?? 0
      }
    }
    expectGreater(madeCount, 0)
  }

  @Test func ratesAndChannelsThatItHasNotAreRefused() {
    for rate in HostileRates.numbers + HostileRates.integers.map(Double.init) {
      for channels in [-1, 0, 1, 2, 3, 64, Int.max] {
        let format = StreamFormat(formatID: .mpegLayer3, sampleRate: rate, channelsPerFrame: channels)
        #expect(throws: CodecError.self) {
          _ = try MPEGAudioCodec.descriptor.makeDecoder(CodedStream(format: format))
        }
      }
    }
  }
}
