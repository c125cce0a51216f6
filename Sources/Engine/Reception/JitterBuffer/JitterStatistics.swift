/// What a ``JitterBuffer`` has met since it was made.
///
/// Each unit that arrives is counted in ``receivedUnits`` and, where it is not played, in one of ``duplicatedUnits``,
/// ``lateUnits``, ``skippedUnits`` and ``discardedUnits``.
public struct JitterStatistics: Sendable, Hashable {
  /// The interarrival jitter of RFC 3550, 6.4.1 and A.8, in seconds.
  public var jitter = 0.0
  /// The delay that is aimed at, in seconds: from the moment at which a unit would have arrived on the network's
  /// fastest way to the moment at which it is taken for decoding.
  public var targetDelay = 0.0
  /// The delay of the units that were taken last, in seconds; 0 before the first one.
  public var actualDelay = 0.0
  /// Units that have arrived.
  public var receivedUnits = 0
  /// Units that never came, as far as is known. One that comes after all is counted as late instead.
  public var lostUnits = 0
  /// Units that came when their time had passed.
  public var lateUnits = 0
  /// Units that had come before.
  public var duplicatedUnits = 0
  /// Units that were overtaken by others.
  public var reorderedUnits = 0
  /// Units that came in time and were left out, to make a delay shorter at once.
  public var skippedUnits = 0
  /// Units that are none: empty, too large, far from the stream's time; and those for which there was no room.
  public var discardedUnits = 0
  /// Units that were played and that the decoder could not decode, and filled in for.
  public var damagedUnits = 0
  /// Frames of the stream that were asked for and missing, which the decoder fills in.
  public var concealedFrames = 0
  /// Frames of the stream in which the sender sent nothing: timestamps go on and sequence numbers have no gap.
  public var pausedFrames = 0
  /// Frames that were filled in to make a delay longer at once.
  public var insertedFrames = 0
  /// How often a unit was asked for and none was there.
  public var underruns = 0
  /// How often the sender went on from another origin of timestamps.
  public var restarts = 0
  /// Units that wait now.
  public var queuedUnits = 0
  /// Bytes of the units that wait now.
  public var queuedBytes = 0
  /// By how much the sender's clock is faster than the one that plays, in millionths, as far as is known.
  public var driftPartsPerMillion = 0.0

  /// Nothing has arrived.
  public init() {}
}
