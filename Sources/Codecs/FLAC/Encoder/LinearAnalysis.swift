/// Finds the predictor of a block with the shortest residual: an estimate of its bits, and the equations of its
/// coefficients.
///
/// A stretch of the block costs as many bits per sample as the logarithm of its power states, so that the best
/// predictor is that of least power where each stretch is weighted by the inverse of what is left of it: a few rounds
/// of weighting and solving come close.
struct LinearAnalysis: Sendable {
  /// The number of bits of a block by the power that predictors leave.
  struct Estimate: Sendable {
    /// The best difference.
    var fixedOrder = 0
    var fixedBitCount = 0
    /// The best linear predictor, 0 if there is none.
    var order = 0
    var bitCount = Int.max
    /// The fewest bits of all.
    var leastBitCount: Int { min(fixedBitCount, bitCount) }
  }

  private var products: StretchProducts
  /// 1 and the negative coefficients of a predictor.
  // Bound: a constant number of coefficients.
  private var weights = [Double](repeating: 0, count: StretchProducts.highestOrder + 1)
  private var coefficients = InlineArray<13, Double>(repeating: 0)
  /// The inverse of each stretch's number of samples, 0 if it has none.
  private var inverses = SIMD8<Double>()

  init(blockSize: Int) { products = StretchProducts(blockSize: blockSize) }

  /// Analyses `count` samples of `width` bits after the zeros of a plane. Holds: more than 16.
  mutating func analyze(
    _ plane: [Int32], _ run: (count: Int, width: Int), _ tuning: EncoderTuning, into equations: inout NormalEquations
  ) -> Estimate {
    let (count, width) = run
    products.update(plane, count: count, order: tuning.highestOrder)
    for stretch in 0..<StretchProducts.stretchCount {
      inverses[stretch] = products.lengths[stretch] > 0 ? 1 / products.lengths[stretch] : 0
    }
    var estimate = Estimate()
    var powers = chooseFixed(count, width, &estimate)
    for round in 1...tuning.roundCount {
      products.add(1 / (powers + Self.floor), order: tuning.highestOrder, into: &equations.matrix)
      equations.solve(order: tuning.highestOrder)
      guard equations.highestOrder > 0 else { return estimate }
      let isLast = round == tuning.roundCount
      let order = isLast ? Self.order(equations, count, width) : equations.highestOrder
      equations.fill(&coefficients, order: order)
      for place in 0..<order { weights[place + 1] = -coefficients[place] }
      powers = products.remainder(weights.span, order: order) * inverses
      if isLast {
        // Predictions are rounded down, which differences are not.
        let bits = bitCount(powers + Self.third, count)
        (estimate.order, estimate.bitCount) = (order, Int(bits) + 9 + order * (width + Self.usualPrecision))
      }
    }
    return estimate
  }

  /// Chooses the best difference, and returns the power per sample that remains in each stretch.
  private mutating func chooseFixed(_ count: Int, _ width: Int, _ estimate: inout Estimate) -> SIMD8<Double> {
    var best = SIMD8<Double>()
    weights[0] = 1
    for order in 0...4 {
      for place in 0..<order { weights[place + 1] = -Double(FixedPrediction.weights[order][place]) }
      let powers = products.remainder(weights.span, order: order) * inverses
      let bits = Int(bitCount(powers, count)) + order * width
      guard order == 0 || bits < estimate.fixedBitCount else { continue }
      (estimate.fixedOrder, estimate.fixedBitCount) = (order, bits)
      best = powers
    }
    return best
  }

  /// Returns the order that is likely to give the shortest residual.
  ///
  /// Coefficients of the most bits that they may have still add some power, the less the more of them there are to make
  /// up for one another: that counts where samples follow from one another, as in tones.
  private static func order(_ equations: borrowing NormalEquations, _ count: Int, _ width: Int) -> Int {
    var best = (order: 0, bits: Double.infinity)
    let cost = Double(usualPrecision) + 0.5 * Double(width)
    var logarithms = 0.0
    for order in 1...equations.highestOrder {
      logarithms += logarithm(equations.pivots[order - 1])
      let added = Double(order) * finestStep * power(logarithms / Double(order))
      let bits = 0.5 * Double(count) * logarithm(equations.powers[order] + added) + Double(order) * cost
      if bits < best.bits { best = (order, bits) }
    }
    return best.order
  }

  /// The mean square of the error of coefficients with twelve bits after the point.
  private static let finestStep = 0x1p-24 / 12

  /// Returns 2 to a power, to 7 %.
  private static func power(_ exponent: Double) -> Double {
    let whole = exponent.rounded(.down)
    return Double(sign: .plus, exponent: Int(whole), significand: 1 + exponent - whole)
  }

  /// The assumed number of bits of a coefficient before it is known.
  private static let usualPrecision = 9
  /// The power that is added to all powers, because each code has at least one bit.
  private static let floor = SIMD8<Double>(repeating: 0.25)
  /// The power of rounding down.
  private static let third = SIMD8<Double>(repeating: 1.0 / 3)

  /// Returns the bits of the block's residuals by their power a sample.
  private func bitCount(_ powers: SIMD8<Double>, _ count: Int) -> Double {
    let powers = powers + Self.floor
    var bits = 0.0
    for stretch in 0..<StretchProducts.stretchCount {
      bits += products.lengths[stretch] * Self.logarithm(powers[stretch])
    }
    return 0.5 * bits + 2 * Double(count)
  }

  /// Returns the logarithm to base 2 of a normal number above 0, by exponent and series: the same on every machine.
  static func logarithm(_ value: Double) -> Double {
    let pattern = value.bitPattern
    let exponent = Int(truncatingIfNeeded: pattern &>> 52) &- 1023
    let significand = Double(bitPattern: pattern & 0xF_FFFF_FFFF_FFFF | 0x3FF0_0000_0000_0000)
    let ratio = (significand - 1.414) / (significand + 1.414)
    let square = ratio * ratio
    let series = 2 * ratio * (1 + square * (1.0 / 3 + square * (1.0 / 5 + square * (1.0 / 7))))
    return Double(exponent) + 0.49978 + series * 1.4426950408889634
  }
}
