import AACDecoding
import AACEncoding
import AACReplication
import AACSyntax
import AudioBase
import Bitstream
import MPEG4Systems
import TestSupport
import Testing

/// HE-AAC of three to eight channels: SBR behind each element but that of the low frequencies.
@Suite("HE-AAC encoder: more than two channels") struct HighEfficiencySurroundTests {
  /// What is wrong with packets, as a decoder with every check on sees it.
  private static func illegality(in packets: [[UInt8]], _ configuration: AACConfiguration) throws -> String? {
    var decoding = Decoding(configuration)
    let replication = try required(configuration.replication)
    let context = SBRContext(
      slotCount: replication.slotCount, isLowDelay: false, sampleRate: 2 * replication.coreRate)
    var bands = [SBRBands?](repeating: nil, count: configuration.slots.count)
    for (number, packet) in packets.enumerated() {
      guard 8 * packet.count <= 6144 * configuration.channelCount else { return "\(number): \(packet.count) bytes" }
      var unit = AccessUnit(configuration)
      var whole = BitReader(packet.span)
      try unit.parse(&whole)
      guard whole.remaining < 8, unit.extensions.problem == nil else {
        return "\(number): \(whole.remaining) bits left"
      }
      for (index, slot) in configuration.slots.enumerated() {
        guard let payload = unit.replications[index] else {
          if slot.isLowFrequency { continue }
          return "\(number): element \(index) has no payload"
        }
        guard !slot.isLowFrequency else { return "\(number): a payload of low frequencies" }
        var reader = BitReader(packet.span, bits: payload.start..<payload.end)
        var data = SBRElementData()
        guard try data.parse(&reader, isPair: slot.isPair, context, bands: &bands[index]) else {
          return "\(number): element \(index) has no header"
        }
        guard reader.remaining < 8 else { return "\(number): \(reader.remaining) bits behind the payload \(index)" }
      }
      let frame = try decoding.decode(packet)
      if let remark = decoding.decoder.remark { return "\(number): \(remark)" }
      guard frame.allSatisfy({ $0.allSatisfy(\.isFinite) }) else { return "\(number): not finite" }
    }
    return nil
  }

  @Test(
    "all rates, channels and bit rates give legal packets", arguments: [16000, 24000, 44100, 48000, 96000], 3...8)
  func sweep(rate: Int, channels: Int) throws {
    var maker = SignalMaker(generator: SplitMix64(seed: UInt64(rate + channels)))
    for frames in [2048, 1920] {
      let limits = try AACEncoding.bitRates(
        for: encoderSettings(.aacHighEfficiency, rate: Double(rate), channels: channels, frames: frames))
      for bitRate in [limits.range.lowerBound, limits.recommended, limits.range.upperBound] {
        for mode in [EncoderSettings.RateControlMode.constant, .variable] {
          var encoding = try Encoding(
            encoderSettings(
              .aacHighEfficiency, rate: Double(rate), channels: channels, frames: frames, bitRate: bitRate, mode: mode))
          try encoding.encode((0..<channels).map { _ in maker.noisy(7 * frames, level: 0.7) })
          let problem = try Self.illegality(in: encoding.packets, encoding.configuration.stream)
          expectNil(problem, "\(frames) frames, \(bitRate) bit/s, \(mode)")
          #expect(encoding.packets.allSatisfy { $0.count <= encoding.format.maximumPacketByteCount })
          guard mode == .constant else { continue }
          let bits = encoding.packets.reduce(0) { $0 + 8 * $1.count }
          let mean = Double(bitRate * frames) / Double(rate)
          expectLess(Double(bits), mean * Double(encoding.packets.count) + 6144 * Double(channels))
        }
      }
    }
  }

  @Test("extreme signals give legal packets", arguments: [3, 6, 8]) func extremes(channels: Int) throws {
    for (name, sample) in EncoderLegalityTests.extremes {
      var encoding = try Encoding(encoderSettings(.aacHighEfficiency, channels: channels))
      let signal = (0..<(6 * 2048)).map(sample)
      try encoding.encode((0..<channels).map { $0 & 1 == 0 ? signal : signal.map { -$0 } })
      try expectNil(Self.illegality(in: encoding.packets, encoding.configuration.stream), "\(name)")
    }
  }

