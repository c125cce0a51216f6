/// The answer of a ``JitterBuffer`` to a request for a unit.
public enum JitterEvent: Sendable, Hashable {
  /// The unit that is to be decoded next.
  case unit(ReceivedAccessUnit)
  /// A unit is missing, and later ones are there: the decoder fills in for one unit.
  case lost
  /// The sender was silent for a unit's time, and later units are there.
  case paused
  /// No unit has arrived that could be played: the decoder fills in for one unit.
  case starved
  /// A unit's time is to be filled in so that the delay becomes longer. Nothing is missing.
  case stretched
  /// No unit is due yet: the stream has not begun, or has been silent for so long that it begins again.
  case buffering
  /// The last unit has been given, and no more come.
  case ended
}

/// The answer of a ``JitterBuffer`` at a time.
public struct JitterDelivery: Sendable, Hashable {
  /// The unit, or the reason for its absence.
  public var event: JitterEvent
  /// For a lost unit, the one right after it, which is returned later: it may help to replace the missing one. `nil`
  /// otherwise.
  public var following: ReceivedAccessUnit?
  /// For a unit, the seconds by which its delay is longer than ``JitterStatistics/targetDelay``; negative where it is
  /// shorter. `nil` otherwise.
  public var excessDelay: Double?
  /// The relative excess of the sender's clock over that of arrivals, as far as is known: 0.0001 for 100 millionths.
  public var senderDrift = 0.0
}
