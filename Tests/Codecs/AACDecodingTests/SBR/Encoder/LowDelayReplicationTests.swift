import AACDecoding
import AACEncoding
import AACReplication
import AACSyntax
import AudioBase
import Bitstream
import MPEG4Systems
import TestSupport
import Testing
import Transforms

/// Streams of AAC-ELD with LD-SBR: legal, at their place, as loud as the original.
@Suite("AAC-ELD with SBR encoder") struct LowDelayReplicationTests {
  static let lengths = [1024, 960, 512, 480]

  /// What is wrong with packets, as a decoder with every check on sees it.
  static func illegality(in packets: [[UInt8]], _ configuration: AACConfiguration) throws -> String? {
    var decoding = Decoding(configuration)
    let replication = try required(configuration.replication)
    let sbr = try required(configuration.systems.lowDelaySBR)
    let context = SBRContext(
      slotCount: replication.slotCount, isLowDelay: true, sampleRate: 2 * replication.coreRate)
    for (number, packet) in packets.enumerated() {
      guard 8 * packet.count <= 6144 * configuration.channelCount else { return "\(number): \(packet.count) bytes" }
      var unit = AccessUnit(configuration)
      var reader = BitReader(packet.span)
      try unit.parse(&reader)
      for (index, slot) in configuration.slots.filter({ !$0.isLowFrequency }).enumerated() {
        var bands: SBRBands? = try SBRBands(sbr.headers[index], sampleRate: context.sampleRate)
        if sbr.hasCRC { _ = try reader.bits(10) }
        var data = SBRElementData()
        guard try data.parse(&reader, isPair: slot.isPair, context, bands: &bands), data.header == nil else {
          return "\(number): a header"
        }
      }
      var extensions = PacketExtensions()
      if reader.remaining >= 8 { try extensions.parseTrailing(&reader) }
      guard reader.remaining < 8, extensions.problem == nil else { return "\(number): \(reader.remaining) bits left" }
      let frame = try decoding.decode(packet)
      if let remark = decoding.decoder.remark { return "\(number): \(remark)" }
      guard frame.allSatisfy({ $0.allSatisfy(\.isFinite) }) else { return "\(number): not finite" }
    }
    return nil
  }

  @Test(
    "all rates, channels and bit rates give legal packets",
    arguments: LowDelayReplicationConfiguration.sampleRates, lengths)
  func sweep(rate: Int, frames: Int) throws {
    var maker = SignalMaker(generator: SplitMix64(seed: UInt64(rate + frames)))
    for channels in [1, 2, 3, 6] {
      let limits = try AACEncoding.bitRates(
        for: encoderSettings(.aacEnhancedLowDelaySBR, rate: Double(rate), channels: channels, frames: frames))
      for bitRate in [limits.range.lowerBound, limits.recommended, limits.range.upperBound] {
        for mode in EncoderSettings.RateControlMode.allCases {
          var encoding = try Encoding(
            encoderSettings(
              .aacEnhancedLowDelaySBR, rate: Double(rate), channels: channels, frames: frames, bitRate: bitRate,
              mode: mode))
          let isUsual = bitRate == limits.recommended && mode == .constant && channels <= 2
          let count = (isUsual ? 30 : 7) * frames
          try encoding.encode((0..<channels).map { _ in maker.noisy(count, level: 0.7) })
          let problem = try Self.illegality(in: encoding.packets, encoding.configuration.stream)
          expectNil(problem, "\(channels) channels, \(bitRate) bit/s, \(mode)")
          #expect(encoding.packets.allSatisfy { $0.count <= encoding.format.maximumPacketByteCount })
          guard mode == .constant else { continue }
          let bits = encoding.packets.reduce(0) { $0 + 8 * $1.count }
          let mean = Double(bitRate * frames) / Double(rate)
          expectLess(
            Double(bits), mean * Double(encoding.packets.count) + 4000 * Double(channels),
            "\(channels) channels, \(bitRate) bit/s: \(bits) bits, \(mean) wanted")
        }
      }
    }
  }

