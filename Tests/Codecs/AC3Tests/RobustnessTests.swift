import AC3Codec
import AC3Frames
import AudioBase
import TestSupport
import Testing

@Suite("AC-3: damaged packets", .needs(.shared("vectors-ac3")))
struct AC3RobustnessTests {
  static let streams = ["ac3_51_48k_192_cpl/v.ac3", "syn_eac3_51_spx/v.eac3", "syn_eac3_71_dep/v.eac3"]

  private func bytes(_ name: String) throws -> [UInt8] {
    SharedFiles.bytes(try SharedFiles.file("vectors-ac3/\(name)"))
  }

  @Test("a frame with a flipped bit is refused, and costs itself alone", arguments: streams)
  func flippedBits(name: String) throws {
    let whole = try bytes(name)
    var damaged = whole
    let packets = AC3Streams.packets(whole)
    // Behind the head of the third packet's first frame.
    damaged[packets[2].lowerBound + 20] ^= 0x10
    let before = try AC3Streams.decode(whole, noise: .off)
    let after = try AC3Streams.decode(damaged, noise: .off)
    #expect(after.refusedCount == 1 && before.refusedCount == 0)
    expectEqual(after.samples.count, before.samples.count)
    // Two packets before it and those from the second one after it on, which no longer overlaps with it.
    let packet = before.samples.count / packets.count
    expectEqual(after.samples[..<(2 * packet)], before.samples[..<(2 * packet)])
    let rest = min(4 * packet, before.samples.count)...
    expectEqual(after.samples[rest], before.samples[rest])
  }

  @Test("bits at random behind a good check neither trap nor read beyond the packet", arguments: streams)
  func randomBits(name: String) throws {
    let whole = try bytes(name)
    let packets = AC3Streams.packets(whole)
    let format = StreamFormat(formatID: .ac3, sampleRate: 48_000, channelsPerFrame: 2)
    var decoder = try AC3Decoder(
      CodedStream(format: format, firstPacket: Array(whole[packets[0]])), DecoderSettings())
    var block = PCMBlock(channelCount: decoder.format.layout.channelCount, capacity: 1536)
    var generator = SplitMix64(seed: 17)
    var (refused, taken) = (0, 0)
    for round in 0..<600 {
      var packet = Array(whole[packets[round % packets.count]])
      for _ in 0..<(1 + round % 24) {
        packet[Int.random(in: 7..<packet.count, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
      }
      if round % 5 == 0 { packet.removeLast(Int.random(in: 0..<packet.count, using: &generator)) }
      AC3Checks.mend(&packet)
      do throws(CodecError) {
        try decoder.decode(packet.span, frameCount: 0, into: &block)
        taken += 1
      } catch {
        refused += 1
        decoder.conceal(into: &block)
      }
      expectLessOrEqual(block.frameCount, 1536)
    }
    #expect(refused > 0 && taken > 0)
  }
}

/// Makes checks match again, so that damage reaches the parser.
enum AC3Checks {
  /// Sets the last word of each whole frame to what the check asks for.
  static func mend(_ packet: inout [UInt8]) {
    var at = 0
    while let header = AC3FrameHeader(packet.span, at: at), header.byteCount <= packet.count - at {
      var register: UInt16 = 0
      let end = at + header.byteCount
      for index in (at + 2)..<(end - 2) {
        register ^= UInt16(packet[index]) << 8
        for _ in 0..<8 { register = register & 0x8000 != 0 ? register << 1 ^ 0x8005 : register << 1 }
      }
      packet[end - 2] = UInt8(register >> 8)
      packet[end - 1] = UInt8(register & 255)
      at = end
    }
  }
}
