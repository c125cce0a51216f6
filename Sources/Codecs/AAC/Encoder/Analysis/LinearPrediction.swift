// Holds throughout: orders are constants of the analysis, 12 at most.

/// Linear prediction from an autocorrelation, as temporal noise shaping has it along the frequency axis.
package enum LinearPrediction {
  /// The largest order of a filter.
  static let maximumOrder = 12

  /// A filter of quantised reflection coefficients.
  ///
  /// Each coefficient is the best one behind those before it as they have been quantised. So what rounding spoils is
  /// made good by the next coefficients, which matters most where the first ones are near ±1. A gain beyond 200 is not
  /// sought: the sums would lose all their digits.
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
    for m in 1..<(order + 1) {
      var error: Float = 0
      var cross: Float = 0
      for i in 0..<m {
        error += a[i] * products[12 + i]
        cross += a[i] * products[12 + m - i]
      }
      guard error > 0.005 * autocorrelation[0] else { break }
      let value = TemporalNoiseShaping.nearest(-cross / error, resolution: resolution)
      let reflection = TemporalNoiseShaping.reflectionCoefficient(value, resolution: resolution)
      filter.coefficients[m - 1] = value
      if abs(reflection) >= least { filter.order = UInt8(m) }
      var b = a
      for i in 1..<max(m, 1) { b[i] = a[i] + reflection * a[m - i] }
      b[m] = reflection
      a = b
      let before = products
      for n in (m - order)..<(order + 1) { products[12 + n] = before[12 + n] + reflection * before[12 + m - n] }
    }
    for index in Int(filter.order)..<20 { filter.coefficients[index] = 0 }
    return filter
  }

  /// Energy before a predictor divided by energy behind it.
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
