import AudioBase
import OggContainer
import TestSupport
import Testing

/// Pages that are damaged, missing, or no pages at all.
@Suite struct DamageTests {
  private func reader(_ bytes: [UInt8]) throws -> OggReader {
    try OggReader(MemoryByteSource(bytes), limits: ResourceLimits())
  }

  @Test("a damaged page costs its own packets, and time goes on", arguments: [3, 5, 8])
  func damagedPage(lost: Int) throws {
    let pages = HandMadeOpus.pages(10, packetsPerPage: 4)
    var bytes = pages.map(\.bytes)
    for place in [4, 15, 23, 27, bytes[lost].count - 1] {
      var damaged = bytes
      damaged[lost][place] ^= 0x10
      var reader = try reader(damaged.flatMap { $0 })
      let (packets, frames, _, error) = readAll(&reader)
      #expect(error == nil && packets.count == 40 && frames.allSatisfy { $0 == 960 })
      for (number, packet) in packets.enumerated() {
        let isLost = number / 4 == lost - 2
        expectEqual(packet, isLost ? [] : HandMadeOpus.packet(number))
      }
      expectEqual(reader.tracks[0].packetTable?.validFrames, Int64(40 * 960 - 312))
      #expect(!reader.warnings.isEmpty)
      try reader.seek(toPacket: 36, ofTrack: 0)
      expectEqual(readAll(&reader).packets, (36..<40).map { HandMadeOpus.packet($0) })
    }
    bytes.remove(at: lost)
    var shorter = try reader(bytes.flatMap { $0 })
    expectEqual(readAll(&shorter).packets.count, 40)
    #expect(shorter.warnings.contains("1 pages are missing"))
  }

  @Test("bytes between pages are passed over")
  func garbage() throws {
    let pages = HandMadeOpus.pages(4, packetsPerPage: 3)
    var random = SplitMix64(seed: 3)
    var bytes: [UInt8] = []
    for page in pages { bytes += page.bytes + random.bytes(1000) + Array("OggS".utf8) + [0, 0, 1] as [UInt8] }
    var reader = try reader(bytes)
    expectEqual(readAll(&reader).packets, (0..<12).map { HandMadeOpus.packet($0) })
    #expect(reader.warnings.contains { $0.hasSuffix("bytes between pages were skipped") })
  }

  @Test("of a gap without end in its positions no more is filled in than the file has bytes for")
  func hostileGap() throws {
    for granule in [Int64.max, 1 << 40, Int64.max - 1000] {
      var pages = HandMadeOpus.pages(6, packetsPerPage: 2)
      for index in 4..<8 { pages[index].sequence += 1 }
      for index in 4..<7 { pages[index].granule = granule }
      var reader = try reader(pages.bytes)
      let packets = readAll(&reader).packets
      #expect(packets.count == 12 && reader.warnings.contains("1 pages are missing"))
    }
  }

  @Test("a hole behind packets that tell no length is filled in by packets of 20 ms, fewer than the file has bytes")
  func holeWithoutLength() throws {
    // Configuration 0 with a code for many frames, whose number is missing: a packet that nobody can decode.
    var pages = Array(HandMadeOpus.pages(1, packetsPerPage: 1).prefix(2))
    pages.append(HandMadePage([[3]], granule: 0, sequence: 2))
    pages.append(HandMadePage([[0xFC]], granule: 121_392 + 960, sequence: 6))
    let bytes = pages.bytes
    var reader = try reader(bytes)
    let (packets, frames, _, error) = readAll(&reader)
    #expect(error == nil && packets.count < bytes.count)
    #expect(frames.reduce(0, +) == 121_392 + 960 && frames.allSatisfy { $0 <= 960 })
  }

  @Test("every shortened file is refused or read as far as it goes", arguments: OggFixture.all)
  func truncation(fixture: OggFixture) throws {
    let bytes = fixture.bytes
    var whole = try reader(bytes)
    let expected = readAll(&whole).packets
    for count in bytes.indices {
      guard var reader = try? reader(Array(bytes.prefix(count))) else {
        expectLess(Int64(count), whole.tracks[0].dataOffset + 1)
        continue
      }
      let (packets, _, _, error) = readAll(&reader)
      expectEqual(packets, Array(expected.prefix(packets.count)))
      #expect(error == nil || error?.kind == .truncated)
    }
  }

