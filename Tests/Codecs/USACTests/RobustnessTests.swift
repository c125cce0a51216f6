import AudioBase
import TestSupport
import Testing
import USACCodec

/// Damaged streams decode or are refused, and never trap; the samples stay numbers.
@Suite(.needs(.shared("vectors-usac"))) struct RobustnessTests {
  @Test(arguments: UnifiedVector.names) func mutationsAreHarmless(name: String) throws {
    let vector = try UnifiedVector(name)
    var random = SplitMix64(seed: 42)
    var decoder = USACDecoder(vector.configuration)
    let channelCount = vector.configuration.layout.channelCount
    var block = PCMBlock(channelCount: channelCount, capacity: decoder.format.framesPerPacket)
    var (decoded, refused) = (0, 0)
    for round in 0..<3 {
      for packet in vector.packets {
        var damaged = packet
        mutate(&damaged, &random, lightly: round == 0)
        do throws(CodecError) {
          try decoder.decode(damaged.span, frameCount: 0, into: &block)
          decoded += 1
        } catch {
          refused += 1
          decoder.conceal(into: &block)
        }
        expectEqual(block.frameCount, decoder.format.framesPerPacket)
        for channel in 0..<channelCount {
          let samples = block.channel(channel)
          var isFinite = true
          for frame in samples.indices where !samples[frame].isFinite { isFinite = false }
          #expect(isFinite)
        }
      }
      decoder.reset()
    }
    #expect(decoded > 0 && refused > 0)
  }

  /// Every length of a packet is refused, or decodes.
  @Test(arguments: ["ex_fd_3_48000_st_wz11", "syn_768_48000_st_all", "syn_48000_mo_ext", "xa_td_24000_mo_24k_alsa"])
  func truncationsAreHarmless(name: String) throws {
    let vector = try UnifiedVector(name)
    var decoder = USACDecoder(vector.configuration)
    var block = PCMBlock(
      channelCount: vector.configuration.layout.channelCount, capacity: decoder.format.framesPerPacket)
    for packet in vector.packets.prefix(2) {
      for count in 0..<packet.count {
        let part = Array(packet.prefix(count))
        #expect(throws: CodecError.self) { try decode(part, &decoder, &block) }
      }
      try decode(packet, &decoder, &block)
    }
  }

  private func decode(
    _ packet: [UInt8], _ decoder: inout USACDecoder, _ block: inout PCMBlock
  ) throws {
    try decoder.decode(packet.span, frameCount: 0, into: &block)
  }

  /// Changes a few bits, or many bytes, or the length of a packet.
  private func mutate(_ packet: inout [UInt8], _ random: inout SplitMix64, lightly: Bool) {
    guard !packet.isEmpty, random.chance(lightly ? 40 : 90) else { return }
    for _ in 0..<(lightly ? 1 : Int.random(in: 1...12, using: &random)) {
      packet[Int.random(in: 0..<packet.count, using: &random)] ^= 1 << UInt8.random(in: 0...7, using: &random)
    }
    guard !lightly else { return }
    if random.chance(20) {
      let start = Int.random(in: 0..<packet.count, using: &random)
      for place in start..<packet.count { packet[place] = UInt8(truncatingIfNeeded: random.next()) }
    }
    if random.chance(10) { packet.removeLast(Int.random(in: 0...packet.count, using: &random)) }
    if random.chance(10) { packet += random.bytes(40) }
  }
}
