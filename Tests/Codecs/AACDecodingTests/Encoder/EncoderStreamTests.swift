import AACDecoding
import AACEncoding
import AudioBase
import TestSupport
import Testing

@Suite("AAC encoder: streams") struct EncoderStreamTests {
  static let formats: [(FourCharacterCode, Int)] = [
    (.aac, 1024), (.aac, 960), (.aacLowDelay, 512), (.aacLowDelay, 480), (.aacEnhancedLowDelay, 512),
    (.aacEnhancedLowDelay, 480),
  ]

  @Test("the decoder gives the input back at the place that the priming says", arguments: formats)
  func alignment(format: FourCharacterCode, frames: Int) throws {
    var maker = SignalMaker(generator: SplitMix64(seed: 1))
    let count = 20 * frames + 123
    let signal = [maker.noisy(count), maker.noisy(count)]
    var encoding = try Encoding(encoderSettings(format, frames: frames, bitRate: 256_000))
    try encoding.encode(signal)
    let decoded = try encoding.decoded(frameCount: count)
    for channel in 0..<2 {
      let exact = signalToNoise(signal[channel], decoded[channel])
      expectGreater(exact, 10)
      // A shift by one sample either way is much worse.
      let later = signalToNoise(Array(signal[channel].dropLast()), Array(decoded[channel].dropFirst()))
      let earlier = signalToNoise(Array(signal[channel].dropFirst()), Array(decoded[channel].dropLast()))
      #expect(exact > 3 * later && exact > 3 * earlier)
    }
  }

  @Test("as many packets come as priming and input fill", arguments: formats)
  func packetCount(format: FourCharacterCode, frames: Int) throws {
    for count in [1, frames / 2, frames / 2 + 1, frames, frames + 1, 3 * frames] {
      var encoding = try Encoding(encoderSettings(format, frames: frames))
      let signal = [Float](repeating: 0.1, count: count)
      try encoding.encode([signal, signal])
      let priming = encoding.format.primingFrames
      expectEqual(encoding.packets.count, (priming + count + frames - 1) / frames, "\(count) frames")
    }
  }

  @Test("an encoder that gets nothing gives nothing", arguments: formats)
  func nothing(format: FourCharacterCode, frames: Int) throws {
    var encoder = try AACEncoder(encoderSettings(format, frames: frames))
    var packet: [UInt8] = []
    #expect(try !encoder.finish(into: &packet))
    #expect(packet.isEmpty)
  }

  @Test("a reset encoder makes the same packets again", arguments: formats)
  func reset(format: FourCharacterCode, frames: Int) throws {
    var maker = SignalMaker(generator: SplitMix64(seed: 2))
    let signal = [maker.noisy(6 * frames), maker.noisy(6 * frames)]
    var encoding = try Encoding(encoderSettings(format, frames: frames))
    try encoding.encode(signal)
    let half = encoding.packets.count
    encoding.encoder.reset()
    try encoding.encode(signal)
    expectEqual(encoding.packets.count, 2 * half)
    expectEqual(Array(encoding.packets[..<half]), Array(encoding.packets[half...]))
  }

  @Test("the priming is half a frame of AAC-ELD and a frame of the others")
  func priming() throws {
    let found = try EncoderStreamTests.formats.map { format, frames in
      try AACEncoder(encoderSettings(format, frames: frames)).format.primingFrames
    }
    expectEqual(found, [1024, 960, 512, 480, 256, 240])
  }

  @Test("cookies are the AudioSpecificConfig that others write for these streams")
  func cookies() throws {
    let rows: [(FourCharacterCode, Double, Int, Int, [UInt8])] = [
      (.aacEnhancedLowDelay, 24000, 1, 480, [0xF8, 0xEC, 0x30, 0x00]),
      (.aacEnhancedLowDelay, 16000, 1, 480, [0xF8, 0xF0, 0x30, 0x00]),
      (.aacEnhancedLowDelay, 44100, 2, 480, [0xF8, 0xE8, 0x50, 0x00]),
      (.aacEnhancedLowDelay, 48000, 2, 512, [0xF8, 0xE6, 0x40, 0x00]),
      (.aacLowDelay, 48000, 2, 512, [0xB9, 0x91, 0x00]), (.aacLowDelay, 44100, 2, 480, [0xBA, 0x15, 0x00]),
      (.aac, 44100, 2, 1024, [0x12, 0x10]), (.aac, 44100, 2, 960, [0x12, 0x14]), (.aac, 48000, 6, 1024, [0x11, 0xB0]),
    ]
    for (format, rate, channels, frames, cookie) in rows {
      let encoder = try AACEncoder(encoderSettings(format, rate: rate, channels: channels, frames: frames))
      expectEqual(encoder.format.cookie, cookie)
    }
  }
}
