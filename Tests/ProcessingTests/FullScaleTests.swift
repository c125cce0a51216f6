import SignalProcessing
import TestSupport
import Testing

@Suite struct FullScaleTests {
  /// Eight samples are compared at once: every length, and one sample beyond the limit at every place.
  @Test func everyPlaceIsCounted() {
    for count in 0..<40 {
      var samples = [Float](repeating: 1, count: count)
      expectEqual(FullScale.count(samples.span, beyond: 1), 0)
      for index in 0..<count {
        samples[index] = index % 2 == 0 ? 1.000_001 : -1.000_001
        expectEqual(FullScale.count(samples.span, beyond: 1), index + 1)
      }
    }
  }

  @Test func whatIsNoNumberIsNotCounted() {
    let samples: [Double] = [.nan, .infinity, -.infinity, 1e200, -1, 1, 0, 2, .nan, 3]
    expectEqual(FullScale.count(samples.span, beyond: 1), 5)
    expectEqual(FullScale.count(samples.span, beyond: 2), 4)
  }
}
