import AudioBase
import Bitstream
import MPEG4Systems
import TestSupport
import Testing

@testable import AACCodec

/// SBR over time: damage, gaps, late headers, checks.
struct ReplicationBehaviourTests {
  static let names = ReplicationVectorTests.names
  static let mutationsPerVector = 2000

  private func mutated(_ packets: [[UInt8]], _ generator: inout SplitMix64) -> [UInt8] {
    var packet = packets[Int.random(in: 0..<packets.count, using: &generator)]
    guard !packet.isEmpty else { return packet }
    switch Int.random(in: 0..<3, using: &generator) {
    case 0:
      for _ in 0..<Int.random(in: 1...6, using: &generator) {
        packet[Int.random(in: 0..<packet.count, using: &generator)] ^= 1 << UInt8.random(in: 0...7, using: &generator)
      }
    case 1:
      // SBR data are at the end.
      for _ in 0..<3 {
        let place = packet.count - 1 - Int.random(in: 0..<min(packet.count, 60), using: &generator)
        packet[place] = UInt8.random(in: 0...255, using: &generator)
      }
    default:
      packet.removeLast(Int.random(in: 1...packet.count, using: &generator))
    }
    return packet
  }

  @Test(arguments: names) func mutationsAreHarmless(name: String) throws {
    let vector = try #require(TestVectors.named(name))
    var generator = SplitMix64(seed: 1001)
    var decoder = AACDecoder(vector.configuration)
    var block = PCMBlock(
      channelCount: vector.configuration.channelCount, capacity: vector.configuration.outputFrameLength)
    var (accepted, remarks, isFinite) = (0, 0, true)
    for _ in 0..<Self.mutationsPerVector {
      let packet = mutated(vector.packets, &generator)
      do {
        try decoder.decode(packet.span, frameCount: 0, into: &block)
        accepted += 1
        if decoder.remark != nil { remarks += 1 }
      } catch {
        decoder.conceal(into: &block)
      }
      #expect(block.frameCount == vector.configuration.outputFrameLength)
      for channel in 0..<block.channelCount {
        let plane = block.channel(channel)
        for n in plane.indices where !plane[n].isFinite { isFinite = false }
      }
    }
    #expect(isFinite)
    #expect(accepted > 0 && remarks > 0)
    print("SBR robustness, \(name): \(accepted) of \(Self.mutationsPerVector) accepted, \(remarks) with a remark")
  }

  /// The packet with its SBR data in another form, or without.
  private func rewritten(
    _ packet: [UInt8], _ configuration: AACConfiguration, withCRC: UInt32?, hasReplication: Bool = true
  ) throws -> [UInt8] {
    var unit = AccessUnit(configuration)
    var reader = BitReader(packet.span)
    try unit.parse(&reader)
    var writer = BitWriter()
    for index in unit.elements.indices {
      unit.writeElement(index, to: &writer)
      guard hasReplication, let payload = unit.replications[index] else { continue }
      let bits = payload.start..<payload.end
      guard let flaw = withCRC else {
        writer.writeFillHeader(byteCount: (bits.count + 4) / 8)
        writer.write(13, 4)
        writer.write(bitsOf: packet.span, bits)
        continue
      }
      let count = (bits.count + 14 + 7) / 8
      var content = BitWriter()
      content.write(bitsOf: packet.span, bits)
      content.write(0, 8 * count - 14 - bits.count)
      writer.writeFillHeader(byteCount: count)
      writer.write(14, 4)
      writer.write(remainder(content.bytes, content.offset) ^ flaw, 10)
      writer.write(bitsOf: content.bytes.span, 0..<content.offset)
    }
    writer.writeEnd(anchor: 0)
    return writer.bytes
  }

  /// The remainder of the bits, times x^10, by x^10 + x^9 + x^5 + x^4 + x + 1: long division.
  private func remainder(_ bytes: [UInt8], _ count: Int) -> UInt32 {
    var bits = (0..<count).map { bytes[$0 / 8] >> UInt8(7 - $0 % 8) & 1 } + [UInt8](repeating: 0, count: 10)
    let divisor: [UInt8] = [1, 1, 0, 0, 0, 1, 1, 0, 0, 1, 1]
    for start in 0..<count where bits[start] == 1 {
      for (index, bit) in divisor.enumerated() { bits[start + index] ^= bit }
    }
    return bits.suffix(10).reduce(0) { $0 << 1 | UInt32($1) }
  }

  @Test func aRightChecksumIsAcceptedAndAWrongOneCostsTheHighBand() throws {
    let vector = try #require(TestVectors.named("hev1_44100_st_48k_syn_sweep"))
    var plain = Decoding(vector.configuration)
    var checked = Decoding(vector.configuration)
    var flawed = Decoding(vector.configuration)
    for packet in vector.packets.prefix(12) {
      let right = try rewritten(packet, vector.configuration, withCRC: 0)
      let wrong = try rewritten(packet, vector.configuration, withCRC: 1)
      #expect(try checked.decode(right) == plain.decode(packet))
      #expect(checked.decoder.remark == nil)
      _ = try flawed.decode(wrong)
      #expect(flawed.decoder.remark?.rule.description == AACRule.sbrChecksum.text.description)
    }
  }

  /// Energy of high frequencies: that of the fourth difference of the samples.
  private func roughness(_ frame: [[Float]]) -> Double {
    var sum = 0.0
    for channel in frame {
      for n in 4..<channel.count {
        let even = Double(channel[n]) + 6 * Double(channel[n - 2]) + Double(channel[n - 4])
        let value = even - 4 * (Double(channel[n - 1]) + Double(channel[n - 3]))
        sum += value * value
      }
    }
    return sum
  }

