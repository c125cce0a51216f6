import Transforms

// Bound throughout: a channel has AnalyzedChannel.placeCount places.
// Holds throughout: wanted scale factors lie between the lowest ones, 0 or more, and 240.

/// The inputs from which the scale factors of a channel are chosen, at each ``ChannelStream/place(_:_:)``.
package struct ScaleFactorTargets: Sendable {
  /// The scale factor that gives the target noise.
  package var wanted: [Float]
  /// The number of lines of a band that cost bits: `Σ √|X| / (E / lines)^(1/4)`.
  package var activeLines: [Float]
  /// The lowest scale factor that the quantiser's range allows, a whole number.
  package var lowest: [Float]

  package init(count: Int) {
    wanted = Array(repeating: 0, count: count)
    activeLines = wanted
    lowest = wanted
  }
}

/// Chooses the scale factors of a channel that minimise the cost of their differences and of departures from the target
/// noise.
///
/// A Viterbi search over the bands: a band may have one of sixteen scale factors around its target one. A scale factor
/// that is δ larger saves 3/16 δ bits per line and adds noise, so that around the target value, where both balance, the
/// loss of n lines is `3/16 n ((2^(3δ/8) − 1) / (3/8 ln 2) − δ)` bits.
package struct ScaleFactorTrellis: Sendable {
  private let tables: TrellisTables
  /// The cost of the cheapest path to each state of a band.
  private var ways: [SIMD16<Float>]
  /// The scale factor of the first state of a band.
  private var bases: [Int]

  package init(scaleFactorBits: [Int32]) {
    tables = TrellisTables(scaleFactorBits: scaleFactorBits)
    ways = Array(repeating: SIMD16(repeating: 0), count: AnalyzedChannel.placeCount)
    bases = Array(repeating: 0, count: AnalyzedChannel.placeCount)
  }

  /// Sets the scale factors of the bands `places`, in the order of the bit stream.
  package mutating func choose(
    _ places: ArraySlice<Int>, _ targets: borrowing ScaleFactorTargets, into scaleFactors: inout [Int]
  ) {
    guard !places.isEmpty else { return }
    tables.findWays(places.span, targets, &ways, &bases)
    var chosen = scaleFactors.mutableSpan
    trace(places.span, into: &chosen)
  }

  /// Traces the cheapest path backwards. The preceding state is computed again for one state per band, which costs less
  /// than recording it for all states.
  private func trace(_ places: Span<Int>, into scaleFactors: inout MutableSpan<Int>) {
    let last = ways[places.count - 1]
    var state = last.firstLane(of: last.least)
    for index in places.indices.reversed() {
      scaleFactors[places[index]] = bases[index] + state
      guard index > 0 else { break }
      let first = TrellisTables.firstRow(bases[index] - bases[index - 1])
      let costs = tables.backward[first + state] + ways[index - 1]
      state = costs.firstLane(of: costs.least)
    }
  }
}

/// Costs that do not depend on the sound: the bits of differences, and the cost of departing from the target noise.
private struct TrellisTables: Sendable {
  private static let stateCount = 16
  /// The number of states below the target value; the others are at or above it.
  private static let lowerCount = 8
  /// The largest difference of the first states of two bands in a row.
  private static let reach = 120

  /// Bits of sixteen differences d, d + 1 … at d + ``reach``, ``Sectioning/impossible`` if there is no codeword.
  let differences: [SIMD16<Float>]
  /// These bits from the last difference to the first.
  let backward: [SIMD16<Float>]
  /// The loss of one line for target values of 0, 1/16 … 15/16 above the middle state.
  let losses: [SIMD16<Float>]

