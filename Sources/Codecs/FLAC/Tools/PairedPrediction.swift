/// Converts residuals to samples with predictors of more than four coefficients, two samples per step.
///
/// ```
/// samples   … far: up to 28, lanes of Double │ near: 4, in registers │ the pair
/// ```
/// Each sample waits for the previous one: for a product, a sum and a shift, in which the residual is already added to
/// the sum. All else runs beside that chain: the contributions of the far samples to both samples of a pair are known
/// before the near ones are. Their sums are whole numbers below 2^51 (28 products of 32 and 15 bits), which `Double`
/// holds exactly, and of which the smallest x86-64 multiplies two at once; of integers it multiplies one. Where
/// ``LinearPrediction/restorePlainly(_:_:from:)`` unrolled takes 15 cycles per sample at order 12, this takes 7.5.
package struct PairedPrediction: Sendable {
  /// The 32 samples before a stretch, then those of the stretch as they are made, each in both lanes: data stored and
  /// loaded in one piece need not wait for the cache.
  // Bound: a constant.
  private var history = [SIMD2<Double>](repeating: SIMD2(), count: lead + stretch)

  private static let lead = LinearPrediction.leadCount
  /// The number of samples that are made before the history is moved; a multiple of four.
  private static let stretch = 256

  package init() {}

  /// Adds predictions of order 5 to 32 to residuals in place; `plane` is as in ``LinearPrediction/restore(_:_:)``.
  package mutating func restore(_ plane: inout MutableSpan<Int32>, _ predictor: borrowing PredictorCoefficients) {
    let values = predictor.values.span
    switch predictor.order {
    case ...8: restore(&plane, predictor, with: FourFar(values, from: 0))
    case ...12: restore(&plane, predictor, with: EightFar(values, from: 0))
    default: restore(&plane, predictor, with: AllFar(values))
    }
  }

  private mutating func restore(
    _ plane: inout MutableSpan<Int32>, _ predictor: borrowing PredictorCoefficients, with far: some FarSamples
  ) {
    let first = Self.lead + predictor.order
    var near = NearSamples(plane.span, before: first, predictor)
    for place in 0..<Self.lead { history[place] = SIMD2(repeating: Double(plane[first - Self.lead + place])) }
    var past = history.mutableSpan
    var start = first
    while start < plane.count {
      let end = min(start + Self.stretch, plane.count)
      var part = plane._mutatingExtracting(start..<end)
      far.restore(&part, &near, &past)
      start += part.count & ~3
      if end == plane.count { break }
      for place in 0..<Self.lead { past[place] = past[place + Self.stretch] }
    }
    LinearPrediction.restorePlainly(&plane, predictor, from: start)
  }
}

/// The near samples and their weights, the nearest first.
private struct NearSamples: BitwiseCopyable {
  var weights: (Int64, Int64, Int64, Int64, Int64)
  var shift: Int64
  var samples: (Int64, Int64, Int64, Int64)

  init(_ plane: Span<Int32>, before first: Int, _ predictor: borrowing PredictorCoefficients) {
    let values = predictor.values.span
    func weight(_ place: Int) -> Int64 { Int64(values[place]) }
    func sample(_ back: Int) -> Int64 { Int64(plane[first - back]) }
    weights = (weight(0), weight(1), weight(2), weight(3), weight(4))
    shift = Int64(predictor.shift)
    samples = (sample(1), sample(2), sample(3), sample(4))
  }
}

/// The weights of a predictor's far samples.
private protocol FarSamples {
  /// Returns the contributions of the samples to both samples of a pair. `past` are 28, the newest last.
  func sums(_ past: Span<SIMD2<Double>>) -> SIMD2<Double>
}

/// An addend that leaves an integer below 2^51 in the lowest bits of the significand; sums stay exact.
private let rounder = 0x1.8p52

/// Predictors of order 5 to 8.
private struct FourFar: FarSamples, BitwiseCopyable {
  /// The weights of each sample, the nearest first, in the first and in the second sample of a pair.
  let weights: (SIMD2<Double>, SIMD2<Double>, SIMD2<Double>, SIMD2<Double>)

  /// Stores the weights of the four far samples after the first `start`.
  init(_ values: Span<Int32>, from start: Int) {
    func weight(_ place: Int) -> SIMD2<Double> {
      let place = 4 + start + place
      return SIMD2(Double(values[place]), place < 31 ? Double(values[place + 1]) : 0)
    }
    weights = (weight(0), weight(1), weight(2), weight(3))
  }

