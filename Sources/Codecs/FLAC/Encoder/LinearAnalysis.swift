/// Finds predictors of a block: window, autocorrelation, the recursion of Levinson and Durbin, quantisation.
struct LinearAnalysis: Sendable {
  /// The highest order that is tried.
  static let highestOrder = 12
  /// Lags that are summed up together.
  private static let lagCount = 16

  /// The windows for the usual block size, one after the other.
  private let windows: [Double]
  private let windowCount: Int
  private let blockSize: Int
  private var faded: [Double]
  // Bound: a constant number of lags.
  private var correlation = [Double](repeating: 0, count: lagCount)
  /// The coefficients of every order: order `n` begins at `(n - 1) × highestOrder`.
  // Bound: a constant number of coefficients.
  private var coefficients = [Double](repeating: 0, count: highestOrder * highestOrder)
  /// The power left at every order, summed over the block.
  /// Bound: a constant number of orders.
  private var errors = [Double](repeating: 0, count: highestOrder + 1)

  init(blockSize: Int, windowCount: Int) {
    self.blockSize = blockSize
    self.windowCount = windowCount
    windows = AnalysisWindow.all.prefix(windowCount).flatMap { window in
      (0..<blockSize).map { window.weight($0, of: blockSize) }
    }
    // Bound: 65,535 samples a block.
    faded = Array(repeating: 0, count: blockSize + Self.lagCount)
  }

  /// Analyses the first `count` samples after the zeros of a plane, and returns the highest order for which there are
  /// coefficients: 0 for silence.
  mutating func analyze(_ plane: [Int32], count: Int, window: Int, highestOrder: Int) -> Int {
    fade(plane, count, window)
    correlate(count, highestOrder: highestOrder)
    return recurse(highestOrder: min(highestOrder, count - 1))
  }

  private mutating func fade(_ plane: [Int32], _ count: Int, _ window: Int) {
    let samples = plane.span.extracting(LinearPrediction.leadCount..<(LinearPrediction.leadCount + count))
    if count == blockSize {
      Self.fade(samples, windows, from: window * blockSize, into: &faded)
    } else {
      let kind = AnalysisWindow.all[window]
      for index in samples.indices { faded[index] = Double(samples[index]) * kind.weight(index, of: count) }
    }
    for index in count..<(count + Self.lagCount) { faded[index] = 0 }
  }

  private static func fade(
    _ samples: Span<Int32>, _ windows: [Double], from start: Int, into faded: inout [Double]
  ) {
    let weights = windows.span.extracting(start..<(start + samples.count))
    var output = faded.mutableSpan
    for index in samples.indices { output[index] = Double(samples[index]) * weights[index] }
  }

  /// Computes the products of the block with itself, shifted by 0 to `highestOrder` samples or more.
  private mutating func correlate(_ count: Int, highestOrder: Int) {
    if highestOrder <= 8 {
      let (first, last) = Self.correlateFew(faded, count)
      for lag in 0..<8 { correlation[lag] = first[lag] }
      correlation[8] = last
      return
    }
    let (first, second) = Self.correlate(faded, count)
    for lag in 0..<8 {
      correlation[lag] = first[lag]
      correlation[lag + 8] = second[lag]
    }
  }

  /// Returns the first nine lags.
  private static func correlateFew(_ faded: [Double], _ count: Int) -> (SIMD8<Double>, Double) {
    let samples = faded.span
    var first = SIMD8<Double>()
    var last = 0.0
    for index in 0..<count {
      let part = samples.extracting(index..<(index &+ 9))
      let sample = part[0]
      first += sample * SIMD8(part[0], part[1], part[2], part[3], part[4], part[5], part[6], part[7])
      last += sample * part[8]
    }
    return (first, last)
  }

  private static func correlate(_ faded: [Double], _ count: Int) -> (SIMD8<Double>, SIMD8<Double>) {
    let samples = faded.span
    var (first, second) = (SIMD8<Double>(), SIMD8<Double>())
    for index in 0..<count {
      let part = samples.extracting(index..<(index &+ 16))
      let sample = part[0]
      let early = SIMD8(part[0], part[1], part[2], part[3], part[4], part[5], part[6], part[7])
      let late = SIMD8(part[8], part[9], part[10], part[11], part[12], part[13], part[14], part[15])
      first += sample * early
      second += sample * late
    }
    return (first, second)
  }

  /// Returns the recursion of Levinson and Durbin.
  private mutating func recurse(highestOrder: Int) -> Int {
    var error = correlation[0]
    errors[0] = error
    for order in 1..<(highestOrder + 1) {
      guard error > 0, error.isFinite else { return order - 1 }
      let before = (order - 2) * Self.highestOrder
      var sum = correlation[order]
      for index in 0..<(order - 1) { sum -= coefficients[before + index] * correlation[order - 1 - index] }
      let reflection = sum / error
      let base = (order - 1) * Self.highestOrder
      for index in 0..<(order - 1) {
        coefficients[base + index] =
          coefficients[before + index] - reflection * coefficients[before + order - 2 - index]
      }
      coefficients[base + order - 1] = reflection
      error *= 1 - reflection * reflection
      errors[order] = error
    }
    return highestOrder
  }

  /// Returns the bits of a block that a predictor of an order is likely to leave, but for a constant.
  func estimatedBitCount(order: Int, count: Int, coefficientBits: Int) -> Double {
    let power = max(errors[order] / Double(count), 0x1p-20)
    return Double(count - order) * 0.5 * Self.logarithm(power) + Double(order * coefficientBits)
  }

  /// Returns the logarithm to base 2 by exponent and series: the same on every machine.
  private static func logarithm(_ value: Double) -> Double {
    let ratio = (value.significand - 1.414) / (value.significand + 1.414)
    let square = ratio * ratio
    let series = 2 * ratio * (1 + square / 3 + square * square / 5 + square * square * square / 7)
    return Double(value.exponent) + 0.49978 + series * 1.4426950408889634
  }

  /// Fills a predictor with the coefficients of an order in so many bits; `false` if they are no use.
  func quantize(order: Int, precision: Int, into predictor: inout PredictorCoefficients) -> Bool {
    let base = (order - 1) * Self.highestOrder
    var largest = 0.0
    for index in 0..<order { largest = max(largest, abs(coefficients[base + index])) }
    guard largest > 0, largest.isFinite else { return false }
    let shift = min(15, precision - 2 - Int(largest.exponent))
    guard shift >= 0 else { return false }
    let scale = Double(1 << shift)
    let highest = Double(1 << (precision - 1)) - 1
    // The rounding error of one coefficient is added to the next.
    var rest = 0.0
    for index in 0..<order {
      let wanted = coefficients[base + index] * scale + rest
      let rounded = min(max(wanted.rounded(), -highest - 1), highest)
      rest = wanted - rounded
      predictor.values[index] = Int32(rounded)
    }
    for index in order..<32 { predictor.values[index] = 0 }
    predictor.order = order
    predictor.shift = shift
    predictor.precision = precision
    return true
  }
}
