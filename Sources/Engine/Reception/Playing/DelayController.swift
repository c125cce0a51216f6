/// Keeps the delay of a stream at its target by playing a little faster or slower.
///
/// The excess of the sender's clock over the player's is measured for both against the clock of arrivals; playing is
/// faster by that. An excessive delay is also reduced, by a tenth of it per second. Both together stay within
/// ``limit``.
struct DelayController: Sendable {
  /// The largest deviation of the rate from 1: 9 cents.
  static let limit = 0.005
  /// The largest credible deviation of clocks.
  static let driftLimit = 0.001
  /// A second's correction of a second of excess.
  private static let proportion = 0.1
  /// The seconds over which the excess is averaged.
  private static let smoothing = 0.5

  private var excess = 0.0
  private var playerClock = ClockSlope()
  /// The relative excess of the sender's clock over the player's.
  private(set) var drift = 0.0

  /// The number of stream frames per played frame.
  var rate: Double { 1 + min(max(Self.proportion * excess + drift, -Self.limit), Self.limit) }

  /// Records a request for samples.
  ///
  /// - Parameters:
  ///   - time: The time, in seconds.
  ///   - played: The sound played before, in seconds.
  mutating func notePlaying(at time: Double, played: Double) { playerClock.note(time - played, at: time) }

  /// Records a unit.
  ///
  /// - Parameters:
  ///   - measured: The excess of the delay, in seconds.
  ///   - senderDrift: The relative excess of the sender's clock over that of arrivals.
  ///   - seconds: The time since the last unit.
  mutating func update(excess measured: Double, senderDrift: Double, seconds: Double) {
    excess += (measured - excess) * min(1, seconds / Self.smoothing)
    drift = min(max(senderDrift + playerClock.value, -Self.driftLimit), Self.driftLimit)
  }

  /// Clears the excess after an immediate change of the delay.
  mutating func jump() { excess = 0 }
}
