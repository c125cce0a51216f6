import AACDecoding
import AACSyntax
import AudioBase
import Foundation
import MPEG4Systems
import TestSupport
import Testing

/// What a user's settings become in a decoder of AAC.
@Suite("Decoder settings of AAC") struct AACDecoderSettingsTests {
  /// The samples of packets, all channels one after the other.
  private func decode(
    _ packets: [[UInt8]], _ vector: TestVector, _ settings: DecoderSettings, _ loudness: StatedLoudnessSet? = nil
  ) throws -> [[Float]] {
    var stream = CodedStream(
      format: StreamFormat(formatID: .aac, sampleRate: 0, channelsPerFrame: 0),
      cookie: vector.configuration.systems.bytes, firstPacket: packets[0])
    stream.loudness = loudness
    var decoder = try AACCodec.descriptor.makeDecoder(stream, settings)
    let format = decoder.format
    var block = PCMBlock(channelCount: format.layout.channelCount, capacity: format.framesPerPacket)
    return try packets.map { packet in
      try decoder.decode(packet.span, frameCount: 0, into: &block)
      return (0..<block.channelCount).flatMap { channel in
        let plane = block.channel(channel)
        return plane.indices.map { plane[$0] }
      }
    }
  }

  private func vector(_ name: String) throws -> TestVector {
    try required(TestVectors.fixtures.first { $0.name == name })
  }

  private func settings(_ scale: DynamicRangeScale?, level: Double? = nil) -> DecoderSettings {
    var settings = DecoderSettings()
    (settings.dynamicRange, settings.targetLevel) = (scale, level)
    return settings
  }

  @Test("Nothing asked, and nothing applied, leave the dynamic range data aside")
  func off() {
    expectNil(AACDecoderSettings(DecoderSettings()).dynamicRange)
    expectNil(AACDecoderSettings(settings(.off)).dynamicRange)
    expectEqual(AACDecoderSettings(DecoderSettings()).concealment, ConcealmentSettings())
    // A target level is one thing, the gains another.
    expectEqual(
      AACDecoderSettings(settings(nil, level: -20)).dynamicRange,
      DynamicRangeSettings(targetLevel: -20, boost: 0, cut: 0))
  }

  /// 24 steps are a factor of two, which floats multiply by without rounding.
  @Test("The gains of a stream halve it, where they are asked for and as far as they are")
  func gains() throws {
    let vector = try vector("lc_44100_st_128k_syn_burst")
    let quiet = vector.packets.map { inDynamicRange($0, gain: -24) }
    let plain = try decode(quiet, vector, DecoderSettings())
    try expectEqual(decode(vector.packets, vector, DecoderSettings()), plain)
    try expectEqual(decode(quiet, vector, settings(.off)), plain)
    try expectEqual(decode(quiet, vector, settings(.whole)), plain.map { $0.map { $0 / 2 } })
    try expectEqual(decode(quiet, vector, settings(DynamicRangeScale(boost: 1, cut: 0))), plain)
    let loud = vector.packets.map { inDynamicRange($0, gain: 48) }
    try expectEqual(
      decode(loud, vector, settings(DynamicRangeScale(boost: 0.5, cut: 1))), plain.map { $0.map { $0 * 2 } })
  }

  @Test("A programme is brought to the target level, whatever its gains")
  func targetLevel() throws {
    let vector = try vector("lc_44100_st_128k_syn_burst")
    // The programme is at −26 dB: 24 steps below −20 dB.
    let stated = vector.packets.map { inDynamicRange($0, gain: -24, level: 104) }
    let plain = try decode(stated, vector, DecoderSettings())
    try expectEqual(decode(stated, vector, settings(nil, level: -20)), plain.map { $0.map { $0 * 2 } })
    try expectEqual(decode(stated, vector, settings(nil, level: -26)), plain)
    try expectEqual(decode(stated, vector, settings(.whole, level: -20)), plain)
    let unstated = vector.packets.map { inDynamicRange($0, gain: 0) }
    try expectEqual(decode(unstated, vector, settings(nil, level: -20)), plain)
  }

