import AudioBase
import MP4Container
import TestSupport
import Testing

/// What the codec, the first packet and the time of the first fragment say of a track's recording.
@Suite struct FirstPacketTests {
  /// An entry of Opus for two channels, with `PreSkip` and the rate in the entry itself.
  private func opusEntry(preSkip: Int, rate: Int = 48_000) -> [UInt8] {
    let fixed = number(0, 6) + number(1, 2) + number(0, 8) + number(2, 2) + number(16, 2) + number(0, 4)
    let configuration = box("dOps", [0, 2], number(preSkip, 2), number(16_000, 4), number(0, 2), [0])
    return box("Opus", fixed, number(rate << 16, 4), configuration)
  }

  /// Packets of Opus of one coded frame of CELT each, 20 ms: 960 frames at 48 kHz. RFC 6716, 3.1.
  private let opusPackets = makePackets(30) { _ in 9 }.map { [0xF8] + $0 }

  /// The table and the frames of a packet of a file with 30 packets, whole or in fragments.
  private func opus(
    preSkip: Int, timescale: Int, duration: Int, edit: (duration: Int, time: Int)? = nil, fragmentTime: Int? = nil
  ) throws -> (numbers: [Int64]?, track: TrackInfo, warnings: [String]) {
    var builder = fragmentTime == nil ? MovieBuilder() : FragmentBuilder.movie(defaultDuration: duration)
    builder.entry = opusEntry(preSkip: preSkip, rate: timescale)
    (builder.mediaTimescale, builder.movieTimescale) = (timescale, timescale)
    if let edit {
      builder.edits = fullBox("elst", number(1, 4), number(edit.duration, 4), number(edit.time, 4), number(0x1_0000, 4))
    }
    var bytes: [UInt8]
    if let fragmentTime {
      var fragments = FragmentBuilder(decodeTime: fragmentTime)
      fragments.fragments = [[(7, [TestRun(packets: opusPackets)])]]
      bytes = fragments.bytes(after: builder.bytes())
    } else {
      builder.packets = opusPackets
      builder.durations = [(30, duration)]
      bytes = builder.bytes()
    }
    let reader = try MP4Reader(MemoryByteSource(bytes))
    let track = reader.tracks[0]
    let rate = track.packetTable?.timescale ?? 0
    // Counts at 48 kHz.
    let numbers = track.packetTable.map { table in
      [table.primingFrames, table.validFrames, table.remainderFrames].map { $0 * 48_000 / Int64(rate) }
    }
    return (numbers, track, reader.warnings)
  }

  /// RFC 7845, 5.1, which "Encapsulation of Opus in ISOBMFF", 4.3.2, refers to.
  @Test(arguments: [312, 3840, 960, 0]) func preSkipIsLeftOutWhereNoEditListSaysWhat(preSkip: Int) throws {
    let all = Int64(30 * 960)
    let wanted = preSkip == 0 ? nil : [Int64(preSkip), all - Int64(preSkip), 0]
    try expectEqual(opus(preSkip: preSkip, timescale: 48_000, duration: 960).numbers, wanted)
    try expectEqual(opus(preSkip: preSkip, timescale: 48_000, duration: 960, fragmentTime: 0).numbers, wanted)
    // A later segment has passed it, or a part of it.
    try expectNil(opus(preSkip: preSkip, timescale: 48_000, duration: 960, fragmentTime: 96_000).numbers)
    if preSkip > 960 {
      let part = try opus(preSkip: preSkip, timescale: 48_000, duration: 960, fragmentTime: 960)
      expectEqual(part.numbers, [Int64(preSkip - 960), all - Int64(preSkip - 960), 0])
    }
    // An edit list says it itself.
    let edited = try opus(preSkip: preSkip, timescale: 48_000, duration: 960, edit: (24_000, 480))
    expectEqual(edited.numbers, [480, 24_000, all - 24_480])
  }

  /// Opus is decoded at 48 kHz, whatever the rate of the entry and the clock of the media.
  @Test(arguments: [16_000, 24_000, 12_000, 8000]) func otherClocksAreThatOfTheDurations(timescale: Int) throws {
    for fragmentTime in [nil, 0] {
      // 20 ms by the file's own clock.
      let right = try opus(
        preSkip: 480, timescale: timescale, duration: timescale / 50, fragmentTime: fragmentTime)
      #expect(right.track.format.sampleRate == 48_000 && right.track.format.framesPerPacket == 960)
      #expect(right.track.timescale == timescale && right.numbers == [480, 30 * 960 - 480, 0] && right.warnings == [])
      // 20 ms at 48 kHz in a file that says otherwise.
      let wrong = try opus(preSkip: 480, timescale: timescale, duration: 960, fragmentTime: fragmentTime)
      #expect(wrong.track.format.sampleRate == 48_000 && wrong.track.format.framesPerPacket == 960)
      #expect(wrong.track.timescale == 48_000 && wrong.numbers == [480, 30 * 960 - 480, 0])
      expectEqual(wrong.warnings.count, 1)
    }
  }

