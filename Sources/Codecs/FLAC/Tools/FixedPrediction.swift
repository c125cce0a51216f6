/// Predictors whose weights are binomial coefficients: differences of order 0…4. RFC 9639, 9.2.5.
enum FixedPrediction {
  /// The weights of the last samples, the newest first.
  static let weights: [[Int64]] = [[], [1], [2, -1], [3, -3, 1], [4, -6, 4, -1]]

  /// Adds predictions to residuals in place; warm-up samples precede them. Sums wrap at 32 bits; samples that fit 32
  /// bits are still correct.
  static func restore(_ samples: inout MutableSpan<Int32>, order: Int) {
    guard order > 0 else { return }
    // Sums of sums: each pass undoes one difference. The state is the last difference of every order.
    var (last, slope, bend, twist) = state(of: samples.span, order)
    for index in order..<samples.count {
      let residual = samples[index]
      switch order {
      case 1: last = last &+ residual
      case 2:
        slope = slope &+ residual
        last = last &+ slope
      case 3:
        bend = bend &+ residual
        slope = slope &+ bend
        last = last &+ slope
      default:
        twist = twist &+ residual
        bend = bend &+ twist
        slope = slope &+ bend
        last = last &+ slope
      }
      samples[index] = last
    }
  }

  private static func state(of warmUp: Span<Int32>, _ order: Int) -> (Int32, Int32, Int32, Int32) {
    func sample(_ back: Int) -> Int32 { back <= order ? warmUp[order - back] : 0 }
    let slope = sample(1) &- sample(2)
    let earlier = sample(2) &- sample(3)
    let bend = slope &- earlier
    let twist = bend &- (earlier &- (sample(3) &- sample(4)))
    return (sample(1), slope, bend, twist)
  }

  /// Restores samples of 33 bits; see ``LinearPrediction/restoreWide(_:from:_:)``.
  static func restoreWide(_ wide: inout MutableSpan<Int64>, from residuals: Span<Int32>, order: Int) {
    let weights = Self.weights[order]
    for index in order..<residuals.count {
      var sum = Int64(residuals[index])
      for place in 0..<order { sum &+= wide[index &- 1 &- place] &* weights[place] }
      wide[index] = sum
    }
  }
}
