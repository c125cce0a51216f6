import AACDecoding
import AACEncoding
import AudioBase
import TestSupport
import Testing

@Suite("AAC encoder: rates") struct EncoderRateTests {
  private func measured(_ settings: EncoderSettings, seconds: Double = 6, level: Float = 0.5) throws -> Double {
    var maker = SignalMaker(generator: SplitMix64(seed: 9))
    let count = Int(seconds * settings.sampleRate)
    var encoding = try Encoding(settings)
    try encoding.encode(settings.layout.speakers.map { _ in maker.noisy(count, level: level) })
    let bytes = encoding.packets.reduce(0) { $0 + $1.count }
    return Double(8 * bytes) * settings.sampleRate
      / Double(encoding.packets.count * encoding.configuration.frameLength)
  }

  @Test(
    "the rate is within 2 % of what was asked for",
    arguments: EncoderStreamTests.formats, [EncoderSettings.RateControlMode.constant, .average])
  func rate(stream: (FourCharacterCode, Int), mode: EncoderSettings.RateControlMode) throws {
    for bitRate in [48000, 96000, 128_000, 192_000] {
      let found = try measured(
        encoderSettings(stream.0, frames: stream.1, bitRate: bitRate, mode: mode))
      expectLess(abs(found / Double(bitRate) - 1), 0.02, "\(bitRate)")
    }
  }

  @Test("a constrained variable rate stays below its ceiling", arguments: EncoderStreamTests.formats)
  func constrained(format: FourCharacterCode, frames: Int) throws {
    for bitRate in [64000, 128_000] {
      let found = try measured(
        encoderSettings(format, frames: frames, bitRate: bitRate, mode: .constrainedVariable))
      expectLess(found, 1.05 * Double(bitRate), "\(bitRate)")
    }
  }

  @Test("more quality takes more bits", arguments: EncoderStreamTests.formats)
  func quality(format: FourCharacterCode, frames: Int) throws {
    var last = 0.0
    for quality in [0, 32, 64, 96, 127] {
      var settings = encoderSettings(format, frames: frames, mode: .variable)
      settings.quality = quality
      let found = try measured(settings, seconds: 1)
      expectGreater(found, last, "\(quality)")
      last = found
    }
  }

  @Test("the rate holds however hard the encoder tries; packets differ", arguments: EncoderStreamTests.formats)
  func effort(format: FourCharacterCode, frames: Int) throws {
    var streams: Set<[[UInt8]]> = []
    for effort in [0, 64, 127] {
      var settings = encoderSettings(format, frames: frames, bitRate: 96000, mode: .constant)
      settings.effort = effort
      expectLess(abs(try measured(settings) / 96000 - 1), 0.02, "\(effort)")
      var maker = SignalMaker(generator: SplitMix64(seed: 9))
      var encoding = try Encoding(settings)
      try encoding.encode(settings.layout.speakers.map { _ in maker.noisy(44100, level: 0.5) })
      streams.insert(encoding.packets)
    }
    expectEqual(streams.count, 3)
    for wrong in [-1, 128] {
      var settings = encoderSettings(format, frames: frames)
      settings.effort = wrong
      #expect(throws: CodecError.self) { _ = try AACEncoderConfiguration(settings) }
    }
  }

  @Test("what no stream can have is refused")
  func refusals() {
    let wrong = [
      encoderSettings(.aac, rate: 44000), encoderSettings(.aacEnhancedLowDelay, rate: 96000),
      encoderSettings(.aac, frames: 512), encoderSettings(.aacLowDelay, frames: 1024),
      encoderSettings(.aac, channels: 9), encoderSettings(.aac, bitRate: 1), encoderSettings(.aac, bitRate: 10_000_000),
      encoderSettings(.aLaw),
    ]
    for settings in wrong {
      #expect(throws: CodecError.self) { _ = try AACEncoderConfiguration(settings) }
    }
  }

  @Test("the legal rate nearest to a wish is taken")
  func nearest() throws {
    for channels in [1, 2, 6] {
      let settings = encoderSettings(.aac, channels: channels)
      let limits = try AACEncoding.bitRates(for: settings)
      for wish in [0, 1_000_000_000, limits.recommended] {
        var asked = settings
        asked.bitRate = limits.nearest(to: wish)
        #expect(throws: Never.self) { _ = try AACEncoderConfiguration(asked) }
      }
      // 6144 bits of each channel in each packet of 1024 frames.
      expectLessOrEqual(Double(limits.range.upperBound), Double(channels) * 6144 * 44100 / 1024)
    }
  }
}
