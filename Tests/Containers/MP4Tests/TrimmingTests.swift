import AudioBase
import MP4Container
import TestSupport
import Testing

struct TrimmingTests {
  /// 23 packets of 1024 frames, 23,552 in all, with an edit list and `iTunSMPB` as given.
  private func table(
    edits: [(duration: Int, time: Int)] = [], isLong: Bool = false, gapless: String? = nil,
    movieTimescale: Int = 44_100,
    durations: [(count: Int, delta: Int)]? = nil
  ) throws -> [Int64]? {
    var builder = MovieBuilder(packets: makePackets(23))
    builder.movieTimescale = movieTimescale
    builder.durations = durations
    let width = isLong ? 8 : 4
    if !edits.isEmpty {
      builder.edits = fullBox(
        "elst", version: isLong ? 1 : 0, number(edits.count, 4),
        edits.flatMap { number($0.duration, width) + number($0.time, width) + number(0x1_0000, 4) })
    }
    if let gapless {
      let item = box(
        "----", fullBox("mean", Array("com.apple.iTunes".utf8)), fullBox("name", Array("iTunSMPB".utf8)),
        box("data", number(1, 4), number(0, 4), Array(gapless.utf8)))
      builder.userData = fullBox("meta", fullBox("hdlr", number(0, 25)), box("ilst", item))
    }
    let reader = try MP4Reader(MemoryByteSource(builder.bytes()))
    guard let table = reader.tracks[0].packetTable else { return nil }
    expectEqual(table.timescale, 44_100)
    return [table.primingFrames, table.validFrames, table.remainderFrames]
  }

  @Test func anEditGivesPrimingAndValidFrames() throws {
    try expectEqual(table(edits: [(20_000, 2112)]), [2112, 20_000, 1440])
    try expectEqual(table(edits: [(20_000, 2112)], isLong: true), [2112, 20_000, 1440])
    try expectEqual(table(edits: [(23_552, 0)]), [0, 23_552, 0])
  }

  @Test func aCoarseMovieTimescaleIsRoundedToTheNearest() throws {
    // 0.3 s in units of 1/1000 and 1/600: 13,230 frames.
    try expectEqual(table(edits: [(300, 1024)], movieTimescale: 1000), [1024, 13_230, 9298])
    try expectEqual(table(edits: [(180, 1024)], movieTimescale: 600), [1024, 13_230, 9298])
    // 0.301 s is 13,274.1 frames.
    try expectEqual(table(edits: [(301, 1024)], movieTimescale: 1000), [1024, 13_274, 9254])
  }

  @Test func anEditWithinOneTickOfTheEndReachesTheEnd() throws {
    // 22,528 frames are 510.84 ms; the file can only say 511 or 510.
    try expectEqual(table(edits: [(511, 1024)], movieTimescale: 1000), [1024, 22_528, 0])
    try expectEqual(table(edits: [(510, 1024)], movieTimescale: 1000), [1024, 22_528, 0])
    try expectEqual(table(edits: [(509, 1024)], movieTimescale: 1000), [1024, 22_447, 81])
    // A fine movie time scale leaves nothing to guess.
    try expectEqual(table(edits: [(22_527, 1024)]), [1024, 22_527, 1])
  }

  @Test func anOpenEditEndsWhereAShortenedLastPacketDoes() throws {
    try expectEqual(table(edits: [(0, 1024)]), [1024, 22_528, 0])
    try expectEqual(table(edits: [(0, 1024)], durations: [(22, 1024), (1, 100)]), [1024, 21_604, 924])
  }

  /// ISO/IEC 14496-12, 8.6.1.2: the last packet lasts as long as `stts` says, where that is something.
  @Test func withoutAnEditAShortenedLastPacketEndsTheRecording() throws {
    try expectEqual(table(durations: [(22, 1024), (1, 546)]), [0, 23_074, 478])
    try expectEqual(table(durations: [(22, 1024), (1, 1)]), [0, 22_529, 1023])
    try expectNil(table(durations: [(22, 1024), (1, 0)]))
    try expectNil(table(durations: [(23, 1024)]))
    try expectNil(table(durations: [(10, 1024), (13, 1000)]))
  }

  @Test func emptyEditsAreNoTrimming() throws {
    try expectEqual(table(edits: [(500, -1), (20_000, 1000)]), [1000, 20_000, 2552])
    try expectNil(table(edits: [(500, -1)]))
    try expectNil(table(edits: [(500, 0), (500, 9000)]))
  }

  @Test func gaplessTextWinsOverTheEdit() throws {
    let text = " 00000000 00000840 000001C0 0000000000005200 00000000 00000000"
    // 0x840 = 2112, 0x1C0 = 448, 0x5200 = 20,992: together all 23,552 frames.
    try expectEqual(table(edits: [(20_000, 1000)], gapless: text), [2112, 20_992, 448])
  }

  @Test func gaplessTextThatClaimsTooMuchIsIgnored() throws {
    for text in [
      " 00000000 00000840 000001C0 0000000000005201", " 00000000 00000840", "",
      " 00000000 00000840 000001C0 0000000000000000",
      " 0 -1 0 10", " 0 FFFFFFFFFFFFFFFF 0 10", " 0 7FFFFFFFFFFFFFFF 7FFFFFFFFFFFFFFF 7FFFFFFFFFFFFFFF", " x y z 10",
    ] {
      try expectEqual(table(edits: [(20_000, 1000)], gapless: text), [1000, 20_000, 2552], "\(text)")
    }
  }

  @Test func gaplessTextThatClaimsLessLeavesTheRestAsRemainder() throws {
    try expectEqual(table(gapless: " 00000000 00000840 000001C0 0000000000005000"), [2112, 20_480, 960])
  }

  @Test func absurdEditsAreClippedOrIgnored() throws {
    try expectEqual(table(edits: [(100_000, 1024)]), [1024, 22_528, 0])
    try expectNil(table(edits: [(100, 23_552)]))
    try expectNil(table(edits: [(100, -2)]))
    try expectEqual(table(edits: [(Int.max, 5)], isLong: true), [5, 23_547, 0])
    try expectNil(table(edits: [(-1, Int.max)], isLong: true))
  }

  @Test func rescalingRoundsHalvesUpAndNeverTraps() {
    expectEqual((1 as Int64).rescaled(from: 2, to: 1), 1)
    expectEqual((1 as Int64).rescaled(from: 3, to: 1), 0)
    expectEqual((1001 as Int64).rescaled(from: 1000, to: 44_100), 44_144)
    expectNil(Int64.max.rescaled(from: 1, to: 2))
    expectEqual(Int64.max.rescaled(from: .max, to: .max), Int64.max)
    expectNil((-1 as Int64).rescaled(from: 1, to: 1))
    expectNil((1 as Int64).rescaled(from: 0, to: 1))
  }
}
