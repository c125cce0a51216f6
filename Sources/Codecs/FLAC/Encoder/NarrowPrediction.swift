/// Computes the residuals of samples of at most 16 bits, four at a time.
///
/// Eight products of 16 bits, summed up in pairs, are one instruction of every processor of x86-64; the smallest
/// processors multiply only two pairs of 32 bits at once, and unsigned.
package enum NarrowPrediction {
  /// The highest order of a predictor.
  package static let highestOrder = 16

  /// Copies samples that fit 16 bits.
  static func narrow(_ samples: Span<Int32>, into narrow: inout MutableSpan<Int16>) {
    for index in samples.indices { narrow[index] = Int16(truncatingIfNeeded: samples[index]) }
  }

  /// Computes the residuals of a run from index `order` on; returns `false` if its samples, or sums of them, are too
  /// large for this method.
  ///
  /// - Parameter plane: The samples after ``LinearPrediction/leadCount`` zeros, if they fit 16 bits.
  static func makeResiduals(
    _ plane: [Int16], _ run: SampleRun, _ predictor: borrowing PredictorCoefficients, into residuals: inout [Int32]
  ) -> Bool {
    guard run.usedWidth <= 16, predictor.order <= highestOrder, predictor.fitsWord(sampleWidth: run.usedWidth) else {
      return false
    }
    var all = residuals.mutableSpan
    var output = all._mutatingExtracting(0..<run.count)
    makeResiduals(plane.span.extracting(0..<(LinearPrediction.leadCount + run.count)), predictor, into: &output)
    return true
  }

  /// Computes the residuals from index `order` on. No sum of products exceeds 32 bits.
  ///
  /// - Parameter samples: Begins ``LinearPrediction/leadCount`` zeros before the first.
  package static func makeResiduals(
    _ samples: Span<Int16>, _ predictor: borrowing PredictorCoefficients, into output: inout MutableSpan<Int32>
  ) {
    if predictor.order <= 8 {
      make(samples, predictor, Weights<Near>(predictor), into: &output)
    } else {
      make(samples, predictor, Weights<NearAndFar>(predictor), into: &output)
    }
  }

  private static func make<Reach: PredictionReach>(
    _ samples: Span<Int16>, _ predictor: borrowing PredictorCoefficients, _ weights: Weights<Reach>,
    into output: inout MutableSpan<Int32>
  ) {
    let shift = Int32(predictor.shift)
    let lead = LinearPrediction.leadCount
    var index = predictor.order
    while index <= output.count &- 4 {
      let place = lead &+ index
      let part = samples.extracting((place &- 16)..<(place &+ 4))
      let first = weights.sums(part.extracting(0..<16), part.extracting(1..<17))
      let second = weights.sums(part.extracting(2..<18), part.extracting(3..<19))
      let all = SIMD8(lowHalf: first, highHalf: second)
      let predictions = (all.evenHalf &+ all.oddHalf) &>> SIMD4(repeating: shift)
      let current = SIMD4(Int32(part[16]), Int32(part[17]), Int32(part[18]), Int32(part[19]))
      let residuals = current &- predictions
      var four = output._mutatingExtracting(index..<(index &+ 4))
      for lane in 0..<4 { four[lane] = residuals[lane] }
      index &+= 4
    }
    let values = predictor.values.span
    while index < output.count {
      let place = lead &+ index
      var sum: Int32 = 0
      for back in 0..<predictor.order { sum &+= Int32(samples[place &- 1 &- back]) &* values[back] }
      output[index] = Int32(samples[place]) &- sum &>> shift
      index &+= 1
    }
  }
}

/// A choice of the samples that a predictor looks at.
private protocol PredictionReach {
  /// True for samples further back than the last eight.
  static var isFar: Bool { get }
}

/// The last eight samples.
private enum Near: PredictionReach {
  static var isFar: Bool { false }
}

/// The last sixteen samples.
private enum NearAndFar: PredictionReach {
  static var isFar: Bool { true }
}

/// The coefficients of a predictor, the oldest first.
private struct Weights<Reach: PredictionReach> {
  private var near: SIMD8<Int16>
  private var far: SIMD8<Int16>

  init(_ predictor: borrowing PredictorCoefficients) {
    var (near, far) = (SIMD8<Int16>.zero, SIMD8<Int16>.zero)
    for lane in 0..<8 {
      near[7 - lane] = Int16(truncatingIfNeeded: predictor.values[lane])
      far[7 - lane] = Int16(truncatingIfNeeded: predictor.values[lane + 8])
    }
    (self.near, self.far) = (near, far)
  }

  /// Returns the predictions after two times sixteen samples, each in two summands.
  @inline(__always)
  func sums(_ first: Span<Int16>, _ second: Span<Int16>) -> SIMD4<Int32> {
    let both = SIMD8(lowHalf: sums(first), highHalf: sums(second))
    return both.evenHalf &+ both.oddHalf
  }

  /// Returns the sums of the products in pairs.
  @inline(__always)
  private func sums(_ past: Span<Int16>) -> SIMD4<Int32> {
    let sums = Self.sums(past.extracting(8..<16), near)
    return Reach.isFar ? sums &+ Self.sums(past.extracting(0..<8), far) : sums
  }

  @inline(__always)
  private static func sums(_ past: Span<Int16>, _ weights: SIMD8<Int16>) -> SIMD4<Int32> {
    let samples = SIMD8(past[0], past[1], past[2], past[3], past[4], past[5], past[6], past[7])
    let products = wide(samples) &* wide(weights)
    return products.evenHalf &+ products.oddHalf
  }

  @inline(__always)
  private static func wide(_ numbers: SIMD8<Int16>) -> SIMD8<Int32> {
    func lane(_ index: Int) -> Int32 { Int32(numbers[index]) }
    return SIMD8(lane(0), lane(1), lane(2), lane(3), lane(4), lane(5), lane(6), lane(7))
  }
}