  @Test("extreme signals give legal packets", arguments: lengths) func extremes(frames: Int) throws {
    for (name, sample) in EncoderLegalityTests.extremes {
      for bitRate in [48_000, 96_000] {
        var encoding = try Encoding(encoderSettings(.aacEnhancedLowDelaySBR, frames: frames, bitRate: bitRate))
        let signal = (0..<(12 * frames)).map(sample)
        try encoding.encode([signal, signal.map { -$0 }])
        try expectNil(Self.illegality(in: encoding.packets, encoding.configuration.stream), "\(name)")
      }
    }
  }

  @Test("strokes at every place give legal packets", arguments: lengths) func strokes(frames: Int) throws {
    var maker = SignalMaker(generator: SplitMix64(seed: 6))
    for bitRate in [40_000, 64_000] {
      for period in [391, 1777, 2101, 4099] {
        var envelope: Float = 0
        let signal = (0..<(40 * frames)).map { index in
          if index % period == period - 1 { envelope = 1 }
          envelope = envelope < 1e-6 ? 0 : envelope * 0.99
          return envelope * maker.uniform()
        }
        var encoding = try Encoding(encoderSettings(.aacEnhancedLowDelaySBR, frames: frames, bitRate: bitRate))
        try encoding.encode([signal, signal.map { $0 * 0.3 }])
        try expectNil(Self.illegality(in: encoding.packets, encoding.configuration.stream), "\(bitRate), \(period)")
      }
    }
  }

  /// 31.4 ms at 48 kHz and 960 frames: what is collected, the overlap, two samples of the low-pass and 64 of the banks.
  @Test(
    "the decoder gives the input back at the place that the priming says",
    arguments: zip(lengths, [578, 546, 288, 272])
  )
  func alignment(frames: Int, priming: Int) throws {
    var maker = SignalMaker(generator: SplitMix64(seed: 1))
    let count = 20 * frames + 123
    let signal = [maker.dull(count), maker.dull(count)]
    var encoding = try Encoding(encoderSettings(.aacEnhancedLowDelaySBR, frames: frames, bitRate: 128_000))
    expectEqual(encoding.format.primingFrames, priming)
    try encoding.encode(signal)
    expectEqual(encoding.packets.count, (priming + count + frames - 1) / frames)
    let decoded = try encoding.decoded(frameCount: count)
    for channel in 0..<2 {
      let exact = signalToNoise(signal[channel], decoded[channel])
      let later = signalToNoise(Array(signal[channel].dropLast()), Array(decoded[channel].dropFirst()))
      let earlier = signalToNoise(Array(signal[channel].dropFirst()), Array(decoded[channel].dropLast()))
      #expect(exact > 30 && exact > 1.5 * later && exact > 1.5 * earlier, "\(exact), \(later), \(earlier)")
    }
  }

  @Test("an impulse comes where the priming says", arguments: lengths) func impulse(frames: Int) throws {
    let count = 12 * frames
    for place in [5 * frames, 5 * frames + 37, 6 * frames - 1] {
      var signal = [Float](repeating: 0, count: count)
      signal[place] = 0.8
      var encoding = try Encoding(
        encoderSettings(.aacEnhancedLowDelaySBR, channels: 1, frames: frames, bitRate: 66_000))
      try encoding.encode([signal])
      let decoded = try encoding.decoded(frameCount: count)[0]
      let peak = try required(decoded.indices.max { abs(decoded[$0]) < abs(decoded[$1]) })
      // High frequencies pass the low-pass a sample or two later than low ones, and a core at so few bits moves a peak
      // by one.
      #expect(((place - 1)...(place + 2)).contains(peak), "\(place): \(peak)")
    }
  }

