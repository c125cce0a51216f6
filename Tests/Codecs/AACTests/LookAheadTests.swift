import AudioBase
import Testing

@testable import AACCodec

/// The decoder that waits for the packet behind a lost one.
struct LookAheadTests {
  static let vectors = [
    "eld_airplay_96k_ins_ensemble", "lc_44100_st_128k_syn_burst", "lc_24000_mo_32k_harpsi",
    "ld_44100_512_st_128k_burst",
  ]

  private func fixture(_ name: String) throws -> TestVector {
    try #require(TestVectors.fixtures.first { $0.name == name })
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
    #expect(Array(delayed.dropFirst()) == frames)
    let decoder = makeDecoder(vector.configuration)
    #expect(decoder.delay == vector.configuration.frameLength)
    #expect(plain.decoder.delay == 0)
  }

  @Test(arguments: vectors) func onlyTheSoundOfALostPacketDiffers(name: String) throws {
    let vector = try fixture(name)
    var plain = Decoding(vector.configuration)
    let frames = try plain.decode(vector.packets)
    let preroll = plain.decoder.prerollPacketCount
    let lost = 7
    let delayed = Array(try decode(vector, losing: [lost]).dropFirst())
    #expect(delayed.count == frames.count)
    #expect(delayed.joined().joined().allSatisfy { $0.isFinite })
    #expect(Array(delayed[..<lost]) == Array(frames[..<lost]))
    #expect(delayed[lost] != frames[lost])
    let next = lost + 1 + preroll
    #expect(Array(delayed[next...]) == Array(frames[next...]))
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
      #expect(frame == samples(block))
    }
    #expect(refused > 2)
  }

  /// A band with nothing predicted gets noise of the geometric mean of both sides' levels.
  @Test func levelsLieBetweenThoseOfBothSides() {
    let bands = LevelBands(frameLength: 512, sampleRate: 48000)
    let extrapolation = Extrapolation(frameLength: 512, futureCount: 1024, leastPast: 0, sampleRate: 48000)
    var channel = Continuation(extrapolation, bandCount: bands.count, isUsed: true)
    for line in channel.carrier.indices { channel.carrier[line] = line.isMultiple(of: 2) ? 1 : -0.5 }
    for band in channel.levels.indices { channel.levels[band] = 0.04 }
    let shaping = SpectralShaping(bands: bands, lineEnergy: 1024)
    let silence = [Float](repeating: 0, count: bands.count)
    let next = [Float](repeating: 0.0001, count: bands.count)
    for (fade, part, expected) in [(Float(1), Float(0.5), 0.002), (0.5, 0, 0.01), (1, 1, 0.0001)] {
      var spectrum = [Float](repeating: 0, count: 512)
      shaping.apply(
        SpectralShaping.Target(fade: fade, outlook: part), channel, own: silence, outlook: next, signs: 1, to: &spectrum
      )
      for band in 0..<bands.count {
        let lines = bands.edges[band]..<bands.edges[band + 1]
        let mean = lines.reduce(0.0) { $0 + Double(spectrum[$1] * spectrum[$1]) } / Double(lines.count)
        #expect(abs(mean / (expected * 1024) - 1) < 1e-3, "\(part), band \(band)")
      }
    }
  }
}
