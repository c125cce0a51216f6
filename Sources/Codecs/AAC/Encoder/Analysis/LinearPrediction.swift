/// Linear prediction from an autocorrelation, as temporal noise shaping has it along the frequency axis.
enum LinearPrediction {
  /// The largest order of a filter.
  static let maximumOrder = 12

  /// Reflection coefficients of a predictor, in the sign that the bit stream has: `a[m] = k[m]` in the step-up recursion.
  ///
  /// - Parameter autocorrelation: Lags 0…order; lag 0 above 0.
  static func reflectionCoefficients(_ autocorrelation: [13 of Float], order: Int) -> [12 of Float] {
    precondition(order <= maximumOrder)
    var k: [12 of Float] = .init(repeating: 0)
    var a: [13 of Float] = .init(repeating: 0)
    var b = a
    a[0] = 1
    var error = autocorrelation[0]
    for m in 1..<(order + 1) {
      var sum: Float = 0
      for i in 0..<m { sum += a[i] * autocorrelation[m - i] }
      guard error > 1e-7 * autocorrelation[0] else { break }
      let reflection = min(max(-sum / error, -0.999), 0.999)
      for i in 1..<max(m, 1) { b[i] = a[i] + reflection * a[m - i] }
      for i in 1..<max(m, 1) { a[i] = b[i] }
      a[m] = reflection
      k[m - 1] = reflection
      error *= 1 - reflection * reflection
    }
    return k
  }

  /// Energy before a predictor divided by energy behind it.
  ///
  /// - Parameter predictor: `a[0…order]`, `a[0]` being 1.
  static func gain(_ predictor: [21 of Float], order: Int, _ autocorrelation: [13 of Float]) -> Float {
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
