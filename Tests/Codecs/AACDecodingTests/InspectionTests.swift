import AACDecoding
import AudioBase
import Bitstream
import Foundation
import PacketInspection
import TestSupport
import Testing

@Suite struct AACInspectionTests {
  private func inspector(_ name: String) throws -> (any PacketInspector, [[UInt8]]) {
    let folder = SharedFiles.fixtures.appending(path: "AAC")
    let packets = packetsOfDump(SharedFiles.bytes(folder.appending(path: name + ".dump")))
    var stream = CodedStream(
      format: StreamFormat(formatID: .aac, sampleRate: 0, channelsPerFrame: 0),
      cookie: SharedFiles.bytes(folder.appending(path: name + ".asc")))
    stream.firstPacket = try required(packets.first)
    return (try AACCodec.inspector.makeInspector(stream), packets)
  }

  /// The numbers of a property, one a packet.
  private func values(_ property: String, _ scope: String, of name: String) throws -> [Int?] {
    var (inspector, packets) = try inspector(name)
    let index = try required(
      inspector.properties.firstIndex { $0.name == property && $0.scope == scope }, "\(scope) \(property)")
    return try packets.map { try inspector.inspect($0.span)[index] }
  }

  /// The fields at the beginning of `channel_pair_element()`, read bit by bit: ISO/IEC 14496-3, Tables 4.5 and 4.6.
  private struct PairHead {
    var hasCommonWindow = false
    var windowSequence = 0, windowShape = 0, bandCount = 0, groups = 1, midSide = 0
    var isUsed: [Bool] = []

    init?(_ packet: [UInt8]) {
      var place = 0
      func bits(_ count: Int) -> Int {
        defer { place += count }
        return (place..<place + count).reduce(0) { value, bit -> Int in
          let isSet = packet[bit / 8] & (0x80 >> UInt8(bit % 8)) != 0
          return value * 2 + (isSet ? 1 : 0)
        }
      }
      guard bits(3) == 1 else { return nil }
      _ = bits(4)
      hasCommonWindow = bits(1) == 1
      guard hasCommonWindow else { return nil }
      _ = bits(1)
      windowSequence = bits(2)
      windowShape = bits(1)
      if windowSequence == 2 {
        bandCount = bits(4)
        let grouping = bits(7)
        groups = 8 - grouping.nonzeroBitCount
      } else {
        bandCount = bits(6)
        guard bits(1) == 0 else { return nil }
      }
      midSide = bits(2)
      if midSide == 1 { isUsed = (0..<bandCount * groups).map { _ in bits(1) == 1 } }
    }
  }

  @Test(
    "windows, bands and M/S of AAC-LC are those of the bits",
    arguments: ["lc_44100_st_128k_syn_burst", "xa_lc960_128k_castanets"])
  func pairHeads(name: String) throws {
    let (_, packets) = try inspector(name)
    let found = [
      try values("window sequence", "L", of: name), try values("window shape", "R", of: name),
      try values("bands", "L", of: name), try values("window groups", "R", of: name),
      try values("M/S bands", "L+R", of: name), try values("common window", "L+R", of: name),
    ]
    // ONLY_LONG, LONG_START, EIGHT_SHORT and LONG_STOP, as they are told: EIGHT_SHORT last.
    let places = [0, 1, 3, 2]
    var (heads, shorts, joint) = (0, 0, 0)
    for (index, packet) in packets.enumerated() {
      guard let head = PairHead(packet) else { continue }
      heads += 1
      if head.windowSequence == 2 { shorts += 1 }
      expectEqual(found[0][index], places[head.windowSequence])
      expectEqual(found[1][index], head.windowShape)
      expectEqual(found[2][index], head.bandCount * head.groups)
      expectEqual(found[3][index], head.groups)
      expectEqual(found[5][index], 1)
      let coupled = found[4][index] ?? -1
      switch head.midSide {
      case 0: expectEqual(coupled, 0)
      // Bands of noise and intensity are no sums and differences, whatever the flag says.
      case 1: #expect(coupled <= head.isUsed.count { $0 } && coupled >= 0)
      default: #expect(coupled <= head.bandCount * head.groups && coupled >= 0)
      }
      if coupled > 0 { joint += 1 }
    }
    #expect(heads > packets.count / 2 && joint > 0)
    if name.hasPrefix("xa") { expectGreater(shorts, 0) }
  }