  /// ISO/IEC 14496-12, 8.6.6 and 8.8.12: the edit begins at a time of the media, the fragment at another.
  @Test func aLaterSegmentHasNoPrimingToCut() throws {
    let packets = makePackets(26)
    for (time, edit, wanted) in [
      (0, (0, 1024), [1024, 25_600, 0]), (26_624, (0, 1024), [0, 26_624, 0]), (512, (0, 1024), [512, 26_112, 0]),
      (1024, (20_000, 1024), [0, 20_000, 6624]), (11_024, (20_000, 1024), [0, 10_000, 16_624]),
    ] as [(Int, (Int, Int), [Int64])] {
      var movie = FragmentBuilder.movie()
      movie.edits = fullBox("elst", number(1, 4), number(edit.0, 4), number(edit.1, 4), number(0x1_0000, 4))
      var builder = FragmentBuilder(decodeTime: time)
      builder.fragments = [[(7, [TestRun(packets: packets)])]]
      let reader = try MP4Reader(MemoryByteSource(builder.bytes(after: movie.bytes())))
      let table = try required(reader.tracks[0].packetTable)
      expectEqual([table.primingFrames, table.validFrames, table.remainderFrames], wanted, "\(time)")
    }
  }

  /// An object type names the generation of MPEG audio alone; frames say their layer. ISO/IEC 14496-1, 7.2.6.6.2.
  @Test(arguments: [1, 2, 3]) func theLayerOfMPEGAudioIsThatOfItsFrames(layer: Int) throws {
    for objectType in [0x6B, 0x69] as [UInt8] {
      var builder = MovieBuilder()
      // MPEG-1, 44.1 kHz.
      builder.packets = makePackets(8) { _ in 20 }.map { [0xFF, UInt8(0xF9 | (4 - layer) << 1), 0x50, 0] + $0 }
      builder.durations = [(8, layer == 1 ? 384 : 1152)]
      let chain: [UInt8] = [3, 21, 0, 0, 0, 4, 13, objectType, 0x15, 0, 0, 0] + number(0, 8) + [6, 1, 2]
      builder.entry = MovieBuilder.soundEntry(children: fullBox("esds", chain))
      let format = try MP4Reader(MemoryByteSource(builder.bytes())).tracks[0].format
      expectEqual(format.formatID, [.mpegLayer1, .mpegLayer2, .mpegLayer3][layer - 1])
      expectEqual(format.framesPerPacket, layer == 1 ? 384 : 1152)
    }
  }

  @Test func partsAndSpeedsOfAnEditListAreTold() throws {
    func warnings(_ edits: [UInt8]) throws -> [String] {
      var builder = MovieBuilder(packets: makePackets(23))
      builder.edits = fullBox("elst", number(edits.count / 12, 4), edits)
      return try MP4Reader(MemoryByteSource(builder.bytes())).warnings
    }
    let usual = number(2000, 4) + number(1024, 4) + number(0x1_0000, 4)
    let later = number(500, 4) + number(9000, 4) + number(0x1_0000, 4)
    try expectEqual(warnings(usual), [])
    try expectEqual(warnings(usual + later).map { $0.contains("several parts") }, [true])
    // Twice as fast, and one frame held.
    for rate in [0x2_0000, 0] {
      let fast = number(2000, 4) + number(1024, 4) + number(rate, 4)
      try expectEqual(warnings(fast).map { $0.contains("another speed") }, [true])
    }
  }

  @Test func aTrackThatBeginsLaterIsTold() throws {
    var builder = MovieBuilder(packets: makePackets(23))
    builder.movieTimescale = 600
    builder.edits = fullBox(
      "elst", number(2, 4), number(450, 4), number(-1, 4), number(0x1_0000, 4), number(300, 4), number(1024, 4),
      number(0x1_0000, 4))
    let reader = try MP4Reader(MemoryByteSource(builder.bytes()))
    // 450/600 s.
    expectEqual(reader.warnings.filter { $0.contains("0.750 s") }.count, 1)
    expectEqual(reader.tracks[0].presentationStart, 450 * 44_100 / 600 - 1024)
  }
}
