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

/// Streams of AAC-LC with SBR: legal, at their place, as loud as the original.
@Suite("HE-AAC encoder") struct HighEfficiencyTests {
  static let rates = HighEfficiencyConfiguration.sampleRates

  /// What is wrong with packets, as a decoder with every check on sees it.
  static func illegality(in packets: [[UInt8]], _ configuration: AACConfiguration) throws -> String? {
    var decoding = Decoding(configuration)
    let replication = try required(configuration.replication)
    let context = SBRContext(
      slotCount: replication.slotCount, isLowDelay: false, sampleRate: 2 * replication.coreRate)
    var bands: SBRBands?
    var end = replication.slotCount
    for (number, packet) in packets.enumerated() {
      if let problem = violation(in: packet, configuration) { return "\(number): \(problem)" }
      var unit = AccessUnit(configuration)
      var whole = BitReader(packet.span)
      try unit.parse(&whole)
      guard let payload = unit.replications[0] else { return "\(number): no payload" }
      var reader = BitReader(packet.span, bits: payload.start..<payload.end)
      var data = SBRElementData()
      guard try data.parse(&reader, isPair: configuration.slots[0].isPair, context, bands: &bands) else {
        return "\(number): no header"
      }
      guard reader.remaining < 8 else { return "\(number): \(reader.remaining) bits behind the payload" }
      // Each packet begins where the last one ended.
      guard data.first.time.borders[0] == end - replication.slotCount else { return "\(number): a gap" }
      end = data.first.time.end
      let frame = try decoding.decode(packet)
      if let remark = decoding.decoder.remark { return "\(number): \(remark)" }
      guard frame.allSatisfy({ $0.allSatisfy(\.isFinite) }) else { return "\(number): not finite" }
    }
    return nil
  }

  @Test("all rates, channels and bit rates give legal packets", arguments: rates, [2048, 1920])
  func sweep(rate: Int, frames: Int) throws {
    var maker = SignalMaker(generator: SplitMix64(seed: UInt64(rate + frames)))
    for channels in 1...2 {
      let limits = try AACEncoding.bitRates(
        for: encoderSettings(.aacHighEfficiency, rate: Double(rate), channels: channels, frames: frames))
      for bitRate in [limits.range.lowerBound, limits.recommended, limits.range.upperBound] {
        for mode in EncoderSettings.RateControlMode.allCases {
          var encoding = try Encoding(
            encoderSettings(
              .aacHighEfficiency, rate: Double(rate), channels: channels, frames: frames, bitRate: bitRate, mode: mode))
          let isUsual = bitRate == limits.recommended && mode == .constant
          let count = (isUsual ? 16 : 7) * frames
          try encoding.encode((0..<channels).map { _ in maker.noisy(count, level: 0.7) })
          let problem = try Self.illegality(in: encoding.packets, encoding.configuration.stream)
          expectNil(problem, "\(channels) channels, \(bitRate) bit/s, \(mode)")
          #expect(encoding.packets.allSatisfy { $0.count <= encoding.format.maximumPacketByteCount })
          guard mode == .constant else { continue }
          let bits = encoding.packets.reduce(0) { $0 + 8 * $1.count }
          let mean = Double(bitRate * frames) / Double(rate)
          expectLess(Double(bits), mean * Double(encoding.packets.count) + 6144 * Double(channels))
        }
      }
    }
  }

  @Test("extreme signals give legal packets") func extremes() throws {
    for (name, sample) in EncoderLegalityTests.extremes {
      for bitRate in [20_000, 64_000] {
        var encoding = try Encoding(encoderSettings(.aacHighEfficiency, bitRate: bitRate))
        let signal = (0..<(10 * 2048)).map(sample)
        try encoding.encode([signal, signal.map { -$0 }])
        try expectNil(Self.illegality(in: encoding.packets, encoding.configuration.stream), "\(name)")
      }
    }
  }