  /// Returns the weighted sums for four samples; `past` ends with the newest sample.
  @inline(__always)
  func sums(ofFour past: Span<SIMD2<Double>>) -> SIMD2<Double> {
    let (newest, third): (SIMD2<Double>, SIMD2<Double>) = (past[3] * weights.0, past[2] * weights.1)
    let (second, oldest): (SIMD2<Double>, SIMD2<Double>) = (past[1] * weights.2, past[0] * weights.3)
    return oldest + second + third + newest
  }

  @inline(__always)
  func sums(_ past: Span<SIMD2<Double>>) -> SIMD2<Double> { sums(ofFour: past.extracting(24..<28)) }
}

/// Predictors of order 9 to 12.
private struct EightFar: FarSamples, BitwiseCopyable {
  let late: FourFar
  let early: FourFar

  init(_ values: Span<Int32>, from start: Int) {
    late = FourFar(values, from: start)
    early = FourFar(values, from: start + 4)
  }

  @inline(__always)
  func sums(_ past: Span<SIMD2<Double>>) -> SIMD2<Double> {
    early.sums(ofFour: past.extracting(20..<24)) + late.sums(ofFour: past.extracting(24..<28))
  }
}

/// Predictors of any order.
private struct AllFar: FarSamples, BitwiseCopyable {
  let groups: (FourFar, FourFar, FourFar, FourFar, FourFar, FourFar, FourFar)

  init(_ values: Span<Int32>) {
    func group(_ number: Int) -> FourFar { FourFar(values, from: 4 * number) }
    groups = (group(0), group(1), group(2), group(3), group(4), group(5), group(6))
  }

  @inline(__always)
  func sums(_ past: Span<SIMD2<Double>>) -> SIMD2<Double> {
    let first = groups.6.sums(ofFour: past.extracting(0..<4)) + groups.5.sums(ofFour: past.extracting(4..<8))
    let second = groups.4.sums(ofFour: past.extracting(8..<12)) + groups.3.sums(ofFour: past.extracting(12..<16))
    let third = groups.2.sums(ofFour: past.extracting(16..<20)) + groups.1.sums(ofFour: past.extracting(20..<24))
    return (first + second) + (third + groups.0.sums(ofFour: past.extracting(24..<28)))
  }
}

extension FarSamples {
  /// Computes the samples of a stretch; their number is a multiple of four. `history` holds the 32 samples before it,
  /// and is updated.
  fileprivate func restore(
    _ part: inout MutableSpan<Int32>, _ near: inout NearSamples, _ history: inout MutableSpan<SIMD2<Double>>
  ) {
    var local = near
    var index = 0
    while index <= part.count &- 4 {
      var four = part._mutatingExtracting(index..<(index &+ 4))
      var past = history._mutatingExtracting(index..<(index &+ 36))
      step(&four, &past, at: 0, &local)
      step(&four, &past, at: 2, &local)
      index &+= 4
    }
    near = local
  }

  /// Computes the samples `place` and `place + 1`, whose past begins at `place` in `history`.
  @inline(__always)
  private func step(
    _ samples: inout MutableSpan<Int32>, _ history: inout MutableSpan<SIMD2<Double>>, at place: Int,
    _ near: inout NearSamples
  ) {
    let shift = near.shift
    let base = SIMD2(repeating: Int64(bitPattern: rounder.bitPattern))
    let sums = (sums(history.span.extracting(place..<(place &+ 28))) + SIMD2(repeating: rounder)).bits &- base
    var first = sums[0] &+ Int64(samples[place]) &<< shift
    var second = sums[1] &+ Int64(samples[place &+ 1]) &<< shift
    let (s1, s2, s3, s4) = near.samples
    first = first &+ near.weights.3 &* s4 &+ near.weights.2 &* s3 &+ near.weights.1 &* s2
    second = second &+ near.weights.4 &* s4 &+ near.weights.3 &* s3 &+ near.weights.2 &* s2 &+ near.weights.1 &* s1
    let x = (first &+ near.weights.0 &* s1) &>> shift
    let y = (second &+ near.weights.0 &* x) &>> shift
    samples[place] = Int32(truncatingIfNeeded: x)
    samples[place &+ 1] = Int32(truncatingIfNeeded: y)
    history[place &+ 32] = SIMD2(repeating: Double(Int32(truncatingIfNeeded: x)))
    history[place &+ 33] = SIMD2(repeating: Double(Int32(truncatingIfNeeded: y)))
    near.samples = (y, x, s1, s2)
  }
}
