import AACSyntax

/// The subbands that a harmonic transposer makes by each factor: ISO/IEC 23003-3, 7.5.
package struct TransposedBands: Sendable {
  /// The cross-over borders: factor T makes the subbands from border T − 2 to border T − 1.
  package typealias Borders = InlineList<6, Int>

  package let borders: Borders
  /// The largest factor: 2, 3 or 4.
  package let maximumFactor: Int
  /// The borders of the limiter's bands; the borders between factors of transposition take the role of those between
  /// patches.
  let limiter: SBRBands.LimiterBorders

  /// Computes the borders of a header's bands.
  init(_ high: SBRBands.Borders, _ low: SBRBands.Borders, limiterCode: Int, _ ratio: SBREnhancement.Ratio) {
    let (first, end) = (low[0], low[low.count - 1])
    var borders = Borders(filler: 0)
    var maximumFactor = 4
    for factor in 1...(ratio == .quadruple ? 6 : 4) {
      let goal = factor * first
      if end <= goal {
        borders.append(end)
        maximumFactor = min(factor, 4)
        break
      }
      let border = TransposedBands.highest(low, goal)
      let next = goal - border <= 3 ? border : TransposedBands.highest(high, goal)
      // With a crossover below 3 the two tables would give borders that fall.
      borders.append(max(next, borders.last ?? next))
    }
    var patches = SBRBands.Patches(filler: SBRBands.Patch(source: 0, count: 0))
    for index in 1..<borders.count {
      let last = index == borders.count - 1 ? end : borders[index]
      patches.append(SBRBands.Patch(source: 0, count: last - borders[index - 1]))
    }
    self.borders = borders
    self.maximumFactor = maximumFactor
    limiter = SBRBands.limiter(low, patches, limiterCode)
  }

  /// The highest border that is not above a subband; the first border is not.
  private static func highest(_ borders: SBRBands.Borders, _ limit: Int) -> Int {
    var highest = borders[0]
    for border in borders where border <= limit { highest = border }
    return highest
  }
}

/// The output of a harmonic transposer: the lower and the upper 32 of 64 subbands.
package struct TransposedSubbands: Sendable {
  package var lower: LowSubbands
  package var upper: LowSubbands

  init(historyCount: Int, columnCount: Int) {
    lower = LowSubbands(historyCount: historyCount, columnCount: columnCount)
    upper = lower
  }
}
