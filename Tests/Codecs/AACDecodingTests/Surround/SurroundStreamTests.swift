import AACDecoding
import AACEncoding
import AACReplication
import AACSyntax
import AudioBase
import Bitstream
import Foundation
import MPEG4Systems
import TestSupport
import Testing

/// AAC-ELD version 2 as a whole, on streams of our own encoder with spatial payloads of our own writer.
struct SurroundStreamTests {
  /// A mono core at 48 kHz with a payload for each packet, or none.
  private struct Stream {
    let configuration: AACConfiguration
    var packets: [[UInt8]] = []

    init(_ signal: [Float], bytes: [UInt8] = SurroundSyntaxTests.bytes(), _ payload: (Int) -> [UInt8]?) throws {
      var encoding = try Encoding(
        encoderSettings(.aacEnhancedLowDelay, rate: 48000, channels: 1, frames: 512, bitRate: 128_000))
      try encoding.encode([signal])
      var systems = encoding.configuration.stream.systems
      guard case .enhancedLowDelay(var config) = systems.specific else {
        configuration = encoding.configuration.stream
        return
      }
      config.extensions = [.init(type: 2, payload: bytes)]
      systems.specific = .enhancedLowDelay(config)
      configuration = try AACConfiguration(AudioSpecificConfig(parsing: systems.bytes.span))
      var unit = AccessUnit(encoding.configuration.stream)
      for (index, packet) in encoding.packets.enumerated() {
        var reader = BitReader(packet.span)
        try unit.parse(&reader)
        var writer = BitWriter()
        unit.writeElement(0, to: &writer)
        if let payload = payload(index) {
          writer.write(9, 4)
          writer.write(bitsOf: payload.span, 0..<(8 * payload.count))
        }
        writer.align()
        packets.append(writer.bytes)
      }
    }
  }

  /// `ancType` 0, start and stop set, then a frame.
  private static func payload(_ frame: [UInt8], head: (UInt32, Int) = (0b0011, 4)) -> [UInt8] {
    var writer = BitWriter()
    writer.write(head.0, head.1)
    writer.write(bitsOf: frame.span, 0..<(8 * frame.count))
    return writer.bytes
  }

  private static func noise(_ count: Int, level: Float = 0.2) -> [Float] {
    var maker = SignalMaker(generator: SplitMix64(seed: 3))
    return maker.noisy(count, level: level)
  }

  private static func energy(_ samples: some Sequence<Float>) -> Double {
    samples.reduce(0) { $0 + Double($1) * Double($1) }
  }

  @Test func theLevelDifferenceIsHeardAndTheDelayIsThatOfTheBanks() throws {
    let tone = (0..<(40 * 512)).map { Float(0.4 * sin(0.05 * Double($0))) }
    let stream = try Stream(tone) { _ in Self.payload(SurroundWriter.frame(level: 5, coherence: 0)) }
    #expect(stream.configuration.channelCount == 2 && stream.configuration.toolDelay == 256)
    var decoding = Decoding(stream.configuration)
    let frames = try decoding.decode(stream.packets)
    #expect(decoding.decoder.delay == 256 && decoding.decoder.remark == nil)
    let left = frames.flatMap { $0[0] }
    let right = frames.flatMap { $0[1] }
    let range = (10 * 512)..<(30 * 512)
    let difference = 10 * log10(Self.energy(left[range]) / Self.energy(right[range]))
    expectLess(abs(difference - surroundLevelDifferences[20]), 0.02)
    // The gain of the downmix is √2, so that both powers together are twice that of the core.
    let core = Self.energy(tone[range])
    expectLess(abs((Self.energy(left[range]) + Self.energy(right[range])) / core - 2), 0.02)
    var error = 0.0
    for n in range {
      let expected =
        0.4 * sin(0.05 * Double(n - 256 - 256)) * (2 * Self.share(surroundLevelDifferences[20])).squareRoot()
      error += (Double(left[n]) - expected) * (Double(left[n]) - expected)
    }
    expectGreater(10 * log10(Self.energy(left[range]) / error), 45)
  }

