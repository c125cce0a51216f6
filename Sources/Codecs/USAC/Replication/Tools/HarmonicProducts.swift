import AACReplication
import Transforms

// Bound throughout: 64 half-bands per row and 64 subbands a column.
// Holds throughout: the half-bands of a plan lie below 64, rows and columns in the arrays.

/// The products of the harmonic transposer: from rows of half-bands to columns of subbands.
///
/// ISO/IEC 23003-3, 7.5. For each new row the columns around the middle of the last 13 get their share.
struct HarmonicProducts: Sendable {
  /// The rows of the analysis: the history, then those of a frame.
  var rows: HarmonicRows
  /// The sums so far: the columns of a frame, then those after its end.
  private(set) var columns: HarmonicRows
  private var second: HarmonicRows
  private var third: HarmonicRows
  /// The third roots of the values midway between each row and the next.
  private var thirdBetween: HarmonicRows
  private var fourth: HarmonicRows
  private let historyCount: Int

  /// The sources and targets of a frame.
  struct Plan: Sendable {
    var borders: TransposedBands.Borders
    var maximumFactor: Int
    /// The half-bands that the analysis gives.
    var halfBands: Range<Int>
    /// The pitch in units of 1/``pitchUnit`` of a half-band; 0 without cross products.
    var pitch: Int
    var pitchUnit: Int
    /// e^(iθ) of the cross products of the factors 2, 3, 3, 4, 4, 4.
    var turns: [6 of ComplexFloat] = .init(repeating: ComplexFloat())

    init(_ transposed: TransposedBands, _ halfBands: Range<Int>, pitch: Int, pitchUnit: Int) {
      borders = transposed.borders
      maximumFactor = transposed.maximumFactor
      self.halfBands = halfBands
      self.pitch = pitch < pitchUnit ? 0 : pitch
      self.pitchUnit = pitchUnit
      guard self.pitch > 0 else { return }
      for factor in 2...4 {
        for share in 1..<factor {
          let steps = 2 * share <= factor ? factor - share : -share
          let (cosine, sine) = Trigonometry.cosineAndSine(turns: pitch * steps, over: 4 * pitchUnit)
          turns[Plan.place(factor, share)] = ComplexFloat(real: Float(cosine), imaginary: Float(sine))
        }
      }
    }

    static func place(_ factor: Int, _ share: Int) -> Int { factor == 2 ? 0 : factor == 3 ? share : 2 + share }

    /// The subbands that a factor makes.
    func subbands(_ factor: Int) -> Range<Int> {
      guard factor <= maximumFactor, factor - 1 < borders.count else { return 0..<0 }
      return borders[factor - 2]..<borders[factor - 1]
    }
  }

  init(historyCount: Int, rowCount: Int, columnCount: Int) {
    self.historyCount = historyCount
    rows = HarmonicRows(rowCount: historyCount + rowCount)
    (second, third, thirdBetween, fourth) = (rows, rows, rows, rows)
    columns = HarmonicRows(rowCount: columnCount)
  }

  mutating func clear() {
    rows.clear()
    second.clear()
    third.clear()
    thirdBetween.clear()
    fourth.clear()
    columns.clear()
  }

  /// Moves the rows that the next frame needs to the front, after a frame of the given number of columns.
  mutating func advance(by columnCount: Int) {
    rows.moveToFront(from: columnCount / 2, count: historyCount)
    second.moveToFront(from: columnCount / 2, count: historyCount)
    third.moveToFront(from: columnCount / 2, count: historyCount)
    thirdBetween.moveToFront(from: columnCount / 2, count: historyCount)
    fourth.moveToFront(from: columnCount / 2, count: historyCount)
    let reach = columns.real.count / HarmonicRows.width - 2 * (rows.real.count / HarmonicRows.width - historyCount)
    columns.moveToFront(from: columnCount, count: reach)
    columns.clear(from: reach)
  }

  /// Adds the products of a new row to the columns from `start` on.
  mutating func add(_ plan: Plan, newest: Int, at start: Int) {
    // Rows that a reset of the bands leaves have fewer half-bands: those that are new have never been written.
    second.setRoots(.second, of: rows, newest, plan.halfBands)
    if plan.maximumFactor > 2 {
      third.setRoots(.third, of: rows, newest, plan.halfBands)
      thirdBetween.setRootsBetween(rows, newest - 1, plan.halfBands)
    }
    if plan.maximumFactor > 3 { fourth.setRoots(.fourth, of: rows, newest, plan.halfBands) }
    let first = newest - historyCount
    addDoubled(plan.subbands(2), first, start)
    addTripled(plan.subbands(3), first, start)
    addQuadrupled(plan.subbands(4), first, start)
    guard plan.pitch > 0 else { return }
    for factor in 2...4 {
      for band in plan.subbands(factor) { addCrossed(plan, factor, band, (first, start)) }
    }
  }

