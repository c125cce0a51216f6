/// The samples of one channel of a block.
struct SampleRun: BitwiseCopyable {
  var count: Int
  /// The number of bits of a sample.
  var width: Int
  /// The number of bits of the largest residual.
  var usedWidth: Int
}

/// Computes the residuals of predictions.
enum ResidualMaking {
  /// Computes the residuals of a linear predictor, from index `order` on; returns `false` if one does not fit 32
  /// bits.
  ///
  /// - Parameter plane: The samples of the run after ``LinearPrediction/leadCount`` zeros.
  static func linear(
    _ plane: [Int32], _ run: SampleRun, _ predictor: borrowing PredictorCoefficients, into residuals: inout [Int32]
  ) -> Bool {
    let samples = plane.span.extracting(0..<(LinearPrediction.leadCount + run.count))
    var all = residuals.mutableSpan
    var output = all._mutatingExtracting(0..<run.count)
    switch (predictor.order, predictor.fitsWord(sampleWidth: run.usedWidth)) {
    case (...4, true): make4(samples, predictor, &output)
    case (...8, true): make8(samples, predictor, &output)
    case (_, true): make12(samples, predictor, &output)
    case (...4, false): return makeWide4(samples, predictor, &output)
    case (...8, false): return makeWide8(samples, predictor, &output)
    default: return makeWide12(samples, predictor, &output)
    }
    return true
  }

  /// Computes the differences of an order, from index `order` on; returns `false` if one does not fit 32 bits.
  ///
  /// - Parameter plane: The samples of the run after ``LinearPrediction/leadCount`` zeros.
  static func fixed(_ plane: [Int32], _ run: SampleRun, order: Int, into residuals: inout [Int32]) -> Bool {
    let lead = LinearPrediction.leadCount
    let samples = plane.span.extracting(lead..<(lead + run.count))
    let weights = FixedPrediction.weights[order]
    var output = residuals.mutableSpan
    guard run.width + order > 31 else {
      difference(samples, order, &output)
      return true
    }
    var fits = true
    for index in order..<run.count {
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
    _ samples: Span<Int32>, _ predictor: borrowing PredictorCoefficients, _ output: inout MutableSpan<Int32>
  ) {
    let weights = predictor.values.span.extracting(0..<4)
    let shift = Int32(predictor.shift)
    let lead = LinearPrediction.leadCount
    for index in predictor.order..<output.count {
      let place = lead &+ index
      let sum: Int32 = LinearPrediction.sum4(samples.extracting((place &- 4)..<place), weights)
      output[index] = samples[place] &- (sum &>> shift)
    }
  }

  private static func make8(
    _ samples: Span<Int32>, _ predictor: borrowing PredictorCoefficients, _ output: inout MutableSpan<Int32>
  ) {
    let weights = predictor.values.span.extracting(0..<8)
    let shift = Int32(predictor.shift)
    let lead = LinearPrediction.leadCount
    for index in predictor.order..<output.count {
      let place = lead &+ index
      let sum: Int32 = LinearPrediction.sum8(samples.extracting((place &- 8)..<place), weights)
      output[index] = samples[place] &- (sum &>> shift)
    }
  }

  private static func make12(
    _ samples: Span<Int32>, _ predictor: borrowing PredictorCoefficients, _ output: inout MutableSpan<Int32>
  ) {
    let weights = predictor.values.span.extracting(0..<12)
    let shift = Int32(predictor.shift)
    let lead = LinearPrediction.leadCount
    for index in predictor.order..<output.count {
      let place = lead &+ index
      let sum: Int32 = LinearPrediction.sum12(samples.extracting((place &- 12)..<place), weights)
      output[index] = samples[place] &- (sum &>> shift)
    }
  }

  private static func makeWide4(
    _ samples: Span<Int32>, _ predictor: borrowing PredictorCoefficients, _ output: inout MutableSpan<Int32>
  ) -> Bool {
    let weights = predictor.values.span.extracting(0..<4)
    let shift = Int64(predictor.shift)
    let lead = LinearPrediction.leadCount
    var fits = true
    for index in predictor.order..<output.count {
      let place = lead &+ index
      let sum: Int64 = LinearPrediction.sum4(samples.extracting((place &- 4)..<place), weights)
      let value = Int64(samples[place]) &- (sum &>> shift)
      output[index] = Int32(truncatingIfNeeded: value)
      fits = fits && value > Int64(Int32.min) && value <= Int64(Int32.max)
    }
    return fits
  }

  private static func makeWide8(
    _ samples: Span<Int32>, _ predictor: borrowing PredictorCoefficients, _ output: inout MutableSpan<Int32>
  ) -> Bool {
    let weights = predictor.values.span.extracting(0..<8)
    let shift = Int64(predictor.shift)
    let lead = LinearPrediction.leadCount
    var fits = true
    for index in predictor.order..<output.count {
      let place = lead &+ index
      let sum: Int64 = LinearPrediction.sum8(samples.extracting((place &- 8)..<place), weights)
      let value = Int64(samples[place]) &- (sum &>> shift)
      output[index] = Int32(truncatingIfNeeded: value)
      fits = fits && value > Int64(Int32.min) && value <= Int64(Int32.max)
    }
    return fits
  }

  private static func makeWide12(
    _ samples: Span<Int32>, _ predictor: borrowing PredictorCoefficients, _ output: inout MutableSpan<Int32>
  ) -> Bool {
    let weights = predictor.values.span.extracting(0..<12)
    let shift = Int64(predictor.shift)
    let lead = LinearPrediction.leadCount
    var fits = true
    for index in predictor.order..<output.count {
      let place = lead &+ index
      let sum: Int64 = LinearPrediction.sum12(samples.extracting((place &- 12)..<place), weights)
      let value = Int64(samples[place]) &- (sum &>> shift)
      output[index] = Int32(truncatingIfNeeded: value)
      fits = fits && value > Int64(Int32.min) && value <= Int64(Int32.max)
    }
    return fits
  }
}
