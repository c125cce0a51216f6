import AACDecoding
import AudioBase
import MPEG4Systems
import TestSupport
import Testing

/// The decoder over time: repeated, after a seek, after losses.
struct BehaviourTests {
  /// Streams of every profile without prediction, with noise substitution among them.
  static let vectors = [
    "eld_airplay_128k_syn_sweep", "eld_airplay_96k_ins_ensemble", "lc_44100_st_128k_syn_burst",
    "lc_24000_mo_32k_harpsi", "ld_44100_512_st_128k_burst", "xa_lc960_128k_castanets",
  ]

  private func fixture(_ name: String) throws -> TestVector {
    try required(TestVectors.fixtures.first { $0.name == name })
  }

  @Test(arguments: vectors) func decodingIsTheSameEveryTime(name: String) throws {
    let vector = try fixture(name)
    var one = Decoding(vector.configuration)
    let frames = try one.decode(vector.packets)
    #expect(frames.joined().joined().contains { $0 != 0 })
    one.decoder.reset()
    try expectEqual(one.decode(vector.packets), frames)
    var other = Decoding(vector.configuration)
    try expectEqual(other.decode(vector.packets), frames)
  }

  @Test(arguments: vectors) func aSeekWithPrerollGivesTheLinearSamples(name: String) throws {
    let vector = try fixture(name)
    var linear = Decoding(vector.configuration)
    let frames = try linear.decode(vector.packets)
    let preroll = linear.decoder.prerollPacketCount
    for target in [preroll, 7, 12] {
      var seeking = Decoding(vector.configuration)
      let read = try seeking.decode(vector.packets[(target - preroll)..<(target + 5)])
      expectEqual(Array(read.dropFirst(preroll)), Array(frames[target..<(target + 5)]))
    }
  }

  private func energy(_ frame: [[Float]]) -> Double {
    frame.joined().reduce(0) { $0 + Double($1) * Double($1) }
  }

  @Test(arguments: vectors) func concealmentFadesToSilenceAndRecovers(name: String) throws {
    let vector = try fixture(name)
    var linear = Decoding(vector.configuration)
    let frames = try linear.decode(vector.packets)
    let preroll = linear.decoder.prerollPacketCount
    for start in [6, 9] {
      var decoding = Decoding(vector.configuration)
      _ = try decoding.decode(vector.packets[..<start])
      let mutedAfter = decoding.decoder.packetCountUntilMuted
      let concealed = (0..<(mutedAfter + 4)).map { _ in decoding.conceal() }
      #expect(concealed.joined().joined().allSatisfy { $0.isFinite })
      expectLessOrEqual(energy(concealed[mutedAfter - 1]), energy(concealed[0]))
      expectEqual(energy(concealed[mutedAfter + 3]), 0)
      let after = try decoding.decode(vector.packets[start...])
      expectEqual(Array(after.dropFirst(preroll)), Array(frames[(start + preroll)...]))
    }
  }

  @Test(arguments: vectors) func aRefusedPacketChangesNothing(name: String) throws {
    let vector = try fixture(name)
    var linear = Decoding(vector.configuration)
    let frames = try linear.decode(vector.packets)
    var disturbed = Decoding(vector.configuration)
    var refused = 0
    for (index, packet) in vector.packets.enumerated() {
      for length in [0, 1, packet.count / 8, packet.count / 3, packet.count * 2 / 3] {
        let cut = Array(packet.prefix(length))
        guard brokenRule(cut, vector.configuration) != nil else { continue }
        #expect(throws: CodecError.self) { try disturbed.decode(cut) }
        refused += 1
      }
      try expectEqual(disturbed.decode(packet), frames[index])
    }
    expectGreater(refused, 2 * vector.packets.count)
  }

  /// With long term prediction the whole past matters, but a damaged packet must still not.
  @Test func aRefusedPacketLeavesThePredictionAlone() throws {
    let configuration = try configuration(.erAACLD, channels: 2)
    var streams = RandomStreams(configuration, seed: 21)
    streams.largestLine = 30
    let packets = (0..<12).map { _ in packet(streams.unit()) }
    var linear = Decoding(configuration)
    var disturbed = Decoding(configuration)
    for packet in packets {
      #expect(throws: CodecError.self) { try disturbed.decode(Array(packet.prefix(packet.count / 2))) }
      try expectEqual(disturbed.decode(packet), try linear.decode(packet))
    }
  }

  @Test func severalFramesOfAPacketAreDecodedInOneCall() throws {
    let vector = try fixture("lc_44100_st_128k_syn_burst")
    var linear = Decoding(vector.configuration)
    let frames = try linear.decode(vector.packets.prefix(3))
    var decoder = AACDecoder(vector.configuration)
    var block = PCMBlock(channelCount: 2, capacity: 3072)
    let joined = Array(vector.packets.prefix(3).joined())
    try decoder.decode(joined.span, frameCount: 3072, into: &block)
    expectEqual(block.frameCount, 3072)
    let plane = block.channel(1)
    expectEqual(plane.indices.map { plane[$0] }, frames.flatMap { $0[1] })
  }
}
