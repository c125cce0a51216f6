import AudioBase
import MP4Container
import TestSupport
import Testing

struct ReadingTests {
  static func open(_ builder: MovieBuilder) throws -> MP4Reader { try MP4Reader(MemoryByteSource(builder.bytes())) }

  @Test func everyPlacementOfPacketsReadsBack() throws {
    for perChunk in [[1], [2], [3, 1, 2], [100]] {
      for usesLongOffsets in [false, true] {
        for isMovieInFront in [false, true] {
          for gap in [0, 3] {
            var builder = MovieBuilder(packets: makePackets(23), packetsPerChunk: perChunk)
            builder.usesLongOffsets = usesLongOffsets
            builder.isMovieInFront = isMovieInFront
            builder.gap = gap
            var reader = try Self.open(builder)
            let found = readAll(&reader)
            expectEqual(found.packets, builder.packets)
            expectNil(found.error)
          }
        }
      }
    }
  }

  @Test func aTrackTellsWhatTheBoxesSay() throws {
    let builder = MovieBuilder(packets: makePackets(23))
    let reader = try Self.open(builder)
    let track = try required(reader.tracks.first)
    expectEqual(reader.fileType, "m4af")
    expectEqual(track.identifier, 7)
    expectEqual(track.mediaKind, .audio)
    expectEqual(track.format.formatID, .aac)
    expectEqual(track.format.sampleRate, 44_100)
    expectEqual(track.format.channelsPerFrame, 2)
    expectEqual(track.format.framesPerPacket, 1024)
    expectEqual(track.cookie, MovieBuilder.configuration)
    expectEqual(track.containerCookie, MovieBuilder.chain)
    expectEqual(track.bitRate, 128_000)
    expectEqual(track.packetCount, 23)
    expectEqual(track.audioByteCount, Int64(builder.packets.joined().count))
    expectEqual(track.maximumPacketSize, 11)
    expectEqual(track.duration, Double(23 * 1024) / 44_100)
    expectNil(track.packetTable)
    expectEqual(reader.warnings, [])
  }

  @Test func aFileThatIsCutOffBehindItsIndexSaysSo() throws {
    var builder = MovieBuilder(packets: makePackets(23))
    builder.isMovieInFront = true
    let bytes = builder.bytes()
    try expectEqual(MP4Reader(MemoryByteSource(bytes)).warnings, [])
    let reader = try MP4Reader(MemoryByteSource(Array(bytes.dropLast(30))))
    expectEqual(reader.warnings, ["the file is cut off: packets lie beyond its end"])
    expectEqual(reader.tracks.first?.packetCount, 23)
  }

  @Test func everyPacketCanBeSoughtInAnyOrder() throws {
    var builder = MovieBuilder(packets: makePackets(40), packetsPerChunk: [3, 5, 1, 4])
    builder.durations = [(1, 1024), (38, 1000), (1, 7)]
    var reader = try Self.open(builder)
    var random = SplitMix64(seed: 11)
    var batch = PacketBatch(maximumPacketCount: 1)
    for target in Array(0..<42) + (0..<200).map({ _ in Int.random(in: 0..<42, using: &random) }) {
      try reader.seek(toPacket: Int64(target), ofTrack: 0)
      let isThere = try reader.readPackets(ofTrack: 0, into: &batch)
      expectEqual(isThere, target < 40)
      guard isThere else { continue }
      expectEqual([UInt8](batch.packet(0)), builder.packets[target])
      expectEqual(batch.firstPacket, Int64(target))
      expectEqual(batch.descriptions[0].frameCount, target == 0 ? 1024 : target == 39 ? 7 : 1000)
    }
  }

  @Test(arguments: [4, 8, 16])
  func compactSizesAreRead(bitCount: Int) throws {
    var builder = MovieBuilder(packets: makePackets(9))
    var table: [UInt8] = []
    for pair in stride(from: 0, to: 9, by: bitCount == 4 ? 2 : 1) {
      let size = builder.packets[pair].count
      let second = pair + 1 < 9 ? builder.packets[pair + 1].count : 0
      table += bitCount == 4 ? [UInt8(size << 4 | second)] : number(size, bitCount / 8)
    }
    builder.sizes = fullBox("stz2", number(0, 3), [UInt8(bitCount)], number(9, 4), table)
    var reader = try Self.open(builder)
    expectEqual(readAll(&reader).packets, builder.packets)
    expectEqual(reader.tracks[0].audioByteCount, Int64(builder.packets.joined().count))
    expectEqual(reader.tracks[0].maximumPacketSize, builder.packets.map(\.count).max())
  }

  @Test func constantSizesNeedNoTable() throws {
    var builder = MovieBuilder(packets: makePackets(9, sizes: { _ in 6 }))
    builder.sizes = fullBox("stsz", number(6, 4), number(9, 4))
    var reader = try Self.open(builder)
    expectEqual(readAll(&reader).packets, builder.packets)
    expectEqual(reader.tracks[0].format.bytesPerPacket, 6)
  }

  @Test func packetsSideBySideCostOneReadOfTheSource() throws {
    let builder = MovieBuilder(packets: makePackets(60), packetsPerChunk: [60])
    let source = WatchedSource(builder.bytes())
    var reader = try MP4Reader(source)
    var batch = PacketBatch()
    _ = try reader.readPackets(ofTrack: 0, into: &batch)
    expectEqual(batch.count, 60)
    try reader.seek(toPacket: 0, ofTrack: 0)
    let before = source.readCount
    _ = try reader.readPackets(ofTrack: 0, into: &batch)
    expectLessOrEqual(source.readCount - before, 2)
  }

