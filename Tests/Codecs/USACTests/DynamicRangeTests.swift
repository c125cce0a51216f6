import AudioBase
import Foundation
import MPEG4Systems
import TestSupport
import Testing
import USACCodec

/// Gains and levels of a stream of libxaac's encoder with two sets: night, and one that ducks.
@Suite(.needs(.shared("vectors-usac"))) struct DynamicRangeTests {
  private func decode(_ vector: UnifiedVector, _ change: (inout DecoderSettings) -> Void = { _ in }) throws -> [Double]
  {
    var settings = DecoderSettings()
    change(&settings)
    var decoder = USACDecoder(vector.configuration, settings)
    var block = PCMBlock(channelCount: 2, capacity: 1024)
    var samples: [Double] = []
    for packet in vector.packets {
      try decoder.decode(packet.span, frameCount: 0, into: &block)
      expectNil(decoder.remark)
      for frame in 0..<block.frameCount {
        for channel in 0..<2 { samples.append(Double(block.channel(channel)[frame])) }
      }
    }
    return samples
  }

  /// The gain by least squares of every 32 frames of a packet.
  private func gains(_ samples: [Double], _ plain: [Double], packet: Int, _ blocks: Range<Int>) -> [Double] {
    blocks.map { block in
      let range = ((packet * 1024 + block * 32) * 2)..<((packet * 1024 + block * 32 + 32) * 2)
      let power = range.reduce(0) { $0 + plain[$1] * plain[$1] }
      return range.reduce(0) { $0 + plain[$1] * samples[$1] } / power
    }
  }

  /// The gains of fdk-aac 2ef9a14, with 16 bits, in blocks up to its 16th node of a packet, behind which it has none.
  @Test func agreesWithAnotherDecoder() throws {
    let vector = try UnifiedVector("xa_drc_48000_st_64k_wz11")
    let plain = try decode(vector)
    let ducked = try decode(vector) { $0.dynamicRangeEffect = DynamicRangeEffect.none }
    for (packet, first, expected) in Self.ducking {
      let found = gains(ducked, plain, packet: packet, first..<(first + expected.count))
      #expect(zip(found, expected).allSatisfy { abs($0 - $1) < 3e-4 }, "\(packet): \(found)")
    }
    // Night and ducking, a boost of 64/127 and a cut of 32/127, from −16 to −24 LKFS.
    let night = try decode(vector) {
      $0.dynamicRange = DynamicRangeScale(boost: 64.0 / 127, cut: 32.0 / 127)
      $0.dynamicRangeEffect = .night
      $0.targetLevel = -24
    }
    let found = gains(night, plain, packet: 40, 1..<16)
    #expect(zip(found, Self.night).allSatisfy { abs($0 - $1) < 3e-4 }, "\(found)")
  }

  private static let ducking: [(packet: Int, first: Int, gains: [Double])] = [
    (0, 0, [0.7473, 0.7738, 0.7909, 0.8092, 0.8281, 0.8478, 0.8754, 0.8973, 0.9187, 0.9493, 0.9750, 0.9938, 1, 1]),
    (1, 1, [0.4407, 0.4486, 0.4550, 0.4370, 0.4237, 0.4309, 0.4383, 0.4493, 0.4573, 0.4664, 0.4737, 0.4826, 0.4719]),
    (2, 1, [0.4460, 0.4559, 0.4471, 0.4363, 0.4423, 0.4536, 0.4596, 0.4668, 0.4698, 0.4764, 0.4639, 0.4328, 0.4328]),
  ]
  private static let night = [
    0.1600, 0.1621, 0.1657, 0.1698, 0.1729, 0.1683, 0.1653, 0.1708, 0.1752, 0.1819, 0.1755, 0.1584, 0.1438, 0.1456,
    0.1404,
  ]

  /// What is there and not asked for changes nothing: a level alone, where the loudness stated is of a set's output.
  @Test func withoutARequestNothingChanges() throws {
    let vector = try UnifiedVector("xa_drc_48000_st_64k_wz11")
    let plain = try decode(vector)
    try expectEqual(decode(vector) { $0.dynamicRange = .off }, plain)
    try expectEqual(decode(vector) { $0.targetLevel = -24 }, plain)
    let general = try decode(vector) { $0.dynamicRange = .whole }
    #expect(try decode(vector) { $0.dynamicRangeEffect = .general } == general && general != plain)
  }

  /// exhale states the loudness of each stream; its target is reached by one factor, which peaks bound.
  @Test func loudness() throws {
    let vector = try UnifiedVector("ex_fd_3_48000_st_wz11")
    let stream = CodedStream(
      format: StreamFormat(formatID: "usac", sampleRate: 0, channelsPerFrame: 0),
      cookie: SharedFiles.bytes(try SharedFiles.file("vectors-usac/ex_fd_3_48000_st_wz11/v.asc")))
    let summary = try USACCodec.descriptor.summary(of: stream)
    let words = try required(summary.fields.first { $0.name == "loudness" }).value
    let level = try required(words.split(separator: " ").dropFirst().first.flatMap { Double($0) })
    let plain = try decode(vector)
    let quiet = try decode(vector) { $0.targetLevel = -31 }
    let factor = pow(10, (-31 - level) / 20)
    #expect(zip(quiet, plain).allSatisfy { abs($0 - factor * $1) < 1e-6 })
  }

  /// What cannot be given is told: gains of a stream without any, and a level that peaks forbid.
  @Test func unmetSettings() throws {
    let plain = try UnifiedVector("ex_fd_3_48000_st_wz11")
    func unmet(_ vector: UnifiedVector, _ change: (inout DecoderSettings) -> Void) -> [UnmetSetting] {
      var settings = DecoderSettings()
      change(&settings)
      return USACDecoder(vector.configuration, settings).unmetSettings
    }
    expectEqual(unmet(plain) { $0.targetLevel = -31 }, [])
    expectEqual(unmet(plain) { $0.dynamicRange = .whole }, [.dynamicRange(reason: "the stream has none")])
    let lowered = try required(unmet(plain) { $0.targetLevel = 0 }.first)
    guard case .levelLowered(let change) = lowered else {
      Issue.record("\(lowered)")
      return
    }
    expectGreater(change, 6)
    let gains = try UnifiedVector("xa_drc_48000_st_64k_wz11")
    expectEqual(unmet(gains) { $0.dynamicRangeEffect = .night }, [])
    expectEqual(unmet(gains) { $0.targetLevel = -24 }, [.levelUnknown])
  }

  /// Gains in two parts, the first in the packet before, are those of the packet with the last part.
  @Test func gainsInParts() throws {
    let vector = try UnifiedVector("xa_drc_48000_st_64k_wz11")
    let slot = try required(vector.configuration.slots.firstIndex { $0.extensionType == 4 })
    try required(vector.configuration.slots[..<slot].allSatisfy { $0.kind == .extension })
    var config = vector.configuration.config
    if case .extension(var element) = config.elements[slot] {
      element.isFragmented = true
      config.elements[slot] = .extension(element)
    }
    let parted = try USACConfiguration(config)
    let packets = vector.packets.prefix(40).map { SplitPacket($0, slot: slot) }
    // Every second packet has gains, whole or in two parts.
    var whole = USACDecoder(vector.configuration, Self.nightSettings)
    var parts = USACDecoder(parted, Self.nightSettings)
    var lacking = USACDecoder(parted, Self.nightSettings)
    var first = PCMBlock(channelCount: 2, capacity: 1024)
    var second = PCMBlock(channelCount: 2, capacity: 1024)
    for index in packets.indices {
      let isLast = index % 2 == 1
      let gains = packets[isLast ? index : index + 1].payload
      let half = gains.count / 2
      let bytes = packets[index].joined(isLast ? gains : [], parts: nil)
      let part = packets[index].joined(Array(isLast ? gains[half...] : gains[..<half]), parts: (!isLast, isLast))
      try decode(bytes, with: &whole, into: &first)
      try decode(part, with: &parts, into: &second)
      expectNil(parts.remark)
      for channel in 0..<2 {
        var isSame = true
        for frame in 0..<1024 where first.channel(channel)[frame] != second.channel(channel)[frame] { isSame = false }
        #expect(isSame, "packet \(index)")
      }
      guard index == 1 else { continue }
      // A last part whose first one is not there is remarked.
      let start = packets[0].joined([], parts: nil)
      try decode(start, with: &lacking, into: &second)
      expectNil(lacking.remark)
      try decode(part, with: &lacking, into: &second)
      expectEqual(lacking.remark?.kind, .malformed)
    }
  }

  /// Decodes one of two packets, the other of which has too many bits or too few, and changes nothing.
  private func decode(_ packets: [[UInt8]], with decoder: inout USACDecoder, into block: inout PCMBlock) throws {
    let (short, long) = (packets[0], packets[1])
    do throws(CodecError) {
      try decoder.decode(short.span, frameCount: 0, into: &block)
    } catch {
      try decoder.decode(long.span, frameCount: 0, into: &block)
    }
  }

  private static var nightSettings: DecoderSettings {
    var settings = DecoderSettings()
    settings.dynamicRangeEffect = .night
    return settings
  }
}

