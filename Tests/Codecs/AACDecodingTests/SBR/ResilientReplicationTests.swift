import AACDecoding
import AACReplication
import AACSyntax
import AudioBase
import Bitstream
import MPEG4Systems
import TestSupport
import Testing

/// SBR over a core in error-resilient syntax: HE-AAC packets written again in that syntax decode to the same samples.
///
/// ISO/IEC 14496-3, 4.4.2.1: the data stand behind all channels, in `extension_payload()`.
struct ResilientReplicationTests {
  /// How the SBR data of an element are put into a packet.
  enum Carriage: CaseIterable {
    /// As the last thing of the packet: all whole bytes that are left.
    case last
    /// The same with a CRC.
    case lastWithChecksum
    /// In `EXT_DATA_LENGTH`, so that more can follow.
    case wrapped
  }

  private func writeLength(_ byteCount: Int, to writer: inout BitWriter) {
    writer.write(3, 4)
    writer.write(UInt32(min(byteCount, 15)), 4)
    guard byteCount >= 15 else { return }
    writer.write(UInt32(min(byteCount - 15, 255)), 8)
    if byteCount >= 270 { writer.write(UInt32(byteCount - 270), 16) }
  }

  /// Appends data, which with their type are whole bytes.
  private func write(_ data: [UInt8], _ bits: Range<Int>, as carriage: Carriage, to writer: inout BitWriter) {
    switch carriage {
    case .last:
      writer.write(13, 4)
      writer.write(bitsOf: data.span, bits)
    case .lastWithChecksum:
      // Ten bits of CRC, and as many of padding as make whole bytes again.
      var content = BitWriter()
      content.write(bitsOf: data.span, bits)
      content.write(0, 6)
      writer.write(14, 4)
      writer.write(ReplicationBehaviourTests.remainder(content.bytes, content.offset), 10)
      writer.write(bitsOf: content.bytes.span, 0..<content.offset)
    case .wrapped:
      writeLength((bits.count + 4) / 8, to: &writer)
      writer.write(13, 4)
      writer.write(bitsOf: data.span, bits)
    }
  }

  /// One element of a packet, and the packet that its SBR data are in.
  private struct Part {
    var stream: ChannelElementStream
    var packet: [UInt8]
    var payload: SBRPayload?
  }

  /// The elements of a packet without error resilience.
  private func parts(_ packet: [UInt8], _ configuration: AACConfiguration) throws -> [Part] {
    var unit = try parsed(packet, configuration)
    unit.removePulses()
    return unit.elements.indices.map {
      Part(stream: unit.elements[$0], packet: packet, payload: unit.replications[$0])
    }
  }

  /// `er_raw_data_block()` of parts.
  private func resilient(_ parts: [Part], _ configuration: AACConfiguration, _ carriage: Carriage) -> [UInt8] {
    var unit = AccessUnit(configuration)
    var writer = BitWriter()
    for (index, part) in parts.enumerated() {
      unit.elements[index] = part.stream
      unit.writeElement(index, to: &writer)
    }
    for part in parts {
      guard let payload = part.payload else { continue }
      write(part.packet, payload.start..<payload.end, as: carriage, to: &writer)
    }
    writer.align(from: 0)
    return writer.bytes
  }

  /// `raw_data_block()` of parts.
  private func plain(_ parts: [Part], _ configuration: AACConfiguration) -> [UInt8] {
    var unit = AccessUnit(configuration)
    var writer = BitWriter()
    for (index, part) in parts.enumerated() {
      unit.elements[index] = part.stream
      unit.elements[index].tag = index
      unit.writeElement(index, to: &writer)
      guard let payload = part.payload else { continue }
      writer.writeFillHeader(byteCount: (payload.end - payload.start + 4) / 8)
      writer.write(13, 4)
      writer.write(bitsOf: part.packet.span, payload.start..<payload.end)
    }
    writer.writeEnd(anchor: 0)
    return writer.bytes
  }

  /// A configuration that announces SBR in front of the core, or not at all.
  private func systems(
    _ type: AudioObjectType, channels: Int, flags: Int = 0, isImplicit: Bool = false
  ) throws -> AudioSpecificConfig {
    var systems = AudioSpecificConfig(
      objectType: type, samplingFrequency: SamplingFrequency(hertz: 22050), channelConfiguration: channels
    ).with(resilienceFlags(flags))
    if !isImplicit {
      systems.signalling = .hierarchical(rate: SamplingFrequency(hertz: 44100), hasParametricStereo: false)
    }
    return try AudioSpecificConfig(parsing: systems.bytes.span)
  }

