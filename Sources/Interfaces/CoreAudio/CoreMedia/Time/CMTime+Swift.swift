public import CCoreMedia

// Apple's Swift view of times.

extension CMTime {
  /// So many seconds, in a time scale.
  public init(seconds: Double, preferredTimescale: CMTimeScale) {
    self = CMTimeMakeWithSeconds(seconds, preferredTimescale: preferredTimescale)
  }

  /// So many units of a time scale.
  public init(value: CMTimeValue, timescale: CMTimeScale) { self = CMTimeMake(value: value, timescale: timescale) }

  /// 0.
  public static var zero: CMTime { CMTimeMake(value: 0, timescale: 1) }
  /// No time.
  public static var invalid: CMTime { nowhere }
  /// A time that is not known.
  public static var indefinite: CMTime { never }
  /// +∞.
  public static var positiveInfinity: CMTime { infinitelyLate }
  /// −∞.
  public static var negativeInfinity: CMTime { infinitelyEarly }

  /// Whether it is a time at all.
  public var isValid: Bool { kind != .invalid }
  /// Whether it is +∞.
  public var isPositiveInfinity: Bool { kind == .positiveInfinity }
  /// Whether it is −∞.
  public var isNegativeInfinity: Bool { kind == .negativeInfinity }
  /// Whether it is not known.
  public var isIndefinite: Bool { kind == .indefinite }
  /// Whether it is a number.
  public var isNumeric: Bool { kind == .numeric }
  /// Whether it is a number that lost something.
  public var hasBeenRounded: Bool { kind == .numeric && flags.contains(.hasBeenRounded) }
  /// The time in seconds; not a number where it is none.
  public var seconds: Double { CMTimeGetSeconds(self) }

  /// The same time in another time scale.
  public func convertScale(_ newTimescale: Int32, method: CMTimeRoundingMethod) -> CMTime {
    CMTimeConvertScale(self, timescale: newTimescale, method: method)
  }

  /// The sum.
  public static func + (addend1: CMTime, addend2: CMTime) -> CMTime { CMTimeAdd(addend1, addend2) }
  /// The difference.
  public static func - (minuend: CMTime, subtrahend: CMTime) -> CMTime { CMTimeSubtract(minuend, subtrahend) }
}

extension CMTime: @retroactive Equatable, @retroactive Comparable, @retroactive Hashable {
  /// Whether both are the same time, in whatever scale.
  public static func == (time1: CMTime, time2: CMTime) -> Bool { CMTimeCompare(time1, time2) == 0 }
  /// Whether they are different times.
  public static func != (time1: CMTime, time2: CMTime) -> Bool { CMTimeCompare(time1, time2) != 0 }
  /// Whether the first is earlier.
  public static func < (time1: CMTime, time2: CMTime) -> Bool { CMTimeCompare(time1, time2) < 0 }

  /// Hashes the time whatever its scale.
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
  /// From one time to another.
  public init(start: CMTime, end: CMTime) { self = CMTimeRangeFromTimeToTime(start: start, end: end) }

  /// Nothing, at 0.
  public static var zero: CMTimeRange { CMTimeRangeMake(start: .zero, duration: .zero) }
  /// No range.
  public static var invalid: CMTimeRange { nowhere }

  /// Whether it is a range at all.
  public var isValid: Bool { isUsable }
  /// Whether start or duration are not known.
  public var isIndefinite: Bool { isUsable && (start.isIndefinite || duration.isIndefinite) }
  /// Whether it has no duration.
  public var isEmpty: Bool { isUsable && duration == .zero }
  /// The time behind the range.
  public var end: CMTime { CMTimeRangeGetEnd(self) }

  /// The smallest range that holds both.
  public func union(_ otherRange: CMTimeRange) -> CMTimeRange { CMTimeRangeGetUnion(self, otherRange: otherRange) }
  /// What both hold.
  public func intersection(_ otherRange: CMTimeRange) -> CMTimeRange {
    CMTimeRangeGetIntersection(self, otherRange: otherRange)
  }
  /// Whether a time lies in it.
  public func containsTime(_ time: CMTime) -> Bool { CMTimeRangeContainsTime(self, time: time) }
  /// Whether another lies in it.
  public func containsTimeRange(_ range: CMTimeRange) -> Bool { CMTimeRangeContainsTimeRange(self, otherRange: range) }
}

extension CMTimeRange: @retroactive Equatable, @retroactive Hashable {
  /// Whether start and duration are the same times.
  public static func == (range1: CMTimeRange, range2: CMTimeRange) -> Bool { CMTimeRangeEqual(range1, range2) }
  /// Whether start or duration are different times.
  public static func != (range1: CMTimeRange, range2: CMTimeRange) -> Bool { !CMTimeRangeEqual(range1, range2) }

  /// Hashes start and duration.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(start)
    hasher.combine(duration)
  }
}