  /// The part of the power that is left's.
  private static func share(_ decibels: Double) -> Double {
    let ratio = pow(10, decibels / 10)
    return ratio / (1 + ratio)
  }

  @Test func incoherentChannelsAreDecorrelated() throws {
    let stream = try Stream(Self.noise(40 * 512)) { _ in Self.payload(SurroundWriter.frame(level: 0, coherence: 5)) }
    var decoding = Decoding(stream.configuration)
    let frames = try decoding.decode(stream.packets)
    let (left, right) = (frames.dropFirst(6).flatMap { $0[0] }, frames.dropFirst(6).flatMap { $0[1] })
    let common = zip(left, right).reduce(0) { $0 + Double($1.0) * Double($1.1) }
    expectLess(abs(common), 0.4 * (Self.energy(left) * Self.energy(right)).squareRoot())
  }

  /// A frame that is not independent counts only behind one that is.
  @Test func decodingBeginsAtAnIndependentFrame() throws {
    let stream = try Stream(Self.noise(30 * 512)) { index in
      Self.payload(SurroundWriter.frame(level: 10, coherence: 0, isIndependent: index == 12))
    }
    var decoding = Decoding(stream.configuration)
    let frames = try decoding.decode(stream.packets)
    for frame in frames.prefix(12) { expectEqual(frame[0], frame[1]) }
    let (left, right) = (frames[20][0], frames[20][1])
    expectGreater(Self.energy(left), 5 * Self.energy(right))
  }

  /// Without payloads the stereo goes on for ten frames, and is gone five frames later; an independent frame brings it
  /// back.
  @Test func missingPayloadsAreHeldAndThenFade() throws {
    let stream = try Stream(Self.noise(60 * 512)) { index in
      (20..<45).contains(index) ? nil : Self.payload(SurroundWriter.frame(level: 10, coherence: 0))
    }
    var decoding = Decoding(stream.configuration)
    let frames = try decoding.decode(stream.packets)
    let ratios = frames.map { Self.energy($0[0]) / max(Self.energy($0[1]), 1e-20) }
    #expect(ratios[15] > 5 && ratios[28] > 5)
    expectLess(abs(ratios[40] - 1), 1e-3)
    expectGreater(ratios[52], 5)
  }

  /// The stereo fades with the core that is made up.
  @Test func lostPacketsFadeToEqualChannels() throws {
    let stream = try Stream(Self.noise(60 * 512)) { _ in Self.payload(SurroundWriter.frame(level: 10, coherence: 0)) }
    var decoding = Decoding(stream.configuration)
    _ = try decoding.decode(stream.packets.prefix(20))
    var ratios: [Double] = []
    for _ in 0..<24 {
      let frame = decoding.conceal()
      #expect(frame.allSatisfy { $0.allSatisfy { abs($0) <= 1 } })
      ratios.append(Self.energy(frame[0]) / max(Self.energy(frame[1]), 1e-20))
    }
    expectGreater(ratios[1], 5)
    expectLess(ratios[10], ratios[3])
    let frames = try decoding.decode(stream.packets.dropFirst(44))
    expectGreater(Self.energy(frames[8][0]), 5 * Self.energy(frames[8][1]))
  }

  /// Payloads that break a rule are remarks: the core's sound is whole.
  @Test(arguments: [
    (UInt32(0b0010), 4, AACRule.surroundFragment), (0b0111_1, 5, .surroundTimeAlignment),
    (0b0111_0, 5, .truncated), (0b0000, 4, .surroundFragment),
  ])
  func brokenPayloadsAreRemarks(head: UInt32, width: Int, rule: AACRule) throws {
    let stream = try Stream(Self.noise(8 * 512)) { _ in
      Self.payload([0xFF, 0xFF, 0xFF], head: (head, width))
    }
    var decoding = Decoding(stream.configuration)
    for packet in stream.packets {
      let frame = try decoding.decode(packet)
      expectEqual(frame[0], frame[1])
      expectEqual(decoding.decoder.remark.map { "\($0.rule)" }, "\(rule.text)")
    }
  }

