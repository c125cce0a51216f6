extension Predictor {
  /// Turns samples of `width` bits into the residuals from which ``synthesize(from:width:into:)`` makes them again.
  mutating func analyze(_ samples: Span<Int32>, width: Int, into residuals: inout MutableSpan<Int32>) {
    let count = samples.count
    precondition(count > 0 && residuals.count >= count && order > 0 && !isIntegrator)
    let unused = Int32(truncatingIfNeeded: 32 - width)
    differentiate(samples, unused, into: &residuals)
    analyzeAny(samples, unused, into: &residuals)
  }

  /// Any order and width, with the wrapping arithmetic of 32 bits that the format is defined by.
  private mutating func analyzeAny(_ samples: Span<Int32>, _ unused: Int32, into residuals: inout MutableSpan<Int32>) {
    let count = samples.count
    let order = order
    let shift = Int32(truncatingIfNeeded: shift)
    let half: Int32 = 1 &<< (shift &- 1)
    var taps = coefficients
    for index in stride(from: order + 1, to: count, by: 1) {
      let base = samples[index &- order &- 1]
      var sum: Int32 = 0
      for tap in 0..<order { sum = sum &+ taps[tap] &* (samples[index &- 1 &- tap] &- base) }
      let residual = ((samples[index] &- base &- ((sum &+ half) &>> shift)) &<< unused) &>> unused
      residuals[index] = residual
      let direction = residual.signum()
      var left = residual
      for tap in stride(from: order &- 1, through: 0, by: -1) {
        guard left != 0, (left < 0) == (residual < 0) else { break }
        let difference = base &- samples[index &- 1 &- tap]
        let sign = difference.signum() &* direction
        taps[tap] = Int32(Int16(truncatingIfNeeded: taps[tap] &- sign))
        left = left &- Int32(truncatingIfNeeded: order &- tap) &* ((sign &* difference) &>> shift)
      }
    }
    coefficients = taps
  }

  /// The first `order + 1` residuals: the first sample, and differences.
  func differentiate(_ samples: Span<Int32>, _ unused: Int32, into residuals: inout MutableSpan<Int32>) {
    residuals[0] = samples[0]
    for index in 1..<max(1, min(order + 1, samples.count)) {
      residuals[index] = ((samples[index] &- samples[index - 1]) &<< unused) &>> unused
    }
  }
}
