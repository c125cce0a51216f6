import AACDecoding
import AACEncoding
import AACSyntax
import AudioBase
import TestSupport
import Testing
import Transforms

/// Streams of HE-AAC v2: legal, at their place, with the image of the original.
@Suite("HE-AAC v2 encoder") struct ParametricStereoEncoderTests {
  /// What is wrong with packets, the data of Parametric Stereo included.
  private func illegality(_ encoding: borrowing Encoding) throws -> String? {
    let stream = encoding.configuration.stream
    if let problem = try HighEfficiencyTests.illegality(in: encoding.packets, stream) { return problem }
    let first = try required(encoding.packets.first)
    var reader = try AACFrameReader(stream.systems, firstPacket: first.span)
    for (number, packet) in encoding.packets.enumerated() {
      let report = try reader.read(packet.span)
      if let problem = report.problem { return "\(number): \(problem)" }
      guard let stereo = report.elements[0].replication?.stereo else { return "\(number): no Parametric Stereo" }
      if stereo.hasPhases { return "\(number): phases" }
      guard 8 * packet.count <= 6144 else { return "\(number): \(packet.count) bytes for one channel of the core" }
    }
    return nil
  }

  private func encoded(_ signal: [[Float]], _ bitRate: Int, frames: Int = 2048) throws -> Encoding {
    var encoding = try Encoding(encoderSettings(.aacHighEfficiencyV2, frames: frames, bitRate: bitRate))
    try encoding.encode(signal)
    return encoding
  }

  @Test("all rates and bit rates give legal packets", arguments: HighEfficiencyTests.rates, [2048, 1920])
  func sweep(rate: Int, frames: Int) throws {
    var maker = SignalMaker(generator: SplitMix64(seed: UInt64(rate + frames)))
    let limits = try AACEncoding.bitRates(
      for: encoderSettings(.aacHighEfficiencyV2, rate: Double(rate), frames: frames))
    for bitRate in [limits.range.lowerBound, limits.recommended, limits.range.upperBound] {
      for mode in EncoderSettings.RateControlMode.allCases {
        var encoding = try Encoding(
          encoderSettings(.aacHighEfficiencyV2, rate: Double(rate), frames: frames, bitRate: bitRate, mode: mode))
        try encoding.encode((0..<2).map { _ in maker.noisy(13 * frames, level: 0.7) })
        try expectNil(illegality(encoding), "\(bitRate) bit/s, \(mode)")
        #expect(encoding.packets.allSatisfy { $0.count <= encoding.format.maximumPacketByteCount })
        guard mode == .constant else { continue }
        let bits = encoding.packets.reduce(0) { $0 + 8 * $1.count }
        let mean = Double(bitRate * frames) / Double(rate)
        expectLess(Double(bits), mean * Double(encoding.packets.count) + 6144)
      }
    }
  }

  @Test("extreme signals give legal packets", arguments: [16_000, 64_000]) func extremes(bitRate: Int) throws {
    for (name, sample) in EncoderLegalityTests.extremes {
      let signal = (0..<(6 * 2048)).map(sample)
      let others = [signal.map { -$0 }, signal.map { _ in 0 }, Array(signal.reversed())]
      for (number, other) in others.enumerated() {
        try expectNil(illegality(encoded([signal, other], bitRate)), "\(name), \(number)")
      }
    }
  }

  /// Noise that jumps from one side to the other, at a period that is none of the packets'.
  private func pingPong(_ count: Int, period: Int) -> [[Float]] {
    var maker = SignalMaker(generator: SplitMix64(seed: 9))
    let noise = (0..<count).map { _ in 0.2 * maker.uniform() }
    return (0..<2).map { side in noise.indices.map { $0 / period % 2 == side ? noise[$0] : 0 } }
  }

  @Test("images that jump give legal packets", arguments: [12_000, 20_000, 32_000, 64_000], [391, 1777, 4099])
  func jumps(bitRate: Int, period: Int) throws {
    try expectNil(illegality(encoded(pingPong(30 * 2048, period: period), bitRate)))
    try expectNil(illegality(encoded(pingPong(10 * 1920, period: period), bitRate, frames: 1920)))
  }

  private func energy(_ signal: [Float], _ range: Range<Int>) -> Double {
    range.reduce(0) { $0 + Double(signal[$1] * signal[$1]) }
  }

  @Test("an image that jumps does so where it did in the input")
  func jumpPlace() throws {
    let period = 11_027
    let signal = pingPong(8 * period, period: period)
    let decoded = try encoded(signal, 48_000).decoded(frameCount: 8 * period)
    for jump in 2..<7 {
      let (before, after) = (decoded[(jump + 1) % 2], decoded[jump % 2])
      let (front, back) = ((jump * period - 1024)..<(jump * period), (jump * period)..<(jump * period + 1024))
      // Of 23 ms on each side most lies where it belongs.
      expectGreater(energy(before, front), 6 * energy(after, front), "\(jump)")
      expectGreater(energy(after, back), 6 * energy(before, back), "\(jump)")
    }
  }