/// A packet whose first elements are extensions, taken apart at one of them.
private struct SplitPacket {
  private var head: [Bool] = []
  private(set) var payload: [UInt8] = []
  private var tail: [Bool] = []

  init(_ packet: [UInt8], slot: Int) {
    let all = Self.bits(of: packet)
    var bits = all[...]
    func take(_ count: Int) -> Int {
      var value = 0
      for _ in 0..<count { value = 2 * value + (bits.removeFirst() ? 1 : 0) }
      return value
    }
    // AudioPreRoll, which has the configuration with it, is left out.
    head = [take(1) == 1] + Array(repeating: false, count: slot)
    for place in 0...slot {
      guard take(1) == 1, take(1) == 0 else { continue }
      var count = take(8)
      if count == 255 { count += take(16) - 2 }
      if place == slot {
        for _ in 0..<count { payload.append(UInt8(take(8))) }
      } else {
        bits.removeFirst(8 * count)
      }
    }
    tail = Array(bits)
  }

  private static func bits(of bytes: [UInt8]) -> [Bool] {
    bytes.flatMap { byte -> [Bool] in (0..<8).map { byte >> (7 - $0) & 1 == 1 } }
  }

  /// The packet with another payload, which may be a part: with as few and with as many bits of padding as it may have.
  /// How many it had before is not known.
  func joined(_ payload: [UInt8], parts: (isFirst: Bool, isLast: Bool)?) -> [[UInt8]] {
    var bits = head + [!payload.isEmpty]
    if !payload.isEmpty {
      bits.append(false)
      bits += Self.bits(of: [UInt8(payload.count)])
      if let parts { bits += [parts.isFirst, parts.isLast] }
      bits += Self.bits(of: payload)
    }
    bits += tail
    let extra = bits.count % 8
    return [bits.dropLast(extra), bits + Array(repeating: false, count: (8 - extra) % 8)].map { bits in
      stride(from: 0, to: bits.count, by: 8).map { place in
        bits[place..<(place + 8)].reduce(0) { $0 << 1 | ($1 ? 1 : 0) }
      }
    }
  }
}
