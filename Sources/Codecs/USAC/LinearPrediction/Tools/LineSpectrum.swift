import Transforms

/// The line spectral frequencies of a filter: 16 of them, rising, in Hz on the scale of 12.8 kHz.
///
/// ISO/IEC 23003-3, 7.13. All is in double precision: the step from frequencies to coefficients is so sensitive that
/// single precision moves the output of a loud voice by 10 to 40 steps of 16 bits.
package struct LineSpectrum: Sendable, Equatable {
  /// The end of the scale.
  static let end = 6400.0
  /// The smallest distance of neighbours.
  static let gap = 50.0

  package var frequencies: SIMD16<Double>

  package init(_ frequencies: SIMD16<Double>) { self.frequencies = frequencies }

  /// Evenly spaced frequencies, which make a filter without effect.
  package static let flat = LineSpectrum(
    SIMD16(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16) * (end / 17))

  /// Returns the vector 0…255 of the code book.
  package static func codebook(_ index: Int) -> LineSpectrum {
    var values = SIMD16<Double>(repeating: 0)
    for place in 0..<16 { values[place] = lineSpectrumCodebook[16 * index + place] }
    return LineSpectrum(values)
  }

  /// Returns the frequencies with a refinement, in steps that depend on the distances between neighbours.
  ///
  /// The last step back from the upper end is done for all filters: decoders differ there, and only where a refinement
  /// pushes the highest frequency beyond 6,350 Hz.
  package func refined(by steps: SIMD16<Int32>, weight: Double) -> LineSpectrum {
    var distances: [17 of Double] = .init(repeating: 0)
    var below = 0.0
    for place in 0..<16 {
      distances[place] = frequencies[place] - below
      below = frequencies[place]
    }
    distances[16] = LineSpectrum.end - below
    var result = frequencies
    for place in 0..<16 where steps[place] != 0 {
      let width = max(distances[place] * distances[place + 1], 0).squareRoot()
      result[place] += Double(steps[place]) * (weight / 400) * width
    }
    var limit = 0.0
    for place in 0..<16 {
      result[place] = max(result[place], limit + LineSpectrum.gap)
      limit = result[place]
    }
    limit = LineSpectrum.end
    for place in (0..<16).reversed() {
      result[place] = min(result[place], limit - LineSpectrum.gap)
      limit = result[place]
    }
    return LineSpectrum(result)
  }

  /// The mean of two.
  static func mean(_ a: LineSpectrum, _ b: LineSpectrum) -> LineSpectrum {
    LineSpectrum((a.frequencies + b.frequencies) / 2)
  }

  /// The sum of the squared differences.
  func squaredDistance(to other: LineSpectrum) -> Double {
    let difference = frequencies - other.frequencies
    return (difference * difference).sum()
  }

  /// The cosines of the frequencies.
  package var pairs: LineSpectralPairs {
    var cosines = SIMD16<Double>(repeating: 0)
    for place in 0..<16 {
      cosines[place] = Trigonometry.cosineAndSine(turns: frequencies[place] / (2 * LineSpectrum.end)).cosine
    }
    return LineSpectralPairs(cosines: cosines)
  }
}

/// The cosines of line spectral frequencies, between which filters are interpolated.
package struct LineSpectralPairs: Sendable, Equatable {
  package var cosines: SIMD16<Double>

  package init(cosines: SIMD16<Double>) { self.cosines = cosines }

  /// Returns the frequencies interpolated to other ones, at a fraction of 0…1.
  func interpolated(to other: LineSpectralPairs, part: Double) -> LineSpectralPairs {
    LineSpectralPairs(cosines: (1 - part) * cosines + part * other.cosines)
  }

  /// The filter `A(z) = ½ (1 + z⁻¹) P(z) + ½ (1 − z⁻¹) Q(z)`; P has the even-numbered pairs, Q the others.
  package var filter: PredictionFilter {
    // Both polynomials are symmetric: one half of each is enough. Lane 0 is P, lane 1 is Q.
    var halves: [9 of SIMD2<Double>] = .init(repeating: SIMD2(0, 0))
    halves[0] = SIMD2(1, 1)
    halves[1] = -2 * SIMD2(cosines[0], cosines[1])
    for factor in 2..<9 {
      let middle = -2 * SIMD2(cosines[2 * factor - 2], cosines[2 * factor - 1])
      halves[factor] = middle * halves[factor - 1] + 2 * halves[factor - 2]
      for place in (2..<factor).reversed() { halves[place] += middle * halves[place - 1] + halves[place - 2] }
      halves[1] += middle
    }
    var coefficients = SIMD16<Float>(repeating: 0)
    for place in 1..<17 {
      let this = halves[min(place, 16 - place)]
      let before = halves[min(place - 1, 17 - place)]
      coefficients[place - 1] = Float((this[0] + before[0] + this[1] - before[1]) / 2)
    }
    return PredictionFilter(coefficients: coefficients)
  }
}
