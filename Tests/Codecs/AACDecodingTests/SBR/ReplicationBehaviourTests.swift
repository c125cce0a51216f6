import AACDecoding
import AACEncoding
import AACReplication
import AACSyntax
import AudioBase
import Bitstream
import MPEG4Systems
import TestSupport
import Testing

/// SBR over time: damage, gaps, late headers, checks.
struct ReplicationBehaviourTests {
  static let names = ReplicationVectorTests.names
  static let mutationsPerVector = 500
  /// Streams of which the repository holds a part, with bursts and impulses.
  static let highEfficiency = "hev1_44100_st_48k_syn_burst"
  static let lowDelay = "eldsbr_dr_44100_512_st_48k_syn_impulses"

  static func fixture(_ name: String) throws -> TestVector {
    try required(TestVectors.fixtures.first { $0.name == name })
  }

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
    let vector = try required(TestVectors.named(name))
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
      expectEqual(block.frameCount, vector.configuration.outputFrameLength)
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
  func rewritten(
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
      writer.write(Self.remainder(content.bytes, content.offset) ^ flaw, 10)
      writer.write(bitsOf: content.bytes.span, 0..<content.offset)
    }
    writer.writeEnd(anchor: 0)
    return writer.bytes
  }

  /// The remainder of the bits, times x^10, by x^10 + x^9 + x^5 + x^4 + x + 1: long division.
  static func remainder(_ bytes: [UInt8], _ count: Int) -> UInt32 {
    var bits = (0..<count).map { bytes[$0 / 8] >> UInt8(7 - $0 % 8) & 1 } + [UInt8](repeating: 0, count: 10)
    let divisor: [UInt8] = [1, 1, 0, 0, 0, 1, 1, 0, 0, 1, 1]
    for start in 0..<count where bits[start] == 1 {
      for (index, bit) in divisor.enumerated() { bits[start + index] ^= bit }
    }
    return bits.suffix(10).reduce(0) { $0 << 1 | UInt32($1) }
  }

  @Test func aRightChecksumIsAcceptedAndAWrongOneCostsTheHighBand() throws {
    let vector = try Self.fixture(Self.highEfficiency)
    var plain = Decoding(vector.configuration)
    var checked = Decoding(vector.configuration)
    var flawed = Decoding(vector.configuration)
    for packet in vector.packets {
      let right = try rewritten(packet, vector.configuration, withCRC: 0)
      let wrong = try rewritten(packet, vector.configuration, withCRC: 1)
      try expectEqual(checked.decode(right), plain.decode(packet))
      expectNil(checked.decoder.remark)
      _ = try flawed.decode(wrong)
      expectEqual(flawed.decoder.remark?.rule.description, AACRule.sbrChecksum.text.description)
    }
  }

  /// `ldSbrCrcFlag`: the CRC stands in front of each element's data, whose length nothing tells.
  @Test func lowDelayDataAreCheckedToo() throws {
    let vector = try Self.fixture(Self.lowDelay)
    var systems = vector.configuration.systems
    guard case .enhancedLowDelay(var specific) = systems.specific else { return #expect(Bool(false)) }
    specific.sbr?.hasCRC = true
    systems.specific = .enhancedLowDelay(specific)
    let checkedConfiguration = try AACConfiguration(systems)
    let header = try required(specific.sbr?.headers.first)
    let context = SBRContext(slotCount: 16, isLowDelay: true, sampleRate: 44100)
    var bands: SBRBands? = try SBRBands(header, sampleRate: 44100)
    var data = SBRElementData()
    var plain = Decoding(vector.configuration)
    var checked = Decoding(checkedConfiguration)
    var flawed = Decoding(checkedConfiguration)
    for packet in vector.packets {
      var unit = AccessUnit(vector.configuration)
      var reader = BitReader(packet.span)
      try unit.parse(&reader)
      let start = reader.offset
      #expect(try data.parse(&reader, isPair: true, context, bands: &bands))
      var content = BitWriter()
      content.write(bitsOf: packet.span, start..<reader.offset)
      func checkedPacket(flaw: UInt32) -> [UInt8] {
        var writer = BitWriter()
        for index in unit.elements.indices { unit.writeElement(index, to: &writer) }
        writer.write(Self.remainder(content.bytes, content.offset) ^ flaw, 10)
        writer.write(bitsOf: content.bytes.span, 0..<content.offset)
        return writer.bytes
      }
      try expectEqual(checked.decode(checkedPacket(flaw: 0)), plain.decode(packet))
      expectNil(checked.decoder.remark)
      _ = try flawed.decode(checkedPacket(flaw: 0x200))
      expectEqual(flawed.decoder.remark?.rule.description, AACRule.sbrChecksum.text.description)
    }
  }

  /// Energy of what one decode has more than another: of the high band, where the cores are the same.
  private func energy(of frame: [[Float]], beyond other: [[Float]]) -> Double {
    zip(frame.joined(), other.joined()).reduce(0) { $0 + Double($1.0 - $1.1) * Double($1.0 - $1.1) }
  }

  @Test func aPacketWithoutDataRepeatsTheLastHighBandWeakerAndWeaker() throws {
    let vector = try Self.fixture(Self.highEfficiency)
    let bare = try vector.packets.map { try rewritten($0, vector.configuration, withCRC: nil, hasReplication: false) }
    var whole = Decoding(vector.configuration)
    var never = Decoding(vector.configuration)
    let wholeFrames = try whole.decode(vector.packets)
    let neverFrames = try never.decode(bare)
    let wanted = (0..<(bare.count - 14)).map { energy(of: wholeFrames[$0], beyond: neverFrames[$0]) }
    // The gap begins behind the packet with the loudest high band.
    let last = try required(wanted.indices.max { wanted[$0] < wanted[$1] })
    var gap = Decoding(vector.configuration)
    _ = try gap.decode(vector.packets[...last])
    let gapFrames = try gap.decode(bare[(last + 1)..<(last + 14)])
    let energies = gapFrames.indices.map { energy(of: gapFrames[$0], beyond: neverFrames[last + 1 + $0]) }
    print("SBR gap behind packet \(last) with \(wanted[last]): made up \(energies)")
    expectGreater(wanted[last], 0.01)
    #expect(energies[0] > wanted[last] / 100 && energies[0] < 4 * wanted[last])
    #expect(energies[9] > 0 && energies[9] < energies[0] / 20)
    // Ten packets are made up, the last of which reaches into the next one.
    #expect(energies[11] == 0 && energies[12] == 0)
  }

  @Test func withoutAHeaderOnlyTheRateChanges() throws {
    let vector = try Self.fixture(Self.highEfficiency)
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
      expectNil(late.decoder.remark)
    }
    expectLess(silent, vector.packets.count - 1)
  }

  @Test func theHeaderOfTheFirstPacketServesADecodeFromTheMiddle() throws {
    let vector = try Self.fixture(Self.highEfficiency)
    let start = try required(
      vector.packets.firstIndex { vector.configuration.replicationHeaders(in: $0.span) != [nil] })
    let first = vector.packets[start]
    var knowing = AACDecoder(vector.configuration, firstPacket: first.span)
    var linear = Decoding(vector.configuration)
    let frames = try linear.decode(vector.packets[start...])
    var block = PCMBlock(channelCount: 2, capacity: 2048)
    // From the header on, both are the same.
    for (packet, frame) in zip(vector.packets[start...], frames) {
      try knowing.decode(packet.span, frameCount: 0, into: &block)
      let samples = (0..<2048).map { block.channel(1)[$0] }
      expectEqual(samples, frame[1])
    }
    // One that joins right behind it has a high band at once, one that knows nothing has none.
    var joining = AACDecoder(vector.configuration, firstPacket: first.span)
    var ignorant = AACDecoder(vector.configuration)
    var other = PCMBlock(channelCount: 2, capacity: 2048)
    let second = vector.packets[start + 1]
    try #require(vector.configuration.replicationHeaders(in: second.span) == [nil])
    try joining.decode(second.span, frameCount: 0, into: &block)
    try ignorant.decode(second.span, frameCount: 0, into: &other)
    #expect((0..<2048).contains { block.channel(0)[$0] != other.channel(0)[$0] })
  }

  @Test("one channel that is cut out remains one where its configuration names SBR alone") func cut() throws {
    var encoding = try Encoding(encoderSettings(.aacHighEfficiency, channels: 1, frames: 2048, bitRate: 32_000))
    var maker = SignalMaker(generator: SplitMix64(seed: 8))
    try encoding.encode([maker.noisy(20 * 2048, level: 0.5)])
    let configuration = encoding.configuration.stream
    let systems = configuration.systems
    var implicit = systems
    implicit.signalling = .implicit
    let (first, packets) = (encoding.packets[0], encoding.packets)
    let later = try required(packets.first { configuration.replicationHeaders(in: $0.span) == [nil] })
    try expectEqual(AACConfiguration(systems, firstPacket: later.span).channelCount, 1)
    // A configuration that names nothing leaves it open.
    try expectEqual(AACConfiguration(implicit, firstPacket: later.span).channelCount, 2)
    try expectEqual(AACConfiguration(implicit, firstPacket: first.span).channelCount, 1)
  }

  @Test func severalFramesOfAPacketAreDecodedInOneCall() throws {
    let vector = try Self.fixture(Self.highEfficiency)
    var linear = Decoding(vector.configuration)
    let frames = try linear.decode(vector.packets.prefix(3))
    var block = PCMBlock(channelCount: 2, capacity: 6144)
    let joined = Array(vector.packets.prefix(3).joined())
    var decoder = AACDecoder(vector.configuration)
    try decoder.decode(joined.span, frameCount: 3072, into: &block)
    expectEqual(block.frameCount, 6144)
    let samples = (0..<6144).map { block.channel(1)[$0] }
    expectEqual(samples, frames.flatMap { $0[1] })
    // A container that counts at the output's rate: one frame.
    decoder.reset()
    let first = vector.packets[0]
    try decoder.decode(first.span, frameCount: 2048, into: &block)
    expectEqual(block.frameCount, 2048)
  }

  /// The overlap of the banks and of the tool's columns is all that lasts: what was refused leaves nothing behind.
  @Test(arguments: [highEfficiency, lowDelay])
  func aRefusedPacketChangesNothing(name: String) throws {
    let vector = try Self.fixture(name)
    var linear = Decoding(vector.configuration)
    var disturbed = Decoding(vector.configuration)
    for packet in vector.packets {
      #expect(throws: CodecError.self) { try disturbed.decode(Array(packet.prefix(packet.count / 8))) }
      try expectEqual(disturbed.decode(packet), linear.decode(packet))
    }
  }

  @Test func theConfigurationAndTheFirstPacketSayWhatComesOut() throws {
    let vector = try Self.fixture(Self.highEfficiency)
    let explicit = vector.configuration.systems
    var implicit = explicit
    implicit.signalling = .implicit
    var denied = explicit
    denied.signalling = .backwardCompatible(rate: nil, hasParametricStereo: nil)
    let first = vector.packets[0]
    let summary = try AACCodec.describe(implicit, first.span)
    #expect(summary.decoded.sampleRate == 44100 && summary.decoded.framesPerPacket == 2048)
    expectEqual(summary.profile, "HE-AAC (AAC-LC with SBR), implicit signalling")
    expectEqual(summary.layers.map(\.formatID), [.aacHighEfficiency, .aac])
    expectEqual(summary.layers.map(\.decoded.sampleRate), [44100, 22050])
    #expect(summary.decoderDelay == 962 && summary.notes.isEmpty)
    try expectEqual(AACConfiguration(implicit, firstPacket: first.span).outputFrameLength, 2048)
    try expectEqual(AACConfiguration(denied, firstPacket: first.span).outputFrameLength, 1024)
    try expectEqual(AACCodec.describe(denied, first.span).profile, "AAC-LC")
    let unseen: [UInt8] = []
    try expectEqual(AACCodec.describe(implicit, unseen.span).decoded.sampleRate, 22050)
    try expectEqual(AACCodec.describe(explicit, unseen.span).decoded.sampleRate, 44100)
    // Object type 5 with an extension rate that is the core's; LD-SBR, dual rate, 480.
    let single: [UInt8] = [0x2A, 0x12, 0x08, 0x00]
    let other = try AACCodec.describe(AudioSpecificConfig(parsing: single.span), unseen.span)
    #expect(other.decoded.sampleRate == 44100 && other.decoded.framesPerPacket == 1024 && other.decoderDelay == 481)
    let lowDelay: [UInt8] = [0xF8, 0xF2, 0x31, 0xA2, 0x00, 0xBA, 0x00]
    let third = try AACCodec.describe(AudioSpecificConfig(parsing: lowDelay.span), unseen.span)
    #expect(third.decoded.sampleRate == 24000 && third.decoded.framesPerPacket == 960 && third.decoderDelay == 64)
    expectEqual(third.profile, "AAC-ELD, LD-SBR dual rate")
  }
}
