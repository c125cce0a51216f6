/// Coefficients of a predictor as a subframe has them. RFC 9639, 9.2.6.
struct PredictorCoefficients: Sendable {
  /// The weight of the last sample, of the one before it and so on; zeros behind the order.
  var values = [Int32](repeating: 0, count: 32)
  /// 1…32.
  var order = 0
  /// How far the weighted sum is shifted to the right, 0…15.
  var shift = 0
  /// Bits of a coefficient, 1…15.
  var precision = 0

  /// Whether sums of samples of `width` bits fit 32 bits.
  func fitsWord(sampleWidth width: Int) -> Bool {
    width + precision + (Int.bitWidth - (max(order, 1) - 1).leadingZeroBitCount) <= 32
  }
}

/// A number in which predictions are summed up.
protocol PredictionAccumulator: FixedWidthInteger & SignedInteger & BitwiseCopyable {}
extension Int32: PredictionAccumulator {}
extension Int64: PredictionAccumulator {}

/// Turns residuals into samples.
enum LinearPrediction {
  /// Zeros before the first sample of a plane, so that a predictor of any order can look back from it.
  static let leadCount = 32

  /// Adds predictions to residuals in place. `plane` begins ``leadCount`` samples before the first; warm-up samples and
  /// residuals stand behind them.
  ///
  /// - Parameter width: Bits of a sample, at most 32.
  static func restore(_ plane: inout MutableSpan<Int32>, _ predictor: borrowing PredictorCoefficients, width: Int) {
    let order = predictor.order
    let first = leadCount + order
    let narrow = predictor.fitsWord(sampleWidth: width)
    let span = predictor.values.span
    let shift = predictor.shift
    switch (order, narrow) {
    case (...4, true): restore4(&plane, span, first, Int32(shift))
    case (...8, true): restore8(&plane, span, first, Int32(shift))
    case (...12, true): restore12(&plane, span, first, Int32(shift))
    case (_, true): restore32(&plane, span, first, Int32(shift))
    case (...4, false): restore4(&plane, span, first, Int64(shift))
    case (...8, false): restore8(&plane, span, first, Int64(shift))
    case (...12, false): restore12(&plane, span, first, Int64(shift))
    default: restore32(&plane, span, first, Int64(shift))
    }
  }

  /// The sum of four products: the newest of four samples, at `end`, with the first of four weights.
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

  /// The weighted sum of 4 samples.
  @inline(__always)
  static func sum4<Sum: PredictionAccumulator>(_ past: Span<Int32>, _ weights: Span<Int32>) -> Sum {
    four(past, 3, weights, 0)
  }

  /// The weighted sum of 8 samples.
  @inline(__always)
  static func sum8<Sum: PredictionAccumulator>(_ past: Span<Int32>, _ weights: Span<Int32>) -> Sum {
    four(past, 3, weights, 4) &+ four(past, 7, weights, 0)
  }

  /// The weighted sum of 12 samples.
  @inline(__always)
  static func sum12<Sum: PredictionAccumulator>(_ past: Span<Int32>, _ weights: Span<Int32>) -> Sum {
    four(past, 3, weights, 8) &+ four(past, 7, weights, 4) &+ four(past, 11, weights, 0)
  }

  @inline(__always)
  private static func sum32<Sum: PredictionAccumulator>(_ past: Span<Int32>, _ weights: Span<Int32>) -> Sum {
    var sum: Sum = 0
    for place in 0..<8 { sum &+= four(past, 31 &- 4 &* place, weights, 4 &* place) }
    return sum
  }

  @inline(__always)
  private static func restore4<Sum: PredictionAccumulator>(
    _ plane: inout MutableSpan<Int32>, _ coefficients: Span<Int32>, _ first: Int, _ shift: Sum
  ) {
    let weights = coefficients.extracting(0..<4)
    for index in first..<plane.count {
      let sum: Sum = sum4(plane.span.extracting((index &- 4)..<index), weights)
      plane[index] = plane[index] &+ Int32(truncatingIfNeeded: sum &>> shift)
    }
  }

  @inline(__always)
  private static func restore8<Sum: PredictionAccumulator>(
    _ plane: inout MutableSpan<Int32>, _ coefficients: Span<Int32>, _ first: Int, _ shift: Sum
  ) {
    let weights = coefficients.extracting(0..<8)
    for index in first..<plane.count {
      let sum: Sum = sum8(plane.span.extracting((index &- 8)..<index), weights)
      plane[index] = plane[index] &+ Int32(truncatingIfNeeded: sum &>> shift)
    }
  }

  @inline(__always)
  private static func restore12<Sum: PredictionAccumulator>(
    _ plane: inout MutableSpan<Int32>, _ coefficients: Span<Int32>, _ first: Int, _ shift: Sum
  ) {
    let weights = coefficients.extracting(0..<12)
    for index in first..<plane.count {
      let sum: Sum = sum12(plane.span.extracting((index &- 12)..<index), weights)
      plane[index] = plane[index] &+ Int32(truncatingIfNeeded: sum &>> shift)
    }
  }

  @inline(__always)
  private static func restore32<Sum: PredictionAccumulator>(
    _ plane: inout MutableSpan<Int32>, _ coefficients: Span<Int32>, _ first: Int, _ shift: Sum
  ) {
    let weights = coefficients.extracting(0..<32)
    for index in first..<plane.count {
      let sum: Sum = sum32(plane.span.extracting((index &- 32)..<index), weights)
      plane[index] = plane[index] &+ Int32(truncatingIfNeeded: sum &>> shift)
    }
  }

  /// Adds predictions to residuals in samples of 33 bits: `wide` has warm-up samples in front and receives the others,
  /// `residuals` has theirs behind as many places.
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
