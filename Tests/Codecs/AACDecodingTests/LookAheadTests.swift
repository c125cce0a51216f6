import AACDecoding
import AACSyntax
import AudioBase
import MPEG4Systems
import TestSupport
import Testing

/// The decoder that waits for the packet behind a lost one.
struct LookAheadTests {
  static let vectors = [
    "eld_airplay_96k_ins_ensemble", "lc_44100_st_128k_syn_burst", "lc_24000_mo_32k_harpsi",
    "ld_44100_512_st_128k_burst",
  ]

  private func fixture(_ name: String) throws -> TestVector {
    try required(TestVectors.fixtures.first { $0.name == name })
  }

  private func makeDecoder(_ configuration: AACConfiguration) -> LookAheadDecoder {
    LookAheadDecoder(AACDecoder(configuration), surveyor: AACDecoder(configuration))
  }

  /// The samples of all channels, one after the other.
  private func samples(_ block: borrowing PCMBlock) -> [[Float]] {
    (0..<block.channelCount).map { channel in
      let plane = block.channel(channel)
      return plane.indices.map { plane[$0] }
    }
  }

  /// Decodes packets, some of them lost, and calls once more at the end.
  private func decode(_ vector: TestVector, losing lost: Set<Int>) throws -> [[[Float]]] {
    var decoder = makeDecoder(vector.configuration)
    var block = PCMBlock(
      channelCount: vector.configuration.channelCount, capacity: vector.configuration.outputFrameLength)
    var frames: [[[Float]]] = []
    for (index, packet) in vector.packets.enumerated() {
      if lost.contains(index) {
        decoder.conceal(into: &block)
      } else {
        try decoder.decode(packet.span, frameCount: 0, into: &block)
      }
      frames.append(samples(block))
    }
    decoder.conceal(into: &block)
    frames.append(samples(block))
    return frames
  }

  @Test(arguments: vectors) func aWholeStreamIsTheSameOnePacketLater(name: String) throws {
    let vector = try fixture(name)
    var plain = Decoding(vector.configuration)
    let frames = try plain.decode(vector.packets)
    let delayed = try decode(vector, losing: [])
    #expect(delayed[0].joined().allSatisfy { $0 == 0 })
    expectEqual(Array(delayed.dropFirst()), frames)
    let decoder = makeDecoder(vector.configuration)
    expectEqual(decoder.delay, vector.configuration.frameLength)
    expectEqual(plain.decoder.delay, 0)
  }

  @Test(arguments: vectors) func onlyTheSoundOfALostPacketDiffers(name: String) throws {
    let vector = try fixture(name)
    var plain = Decoding(vector.configuration)
    let frames = try plain.decode(vector.packets)
    let preroll = plain.decoder.prerollPacketCount
    let lost = 7
    let delayed = Array(try decode(vector, losing: [lost]).dropFirst())
    expectEqual(delayed.count, frames.count)
    #expect(delayed.joined().joined().allSatisfy { $0.isFinite })
    expectEqual(Array(delayed[..<lost]), Array(frames[..<lost]))
    #expect(delayed[lost] != frames[lost])
    let next = lost + 1 + preroll
    expectEqual(Array(delayed[next...]), Array(frames[next...]))
  }

  @Test(arguments: vectors) func aRefusedPacketChangesNothing(name: String) throws {
    let vector = try fixture(name)
    var decoder = makeDecoder(vector.configuration)
    var other = makeDecoder(vector.configuration)
    var block = PCMBlock(
      channelCount: vector.configuration.channelCount, capacity: vector.configuration.outputFrameLength)
    var refused = 0
    for packet in vector.packets {
      let cut = Array(packet.prefix(packet.count / 3))
      if brokenRule(cut, vector.configuration) != nil {
        #expect(throws: CodecError.self) { try decoder.decode(cut.span, frameCount: 0, into: &block) }
        refused += 1
      }
      try decoder.decode(packet.span, frameCount: 0, into: &block)
      let frame = samples(block)
      try other.decode(packet.span, frameCount: 0, into: &block)
      expectEqual(frame, samples(block))
    }
    expectGreater(refused, 2)
  }

  /// Behind a loss that is longer than the fade there is sound again one packet before the first good one.
  @Test func soundFadesInBeforeTheEndOfALongLoss() throws {
    let vector = try fixture("lc_24000_mo_32k_harpsi")
    let packets = vector.packets
    let plain = Decoding(vector.configuration)
    let muted = plain.decoder.packetCountUntilMuted
    let first = 7
    let last = first + muted + 2
    try #require(last + 2 < packets.count)
    let delayed = Array(try decode(vector, losing: Set(first...last)).dropFirst())
    #expect(delayed[last - 1].joined().allSatisfy { abs($0) < 1e-6 })
    let energy = delayed[last].joined().reduce(0.0) { $0 + Double($1) * Double($1) }
    expectGreater(energy, 0)
    #expect(delayed[last].joined().allSatisfy { abs($0) <= 1 })
  }

