/// Keeps the delay of a stream at its target by playing a little faster or slower: a controller of proportional and
/// integral parts.
///
/// The integral part learns by how much the sender's clock is faster; the proportional one takes an excess away at a
/// tenth of it a second, within ``limit``. What is measured is the time from the fastest arrival to playing, on one
/// clock, so jitter does not enter into it.
struct DelayController: Sendable {
  /// The most that the rate differs from 1: 9 cents, which goes by unnoticed in music that is not known.
  static let limit = 0.005
  /// The most that clocks are believed to differ.
  static let driftLimit = 0.001
  /// A second's correction of a second of excess; critically damped.
  private static let (proportion, integration) = (0.1, 0.0025)
  /// Seconds over which the excess is averaged.
  private static let smoothing = 0.5
  /// Excess in seconds beyond which nothing is learned about the clocks.
  private static let learningLimit = 0.03

  private var excess = 0.0
  /// By how much the sender's clock is faster than the player's.
  private(set) var drift = 0.0

  /// Frames of the stream for a frame that is played.
  var rate: Double { 1 + min(max(Self.proportion * excess + drift, -Self.limit), Self.limit) }

  /// Takes note of a unit.
  ///
  /// - Parameters:
  ///   - measured: Seconds by which the delay is too long.
  ///   - seconds: The time since the last unit.
  mutating func update(excess measured: Double, seconds: Double) {
    excess += (measured - excess) * min(1, seconds / Self.smoothing)
    guard abs(excess) < Self.learningLimit else { return }
    drift = min(max(drift + Self.integration * excess * seconds, -Self.driftLimit), Self.driftLimit)
  }

  /// Forgets the excess, where the delay has changed at once.
  mutating func jump() { excess = 0 }
}
