import AudioBase
import MP4Container
import TestSupport
import Testing

struct TrackFactsTests {
  private func track(_ builder: MovieBuilder) throws -> TrackInfo {
    try required(MP4Reader(MemoryByteSource(builder.bytes())).tracks.first)
  }

  private func pictureEntry(_ type: String = "avc1", children: [UInt8] = []) -> [UInt8] {
    box(type, number(0, 6), number(1, 2), number(0, 16), number(640, 2), number(360, 2), number(0, 50), children)
  }

  /// Reserved, duration, reserved, layer and the rest; the matrix; width and height in 16.16.
  private func header(_ matrix: [Int], width: Int, height: Int) -> [UInt8] {
    number(0, 4) + number(0, 4) + number(0, 16) + matrix.flatMap { number($0, 4) } + number(width, 4)
      + number(height, 4)
  }

  @Test func picturesTellTheirSizeAndMatrix() throws {
    var builder = MovieBuilder(brand: "isom", packets: makePackets(3))
    builder.handler = "vide"
    builder.entry = pictureEntry(
      children: box("avcC", [1, 0x42, 0, 30, 0xFF]) + box("btrt", number(1, 4), number(9_000, 4), number(7_000, 4)))
    // 0, 1, 0; −1, 0, 0; 360, 0, 1: a quarter turn clockwise. The third column has 30 bits behind the point.
    builder.trackHeader = header(
      [0, 0x1_0000, 0, -0x1_0000, 0, 0, 0x168_0000, 0, 0x4000_0000], width: 0x280_8000, height: 0x168_0000)
    let track = try track(builder)
    let picture = try required(track.picture)
    #expect(picture.codedWidth == 640 && picture.codedHeight == 360)
    #expect(picture.presentationWidth == 640.5 && picture.presentationHeight == 360)
    expectEqual(picture.matrix, [0, 1, 0, -1, 0, 0, 360, 0, 1])
    expectEqual(picture.rotation, 90)
    expectEqual(track.mediaKind, .video)
    expectEqual(track.format.formatID, "avc1")
    expectEqual(track.cookie, [1, 0x42, 0, 30, 0xFF])
    expectEqual(track.bitRate, 7_000)
    expectEqual(track.sampleDescription, builder.entry)
    expectEqual(track.timescale, 44_100)
    expectEqual(track.duration, Double(3 * 1024) / 44_100)
  }

  @Test func picturesWithoutASizeOfTheirOwnAreShownAsCoded() throws {
    var builder = MovieBuilder(brand: "isom", packets: makePackets(3))
    builder.handler = "vide"
    builder.entry = pictureEntry("mp4v", children: MovieBuilder.descriptorBox)
    builder.trackHeader = header([0x1_0000, 0, 0, 0, 0x1_0000, 0, 0, 0, 0x4000_0000], width: 0, height: 0)
    let track = try track(builder)
    expectEqual(track.picture, PictureInfo(codedWidth: 640, codedHeight: 360))
    // The decoder's own information, and the descriptor around it.
    expectEqual(track.cookie, MovieBuilder.configuration)
    expectEqual(track.containerCookie, MovieBuilder.chain)
  }

  @Test func configurationsOfEveryPictureCodecAreCookies() throws {
    for (type, child) in [("hvc1", "hvcC"), ("hev1", "hvcC"), ("vp09", "vpcC"), ("av01", "av1C"), ("s263", "d263")] {
      var builder = MovieBuilder(brand: "isom", packets: makePackets(3))
      builder.handler = "vide"
      builder.entry = pictureEntry(type, children: box("pasp", number(1, 4), number(1, 4)) + box(child, [9, 8, 7]))
      let track = try track(builder)
      expectEqual(track.format.formatID.description, type)
      expectEqual(track.cookie, [9, 8, 7])
    }
  }

  @Test func languagesOfBothKindsAreRead() throws {
    // Five bits a letter: d = 4, e = 5, u = 21.
    for (packed, name) in [
      (4 << 10 | 5 << 5 | 21, "deu"), (0x55C4, ""), (0, "eng"), (2, "deu"), (11, "jpn"), (33, "zho"),
      (94, "epo"), (95, ""), (128, "cym"), (140, "glg"), (0x7FFF, ""), (0x400, ""),
    ] {
      var builder = MovieBuilder(packets: makePackets(3))
      builder.language = packed
      try expectEqual(track(builder).language, name, "\(packed)")
    }
  }

  @Test func emptyEditsDelayAndLaterStartsAdvance() throws {
    var builder = MovieBuilder(packets: makePackets(10))
    builder.movieTimescale = 1000
    func start(_ edits: [(duration: Int, time: Int)]) throws -> Int64 {
      builder.edits = fullBox(
        "elst", number(edits.count, 4),
        edits.flatMap { number($0.duration, 4) + number($0.time, 4) + number(0x1_0000, 4) })
      return try track(builder).presentationStart
    }
    try expectEqual(start([(100, 0)]), 0)
    try expectEqual(start([(100, 1024)]), -1024)
    // Half a second at 44.1 kHz.
    try expectEqual(start([(500, -1), (100, 0)]), 22_050)
    try expectEqual(start([(300, -1), (200, -1), (100, 1000)]), 21_050)
    try expectEqual(start([(500, -1)]), 0)
  }