  @Test func a64BitMediaBoxAndAnOpenEndedOneAreSteppedOver() throws {
    var builder = MovieBuilder(packets: makePackets(5))
    builder.isMovieInFront = false
    let plain = builder.bytes()
    let dataSize = 8 + builder.packets.joined().count
    // The same file with `mdat` rewritten to a 64-bit size and eight spare bytes moved in front of it.
    let front = Array(plain[..<16])
    let free = box("free")
    let data = Array(plain[24..<(16 + dataSize)])
    let movie = Array(plain[(16 + dataSize)...])
    let long = front + number(1, 4) + typeBytes("mdat") + number(dataSize + 8, 8) + data + movie
    // The packets moved by eight bytes, so shift them back by giving `ftyp` eight bytes less.
    let short = box("ftyp", []) + Array(long[16...])
    var reader = try MP4Reader(MemoryByteSource(short))
    expectEqual(readAll(&reader).packets, builder.packets)

    builder.isMovieInFront = true
    var open = builder.bytes()
    let place = open.count - dataSize
    open.replaceSubrange(place..<(place + 4), with: [0, 0, 0, 0])
    reader = try MP4Reader(MemoryByteSource(open + free))
    expectEqual(readAll(&reader).packets, builder.packets)
  }

  @Test func descriptorsOfQuickTimeEntriesAreFound() throws {
    let wave = box(
      "wave", box("frma", typeBytes("mp4a")), box("mp4a", number(0, 4)), MovieBuilder.descriptorBox,
      number(8, 4) + number(0, 4))
    let first = number(1024, 4) + number(0, 4) + number(0, 4) + number(2, 4)
    let second =
      number(72, 4) + number(48_000.0.bitPattern, 8) + number(6, 4) + number(0x7F00_0000, 4) + number(0, 4)
      + number(0, 4) + number(0, 4) + number(1024, 4)
    for (version, fields) in [(0, []), (1, first), (2, second)] {
      for children in [MovieBuilder.descriptorBox, wave] {
        var builder = MovieBuilder(brand: "qt  ", packets: makePackets(5))
        builder.entry = MovieBuilder.soundEntry(version: version, fields: fields, children: children)
        let reader = try Self.open(builder)
        expectEqual(reader.fileType, "MooV")
        expectEqual(reader.tracks[0].cookie, MovieBuilder.configuration)
        expectEqual(reader.tracks[0].format.sampleRate, version == 2 ? 48_000 : 44_100)
        expectEqual(reader.tracks[0].format.channelsPerFrame, version == 2 ? 6 : 2)
      }
    }
  }

  @Test func otherFormatsKeepTheirName() throws {
    for (type, name) in [("alac", "alac"), ("ac-3", "ac-3"), ("Opus", "opus"), ("fLaC", "flac"), ("ms\0U", ".mp3")] {
      var builder = MovieBuilder(packets: makePackets(3))
      builder.entry = MovieBuilder.soundEntry(type: type, children: [])
      try expectEqual(Self.open(builder).tracks[0].format.formatID.description, name)
    }
    var layerThree = MovieBuilder.chain
    layerThree[7] = 0x6B
    var builder = MovieBuilder(packets: makePackets(3))
    builder.entry = MovieBuilder.soundEntry(children: fullBox("esds", layerThree))
    try expectEqual(Self.open(builder).tracks[0].format.formatID, ".mp3")
  }

  @Test func aVideoTrackIsOpaque() throws {
    var builder = MovieBuilder(brand: "isom", packets: makePackets(6))
    builder.handler = "vide"
    builder.entry = box("avc1", number(0, 78))
    var reader = try Self.open(builder)
    expectEqual(reader.fileType, "mp4f")
    expectEqual(reader.tracks[0].mediaKind, .video)
    expectEqual(readAll(&reader).packets, builder.packets)
  }

  @Test func prerollOfRollGroupsIsPositive() throws {
    for version: UInt8 in [0, 1] {
      let lead = version == 0 ? [] : number(2, 4)
      var builder = MovieBuilder(packets: makePackets(3))
      builder.extraTables = fullBox(
        "sgpd", version: version, typeBytes("roll"), lead, number(2, 4), number(-1, 2), number(-4, 2))
      try expectEqual(Self.open(builder).tracks[0].rollDistance, 4)
    }
  }

  @Test func metadataIsKeyedAsCoreAudioDoes() throws {
    func item(_ type: String, _ kind: Int, _ value: [UInt8]) -> [UInt8] {
      box(type, box("data", number(kind, 4), number(0, 4), value))
    }
    let list = box(
      "ilst", item("©nam", 1, Array("Tïtle".utf8)), item("©ART", 1, Array("Somebody".utf8)),
      item("trkn", 0, [0, 0, 0, 3, 0, 12, 0, 0]), item("tmpo", 21, [0, 120]), item("©day", 1, Array("1999".utf8)),
      item("covr", 13, [UInt8](repeating: 9, count: 100)), item("cprt", 2, [0x26, 0x3A]))
    let handler = fullBox("hdlr", number(0, 4), typeBytes("mdir"), number(0, 13))
    for meta in [fullBox("meta", handler, list), box("meta", handler, list)] {
      var builder = MovieBuilder(packets: makePackets(3))
      builder.userData = meta
      let reader = try Self.open(builder)
      expectEqual(
        reader.metadata.info,
        [
          .title: "Tïtle", .artist: "Somebody", .trackNumber: "3/12", .tempo: "120", .year: "1999", .copyright: "☺",
        ])
    }
  }
}