  @Test(arguments: Carriage.allCases, [0, 7])
  func thePacketsOfHighEfficiencyStreamsDecodeAlikeInResilientSyntax(carriage: Carriage, flags: Int) throws {
    let vector = try ReplicationBehaviourTests.fixture(ReplicationBehaviourTests.highEfficiency)
    let configuration = try AACConfiguration(systems(.erAACLC, channels: 2, flags: flags))
    #expect(configuration.outputFrameLength == 2048 && configuration.sampleRate == 44100)
    var original = Decoding(vector.configuration)
    var rewritten = Decoding(configuration)
    var paddings: Set<Int> = []
    var energy: Float = 0
    for packet in vector.packets {
      let packet = try parts(packet, vector.configuration)
      let bytes = resilient(packet, configuration, carriage)
      var reader = BitReader(bytes.span)
      var unit = AccessUnit(configuration)
      try unit.parse(&reader)
      paddings.insert(8 * bytes.count - (unit.replications[0]?.end ?? 0))
      let frame = try rewritten.decode(bytes)
      try expectEqual(frame, original.decode(packet[0].packet))
      expectNil(rewritten.decoder.remark)
      energy += frame.joined().reduce(0) { $0 + $1 * $1 }
    }
    expectGreater(energy, 1)
    // The data end inside of bytes, since the core is bits of any number.
    #expect(paddings.count > 4 && paddings.isSubset(of: Set(0...7)))
  }

  @Test func aWrongChecksumInResilientSyntaxCostsTheHighBand() throws {
    let vector = try ReplicationBehaviourTests.fixture(ReplicationBehaviourTests.highEfficiency)
    let configuration = try AACConfiguration(systems(.erAACLC, channels: 2))
    var packet = resilient(try parts(vector.packets[0], vector.configuration), configuration, .lastWithChecksum)
    let payload = try required(parsed(packet, configuration).replications[0])
    packet[payload.start / 8] ^= 0x80 >> UInt8(payload.start % 8)
    var decoding = Decoding(configuration)
    _ = try decoding.decode(packet)
    expectEqual(decoding.decoder.remark?.rule.description, AACRule.sbrChecksum.text.description)
  }

  /// Three elements and one for low frequencies: the payloads belong to the first three, in their order.
  @Test func everyElementGetsItsOwnData() throws {
    let vector = try ReplicationBehaviourTests.fixture(ReplicationBehaviourTests.highEfficiency)
    let ordinary = try AACConfiguration(systems(.aacLC, channels: 6))
    let configuration = try AACConfiguration(systems(.erAACLC, channels: 6))
    var original = Decoding(ordinary)
    var rewritten = Decoding(configuration)
    let silent = AccessUnit(configuration).elements[3]
    for index in 0..<(vector.packets.count - 3) {
      let pair = try parts(vector.packets[index], vector.configuration)[0]
      let other = try parts(vector.packets[index + 3], vector.configuration)[0]
      // Data of one channel without a header: one bit, and padding.
      let single = Part(stream: pair.stream, packet: [0], payload: SBRPayload(start: 0, end: 4, hasCRC: false))
      let packet = [single, pair, other, Part(stream: silent, packet: [], payload: nil)]
      let frame = try rewritten.decode(resilient(packet, configuration, .wrapped))
      try expectEqual(frame, original.decode(plain(packet, ordinary)))
      expectNil(rewritten.decoder.remark)
    }
  }

  @Test func dataThatNothingAnnouncesAreFoundInTheFirstPacket() throws {
    let vector = try ReplicationBehaviourTests.fixture(ReplicationBehaviourTests.highEfficiency)
    let implicit = try systems(.erAACLC, channels: 2, isImplicit: true)
    let packet = resilient(
      try parts(vector.packets[0], vector.configuration), try AACConfiguration(implicit), .last)
    let summary = try AACCodec.describe(implicit, packet.span)
    expectEqual(summary.profile, "HE-AAC (ER AAC-LC with SBR), implicit signalling")
    #expect(summary.decoded.sampleRate == 44100 && summary.decoded.framesPerPacket == 2048)
    expectEqual(summary.layers.map(\.formatID), [.aacHighEfficiency, .aac])
    try expectEqual(AACConfiguration(implicit, firstPacket: packet.span).outputFrameLength, 2048)
    // AAC-LD has no SBR, whatever its packets carry.
    let lowDelay = try systems(.erAACLD, channels: 2, isImplicit: true)
    try expectNil(AACConfiguration(lowDelay, firstPacket: packet.span).replication)
  }

  @Test(arguments: Carriage.allCases) func damageIsHarmless(carriage: Carriage) throws {
    let vector = try ReplicationBehaviourTests.fixture(ReplicationBehaviourTests.highEfficiency)
    let configuration = try AACConfiguration(systems(.erAACLC, channels: 2))
    let packets = try vector.packets.map {
      resilient(try parts($0, vector.configuration), configuration, carriage)
    }
    var generator = SplitMix64(seed: 7001)
    var decoding = Decoding(configuration)
    var (accepted, remarks, isFinite) = (0, 0, true)
    for _ in 0..<2000 {
      var packet = packets[Int.random(in: 0..<packets.count, using: &generator)]
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        // Mostly at the end, where the data are.
        let reach = Bool.random(using: &generator) ? packet.count : min(packet.count, 60)
        let place = packet.count - 1 - Int.random(in: 0..<reach, using: &generator)
        packet[place] = UInt8.random(in: 0...255, using: &generator)
      }
      if Bool.random(using: &generator) { packet.removeLast(Int.random(in: 0..<packet.count, using: &generator)) }
      guard let frame = try? decoding.decode(packet) else {
        _ = decoding.conceal()
        continue
      }
      accepted += 1
      if decoding.decoder.remark != nil { remarks += 1 }
      if !frame.joined().allSatisfy(\.isFinite) { isFinite = false }
    }
    #expect(isFinite)
    #expect(accepted > 100 && remarks > 10)
  }
}
