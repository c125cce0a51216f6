// Bound throughout: packets of more than 16,384 frames are refused.
// Holds throughout: the window is made for the samples before the call.

/// Finds the coefficients that a predictor starts a packet with.
struct PredictorDesign: Sendable {
  /// The highest order.
  static let highestOrder = 8
  /// The scale of the coefficients is 2 to this power, as in every known encoder.
  static let shift = 9

  private var window: [Double] = []
  /// The autocorrelation of the windowed signal for the lags 0…9.
  private var correlation = [10 of Double](repeating: 0)

  /// Allocates memory for packets of `frameLength` frames.
  init(frameLength: Int) { window.reserveCapacity(frameLength) }

  /// Analyses the first `count` samples of the signal, for later calls of ``predictor(order:)``.
  mutating func analyze(_ signal: [Int32], _ count: Int) {
    setWindow(count)
    correlation = Self.correlation(signal.span.extracting(0..<count), window.span)
  }

  private static func correlation(_ samples: Span<Int32>, _ shape: Span<Double>) -> [10 of Double] {
    let count = samples.count
    precondition(shape.count == count)
    var correlation = [10 of Double](repeating: 0)
    var history = SIMD8<Double>.zero
    var sums = SIMD8<Double>.zero
    var energy = 0.0
    var farthest = 0.0
    var beyond = 0.0
    for index in 0..<count {
      let sample = Double(samples[index]) * shape[index]
      energy += sample * sample
      sums += history * sample
      farthest += beyond * sample
      beyond = history[7]
      history = SIMD8(
        sample, history[0], history[1], history[2], history[3], history[4], history[5], history[6])
    }
    correlation[0] = energy
    for lag in 1...8 { correlation[lag] = sums[lag - 1] }
    correlation[9] = farthest
    return correlation
  }

  /// Sets the window to a parabola, after Welch.
  private mutating func setWindow(_ count: Int) {
    guard window.count != count else { return }
    window.removeAll(keepingCapacity: true)
    for index in 0..<count {
      let place = Double(2 * index - count + 1) / Double(count + 1)
      window.append(1 - place * place)
    }
  }

  /// Returns the predictor whose differences to its oldest sample predict the signal with the least error.
  ///
  /// The format predicts x[n] − b from x[n−1−j] − b, where b = x[n−1−order]. The covariances of these differences
  /// follow from the autocorrelation, and the normal equations are solved by Cholesky's decomposition.
  func predictor(order: Int) -> Predictor {
    var matrix = [64 of Double](repeating: 0)
    var right = [8 of Double](repeating: 0)
    let energy = correlation[0]
    for row in 0..<order {
      for column in 0...row {
        matrix[row * 8 + column] =
          correlation[row - column] - correlation[order - row] - correlation[order - column] + energy
      }
      right[row] = correlation[row + 1] - correlation[order - row] - correlation[order + 1] + energy
      matrix[row * 8 + row] += 1e-9 * (matrix[row * 8 + row] + energy) + 1e-3
    }
    guard Self.solve(&matrix, &right, order) else { return Self.usual(order: order) }
    var predictor = Predictor(order: order, shift: Self.shift)
    let scale = Double(1 << Self.shift)
    for tap in 0..<order {
      let scaled = (right[tap] * scale).rounded(.toNearestOrEven)
      guard abs(scaled) < 0x7000 else { return Self.usual(order: order) }
      predictor.coefficients[tap] = Int32(scaled)
    }
    return predictor
  }

  /// Solves the equations in place; `false` if the matrix is not positive definite.
  private static func solve(_ matrix: inout [64 of Double], _ right: inout [8 of Double], _ order: Int) -> Bool {
    for row in 0..<order {
      for column in 0...row {
        var sum = matrix[row * 8 + column]
        for inner in 0..<column { sum -= matrix[row * 8 + inner] * matrix[column * 8 + inner] }
        if row == column {
          guard sum > 0 else { return false }
          matrix[row * 8 + row] = sum.squareRoot()
        } else {
          matrix[row * 8 + column] = sum / matrix[column * 8 + column]
        }
      }
      for inner in 0..<row { right[row] -= matrix[row * 8 + inner] * right[inner] }
      right[row] /= matrix[row * 8 + row]
    }
    for row in stride(from: order - 1, through: 0, by: -1) {
      for inner in (row + 1)..<max(order, row + 1) { right[row] -= matrix[inner * 8 + row] * right[inner] }
      right[row] /= matrix[row * 8 + row]
    }
    return true
  }

  /// Returns the predictor with which the format's own encoder starts a stream: a predictor for music in general.
  static func usual(order: Int) -> Predictor {
    var predictor = Predictor(order: order, shift: shift)
    let sixteenth = Int32(1 << shift) / 16
    predictor.coefficients[0] = 38 * sixteenth
    predictor.coefficients[1] = -29 * sixteenth
    predictor.coefficients[2] = -2 * sixteenth
    return predictor
  }
}
