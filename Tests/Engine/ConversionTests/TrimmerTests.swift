import AudioBase
import AudioConversion
import TestSupport
import Testing

@Suite struct TrimmerTests {
  static func kept(_ trimmer: Trimmer, blocks: [Int]) -> [Int64] {
    var trimmer = trimmer
    var frames: [Int64] = []
    var start: Int64 = 0
    for count in blocks {
      let range = trimmer.pass(count)
      frames += range.map { start + Int64($0) }
      start += Int64(count)
    }
    return frames
  }

  @Test(arguments: [[10, 10, 10, 10], [1, 3, 36], [40], [7, 7, 7, 7, 7, 5]])
  func whatIsKeptDoesNotDependOnTheBlocks(blocks: [Int]) {
    let table = PacketTable(primingFrames: 13, validFrames: 20, remainderFrames: 7, timescale: 48000)
    expectEqual(Self.kept(Trimmer(table, decodedRate: 48000), blocks: blocks), Array(13..<33))
  }

  @Test func withoutATableEverythingIsKept() {
    expectEqual(Self.kept(Trimmer(nil, decodedRate: 48000), blocks: [3, 4]), Array(0..<7))
  }

  @Test func countsAreBroughtToTheRateOfTheDecoder() {
    let table = PacketTable(primingFrames: 1056, validFrames: 22_050, remainderFrames: 0, timescale: 22_050)
    expectEqual(Trimmer(table, decodedRate: 44_100).kept, 2112..<46_212)
    // 1000 frames of 44100 Hz are 1088.4 of 48000 Hz.
    expectEqual(Trimmer.rescale(1000, from: 44_100, to: 48_000), 1088)
    expectEqual(Trimmer.rescale(1, from: 2, to: 1), 1)
    expectEqual(Trimmer.rescale(1 << 60, from: 3, to: 2), 768_614_336_404_564_651)
    expectEqual(Trimmer.rescale(1 << 62, from: 1, to: 1000), Int64.max)
    expectEqual(Trimmer.rescale(Int64.max, from: 3, to: 5_000_000_000), Int64.max)
    expectEqual(Trimmer.rescale(1001, from: 29.97, to: 59.94), 2002)
  }

  @Test func aSenselessTableKeepsEverything() {
    let negative = PacketTable(primingFrames: -1, validFrames: 5, remainderFrames: 0, timescale: 48000)
    expectEqual(Trimmer(negative, decodedRate: 48000), Trimmer())
    let unscaled = PacketTable(primingFrames: 1, validFrames: 5, remainderFrames: 0, timescale: 0)
    expectEqual(Trimmer(unscaled, decodedRate: 48000), Trimmer())
    let huge = PacketTable(primingFrames: 9, validFrames: Int64.max, remainderFrames: 0, timescale: 48000)
    expectEqual(Trimmer(huge, decodedRate: 48000).kept, 9..<Int64.max)
  }

  @Test func aPartIsCountedFromTheFirstKeptFrame() {
    var trimmer = Trimmer(keeping: 10..<50)
    trimmer.narrow(toStart: 5, count: 8)
    expectEqual(trimmer.kept, 15..<23)
    trimmer = Trimmer(keeping: 10..<50)
    trimmer.narrow(toStart: 30, count: 100)
    expectEqual(trimmer.kept, 40..<50)
    trimmer = Trimmer(keeping: 10..<50)
    trimmer.narrow(toStart: Int64.max, count: nil)
    #expect(trimmer.kept.isEmpty)
  }

  @Test func theEndIsCutOnceItIsKnownWhereItLies() {
    var trimmer = Trimmer(keeping: 10..<Int64.max)
    _ = trimmer.pass(100)
    trimmer.end(50, before: 20)
    expectEqual(trimmer.kept, 10..<130)
    // More than is left, and more than there was at all.
    trimmer.end(50, before: 145)
    expectEqual(trimmer.kept, 10..<10)
    trimmer = Trimmer(keeping: 0..<5, position: 5)
    trimmer.end(Int.max, before: 0)
    expectEqual(trimmer.kept, 0..<5)
  }

  @Test func itIsFinishedWhenTheLastKeptFrameHasPassed() {
    var trimmer = Trimmer(keeping: 2..<5)
    expectEqual(trimmer.pass(4), 2..<4)
    #expect(!trimmer.isFinished)
    expectEqual(trimmer.pass(4), 0..<1)
    #expect(trimmer.isFinished)
  }

  @Test("parts that follow one another have every frame once", arguments: [8000.0, 11_025, 44_100, 192_000])
  func adjacentParts(rate: Double) {
    var random = SplitMix64(seed: UInt64(rate))
    var places: [Double] = (0..<200).map { _ in Double(Int.random(in: 1..<100_000, using: &random)) / 10_000 }
    // Those that lie between two frames.
    places += (0..<50).map { _ in (Double(Int.random(in: 0..<50_000, using: &random)) + 0.5) / rate }
    places.sort()
    var end: Int64 = 0
    for (start, stop) in zip([0] + places, places) {
      var request = DecodeRequest()
      request.start = start
      request.duration = stop - start
      let frames = request.frames(atRate: rate)
      expectEqual(frames.lowerBound, end, "\(start) to \(stop)")
      end = frames.upperBound
    }
  }
}