  init(scaleFactorBits: [Int32]) {
    let reach = TrellisTables.reach
    let bits = (-reach...(reach + 15)).map { difference in
      abs(difference) <= 60 ? Float(scaleFactorBits[difference + 60]) : Sectioning.impossible
    }
    differences = (0...(2 * reach)).map { SIMD16(bits[$0..<($0 + 16)]) }
    backward = (0...(2 * reach)).map { SIMD16(bits[$0..<($0 + 16)].reversed()) }
    losses = (0..<16).map { step in
      var row = SIMD16<Float>()
      for lane in 0..<16 {
        let delta = Float(lane - TrellisTables.lowerCount) - Float(step) / 16
        row[lane] = 0.1875 * ((FloatFunctions.exp2(0.375 * delta) - 1) / 0.2599302 - delta)
      }
      return row
    }
  }

  /// Returns the first row of the differences of all states of two successive bands, those of the last state of the
  /// first band first.
  static func firstRow(_ difference: Int) -> Int { min(max(difference, 15 - reach), reach) + reach - 15 }

  /// Finds the costs of the cheapest paths to all states of each band, and the scale factors of the bands' first
  /// states.
  func findWays(
    _ places: Span<Int>, _ targets: borrowing ScaleFactorTargets, _ ways: inout [SIMD16<Float>], _ bases: inout [Int]
  ) {
    var ways = ways.mutableSpan
    var bases = bases.mutableSpan
    var costs = SIMD16<Float>()
    var previous = 0
    for index in places.indices {
      let place = places[index]
      let (base, local) = state(wanted: targets.wanted[place], targets.lowest[place], targets.activeLines[place])
      if index > 0 {
        let first = TrellisTables.firstRow(base - previous)
        costs = local + TrellisTables.advance(from: costs, differences.span.extracting(first..<(first + 16)))
      } else {
        costs = local
      }
      previous = base
      bases[index] = base
      ways[index] = costs
    }
  }

  /// Returns the scale factor of a band's first state, and the loss of each of its states.
  @inline(__always)
  private func state(wanted: Float, _ lowest: Float, _ lines: Float) -> (base: Int, losses: SIMD16<Float>) {
    // In sixteenths, so that the whole part and the rest come from one conversion.
    let sixteenths = Int(Int32(min(max(wanted, lowest), 240) * 16))
    let above = sixteenths / 16 - TrellisTables.lowerCount
    let base = max(above, 0)
    var costs = losses[above < 0 ? 0 : sixteenths & 15] * lines
    if lowest > Float(Int32(truncatingIfNeeded: base)) {
      TrellisTables.forbid(&costs, below: Int(Int32(lowest)) - base)
    }
    return (base, costs)
  }

  /// Makes the first `count` states of a band impossible.
  @inline(never)
  private static func forbid(_ costs: inout SIMD16<Float>, below count: Int) {
    for lane in 0..<min(count, 16) { costs[lane] = Sectioning.impossible }
  }

  /// Returns the cheapest path to each state of a band from those of the previous band.
  @inline(__always)
  private static func advance(from costs: SIMD16<Float>, _ rows: Span<SIMD16<Float>>) -> SIMD16<Float> {
    SIMD16.lesser(
      advance(from: costs.lowHalf, rows.extracting(8..<16)), advance(from: costs.highHalf, rows.extracting(0..<8)))
  }

  /// Returns the same from eight of the states before.
  ///
  /// Lane by lane without a loop: in a loop each turn stores the costs to take one lane of them, which took 430
  /// instructions instead of 260. Not inlined and in two halves, so that everything stays in registers.
  @inline(never)
  private static func advance(from costs: SIMD8<Float>, _ rows: Span<SIMD16<Float>>) -> SIMD16<Float> {
    precondition(rows.count == 8)
    var best = rows[7] + costs[0]
    best = SIMD16.lesser(best, rows[6] + costs[1])
    best = SIMD16.lesser(best, rows[5] + costs[2])
    best = SIMD16.lesser(best, rows[4] + costs[3])
    best = SIMD16.lesser(best, rows[3] + costs[4])
    best = SIMD16.lesser(best, rows[2] + costs[5])
    best = SIMD16.lesser(best, rows[1] + costs[6])
    return SIMD16.lesser(best, rows[0] + costs[7])
  }
}
