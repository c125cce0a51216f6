/// The answer of a ``JitterBuffer`` to a request for a unit.
public enum JitterEvent: Sendable, Hashable {
  /// The next unit to decode.
  case unit(ReceivedAccessUnit)
  /// A unit is missing, but later ones have arrived: the decoder conceals one unit.
  case lost
  /// The sender was silent for the duration of a unit, and later units have arrived.
  case paused
  /// No playable unit has arrived: the decoder conceals one unit.
  case starved
  /// The decoder conceals one unit to lengthen the delay. Nothing is missing.
  case stretched
  /// No unit is due: the stream has not begun, or was silent for so long that it begins again.
  case buffering
  /// All units have been returned.
  case ended
}

/// The answer of a ``JitterBuffer`` at one request.
public struct JitterDelivery: Sendable, Hashable {
  /// The unit, or the reason for its absence.
  public var event: JitterEvent
  /// For a lost unit, the unit after it, which may help to conceal it and is returned later; otherwise `nil`.
  public var following: ReceivedAccessUnit?
  /// For a unit, the difference between its delay and ``JitterStatistics/targetDelay`` in seconds, negative if the
  /// delay is shorter; otherwise `nil`.
  public var excessDelay: Double?
  /// The relative excess of the sender's clock over the clock of arrivals, as estimated: 0.0001 for 100 millionths.
  public var senderDrift = 0.0
}
