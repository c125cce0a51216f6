import CoreMedia
import TestSupport
import Testing

@Suite("Rational time")
struct TimeTests {
  @Test("Sums are exact in the smallest common scale")
  func sums() {
    let sum = CMTime(value: 1, timescale: 3) + CMTime(value: 1, timescale: 4)
    expectEqual(sum.value, 7)
    expectEqual(sum.timescale, 12)
    #expect(!sum.hasBeenRounded)
    let difference = CMTime(value: 1, timescale: 44100) - CMTime(value: 1, timescale: 48000)
    expectEqual(difference.timescale, 7_056_000)
    expectEqual(difference.value, 160 - 147)
    // Two coprime scales whose product is too large: the finest scale, and the mark that it was rounded.
    let rounded = CMTime(value: 1, timescale: 2_147_483_647) + CMTime(value: 1, timescale: 2_147_483_629)
    expectEqual(rounded.timescale, .max)
    expectEqual(rounded.value, 2)
    #expect(rounded.hasBeenRounded)
  }

  @Test(
    "Each way of rounding rounds its way",
    arguments: [
      (CMTimeRoundingMethod.roundHalfAwayFromZero, Int64(3), Int64(-3)), (.roundTowardZero, 2, -2),
      (.roundAwayFromZero, 3, -3), (.roundTowardPositiveInfinity, 3, -2), (.roundTowardNegativeInfinity, 2, -3),
      (.quickTime, 2, -2),
    ])
  func rounding(method: CMTimeRoundingMethod, positive: Int64, negative: Int64) {
    // 2.5 and −2.5 in units of a second.
    expectEqual(CMTime(value: 5, timescale: 2).convertScale(1, method: method).value, positive)
    expectEqual(CMTime(value: -5, timescale: 2).convertScale(1, method: method).value, negative)
    #expect(CMTime(value: 5, timescale: 2).convertScale(1, method: method).hasBeenRounded)
    #expect(!CMTime(value: 4, timescale: 2).convertScale(1, method: method).hasBeenRounded)
  }

  @Test("Times that are no numbers go by their rules")
  func special() {
    let one = CMTime(value: 1, timescale: 1)
    #expect((CMTime.positiveInfinity + one).isPositiveInfinity)
    #expect((CMTime.positiveInfinity + .negativeInfinity).isIndefinite)
    #expect((CMTime.positiveInfinity - .positiveInfinity).isIndefinite)
    #expect((one - .positiveInfinity).isNegativeInfinity)
    #expect(!(CMTime.invalid + one).isValid)
    #expect((CMTime.indefinite + one).isIndefinite)
    expectLess(CMTime.negativeInfinity, one)
    expectLess(one, .positiveInfinity)
    expectLess(CMTime.positiveInfinity, .indefinite)
    expectLess(CMTime.indefinite, .invalid)
    expectEqual(CMTime(value: 1, timescale: 0).isValid, false)
    expectEqual(CMTime.positiveInfinity.seconds, .infinity)
    #expect(CMTime.invalid.seconds.isNaN)
    expectEqual(CMTimeMultiplyByRatio(one, multiplier: 1, divisor: 0).isValid, false)
    #expect((CMTime(value: .max, timescale: 1) + one).isPositiveInfinity)
  }

  @Test("Seconds become times and times seconds")
  func seconds() {
    let time = CMTime(seconds: 1.5, preferredTimescale: 600)
    expectEqual(time.value, 900)
    #expect(!time.hasBeenRounded)
    expectEqual(time.seconds, 1.5)
    expectEqual(CMTime(seconds: 1.0 / 3, preferredTimescale: 10).value, 3)
    #expect(CMTime(seconds: 1.0 / 3, preferredTimescale: 10).hasBeenRounded)
    expectEqual(CMTime(seconds: .nan, preferredTimescale: 10).isValid, false)
    expectEqual(CMTime(seconds: 1e18, preferredTimescale: 600).seconds, 1e18)
    expectEqual(CMTimeMake(value: 2, timescale: 4), CMTimeMake(value: 1, timescale: 2))
    expectEqual(kCMTimeZero, .zero)
    #expect(kCMTimePositiveInfinity.isPositiveInfinity)
  }

  @Test("Ranges meet, hold and fold")
  func ranges() {
    func time(_ seconds: Int64) -> CMTime { CMTime(value: seconds, timescale: 1) }
    let first = CMTimeRange(start: time(1), duration: time(4))
    let second = CMTimeRange(start: time(3), end: time(8))
    expectEqual(first.end, time(5))
    expectEqual(first.union(second), CMTimeRange(start: time(1), end: time(8)))
    expectEqual(first.intersection(second), CMTimeRange(start: time(3), end: time(5)))
    #expect(first.intersection(CMTimeRange(start: time(9), duration: time(1))).isEmpty)
    #expect(first.containsTime(time(1)))
    #expect(!first.containsTime(time(5)))
    #expect(
      CMTimeMapTimeFromRangeToRange(time(3), fromRange: first, toRange: second) == CMTime(value: 11, timescale: 2)
        || CMTimeMapTimeFromRangeToRange(time(3), fromRange: first, toRange: second).hasBeenRounded)
    expectEqual(CMTimeFoldIntoRange(time(11), foldRange: first), time(3))
    expectEqual(CMTimeFoldIntoRange(time(0), foldRange: first), time(4))
    expectEqual(CMTimeClampToRange(time(9), range: first), time(5))
  }

  @Test("Equal times have equal hashes, whatever their scales")
  func hashes() {
    let half = [(1, 2), (2, 4), (22050, 44100)].map { CMTime(value: Int64($0.0), timescale: Int32($0.1)) }
    expectEqual(Set(half).count, 1)
    let negative = [CMTime(value: -1, timescale: 3), CMTime(value: -2, timescale: 6)]
    expectEqual(Set(negative).count, 1)
    let zeros = [CMTime.zero, CMTime(value: 0, timescale: 600)]
    expectEqual(Set(zeros).count, 1)
    let different = half + negative + zeros + [.invalid, .indefinite, .positiveInfinity, .negativeInfinity]
    expectEqual(Set(different).count, 7)
    #expect(half[0] != negative[0])
    #expect(!(half[0] != half[1]))
    let ranges = half.map { CMTimeRange(start: $0, duration: CMTime(value: 3, timescale: 1)) }
    expectEqual(Set(ranges).count, 1)
    #expect(ranges[0] != CMTimeRange(start: .zero, duration: .zero))
  }
}