  @Test("a packet comes with the last of its samples, none is waited for", arguments: lengths)
  func noLookAhead(frames: Int) throws {
    var encoder = try AACEncoder(encoderSettings(.aacEnhancedLowDelaySBR, frames: frames))
    var block = PCMBlock(channelCount: 2, capacity: frames)
    block.setFrameCount(frames)
    for _ in 0..<3 {
      var packet: [UInt8] = []
      try encoder.encode(block, frames: 0..<frames, into: &packet)
      #expect(!packet.isEmpty)
    }
  }

  @Test("a stroke above the crossover comes when it did in the input", arguments: lengths)
  func strokeOfHighFrequencies(frames: Int) throws {
    // A tone far above the crossover that is there for 512 samples at a time, at different places in the packets.
    let count = 60 * 1024
    let tone = SignalMaker.tone(count, cyclesPerSample: 12_000 / 44_100, level: 0.4)
    let starts = (1..<14).map { 4096 * $0 + 157 * $0 }
    // SBR copies what there is: some noise, 46 dB below the tone.
    var maker = SignalMaker(generator: SplitMix64(seed: 4))
    var signal = (0..<count).map { _ in 0.003 * maker.uniform() }
    for start in starts { for index in start..<(start + 512) { signal[index] += tone[index] } }
    var encoding = try Encoding(encoderSettings(.aacEnhancedLowDelaySBR, frames: frames, bitRate: 80_000))
    try encoding.encode([signal, signal])
    let decoded = try encoding.decoded(frameCount: count)[0]
    for start in starts {
      let stroke = energy(of: decoded, start..<(start + 512))
      let wanted = energy(of: signal, start..<(start + 512))
      // The attack's envelope ends 256 samples behind it, and the next one has the mean of the rest and what follows.
      #expect(stroke > 0.2 * wanted && stroke < 2.5 * wanted, "\(start): \(stroke / wanted)")
      expectLess(energy(of: decoded, (start - 1024)..<(start - 128)), 0.05 * stroke, "\(start)")
    }
  }

  private func energy(of signal: [Float], _ range: Range<Int>) -> Double {
    range.reduce(0) { $0 + Double(signal[$1] * signal[$1]) }
  }

  @Test("a CRC on request holds, and a flipped bit is found", arguments: [1, 2])
  func checksum(channels: Int) throws {
    var maker = SignalMaker(generator: SplitMix64(seed: 9))
    var settings = encoderSettings(.aacEnhancedLowDelaySBR, channels: channels)
    settings.hasReplicationCRC = true
    let configuration = try AACEncoderConfiguration(settings)
    expectEqual(configuration.stream.systems.lowDelaySBR?.hasCRC, true)
    var encoding = try Encoding(configuration)
    try encoding.encode((0..<channels).map { _ in maker.noisy(20 * 1024) })
    try expectNil(Self.illegality(in: encoding.packets, configuration.stream))
    var found = 0
    for packet in encoding.packets[5..<15] {
      var unit = AccessUnit(configuration.stream)
      var reader = BitReader(packet.span)
      try unit.parse(&reader)
      // A bit of the CRC itself: nothing else can be wrong then.
      var broken = packet
      broken[reader.offset / 8] ^= 0x80 >> UInt8(reader.offset % 8)
      var decoding = Decoding(configuration.stream)
      _ = try decoding.decode(broken)
      if decoding.decoder.remark != nil { found += 1 }
    }
    expectEqual(found, 10)
    settings.formatID = .aacEnhancedLowDelay
    #expect(throws: CodecError.self) { _ = try AACEncoder(settings) }
  }

  @Test("a reset encoder makes the same packets again", arguments: lengths) func reset(frames: Int) throws {
    var maker = SignalMaker(generator: SplitMix64(seed: 2))
    let signal = [maker.noisy(9 * frames), maker.noisy(9 * frames)]
    var encoding = try Encoding(encoderSettings(.aacEnhancedLowDelaySBR, frames: frames, bitRate: 64_000))
    try encoding.encode(signal)
    let half = encoding.packets.count
    encoding.encoder.reset()
    try encoding.encode(signal)
    expectEqual(Array(encoding.packets[..<half]), Array(encoding.packets[half...]))
  }

