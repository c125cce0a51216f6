import AACDecoding
import AACEncoding
import AACReplication
import AACSyntax
import AudioBase
import MPEG4Systems
import TestSupport
import Testing

/// Configurations that are legal by their syntax and that nobody means: every one is refused, or decodes without harm.
struct HostileConfigurationTests {
  static let types: [AudioObjectType] = [
    .aacMain, .aacLC, .aacLTP, .erAACLC, .erAACLTP, .erAACLD, .erAACELD,
  ]

  private static func stream(_ cookie: [UInt8]) -> CodedStream {
    CodedStream(format: StreamFormat(formatID: .aac, sampleRate: 0, channelsPerFrame: 0), cookie: cookie)
  }

  /// Decodes made packets of a configuration, and loses some in between; returns the first fault.
  private func lose(_ configuration: AACConfiguration) throws -> String? {
    var streams = RandomStreams(configuration, seed: 3)
    streams.largestLine = 100
    var decoder = AACDecoder(configuration)
    var block = PCMBlock(channelCount: configuration.channelCount, capacity: configuration.outputFrameLength)
    for round in 0..<4 {
      for _ in 0...round { try decoder.decode(packet(streams.unit()).span, frameCount: 0, into: &block) }
      for _ in 0...round {
        decoder.conceal(into: &block)
        for channel in 0..<block.channelCount {
          let samples = block.channel(channel)
          for index in samples.indices where !samples[index].isFinite { return "a sample is no number" }
        }
      }
    }
    return nil
  }

  @Test("a loss behind sound is concealed at every rate", arguments: types)
  func everyRateConceals(type: AudioObjectType) throws {
    for hertz in HostileRates.integers where hertz > 0 {
      let made = try configuration(type, isShort: hertz % 2 == 1, hertz: hertz)
      try expectNil(lose(made), "\(type) at \(hertz) Hz")
      expectGreaterOrEqual(made.sampleRate, Double(hertz))
    }
  }

  @Test("no rate is no stream", arguments: types) func noRateIsRefused(type: AudioObjectType) {
    #expect(throws: CodecError.self) { try configuration(type, hertz: 0) }
  }

  /// A configuration of everything that a cookie can say.
  private func cookie(_ type: AudioObjectType, _ hertz: Int, _ signalling: AudioSpecificConfig.Signalling) -> [UInt8] {
    var systems = AudioSpecificConfig(
      objectType: type, samplingFrequency: .explicit(hertz), channelConfiguration: hertz % 16,
      hasShortFrames: hertz % 3 == 0)
    if type != .erAACELD { systems.signalling = signalling }
    return systems.bytes
  }

  @Test("every rate with every signalling of SBR and PS", arguments: types)
  func everyRateIsRefusedOrDecodes(type: AudioObjectType) {
    let packets = DecoderAbuse.packets(largest: 1 << 13)
    var madeCount = 0
    for (index, hertz) in HostileRates.integers.enumerated() {
      let other = HostileRates.integers[(index * 7 + 3) % HostileRates.integers.count]
      let signallings: [AudioSpecificConfig.Signalling] = [
        .implicit, .hierarchical(rate: .explicit(other), hasParametricStereo: false),
        .hierarchical(rate: .explicit(hertz), hasParametricStereo: true),
        .backwardCompatible(rate: .explicit(other), hasParametricStereo: true),
        .backwardCompatible(rate: nil, hasParametricStereo: nil),
      ]
      let chosen = signallings[index % signallings.count]
      for channels in [1, 2] {
        var systems = AudioSpecificConfig(
          objectType: type, samplingFrequency: .explicit(hertz), channelConfiguration: channels)
        if type != .erAACELD { systems.signalling = chosen }
        guard let abuse = DecoderAbuse(Self.stream(systems.bytes), of: AACCodec.descriptor, packets: packets) else {
          continue
        }
        expectNil(abuse.fault, "\(type), \(hertz) Hz, \(channels) channels")
        madeCount += 1
      }
    }
    expectGreater(madeCount, 20)
  }

  @Test("SBR of a low-delay stream at every rate") func lowDelayReplication() throws {
    for hertz in HostileRates.integers where hertz > 0 {
      for isDualRate in [false, true] {
        var systems = AudioSpecificConfig(
          objectType: .erAACELD, samplingFrequency: .explicit(hertz), channelConfiguration: 1)
        var specific = ELDSpecificConfig()
        specific.sbr = ELDSpecificConfig.LowDelaySBR(isDualRate: isDualRate, hasCRC: false, headers: [SBRHeader()])
        systems.specific = .enhancedLowDelay(specific)
        let abuse = DecoderAbuse(
          Self.stream(systems.bytes), of: AACCodec.descriptor, packets: DecoderAbuse.packets(largest: 1 << 13))
        expectNil(abuse?.fault, "\(hertz) Hz")
      }
    }
  }

  @Test("losses between packets of a few bytes become silence, those between packets of sound do not")
  func lossesArePaidFor() {
    var budget = ConcealmentBudget(price: 3_000_000)
    expectEqual((0..<100).filter { _ in budget.pay() }.count, 32)
    let tiny = (0..<1000).filter { _ in
      budget.earn(byteCount: 10)
      return budget.pay()
    }
    #expect((20...40).contains(tiny.count))
    // 128 kbit/s in mono at 48 kHz, every third packet lost.
    let sound = (0..<1000).filter { _ in
      budget.earn(byteCount: 341)
      budget.earn(byteCount: 341)
      return budget.pay()
    }
    expectEqual(sound.count, 1000)
    budget.earn(byteCount: .max)
    expectEqual((0..<100).filter { _ in budget.pay() }.count, 32)
    var free = ConcealmentBudget(price: 0)
    let isFree = free.pay()
    #expect(isFree)
  }

