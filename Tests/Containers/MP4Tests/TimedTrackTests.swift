import AudioBase
import MP4Container
import TestSupport
import Testing

/// A video track with random tables, and what each packet must be.
struct TimedTrack {
  var builder = MovieBuilder(brand: "isom")
  var timings: [PacketTiming] = []

  init(seed: UInt64, count: Int, hasOffsets: Bool = true, hasSyncs: Bool = true, isLongOffset: Bool = false) {
    var random = SplitMix64(seed: seed)
    builder.packets = makePackets(count)
    builder.packetsPerChunk = (0..<count).map { _ in Int.random(in: 1...4, using: &random) }
    builder.handler = "vide"
    builder.entry = box("avc1", number(0, 78))
    builder.mediaTimescale = 600
    var durations: [(count: Int, delta: Int)] = []
    var offsets: [(count: Int, offset: Int)] = []
    while timings.count < count {
      let length = min(Int.random(in: 1...5, using: &random), count - timings.count)
      let delta = Int.random(in: 0...50, using: &random)
      durations.append((length, delta))
      for _ in 0..<length {
        let last = timings.last
        timings.append(
          PacketTiming(decodeTime: (last?.decodeTime ?? 0) + (last?.duration ?? 0), duration: Int64(delta)))
      }
    }
    var next = 0
    while hasOffsets, next < count {
      let length = min(Int.random(in: 1...4, using: &random), count - next)
      let offset = Int.random(in: isLongOffset ? -90...90 : 0...90, using: &random)
      offsets.append((length, offset))
      for index in next..<(next + length) { timings[index].presentationOffset = Int64(offset) }
      next += length
    }
    builder.durations = durations
    if hasOffsets {
      builder.extraTables += fullBox(
        "ctts", version: isLongOffset ? 1 : 0, number(offsets.count, 4),
        offsets.flatMap { number($0.count, 4) + number($0.offset, 4) })
    }
    guard hasSyncs else { return }
    for index in timings.indices { timings[index].isSync = index == 0 || random.chance(15) }
    let syncs = timings.indices.filter { timings[$0].isSync }
    builder.extraTables += fullBox("stss", number(syncs.count, 4), syncs.flatMap { number($0 + 1, 4) })
  }
}

/// The timings of all packets that reading on gives.
func readTimings(_ reader: inout MP4Reader, track: Int = 0, perBatch: Int = 7) throws -> [PacketTiming] {
  var batch = PacketBatch(maximumPacketCount: perBatch)
  var timings: [PacketTiming] = []
  while try reader.readPackets(ofTrack: track, into: &batch) {
    expectEqual(batch.timings.count, batch.count)
    timings += batch.timings
  }
  return timings
}

struct TimedTrackTests {
  @Test func everyPacketHasTheTimesOfItsTables() throws {
    for seed: UInt64 in 1...20 {
      let track = TimedTrack(
        seed: seed, count: 60, hasOffsets: seed % 3 != 0, hasSyncs: seed % 4 != 0, isLongOffset: seed % 2 == 0)
      var reader = try MP4Reader(MemoryByteSource(track.builder.bytes()))
      try expectEqual(readTimings(&reader), track.timings, "seed \(seed)")
      var random = SplitMix64(seed: seed)
      for _ in 0..<40 {
        let target = Int.random(in: 0..<60, using: &random)
        try reader.seek(toPacket: Int64(target), ofTrack: 0)
        try expectEqual(readTimings(&reader), Array(track.timings[target...]), "seed \(seed), packet \(target)")
      }
    }
  }

  @Test func lookingUpAgreesWithTheTables() throws {
    for seed: UInt64 in 1...10 {
      let track = TimedTrack(seed: seed, count: 60, hasSyncs: seed % 3 != 0)
      let bytes = track.builder.bytes()
      var reader = try MP4Reader(MemoryByteSource(bytes))
      var other = reader
      let offsets = readAll(&other).offsets
      let end = try required(track.timings.last).decodeTime + (track.timings.last?.duration ?? 0)
      for time in stride(from: Int64(0), through: end + 3, by: 3) {
        // The packet that lasts beyond the time and begins at or before it.
        let wanted = track.timings.lastIndex { $0.decodeTime <= time && time < $0.decodeTime + $0.duration }
        let found = try reader.locate(.frame(time), ofTrack: 0)
        expectEqual(found?.packet, wanted.map(Int64.init), "seed \(seed), time \(time)")
        guard let wanted else { continue }
        expectEqual(found?.firstFrame, track.timings[wanted].decodeTime)
        expectEqual(found?.byteOffset, offsets[wanted])
        let sync = track.timings[...wanted].lastIndex { $0.isSync }
        try expectEqual(reader.locateSync(before: .frame(time), ofTrack: 0)?.packet, sync.map(Int64.init))
        try expectEqual(reader.locateSync(before: .packet(Int64(wanted)), ofTrack: 0)?.packet, sync.map(Int64.init))
        try expectEqual(reader.locate(.packet(Int64(wanted)), ofTrack: 0), found)
      }
      try expectNil(reader.locate(.packet(60), ofTrack: 0))
      try expectNil(reader.locate(.packet(-1), ofTrack: 0))
      try expectNil(reader.locate(.frame(-1), ofTrack: 0))
      // Reading goes on from where it was.
      try expectEqual(readTimings(&reader), track.timings)
    }
  }