  /// A configuration in a packet: the same one changes nothing, another one starts anew, one that does not fit is a
  /// remark.
  @Test func configurationsInPacketsAreFollowed() throws {
    func packed(_ configuration: [UInt8], _ frame: [UInt8]) -> [UInt8] {
      var writer = BitWriter()
      writer.write(0b0111_0, 5)
      writer.write(UInt32(configuration.count), 7)
      writer.write(bitsOf: configuration.span, 0..<(8 * configuration.count))
      writer.write(bitsOf: frame.span, 0..<(8 * frame.count))
      return writer.bytes
    }
    let plain = SurroundWriter.frame(level: 5, coherence: 0)
    let signal = Self.noise(30 * 512)
    let once = try Stream(signal) { _ in Self.payload(plain) }
    let often = try Stream(signal) { index in
      index % 5 == 4 ? packed(SurroundSyntaxTests.bytes(), plain) : Self.payload(plain)
    }
    let other = try Stream(signal) { index in
      index == 20 ? packed(SurroundSyntaxTests.bytes(decorrelation: 1), plain) : Self.payload(plain)
    }
    let wrong = try Stream(signal) { _ in packed(SurroundSyntaxTests.bytes(slots: 16), plain) }
    var decodings = [once, often, other].map { stream -> [[[Float]]] in
      var decoding = Decoding(stream.configuration)
      return (try? decoding.decode(stream.packets)) ?? []
    }
    expectEqual(decodings[0], decodings[1])
    #expect(Array(decodings[0].prefix(20)) == Array(decodings[2].prefix(20)) && decodings[0][21] != decodings[2][21])
    decodings.removeAll()
    var decoding = Decoding(wrong.configuration)
    _ = try decoding.decode(wrong.packets[0])
    expectEqual(decoding.decoder.remark.map { "\($0.rule)" }, "\(AACRule.surroundFrameLength.text)")
  }

  @Test func resetForgetsEverything() throws {
    let stream = try Stream(Self.noise(20 * 512)) { index in
      Self.payload(SurroundWriter.frame(level: index % 9, coherence: index % 8))
    }
    var decoding = Decoding(stream.configuration)
    let first = try decoding.decode(stream.packets)
    decoding.decoder.reset()
    try expectEqual(decoding.decode(stream.packets), first)
  }

  @Test(arguments: [
    (SurroundSyntaxTests.bytes(tree: 0), ErrorKind.unsupported),
    (SurroundSyntaxTests.bytes(quantization: 2), .unsupported),
    (SurroundSyntaxTests.bytes(slots: 16), .malformed), (SurroundSyntaxTests.bytes(rate: 44100), .malformed),
  ])
  func streamsThatCannotBeDecodedAreRefused(bytes: [UInt8], kind: ErrorKind) {
    let error = #expect(throws: CodecError.self) { try Stream([0], bytes: bytes) { _ in nil } }
    expectEqual(error?.kind, kind)
  }

  @Test func surroundNeedsACoreOfOneChannel() {
    var systems = AudioSpecificConfig(
      objectType: .erAACELD, samplingFrequency: .index(3), channelConfiguration: 2)
    guard case .enhancedLowDelay(var config) = systems.specific else { return }
    config.extensions = [.init(type: 2, payload: SurroundSyntaxTests.bytes())]
    systems.specific = .enhancedLowDelay(config)
    let error = #expect(throws: CodecError.self) { try AACConfiguration(systems) }
    expectEqual(error?.kind, .unsupported)
  }
}