  @Test("the decoder gives the sum back at the place that the priming says", arguments: [2048, 1920])
  func alignment(frames: Int) throws {
    var maker = SignalMaker(generator: SplitMix64(seed: 1))
    let count = 20 * frames + 123
    var states: (Float, Float, Float) = (0, 0, 0)
    let dull: [Float] = (0..<count).map { _ in
      states.0 += 0.1 * (maker.uniform() - states.0)
      states.1 += 0.1 * (states.0 - states.1)
      states.2 += 0.1 * (states.1 - states.2)
      return 4 * states.2
    }
    let encoding = try encoded([dull, dull], 64_000, frames: frames)
    // The core's overlap, the bank that halves the rate, the reach of the hybrid filters, the decoder's banks.
    expectEqual(encoding.format.primingFrames, frames + 577 + 6 * 64 + 962)
    expectEqual(encoding.packets.count, (encoding.format.primingFrames + count + frames - 1) / frames)
    for channel in try encoding.decoded(frameCount: count) {
      let exact = signalToNoise(dull, channel)
      expectGreater(exact, 30)
      let later = signalToNoise(Array(dull.dropLast()), Array(channel.dropFirst()))
      let earlier = signalToNoise(Array(dull.dropFirst()), Array(channel.dropLast()))
      #expect(exact > 1.5 * later && exact > 1.5 * earlier, "\(exact), \(later), \(earlier)")
    }
  }

  /// The level of left over right in dB and the correlation of a decoded signal, and its power against the input's.
  private func image(_ signal: [[Float]], _ bitRate: Int) throws -> (level: Float, correlation: Double, power: Double) {
    let count = signal[0].count
    let decoded = try encoded(signal, bitRate).decoded(frameCount: count)
    let range = 8192..<(count - 4096)
    let (left, right) = (energy(decoded[0], range), energy(decoded[1], range))
    let product = range.reduce(0.0) { $0 + Double(decoded[0][$1]) * Double(decoded[1][$1]) }
    let level = 3.0103 * (FloatFunctions.log2(Float(left)) - FloatFunctions.log2(Float(right)))
    let power = (left + right) / (energy(signal[0], range) + energy(signal[1], range))
    return (level, product / (left * right).squareRoot(), power)
  }

  @Test("a panned sound comes back to the step of the levels", arguments: [24_000, 64_000])
  func panning(bitRate: Int) throws {
    var maker = SignalMaker(generator: SplitMix64(seed: 4))
    let noise = (0..<(16 * 2048)).map { _ in 0.3 * maker.uniform() }
    // Half of the widest step near a level, and what the coder waits before it takes another one.
    let coarse: [(Float, Float)] = [(0, 0.5), (-2, 1.2), (5, 2), (-8.5, 2), (12, 2.6), (-25, 2.5)]
    let fine: [(Float, Float)] = [(0, 0.5), (-2, 1.2), (5, 1.3), (-9, 1.3), (14.5, 2), (-32, 3.3)]
    for (wanted, tolerance) in bitRate < 36_000 ? coarse : fine {
      let quiet = noise.map { $0 * FloatFunctions.exp2(-abs(wanted) / 6.0206) }
      let found = try image(wanted < 0 ? [quiet, noise] : [noise, quiet], bitRate)
      expectLess(abs(found.level - wanted), tolerance, "\(wanted): \(found)")
      // A quarter of white noise lies above the end of SBR.
      #expect(found.correlation > 0.95 && abs(found.power - 0.8) < 0.2, "\(wanted): \(found)")
    }
  }

  @Test("a wide sound comes back as wide", arguments: [1, 0.7, 0.4, 0, -0.6, -1])
  func width(correlation: Double) throws {
    var maker = SignalMaker(generator: SplitMix64(seed: 5))
    let first = (0..<(16 * 2048)).map { _ in 0.3 * maker.uniform() }
    let rest = Float((1 - correlation * correlation).squareRoot())
    let second = first.map { Float(correlation) * $0 + rest * 0.3 * maker.uniform() }
    let found = try image([first, second], 48_000)
    expectLess(abs(found.correlation - correlation), 0.2, "\(found)")
    #expect(abs(found.level) < 1 && found.power > 0.7 && found.power < 1.2, "\(found)")
  }

