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

  /// Whether sums of samples of `width` bits, and what they leave of samples, fit 32 bits.
  func fitsWord(sampleWidth width: Int) -> Bool {
    let values = values.span
    var sum: UInt64 = 0
    for index in 0..<order { sum += UInt64(values[index].magnitude) }
    return width <= 32 && sum << UInt64(max(0, width - 1)) < 1 << 30
  }
}

/// A number in which predictions are summed up.
protocol PredictionAccumulator: FixedWidthInteger & SignedInteger & BitwiseCopyable {}
extension Int32: PredictionAccumulator {}
extension Int64: PredictionAccumulator {}

/// Turns residuals into samples.
package enum LinearPrediction {
  /// Zeros before the first sample of a plane, so that a predictor of any order can look back from it.
  package static let leadCount = 32

  /// Adds predictions to residuals in place. `plane` begins ``leadCount`` samples before the first; warm-up samples and
  /// residuals stand behind them.
  static func restore(_ plane: inout MutableSpan<Int32>, _ predictor: borrowing PredictorCoefficients) {
    let order = predictor.order
    let first = leadCount + order
    let span = predictor.values.span
    let shift = Int64(predictor.shift)
    switch order {
    case ...4: restore4(&plane, span, first, shift)
    case ...8: restore8(&plane, span, first, shift)
    case ...12: restore12(&plane, span, first, shift)
    default: restore32(&plane, span, first, shift)
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

  // The two newest samples stay in registers, and sums have 64 bits whatever they need: a vector of samples of which
  // some were stored a moment ago would have to wait until all of them are in the cache.

  /// Four products of 64 bits: the newest of four samples, at `end`, with the first of four weights.
  @inline(__always)
  private static func fourWide(_ past: Span<Int32>, _ end: Int, _ weights: Span<Int32>, _ start: Int) -> Int64 {
    let newest = Int64(past[end]) &* Int64(weights[start])
    let second = Int64(past[end &- 1]) &* Int64(weights[start &+ 1])
    let third = Int64(past[end &- 2]) &* Int64(weights[start &+ 2])
    let oldest = Int64(past[end &- 3]) &* Int64(weights[start &+ 3])
    return (oldest &+ third) &+ (second &+ newest)
  }

  @inline(__always)
  private static func older8(_ past: Span<Int32>, _ weights: Span<Int32>) -> Int64 {
    let pair = Int64(past[0]) &* Int64(weights[7]) &+ Int64(past[1]) &* Int64(weights[6])
    return fourWide(past, 5, weights, 2) &+ pair
  }

  @inline(__always)
  private static func older12(_ past: Span<Int32>, _ weights: Span<Int32>) -> Int64 {
    let pair = Int64(past[0]) &* Int64(weights[11]) &+ Int64(past[1]) &* Int64(weights[10])
    return fourWide(past, 9, weights, 2) &+ fourWide(past, 5, weights, 6) &+ pair
  }

  @inline(__always)
  private static func all32(_ past: Span<Int32>, _ weights: Span<Int32>) -> Int64 {
    var sum: Int64 = 0
    for place in 0..<8 { sum &+= fourWide(past, 31 &- 4 &* place, weights, 4 &* place) }
    return sum
  }

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
      let older = oldest &* three &+ third &* two
      let sum = older &+ second &* one &+ newest &* last
      let sample = plane[index] &+ Int32(truncatingIfNeeded: sum &>> shift)
      plane[index] = sample
      (three, two, one, last) = (two, one, last, Int64(sample))
    }
  }

  private static func restore8(
    _ plane: inout MutableSpan<Int32>, _ coefficients: Span<Int32>, _ first: Int, _ shift: Int64
  ) {
    let weights = coefficients.extracting(0..<8)
    let (newest, second) = (Int64(weights[0]), Int64(weights[1]))
    var last = Int64(plane[first &- 1])
    var before = Int64(plane[first &- 2])
    for index in first..<plane.count {
      let older = older8(plane.span.extracting((index &- 8)..<(index &- 2)), weights)
      let sum = older &+ second &* before &+ newest &* last
      let sample = plane[index] &+ Int32(truncatingIfNeeded: sum &>> shift)
      plane[index] = sample
      (before, last) = (last, Int64(sample))
    }
  }

  private static func restore12(
    _ plane: inout MutableSpan<Int32>, _ coefficients: Span<Int32>, _ first: Int, _ shift: Int64
  ) {
    let weights = coefficients.extracting(0..<12)
    let (newest, second) = (Int64(weights[0]), Int64(weights[1]))
    var last = Int64(plane[first &- 1])
    var before = Int64(plane[first &- 2])
    for index in first..<plane.count {
      let older = older12(plane.span.extracting((index &- 12)..<(index &- 2)), weights)
      let sum = older &+ second &* before &+ newest &* last
      let sample = plane[index] &+ Int32(truncatingIfNeeded: sum &>> shift)
      plane[index] = sample
      (before, last) = (last, Int64(sample))
    }
  }

  private static func restore32(
    _ plane: inout MutableSpan<Int32>, _ coefficients: Span<Int32>, _ first: Int, _ shift: Int64
  ) {
    let weights = coefficients.extracting(0..<32)
    for index in first..<plane.count {
      let sum = all32(plane.span.extracting((index &- 32)..<index), weights)
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
