import AACDecoding
import AACEncoding
import AudioBase
import TestSupport
import Testing

@Suite("AAC encoder: legal packets") struct EncoderLegalityTests {
  /// Every format and frame length at every sampling rate.
  static let streams: [(FourCharacterCode, Int, Double)] = EncoderStreamTests.formats.flatMap { format, frames in
    AACEncoding.sampleRates(of: format).map { (format, frames, $0) }
  }

  @Test("all rates, channels and bit rates give legal packets", arguments: streams)
  func sweep(format: FourCharacterCode, frames: Int, rate: Double) throws {
    var maker = SignalMaker(generator: SplitMix64(seed: UInt64(rate) + UInt64(frames)))
    for channels in 1...8 {
      let limits = try AACEncoding.bitRates(
        for: encoderSettings(format, rate: rate, channels: channels, frames: frames))
      for bitRate in [limits.range.lowerBound, limits.recommended, limits.range.upperBound] {
        for mode in EncoderSettings.RateControlMode.allCases where mode == .constant || channels <= 2 {
          var encoding = try Encoding(
            encoderSettings(format, rate: rate, channels: channels, frames: frames, bitRate: bitRate, mode: mode))
          // More where it matters most; the corners, of which there are many, in a few packets. Scripts/prove
          // encoder-legality has seconds of each.
          let isUsual = bitRate == limits.recommended && mode == .constant
          let count = (isUsual ? 20 : 7) * frames
          let signal = (0..<channels).map { _ in maker.noisy(count, level: 0.7) }
          try encoding.encode(signal)
          for packet in encoding.packets {
            let problem = violation(in: packet, encoding.configuration.stream)
            expectNil(problem, "\(channels) channels, \(bitRate) bit/s, \(mode)")
            expectLessOrEqual(packet.count, encoding.format.maximumPacketByteCount)
          }
        }
      }
    }
  }

  /// Signals that no microphone gives.
  static let extremes: [(String, @Sendable (Int) -> Float)] = [
    ("silence", { _ in 0 }), ("not a number", { _ in .nan }), ("infinity", { $0 & 1 == 0 ? .infinity : -.infinity }),
    ("numbers and none", { $0 % 7 == 0 ? .nan : 0.5 }), ("square", { $0 / 50 & 1 == 0 ? 1 : -1 }),
    ("Nyquist", { $0 & 1 == 0 ? 1 : -1 }), ("direct current", { _ in 1 }), ("huge", { Float($0 & 3) * 1e30 }),
    ("denormal", { Float($0 & 1) * .leastNonzeroMagnitude }), ("tiny", { $0 & 1 == 0 ? 1e-7 : -1e-7 }),
    ("a jump by 100 dB", { $0 < 5000 ? 1e-5 * Float($0 % 3 - 1) : Float($0 % 5 - 2) / 2 }),
    ("one impulse", { $0 == 3000 ? 1 : 0 }), ("impulses", { $0 % 300 == 0 ? 1 : 0 }),
  ]

  @Test("extreme signals give legal packets of a sensible size", arguments: EncoderStreamTests.formats)
  func extremes(format: FourCharacterCode, frames: Int) throws {
    for (name, sample) in EncoderLegalityTests.extremes {
      for mode in EncoderSettings.RateControlMode.allCases {
        var encoding = try Encoding(encoderSettings(format, frames: frames, bitRate: 128_000, mode: mode))
        let signal = (0..<(12 * frames)).map(sample)
        try encoding.encode([signal, signal.map { -$0 }])
        for packet in encoding.packets {
          let problem = violation(in: packet, encoding.configuration.stream)
          expectNil(problem, "\(name), \(mode)")
        }
        let decoded = try encoding.decoded(frameCount: 12 * frames)
        #expect(decoded.allSatisfy { $0.allSatisfy { $0.isFinite } })
      }
    }
  }

  @Test("strokes out of silence stay within the limits", arguments: EncoderStreamTests.formats)
  func strokes(format: FourCharacterCode, frames: Int) throws {
    var maker = SignalMaker(generator: SplitMix64(seed: 6))
    for bitRate in [32000, 64000, 128_000, 256_000] {
      for period in [1777, 4099, 9973] {
        var envelope: Float = 0
        let signal = (0..<(60 * frames)).map { index in
          if index % period == period - 1 { envelope = 1 }
          envelope = envelope < 1e-6 ? 0 : envelope * 0.99
          return envelope * maker.uniform()
        }
        var encoding = try Encoding(encoderSettings(format, frames: frames, bitRate: bitRate))
        try encoding.encode([signal, signal.map { $0 * 0.3 }])
        for packet in encoding.packets {
          expectNil(violation(in: packet, encoding.configuration.stream), "\(bitRate), \(period)")
        }
        let bits = encoding.packets.reduce(0) { $0 + 8 * $1.count }
        let mean = Double(bitRate) * Double(frames) / 44100
        expectLess(Double(bits), mean * Double(encoding.packets.count) + 2 * 6144, "\(bitRate), \(period)")
      }
    }
  }

  @Test("a decoder's buffer of 6144 bits a channel never runs empty or over at a constant rate")
  func buffer() throws {
    var maker = SignalMaker(generator: SplitMix64(seed: 5))
    for bitRate in [48000, 96000, 192_000, 320_000] {
      var encoding = try Encoding(encoderSettings(.aac, bitRate: bitRate, mode: .constant))
      var signal = [maker.noisy(150 * 1024, level: 0.8), maker.noisy(150 * 1024, level: 0.8)]
      // Silence in between fills the buffer, what follows empties it.
      for index in 40_000..<90_000 { (signal[0][index], signal[1][index]) = (0, 0) }
      try encoding.encode(signal)
      let mean = Double(bitRate) * 1024 / 44100
      let capacity = 2 * 6144.0
      // The level that the encoder's first packet leaves room for is free: any that fits will do.
      var (level, lowest, highest) = (0.0, 0.0, 0.0)
      for packet in encoding.packets {
        level -= Double(8 * packet.count)
        lowest = min(lowest, level)
        level += mean
        highest = max(highest, level)
      }
      expectLessOrEqual(highest - lowest, capacity, "\(bitRate)")
    }
  }
}
