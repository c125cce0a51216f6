// Bound throughout: the tables have constant lengths.
// Holds throughout: indices are taken modulo that length.

/// Measures a device's rate against the host's clock: a least-squares line through its positions in the last half
/// minute.
///
/// A card reports its progress only in steps, and a thread reads it a little late; over hundreds of observations that
/// averages out, so that some parts in a million can be resolved.
struct RateEstimate: Sendable {
  /// A line: the frame at a moment, and the ratio of the real to the nominal rate.
  struct Line: Sendable, Hashable {
    var hostTime: UInt64
    var sampleTime: Double
    var rateScalar: Double
  }

  private static let capacity = 512
  /// The minimum interval between recorded observations, in nanoseconds.
  private static let interval: UInt64 = 60_000_000
  /// The nanoseconds that observations must span before the rate is reported.
  private static let minimumSpan: UInt64 = 4_000_000_000
  /// The plausible ratios of a measured rate to the nominal one: the crystals of cheap cards are off by some hundredths
  /// of a percent.
  private static let plausible = 0.995...1.005

  private let nominalRate: Double
  private var moments = [UInt64](repeating: 0, count: Self.capacity)
  private var frames = [Double](repeating: 0, count: Self.capacity)
  private var count = 0
  private var next = 0

  /// - Parameter nominalRate: The sample rate, in Hz.
  init(nominalRate: Double) { self.nominalRate = nominalRate }

  /// Clears all observations, as is necessary after a gap.
  mutating func reset() { (count, next) = (0, 0) }

  /// Adds an observation.
  ///
  /// - Returns: The new line; `nil` if the last observation that was kept is too near.
  mutating func add(_ frame: Double, at hostTime: UInt64) -> Line? {
    if count > 0 {
      let last = moments[(next + Self.capacity - 1) % Self.capacity]
      guard hostTime >= last, hostTime - last >= Self.interval else { return nil }
    }
    (moments[next], frames[next]) = (hostTime, frame)
    next = (next + 1) % Self.capacity
    count = min(count + 1, Self.capacity)
    return line(at: hostTime)
  }

  /// Returns the line, with its value at a moment.
  private func line(at now: UInt64) -> Line {
    let first = moments[count < Self.capacity ? 0 : next]
    let base = frames[count < Self.capacity ? 0 : next]
    // Distances from the line of the nominal rate, which are small numbers.
    var (sumX, sumY, sumXX, sumXY) = (0.0, 0.0, 0.0, 0.0)
    for index in 0..<count {
      let x = Double(moments[index] - first) / 1e9
      let y = frames[index] - base - x * nominalRate
      sumX += x
      sumY += y
      sumXX += x * x
      sumXY += x * y
    }
    let (meanX, meanY) = (sumX / Double(count), sumY / Double(count))
    let spread = sumXX - sumX * meanX
    var slope = 0.0
    if now - first >= Self.minimumSpan, spread > 0 {
      slope = (sumXY - sumX * meanY) / spread
      if !Self.plausible.contains(1 + slope / nominalRate) { slope = 0 }
    }
    let x = Double(now - first) / 1e9
    return Line(
      hostTime: now, sampleTime: base + meanY + x * nominalRate + slope * (x - meanX),
      rateScalar: 1 + slope / nominalRate)
  }
}
