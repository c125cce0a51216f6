import AACDecoding
import AACEncoding
import AACReplication
import AACSyntax
import AudioBase
import Bitstream
import MPEG4Systems
import TestSupport
import Testing

/// Streams of AAC-ELD v2: legal, at their place, with the image of the original.
@Suite("AAC-ELD v2 encoder") struct LowDelaySurroundEncoderTests {
  /// A sampling rate and frames of a packet that there are, with a bit rate of each kind of core.
  struct Mode: Sendable, CustomTestStringConvertible {
    var rate: Double
    var frames: Int
    var bitRate: Int
    var hasReplication = true
    var testDescription: String { "\(rate) Hz, \(frames) frames, \(bitRate) bit/s" }

    var settings: EncoderSettings {
      encoderSettings(.aacEnhancedLowDelayV2, rate: rate, frames: frames, bitRate: bitRate)
    }
  }

  static let modes = [
    Mode(rate: 48000, frames: 1024, bitRate: 40_000), Mode(rate: 44100, frames: 1024, bitRate: 32_000),
    Mode(rate: 32000, frames: 1024, bitRate: 28_000), Mode(rate: 48000, frames: 960, bitRate: 40_000),
    Mode(rate: 44100, frames: 960, bitRate: 40_000),
    Mode(rate: 48000, frames: 512, bitRate: 64_000, hasReplication: false),
    Mode(rate: 44100, frames: 512, bitRate: 64_000, hasReplication: false),
    Mode(rate: 24000, frames: 512, bitRate: 32_000), Mode(rate: 22050, frames: 480, bitRate: 32_000),
    Mode(rate: 16000, frames: 480, bitRate: 20_000),
    Mode(rate: 24000, frames: 512, bitRate: 64_000, hasReplication: false),
    Mode(rate: 24000, frames: 480, bitRate: 80_000, hasReplication: false),
  ]

  /// What is wrong with packets, as a decoder with every check on sees it.
  static func illegality(in packets: [[UInt8]], _ configuration: AACConfiguration) throws -> String? {
    var decoding = Decoding(configuration)
    let surround = try required(configuration.surround)
    let codebooks = SurroundCodebooks()
    var parameters = SurroundFrame()
    for (number, packet) in packets.enumerated() {
      guard 8 * packet.count <= 6144 else { return "\(number): \(packet.count) bytes" }
      var unit = AccessUnit(configuration)
      var reader = BitReader(packet.span)
      try unit.parse(&reader)
      if configuration.replication == nil, let start = unit.extensions.surroundStart {
        // Without LD-SBR what stands behind the core has been passed over.
        reader = BitReader(packet.span, bits: (start - 4)..<(8 * packet.count))
      } else if let problem = try skipReplication(&reader, configuration) {
        return "\(number): \(problem)"
      }
      // The type, and a frame that is all in this packet.
      guard reader.remaining >= 8, reader.readUnchecked(8) == 0x93 else { return "\(number): no parameters" }
      try parameters.parse(&reader, surround, codebooks)
      guard parameters.setCount == 1, parameters.isIndependent || number % 10 != 0 else {
        return "\(number): not independent"
      }
      // Fill, or what the last byte has left.
      if reader.remaining >= 8 {
        guard reader.readUnchecked(8) == 0x10 else { return "\(number): \(reader.remaining) bits of something else" }
      } else if reader.remaining > 0 {
        guard reader.readUnchecked(reader.remaining) == 0 else { return "\(number): the end is not empty" }
      }
      let frame = try decoding.decode(packet)
      if let remark = decoding.decoder.remark { return "\(number): \(remark)" }
      guard frame.allSatisfy({ $0.allSatisfy(\.isFinite) }) else { return "\(number): not finite" }
    }
    return nil
  }

  private static func skipReplication(
    _ reader: inout BitReader, _ configuration: AACConfiguration
  ) throws -> String? {
    guard let replication = configuration.replication, let sbr = configuration.systems.lowDelaySBR else { return nil }
    let context = SBRContext(
      slotCount: replication.slotCount, isLowDelay: true, sampleRate: 2 * replication.coreRate)
    var bands: SBRBands? = try SBRBands(sbr.headers[0], sampleRate: context.sampleRate)
    var data = SBRElementData()
    guard try data.parse(&reader, isPair: false, context, bands: &bands), data.header == nil else { return "a header" }
    return nil
  }

