/// Converts a predictor's coefficients to integers with the number of bits that gives the shortest code.
///
/// Coefficients are rounded one after the other, each so as to make up for those that are rounded already, which is the
/// search for the nearest point of a lattice plane by plane. If samples follow from one another far better than
/// coefficients of the fewest bits can tell, the lattice's basis is reduced before (Lenstra, Lenstra and Lovász): whole
/// combinations of delayed samples that are small in power take the place of the samples.
struct CoefficientRounding: Sendable {
  private static let width = NormalEquations.width

  /// The whole numbers of each vector of the basis, a row each.
  private var basis = InlineArray<169, Double>(repeating: 0)
  /// The share of each earlier vector in each vector.
  private var shares = InlineArray<169, Double>(repeating: 0)
  /// The power of the part of each vector that is orthogonal to the earlier vectors.
  private var pivots = InlineArray<13, Double>(repeating: 0)
  /// The predictor in terms of the basis.
  private var places = InlineArray<13, Double>(repeating: 0)
  /// The change of each place by rounding.
  private var changes = InlineArray<13, Double>(repeating: 0)
  private var rounded = InlineArray<13, Double>(repeating: 0)

  /// Fills a predictor of an order; `false` if its coefficients are unusable.
  ///
  /// - Parameter count: The number of samples whose power the equations are of.
  mutating func fill(
    _ predictor: inout PredictorCoefficients, order: Int, count: Int, from equations: borrowing NormalEquations
  ) -> Bool {
    equations.fill(&places, order: order)
    var largest = 0.0
    for place in 0..<order { largest = max(largest, abs(places[place])) }
    // Fifteen bits after the point, of which the largest coefficient needs two, and as many before it.
    guard largest >= 0x1p-14, largest < 0x1p13 else { return false }
    for row in 0..<order {
      for column in 0..<order { basis[row * Self.width + column] = row == column ? 1 : 0 }
      for column in 0..<row { shares[row * Self.width + column] = equations.factor[row * Self.width + column] }
      pivots[row] = equations.pivots[row]
    }
    if loss(order) > Self.highestLoss { reduce(order) }
    let whole = Int(largest.exponent) + 2
    var shift = shift(order, count, whole: whole, power: equations.powers[order])
    while shift >= 0 {
      let precision = round(order, shift: shift)
      if precision <= 15 {
        for place in 0..<32 { predictor.values[place] = place < order ? Int32(rounded[place]) : 0 }
        (predictor.order, predictor.shift, predictor.precision) = (order, shift, precision)
        return true
      }
      shift -= 1
    }
    return false
  }

  /// Returns the number of bits that all coefficients need in addition to those needed if all pivots were equal.
  private func loss(_ order: Int) -> Double {
    var (sum, logarithms) = (0.0, 0.0)
    for place in 0..<order {
      sum += pivots[place]
      logarithms += LinearAnalysis.logarithm(pivots[place])
    }
    return 0.5 * (Double(order) * LinearAnalysis.logarithm(sum / Double(order)) - logarithms)
  }

  /// The loss that is worth the time of reducing the basis; for noise-like signals it is almost 0.
  private static let highestLoss = 60.0

  /// Returns the number of bits after the point that costs least: what rounding adds to the power costs bits of
  /// residuals.
  private func shift(_ order: Int, _ count: Int, whole: Int, power: Double) -> Int {
    var sum = 0.0
    for place in 0..<order { sum += pivots[place] }
    let added = sum / (12 * power)
    var best = (shift: -1, bits: Double.infinity)
    for shift in max(0, 3 - whole)...max(0, min(15, 15 - whole)) {
      let step = 1 / Double(1 << shift)
      let bits =
        0.5 * Double(count) * LinearAnalysis.logarithm(1 + added * step * step) + Double(order * (shift + whole))
      if bits < best.bits { best = (shift, bits) }
    }
    return best.shift
  }

  /// Rounds coefficients to the given number of fractional bits, and returns the number of bits of the largest one.
  private mutating func round(_ order: Int, shift: Int) -> Int {
    let scale = Double(1 << shift)
    for column in 0..<order { rounded[column] = 0 }
    for place in (0..<order).reversed() {
      var wanted = places[place]
      for later in (place + 1)..<order { wanted -= shares[later * Self.width + place] * changes[later] }
      let number = Self.nearest(wanted * scale)
      changes[place] = number / scale - places[place]
      guard number != 0 else { continue }
      for column in 0..<order { rounded[column] += number * basis[place * Self.width + column] }
    }
    var precision = 2
    for column in 0..<order {
      let value = rounded[column]
      // Of an ill-conditioned basis a number may be anything, and no number at all.
      guard value >= -0x1p14, value < 0x1p14 else { return 16 }
      while value >= Double(1 << (precision - 1)) || value < -Double(1 << (precision - 1)) { precision += 1 }
    }
    return precision
  }

  /// Returns the nearest whole number of one below 2^51.
  @inline(__always)
  private static func nearest(_ value: Double) -> Double { (value + 0x1.8p52) - 0x1.8p52 }

  /// Reduces the basis.
  private mutating func reduce(_ order: Int) {
    var row = 1
    var stepCount = 0
    // In practice some thirty steps; the bound is for numbers that rounding errors rule.
    while row < order, stepCount < 200 {
      stepCount += 1
      for earlier in (0..<row).reversed() { shorten(row, by: earlier) }
      let share = shares[row &* Self.width &+ row &- 1]
      if pivots[row] >= (0.75 - share * share) * pivots[row &- 1] {
        row += 1
      } else {
        exchange(row, order)
        row = max(row - 1, 1)
      }
    }
  }

  /// Subtracts the largest integer multiple of an earlier vector from a vector.
  @inline(__always)
  private mutating func shorten(_ row: Int, by earlier: Int) {
    let (start, other) = (row &* Self.width, earlier &* Self.width)
    let number = Self.nearest(shares[start &+ earlier])
    guard number != 0 else { return }
    for column in 0..<(Self.width &- 1) { basis[start &+ column] -= number * basis[other &+ column] }
    for column in 0..<earlier { shares[start &+ column] -= number * shares[other &+ column] }
    shares[start &+ earlier] -= number
    places[earlier] += number * places[row]
  }

  /// Exchanges a vector with the previous one.
  private mutating func exchange(_ row: Int, _ order: Int) {
    let (upper, lower) = ((row &- 1) &* Self.width, row &* Self.width)
    let share = shares[lower &+ row &- 1]
    let power = pivots[row] + share * share * pivots[row &- 1]
    let newShare = share * pivots[row &- 1] / power
    shares[lower &+ row &- 1] = newShare
    pivots[row] *= pivots[row &- 1] / power
    pivots[row &- 1] = power
    for column in 0..<(Self.width &- 1) { basis.swapAt(upper &+ column, lower &+ column) }
    for column in 0..<(row &- 1) { shares.swapAt(upper &+ column, lower &+ column) }
    places.swapAt(row &- 1, row)
    for later in (row &+ 1)..<order {
      let start = later &* Self.width &+ row
      let own = shares[start]
      shares[start] = shares[start &- 1] - share * own
      shares[start &- 1] = own + newShare * shares[start]
    }
  }
}