  @Test("a stream has the properties that its kind can have")
  func properties() throws {
    func names(_ stream: String) throws -> Set<String> { Set(try inspector(stream).0.properties.map(\.name)) }
    let delay = try names("eld_airplay_96k_ins_ensemble")
    #expect(delay.isDisjoint(with: ["window sequence", "window shape", "pulses", "SBR envelopes", "LTP bands"]))
    #expect(try names("ld_44100_512_st_128k_burst").isSuperset(of: ["window shape", "LTP bands"]))
    #expect(try names("ff_main_nopns_ins_ensemble_44100_st").isSuperset(of: ["window sequence", "predicted bands"]))
    #expect(
      try names("hev1_44100_st_48k_syn_burst").isSuperset(of: ["SBR frame class", "SBR envelopes", "SBR header"]))
    #expect(try names("eldv2_48000_512_own").contains("MPEG Surround"))
  }

  @Test("FFmpeg's encoder was told to use no noise substitution")
  func noNoise() throws {
    let name = "ff_main_nopns_ins_ensemble_44100_st"
    for channel in ["L", "R"] { #expect(try values("PNS bands", channel, of: name).allSatisfy { $0 == 0 }) }
  }

  @Test(
    "grids of SBR and LD-SBR", arguments: ["hev1_44100_st_48k_syn_burst", "eldsbr_dr_44100_512_st_48k_syn_impulses"])
  func grids(name: String) throws {
    let classes = try values("SBR frame class", "L", of: name)
    let envelopes = try values("SBR envelopes", "L", of: name)
    let floors = try values("SBR noise floors", "L", of: name)
    let isLowDelay = name.hasPrefix("eld")
    expectEqual(classes.compactMap { $0 }.count, classes.count)
    // Impulses and bursts have transients, which other classes than FIXFIX are for.
    #expect(classes.contains { ($0 ?? 0) > 0 })
    for index in envelopes.indices {
      let count = try required(envelopes[index])
      // One noise floor with one envelope, otherwise two: ISO/IEC 14496-3, 4.6.18.3.3.
      expectEqual(floors[index], count > 1 ? 2 : 1)
      if classes[index] == 0 { #expect([1, 2, 4].contains(count)) }
      if isLowDelay, classes[index] == 1 { #expect([2, 3].contains(count)) }
      #expect((1...5).contains(count))
    }
  }

  @Test("spatial frames are told")
  func surround() throws {
    #expect(try values("MPEG Surround", "", of: "eldv2_48000_512_own").allSatisfy { $0 == 1 })
  }

  @Test("any bytes are read or refused")
  func anyBytes() throws {
    let names = [
      "lc_44100_st_128k_syn_burst", "hev1_44100_st_48k_syn_burst", "eldsbr_dr_44100_512_st_48k_syn_impulses",
      "eldv2_48000_512_own", "ff_main_nopns_ins_ensemble_44100_st", "ld_44100_512_st_128k_burst",
    ]
    var random = SplitMix64(seed: 11)
    var refused = 0
    for name in names {
      var (inspector, packets) = try inspector(name)
      for round in 0..<400 {
        var packet = packets[round % packets.count]
        if round % 4 == 0 { packet = Array(packet.prefix(Int.random(in: 0...packet.count, using: &random))) }
        for _ in 0..<(round % 7) where !packet.isEmpty {
          packet[Int.random(in: packet.indices, using: &random)] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        }
        if round % 50 == 49 { packet = random.bytes(300) }
        do throws(CodecError) {
          let found = try inspector.inspect(packet.span)
          expectEqual(found.count, inspector.properties.count)
        } catch {
          refused += 1
        }
      }
    }
    expectGreater(refused, 100)
  }
}