  @Test("the configuration says rates, frames and one header an element", arguments: lengths)
  func cookies(frames: Int) throws {
    for (channels, count) in [(1, 1), (2, 1), (6, 3)] {
      let format = try AACEncoder(encoderSettings(.aacEnhancedLowDelaySBR, channels: channels, frames: frames)).format
      #expect(format.stream.formatID == .aacEnhancedLowDelaySBR && format.stream.framesPerPacket == frames)
      expectEqual(format.stream.sampleRate, 44100)
      let systems = try AudioSpecificConfig(parsing: format.cookie.span)
      let sbr = try required(systems.lowDelaySBR)
      #expect(sbr.isDualRate == (frames >= 960) && !sbr.hasCRC && sbr.headers.count == count)
      expectEqual(systems.samplingFrequency.hertz, frames >= 960 ? 22050 : 44100)
      expectEqual(systems.lineCount, frames % 480 == 0 ? 480 : 512)
    }
  }

  @Test("what no stream has is refused") func refusals() {
    for (rate, frames) in [(12000.0, 1024), (44100, 2048), (44100, 256), (44100.5, 1024), (96000, 1024)] {
      #expect(throws: CodecError.self) {
        _ = try AACEncoder(encoderSettings(.aacEnhancedLowDelaySBR, rate: rate, frames: frames))
      }
    }
    #expect(throws: CodecError.self) { _ = try AACEncoder(encoderSettings(.aacEnhancedLowDelaySBR, bitRate: 4000)) }
  }
}

@Suite("SBR encoder: halving filter") struct HalvingFilterTests {
  /// The response at a frequency in cycles per 1000 samples: real and imaginary part.
  private func response(_ frequency: Int) -> (real: Double, imaginary: Double) {
    var (real, imaginary) = (1.0, 0.0)
    for index in 0..<4 {
      let section = HalvingFilter.sections[index]
      let near = Trigonometry.cosineAndSine(turns: -frequency, over: 1000)
      let far = Trigonometry.cosineAndSine(turns: -2 * frequency, over: 1000)
      let top = (
        section.b0 + section.b1 * near.cosine + section.b2 * far.cosine,
        section.b1 * near.sine + section.b2 * far.sine
      )
      let bottom = (
        1 + section.a1 * near.cosine + section.a2 * far.cosine, section.a1 * near.sine + section.a2 * far.sine
      )
      let power = bottom.0 * bottom.0 + bottom.1 * bottom.1
      let quotient = (
        (top.0 * bottom.0 + top.1 * bottom.1) / power, (top.1 * bottom.0 - top.0 * bottom.1) / power
      )
      (real, imaginary) = (
        real * quotient.0 - imaginary * quotient.1, real * quotient.1 + imaginary * quotient.0
      )
    }
    return (real, imaginary)
  }

  @Test("what the core has passes, what would be folded into it does not") func magnitudes() {
    for frequency in 0...500 {
      let value = response(frequency)
      let power = value.real * value.real + value.imaginary * value.imaginary
      if frequency <= 220 { #expect(power > 0.995 && power < 1.0001, "\(frequency)") }
      if frequency >= 285 { expectLess(power, 3.3e-7, "\(frequency)") }
    }
  }

  @Test("silence behind sound becomes silence") func decay() {
    var filter = HalvingFilter()
    var output = [Float](repeating: 0, count: 512)
    let loud = [Float](repeating: 8, count: 1024)
    let silence = [Float](repeating: 0, count: 1024)
    var span = output.mutableSpan
    filter.halve(loud.span, scale: 1, into: &span)
    for _ in 0..<4 { filter.halve(silence.span, scale: 1, into: &span) }
    #expect(output.allSatisfy { $0 == 0 })
  }
}
