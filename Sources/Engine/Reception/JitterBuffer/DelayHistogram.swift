import AudioBase

// Bound throughout: options state ten seconds of delay at most.
// Holds throughout: places are cut to the histogram's own.

/// How much later than the fastest ones units arrive: a histogram whose entries count less and less.
///
/// ```
/// units │▆
///       │█▇▃▁▁      ▁
///       └─────────────► delay, in steps of 2 ms
///             ▲ quantile
/// ```
struct DelayHistogram: Sendable {
  /// Seconds of a step.
  static let step = 0.002
  private var counts: [Double]
  private var total = 0.0
  /// What the next entry weighs. It grows, which is as good as letting all others shrink.
  private var weight = 1.0
  private let growth: Double

  /// - Parameters:
  ///   - longest: The longest delay that is told apart, in seconds.
  ///   - memory: Entries after which one counts e times less.
  init(longest: Double, memory: Double) {
    counts = Array(repeating: 0, count: Int(saturating: longest / Self.step) + 2)
    growth = 1 + 1 / max(1, memory)
  }

  /// Adds a delay in seconds.
  mutating func add(_ delay: Double, weight share: Double = 1) {
    let place = min(max(0, Int(saturating: delay / Self.step)), counts.count - 1)
    counts[place] += weight * share
    total += weight * share
    weight *= growth
    if weight > 1e100 { rescale() }
  }

  private mutating func rescale() {
    for index in counts.indices { counts[index] /= weight }
    total /= weight
    weight = 1
  }

  /// The delay in seconds that a share of all units stay below: the upper end of a step. 0 without any entry.
  func quantile(_ share: Double) -> Double {
    guard total > 0 else { return 0 }
    // Entries above the quantile; never so few that rounding decides.
    let above = max(1e-9, 1 - share) * total
    var sum = 0.0
    for index in counts.indices.reversed() {
      sum += counts[index]
      if sum > above { return Double(index + 1) * Self.step }
    }
    return Self.step
  }
}