  @Test("one channel alone stays on its side, and opposite channels do not vanish")
  func extremesOfTheImage() throws {
    var maker = SignalMaker(generator: SplitMix64(seed: 7))
    let sound = maker.noisy(16 * 2048, level: 0.6)
    let silence = sound.map { _ in Float(0) }
    let left = try image([sound, silence], 32_000)
    #expect(left.level > 20 && abs(left.power - 1) < 0.2, "\(left)")
    let right = try image([silence, sound], 32_000)
    #expect(right.level < -20 && abs(right.power - 1) < 0.2, "\(right)")
    let opposite = try image([sound, sound.map { -$0 }], 32_000)
    #expect(abs(opposite.level) < 1 && opposite.power > 0.5 && opposite.power < 1.3, "\(opposite)")
  }

  @Test("a reset encoder makes the same packets again") func reset() throws {
    let signal = pingPong(6 * 2048, period: 5000)
    var encoding = try encoded(signal, 48_000)
    let half = encoding.packets.count
    encoding.encoder.reset()
    try encoding.encode(signal)
    expectEqual(Array(encoding.packets[..<half]), Array(encoding.packets[half...]))
  }

  @Test("the configuration is AAC-LC of one channel behind an object type 29: ISO/IEC 14496-3, 1.6.5.1")
  func cookies() throws {
    // 11101 0111 0001 0100 00010 000: PS, 22050 Hz, one channel, 44100 Hz, AAC-LC.
    let format = try AACEncoder(encoderSettings(.aacHighEfficiencyV2)).format
    expectEqual(format.cookie, [0xEB, 0x8A, 0x08, 0x00])
    #expect(format.stream.formatID == .aacHighEfficiencyV2 && format.stream.framesPerPacket == 2048)
    #expect(format.stream.sampleRate == 44100 && format.stream.channelsPerFrame == 2)
    expectEqual(format.layout.speakers, [.left, .right])
  }

  @Test("what is no stereo is refused by its name") func refusals() {
    for channels in [1, 3, 6] {
      #expect {
        _ = try AACEncoder(encoderSettings(.aacHighEfficiencyV2, channels: channels))
      } throws: {
        "\($0)".contains("HE-AAC v2 is encoded with two channels")
      }
    }
    for (rate, frames) in [(12000.0, 2048), (44100, 1024), (44100.5, 2048)] {
      #expect(throws: CodecError.self) {
        _ = try AACEncoder(encoderSettings(.aacHighEfficiencyV2, rate: rate, frames: frames))
      }
    }
    #expect(throws: CodecError.self) { _ = try AACEncoder(encoderSettings(.aacHighEfficiencyV2, bitRate: 8000)) }
  }

  /// Strokes: without steady noise, which each decoder would make up in its own way. At 16 and 32 kbit/s what they
  /// leave behind is such noise.
  private func strokes(_ count: Int) -> [[Float]] {
    var maker = SignalMaker(generator: SplitMix64(seed: 8))
    var envelope: Float = 0
    let left: [Float] = (0..<count).map { index in
      if index % 1777 == 1776 { envelope = 1 }
      envelope *= 0.99
      return envelope * maker.uniform()
    }
    return [left, left.indices.map { $0 / 7000 % 2 == 0 ? -0.3 * left[$0] : 0.9 * left[max($0 - 9, 0)] }]
  }

  @Test("FFmpeg decodes the same samples", .needs(.ffmpeg), arguments: [24_000, 48_000, 64_000])
  func foreign(bitRate: Int) throws {
    let encoding = try encoded(strokes(40 * 2048), bitRate)
    let difference = try HighEfficiencyTests.differenceFromFFmpeg(
      encoding.packets, encoding.configuration.stream, coreChannels: 1)
    expectLess(difference, 1e-4)
  }

  /// Another decoder than FFmpeg's, of other authors. It leaves the first frame of a stream out.
  @Test("faad decodes the same samples", .needs(.program("faad")), arguments: [24_000, 64_000])
  func otherForeign(bitRate: Int) throws {
    let encoding = try encoded(strokes(40 * 2048), bitRate)
    var decoding = Decoding(encoding.configuration.stream)
    var stream: [UInt8] = []
    var samples: [Float] = []
    for packet in encoding.packets {
      stream += HeaderRewriting.adtsHeader(byteCount: packet.count, channels: 1) + packet
      let frame = try decoding.decode(packet)
      for n in frame[0].indices { samples += [frame[0][n], frame[1][n]] }
    }
    let arguments = ["-q", "-f", "2", "-b", "4", "-w", "FILE"]
    let output = try ForeignProgram.run("faad", arguments, on: stream, named: "he.aac")
    let theirs = Samples(floats: output)
    let ours = samples.dropFirst(2 * 2048)
    try #require(theirs.values.count == ours.count)
    var sum = 0.0
    for (sample, wanted) in zip(ours, theirs.values) {
      sum += (Double(sample) - wanted) * (Double(sample) - wanted)
    }
    expectLess((sum / Double(ours.count)).squareRoot(), 1e-4)
  }
}
