import TestSupport
import Testing
import USACCodec

/// Delays, the adaptive codebook and the filters, against their formulas in double precision.
@Suite struct ExcitationTests {
  @Test(arguments: [(12800, 34, 128, 231), (24000, 64, 98, 411), (6000, 16, 146, 123)])
  func pitchRanges(rate: Int, shortest: Int, firstWithHalves: Int, longest: Int) {
    let range = PitchRange(coreRate: rate)
    #expect(range.shortest == shortest && range.firstWithHalves == firstWithHalves && range.longest == longest)
  }

  @Test func delays() {
    // 34…127¾ by quarters, 128…159½ by halves, 160…231.
    let range = PitchRange(coreRate: 12800)
    #expect(range.delay(0) == (PitchRange.Delay(lag: 34, quarter: 0), 34))
    #expect(range.delay(375) == (PitchRange.Delay(lag: 127, quarter: 3), 119))
    #expect(range.delay(376) == (PitchRange.Delay(lag: 128, quarter: 0), 120))
    #expect(range.delay(439) == (PitchRange.Delay(lag: 159, quarter: 2), 151))
    #expect(range.delay(440) == (PitchRange.Delay(lag: 160, quarter: 0), 152))
    #expect(range.delay(511) == (PitchRange.Delay(lag: 231, quarter: 0), 216))
    expectEqual(range.delay(63, from: 216), PitchRange.Delay(lag: 231, quarter: 3))
    #expect(PitchRange.Delay(lag: 50, quarter: 2).rounded == 50 && PitchRange.Delay(lag: 50, quarter: 3).rounded == 51)
  }

  /// No index of either length reaches beyond 411 samples, or below 16, at any rate.
  @Test(arguments: Array(stride(from: 6000, through: 24000, by: 100))) func delaysAreBounded(rate: Int) {
    let range = PitchRange(coreRate: rate)
    for index in 0..<512 {
      let (delay, first) = range.delay(index)
      #expect((16...411).contains(delay.lag) && (0..<4).contains(delay.quarter) && first >= 16 && first <= 396)
    }
  }

  private static func noise(_ count: Int, seed: UInt64) -> [Float] {
    var random = SplitMix64(seed: seed)
    return random.samples(count).map { 32768 * $0 }
  }

  /// A constant goes through the interpolation, whose taps add up to 1 for all quarters; a delay without a fraction of
  /// a band-limited signal returns what was there; short delays repeat what they have written.
  @Test(arguments: [(16, 0), (18, 3), (20, 1), (33, 2), (64, 0), (81, 3), (200, 1), (411, 3)])
  func adaptiveCodebook(lag: Int, quarter: Int) {
    let past = 448
    let source = ExcitationTests.noise(past, seed: 7)
    var line = source + [Float](repeating: 0, count: 68)
    var span = line.mutableSpan
    AdaptiveCodebook().predict(PitchRange.Delay(lag: lag, quarter: quarter), in: &span, at: past)
    // The taps are those that one impulse shows, which the four quarters share: h(|4m + quarter|).
    let taps = ExcitationTests.taps(quarter)
    var expected = source.map(Double.init) + [Double](repeating: 0, count: 68)
    for n in past..<(past + 65) {
      expected[n] = (-16...16).reduce(0.0) { sum, m in
        let place = n - lag + m
        return place < n ? sum + expected[place] * taps[m + 16] : sum
      }
      expectLess(abs(Double(line[n]) - expected[n]), 0.1)
    }
  }

  /// Found with an impulse 200 samples back.
  private static func taps(_ quarter: Int) -> [Double] {
    var line = [Float](repeating: 0, count: 448 + 68)
    line[448 + 32 - 200] = 1
    var span = line.mutableSpan
    AdaptiveCodebook().predict(PitchRange.Delay(lag: 200, quarter: quarter), in: &span, at: 448)
    return (-16...16).map { Double(line[448 + 32 - $0]) }
  }

  @Test func interpolationIsALowPass() {
    for quarter in 0..<4 {
      let taps = ExcitationTests.taps(quarter)
      expectLess(abs(taps.reduce(0, +) - 1), 0.01)
    }
    // A quarter ahead is the mirror image of a quarter back.
    let (one, three) = (ExcitationTests.taps(1), ExcitationTests.taps(3))
    for m in -16...15 { expectLess(abs(one[m + 16] - three[15 - m]), 1e-6) }
  }

  @Test func filters() {
    let filter = LineSpectrum.codebook(40).pairs.filter
    let input = ExcitationTests.noise(80, seed: 3)
    var line = input
    var span = line.mutableSpan
    filter.synthesize(&span, from: 16, count: 64)
    var expected = input.map(Double.init)
    for n in 16..<80 {
      for j in 1..<17 { expected[n] -= Double(filter.coefficients[j - 1]) * expected[n - j] }
      expectLess(abs(Double(line[n]) - expected[n]), 0.5)
    }
    var residual = [Float](repeating: 0, count: 64)
    var output = residual.mutableSpan
    filter.analyze(line.span, into: &output)
    for n in 0..<64 { expectLess(abs(residual[n] - input[n + 16]), 0.5) }
  }
}