  // MARK: - Streams

  @Test("all rates, frames, bit rates and modes give legal packets", arguments: modes)
  func sweep(mode: Mode) throws {
    var maker = SignalMaker(generator: SplitMix64(seed: UInt64(mode.frames)))
    let limits = try AACEncoding.bitRates(for: mode.settings)
    for bitRate in [limits.range.lowerBound, mode.bitRate, limits.recommended, limits.range.upperBound] {
      for control in EncoderSettings.RateControlMode.allCases {
        var settings = mode.settings
        settings.bitRate = bitRate
        settings.rateControl = control
        var encoding = try Encoding(settings)
        let count = bitRate == mode.bitRate && control == .constant ? Int(mode.rate) : 7 * mode.frames
        let left = maker.noisy(count, level: 0.7)
        let right = maker.noisy(count, level: 0.4)
        try encoding.encode([left, zip(left, right).map { 0.5 * $0 + $1 }])
        let problem = try Self.illegality(in: encoding.packets, encoding.configuration.stream)
        expectNil(problem, "\(bitRate) bit/s, \(control)")
        #expect(encoding.packets.allSatisfy { $0.count <= encoding.format.maximumPacketByteCount })
        guard control == .constant else { continue }
        let bits = encoding.packets.reduce(0) { $0 + 8 * $1.count }
        let mean = Double(bitRate * mode.frames) / mode.rate
        expectLess(
          Double(bits), mean * Double(encoding.packets.count) + 4000, "\(bitRate): \(bits) bits, \(mean) wanted")
      }
    }
  }

  @Test("extreme signals give legal packets", arguments: modes) func extremes(mode: Mode) throws {
    for (name, sample) in EncoderLegalityTests.extremes {
      var encoding = try Encoding(mode.settings)
      let signal = (0..<(12 * mode.frames)).map(sample)
      try encoding.encode([signal, signal.map { -$0 }])
      try expectNil(Self.illegality(in: encoding.packets, encoding.configuration.stream), "\(name)")
    }
  }

  @Test("the configuration says rates, frames and the tools", arguments: modes) func cookies(mode: Mode) throws {
    let format = try AACEncoder(mode.settings).format
    #expect(format.stream.formatID == .aacEnhancedLowDelayV2 && format.stream.framesPerPacket == mode.frames)
    #expect(format.stream.sampleRate == mode.rate && format.stream.channelsPerFrame == 2)
    let systems = try AudioSpecificConfig(parsing: format.cookie.span)
    #expect(systems.channelConfiguration == 1 && systems.hasLowDelaySurround)
    expectEqual(systems.lowDelaySBR != nil, mode.hasReplication)
    expectEqual(systems.lowDelaySBR?.isDualRate ?? false, mode.frames >= 960)
    expectEqual(systems.samplingFrequency.hertz, Int(mode.rate) / (mode.frames >= 960 ? 2 : 1))
    let stream = try AACConfiguration(systems)
    #expect(stream.surround?.bandCount == 15 && stream.outputFrameLength == mode.frames)
  }

