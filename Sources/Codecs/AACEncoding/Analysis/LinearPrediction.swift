package import AACSyntax

// Holds throughout: orders are constants of the analysis, 12 at most.

/// Linear prediction from an autocorrelation, as temporal noise shaping uses it along the frequency axis.
package enum LinearPrediction {
  /// The largest order of a filter.
  static let maximumOrder = 12

  /// Returns a filter of quantised reflection coefficients.
  ///
  /// Each coefficient is the best one after the preceding ones as they have been quantised. So the following
  /// coefficients compensate for rounding, which matters most where the first ones are near ±1. A gain beyond 200 is
  /// not sought: the sums would lose all their digits.
  ///
  /// - Parameters:
  ///   - autocorrelation: Lags 0…order; lag 0 above 0.
  ///   - least: Trailing coefficients below this are left out.
  package static func filter(
    _ autocorrelation: [13 of Float], order: Int, resolution: UInt8, least: Float
  ) -> TemporalNoiseShapingData.Filter {
    precondition(order <= maximumOrder)
    var filter = TemporalNoiseShapingData.Filter()
    var a: [21 of Float] = .init(repeating: 0)
    a[0] = 1
    // Sums of products of the prediction error with the input, −12…12 samples before: Σ a[i] r[|n − i|].
    var products: [25 of Float] = .init(repeating: 0)
    for lag in 0..<13 {
      products[12 + lag] = autocorrelation[lag]
      products[12 - lag] = autocorrelation[lag]
    }
    var taps = a.mutableSpan
    var sums = products.mutableSpan
    for m in 1..<(order + 1) {
      var error: Float = 0
      var cross: Float = 0
      for i in 0..<m {
        error += taps[i] * sums[12 &+ i]
        cross += taps[i] * sums[12 &+ m &- i]
      }
      guard error > 0.005 * autocorrelation[0] else { break }
      let value = TemporalNoiseShaping.nearest(-cross / error, resolution: resolution)
      let reflection = TemporalNoiseShaping.reflectionCoefficient(value, resolution: resolution)
      filter.coefficients[m - 1] = value
      if abs(reflection) >= least { filter.order = UInt8(m) }
      taps[m] = 0
      LinearPrediction.reflect(&taps, 0...m, reflection)
      LinearPrediction.reflect(&sums, (12 + m - order)...(12 + order), reflection)
    }
    for index in Int(filter.order)..<20 { filter.coefficients[index] = 0 }
    return filter
  }

  /// Adds to each value in a range the value at the mirrored position, multiplied by a factor, all at once.
  @inline(__always)
  private static func reflect(
    _ values: inout MutableSpan<Float>, _ places: ClosedRange<Int>, _ factor: Float
  ) {
    var (low, high) = (places.lowerBound, places.upperBound)
    precondition(low >= 0 && high < values.count)
    while low <= high {
      let (x, y) = (values[low], values[high])
      values[low] = x + factor * y
      values[high] = y + factor * x
      low &+= 1
      high &-= 1
    }
  }

  /// Returns the energy before a predictor divided by the energy after it.
  ///
  /// - Parameter predictor: `a[0…order]`, `a[0]` being 1.
  package static func gain(_ predictor: [21 of Float], order: Int, _ autocorrelation: [13 of Float]) -> Float {
    precondition(order <= maximumOrder)
    var error: Float = 0
    for i in 0...order {
      var sum: Float = 0
      for j in 0...order { sum += predictor[j] * autocorrelation[abs(i - j)] }
      error += predictor[i] * sum
    }
    return error > 0 ? autocorrelation[0] / error : 1
  }
}
