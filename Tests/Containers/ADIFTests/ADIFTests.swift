import AACDecoding
import ADIFContainer
import AudioBase
import Bitstream
import Foundation
import FramedStreams
import MPEG4Systems
import TestSupport
import Testing

struct ADIFTests {
  private static func packets(_ name: String) -> [[UInt8]] {
    packetsOfDump(SharedFiles.bytes(SharedFiles.fixtures.appending(path: "AAC/\(name).dump")))
  }

  /// AAC Main with backward prediction, and HE-AAC, whose packets hold SBR data: one pair at 44.1 kHz.
  static let main = packets("ff_main_nopns_ins_ensemble_44100_st")
  static let efficient = packets("hev1_44100_st_48k_syn_burst")

  /// The header of ISO/IEC 14496-3, 1.A.2.2.1, field by field, for one pair with tag 0.
  static func header(
    objectType: UInt32, rateIndex: UInt32, isVariable: Bool = true, bitRate: UInt32 = 128_000, copyright: Bool = false,
    programs: UInt32 = 1
  ) -> [UInt8] {
    var writer = BitWriter()
    for byte in "ADIF".utf8 { writer.write(UInt32(byte), 8) }
    writer.write(copyright ? 1 : 0, 1)
    if copyright { for number in 1...9 { writer.write(UInt32(number), 8) } }
    writer.write(0, 2)
    writer.write(isVariable ? 1 : 0, 1)
    writer.write(bitRate, 23)
    writer.write(programs - 1, 4)
    for _ in 0..<programs {
      if !isVariable { writer.write(0x12345, 20) }
      // Tag, profile, rate, one front element, no other, no mix-downs, a pair with tag 0.
      writer.write(0, 4)
      writer.write(objectType, 2)
      writer.write(rateIndex, 4)
      writer.write(1, 4)
      writer.write(0, 4 + 4 + 2 + 3 + 4 + 3)
      writer.write(0b10000, 5)
      writer.align(from: 0)
      writer.write(2, 8)
      writer.write(0x6869, 16)
    }
    return writer.bytes
  }

  private func open(_ bytes: [UInt8]) throws -> ADIFReader {
    try ADIFReader(MemoryByteSource(bytes)) { cookie throws(CodecError) in try RawDataBlockScanner(cookie: cookie) }
  }

  @Test(arguments: [(false, false, 1), (true, true, 1), (false, true, 3), (true, false, 2)] as [(Bool, Bool, UInt32)])
  func packetsAreToldApart(isVariable: Bool, copyright: Bool, programs: UInt32) throws {
    for (packets, objectType, rateIndex) in [(Self.main, 0, 4), (Self.efficient, 1, 7)] as [([[UInt8]], UInt32, UInt32)]
    {
      try #require(!packets.isEmpty)
      let header = Self.header(
        objectType: objectType, rateIndex: rateIndex, isVariable: isVariable, copyright: copyright, programs: programs)
      var reader = try open(header + packets.joined())
      let track = reader.tracks[0]
      #expect(track.packetCount == Int64(packets.count) && track.dataOffset == Int64(header.count))
      #expect(track.format.sampleRate == (rateIndex == 4 ? 44_100 : 22_050) && track.format.channelsPerFrame == 2)
      #expect(track.bitRate == 128_000 && track.maximumPacketSize == packets.map(\.count).max())
      expectEqual(reader.warnings.count, programs > 1 ? 1 : 0)
      expectEqual(readAll(&reader).packets, packets)
      let cookie = try AudioSpecificConfig(parsing: track.cookie.span)
      #expect(cookie.objectType.rawValue == Int(objectType) + 1 && cookie.programConfig?.comment == Array("hi".utf8))
    }
  }

  @Test func seekingGoesToEveryPacket() throws {
    try #require(Self.main.count > 9)
    var reader = try open(Self.header(objectType: 0, rateIndex: 4) + Self.main.joined())
    for packet in [9, 3, 0, 7, 6, Self.main.count - 1] {
      try reader.seek(toPacket: Int64(packet), ofTrack: 0)
      expectEqual(readAll(&reader).packets.first, Self.main[packet])
    }
    try reader.seek(toPacket: 1 << 40, ofTrack: 0)
    #expect(readAll(&reader).packets.isEmpty)
  }

  @Test func aDamagedPacketEndsTheStreamBehindAllBeforeIt() throws {
    let header = Self.header(objectType: 0, rateIndex: 4)
    let place = header.count + Self.main.prefix(5).joined().count
    var bytes = header + Self.main.joined()
    // Element 7 at once would be an empty block; a gain control flag is refused.
    for index in 0..<200 { bytes[place + index] = 0xFF &- UInt8(index & 1) &* 0x55 }
    var reader = try open(bytes)
    let found = readAll(&reader)
    expectEqual(found.error?.kind, .malformed)
    #expect(found.packets.count >= 5 && found.packets.count < Self.main.count)
  }

  @Test func everyPrefixAndEveryFlippedBitIsTakenOrRefused() throws {
    let bytes = Self.header(objectType: 1, rateIndex: 7, copyright: true) + Self.efficient.prefix(6).joined()
    var generator = SplitMix64(seed: 17)
    func attempt(_ bytes: [UInt8]) {
      guard var reader = try? open(bytes) else { return }
      expectLessOrEqual(readAll(&reader).packets.joined().count, bytes.count)
    }
    for count in stride(from: 0, to: bytes.count, by: 3) { attempt(Array(bytes.prefix(count))) }
    for _ in 0..<2000 {
      var damaged = bytes
      for _ in 0..<Int.random(in: 1...8, using: &generator) {
        damaged[Int.random(in: 0..<damaged.count, using: &generator)] ^= 1 << UInt8.random(in: 0...7, using: &generator)
      }
      attempt(damaged)
    }
  }

  @Test func theIdentifierIsTheProbe() {
    expectEqual(ADIFFile.probe(Array("ADIF....".utf8).span), 95)
    expectEqual(ADIFFile.probe(Array("ADIE....".utf8).span), 0)
    expectEqual(ADIFFile.probe(Array("ADI".utf8).span), 0)
  }
}
