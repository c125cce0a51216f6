public import CCoreMedia

// Apple's Swift view of times.

extension CMTime {
  /// Creates a time of `seconds` in a time scale.
  public init(seconds: Double, preferredTimescale: CMTimeScale) {
    self = CMTimeMakeWithSeconds(seconds, preferredTimescale: preferredTimescale)
  }

  /// Creates a time of `value` units of a time scale.
  public init(value: CMTimeValue, timescale: CMTimeScale) { self = CMTimeMake(value: value, timescale: timescale) }

  /// The first index: 0.
  public static var zero: CMTime { CMTimeMake(value: 0, timescale: 1) }
  /// An invalid time.
  public static var invalid: CMTime { nowhere }
  /// An unknown time.
  public static var indefinite: CMTime { never }
  /// The time +∞.
  public static var positiveInfinity: CMTime { infinitelyLate }
  /// The time −∞.
  public static var negativeInfinity: CMTime { infinitelyEarly }

  /// True if the time is valid.
  public var isValid: Bool { kind != .invalid }
  /// True for +∞.
  public var isPositiveInfinity: Bool { kind == .positiveInfinity }
  /// True for −∞.
  public var isNegativeInfinity: Bool { kind == .negativeInfinity }
  /// True for an unknown time.
  public var isIndefinite: Bool { kind == .indefinite }
  /// True for a numeric time.
  public var isNumeric: Bool { kind == .numeric }
  /// True for a numeric time that was rounded.
  public var hasBeenRounded: Bool { kind == .numeric && flags.contains(.hasBeenRounded) }
  /// The time in seconds; NaN if it is not numeric.
  public var seconds: Double { CMTimeGetSeconds(self) }

  /// Returns the same time in another time scale.
  public func convertScale(_ newTimescale: Int32, method: CMTimeRoundingMethod) -> CMTime {
    CMTimeConvertScale(self, timescale: newTimescale, method: method)
  }

  /// Returns the sum.
  public static func + (addend1: CMTime, addend2: CMTime) -> CMTime { CMTimeAdd(addend1, addend2) }
  /// Returns the difference.
  public static func - (minuend: CMTime, subtrahend: CMTime) -> CMTime { CMTimeSubtract(minuend, subtrahend) }
}

extension CMTime: @retroactive Equatable, @retroactive Comparable, @retroactive Hashable {
  /// Returns true if both times are equal, in whatever time scales.
  public static func == (time1: CMTime, time2: CMTime) -> Bool { CMTimeCompare(time1, time2) == 0 }
  /// Returns true if the times differ.
  public static func != (time1: CMTime, time2: CMTime) -> Bool { CMTimeCompare(time1, time2) != 0 }
  /// Returns true if the first is earlier.
  public static func < (time1: CMTime, time2: CMTime) -> Bool { CMTimeCompare(time1, time2) < 0 }

  /// Hashes the time, whatever its time scale.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(rank)
    guard isNumeric else { return }
    let divisor = Int64(greatestCommonDivisor(Int32(truncatingIfNeeded: value % Int64(timescale)), timescale))
    hasher.combine(value / divisor)
    hasher.combine(Int64(timescale) / divisor)
    hasher.combine(epoch)
  }
}

extension CMTimeRange {
  /// Creates the range from one time to another.
  public init(start: CMTime, end: CMTime) { self = CMTimeRangeFromTimeToTime(start: start, end: end) }

  /// The empty range at 0.
  public static var zero: CMTimeRange { CMTimeRangeMake(start: .zero, duration: .zero) }
  /// An invalid range.
  public static var invalid: CMTimeRange { nowhere }

  /// True if the range is valid.
  public var isValid: Bool { isUsable }
  /// True if the start or the duration is unknown.
  public var isIndefinite: Bool { isUsable && (start.isIndefinite || duration.isIndefinite) }
  /// True if the range has no duration.
  public var isEmpty: Bool { isUsable && duration == .zero }
  /// The time after the range.
  public var end: CMTime { CMTimeRangeGetEnd(self) }

  /// Returns the smallest range that contains both.
  public func union(_ otherRange: CMTimeRange) -> CMTimeRange { CMTimeRangeGetUnion(self, otherRange: otherRange) }
  /// Returns the common part of both ranges.
  public func intersection(_ otherRange: CMTimeRange) -> CMTimeRange {
    CMTimeRangeGetIntersection(self, otherRange: otherRange)
  }
  /// Returns true if the range contains a time.
  public func containsTime(_ time: CMTime) -> Bool { CMTimeRangeContainsTime(self, time: time) }
  /// Returns true if the range contains another one.
  public func containsTimeRange(_ range: CMTimeRange) -> Bool { CMTimeRangeContainsTimeRange(self, otherRange: range) }
}

extension CMTimeRange: @retroactive Equatable, @retroactive Hashable {
  /// Returns true if starts and durations are equal.
  public static func == (range1: CMTimeRange, range2: CMTimeRange) -> Bool { CMTimeRangeEqual(range1, range2) }
  /// Returns true if starts or durations differ.
  public static func != (range1: CMTimeRange, range2: CMTimeRange) -> Bool { !CMTimeRangeEqual(range1, range2) }

  /// Hashes start and duration.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(start)
    hasher.combine(duration)
  }
}