  @Test("what no stream has is refused") func refusals() {
    for (rate, frames) in [(12000.0, 512), (48000, 480), (24000, 1024), (22050, 960), (44100.5, 1024), (96000, 1024)] {
      #expect(throws: CodecError.self) {
        _ = try AACEncoder(encoderSettings(.aacEnhancedLowDelayV2, rate: rate, frames: frames))
      }
    }
    for channels in [1, 3, 6] {
      #expect(throws: CodecError.self) {
        _ = try AACEncoder(encoderSettings(.aacEnhancedLowDelayV2, channels: channels))
      }
    }
    #expect(throws: CodecError.self) { _ = try AACEncoder(encoderSettings(.aacEnhancedLowDelayV2, bitRate: 4000)) }
  }

  @Test("a reset encoder makes the same packets again", arguments: modes) func reset(mode: Mode) throws {
    var maker = SignalMaker(generator: SplitMix64(seed: 2))
    let signal = [maker.noisy(9 * mode.frames), maker.noisy(9 * mode.frames)]
    var encoding = try Encoding(mode.settings)
    try encoding.encode(signal)
    let half = encoding.packets.count
    encoding.encoder.reset()
    try encoding.encode(signal)
    expectEqual(Array(encoding.packets[..<half]), Array(encoding.packets[half...]))
  }

  @Test("a packet comes with the last of its samples, none is waited for", arguments: modes)
  func noLookAhead(mode: Mode) throws {
    var encoder = try AACEncoder(mode.settings)
    var block = PCMBlock(channelCount: 2, capacity: mode.frames)
    block.setFrameCount(mode.frames)
    for _ in 0..<3 {
      var packet: [UInt8] = []
      try encoder.encode(block, frames: 0..<mode.frames, into: &packet)
      #expect(!packet.isEmpty)
    }
  }

  // MARK: - Time

  /// The overlap of the core and two banks of four columns each.
  @Test("the decoder gives equal channels back at the place that the priming says", arguments: modes)
  func alignment(mode: Mode) throws {
    var maker = SignalMaker(generator: SplitMix64(seed: 1))
    let count = 30 * mode.frames + 123
    let signal = maker.dull(count, pace: 0.07)
    var settings = mode.settings
    settings.bitRate = try AACEncoding.bitRates(for: settings).range.upperBound
    if mode.hasReplication { settings.bitRate = mode.bitRate * 3 / 2 }
    var encoding = try Encoding(settings)
    let priming = mode.frames / 2 + (mode.rate > 24000 ? 512 : 256)
    expectEqual(encoding.format.primingFrames, priming)
    try encoding.encode([signal, signal])
    expectEqual(encoding.packets.count, (priming + count + mode.frames - 1) / mode.frames)
    let decoded = try encoding.decoded(frameCount: count)
    for channel in 0..<2 {
      let exact = signalToNoise(signal, decoded[channel])
      let later = signalToNoise(Array(signal.dropLast()), Array(decoded[channel].dropFirst()))
      let earlier = signalToNoise(Array(signal.dropFirst()), Array(decoded[channel].dropLast()))
      #expect(exact > 20 && exact > 1.3 * later && exact > 1.3 * earlier, "\(exact), \(later), \(earlier)")
    }
  }

  @Test("an impulse comes where the priming says", arguments: modes) func impulse(mode: Mode) throws {
    let count = 12 * mode.frames
    for place in [5 * mode.frames, 5 * mode.frames + 37, 6 * mode.frames - 1] {
      var signal = [Float](repeating: 0, count: count)
      signal[place] = 0.8
      var settings = mode.settings
      settings.bitRate = mode.bitRate * 3 / 2
      var encoding = try Encoding(settings)
      try encoding.encode([signal, signal])
      let decoded = try encoding.decoded(frameCount: count)
      for channel in decoded {
        let peak = try required(channel.indices.max { abs(channel[$0]) < abs(channel[$1]) })
        // A core at so few bits moves a peak by one; half the rate by another.
        #expect(((place - 2)...(place + 2)).contains(peak), "\(place): \(peak)")
      }
    }
  }

  // MARK: - Images

  private static func energy(_ signal: [Float], _ range: Range<Int>) -> Double {
    range.reduce(0) { $0 + Double(signal[$1]) * Double(signal[$1]) }
  }

  private static func decibels(_ ratio: Double) -> Double { 10 * BinaryLogarithm.of(ratio) / 3.321_928 }

  @Test("a panned tone has its level difference within half a step", arguments: modes) func panned(mode: Mode) throws {
    let count = 40 * mode.frames
    // In the core, away from the borders of the parameter bands.
    let tone = SignalMaker.tone(count, cyclesPerSample: 820 / mode.rate, level: 0.4)
    for (wanted, halfStep) in [(0.0, 1.0), (3, 1), (-7, 1), (9, 1), (-14.5, 1.5), (20.5, 1.5), (-27.5, 2.5)] {
      let gain = Float(BinaryLogarithm.exponential(-abs(wanted) / 20 * 3.321_928))
      let quiet = tone.map { gain * $0 }
      var encoding = try Encoding(mode.settings)
      try encoding.encode(wanted >= 0 ? [tone, quiet] : [quiet, tone])
      let decoded = try encoding.decoded(frameCount: count)
      let middle = (10 * mode.frames)..<(30 * mode.frames)
      let (left, right) = (Self.energy(decoded[0], middle), Self.energy(decoded[1], middle))
      expectLess(abs(Self.decibels(left / right) - wanted), halfStep + 0.5, "\(wanted): \(Self.decibels(left / right))")
      let all = Self.decibels((left + right) / (Self.energy(tone, middle) + Self.energy(quiet, middle)))
      expectLess(abs(all), 1, "\(wanted): the sum \(all)")
    }
  }

  /// Noise without high frequencies, which the cores of all modes code.
  private func channels(_ mode: Mode, _ count: Int, coherence: Float, seed: UInt64) -> [[Float]] {
    var maker = SignalMaker(generator: SplitMix64(seed: seed))
    let (common, first, second) = (
      maker.dull(count, pace: 0.07), maker.dull(count, pace: 0.07), maker.dull(count, pace: 0.07)
    )
    let (alike, apart) = (abs(coherence).squareRoot(), (1 - abs(coherence)).squareRoot())
    let sign: Float = coherence < 0 ? -1 : 1
    return [
      zip(common, first).map { alike * $0 + apart * $1 },
      zip(common, second).map { sign * alike * $0 + apart * $1 },
    ]
  }

  @Test("channels are as alike as they were, and as loud together", arguments: modes) func coherent(mode: Mode) throws {
    let count = 80 * mode.frames
    let middle = (10 * mode.frames)..<(70 * mode.frames)
    for coherence: Float in [1, 0.6, 0, -1] {
      let signal = channels(mode, count, coherence: coherence, seed: 12)
      var encoding = try Encoding(mode.settings)
      try encoding.encode(signal)
      let decoded = try encoding.decoded(frameCount: count)
      var product = 0.0
      for index in middle { product += Double(decoded[0][index]) * Double(decoded[1][index]) }
      let (left, right) = (Self.energy(decoded[0], middle), Self.energy(decoded[1], middle))
      let found = product / (left * right).squareRoot()
      expectLess(abs(found - Double(coherence)), 0.25, "\(coherence): \(found)")
      let loudness = Self.decibels(
        (left + right) / (Self.energy(signal[0], middle) + Self.energy(signal[1], middle)))
      expectLess(abs(loudness), 1.2, "\(coherence): \(loudness) dB")
      expectLess(abs(Self.decibels(left / right)), 1.5, "\(coherence): \(Self.decibels(left / right)) dB apart")
    }
  }

  @Test("a sound that jumps from left to right is heard on either side at its time", arguments: modes)
  func jump(mode: Mode) throws {
    let (count, place) = (40 * mode.frames, 20 * mode.frames + mode.frames / 3)
    let tone = SignalMaker.tone(count, cyclesPerSample: 820 / mode.rate, level: 0.4)
    let silence = [Float](repeating: 0, count: count)
    var encoding = try Encoding(mode.settings)
    try encoding.encode([Array(tone[..<place] + silence[place...]), Array(silence[..<place] + tone[place...])])
    let decoded = try encoding.decoded(frameCount: count)
    let (before, after) = (
      (place - 4 * mode.frames)..<(place - 2 * mode.frames), (place + 2 * mode.frames)..<(place + 4 * mode.frames)
    )
    expectGreater(Self.energy(decoded[0], before), 300 * Self.energy(decoded[1], before))
    expectGreater(Self.energy(decoded[1], after), 300 * Self.energy(decoded[0], after))
    // The middle of the change: as loud on both sides within a packet.
    let length = mode.frames / 4
    let crossing = try required(
      (0..<(4 * mode.frames)).first { offset in
        let range = (place - 2 * mode.frames + offset)..<(place - 2 * mode.frames + offset + length)
        return Self.energy(decoded[1], range) > Self.energy(decoded[0], range)
      })
    let found = crossing - 2 * mode.frames + length / 2
    expectLess(abs(found), mode.frames, "\(found)")
  }
}
