/// The events in a ``JitterBuffer`` since it was made.
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
  /// The number of units that have arrived.
  public var receivedUnits = 0
  /// The number of units that never arrived, as far as is known. One that arrives after all is counted as late instead.
  public var lostUnits = 0
  /// The number of units that arrived when their time had passed.
  public var lateUnits = 0
  /// The number of units that had come before.
  public var duplicatedUnits = 0
  /// The number of units that were overtaken by others.
  public var reorderedUnits = 0
  /// The number of units that arrived in time and were left out, to make a delay shorter at once.
  public var skippedUnits = 0
  /// The number of invalid units: empty, too large, far from the stream's time; and of those for which there was no
  /// room.
  public var discardedUnits = 0
  /// The number of units that were due, but could not be decoded and were concealed.
  public var damagedUnits = 0
  /// The number of frames of the stream that were requested and missing, which the decoder fills in.
  public var concealedFrames = 0
  /// The number of frames in which the sender sent nothing: timestamps advance and sequence numbers have no gap.
  public var pausedFrames = 0
  /// The number of frames that were filled in to make a delay longer at once.
  public var insertedFrames = 0
  /// The number of times that a unit was requested and none was there.
  public var underruns = 0
  /// The number of times that the sender continued from another origin of timestamps.
  public var restarts = 0
  /// The number of units that wait now.
  public var queuedUnits = 0
  /// The number of bytes of the units that wait now.
  public var queuedBytes = 0
  /// The excess of the sender's clock over the playing clock, in millionths, as far as is known.
  public var driftPartsPerMillion = 0.0

  /// Creates statistics before the first arrival.
  public init() {}
}