  /// A band with nothing predicted gets noise of the level wanted.
  @Test func noiseGetsTheLevelWanted() {
    let bands = LevelBands(frameLength: 512, sampleRate: 48000)
    let extrapolation = Extrapolation(frameLength: 512, futureCount: 1024, leastPast: 0, sampleRate: 48000)
    var channel = Continuation(extrapolation, bandCount: bands.count, isUsed: true)
    for line in channel.carrier.indices { channel.carrier[line] = line.isMultiple(of: 2) ? 1 : -0.5 }
    let shaping = SpectralShaping(bands: bands, lineEnergy: 1024)
    let silence = [Float](repeating: 0, count: bands.count)
    for expected in [0.002, 0.01, 0.0001] {
      for band in channel.levels.indices { channel.levels[band] = Float(expected) }
      var spectrum = [Float](repeating: 0, count: 512)
      shaping.apply(channel, own: silence, signs: 1, to: &spectrum)
      for band in 0..<bands.count {
        let lines = bands.edges[band]..<bands.edges[band + 1]
        let mean = lines.reduce(0.0) { $0 + Double(spectrum[$1] * spectrum[$1]) } / Double(lines.count)
        expectLess(abs(mean / (expected * 1024) - 1), 1e-3, "band \(band)")
      }
    }
  }

  /// White noise: the windows of both neighbours leave it with the weights sin² · cos² over a gap, whose mean is a
  /// quarter of that of sin²; one neighbour leaves half of that.
  @Test(arguments: [(AudioObjectType.aacLC, 0.125, 0.25), (.erAACLD, 0.125, 0.25)])
  func aGapHoldsAQuarterOfWhatWasLost(kind: AudioObjectType, before: Double, around: Double) throws {
    var channel = try NoisyChannel(kind)
    let bandCount = channel.meter.bands.count
    let edge = bandCount / 3
    for (isKnown, expected) in [(false, before), (true, around)] {
      let levels = channel.levels(ofGapWithNext: isKnown)
      let mean = levels[edge...].reduce(0.0) { $0 + Double($1) } / Double(bandCount - edge)
      expectLess(abs(mean / expected - 1), 0.25, "\(kind), next known: \(isKnown): \(mean)")
    }
  }

  /// What is expected of steady noise is its level, but for caution.
  @Test(arguments: [AudioObjectType.aacLC, .erAACLD, .erAACELD])
  func steadyNoiseIsExpectedToGoOn(kind: AudioObjectType) throws {
    var channel = try NoisyChannel(kind)
    let bandCount = channel.meter.bands.count
    var expectation = LevelExpectation(bandCount: bandCount)
    for isKnown in [false, true] {
      expectation.expectFirst(gap: channel.levels(ofGapWithNext: false))
      if isKnown {
        let next = [Float](repeating: 1, count: bandCount)
        expectation.expect(gap: channel.levels(ofGapWithNext: true), next: next, isFirst: true)
      }
      let mean = expectation.present.reduce(0, +) / Float(bandCount)
      #expect(mean > -1.2 && mean < 0.3, "\(kind), next known: \(isKnown): \(mean)")
    }
  }
}

/// A channel that has decoded white noise of variance 1.
private struct NoisyChannel: ~Copyable {
  let configuration: AACConfiguration
  private var state: ChannelState
  private var synthesis: ChannelSynthesis
  private var probe: GapProbe
  var meter: LevelMeter
  private var past: [Float]
  private var outlook: ChannelOutlook

  init(_ type: AudioObjectType) throws {
    configuration = try AACDecodingTests.configuration(type)
    state = ChannelState(configuration: configuration)
    synthesis = ChannelSynthesis(configuration)
    probe = GapProbe(configuration)
    meter = LevelMeter(frameLength: configuration.frameLength, sampleRate: configuration.coreRate)
    outlook = ChannelOutlook(frameLength: configuration.frameLength, bandCount: meter.bands.count)
    past = Array(repeating: 0, count: OutputRing.count(configuration))
    let lineEnergy = ConcealmentAnalysis(configuration).lineEnergy
    var generator = SplitMix64(seed: 11)
    let scale = lineEnergy.squareRoot() * Float(AudioScale.fullScale)
    var block = PCMBlock(channelCount: 1, capacity: configuration.frameLength)
    block.setFrameCount(configuration.frameLength)
    for _ in 0..<24 {
      // An orthogonal transform of white noise is white noise: uniform numbers of variance 1 will do.
      for line in state.spectrum.indices { state.spectrum[line] = scale * NoisyChannel.number(&generator) }
      synthesis.synthesize(&state, into: &block, channel: 0, at: 0)
      synthesis.remember(&state, block, channel: 0, at: 0)
    }
    for line in outlook.spectrum.indices { outlook.spectrum[line] = scale * NoisyChannel.number(&generator) }
    state.past.copy(into: &past)
  }

  private static func number(_ generator: inout SplitMix64) -> Float {
    Float.random(in: -1...1, using: &generator) * Float(3).squareRoot()
  }

  mutating func levels(ofGapWithNext isKnown: Bool) -> [Float] {
    var levels = [Float](repeating: 0, count: meter.bands.count)
    probe.look(at: state, past: past, outlook: isKnown ? outlook : nil, &synthesis)
    meter.measure(probe.line, end: probe.blockEnd, .whole, into: &levels)
    return levels
  }
}
