/// What predictions leave.
enum ResidualMaking {
  /// The residuals of a linear predictor, from index `order` on; `false` where one does not fit 32 bits.
  ///
  /// - Parameter plane: Samples behind ``LinearPrediction/leadCount`` zeros.
  static func linear(
    _ plane: [Int32], count: Int, width: Int, _ predictor: borrowing PredictorCoefficients,
    into residuals: inout [Int32]
  ) -> Bool {
    let samples = plane.span.extracting(0..<(LinearPrediction.leadCount + count))
    var all = residuals.mutableSpan
    var output = all._mutatingExtracting(0..<count)
    let narrow = predictor.fitsWord(sampleWidth: width)
    let span = predictor.values.span
    let order = predictor.order
    switch (order, narrow) {
    case (...4, true): make4(samples, span, order, Int32(predictor.shift), &output)
    case (...8, true): make8(samples, span, order, Int32(predictor.shift), &output)
    case (_, true): make12(samples, span, order, Int32(predictor.shift), &output)
    case (...4, false): return makeWide4(samples, span, order, Int64(predictor.shift), &output)
    case (...8, false): return makeWide8(samples, span, order, Int64(predictor.shift), &output)
    default: return makeWide12(samples, span, order, Int64(predictor.shift), &output)
    }
    return true
  }

  /// The differences of an order, from index `order` on; `false` where one does not fit 32 bits.
  static func fixed(_ plane: [Int32], count: Int, width: Int, order: Int, into residuals: inout [Int32]) -> Bool {
    let lead = LinearPrediction.leadCount
    let samples = plane.span.extracting(lead..<(lead + count))
    let weights = FixedPrediction.weights[order]
    var output = residuals.mutableSpan
    guard width + order > 31 else {
      difference(samples, order, &output)
      return true
    }
    var fits = true
    for index in order..<count {
      var value = Int64(samples[index])
      for place in 0..<order { value -= weights[place] * Int64(samples[index - 1 - place]) }
      output[index] = Int32(truncatingIfNeeded: value)
      fits = fits && value > Int64(Int32.min) && value <= Int64(Int32.max)
    }
    return fits
  }

  private static func difference(_ samples: Span<Int32>, _ order: Int, _ output: inout MutableSpan<Int32>) {
    switch order {
    case 0: for index in samples.indices { output[index] = samples[index] }
    case 1:
      for index in 1..<max(1, samples.count) { output[index] = samples[index] &- samples[index &- 1] }
    case 2:
      for index in 2..<max(2, samples.count) {
        let past = samples.extracting((index &- 2)..<(index &+ 1))
        output[index] = past[2] &- 2 &* past[1] &+ past[0]
      }
    case 3:
      for index in 3..<max(3, samples.count) {
        let past = samples.extracting((index &- 3)..<(index &+ 1))
        output[index] = past[3] &- past[0] &- 3 &* (past[2] &- past[1])
      }
    default:
      for index in 4..<max(4, samples.count) {
        let past = samples.extracting((index &- 4)..<(index &+ 1))
        output[index] = past[4] &+ past[0] &- 4 &* (past[3] &+ past[1]) &+ 6 &* past[2]
      }
    }
  }

  private static func make4(
    _ samples: Span<Int32>, _ coefficients: Span<Int32>, _ order: Int, _ shift: Int32,
    _ output: inout MutableSpan<Int32>
  ) {
    let weights = coefficients.extracting(0..<4)
    let lead = LinearPrediction.leadCount
    for index in order..<output.count {
      let place = lead &+ index
      let sum: Int32 = LinearPrediction.sum4(samples.extracting((place &- 4)..<place), weights)
      output[index] = samples[place] &- (sum &>> shift)
    }
  }

  private static func make8(
    _ samples: Span<Int32>, _ coefficients: Span<Int32>, _ order: Int, _ shift: Int32,
    _ output: inout MutableSpan<Int32>
  ) {
    let weights = coefficients.extracting(0..<8)
    let lead = LinearPrediction.leadCount
    for index in order..<output.count {
      let place = lead &+ index
      let sum: Int32 = LinearPrediction.sum8(samples.extracting((place &- 8)..<place), weights)
      output[index] = samples[place] &- (sum &>> shift)
    }
  }

  private static func make12(
    _ samples: Span<Int32>, _ coefficients: Span<Int32>, _ order: Int, _ shift: Int32,
    _ output: inout MutableSpan<Int32>
  ) {
    let weights = coefficients.extracting(0..<12)
    let lead = LinearPrediction.leadCount
    for index in order..<output.count {
      let place = lead &+ index
      let sum: Int32 = LinearPrediction.sum12(samples.extracting((place &- 12)..<place), weights)
      output[index] = samples[place] &- (sum &>> shift)
    }
  }

  private static func makeWide4(
    _ samples: Span<Int32>, _ coefficients: Span<Int32>, _ order: Int, _ shift: Int64,
    _ output: inout MutableSpan<Int32>
  ) -> Bool {
    let weights = coefficients.extracting(0..<4)
    let lead = LinearPrediction.leadCount
    var fits = true
    for index in order..<output.count {
      let place = lead &+ index
      let sum: Int64 = LinearPrediction.sum4(samples.extracting((place &- 4)..<place), weights)
      let value = Int64(samples[place]) &- (sum &>> shift)
      output[index] = Int32(truncatingIfNeeded: value)
      fits = fits && value > Int64(Int32.min) && value <= Int64(Int32.max)
    }
    return fits
  }

  private static func makeWide8(
    _ samples: Span<Int32>, _ coefficients: Span<Int32>, _ order: Int, _ shift: Int64,
    _ output: inout MutableSpan<Int32>
  ) -> Bool {
    let weights = coefficients.extracting(0..<8)
    let lead = LinearPrediction.leadCount
    var fits = true
    for index in order..<output.count {
      let place = lead &+ index
      let sum: Int64 = LinearPrediction.sum8(samples.extracting((place &- 8)..<place), weights)
      let value = Int64(samples[place]) &- (sum &>> shift)
      output[index] = Int32(truncatingIfNeeded: value)
      fits = fits && value > Int64(Int32.min) && value <= Int64(Int32.max)
    }
    return fits
  }

  private static func makeWide12(
    _ samples: Span<Int32>, _ coefficients: Span<Int32>, _ order: Int, _ shift: Int64,
    _ output: inout MutableSpan<Int32>
  ) -> Bool {
    let weights = coefficients.extracting(0..<12)
    let lead = LinearPrediction.leadCount
    var fits = true
    for index in order..<output.count {
      let place = lead &+ index
      let sum: Int64 = LinearPrediction.sum12(samples.extracting((place &- 12)..<place), weights)
      let value = Int64(samples[place]) &- (sum &>> shift)
      output[index] = Int32(truncatingIfNeeded: value)
      fits = fits && value > Int64(Int32.min) && value <= Int64(Int32.max)
    }
    return fits
  }
}