  @Test("strokes at every place give legal packets") func strokes() throws {
    var maker = SignalMaker(generator: SplitMix64(seed: 6))
    for bitRate in [24_000, 64_000] {
      for period in [391, 1777, 2101, 4099] {
        var envelope: Float = 0
        let signal = (0..<(40 * 2048)).map { index in
          if index % period == period - 1 { envelope = 1 }
          envelope = envelope < 1e-6 ? 0 : envelope * 0.99
          return envelope * maker.uniform()
        }
        var encoding = try Encoding(encoderSettings(.aacHighEfficiency, bitRate: bitRate))
        try encoding.encode([signal, signal.map { $0 * 0.3 }])
        try expectNil(Self.illegality(in: encoding.packets, encoding.configuration.stream), "\(bitRate), \(period)")
      }
    }
  }

  @Test("the decoder gives the input back at the place that the priming says", arguments: [2048, 1920])
  func alignment(frames: Int) throws {
    var maker = SignalMaker(generator: SplitMix64(seed: 1))
    let count = 20 * frames + 123
    let signal = [maker.dull(count), maker.dull(count)]
    var encoding = try Encoding(encoderSettings(.aacHighEfficiency, frames: frames, bitRate: 96_000))
    expectEqual(encoding.format.primingFrames, frames + 577 + 962)
    try encoding.encode(signal)
    expectEqual(encoding.packets.count, (encoding.format.primingFrames + count + frames - 1) / frames)
    let decoded = try encoding.decoded(frameCount: count)
    for channel in 0..<2 {
      let exact = signalToNoise(signal[channel], decoded[channel])
      expectGreater(exact, 30)
      let later = signalToNoise(Array(signal[channel].dropLast()), Array(decoded[channel].dropFirst()))
      let earlier = signalToNoise(Array(signal[channel].dropFirst()), Array(decoded[channel].dropLast()))
      #expect(exact > 1.5 * later && exact > 1.5 * earlier, "\(exact), \(later), \(earlier)")
    }
  }

  @Test("a stroke above the crossover comes when it did in the input")
  func strokeOfHighFrequencies() throws {
    // A tone far above the crossover that is there for 512 samples at a time, at different places in the packets.
    let count = 30 * 2048
    let tone = SignalMaker.tone(count, cyclesPerSample: 12_000 / 44_100, level: 0.4)
    let starts = (1..<14).map { 2048 * 2 * $0 + 157 * $0 }
    // SBR copies what there is: some noise, 46 dB below the tone.
    var maker = SignalMaker(generator: SplitMix64(seed: 4))
    var signal = (0..<count).map { _ in 0.003 * maker.uniform() }
    for start in starts { for index in start..<(start + 512) { signal[index] += tone[index] } }
    var encoding = try Encoding(encoderSettings(.aacHighEfficiency, bitRate: 64_000))
    try encoding.encode([signal, signal])
    let decoded = try encoding.decoded(frameCount: count)[0]
    for start in starts {
      let stroke = energy(of: decoded, start..<(start + 512))
      // The energy is that of the input to 5 dB, and little of it lies in front of the stroke.
      let wanted = energy(of: signal, start..<(start + 512))
      #expect(stroke > 0.32 * wanted && stroke < 2.5 * wanted, "\(start): \(stroke / wanted)")
      expectLess(energy(of: decoded, (start - 1024)..<(start - 256)), 0.05 * stroke, "\(start)")
    }
  }

  private func energy(of signal: [Float], _ range: Range<Int>) -> Double {
    range.reduce(0) { $0 + Double(signal[$1] * signal[$1]) }
  }

  /// The power of a signal in a band, from discrete Fourier sums at bins 10 Hz apart; the window, which is four of its
  /// length's bins wide, lets no tone fall between them.
  private func power(_ signal: [Float], _ band: ClosedRange<Double>, rate: Int) -> Double {
    let length = 4096
    let window = (0..<length).map { 0.5 - 0.5 * Trigonometry.cosine(turns: $0, over: length) }
    var sum = 0.0
    for start in stride(from: 8192, to: signal.count - length, by: 19_973) {
      let part = (0..<length).map { window[$0] * Double(signal[start + $0]) }
      for frequency in stride(from: Int(band.lowerBound), through: Int(band.upperBound), by: 10) {
        var (sine, cosine) = (0.0, 0.0)
        for n in 0..<length {
          let turn = Trigonometry.cosineAndSine(turns: frequency * n % rate, over: rate)
          sine += part[n] * turn.sine
          cosine += part[n] * turn.cosine
        }
        sum += sine * sine + cosine * cosine
      }
    }
    return sum
  }

