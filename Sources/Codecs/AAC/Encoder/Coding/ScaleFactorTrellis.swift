// Bound throughout: a channel has AnalyzedChannel.placeCount places.
// Holds throughout: wanted scale factors lie between the lowest ones, 0 or more, and 240.

/// What the scale factors of a channel are chosen by, at each ``ChannelStream/place(_:_:)``.
struct ScaleFactorTargets: Sendable {
  /// The scale factor at which the noise is as wanted.
  var wanted: [Float]
  /// The lines of a band that cost bits: `Σ √|X| / (E / lines)^(1/4)`.
  var activeLines: [Float]
  /// The lowest scale factor that the quantiser's range allows, a whole number.
  var lowest: [Float]

  init(count: Int) {
    wanted = Array(repeating: 0, count: count)
    activeLines = wanted
    lowest = wanted
  }
}

/// Chooses the scale factors of a channel so that their differences and the departure from the wanted noise cost least.
///
/// A Viterbi search over the bands: a band may have one of sixteen scale factors around its wanted one. A scale factor
/// that is δ larger saves 3/16 δ bits a line and adds noise, so that around the wanted value, where both balance, the
/// loss of n lines is `3/16 n ((2^(3δ/8) − 1) / (3/8 ln 2) − δ)` bits.
struct ScaleFactorTrellis: Sendable {
  private static let stateCount = 16
  /// States below the wanted value; the rest are at or above it.
  private static let lowerCount = 8
  /// The largest difference of the first states of two bands in a row.
  private static let reach = 120

  /// Bits of sixteen differences d, d + 1 … at d + ``reach``, ``Sectioning/impossible`` where there is no codeword.
  private let differences: [SIMD16<Float>]
  /// The same from the last one to the first.
  private let backward: [SIMD16<Float>]
  /// The loss of one line for a wanted value that is 0, 1/16 … 15/16 above the middle state.
  private let losses: [SIMD16<Float>]
  /// What the cheapest way to each state of a band costs.
  private var ways: [SIMD16<Float>]
  private var bases: [Int]

  init(scaleFactorBits: [Int32]) {
    let reach = ScaleFactorTrellis.reach
    let bits = (-reach...(reach + 15)).map { difference in
      abs(difference) <= 60 ? Float(scaleFactorBits[difference + 60]) : Sectioning.impossible
    }
    differences = (0...(2 * reach)).map { SIMD16(bits[$0..<($0 + 16)]) }
    backward = (0...(2 * reach)).map { SIMD16(bits[$0..<($0 + 16)].reversed()) }
    losses = (0..<16).map { step in
      var row = SIMD16<Float>()
      for lane in 0..<16 {
        let delta = Float(lane - ScaleFactorTrellis.lowerCount) - Float(step) / 16
        row[lane] = 0.1875 * ((FloatFunctions.exp2(0.375 * delta) - 1) / 0.2599302 - delta)
      }
      return row
    }
    ways = Array(repeating: SIMD16(repeating: 0), count: AnalyzedChannel.placeCount)
    bases = Array(repeating: 0, count: AnalyzedChannel.placeCount)
  }

  /// Sets the scale factors of the bands `places`, in the order of the bit stream.
  mutating func choose(
    _ places: ArraySlice<Int>, _ targets: borrowing ScaleFactorTargets, into scaleFactors: inout [Int]
  ) {
    guard !places.isEmpty else { return }
    findWays(places.span, targets)
    var chosen = scaleFactors.mutableSpan
    trace(places.span, into: &chosen)
  }

  /// Sets ``ways`` and ``bases``.
  private mutating func findWays(_ places: Span<Int>, _ targets: borrowing ScaleFactorTargets) {
    var costs = SIMD16<Float>()
    var previous = 0
    for index in places.indices {
      let place = places[index]
      let lowest = targets.lowest[place]
      let limited = min(max(targets.wanted[place], lowest), 240)
      let whole = Int(Int32(limited))
      let base = max(whole - ScaleFactorTrellis.lowerCount, 0)
      let step = min(max(Int(Int32((limited - Float(base + ScaleFactorTrellis.lowerCount)) * 16)), 0), 15)
      var local = losses[step] * targets.activeLines[place]
      if Float(base) < lowest { ScaleFactorTrellis.forbid(&local, below: Int(lowest) - base) }
      if index > 0 {
        let first = ScaleFactorTrellis.firstRow(base - previous)
        local += ScaleFactorTrellis.advance(from: costs, differences.span.extracting(first..<(first + 16)))
      }
      costs = local
      previous = base
      bases[index] = base
      ways[index] = costs
    }
  }

  /// Makes the first `count` states of a band impossible.
  private static func forbid(_ costs: inout SIMD16<Float>, below count: Int) {
    for lane in 0..<min(count, 16) { costs[lane] = Sectioning.impossible }
  }

  /// Where the differences of all states of two bands in a row begin, those of the last state of the first band first.
  private static func firstRow(_ difference: Int) -> Int { min(max(difference, 15 - reach), reach) + reach - 15 }

  /// The cheapest way to each state of a band from those of the band before.
  ///
  /// Lane by lane without a loop: in a loop each turn stores the costs to take one lane of them, which made 430
  /// instructions of 240.
  @inline(__always)
  private static func advance(from costs: SIMD16<Float>, _ rows: Span<SIMD16<Float>>) -> SIMD16<Float> {
    precondition(rows.count == 16)
    var best = rows[15] + costs[0]
    best = SIMD16.lesser(best, rows[14] + costs[1])
    best = SIMD16.lesser(best, rows[13] + costs[2])
    best = SIMD16.lesser(best, rows[12] + costs[3])
    best = SIMD16.lesser(best, rows[11] + costs[4])
    best = SIMD16.lesser(best, rows[10] + costs[5])
    best = SIMD16.lesser(best, rows[9] + costs[6])
    best = SIMD16.lesser(best, rows[8] + costs[7])
    best = SIMD16.lesser(best, rows[7] + costs[8])
    best = SIMD16.lesser(best, rows[6] + costs[9])
    best = SIMD16.lesser(best, rows[5] + costs[10])
    best = SIMD16.lesser(best, rows[4] + costs[11])
    best = SIMD16.lesser(best, rows[3] + costs[12])
    best = SIMD16.lesser(best, rows[2] + costs[13])
    best = SIMD16.lesser(best, rows[1] + costs[14])
    return SIMD16.lesser(best, rows[0] + costs[15])
  }

  /// Walks back along the cheapest way. Which state it came from is found again here, for one state a band, which costs
  /// less than to note it for all of them.
  private func trace(_ places: Span<Int>, into scaleFactors: inout MutableSpan<Int>) {
    let (ways, bases, backward) = (ways.span, bases.span, backward.span)
    let last = ways[places.count - 1]
    var state = last.firstLane(of: last.least)
    for index in places.indices.reversed() {
      scaleFactors[places[index]] = bases[index] + state
      guard index > 0 else { break }
      let first = ScaleFactorTrellis.firstRow(bases[index] - bases[index - 1])
      let costs = backward[first + state] + ways[index - 1]
      state = costs.firstLane(of: costs.least)
    }
  }
}
