import ALACCodec
import AudioBase
import TestSupport
import Testing

/// Cookies that nobody means: every one is refused, or decodes without harm.
struct HostileCookieTests {
  private static func stream(_ cookie: [UInt8]) -> CodedStream {
    CodedStream(
      format: StreamFormat(formatID: .appleLossless, sampleRate: 44100, channelsPerFrame: 2), cookie: cookie)
  }

  /// A cookie of 24 bytes, whatever its fields say.
  private func cookie(frames: UInt32, depth: UInt8, adaptation: [UInt8], channels: UInt8, rate: UInt32) -> [UInt8] {
    let words = [frames, UInt32(depth) << 16 | UInt32(adaptation[0]) << 8 | UInt32(adaptation[1])]
    let last = [UInt32(adaptation[2]) << 24 | UInt32(channels) << 16 | 255, 0, 0, rate]
    return (words + last).flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> (24 - 8 * $0)) } }
  }

  @Test func everyFieldMayBeAnything() {
    var random = SplitMix64(seed: 29)
    var madeCount = 0
    let packets = DecoderAbuse.packets(largest: 1 << 14) + [[0x20, 0, 0x12, 0, 0, 0, 1] + random.bytes(40)]
    let frames: [UInt32] = [0, 1, 2, 3, 7, 352, 4096, 16_384, 65_536, 65_537, .max]
    for count in frames {
      for depth: UInt8 in [0, 1, 8, 15, 16, 20, 24, 32, 33, 255] {
        let made = cookie(
          frames: count, depth: depth, adaptation: random.bytes(2) + [[0, 1, 14, 31, 32, 255][Int(depth) % 6]],
          channels: UInt8(truncatingIfNeeded: random.next() % 10),
          rate: UInt32(truncatingIfNeeded: HostileRates.integers[Int(count % 20)]))
        guard let abuse = DecoderAbuse(Self.stream(made), of: ALACCodec.descriptor, packets: packets) else { continue }
        expectNil(abuse.fault, "\(made)")
        madeCount += 1
      }
    }
    expectGreater(madeCount, 0)
  }

  @Test func parametersOfTheCoderMayBeAnything() {
    var random = SplitMix64(seed: 31)
    let packets = (0..<24).map { _ in [0x20, 0, 0, 0] + random.bytes(200) } + [[]]
    for parameterLimit: UInt8 in 1...31 {
      let made = cookie(
        frames: 512, depth: [16, 20, 24, 32][Int(parameterLimit) % 4],
        adaptation: [
          [0, 40, 255][Int(parameterLimit) % 3], [0, 10, 255][Int(parameterLimit) / 3 % 3], parameterLimit,
        ],
        channels: 2, rate: 1)
      let abuse = DecoderAbuse(Self.stream(made), of: ALACCodec.descriptor, packets: packets)
      #expect(abuse != nil && abuse?.fault == nil)
    }
  }

  @Test func cookiesMayEndAnywhereAndHoldAnything() {
    var random = SplitMix64(seed: 37)
    let whole = cookie(frames: 64, depth: 16, adaptation: [40, 10, 14], channels: 2, rate: 8000)
    let packets = Array(DecoderAbuse.packets(largest: 1 << 10).prefix(6))
    for count in 0...whole.count {
      let abuse = DecoderAbuse(Self.stream(Array(whole.prefix(count))), of: ALACCodec.descriptor, packets: packets)
      expectEqual(abuse == nil, count < whole.count)
      expectNil(abuse?.fault)
    }
    for _ in 0..<300 {
      var damaged = whole + random.bytes(Int.random(in: 0...40, using: &random))
      for _ in 0..<3 { damaged[Int.random(in: 4..<damaged.count, using: &random)] = random.bytes(1)[0] }
      expectNil(DecoderAbuse(Self.stream(damaged), of: ALACCodec.descriptor, packets: packets)?.fault)
    }
  }

  @Test func encodersRefuseWhatTheyCannotSay() {
    for rate in HostileRates.numbers {
      for frames in [nil, Int.min, -1, 0, 1, 4096, 1 << 20, Int.max] {
        var settings = EncoderSettings(formatID: .appleLossless, sampleRate: rate, layout: ChannelLayout([.center]))
        settings.framesPerPacket = frames
        settings.bitDepth = frames.map { abs($0 % 40) }
        var isMade = true
        do { _ = try ALACEncoder(settings) } catch { isMade = false }
        #expect(!isMade || (rate >= 1 && rate <= 4_294_967_295 && rate.rounded() == rate))
      }
    }
  }
}