  @Test("noise and tones above the crossover are as loud as they were", arguments: [32_000, 48_000, 64_000])
  func loudness(bitRate: Int) throws {
    var maker = SignalMaker(generator: SplitMix64(seed: 3))
    let count = 24 * 2048
    let noise = (0..<count).map { _ in 0.2 * maker.uniform() }
    let tones = zip(
      SignalMaker.tone(count, cyclesPerSample: 11_111 / 44_100, level: 0.1),
      SignalMaker.tone(count, cyclesPerSample: 1000 / 44_100, level: 0.3)
    ).map { $0 + $1 }
    var encoding = try Encoding(encoderSettings(.aacHighEfficiency, bitRate: bitRate))
    try encoding.encode([noise, tones])
    let decoded = try encoding.decoded(frameCount: count)
    for band in [9000.0...10_000, 11_000...12_000, 12_500...13_500] {
      let ratio = power(decoded[0], band, rate: 44_100) / power(noise, band, rate: 44_100)
      #expect(ratio > 0.6 && ratio < 1.6, "noise, \(band): \(ratio)")
    }
    // At 32 kbit/s bands are so wide that a tone between two of them may be missed.
    guard bitRate > 32_000 else { return }
    // Where in its band SBR puts a tone is not the encoder's to say; its energy is.
    let ratio = power(decoded[1], 9500...12_500, rate: 44_100) / power(tones, 9500...12_500, rate: 44_100)
    #expect(ratio > 0.5 && ratio < 2, "tone: \(ratio)")
  }

  @Test(
    "a patch that falls off more steeply than its band has the level of the band up to its upper end",
    arguments: [FourCharacterCode.aacHighEfficiency, .aacEnhancedLowDelaySBR])
  func steepPatches(format: FourCharacterCode) throws {
    var maker = SignalMaker(generator: SplitMix64(seed: 5))
    let count = 24 * 2048
    // Steep up to some 9 kHz, flat from there on.
    let signal = maker.dull(count, pace: 0.3).map { 0.3 * $0 + 0.0015 * maker.uniform() }
    var encoding = try Encoding(encoderSettings(format, bitRate: 32_000))
    try encoding.encode([signal, signal])
    let decoded = try encoding.decoded(frameCount: count)[0]
    for band in [10_000.0...11_000, 12_000...13_000, 13_000...14_000, 14_000...15_000] {
      let ratio = power(decoded, band, rate: 44_100) / power(signal, band, rate: 44_100)
      #expect(ratio > 0.7 && ratio < 1.4, "\(band): \(ratio)")
    }
  }

  @Test("a reset encoder makes the same packets again") func reset() throws {
    var maker = SignalMaker(generator: SplitMix64(seed: 2))
    let signal = [maker.noisy(6 * 2048), maker.noisy(6 * 2048)]
    var encoding = try Encoding(encoderSettings(.aacHighEfficiency, bitRate: 48_000))
    try encoding.encode(signal)
    let half = encoding.packets.count
    encoding.encoder.reset()
    try encoding.encode(signal)
    expectEqual(Array(encoding.packets[..<half]), Array(encoding.packets[half...]))
  }

  @Test("the configuration is AAC-LC at half the rate behind an object type 5: ISO/IEC 14496-3, 1.6.5.1")
  func cookies() throws {
    // 00101 0111 0010 0100 00010 000: SBR, 22050 Hz, two channels, 44100 Hz, AAC-LC.
    let stereo = try AACEncoder(encoderSettings(.aacHighEfficiency)).format
    expectEqual(stereo.cookie, [0x2B, 0x92, 0x08, 0x00])
    #expect(stereo.stream.formatID == .aacHighEfficiency && stereo.stream.framesPerPacket == 2048)
    expectEqual(stereo.stream.sampleRate, 44100)
    // 00101 0110 0001 0011 00010 000: 24000 Hz, one channel, 48000 Hz.
    let mono = try AACEncoder(encoderSettings(.aacHighEfficiency, rate: 48000, channels: 1)).format
    expectEqual(mono.cookie, [0x2B, 0x09, 0x88, 0x00])
  }

