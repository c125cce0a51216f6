import AudioBase

// Holds throughout: places are counted modulo the number of stretches.

/// The shortest transit through the network: the smallest difference between arrival and timestamp in the last seconds.
///
/// Timestamps are of the sender's clock and arrivals of the receiver's, which drift apart by a few milliseconds per
/// minute, so values older than eight seconds are discarded.
struct TransitBaseline: Sendable {
  /// The duration, in seconds, for which one minimum is kept.
  private static let stretchSeconds = 0.5
  private static let stretchCount = 16
  private var minima = Array(repeating: Double.infinity, count: TransitBaseline.stretchCount)
  /// The number of the stretch that arrivals belong to now.
  private var current = 0.0
  /// The least difference, in seconds; `nil` before the first unit.
  private(set) var minimum: Double?

  /// Records a unit.
  ///
  /// - Parameters:
  ///   - transit: Arrival less timestamp, in seconds.
  ///   - arrival: In seconds.
  mutating func note(_ transit: Double, at arrival: Double) {
    let stretch = (arrival / Self.stretchSeconds).rounded(.down)
    if minimum == nil { current = stretch }
    if stretch > current {
      for step in 1...min(Int(saturating: stretch - current), Self.stretchCount) {
        minima[place(current + Double(step))] = .infinity
      }
      current = stretch
    }
    let now = place(current)
    minima[now] = Swift.min(minima[now], transit)
    minimum = minima.min()
  }

  private func place(_ stretch: Double) -> Int {
    let rest = stretch.truncatingRemainder(dividingBy: Double(Self.stretchCount))
    return min(max(0, Int(saturating: rest < 0 ? rest + Double(Self.stretchCount) : rest)), Self.stretchCount - 1)
  }
}

/// The interarrival jitter of RFC 3550, A.8: a mean of the differences between the transit times of successive packets.
struct InterarrivalJitter: Sendable {
  private var lastTransit: Double?
  private var lastSequenceNumber: Int64?
  /// The value in seconds.
  private(set) var value = 0.0

  /// Records a unit; only the first unit of a packet counts.
  mutating func note(transit: Double, sequenceNumber: Int64) {
    guard sequenceNumber != lastSequenceNumber else { return }
    if let lastTransit { value += (abs(transit - lastTransit) - value) / 16 }
    (lastTransit, lastSequenceNumber) = (transit, sequenceNumber)
  }
}