  @Test func rollGroupsAreThoseThatSamplesAreIn() throws {
    func description(_ version: UInt8, _ lead: [UInt8], _ distances: [Int]) -> [UInt8] {
      fullBox(
        "sgpd", version: version, typeBytes("roll"), lead, number(distances.count, 4),
        distances.flatMap { number($0, 2) })
    }
    func members(_ runs: [(count: Int, group: Int)], type: String = "roll") -> [UInt8] {
      fullBox(
        "sbgp", typeBytes(type), number(runs.count, 4), runs.flatMap { number($0.count, 4) + number($0.group, 4) })
    }
    func preroll(_ tables: [UInt8]) throws -> Int? {
      var builder = MovieBuilder(packets: makePackets(6))
      builder.extraTables = tables
      return try track(builder).rollDistance
    }
    let groups = description(1, number(2, 4), [-1, -4, 3])
    try expectEqual(preroll(groups + members([(6, 1)])), 1)
    try expectEqual(preroll(members([(6, 2)]) + groups), 4)
    try expectEqual(preroll(groups + members([(2, 1), (4, 2)])), 4)
    try expectNil(preroll(groups + members([(6, 0)])))
    try expectNil(preroll(groups + members([(6, 3)])))
    try expectNil(preroll(groups + members([(6, 9)])))
    try expectEqual(preroll(groups + members([(6, 1)], type: "rap ")), 4)
    // Version 2 has a group for those that no run names.
    try expectEqual(preroll(description(2, number(1, 4), [-1, -4])), 1)
    try expectEqual(preroll(description(2, number(2, 4), [-1, -4]) + members([(3, 1)])), 4)
    try expectEqual(preroll(description(2, number(2, 4), [-1, -4]) + members([(6, 1)])), 1)
  }

  @Test func losslessCookiesAreUnwrappedAndTellTheDepth() throws {
    // 4096 frames, version 0, 24 bits, 40, 10, 14, two channels, run 255, largest, average, 96,000 Hz.
    let configuration =
      number(4096, 4) + [0, 24, 40, 10, 14, 2] + number(255, 2) + number(0, 4) + number(1_000_000, 4)
      + number(96_000, 4)
    let plain = fullBox("alac", configuration)
    let wave = box("wave", box("frma", typeBytes("alac")), plain, number(8, 4) + number(0, 4))
    let nested = fullBox("alac", box("frma", typeBytes("alac")) + plain)
    for children in [plain, wave, nested] {
      var builder = MovieBuilder(packets: makePackets(3))
      builder.mediaTimescale = 96_000
      builder.durations = [(3, 4096)]
      builder.entry = MovieBuilder.soundEntry(type: "alac", children: children)
      let track = try track(builder)
      expectEqual(track.cookie, configuration)
      expectEqual(track.sourceBitDepth, 24)
      expectEqual(track.format.formatFlags, 3)
      expectEqual(track.format.sampleRate, 96_000)
      expectEqual(track.format.framesPerPacket, 4096)
      expectEqual(track.format.bitsPerChannel, 0)
    }
  }

  @Test func speechAndSurroundHaveTheRatesAndChannelsOfTheirCodecs() throws {
    var builder = MovieBuilder(packets: makePackets(3))
    builder.mediaTimescale = 1000
    builder.durations = [(3, 20)]
    builder.entry = MovieBuilder.soundEntry(type: "samr", children: box("damr", number(0, 9)))
    var format = try track(builder).format
    #expect(format.sampleRate == 8000 && format.channelsPerFrame == 1 && format.framesPerPacket == 160)
    // fscod 0, bsid 8, bsmod 0, acmod 7 (five channels), lfeon 1, rate 15.
    builder.entry = MovieBuilder.soundEntry(type: "ac-3", children: box("dac3", [0x10, 0x3D, 0xE0]))
    format = try track(builder).format
    expectEqual(format.channelsPerFrame, 6)
  }

  @Test func encryptedPacketsAreNamed() throws {
    var builder = MovieBuilder(packets: makePackets(3))
    let protection = box(
      "sinf", box("frma", typeBytes("mp4a")), fullBox("schm", typeBytes("cenc"), number(0x1_0000, 4)))
    builder.entry = MovieBuilder.soundEntry(type: "enca", children: MovieBuilder.descriptorBox + protection)
    let reader = try MP4Reader(MemoryByteSource(builder.bytes()))
    expectEqual(reader.tracks[0].format.formatID, "enca")
    #expect(reader.warnings.contains { $0.contains("'mp4a'") && $0.contains("'cenc'") })
  }

  @Test func packetsOfADescriptionThatCannotBeReadAreRefused() throws {
    var builder = MovieBuilder(packets: makePackets(8), packetsPerChunk: [2])
    // Linear PCM, whose packets are all alike.
    builder.moreEntries = [MovieBuilder.soundEntry(type: "sowt", children: [])]
    builder.descriptionsOfChunks = [1, 1, 2, 1]
    var reader = try MP4Reader(MemoryByteSource(builder.bytes()))
    expectEqual(reader.tracks[0].format.formatID, .aac)
    #expect(reader.warnings.contains { $0.contains("chunk 3") })
    #expect(reader.streamChanges(ofTrack: 0).isEmpty)
    let found = readAll(&reader)
    expectEqual(found.packets, Array(builder.packets[..<4]))
    expectEqual(found.error?.kind, .unsupported)
    try reader.seek(toPacket: 6, ofTrack: 0)
    expectEqual(readAll(&reader).packets, Array(builder.packets[6...]))
    // The entry of the first packets counts, even where it is not the first.
    builder.moreEntries = [MovieBuilder.soundEntry(type: "alac", children: [])]
    builder.descriptionsOfChunks = [2]
    reader = try MP4Reader(MemoryByteSource(builder.bytes()))
    expectEqual(reader.tracks[0].format.formatID, "alac")
    expectEqual(readAll(&reader).packets, builder.packets)
  }
}