  @Test func framesOfSoundAreCountedFromTheFirstPacket() throws {
    var builder = MovieBuilder(packets: makePackets(23))
    var reader = try MP4Reader(MemoryByteSource(builder.bytes()))
    for (frame, packet) in [(0, 0), (1023, 0), (1024, 1), (22 * 1024 + 1023, 22)] as [(Int64, Int64)] {
      let found = try reader.locate(.frame(frame), ofTrack: 0)
      expectEqual(found?.packet, packet)
      expectEqual(found?.firstFrame, packet * 1024)
    }
    try expectNil(reader.locate(.frame(23 * 1024), ofTrack: 0))
    // Packets that differ, in a time scale of half the rate: 500 units are 1000 frames.
    builder.durations = [(10, 500), (13, 250)]
    builder.mediaTimescale = 22_050
    reader = try MP4Reader(MemoryByteSource(builder.bytes()))
    for (frame, packet, first) in [(999, 0, 0), (1000, 1, 1000), (10_499, 10, 10_000), (10_500, 11, 10_500)] {
      let found = try reader.locate(.frame(Int64(frame)), ofTrack: 0)
      expectEqual(found?.packet, Int64(packet))
      expectEqual(found?.firstFrame, Int64(first))
    }
  }

  @Test func soundIsAlwaysInSyncUnlessATableSaysOtherwise() throws {
    var builder = MovieBuilder(packets: makePackets(6))
    var reader = try MP4Reader(MemoryByteSource(builder.bytes()))
    try expectEqual(readTimings(&reader).map(\.isSync), [true, true, true, true, true, true])
    builder.extraTables = fullBox("stss", number(2, 4), number(1, 4), number(4, 4))
    reader = try MP4Reader(MemoryByteSource(builder.bytes()))
    try expectEqual(readTimings(&reader).map(\.isSync), [true, false, false, true, false, false])
    try expectEqual(reader.locateSync(before: .packet(2), ofTrack: 0)?.packet, 0)
    try expectEqual(reader.locateSync(before: .frame(5 * 1024), ofTrack: 0)?.packet, 3)
  }

  @Test func aTableWithoutSyncSamplesGivesNone() throws {
    var track = TimedTrack(seed: 3, count: 10, hasOffsets: false, hasSyncs: false)
    track.builder.extraTables = fullBox("stss", number(0, 4))
    var reader = try MP4Reader(MemoryByteSource(track.builder.bytes()))
    #expect(try readTimings(&reader).allSatisfy { !$0.isSync })
    try expectNil(reader.locateSync(before: .packet(5), ofTrack: 0))
  }

  @Test func timesBehindTheEndOfATableGoOn() throws {
    var builder = MovieBuilder(packets: makePackets(5))
    // Three entries for five packets, and offsets for two.
    builder.durations = [(2, 10), (1, 20)]
    builder.extraTables = fullBox("ctts", number(1, 4), number(2, 4), number(7, 4))
    var reader = try MP4Reader(MemoryByteSource(builder.bytes()))
    let timings = try readTimings(&reader)
    expectEqual(timings.map(\.decodeTime), [0, 10, 20, 40, 60])
    expectEqual(timings.map(\.duration), [10, 10, 20, 20, 20])
    expectEqual(timings.map(\.presentationOffset), [7, 7, 0, 0, 0])
  }
}

/// Fragments that say more than where their packets lie.
struct TimedFragmentTests {
  /// `sample_flags` of pictures: a sync sample, one that is none, and one that only says that it depends on others.
  private static let flags = [0x0200_0000, 0x0101_0000, 0x0100_0000]

