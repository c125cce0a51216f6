import AudioBase
import FLACCodec
import TestSupport
import Testing

/// Which level is taken, and what a level costs.
@Suite struct LevelTests {
  @Test("every level is reached by its effort, and an effort between two belongs to the lower")
  func efforts() {
    for level in FLACLevel.allCases {
      expectEqual(FLACLevel(effort: level.effort), level)
      #expect(level == .fastest || FLACLevel(effort: level.effort - 1) < level)
    }
    #expect(FLACLevel(effort: nil) == .standard && FLACLevel(effort: 127) == .best)
    #expect(FLACLevel(effort: -5) == .fastest && FLACLevel(effort: 1000) == .best)
  }

  @Test("the quality of a variable rate stands in for an effort that is not given")
  func quality() throws {
    var random = SplitMix64(seed: 12)
    let input = (0..<2).map { channel in
      (0..<8192).map { RoundTripTests.Signal.music.sample($0, channel: channel, depth: 16, &random) }
    }
    func size(effort: Int?, quality: Int?) throws -> Int {
      var settings = RoundTripTests.settings(2, 16, blockSize: 4096)
      (settings.effort, settings.quality) = (effort, quality)
      return try RoundTripTests.encode(input, settings, nil).packets.reduce(0) { $0 + $1.count }
    }
    let (fastest, best) = (try size(effort: 0, quality: nil), try size(effort: 127, quality: nil))
    expectLess(best, fastest)
    try expectEqual(size(effort: nil, quality: 0), fastest)
    try expectEqual(size(effort: nil, quality: 127), best)
    try expectEqual(size(effort: 0, quality: 127), fastest)
  }
}