  /// 20 · log10 2 dB are a factor of two but for the last bits.
  @Test(
    "A loudness that the container states goes before the level of the packets",
    arguments: ["lc_44100_st_128k_syn_burst", "hev1_44100_st_48k_syn_burst"])
  func statedLoudness(name: String) throws {
    let vector = try vector(name)
    var track = StatedLoudness()
    track.measurements = [.init(.program, -20 - 6.020599913279624)]
    var album = track
    album.measurements = [.init(.program, -20)]
    let loudness = StatedLoudnessSet(track: [track], album: [album])
    let packets = vector.packets.map { inDynamicRange($0, gain: 0, level: 40) }
    let plain = try decode(packets, vector, DecoderSettings(), loudness).joined()
    #expect(try decode(packets, vector, DecoderSettings()).joined().elementsEqual(plain))
    var wanted = settings(nil, level: -20)
    let raised = try decode(packets, vector, wanted, loudness).joined()
    #expect(zip(raised, plain).allSatisfy { abs($0 - 2 * $1) <= 1e-6 * abs($1) })
    wanted.loudnessScope = .album
    #expect(try decode(packets, vector, wanted, loudness).joined().elementsEqual(plain))
  }

  /// The levels of the upper band are stated in the packets, not made of the core's.
  @Test(
    "Gains reach what spectral band replication adds", arguments: ["hev1_44100_st_48k_syn_burst"], [-24, 24])
  func replicated(name: String, gain: Int) throws {
    let vector = try vector(name)
    let packets = vector.packets.map { inDynamicRange($0, gain: gain) }
    let plain = try decode(packets, vector, DecoderSettings()).joined()
    let controlled = try decode(packets, vector, settings(.whole)).joined()
    let factor = Float(pow(2, Double(gain) / 24))
    var (error, signal) = (0.0, 0.0)
    for (sample, whole) in zip(controlled, plain) {
      signal += Double(factor * whole) * Double(factor * whole)
      error += Double(sample - factor * whole) * Double(sample - factor * whole)
    }
    #expect(signal > 0 && error < 1e-8 * signal, "\(error / signal)")
  }

  @Test("A change of the gain reaches the upper band in its middle, and an excluded channel not at all")
  func gliding() throws {
    var range = DynamicRange()
    var control = DynamicRangeControl(DynamicRangeSettings())
    expectEqual(control.replicatedGain(channel: 0), 1)
    range.bands[0].gain = -24
    range.excludedChannels = 0b10
    control.update(range)
    #expect(control.replicatedGain(channel: 0) == 0.5 && control.replicatedGain(channel: 1) == 1)
    range.bands[0].gain = 24
    control.update(range)
    expectEqual(control.replicatedGain(channel: 0), 1)
    control.update(nil)
    #expect(control.replicatedGain(channel: 0) == 2 && control.replicatedGain(channel: 1) == 1)
  }

  @Test("A decoder that looks ahead says so, and remarks on the packet whose sound it gives")
  func lookAhead() throws {
    let vector = try vector("lc_24000_mo_32k_harpsi")
    var settings = DecoderSettings()
    let stream = CodedStream(
      format: StreamFormat(formatID: .aac, sampleRate: 0, channelsPerFrame: 0),
      cookie: vector.configuration.systems.bytes)
    let plain = try AACCodec.descriptor.makeDecoder(stream, settings)
    #expect(plain.lookAheadPacketCount == 0 && plain.delay == 0)
    settings.lookAhead = .onePacket
    var decoder = try AACCodec.descriptor.makeDecoder(stream, settings)
    #expect(decoder.lookAheadPacketCount == 1 && decoder.delay == 1024)
    var block = PCMBlock(channelCount: 1, capacity: 1024)
    // Data of a kind that is reserved: `data_element_version` 1.
    var packets = Array(vector.packets.prefix(8))
    packets[4] = behindFill(packets[4], [0x21])
    for (index, packet) in packets.enumerated() {
      try decoder.decode(packet.span, frameCount: 0, into: &block)
      expectEqual(decoder.remark != nil, index == 5, "\(index)")
    }
  }
}
