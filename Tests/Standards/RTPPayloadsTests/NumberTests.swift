import RTPPayloads
import TestSupport
import Testing

@Suite struct NumberTests {
  @Test func numbersGoOnBehindTheLastOfTheirBits() {
    var extender = NumberExtender<UInt16>()
    let wire: [UInt16] = [65_534, 65_535, 1, 0, 2, 65_533]
    expectEqual(wire.map { extender.extend($0) }, [65_534, 65_535, 65_537, 65_536, 65_538, 65_533])
    expectEqual(extender.highest, 65_538)
    var times = NumberExtender<UInt32>()
    expectEqual(times.extend(0xFFFF_FF00), 0xFFFF_FF00)
    expectEqual(times.extend(0x100), 0x1_0000_0100)
  }

  /// RFC 3550, A.1: two packets in sequence, a dropout of up to 3000, a misorder of up to 100.
  @Test func sourcesAreBelievedAfterTwoPacketsInSequence() {
    var validation = SourceValidation()
    expectEqual(validation.judge(10), .onProbation)
    expectEqual(validation.judge(12), .onProbation)
    expectEqual(validation.judge(13), .accepted(13))
    expectEqual(validation.judge(3012), .accepted(3012))
    expectEqual(validation.judge(2912), .accepted(2912))
    expectEqual(validation.judge(2911), .outOfSequence)
    expectEqual(validation.judge(6100), .outOfSequence)
    expectEqual(validation.judge(3013), .accepted(3013))
    // A jump that goes on is a source that begins anew; its numbers go on behind all before.
    expectEqual(validation.judge(40_000), .outOfSequence)
    expectEqual(validation.judge(40_001), .restarted(3014))
    expectEqual(validation.judge(40_002), .accepted(3015))
  }

  /// The oracle is a set of all numbers so far.
  @Test func duplicatesAreThoseThatASetHolds() {
    var random = SplitMix64(seed: 7)
    var filter = DuplicateFilter()
    var seen: Set<Int64> = []
    var highest = Int64.min
    var position: Int64 = 65_000
    for _ in 0..<20_000 {
      position += Int64(Int.random(in: -3...4, using: &random))
      if random.chance(1) { position += 900 }
      let isOld = highest != .min && position <= highest - DuplicateFilter.window
      let expected = !isOld && !seen.contains(position)
      #expect(filter.isKnown(position) == !expected || highest == .min)
      expectEqual(filter.isNew(position), expected)
      seen.insert(position)
      highest = max(highest, position)
    }
  }
}