  @Test("what is not encoded is refused by its name")
  func refusals() {
    for (rate, frames) in [(12000.0, 2048), (44100, 1024), (44100.5, 2048)] {
      #expect(throws: CodecError.self) {
        _ = try AACEncoder(encoderSettings(.aacHighEfficiency, rate: rate, frames: frames))
      }
    }
    #expect(throws: CodecError.self) { _ = try AACEncoder(encoderSettings(.aacHighEfficiency, bitRate: 4000)) }
  }

  /// Strokes: without steady noise, which each decoder would make up in its own way.
  @Test("FFmpeg decodes the same samples", .needs(.ffmpeg), arguments: [20_000, 32_000, 48_000, 64_000])
  func foreign(bitRate: Int) throws {
    var encoding = try Encoding(encoderSettings(.aacHighEfficiency, bitRate: bitRate))
    try encoding.encode(Self.strokes(count: 40 * 2048, seed: 8))
    let difference = try Self.differenceFromFFmpeg(
      encoding.packets, encoding.configuration.stream, coreChannels: 2)
    expectLess(difference, 1e-4)
  }

  /// A steady sound, so that all windows are long and the streams may be joined anywhere.
  @Test("FFmpeg decodes the same samples where headers change the bands", .needs(.ffmpeg))
  func changingHeaders() throws {
    let saw = (0..<(70 * 2048)).map { Float($0 % 200) / 1000 - 0.1 }
    let streams = try [36_000, 56_000].map { bitRate in
      var encoding = try Encoding(encoderSettings(.aacHighEfficiency, bitRate: bitRate))
      try encoding.encode([saw, saw.map { -0.3 * $0 }])
      return (packets: encoding.packets, configuration: encoding.configuration.stream)
    }
    // Every tenth packet has a header, and each stretch begins with one.
    let packets = (0..<6).flatMap { streams[$0 % 2].packets[($0 * 10)..<($0 * 10 + 10)] }
    let difference = try Self.differenceFromFFmpeg(packets, streams[0].configuration, coreChannels: 2)
    expectLess(difference, 1e-5)
  }

  private static func strokes(count: Int, seed: UInt64) -> [[Float]] {
    var maker = SignalMaker(generator: SplitMix64(seed: seed))
    var envelope: Float = 0
    let strokes = (0..<count).map { index in
      if index % 1777 == 1776 { envelope = 1 }
      envelope *= 0.99
      return envelope * maker.uniform()
    }
    return [strokes, strokes.map { -0.3 * $0 }]
  }

  /// The root mean square of what FFmpeg's samples of a stereo stream differ from ours by; full scale is ±1.
  static func differenceFromFFmpeg(
    _ packets: [[UInt8]], _ configuration: AACConfiguration, coreChannels: Int
  ) throws -> Double {
    var decoding = Decoding(configuration)
    var stream: [UInt8] = []
    var samples: [Float] = []
    for packet in packets {
      stream += HeaderRewriting.adtsHeader(byteCount: packet.count, channels: coreChannels) + packet
      let frame = try decoding.decode(packet)
      for n in frame[0].indices { samples += [frame[0][n], frame[1][n]] }
    }
    let arguments = ["-v", "error", "-i", "FILE", "-f", "f32le", "-c:a", "pcm_f32le", "-"]
    let output = try ForeignProgram.run("ffmpeg", arguments, on: stream, named: "he.aac")
    let theirs = Samples(floats: output)
    try #require(theirs.values.count == samples.count)
    var sum = 0.0
    for (sample, wanted) in zip(samples, theirs.values) {
      sum += (Double(sample) - wanted) * (Double(sample) - wanted)
    }
    return (sum / Double(samples.count)).squareRoot()
  }
}
