/// The statistics of a ``JitterBuffer`` since it was made.
///
/// Each unit that arrives is counted in ``receivedUnits`` and, if it is not played, in one of ``duplicatedUnits``,
/// ``lateUnits``, ``skippedUnits`` and ``discardedUnits``.
public struct JitterStatistics: Sendable, Hashable {
  /// The interarrival jitter of RFC 3550, 6.4.1 and A.8, in seconds.
  public var jitter = 0.0
  /// The target delay in seconds, from a unit's arrival by the network's fastest path to its decoding.
  public var targetDelay = 0.0
  /// The delay of the last units, in seconds; 0 before the first one.
  public var actualDelay = 0.0
  /// The number of units that have arrived.
  public var receivedUnits = 0
  /// The number of units that never arrived, as known so far. A unit that arrives after all counts as late.
  public var lostUnits = 0
  /// The number of units that arrived too late.
  public var lateUnits = 0
  /// The number of units that had arrived before.
  public var duplicatedUnits = 0
  /// The number of units that others overtook.
  public var reorderedUnits = 0
  /// The number of units that arrived in time but were dropped to shorten a delay at once.
  public var skippedUnits = 0
  /// The number of invalid units (empty, too large, far from the stream's time) and of units that did not fit.
  public var discardedUnits = 0
  /// The number of units that were due, but could not be decoded and were concealed.
  public var damagedUnits = 0
  /// The number of missing frames that the decoder concealed.
  public var concealedFrames = 0
  /// The number of frames in pauses of the sender: timestamps advance, and sequence numbers have no gap.
  public var pausedFrames = 0
  /// The number of frames inserted to lengthen a delay at once.
  public var insertedFrames = 0
  /// The number of requests without a unit.
  public var underruns = 0
  /// The number of times that the sender's timestamps started over.
  public var restarts = 0
  /// The number of waiting units.
  public var queuedUnits = 0
  /// The number of bytes of the waiting units.
  public var queuedBytes = 0
  /// The excess of the sender's clock over the playing clock, in millionths, as estimated.
  public var driftPartsPerMillion = 0.0

  /// Creates statistics before the first arrival.
  public init() {}
}
