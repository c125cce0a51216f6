/// Chooses the scale factors of a channel so that their differences and the departure from the wanted noise cost least.
///
/// A Viterbi search over the bands: a band may have one of sixteen scale factors around its wanted one. A scale factor
/// that is δ larger saves 3/16 δ bits a line and adds noise, so that around the wanted value, where both balance, the loss
/// of n lines is `3/16 n ((2^(3δ/8) − 1) / (3/8 ln 2) − δ)` bits.
struct ScaleFactorTrellis: Sendable {
  private static let stateCount = 16
  /// States below the wanted value; the rest are at or above it.
  private static let lowerCount = 8
  /// The largest difference of the first states of two bands in a row.
  private static let reach = 120

  /// Bits of sixteen differences d, d + 1 … at d + ``reach``.
  private let differences: [SIMD16<Float>]
  /// The loss of one line for a wanted value that is 0, 1/16 … 15/16 above the middle state.
  private let losses: [SIMD16<Float>]
  private var origins: [SIMD16<Int32>]
  private var bases: [Int]

  init(scaleFactorBits: [Int32]) {
    let reach = ScaleFactorTrellis.reach
    differences = (-reach...reach).map { start in
      var row = SIMD16<Float>(repeating: Sectioning.impossible)
      for lane in 0..<16 where abs(start + lane) <= 60 { row[lane] = Float(scaleFactorBits[start + lane + 60]) }
      return row
    }
    losses = (0..<16).map { step in
      var row = SIMD16<Float>()
      for lane in 0..<16 {
        let delta = Float(lane - ScaleFactorTrellis.lowerCount) - Float(step) / 16
        row[lane] = 0.1875 * ((FloatFunctions.exp2(0.375 * delta) - 1) / 0.2599302 - delta)
      }
      return row
    }
    origins = Array(repeating: SIMD16(repeating: 0), count: AnalyzedChannel.placeCount)
    bases = Array(repeating: 0, count: AnalyzedChannel.placeCount)
  }

  /// Sets the scale factors of the bands `places`, in the order of the bit stream.
  ///
  /// - Parameters:
  ///   - wanted: The scale factor at each place at which the noise is as wanted.
  ///   - lineCounts: The lines of each place that cost bits.
  ///   - lowest: The lowest scale factor at each place that the quantiser's range allows.
  mutating func choose(
    _ places: ArraySlice<Int>, wanted: [Float], lineCounts: [Float], lowest: [Int], into scaleFactors: inout [Int]
  ) {
    guard !places.isEmpty else { return }
    var costs = SIMD16<Float>()
    for index in 0..<places.count {
      let place = places[index]
      let limited = min(max(wanted[place], Float(lowest[place])), 240)
      let whole = Int(limited)
      let base = max(whole - ScaleFactorTrellis.lowerCount, 0)
      let step = min(max(Int((limited - Float(base + ScaleFactorTrellis.lowerCount)) * 16), 0), 15)
      var local = losses[step] * lineCounts[place]
      if base < lowest[place] {
        for lane in 0..<min(lowest[place] - base, 16) { local[lane] = Sectioning.impossible }
      }
      bases[index] = base
      costs = index == 0 ? local : advance(from: costs, index, base - bases[index - 1]) + local
    }
    trace(places, costs, into: &scaleFactors)
  }

  /// The cheapest way to each state of a band from those of the band before.
  private mutating func advance(from costs: SIMD16<Float>, _ index: Int, _ difference: Int) -> SIMD16<Float> {
    var best = SIMD16<Float>(repeating: 4 * Sectioning.impossible)
    var origin = SIMD16<Int32>()
    let limit = ScaleFactorTrellis.reach
    for lane in 0..<16 {
      let row = min(max(difference - lane, -limit), limit) + limit
      let candidate = differences[row] + costs[lane]
      let isBetter = candidate .< best
      best.replace(with: candidate, where: isBetter)
      origin.replace(with: Int32(lane), where: isBetter)
    }
    origins[index] = origin
    return best
  }

  private func trace(_ places: ArraySlice<Int>, _ costs: SIMD16<Float>, into scaleFactors: inout [Int]) {
    var state = 0
    for lane in 1..<16 where costs[lane] < costs[state] { state = lane }
    for index in (0..<places.count).reversed() {
      scaleFactors[places[index]] = bases[index] + state
      if index > 0 { state = Int(origins[index][state]) }
    }
  }
}