  @Test("each channel comes back in its place at the time that the priming says", arguments: 3...8)
  func places(channels: Int) throws {
    let count = 24 * 2048
    // Tones in the core of every element, that of low frequencies too.
    let signal = (0..<channels).map { channel -> [Float] in
      let frequency = Double(50 + 7 * channel)
      return SignalMaker.tone(count, cyclesPerSample: frequency / 44_100, level: 0.1 + 0.05 * Double(channel))
    }
    var encoding = try Encoding(encoderSettings(.aacHighEfficiency, channels: channels))
    #expect(encoding.format.layout.channelCount == channels && encoding.format.primingFrames == 2048 + 577 + 962)
    try encoding.encode(signal)
    let decoded = try encoding.decoded(frameCount: count)
    for channel in 0..<channels {
      let ratio = signalToNoise(Array(signal[channel][8192..<40_000]), Array(decoded[channel][8192..<40_000]))
      expectGreater(ratio, 30, "\(channel): \(ratio)")
    }
  }

  /// Strokes at other places in each channel: without steady noise, which each decoder would make up in its own way.
  private func strokes(_ channels: Int) -> [[Float]] {
    (0..<channels).map { channel in
      var maker = SignalMaker(generator: SplitMix64(seed: UInt64(20 + channel)))
      var envelope: Float = 0
      return (0..<(30 * 2048)).map { index in
        if index % (1777 + 300 * channel) == 1776 { envelope = 1 }
        envelope *= 0.99
        return envelope * maker.uniform() * (1 - 0.1 * Float(channel))
      }
    }
  }

  @Test("a decoder that is not told of SBR finds it in the packets", arguments: 3...6)
  func implicit(channels: Int) throws {
    var encoding = try Encoding(encoderSettings(.aacHighEfficiency, channels: channels))
    try encoding.encode(strokes(channels))
    let stream = encoding.configuration.stream
    let plain = AudioSpecificConfig(
      objectType: .aacLC, samplingFrequency: stream.systems.samplingFrequency,
      channelConfiguration: stream.systems.channelConfiguration, hasShortFrames: false)
    let packets = encoding.packets
    let first = packets[0]
    let found = try AACConfiguration(plain, firstPacket: first.span)
    #expect(found.replication == stream.replication && found.sampleRate == 44100)
    var told = Decoding(stream)
    var untold = Decoding(found)
    for packet in packets.prefix(20) { try expectEqual(told.decode(packet), untold.decode(packet)) }
  }

  @Test("FFmpeg decodes the same samples", .needs(.ffmpeg), arguments: 3...6) func foreign(channels: Int) throws {
    let settings = encoderSettings(.aacHighEfficiency, channels: channels, bitRate: 26_000 * channels)
    var encoding = try Encoding(settings)
    try encoding.encode(strokes(channels))
    var decoding = Decoding(encoding.configuration.stream)
    var stream: [UInt8] = []
    var ours = [[Float]](repeating: [], count: channels)
    let number = encoding.configuration.stream.systems.channelConfiguration
    for packet in encoding.packets {
      stream += HeaderRewriting.adtsHeader(byteCount: packet.count, channels: number) + packet
      for (channel, samples) in try decoding.decode(packet).enumerated() { ours[channel] += samples }
    }
    let arguments = ["-v", "error", "-i", "FILE", "-f", "f32le", "-c:a", "pcm_f32le", "-"]
    let theirs = Samples(floats: try ForeignProgram.run("ffmpeg", arguments, on: stream, named: "he.aac")).values
    try #require(theirs.count == channels * ours[0].count)
    // FFmpeg has another order of loudspeakers: each of our channels is one of theirs, and no two the same.
    var found: Set<Int> = []
    for samples in ours {
      let differences = (0..<channels).map { place in
        var sum = 0.0
        for index in samples.indices {
          let difference = Double(samples[index]) - theirs[channels * index + place]
          sum += difference * difference
        }
        return (sum / Double(samples.count)).squareRoot()
      }
      let nearest = differences.indices.min { differences[$0] < differences[$1] } ?? 0
      expectLess(differences[nearest], 1e-4, "\(differences)")
      found.insert(nearest)
    }
    expectEqual(found.count, channels)
  }
}