  @Test("every damaged file is refused or read", arguments: OggFixture.all)
  func mutation(fixture: OggFixture) throws {
    let original = fixture.bytes
    var random = SplitMix64(seed: 9)
    for _ in 0..<600 {
      var bytes = original
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8(truncatingIfNeeded: random.next())
      }
      // Half of them with checks that hold, so that what is inside is met.
      if Bool.random(using: &random) { Self.correctChecks(&bytes) }
      guard var reader = try? reader(bytes) else { continue }
      let packets = readAll(&reader, maximumPacketCount: 100_000).packets
      expectLessOrEqual(packets.reduce(0) { $0 + $1.count }, bytes.count)
      try? reader.seek(toPacket: 3, ofTrack: 0)
      _ = try? reader.locate(.frame(2000), ofTrack: 0)
    }
  }

  /// Gives every page the check that its bytes have.
  private static func correctChecks(_ bytes: inout [UInt8]) {
    var place = 0
    while place + 27 <= bytes.count, bytes[place...].starts(with: "OggS".utf8) {
      let segments = Int(bytes[place + 26])
      guard place + 27 + segments <= bytes.count else { return }
      let size = 27 + segments + bytes[(place + 27)..<(place + 27 + segments)].reduce(0) { $0 + Int($1) }
      guard place + size <= bytes.count else { return }
      bytes.replaceSubrange((place + 22)..<(place + 26), with: [0, 0, 0, 0])
      let check = HandMadePage.check(Array(bytes[place..<(place + size)]))
      bytes.replaceSubrange((place + 22)..<(place + 26), with: HandMadePage.little(UInt64(check), 4))
      place += size
    }
  }

  @Test("pages within pages, all of them wrong, take time by their bytes")
  func bomb() throws {
    // Every 282 bytes begins what looks like the largest page, of 65 KiB.
    var fake = HandMadePage([], sequence: 9)
    fake.lacing = [UInt8](repeating: 255, count: 255)
    let head = Array(fake.bytes.prefix(282))
    let filling = (0..<((1 << 20) / 282)).flatMap { _ in head }
    let pages = HandMadeOpus.pages(8, packetsPerPage: 1).map(\.bytes)
    let clock = ContinuousClock()
    var times: [Duration] = []
    for count in [2, 8] {
      let bytes = pages[0] + pages[1] + pages[2..<(2 + count)].flatMap { $0 + filling }
      times.append(
        clock.measure {
          guard var reader = try? reader(bytes) else { return }
          _ = readAll(&reader)
        })
    }
    // Four times the bytes; without a bound each would be summed up more than 200 times.
    expectLess(times[1], times[0] * 40 + .seconds(1))
    expectLess(times[1], .seconds(20))
  }

  @Test("headers that do not end, or are of no stream of ours, are refused by name")
  func refusals() {
    let empty: [UInt8] = []
    let speex = HandMadePage([Array("Speex   1.2".utf8)], flags: 2)
    let old = HandMadePage([Array("fLaC".utf8)], flags: 2)
    let page = HandMadePage([HandMadeOpus.packet(1)], granule: 960)
    var ambisonics = HandMadeOpus.head()
    ambisonics[18] = 2
    let cases: [(bytes: [UInt8], kind: ErrorKind)] = [
      (empty, .malformed), ([UInt8](repeating: 0x4F, count: 4000), .malformed), (speex.bytes, .truncated),
      (old.bytes, .unsupported), (page.bytes, .unsupported),
      (HandMadeOpus.pages(1, packetsPerPage: 1)[0].bytes, .truncated),
      (
        HandMadePage([ambisonics + [1, 1, 0]], flags: 2).bytes + HandMadePage([HandMadeOpus.tags()], sequence: 1).bytes,
        .unsupported
      ),
      (HandMadePage([HandMadeOpus.head()], flags: 2).bytes + HandMadePage([[1, 2]], sequence: 1).bytes, .malformed),
    ]
    for (number, item) in cases.enumerated() {
      let error = #expect(throws: ContainerError.self) { try reader(item.bytes) }
      expectEqual(error?.kind, item.kind, "case \(number)")
    }
  }
}
