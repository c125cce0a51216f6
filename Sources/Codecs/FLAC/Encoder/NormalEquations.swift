/// The equations of the predictors with the least residual power, of every order at once.
///
/// The matrix of products is divided into triangular factors and pivots, L × D × Lᵀ. The factors of an order are part
/// of those of the next.
struct NormalEquations: Sendable {
  /// The distance from one row of a matrix to the next.
  static let width = StretchProducts.highestOrder + 1

  /// The sums of products (i, j), j ≤ i, of samples i and j places back; row 0 is the sample that is predicted.
  // Bound: a constant number of coefficients, here and below.
  var matrix = [Double](repeating: 0, count: width * width)
  /// The factor: coefficient `i` of a predictor is row and column `i`, from 0 on.
  // Bound: as above.
  private(set) var factor = [Double](repeating: 0, count: width * width)
  /// The pivot of each coefficient.
  // Bound: as above.
  private(set) var pivots = [Double](repeating: 0, count: width)
  /// The power that predictors of each order leave.
  // Bound: as above.
  private(set) var powers = [Double](repeating: 0, count: width)
  /// The solution before the upper factor is undone.
  // Bound: as above.
  private var solution = [Double](repeating: 0, count: width)
  /// The highest order that has a solution.
  private(set) var highestOrder = 0

  /// Solves the equations of the matrix for orders up to `order`, or up to the last solvable one.
  mutating func solve(order: Int) { highestOrder = factorize(order) }

  private mutating func factorize(_ order: Int) -> Int {
    // Taken out for a while: spans of two properties exclude one another.
    let (own, width) = (matrix, Self.width)
    var (takenFactor, takenPivots, takenSolution, takenPowers) = ([Double](), [Double](), [Double](), [Double]())
    swap(&takenFactor, &factor)
    swap(&takenPivots, &self.pivots)
    swap(&takenSolution, &self.solution)
    swap(&takenPowers, &self.powers)
    defer { (factor, self.pivots, self.solution, self.powers) = (takenFactor, takenPivots, takenSolution, takenPowers) }
    let matrix = own.span
    var rows = takenFactor.mutableSpan
    var pivots = takenPivots.mutableSpan
    var solution = takenSolution.mutableSpan
    var powers = takenPowers.mutableSpan
    var power = matrix[0]
    guard power > 0 else { return 0 }
    powers[0] = power
    // A row before its division by pivots.
    var row = InlineArray<12, Double>(repeating: 0)
    for place in 0..<order {
      let start = place &* width
      let source = (place &+ 1) &* width &+ 1
      let diagonal = matrix[source &+ place]
      // As much more as rounding errors may have taken, so that tones have solutions of every order.
      var pivot = diagonal + diagonal * 0x1p-48
      var wanted = matrix[source &- 1]
      for column in 0..<place {
        var sum = matrix[source &+ column]
        let before = column &* width
        for index in 0..<column { sum -= row[index] * rows[before &+ index] }
        row[column] = sum
        let part = sum / pivots[column]
        rows[start &+ column] = part
        pivot -= sum * part
        wanted -= sum * solution[column]
      }
      guard pivot > diagonal * 0x1p-50 else { return place }
      pivots[place] = pivot
      let value = wanted / pivot
      solution[place] = value
      // Powers below the rounding errors are unknown.
      power = max(power - wanted * value, matrix[0] * 0x1p-50)
      powers[place &+ 1] = power
    }
    return order
  }

  /// Copies the coefficients of an order to `coefficients`, the weight of the last sample first.
  func fill(_ coefficients: inout InlineArray<13, Double>, order: Int) {
    for place in (0..<order).reversed() {
      var sum = solution[place]
      for later in (place + 1)..<order { sum -= factor[later * Self.width + place] * coefficients[later] }
      coefficients[place] = sum
    }
  }
}
