import AudioBase
import Foundation
import OggContainer
import TestSupport
import Testing

@Suite struct ReadingTests {
  private func reader(_ bytes: [UInt8]) throws -> OggReader {
    try OggReader(MemoryByteSource(bytes), limits: ResourceLimits())
  }

  @Test("files of opusenc, oggenc and flac have as many frames as went in", arguments: OggFixture.all)
  func lengths(fixture: OggFixture) throws {
    expectEqual(OggFile.descriptor.probe?(fixture.bytes.span), 100)
    var reader = try reader(fixture.bytes)
    let track = reader.tracks[0]
    #expect(reader.tracks.count == 1 && track.format.formatID == fixture.formatID)
    #expect(track.format.sampleRate == fixture.sampleRate && track.format.channelsPerFrame == fixture.channelCount)
    let table = try required(track.packetTable)
    #expect(table.validFrames == fixture.frameCount && table.timescale == fixture.sampleRate)
    expectEqual(track.packetCount, fixture.packetCount)
    let (packets, frames, offsets, error) = readAll(&reader)
    #expect(error == nil && Int64(packets.count) == fixture.packetCount && reader.warnings.isEmpty)
    let decoded = Int64(frames.reduce(0, +))
    // The last block of FLAC is short, and is padded nowhere.
    let padding = fixture.formatID == .flac ? 0 : table.remainderFrames
    expectEqual(decoded, table.primingFrames + table.validFrames + padding)
    #expect(offsets == offsets.sorted() && offsets.first == track.dataOffset)
    expectEqual(track.audioByteCount, Int64(packets.reduce(0) { $0 + $1.count }))
    expectEqual(track.maximumPacketSize, packets.map(\.count).max())
    if fixture.formatID == .opus { expectEqual(table.primingFrames, 312) }
  }

  @Test("texts of the comment headers are metadata")
  func metadata() throws {
    let opus = try reader(OggFixture.all[0].bytes).metadata
    #expect(opus[.title] == "Ä title" && opus[.artist] == "one; two" && opus[InfoKey("MOOD")] == "x")
    let vorbis = try reader(OggFixture.all[4].bytes).metadata
    #expect(vorbis[.title] == "Ä title" && vorbis[.artist] == "one" && vorbis[InfoKey("MOOD")] == "x")
    let flac = try reader(OggFixture.all[6].bytes).metadata
    expectEqual(flac[.title], "t")
  }

  @Test("a picture is one, as base64 of a block PICTURE")
  func picture() throws {
    // A front cover, image/gif, "d", no sizes, the bytes 7 8: RFC 9639, 8.8, in the base64 of coreutils.
    let text = "AAAAAwAAAAlpbWFnZS9naWYAAAABZAAAAAAAAAAAAAAAAAAAAAAAAAACBwg="
    var pages = HandMadeOpus.pages(1, packetsPerPage: 3)
    pages[1] = HandMadePage([HandMadeOpus.tags(["METADATA_BLOCK_PICTURE=" + text])], sequence: 1)
    let metadata = try reader(pages.bytes).metadata
    expectEqual(metadata.artwork, [Artwork(bytes: [7, 8], description: "d")])
  }

  @Test("every packet can be sought, and every frame is found in its packet", arguments: OggFixture.all)
  func seeking(fixture: OggFixture) throws {
    var reader = try reader(fixture.bytes)
    let all = readAll(&reader)
    for packet in (0...all.packets.count).reversed() {
      try reader.seek(toPacket: Int64(packet), ofTrack: 0)
      let rest = readAll(&reader)
      #expect(rest.packets == Array(all.packets[packet...]) && rest.frameCounts == Array(all.frameCounts[packet...]))
    }
    var frame = 0
    for (packet, count) in all.frameCounts.enumerated() where packet % 3 == 0 || packet < 3 {
      let start = all.frameCounts[..<packet].reduce(0, +)
      frame = start + count - 1
      for target in [PacketTarget.frame(Int64(start)), .frame(Int64(frame)), .packet(Int64(packet))] {
        let place = try required(reader.locate(target, ofTrack: 0))
        #expect(place.packet == Int64(packet) && place.firstFrame == Int64(start))
      }
    }
    let total = Int64(all.frameCounts.reduce(0, +))
    #expect(try reader.locate(.frame(total), ofTrack: 0) == nil && reader.locate(.frame(-1), ofTrack: 0) == nil)
    try expectNil(reader.locate(.packet(Int64(all.packets.count)), ofTrack: 0))
  }

  @Test("FLAC in Ogg has the frames of a native file")
  func lossless() throws {
    var reader = try reader(OggFixture.all[6].bytes)
    #expect(reader.tracks[0].format.framesPerPacket == 512 && reader.tracks[0].sourceBitDepth == 16)
    expectEqual(reader.tracks[0].cookie.count, 34)
    let packets = readAll(&reader).packets
    #expect(packets.allSatisfy { $0.starts(with: [0xFF, 0xF8]) } && readAll(&reader).packets.isEmpty)
    // STREAMINFO's smallest and largest frame.
    let cookie = reader.tracks[0].cookie
    let sizes = packets.map(\.count)
    expectEqual(cookie[4..<7].reduce(0) { $0 << 8 | Int($1) }, sizes.min())
    expectEqual(cookie[7..<10].reduce(0) { $0 << 8 | Int($1) }, sizes.max())
  }