  private mutating func addDoubled(_ bands: Range<Int>, _ first: Int, _ start: Int) {
    for band in bands {
      let middle = second.value(first + 6, band) * (1 / 3)
      for step in 1...10 { columns.add(second.value(first + step, band) * middle, start + step, band) }
    }
  }

  private mutating func addTripled(_ bands: Range<Int>, _ first: Int, _ start: Int) {
    for band in bands {
      let source = 2 * band / 3
      let isBetween = 2 * band % 3 == 2
      let gain: Float = isBetween ? 0.235_702_26 : 0.471_404_52
      let middle = third.value(first + 6, source)
      let square = middle * middle * gain
      let nextMiddle = third.value(first + 6, source + 1)
      let nextSquare = nextMiddle * nextMiddle * gain
      for step in 0..<8 {
        let row = first + 3 * step / 2
        var product: ComplexFloat
        if step & 1 == 0 {
          product = third.value(row, isBetween ? source + 1 : source) * square
          if isBetween { product = product + third.value(row, source) * nextSquare }
        } else {
          product = thirdBetween.value(row, isBetween ? source + 1 : source) * square
          if isBetween { product = product + thirdBetween.value(row, source) * nextSquare }
        }
        columns.add(product, start + 2 + step, band)
      }
    }
  }

  private mutating func addQuadrupled(_ bands: Range<Int>, _ first: Int, _ start: Int) {
    for band in bands {
      let source = max(band & 1 == 0 ? band / 2 - 1 : band / 2 + 1, 0)
      let middle = fourth.value(first + 6, source)
      let cube = middle * middle * middle * (2 / 3)
      for step in 0..<6 { columns.add(fourth.value(first + 2 * step, source) * cube, start + 3 + step, band) }
    }
  }
}

// MARK: - Cross products

extension HarmonicProducts {
  /// Two half-bands a pitch apart: one is taken `share` times, the other for the rest of the factor.
  private struct Pair {
    var share = 0
    var lower = 0
    var upper = 0
    /// The smaller one of both powers.
    var power: Float = 0
  }

  /// Adds the product of the strongest pair around a source, if it is stronger than the source itself.
  private mutating func addCrossed(_ plan: Plan, _ factor: Int, _ band: Int, _ places: (first: Int, start: Int)) {
    let (first, start) = places
    let pair = strongest(plan, factor, band, middle: first + 6)
    guard pair.power > rows.value(first + 6, 2 * band / factor).power else { return }
    let isLowerFixed = 2 * pair.share <= factor
    let (fixed, moving) = isLowerFixed ? (pair.lower, pair.upper) : (pair.upper, pair.lower)
    let movingPower = isLowerFixed ? pair.share : factor - pair.share
    let gain: Float = factor == 2 ? 5 / 3 : factor == 3 ? 1.885_618_1 : 2
    let fixedValue = root(factor, first + 6, fixed).raised(to: factor - movingPower) * gain
    let present = root(factor, first + 6, moving).raised(to: movingPower)
    columns.add(present * fixedValue, start + 6, band)
    let earlier: ComplexFloat
    if factor == 3 {
      earlier = thirdBetween.value(first + 4, moving)
    } else {
      earlier = root(factor, first + 6 - factor / (2 * movingPower), moving).raised(to: movingPower)
    }
    let turn = plan.turns[Plan.place(factor, pair.share)]
    columns.add(earlier * fixedValue * turn, start + 5, band)
  }

  private func root(_ factor: Int, _ row: Int, _ band: Int) -> ComplexFloat {
    switch factor {
    case 2: second.value(row, band)
    case 3: third.value(row, band)
    default: fourth.value(row, band)
    }
  }

  private func strongest(_ plan: Plan, _ factor: Int, _ band: Int, middle: Int) -> Pair {
    var best = Pair()
    for share in 1..<factor {
      // f = (2b + 1 − r·p) / T and f + p, as fractions, so that no rounding moves a half-band.
      let position = plan.pitchUnit * (2 * band + 1) - share * plan.pitch
      guard position >= 0 else { continue }
      let lower = position / (factor * plan.pitchUnit)
      let upper = (position + factor * plan.pitch) / (factor * plan.pitchUnit)
      guard plan.halfBands.contains(lower), plan.halfBands.contains(upper) else { continue }
      let power = min(rows.value(middle, lower).power, rows.value(middle, upper).power)
      if power > best.power { best = Pair(share: share, lower: lower, upper: upper, power: power) }
    }
    return best
  }
}
