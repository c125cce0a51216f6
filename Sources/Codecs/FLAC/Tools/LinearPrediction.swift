/// The coefficients of a predictor in a subframe. RFC 9639, 9.2.6.
package struct PredictorCoefficients: Sendable {
  /// The weight of the last sample, of the one before, and so on; zeros beyond the order.
  package var values = [Int32](repeating: 0, count: 32)
  /// The order, 1…32.
  package var order = 0
  /// The number of bits by which the weighted sum is shifted to the right, 0…15.
  package var shift = 0
  /// The number of bits of a coefficient, 1…15.
  package var precision = 0

  package init() {}

  /// Returns true if sums for samples of `width` bits, and the differences of samples from them, fit 32 bits.
  func fitsWord(sampleWidth width: Int) -> Bool {
    let values = values.span
    var sum: UInt64 = 0
    for index in 0..<order { sum += UInt64(values[index].magnitude) }
    return width <= 32 && sum << UInt64(max(0, width - 1)) < 1 << 30
  }
}

/// An integer that holds the sum of a prediction.
protocol PredictionAccumulator: FixedWidthInteger & SignedInteger & BitwiseCopyable {}
extension Int32: PredictionAccumulator {}
extension Int64: PredictionAccumulator {}

/// Converts residuals to samples.
package enum LinearPrediction {
  /// The number of zeros before the first sample of a plane, so that a predictor of any order can look back.
  package static let leadCount = 32

  /// Adds predictions of an order of 1 to 4 to residuals in place. `plane` begins ``leadCount`` samples before the
  /// first; warm-up samples and residuals follow them. ``PairedPrediction`` is for higher orders.
  static func restore(_ plane: inout MutableSpan<Int32>, _ predictor: borrowing PredictorCoefficients) {
    restore4(&plane, predictor.values.span, leadCount + predictor.order, Int64(predictor.shift))
  }

  /// Restores samples for any order, from sample `first` on, one product at a time: for the ends of blocks, and as the
  /// reference of tests.
  package static func restorePlainly(
    _ plane: inout MutableSpan<Int32>, _ predictor: borrowing PredictorCoefficients, from first: Int
  ) {
    let weights = predictor.values.span
    for index in first..<plane.count {
      var sum: Int64 = 0
      for place in 0..<predictor.order { sum &+= Int64(plane[index &- 1 &- place]) &* Int64(weights[place]) }
      plane[index] = plane[index] &+ Int32(truncatingIfNeeded: sum &>> Int64(predictor.shift))
    }
  }

  /// Returns the sum of four products: the newest of four samples, at `end`, with the first of four weights.
  @inline(__always)
  private static func four<Sum: PredictionAccumulator>(
    _ past: Span<Int32>, _ end: Int, _ weights: Span<Int32>, _ start: Int
  ) -> Sum {
    let newest = Sum(truncatingIfNeeded: past[end]) &* Sum(truncatingIfNeeded: weights[start])
    let second = Sum(truncatingIfNeeded: past[end &- 1]) &* Sum(truncatingIfNeeded: weights[start &+ 1])
    let third = Sum(truncatingIfNeeded: past[end &- 2]) &* Sum(truncatingIfNeeded: weights[start &+ 2])
    let oldest = Sum(truncatingIfNeeded: past[end &- 3]) &* Sum(truncatingIfNeeded: weights[start &+ 3])
    return (oldest &+ third) &+ second &+ newest
  }

  /// Returns the weighted sum of 4 samples.
  @inline(__always)
  static func sum4<Sum: PredictionAccumulator>(_ past: Span<Int32>, _ weights: Span<Int32>) -> Sum {
    four(past, 3, weights, 0)
  }

  /// Returns the weighted sum of 8 samples.
  @inline(__always)
  static func sum8<Sum: PredictionAccumulator>(_ past: Span<Int32>, _ weights: Span<Int32>) -> Sum {
    four(past, 3, weights, 4) &+ four(past, 7, weights, 0)
  }

  /// Returns the weighted sum of 12 samples.
  @inline(__always)
  static func sum12<Sum: PredictionAccumulator>(_ past: Span<Int32>, _ weights: Span<Int32>) -> Sum {
    four(past, 3, weights, 8) &+ four(past, 7, weights, 4) &+ four(past, 11, weights, 0)
  }

  /// Restores samples of predictors with up to four coefficients, whose samples all stay in registers. Of each sum only
  /// the product with the last sample waits for that; the residual is added to the sum before it is shifted, which is
  /// equivalent.
  private static func restore4(
    _ plane: inout MutableSpan<Int32>, _ coefficients: Span<Int32>, _ first: Int, _ shift: Int64
  ) {
    let weights = coefficients.extracting(0..<4)
    let (newest, second, third, oldest) = (Int64(weights[0]), Int64(weights[1]), Int64(weights[2]), Int64(weights[3]))
    var last = Int64(plane[first &- 1])
    var one = Int64(plane[first &- 2])
    var two = Int64(plane[first &- 3])
    var three = Int64(plane[first &- 4])
    for index in first..<plane.count {
      let older = (oldest &* three &+ third &* two) &+ (second &* one &+ Int64(plane[index]) &<< shift)
      let sample = (older &+ newest &* last) &>> shift
      plane[index] = Int32(truncatingIfNeeded: sample)
      (three, two, one, last) = (two, one, last, sample)
    }
  }

  /// Adds predictions to residuals in samples of 33 bits: `wide` begins with the warm-up samples and receives the
  /// others; `residuals` has an unused place for each warm-up sample.
  static func restoreWide(
    _ wide: inout MutableSpan<Int64>, from residuals: Span<Int32>, _ predictor: borrowing PredictorCoefficients
  ) {
    let order = predictor.order
    let weights = predictor.values.span
    for index in order..<residuals.count {
      var sum: Int64 = 0
      for place in 0..<order { sum &+= wide[index &- 1 &- place] &* Int64(weights[place]) }
      wide[index] = Int64(residuals[index]) &+ (sum &>> Int64(predictor.shift))
    }
  }
}
