import CoreMedia
import Foundation
import TestSupport
import Testing

@Suite("Times at the ends of what there is")
struct TimeExtremesTests {
  private static let times: [CMTime] = {
    let values: [Int64] = [.min, .min + 1, -1, 0, 1, .max - 1, .max]
    let scales: [Int32] = [.min, -1, 0, 1, 2, 44100, .max - 1, .max]
    var times = [CMTime.positiveInfinity, .negativeInfinity, .indefinite, .invalid]
    for value in values {
      for scale in scales {
        times.append(CMTime(value: value, timescale: scale, flags: .valid, epoch: 0))
      }
    }
    times.append(CMTime(value: 1, timescale: 1, flags: [.valid, .hasBeenRounded], epoch: .max))
    return times
  }()

  @Test("Whatever is added, multiplied, scaled and compared gives a time")
  func pairs() {
    for first in Self.times {
      for scale in [Int32.min, -1, 0, 1, 90000, .max] {
        _ = CMTimeConvertScale(first, timescale: scale, method: .roundHalfAwayFromZero)
        _ = CMTimeMultiply(first, multiplier: scale)
        _ = CMTimeMultiplyByRatio(first, multiplier: scale, divisor: .min)
        _ = CMTimeMultiplyByRatio(first, multiplier: .min, divisor: scale)
      }
      for factor in [0, -1, 1e300, -1e-300, .infinity, .nan] { _ = CMTimeMultiplyByFloat64(first, multiplier: factor) }
      _ = (CMTimeAbsoluteValue(first), first.hashValue, CMTimeGetSeconds(first))
      for second in Self.times {
        let sum = CMTimeAdd(first, second)
        expectEqual(CMTimeCompare(sum, CMTimeAdd(second, first)), 0)
        _ = CMTimeSubtract(first, second)
        expectEqual(CMTimeCompare(first, second), -CMTimeCompare(second, first))
      }
    }
  }

  @Test("Ranges of them meet, hold, map and fold")
  func ranges() {
    // Each time as a start, with one of the others as a duration.
    let ranges = Self.times.indices.map { index in
      CMTimeRange(start: Self.times[index], duration: Self.times[(index * 7 + 3) % Self.times.count])
    }
    for first in ranges {
      _ = (CMTimeRangeGetEnd(first), first.hashValue)
      for second in ranges {
        _ = CMTimeRangeGetUnion(first, otherRange: second)
        _ = CMTimeRangeGetIntersection(first, otherRange: second)
        _ = CMTimeRangeContainsTimeRange(first, otherRange: second)
        for time in Self.times {
          _ = CMTimeMapTimeFromRangeToRange(time, fromRange: first, toRange: second)
          _ = CMTimeMapDurationFromRangeToRange(time, fromRange: first, toRange: second)
        }
      }
      for time in Self.times {
        _ = CMTimeFoldIntoRange(time, foldRange: first)
        _ = CMTimeClampToRange(time, range: first)
        _ = CMTimeRangeContainsTime(first, time: time)
      }
    }
  }

  @Test("Long durations are mapped exactly, and what does not fit is infinite")
  func longMappings() {
    func duration(_ value: Int64, _ scale: Int32) -> CMTime { CMTime(value: value, timescale: scale) }
    func range(_ length: CMTime) -> CMTimeRange { CMTimeRange(start: .zero, duration: length) }
    // (2⁶³ − 1) · (2⁶³ − 1) ÷ (2⁶³ − 1), by way of a product of more than 128 bits.
    let longest = duration(.max, .max)
    let same = CMTimeMapDurationFromRangeToRange(longest, fromRange: range(longest), toRange: range(longest))
    expectEqual(same.value, .max)
    expectEqual(same.timescale, .max)
    #expect(!same.hasBeenRounded)
    let doubled = CMTimeMapDurationFromRangeToRange(
      longest, fromRange: range(duration(1, 1)), toRange: range(duration(2, 1)))
    #expect(doubled.isNumeric)
    let endless = CMTimeMapDurationFromRangeToRange(
      duration(.max, 1), fromRange: range(duration(1, .max)), toRange: range(duration(.max, .max)))
    #expect(endless.isPositiveInfinity)
    let negative = CMTimeMapDurationFromRangeToRange(
      duration(.min, 1), fromRange: range(duration(1, .max)), toRange: range(duration(.max, .max)))
    #expect(negative.isNegativeInfinity)
    // A range without an end to fold into, and one without a beginning.
    #expect(!CMTimeFoldIntoRange(duration(1, 1), foldRange: range(.positiveInfinity)).isValid)
    let nowhere = CMTimeRange(start: .negativeInfinity, duration: duration(1, 1))
    #expect(!CMTimeFoldIntoRange(duration(1, 1), foldRange: nowhere).isValid)
  }
}
