import AudioBase
import OggContainer
import TestSupport
import Testing

/// Which frames are the recording, where streams begin late, are chained or cut.
@Suite struct ExtentTests {
  private func reader(_ pages: [HandMadePage]) throws -> OggReader {
    try OggReader(MemoryByteSource(pages.bytes), limits: ResourceLimits())
  }

  @Test("granule positions that begin late cut nothing", arguments: [0, 1, 48_000 * 3600])
  func broadcast(start: Int64) throws {
    let table = try required(reader(HandMadeOpus.pages(5, packetsPerPage: 3, start: start)).tracks[0].packetTable)
    expectEqual(
      table, PacketTable(primingFrames: 312, validFrames: 15 * 960 - 312, remainderFrames: 0, timescale: 48_000))
  }

  @Test("the last page's position cuts the end", arguments: [1, 500, 959, 2000])
  func end(cut: Int64) throws {
    let table = try required(reader(HandMadeOpus.pages(5, packetsPerPage: 3, cut: cut)).tracks[0].packetTable)
    #expect(table.validFrames == 15 * 960 - 312 - cut && table.remainderFrames == cut)
    // A stream of one page has its end there as well.
    let one = try required(reader(HandMadeOpus.pages(1, packetsPerPage: 3, cut: cut)).tracks[0].packetTable)
    #expect(one.validFrames == 3 * 960 - 312 - cut && one.remainderFrames == cut)
  }

  @Test("a long file's end is looked up without a walk through all of it")
  func longFile() throws {
    // 250 bytes a packet, 50 packets a page.
    var pages = HandMadeOpus.pages(0, packetsPerPage: 0)
    let packets = (0..<50).map { HandMadeOpus.packet($0, byteCount: 250) }
    let count = 1400
    for page in 0..<count {
      let end = Int64(page + 1) * 50 * 960
      let isLast = page == count - 1
      pages.append(
        HandMadePage(packets, flags: isLast ? 4 : 0, granule: isLast ? end - 700 : end, sequence: UInt32(page + 2)))
    }
    let bytes = pages.bytes
    expectGreater(bytes.count, 1 << 24)
    let source = WatchedSource(bytes)
    var reader = try OggReader(source, limits: ResourceLimits())
    expectLess(source.readByteCount, 3 << 20)
    let table = try required(reader.tracks[0].packetTable)
    #expect(table.validFrames == Int64(count) * 50 * 960 - 700 - 312 && table.remainderFrames == 700)
    #expect(reader.tracks[0].packetCount == nil && reader.tracks[0].format.framesPerPacket == 0)
    let place = try required(reader.locate(.frame(60_000_000), ofTrack: 0))
    expectEqual(place.packet, 60_000_000 / 960)
    // The way is known now.
    let before = source.readByteCount
    try reader.seek(toPacket: place.packet, ofTrack: 0)
    expectLess(source.readByteCount - before, 1 << 18)
    var batch = PacketBatch(maximumPacketCount: 1)
    #expect(try reader.readPackets(ofTrack: 0, into: &batch))
    #expect(Array(batch.packet(0)) == packets[Int(place.packet % 50)] && batch.firstPacket == place.packet)
  }

  @Test("streams of one configuration that follow one another are read as one")
  func chain() throws {
    let pages =
      HandMadeOpus.pages(4, packetsPerPage: 3, cut: 100, serial: 1)
      + HandMadeOpus.pages(3, packetsPerPage: 2, cut: 50, serial: 2)
    var reader = try reader(pages)
    let packets = (0..<12).map { HandMadeOpus.packet($0) } + (0..<6).map { HandMadeOpus.packet($0) }
    expectEqual(readAll(&reader).packets, packets)
    expectEqual(reader.tracks[0].packetTable?.validFrames, Int64(18 * 960 - 312 - 50))
    #expect(reader.warnings.contains { $0.hasPrefix("the file is a chain of 2 streams") })
    try reader.seek(toPacket: 3, ofTrack: 0)
    expectEqual(readAll(&reader).packets, Array(packets[3...]))
    try reader.seek(toPacket: 14, ofTrack: 0)
    expectEqual(readAll(&reader).packets, Array(packets[14...]))
  }

  @Test("a stream of another configuration follows as another stream of the track")
  func foreignChain() throws {
    var second = HandMadeOpus.pages(3, packetsPerPage: 2, serial: 2)
    var head = HandMadeOpus.head()
    head[9] = 2
    second[0] = HandMadePage([head], flags: 2, serial: 2)
    let pages =
      HandMadeOpus.pages(4, packetsPerPage: 3, serial: 1) + second
      + HandMadeOpus.pages(1, packetsPerPage: 2, serial: 3)
    var reader = try reader(pages)
    let changes = reader.streamChanges(ofTrack: 0)
    #expect(changes.changes.map(\.packet) == [12, 18] && changes.changes.map(\.stream) == [1, 0])
    #expect(changes.otherStreams.map(\.cookie) == [head] && changes.otherStreams[0].format.channelsPerFrame == 2)
    expectEqual(reader.tracks[0].packetCount, 20)
    // All of it is at 48 kHz, so that its frames have one count.
    expectEqual(reader.tracks[0].packetTable?.validFrames, Int64(20 * 960 - 312))
    for target in [0, 5, 12, 13, 17, 18, 19, 3] {
      try reader.seek(toPacket: Int64(target), ofTrack: 0)
      var batch = PacketBatch(maximumPacketCount: 5)
      var streams: [Int] = []
      while try reader.readPackets(ofTrack: 0, into: &batch) {
        streams += Array(repeating: batch.streamNumber, count: batch.count)
      }
      expectEqual(streams, (target..<20).map { (12..<18).contains($0) ? 1 : 0 }, "from \(target)")
    }
    #expect(reader.warnings.contains { $0.contains("a chain of 3 streams") && $0.contains("2 configurations") })
  }

  @Test("a stream that cannot be read ends the track by name")
  func unreadableChain() throws {
    var second = HandMadeOpus.pages(3, packetsPerPage: 2, serial: 2)
    var head = HandMadeOpus.head()
    // A version that nobody knows.
    head[8] = 0x20
    second[0] = HandMadePage([head], flags: 2, serial: 2)
    var reader = try reader(HandMadeOpus.pages(4, packetsPerPage: 3, serial: 1) + second)
    let (packets, _, _, error) = readAll(&reader)
    #expect(packets.count == 12 && error != nil)
    expectEqual(reader.tracks[0].packetTable?.validFrames, Int64(12 * 960 - 312))
    // It says so each time that it is asked, and what comes before can still be read.
    expectEqual(readAll(&reader).error?.kind, error?.kind)
    try reader.seek(toPacket: 5, ofTrack: 0)
    expectEqual(readAll(&reader).packets.count, 7)
  }
}