  @Test("two streams of one file are two tracks")
  func multiplexed() throws {
    let first = HandMadeOpus.pages(6, packetsPerPage: 4, serial: 1)
    let second = HandMadeOpus.pages(9, packetsPerPage: 2, cut: 100, serial: 2)
    let theora = HandMadePage([[0x80] + Array("theora".utf8) + [0, 0, 0]], flags: 2, serial: 3)
    var pages = [first[0], theora, second[0], first[1], second[1]]
    for index in 2..<11 {
      if index < first.count { pages.append(first[index]) }
      pages.append(second[index])
      pages.append(HandMadePage([[1, 2, 3]], sequence: UInt32(index), serial: 3))
    }
    var reader = try reader(pages.bytes)
    expectEqual(reader.tracks.map(\.packetCount), [24, 18])
    expectEqual(reader.tracks[1].packetTable?.validFrames, Int64(18 * 960 - 100 - 312))
    expectEqual(readAll(&reader, track: 1).packets, (0..<18).map { HandMadeOpus.packet($0) })
    expectEqual(readAll(&reader, track: 0).packets, (0..<24).map { HandMadeOpus.packet($0) })
    #expect(reader.unreadTracks == ["a stream of Theora is passed over"] && reader.warnings.isEmpty)
  }

  @Test("a file that oggz has merged has the packets of both")
  func merged() throws {
    let merged = SharedFiles.bytes(SharedFiles.fixtures.appending(path: "Ogg/merged.ogx"))
    var reader = try reader(merged)
    expectEqual(reader.tracks.count, 2)
    for (track, info) in reader.tracks.enumerated() {
      let fixture = info.format.formatID == .opus ? OggFixture.all[1] : OggFixture.all[5]
      var alone = try OggReader(MemoryByteSource(fixture.bytes), limits: ResourceLimits())
      expectEqual(readAll(&reader, track: track).packets, readAll(&alone).packets)
      expectEqual(info.packetTable, alone.tracks[0].packetTable)
    }
  }

  @Test("a packet of many segments spans pages")
  func longPackets() throws {
    let long = [0xF8] + [UInt8](repeating: 9, count: 70_000)
    var pages = HandMadeOpus.pages(0, packetsPerPage: 0)
    var first = HandMadePage([HandMadeOpus.packet(0)], granule: 960, sequence: 2)
    let segments = 254 - first.lacing.count
    first.lacing += [UInt8](repeating: 255, count: segments)
    first.body += long[..<(segments * 255)]
    // A page on which no packet ends has no position.
    var second = HandMadePage([], flags: 1, granule: -1, sequence: 3)
    second.lacing = [255]
    second.body = Array(long[(segments * 255)..<((segments + 1) * 255)])
    let third = HandMadePage(
      [Array(long[((segments + 1) * 255)...]), HandMadeOpus.packet(1)], flags: 5, granule: 2880, sequence: 4)
    pages += [first, second, third]
    var reader = try reader(pages.bytes)
    let (packets, frames, offsets, error) = readAll(&reader)
    #expect(packets == [HandMadeOpus.packet(0), long, HandMadeOpus.packet(1)] && error == nil)
    #expect(frames == [960, 960, 960] && offsets[0] == offsets[1] && offsets[2] > offsets[1])
    #expect(reader.warnings.isEmpty)
    try reader.seek(toPacket: 2, ofTrack: 0)
    expectEqual(readAll(&reader).packets, [HandMadeOpus.packet(1)])
  }

  @Test("a stream that arrives byte by byte gives the same packets", arguments: OggFixture.all)
  func arriving(fixture: OggFixture) throws {
    var whole = try reader(fixture.bytes)
    let expected = readAll(&whole)
    let bytes = fixture.bytes
    let source = PartialSource(bytes, arrivedCount: 0)
    var reader: OggReader?
    var packets: [[UInt8]] = []
    var batch = PacketBatch()
    for count in 1...bytes.count {
      source.arrivedCount = count
      if reader == nil { reader = try? OggReader(source, limits: ResourceLimits()) }
      guard var trial = reader else { continue }
      let given = packets.count
      let read: Bool
      do { read = try trial.readPackets(ofTrack: 0, into: &batch) } catch { read = false }
      if read {
        for index in 0..<batch.count { packets.append(Array(batch.packet(index))) }
        reader = trial
        // No packet comes before its page has.
        #expect(packets.count > given && trial.lowestNeededOffset <= Int64(count))
      }
    }
    while var last = reader, try last.readPackets(ofTrack: 0, into: &batch) {
      for index in 0..<batch.count { packets.append(Array(batch.packet(index))) }
      reader = last
    }
    expectEqual(packets, expected.packets)
    expectEqual(reader?.tracks[0].packetTable, whole.tracks[0].packetTable)
  }
}
