import CoreMedia
import TestSupport
import Testing

@Suite("Functions of times and ranges")
struct TimeFunctionTests {
  private func seconds(_ value: Int64, _ scale: Int32 = 1) -> CMTime { CMTimeMake(value: value, timescale: scale) }

  @Test("The earlier and the later of two times, and times of seconds")
  func times() {
    expectEqual(CMTimeMinimum(seconds(1), seconds(3, 2)), seconds(1))
    expectEqual(CMTimeMaximum(seconds(1), seconds(3, 2)), seconds(3, 2))
    #expect(CMTimeMaximum(.positiveInfinity, seconds(5)).isPositiveInfinity)
    let made = CMTimeMakeWithSeconds(1.25, preferredTimescale: 600)
    #expect(made.value == 750 && made.timescale == 600 && !made.hasBeenRounded)
    CMTimeShow(made)
  }

  @Test("Ranges from one time to another, and mappings")
  func ranges() {
    let range = CMTimeRangeFromTimeToTime(start: seconds(1), end: seconds(4))
    expectEqual(range.duration, seconds(3))
    #expect(CMTimeRangeEqual(range, CMTimeRangeMake(start: seconds(1), duration: seconds(6, 2))))
    #expect(!CMTimeRangeEqual(range, CMTimeRangeMake(start: .zero, duration: seconds(3))))
    CMTimeRangeShow(range)
    let mapping = CMTimeMappingMakeEmpty(target: range)
    #expect(mapping.target == range && !mapping.source.isValid)
    CMTimeMappingShow(mapping)
  }
}
