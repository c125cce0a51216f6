/// The drift of one clock relative to another: the slope of the smallest differences between them in each half second.
///
/// Accidental lateness is never among the least. The line through them is fitted by least squares; differences count e
/// times less after a minute, and the slope begins at 0 until there is reason for another.
struct ClockSlope: Sendable {
  private static let stretchSeconds = 0.5
  /// The fraction of a difference's weight left after a stretch: a minute to the e-th part.
  private static let decay = 0.9917
  /// The weight of the assumption that the slope is 0, in squared seconds.
  private static let prior = 300.0
  /// The largest distance of a difference from the line, in seconds, before the line is moved to it, as when the
  /// network changes its route.
  private static let longestResidual = 0.01

  private var stretch = (end: -Double.infinity, time: 0.0, least: Double.infinity)
  private var weight = 0.0
  private var mean = (time: 0.0, difference: 0.0)
  private var (square, product) = (0.0, 0.0)

  /// The growth of the difference per second, in seconds.
  var value: Double { product / (square + Self.prior) }

  /// Records a difference.
  ///
  /// - Parameters:
  ///   - difference: The first clock less the second, in seconds; random delays may add to it.
  ///   - time: In seconds.
  mutating func note(_ difference: Double, at time: Double) {
    guard difference.isFinite, time.isFinite else { return }
    if time >= stretch.end {
      if stretch.least.isFinite { fit(stretch.least, at: stretch.time) }
      stretch = (time + Self.stretchSeconds, time, difference)
    } else if difference < stretch.least {
      (stretch.time, stretch.least) = (time, difference)
    }
  }

  private mutating func fit(_ difference: Double, at time: Double) {
    let residual = difference - mean.difference - value * (time - mean.time)
    if weight > 0, abs(residual) > Self.longestResidual { mean.difference += residual }
    weight = Self.decay * weight + 1
    let distance = time - mean.time
    mean.time += distance / weight
    mean.difference += (difference - mean.difference) / weight
    square = Self.decay * square + distance * (time - mean.time)
    product = Self.decay * product + distance * (difference - mean.difference)
    if weight == 1 { (square, product) = (0, 0) }
  }
}
