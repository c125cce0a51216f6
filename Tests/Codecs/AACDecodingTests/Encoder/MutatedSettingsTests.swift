import AACDecoding
import AACEncoding
import AACSyntax
import AudioBase
import TestSupport
import Testing

/// Settings and signals at random: what the encoder takes on it encodes, and every packet is legal.
@Suite("AAC encoder: settings at random") struct MutatedSettingsTests {
  static let formats: [FourCharacterCode] = [
    .aac, .aacLowDelay, .aacEnhancedLowDelay, .aacHighEfficiency, .aacHighEfficiencyV2, .aacEnhancedLowDelaySBR,
    .aacEnhancedLowDelayV2,
  ]
  private static let rates: [Double] = [
    8000, 11025, 12000, 16000, 22050, 24000, 32000, 44100, 48000, 64000, 88200, 96000,
  ]
  private static let lengths: [Int?] = [nil, 120, 128, 240, 256, 480, 512, 960, 1024, 1920, 2048]

  private func settings(_ format: FourCharacterCode, _ random: inout SplitMix64) -> EncoderSettings {
    var settings = encoderSettings(
      format, rate: Self.rates.randomElement(using: &random) ?? 0, channels: .random(in: 1...8, using: &random),
      frames: Self.lengths.randomElement(using: &random) ?? nil)
    settings.rateControl = EncoderSettings.RateControlMode.allCases.randomElement(using: &random)
    if Bool.random(using: &random) { settings.quality = .random(in: 0...127, using: &random) }
    if Bool.random(using: &random) { settings.effort = .random(in: 0...127, using: &random) }
    if Int.random(in: 0..<4, using: &random) == 0 { settings.bandwidth = .random(in: -1e3...1e5, using: &random) }
    return settings
  }

  private func signal(_ count: Int, _ random: inout SplitMix64) -> [Float] {
    var maker = SignalMaker(generator: SplitMix64(seed: random.next()))
    let extreme = EncoderLegalityTests.extremes[Int.random(in: 0..<EncoderLegalityTests.extremes.count, using: &random)]
    return switch Int.random(in: 0..<4, using: &random) {
    case 0: (0..<count).map(extreme.1)
    case 1: maker.noisy(count, level: 0.9)
    case 2: maker.dull(count, pace: 0.05)
    default: (0..<count).map { _ in Float(bitPattern: UInt32(truncatingIfNeeded: random.next())) }
    }
  }

  @Test("no settings and no signal give an illegal packet", arguments: formats)
  func mutated(format: FourCharacterCode) throws {
    var random = SplitMix64(seed: UInt64(format.rawValue))
    var madeCount = 0
    for _ in 0..<6000 where madeCount < 60 {
      var settings = settings(format, &random)
      // Settings that do not exist are refused; they are for the tests of configurations.
      guard let range = try? AACEncoding.bitRates(for: settings).range else { continue }
      settings.bitRate = .random(in: range, using: &random)
      settings.hasReplicationCRC = format == .aacEnhancedLowDelaySBR && Bool.random(using: &random)
      guard let configuration = try? AACEncoderConfiguration(settings) else { continue }
      madeCount += 1
      var encoding = try Encoding(configuration)
      let count = 6 * configuration.inputFrameLength - .random(in: 0..<configuration.inputFrameLength, using: &random)
      try encoding.encode((0..<configuration.channelCount).map { _ in signal(count, &random) })
      var decoding = Decoding(configuration.stream)
      for packet in encoding.packets {
        // Of SBR and what stands behind it only the decoder knows.
        if configuration.stream.replication == nil, configuration.stream.surround == nil {
          let problem = violation(in: packet, configuration.stream)
          expectNil(problem, "\(settings)")
        }
        expectLessOrEqual(8 * packet.count, 6144 * configuration.channelCount, "\(settings)")
        expectLessOrEqual(packet.count, encoding.format.maximumPacketByteCount, "\(settings)")
        let frame = try decoding.decode(packet)
        expectNil(decoding.decoder.remark, "\(settings)")
        #expect(frame.allSatisfy { $0.allSatisfy(\.isFinite) }, "\(settings)")
      }
    }
    expectEqual(madeCount, 60)
  }
}