  @Test("every SBR header at every rate has its bands or is refused", arguments: HostileRates.integers)
  func replicationBands(hertz: Int) {
    var madeCount = 0
    for start in 0..<16 {
      for stop in 0..<16 {
        for choice in 0..<48 {
          var header = SBRHeader()
          (header.startFrequency, header.stopFrequency) = (start, stop)
          header.crossoverBand = [0, 1, 7][choice % 3]
          var frequency = SBRHeader.Frequency()
          frequency.scale = choice / 3 % 4
          frequency.alterScale = choice / 12 % 2 == 0
          frequency.noiseBands = choice / 24 == 0 ? 0 : 3
          header.frequency = choice % 5 == 0 ? nil : frequency
          if (try? SBRBands(header, sampleRate: 2 * max(hertz, 1))) != nil { madeCount += 1 }
        }
      }
    }
    #expect(madeCount > 0 || hertz < 8000 || hertz > 96_000)
  }

  @Test("every channel configuration, and one program of as many channels as fit") func channels() {
    for type in Self.types {
      for channelConfiguration in 0...15 {
        let systems = AudioSpecificConfig(
          objectType: type, samplingFrequency: .explicit(150), channelConfiguration: channelConfiguration)
        let abuse = DecoderAbuse(
          Self.stream(systems.bytes), of: AACCodec.descriptor, packets: DecoderAbuse.packets(largest: 1 << 12))
        expectNil(abuse?.fault, "\(type), channel configuration \(channelConfiguration)")
      }
    }
  }

  @Test("a cookie may end anywhere and hold anything") func cookies() {
    var random = SplitMix64(seed: 5)
    let packets = Array(DecoderAbuse.packets(largest: 1 << 10).prefix(6))
    for type in Self.types {
      let whole = cookie(type, 100, .hierarchical(rate: .explicit(1), hasParametricStereo: true))
      for count in 0...whole.count {
        let abuse = DecoderAbuse(Self.stream(Array(whole.prefix(count))), of: AACCodec.descriptor, packets: packets)
        expectNil(abuse?.fault)
      }
    }
    for _ in 0..<400 {
      let abuse = DecoderAbuse(
        Self.stream(random.bytes(Int.random(in: 1...24, using: &random))), of: AACCodec.descriptor, packets: packets)
      expectNil(abuse?.fault)
    }
  }

  @Test(
    "a packet of a mebibyte that states any duration has four blocks at most",
    arguments: [AudioObjectType.aacLC, .aacMain])
  func durations(type: AudioObjectType) throws {
    let made = try configuration(type, channels: 2)
    var streams = RandomStreams(made, seed: 9)
    let block = packet(streams.unit())
    var bytes: [UInt8] = []
    while bytes.count < 1 << 20 { bytes += block }
    var decoder = AACDecoder(made)
    let most = decoder.frameLimit.frameCount(ofPacketByteCount: bytes.count)
    expectEqual(most, 4 * 1024)
    for stated in [0, 1, 1024, 2048, 3072, 4096, 5120, 65_536, Int(UInt32.max), Int.max, -1, Int.min] {
      var output = PCMBlock(channelCount: 2, capacity: most)
      try decoder.decode(bytes.span, frameCount: stated, into: &output)
      let count = stated / 1024
      expectEqual(output.frameCount, ((1...4).contains(count) ? count : 1) * 1024)
    }
  }

  @Test(
    "settings of concealment may be any number",
    arguments: [Double.nan, .infinity, -1, 0, 1e300, .leastNonzeroMagnitude])
  func settings(seconds: Double) throws {
    var made = try configuration(.aacLC, hertz: 50)
    var concealment = ConcealmentSettings(holdDuration: seconds, fadeDuration: seconds)
    made.settings.concealment = concealment
    try expectNil(lose(made))
    expectGreaterOrEqual(AACDecoder(made).packetCountUntilMuted, 0)
    concealment.holdDuration = seconds
    concealment.fadeDuration = seconds
    made.settings.concealment = concealment
    try expectNil(lose(made))
    expectGreaterOrEqual(AACDecoder(made).packetCountUntilMuted, 0)
  }

  private func isEncoded(_ settings: EncoderSettings) -> Bool {
    do throws(CodecError) {
      _ = try AACEncoder(settings)
      return true
    } catch {
      return false
    }
  }

  @Test("settings of an encoder may be any number") func encoderSettings() {
    for rate in HostileRates.numbers + HostileRates.integers.map(Double.init) {
      var settings = EncoderSettings(formatID: .aac, sampleRate: rate, layout: ChannelLayout([.left, .right]))
      settings.bitRate = Int(saturating: rate)
      #expect(!isEncoded(settings) || AACBitRates.sampleRates(of: .aacLC).contains(Int(saturating: rate)))
    }
    for number in HostileRates.numbers {
      var settings = EncoderSettings(formatID: .aac, sampleRate: 44100, layout: ChannelLayout([.center]))
      settings.bandwidth = number
      expectEqual(isEncoded(settings), number.isFinite)
    }
    for mode in [EncoderSettings.RateControlMode.constant, .average, .constrainedVariable, .variable] {
      for bitRate in [Int.min, -1, 0, 1, 300, 1 << 31, Int.max] {
        var settings = EncoderSettings(formatID: .aac, sampleRate: 8000, layout: ChannelLayout([.center]))
        settings.rateControl = mode
        settings.bitRate = bitRate
        expectEqual(isEncoded(settings), mode == .variable)
      }
    }
  }
}
