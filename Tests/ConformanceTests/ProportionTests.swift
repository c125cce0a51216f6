import AudioBase
import AudioCatalog
import AudioConversion
import AudioFiles
import TestSupport
import Testing

/// Small files that last for long.
@Suite struct ProportionTests {
  private static func big(_ value: Int, _ width: Int) -> [UInt8] {
    (0..<width).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }

  private static func chunk(_ name: String, _ body: [UInt8]) -> [UInt8] { Array(name.utf8) + big(body.count, 8) + body }

  /// AAC LC in CAF, with packets of the sizes that the table tells.
  private static func coreAudio(table: [UInt8], count: Int, data: [UInt8]) -> [UInt8] {
    let cookie: [UInt8] = [3, 25, 0, 0, 0, 4, 17, 0x40, 0x15] + big(0, 11) + [5, 2, 0x12, 0x10, 6, 1, 2]
    return Array("caff".utf8) + big(1, 2) + big(0, 2)
      + chunk(
        "desc",
        big(0x40E5_8880, 4) + big(0, 4) + Array("aac ".utf8) + big(0, 8) + big(1024, 4) + big(2, 4) + big(0, 4))
      + chunk("kuki", cookie) + chunk("pakt", big(count, 8) + big(count * 1024, 8) + big(0, 8) + table)
      + chunk("data", big(0, 4) + data)
  }

  private static let silence: [UInt8] = [0x21, 0x10, 0x04, 0x60, 0x8C, 0x1C]

  private static func decode(_ bytes: [UInt8]) throws -> DecodingReport {
    let catalog = Catalog.standard
    let media = try MediaFile(source: MemoryByteSource(bytes), name: nil, containers: catalog.containers)
    var decoder = try TrackDecoder(of: media.reader, track: 0, codecs: catalog.codecs)
    while try decoder.decodeNext() != nil {}
    return decoder.report
  }

  @Test("a million packets without bytes are not filled in")
  func emptyPackets() throws {
    let count = 1_000_000
    let table = [UInt8(Self.silence.count)] + [UInt8](repeating: 0, count: count)
    let report = try Self.decode(Self.coreAudio(table: table, count: count + 1, data: Self.silence))
    expectEqual(report.earlyEnd?.kind, .limitExceeded)
    // 2²¹ frames, and 32 for each byte in front of the packets.
    expectLess(report.frameCount, 1 << 21 + 32 * 1_100_000 + 4096)
    expectGreaterOrEqual(report.frameCount, 1 << 21)
  }

  @Test("lost packets in a file of usual size are all filled in")
  func lostPackets() throws {
    let count = 3000
    let table = (0..<count).map { UInt8($0 % 3 == 0 ? Self.silence.count : 0) }
    let data = Array(repeatElement(Self.silence, count: count / 3).joined())
    let report = try Self.decode(Self.coreAudio(table: table, count: count, data: data))
    expectNil(report.earlyEnd)
    expectEqual(report.frameCount, Int64(count * 1024))
    #expect(report.damagedPacketCount == count * 2 / 3)
  }
}
