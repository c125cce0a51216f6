// Bound throughout: a channel has AnalyzedChannel.placeCount places.
// Holds throughout: rows(to:) gives 16 rows.

/// What the scale factors of a channel are chosen by, at each ``ChannelStream/place(_:_:)``.
struct ScaleFactorTargets: Sendable {
  /// The scale factor at which the noise is as wanted.
  var wanted: [Float]
  /// The lines of a band that cost bits: `Σ √|X| / (E / lines)^(1/4)`.
  var activeLines: [Float]
  /// The lowest scale factor that the quantiser's range allows.
  var lowest: [Int]

  init(count: Int) {
    wanted = Array(repeating: 0, count: count)
    activeLines = wanted
    lowest = Array(repeating: 0, count: count)
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
    var costs = SIMD16<Float>()
    for index in 0..<places.count {
      let place = places[index]
      let lowest = targets.lowest[place]
      let limited = min(max(targets.wanted[place], Float(lowest)), 240)
      let whole = Int(limited)
      let base = max(whole - ScaleFactorTrellis.lowerCount, 0)
      let step = min(max(Int((limited - Float(base + ScaleFactorTrellis.lowerCount)) * 16), 0), 15)
      var local = losses[step] * targets.activeLines[place]
      if base < lowest {
        for lane in 0..<min(lowest - base, 16) { local[lane] = Sectioning.impossible }
      }
      bases[index] = base
      costs = index == 0 ? local : Self.advance(from: costs, rows(to: index)) + local
      ways[index] = costs
    }
    trace(places, into: &scaleFactors)
  }

  /// Where the differences of all states of a band and the one before begin, those of its last state first.
  private func firstRow(to index: Int) -> Int {
    let limit = ScaleFactorTrellis.reach
    return min(max(bases[index] - bases[index - 1], 15 - limit), limit) + limit - 15
  }

  @_lifetime(borrow self)
  private func rows(to index: Int) -> Span<SIMD16<Float>> {
    let first = firstRow(to: index)
    return differences.span.extracting(first..<(first + 16))
  }

  /// The cheapest way to each state of a band from those of the band before.
  @inline(__always)
  private static func advance(from costs: SIMD16<Float>, _ rows: Span<SIMD16<Float>>) -> SIMD16<Float> {
    precondition(rows.count == 16)
    var best = rows[15] + costs[0]
    for lane in 1..<16 {
      let candidate = rows[15 &- lane] + costs[lane]
      best.replace(with: candidate, where: candidate .< best)
    }
    return best
  }

  /// Walks back along the cheapest way. Which state it came from is found again here, for one state a band, which costs
  /// less than to note it for all of them.
  private func trace(_ places: ArraySlice<Int>, into scaleFactors: inout [Int]) {
    let last = ways[places.count - 1]
    var state = last.firstLane(of: last.least)
    for index in (0..<places.count).reversed() {
      scaleFactors[places[index]] = bases[index] + state
      guard index > 0 else { break }
      let costs = backward[firstRow(to: index) + state] + ways[index - 1]
      state = costs.firstLane(of: costs.least)
    }
  }
}
