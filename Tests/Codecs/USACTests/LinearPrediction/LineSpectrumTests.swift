import TestSupport
import Testing
import USACCodec

/// Line spectra and the filters that they stand for.
@Suite struct LineSpectrumTests {
  @Test func refinementOfTheFirstVector() {
    let steps = SIMD16<Int32>(2, -2, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, -3)
    let refined = LineSpectrum.codebook(0).refined(by: steps, weight: 60)
    let expected = SIMD16<Double>(
      480.0894, 574.6825, 1147.3799, 1461.0438, 1786.7794, 2143.6711, 2522.1946, 2889.7402, 3319.0024, 3684.0924,
      4061.7562, 4437.7610, 4842.2402, 5214.9872, 5612.8584, 5737.9825)
    for place in 0..<16 { expectLess(abs(refined.frequencies[place] - expected[place]), 1e-4) }
  }

  @Test func frequenciesStayApart() {
    let steps = SIMD16<Int32>(repeating: 100_000) &* SIMD16(1, -1, 1, -1, 1, -1, 1, -1, 1, -1, 1, -1, 1, -1, 1, -1)
    let refined = LineSpectrum.codebook(17).refined(by: steps, weight: 65).frequencies
    for place in 0..<16 {
      let below = place == 0 ? 0 : refined[place - 1]
      #expect(refined[place] - below > 49.999 && refined[place] < 6350.001)
    }
  }

  @Test func filterOfTheFirstVector() {
    let expected = SIMD16<Float>(
      -0.557149, 0.291653, -0.119867, 0.114472, -0.070399, 0.055288, -0.097696, 0.036738, -0.056473, 0.041652,
      -0.011519, 0.055491, -0.003367, 0.057634, -0.006300, 0.034498)
    let filter = LineSpectrum.codebook(0).pairs.filter
    for place in 0..<16 { expectLess(abs(filter.coefficients[place] - expected[place]), 1e-6) }
    var gains = [Float](repeating: 0, count: 64)
    ResponseGrid(bandCount: 64).gains(of: filter.weighted, into: &gains)
    for (band, gain) in [(0, 1.420995), (1, 1.451016), (31, 1.095172), (63, 0.458178)] as [(Int, Float)] {
      expectLess(abs(gains[band] - gain), 2e-6)
    }
  }

  /// Evenly spread frequencies are those of a filter that does nothing.
  @Test func flatSpectrum() {
    let filter = LineSpectrum.flat.pairs.filter
    for place in 0..<16 { expectLess(abs(filter.coefficients[place]), 1e-6) }
  }

  /// A(z) as the product of its 32 factors: P and Q vanish at the line spectral frequencies.
  @Test(arguments: [3, 100, 255]) func filterVanishesInPairs(index: Int) {
    let pairs = LineSpectrum.codebook(index).pairs
    let filter = pairs.filter
    // P(z) = A(z) + z^−17 A(1/z) and Q(z) = A(z) − z^−17 A(1/z).
    for place in 0..<16 {
      let sign: Double = place % 2 == 0 ? 1 : -1
      var (current, before) = (1.0, 0.0)
      var coefficients = [Double](repeating: 0, count: 18)
      for n in 0..<18 {
        let forward = n == 0 ? 1 : n == 17 ? 0 : Double(filter.coefficients[n - 1])
        let backward = n == 17 ? 1 : n == 0 ? 0 : Double(filter.coefficients[16 - n])
        coefficients[n] = forward + sign * backward
      }
      // Deflation by 1 − 2qz⁻¹ + z⁻²: the rest of the division is 0.
      let middle = 2 * pairs.cosines[place]
      (current, before) = (coefficients[0], 0)
      for n in 1..<18 { (current, before) = (coefficients[n] + middle * current - before, current) }
      #expect(abs(current) < 1e-4 && abs(before) < 1e-4)
    }
  }
}
