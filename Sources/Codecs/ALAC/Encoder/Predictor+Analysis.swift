// Holds throughout: the encoder tries predictors of its own on packets of one frame at least.

extension Predictor {
  /// Converts samples of `width` bits to residuals: the inverse of ``synthesize(from:width:into:)``.
  ///
  /// - Returns: True if all decoders agree on that: they differ beyond 32 bits.
  package func analyze(_ samples: Span<Int32>, width: Int, into residuals: inout MutableSpan<Int32>) -> Bool {
    let count = samples.count
    precondition(count > 0 && residuals.count >= count && order > 0 && !isIntegrator)
    let unused = Int32(truncatingIfNeeded: 32 - width)
    differentiate(samples, unused, into: &residuals)
    return analyzeAny(samples, unused, into: &residuals)
  }

  /// Analyses with any order and width, in the wrapping 32-bit arithmetic that defines the format.
  private func analyzeAny(
    _ samples: Span<Int32>, _ unused: Int32, into residuals: inout MutableSpan<Int32>
  ) -> Bool {
    let count = samples.count
    let order = order
    let shift = Int32(truncatingIfNeeded: shift)
    let half: Int32 = 1 &<< (shift &- 1)
    var taps = coefficients
    var isCertain = true
    for index in stride(from: order + 1, to: count, by: 1) {
      let base = samples[index &- order &- 1]
      var sum: Int32 = 0
      for tap in 0..<order { sum = sum &+ taps[tap] &* (samples[index &- 1 &- tap] &- base) }
      let rounded = sum &+ half
      let residual = ((samples[index] &- base &- (rounded &>> shift)) &<< unused) &>> unused
      residuals[index] = residual
      isCertain = isCertain && (rounded & ~sum) >= 0 && residual != .min
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
    return isCertain
  }

  /// Computes the first `order + 1` residuals: the first sample, and differences.
  func differentiate(_ samples: Span<Int32>, _ unused: Int32, into residuals: inout MutableSpan<Int32>) {
    residuals[0] = samples[0]
    for index in 1..<max(1, min(order + 1, samples.count)) {
      residuals[index] = ((samples[index] &- samples[index - 1]) &<< unused) &>> unused
    }
  }
}