  private func fragment(at decodeTime: Int?, isLong: Bool = false, firstFlags: Int? = nil, _ runs: [[[Int]]]) -> [UInt8]
  {
    // Each sample: duration, size, flags, offset.
    let data = runs.joined().reduce(0) { $0 + $1[1] }
    func moof(_ size: Int) -> [UInt8] {
      var place = size + 8
      var content = fullBox("tfhd", flags: 0x2_0000, number(7, 4))
      if let decodeTime {
        content += fullBox("tfdt", version: isLong ? 1 : 0, number(decodeTime, isLong ? 8 : 4))
      }
      for run in runs {
        content += fullBox(
          "trun", version: 1, flags: firstFlags == nil ? 0xF01 : 0xB05, number(run.count, 4), number(place, 4),
          firstFlags.map { number($0, 4) } ?? [],
          run.flatMap { sample in
            number(sample[0], 4) + number(sample[1], 4) + (firstFlags == nil ? number(sample[2], 4) : [])
              + number(sample[3], 4)
          })
        place += run.reduce(0) { $0 + $1[1] }
      }
      return box("moof", fullBox("mfhd", number(1, 4)), box("traf", content))
    }
    return moof(moof(0).count) + box("mdat", [UInt8](repeating: 5, count: data))
  }

  private var front: [UInt8] {
    var builder = FragmentBuilder.movie()
    builder.handler = "vide"
    builder.entry = box("avc1", number(0, 78))
    builder.mediaTimescale = 600
    return builder.bytes()
  }

  @Test func timesFlagsAndOffsetsOfEverySampleAreRead() throws {
    let flags = Self.flags
    let bytes =
      front + box("styp", typeBytes("msdh"), number(0, 4)) + box("sidx", number(0, 32))
      + fragment(at: 1000, [[[20, 3, flags[0], 40], [20, 4, flags[1], -20]], [[10, 2, flags[2], 0]]])
      + box("emsg", number(0, 20)) + fragment(at: nil, [[[5, 1, flags[1], 5]]])
      + fragment(at: 0x1_0000_0000, isLong: true, [[[30, 6, flags[0], 0]]])
    var reader = try MP4Reader(MemoryByteSource(bytes))
    let expected = [
      PacketTiming(decodeTime: 1000, presentationOffset: 40, duration: 20, isSync: true),
      PacketTiming(decodeTime: 1020, presentationOffset: -20, duration: 20, isSync: false),
      PacketTiming(decodeTime: 1040, presentationOffset: 0, duration: 10, isSync: false),
      PacketTiming(decodeTime: 1050, presentationOffset: 5, duration: 5, isSync: false),
      PacketTiming(decodeTime: 0x1_0000_0000, presentationOffset: 0, duration: 30, isSync: true),
    ]
    try expectEqual(readTimings(&reader), expected)
    for index in expected.indices {
      try reader.seek(toPacket: Int64(index), ofTrack: 0)
      try expectEqual(readTimings(&reader), Array(expected[index...]))
      let found = try reader.locate(.frame(expected[index].decodeTime + 1), ofTrack: 0)
      expectEqual(found?.packet, Int64(index))
      expectEqual(found?.firstFrame, expected[index].decodeTime)
      let sync = try reader.locateSync(before: .packet(Int64(index)), ofTrack: 0)
      expectEqual(sync?.packet, index == 4 ? 4 : 0)
    }
    try expectNil(reader.locate(.frame(0x1_0000_0000 + 30), ofTrack: 0))
    // From the first decode time to the end of the last packet.
    expectEqual(reader.tracks[0].duration, Double(0x1_0000_0000 + 30 - 1000) / 600)
    expectEqual(reader.tracks[0].packetCount, 5)
  }

  @Test func theFirstSampleMayHaveFlagsOfItsOwn() throws {
    var movie = FragmentBuilder.movie()
    movie.handler = "vide"
    movie.entry = box("avc1", number(0, 78))
    // What holds for the others stands in trex.
    movie.movieExtension = box(
      "mvex", fullBox("trex", number(7, 4), number(1, 4), number(0, 4), number(0, 4), number(Self.flags[1], 4)))
    let bytes =
      movie.bytes() + fragment(at: 0, firstFlags: Self.flags[0], [[[1, 2, 0, 0], [1, 2, 0, 0], [1, 2, 0, 0]]])
    var reader = try MP4Reader(MemoryByteSource(bytes))
    try expectEqual(readTimings(&reader).map(\.isSync), [true, false, false])
  }

  @Test func soundInFragmentsIsAlwaysInSync() throws {
    let bytes = FragmentBuilder.movie().bytes() + fragment(at: 0, [[[1024, 2, Self.flags[1], 0]]])
    var reader = try MP4Reader(MemoryByteSource(bytes))
    try expectEqual(readTimings(&reader).map(\.isSync), [true])
  }
}
