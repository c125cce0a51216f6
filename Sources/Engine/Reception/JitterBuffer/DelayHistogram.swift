import AudioBase

// Bound throughout: options state ten seconds of delay at most.
// Holds throughout: places are cut to the histogram's own.

/// The delays of units relative to the fastest ones: a histogram whose entries lose weight over time.
///
/// ```
/// units │▆
///       │█▇▃▁▁      ▁
///       └─────────────► delay, in steps of 2 ms
///             ▲ quantile
/// ```
struct DelayHistogram: Sendable {
  /// The seconds of a step.
  static let step = 0.002
  private var counts: [Double]
  private var total = 0.0
  /// The last step of the quantile, and the number of entries above it: it seldom changes, and the search starts there.
  private var place = 0
  private var above = 0.0
  /// The weight of the next entry. It grows, which is equivalent to shrinking all others.
  private var weight = 1.0
  private let growth: Double

  /// - Parameters:
  ///   - longest: The longest delay that is distinguished, in seconds.
  ///   - memory: The number of entries after which an entry has 1/e of its weight.
  init(longest: Double, memory: Double) {
    counts = Array(repeating: 0, count: Int(saturating: longest / Self.step) + 2)
    growth = 1 + 1 / max(1, memory)
  }

  /// Adds a delay in seconds.
  mutating func add(_ delay: Double, weight share: Double = 1) {
    let step = min(max(0, Int(saturating: delay / Self.step)), counts.count - 1)
    counts[step] += weight * share
    total += weight * share
    if step > place { above += weight * share }
    weight *= growth
    if weight > 1e100 { rescale() }
  }

  private mutating func rescale() {
    for index in counts.indices { counts[index] /= weight }
    total /= weight
    above /= weight
    weight = 1
  }

  /// Returns the delay in seconds that a share of all units stay below: the upper end of a step. 0 without any entry.
  mutating func quantile(_ share: Double) -> Double {
    guard total > 0 else { return 0 }
    // Entries above the quantile; never so few that rounding decides.
    let allowed = max(1e-9, 1 - share) * total
    while above > allowed, place < counts.count - 1 {
      place += 1
      above -= counts[place]
    }
    while above + counts[place] <= allowed, place > 0 {
      above += counts[place]
      place -= 1
    }
    return Double(place + 1) * Self.step
  }
}
