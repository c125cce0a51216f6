/// The answer of a ``JitterBuffer`` that was asked for a unit.
public enum JitterEvent: Sendable, Hashable {
  /// The unit that is to be decoded next.
  case unit(ReceivedAccessUnit)
  /// A unit is missing, and later ones are there: the decoder fills in for one unit.
  case lost
  /// The sender was silent for a unit's time, and later units are there.
  case paused
  /// Nothing has arrived that could be played: the decoder fills in for one unit.
  case starved
  /// A unit's time is to be filled in so that the delay becomes longer. Nothing is missing.
  case stretched
  /// Nothing is to be played yet: the stream has not begun, or has been away for so long that it begins anew.
  case buffering
  /// The last unit has been given, and no more come.
  case ended
}

/// What a ``JitterBuffer`` gives at a time.
public struct JitterDelivery: Sendable, Hashable {
  /// The unit, or what is known of its absence.
  public var event: JitterEvent
  /// For a lost unit, the one right behind it, which is given later: it may tell something of the one that is missing.
  /// `nil` otherwise.
  public var following: ReceivedAccessUnit?
  /// For a unit, the seconds by which its delay is longer than ``JitterStatistics/targetDelay``; negative where it is
  /// shorter. `nil` otherwise.
  public var excessDelay: Double?
  /// By how much the sender's clock is faster than that of arrivals, as far as is known: 0.0001 for 100 millionths.
  public var senderDrift = 0.0
}