  @Test func aPacketWithoutDataRepeatsTheLastHighBandWeakerAndWeaker() throws {
    let vector = try #require(TestVectors.named("hev1_44100_st_64k_sig0_etr"))
    let bare = try vector.packets.map { try rewritten($0, vector.configuration, withCRC: nil, hasReplication: false) }
    var whole = Decoding(vector.configuration)
    var gap = Decoding(vector.configuration)
    var never = Decoding(vector.configuration)
    for packet in vector.packets[..<30] {
      _ = try whole.decode(packet)
      _ = try gap.decode(packet)
    }
    for packet in bare[..<30] { _ = try never.decode(packet) }
    let gapFrames = try gap.decode(bare[30..<50])
    let neverFrames = try never.decode(bare[30..<50])
    let wholeFrames = try whole.decode(vector.packets[30..<50])
    // There is a high band to lose, the first missing packet keeps most of it, and the sixteenth has lost it.
    let first = roughness(gapFrames[1])
    #expect(roughness(wholeFrames[1]) > 2 * roughness(neverFrames[1]))
    #expect(first > roughness(wholeFrames[1]) / 8 && first < roughness(wholeFrames[1]) * 4)
    for frame in 15..<20 {
      #expect(abs(roughness(gapFrames[frame]) / roughness(neverFrames[frame]) - 1) < 1e-3)
    }
  }

  @Test func withoutAHeaderOnlyTheRateChanges() throws {
    let vector = try #require(TestVectors.named("hev1_44100_st_64k_sig0_etr"))
    // A stream joined behind its first header: payloads cannot be read until the next one.
    var late = Decoding(vector.configuration)
    var bare = Decoding(vector.configuration)
    var silent = 0
    for packet in vector.packets[1...] {
      let stripped = try rewritten(packet, vector.configuration, withCRC: nil, hasReplication: false)
      let frame = try late.decode(packet)
      let expected = try bare.decode(stripped)
      guard frame == expected else { break }
      silent += 1
      #expect(late.decoder.remark == nil)
    }
    #expect(silent < vector.packets.count - 1)
  }

  @Test func severalFramesOfAPacketAreDecodedInOneCall() throws {
    let vector = try #require(TestVectors.named("hev1_44100_st_48k_syn_burst"))
    var linear = Decoding(vector.configuration)
    let frames = try linear.decode(vector.packets.prefix(3))
    var block = PCMBlock(channelCount: 2, capacity: 6144)
    let joined = Array(vector.packets.prefix(3).joined())
    var decoder = AACDecoder(vector.configuration)
    try decoder.decode(joined.span, frameCount: 3072, into: &block)
    #expect(block.frameCount == 6144)
    let samples = (0..<6144).map { block.channel(1)[$0] }
    #expect(samples == frames.flatMap { $0[1] })
    // A container that counts at the output's rate: one frame.
    decoder.reset()
    let first = vector.packets[0]
    try decoder.decode(first.span, frameCount: 2048, into: &block)
    #expect(block.frameCount == 2048)
  }

  /// The overlap of the banks and of the tool's columns is all that lasts: what was refused leaves nothing behind.
  @Test(arguments: ["hev1_44100_st_48k_spk_rap", "eldsbr_dr_44100_512_st_48k_spk_rap"])
  func aRefusedPacketChangesNothing(name: String) throws {
    let vector = try #require(TestVectors.named(name))
    var linear = Decoding(vector.configuration)
    var disturbed = Decoding(vector.configuration)
    for packet in vector.packets.prefix(20) {
      #expect(throws: CodecError.self) { try disturbed.decode(Array(packet.prefix(packet.count / 8))) }
      #expect(try disturbed.decode(packet) == linear.decode(packet))
    }
  }

  @Test func theConfigurationAndTheFirstPacketSayWhatComesOut() throws {
    let implicit = try #require(TestVectors.named("hev1_44100_st_64k_sig0_etr"))
    #expect(implicit.configuration.systems.extensionRate == nil)
    let first = implicit.packets[0]
    let summary = try AACCodec.describe(implicit.configuration.systems, first.span)
    #expect(summary.decoded.sampleRate == 44100 && summary.decoded.framesPerPacket == 2048)
    #expect(summary.profile == "HE-AAC (AAC-LC with SBR), implicit signalling")
    #expect(summary.layers.map(\.formatID) == [.aacHighEfficiency, .aac])
    #expect(summary.layers.map(\.decoded.sampleRate) == [44100, 22050])
    #expect(summary.decoderDelay == 962 && summary.notes.isEmpty)
    let unseen: [UInt8] = []
    #expect(try AACCodec.describe(implicit.configuration.systems, unseen.span).decoded.sampleRate == 22050)
    let single = try #require(TestVectors.named("hev1_ds_44100_st_96k_etr"))
    let other = try AACCodec.describe(single.configuration.systems, unseen.span)
    #expect(other.decoded.sampleRate == 44100 && other.decoded.framesPerPacket == 1024 && other.decoderDelay == 481)
    let lowDelay = try #require(TestVectors.named("eldsbr_dr_24000_480_mo_20k_wz11"))
    let third = try AACCodec.describe(lowDelay.configuration.systems, unseen.span)
    #expect(third.decoded.sampleRate == 24000 && third.decoded.framesPerPacket == 960 && third.decoderDelay == 64)
  }
}
