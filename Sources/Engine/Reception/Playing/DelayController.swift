/// Keeps the delay of a stream at its target by playing a little faster or slower.
///
/// By how much the sender's clock is faster than the player's is measured on both, against the clock of arrivals; that
/// much faster is played. What the delay is too long by is taken away at a tenth of it a second besides. Both together
/// stay within ``limit``.
struct DelayController: Sendable {
  /// The most that the rate differs from 1: 9 cents.
  static let limit = 0.005
  /// The most that clocks are believed to differ.
  static let driftLimit = 0.001
  /// A second's correction of a second of excess.
  private static let proportion = 0.1
  /// Seconds over which the excess is averaged.
  private static let smoothing = 0.5

  private var excess = 0.0
  private var playerClock = ClockSlope()
  /// By how much the sender's clock is faster than the player's.
  private(set) var drift = 0.0

  /// Frames of the stream for a frame that is played.
  var rate: Double { 1 + min(max(Self.proportion * excess + drift, -Self.limit), Self.limit) }

  /// Takes note of a request for samples.
  ///
  /// - Parameters:
  ///   - time: When, in seconds.
  ///   - played: Seconds of sound that were given before.
  mutating func notePlaying(at time: Double, played: Double) { playerClock.note(time - played, at: time) }

  /// Takes note of a unit.
  ///
  /// - Parameters:
  ///   - measured: Seconds by which the delay is too long.
  ///   - senderDrift: By how much the sender's clock is faster than that of arrivals.
  ///   - seconds: The time since the last unit.
  mutating func update(excess measured: Double, senderDrift: Double, seconds: Double) {
    excess += (measured - excess) * min(1, seconds / Self.smoothing)
    drift = min(max(senderDrift + playerClock.value, -Self.driftLimit), Self.driftLimit)
  }

  /// Forgets the excess, where the delay has changed at once.
  mutating func jump() { excess = 0 }
}
