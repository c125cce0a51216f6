import CCoreMedia

/// The condition under which a trigger of a queue fires.
enum TriggerCondition {
  case durationLess(CMTime)
  case durationAtMost(CMTime)
  case durationGreater(CMTime)
  case durationAtLeast(CMTime)
  case minimumPresentationTimeStampChanges
  case maximumPresentationTimeStampChanges
  case dataBecomesReady
  case endOfDataReached
  case reset
  case countLess(Int)
  case countGreater(Int)
  case durationAtLeastAndCountGreater(CMTime, Int)

  /// Creates a condition of `CMBufferQueueInstallTrigger`.
  ///
  /// Core Media has no function that takes both the duration and the number with which one of its conditions compares:
  /// the one not given is 0.
  ///
  /// - Throws: `kCMBufferQueueError_InvalidTriggerCondition`, or `kCMBufferQueueError_BadTriggerDuration` if the
  ///   condition compares with a duration and the time is not one.
  init(_ condition: CMBufferQueueTriggerCondition, time: CMTime) throws(Failure) {
    switch condition {
    case kCMBufferQueueTrigger_WhenDurationBecomesLessThan: self = .durationLess(try Self.duration(time))
    case kCMBufferQueueTrigger_WhenDurationBecomesLessThanOrEqualTo: self = .durationAtMost(try Self.duration(time))
    case kCMBufferQueueTrigger_WhenDurationBecomesGreaterThan: self = .durationGreater(try Self.duration(time))
    case kCMBufferQueueTrigger_WhenDurationBecomesGreaterThanOrEqualTo:
      self = .durationAtLeast(try Self.duration(time))
    case kCMBufferQueueTrigger_WhenMinPresentationTimeStampChanges: self = .minimumPresentationTimeStampChanges
    case kCMBufferQueueTrigger_WhenMaxPresentationTimeStampChanges: self = .maximumPresentationTimeStampChanges
    case kCMBufferQueueTrigger_WhenDataBecomesReady: self = .dataBecomesReady
    case kCMBufferQueueTrigger_WhenEndOfDataReached: self = .endOfDataReached
    case kCMBufferQueueTrigger_WhenReset: self = .reset
    case kCMBufferQueueTrigger_WhenDurationBecomesGreaterThanOrEqualToAndBufferCountBecomesGreaterThan:
      self = .durationAtLeastAndCountGreater(try Self.duration(time), 0)
    default: throw Failure(kCMBufferQueueError_InvalidTriggerCondition)
    }
  }

  /// Creates a condition that `CMBufferQueueInstallTriggerWithIntegerThreshold` knows.
  ///
  /// - Throws: `kCMBufferQueueError_InvalidTriggerCondition`.
  init(_ condition: CMBufferQueueTriggerCondition, threshold: Int) throws(Failure) {
    switch condition {
    case kCMBufferQueueTrigger_WhenBufferCountBecomesLessThan: self = .countLess(threshold)
    case kCMBufferQueueTrigger_WhenBufferCountBecomesGreaterThan: self = .countGreater(threshold)
    case kCMBufferQueueTrigger_WhenDurationBecomesGreaterThanOrEqualToAndBufferCountBecomesGreaterThan:
      self = .durationAtLeastAndCountGreater(.zero, threshold)
    default: throw Failure(kCMBufferQueueError_InvalidTriggerCondition)
    }
  }

  /// True if the condition concerns time stamps.
  var needsPresentationTimeStamps: Bool {
    switch self {
    case .minimumPresentationTimeStampChanges, .maximumPresentationTimeStampChanges: true
    default: false
    }
  }

  /// Returns a time of no epoch that is a number.
  private static func duration(_ time: CMTime) throws(Failure) -> CMTime {
    guard time.isNumeric, time.epoch == 0 else { throw Failure(kCMBufferQueueError_BadTriggerDuration) }
    return time
  }
}
