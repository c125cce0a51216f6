// Names and documentation are those of the header.
// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation

// <CoreMedia/CMTimeRange.h>

@c @implementation
public func CMTimeRangeMake(start: CMTime, duration: CMTime) -> CMTimeRange {
  CMTimeRange(start: start, duration: duration)
}

@c @implementation
public func CMTimeRangeFromTimeToTime(start: CMTime, end: CMTime) -> CMTimeRange {
  CMTimeRange(start: start, duration: CMTimeSubtract(end, start))
}

@c @implementation
public func CMTimeRangeGetEnd(_ range: CMTimeRange) -> CMTime { CMTimeAdd(range.start, range.duration) }

@c @implementation
public func CMTimeRangeGetUnion(_ range: CMTimeRange, otherRange: CMTimeRange) -> CMTimeRange {
  guard range.isUsable, otherRange.isUsable else { return .nowhere }
  let start = CMTimeMinimum(range.start, otherRange.start)
  return CMTimeRangeFromTimeToTime(
    start: start, end: CMTimeMaximum(CMTimeRangeGetEnd(range), CMTimeRangeGetEnd(otherRange)))
}

@c @implementation
public func CMTimeRangeGetIntersection(_ range: CMTimeRange, otherRange: CMTimeRange) -> CMTimeRange {
  guard range.isUsable, otherRange.isUsable else { return .nowhere }
  let start = CMTimeMaximum(range.start, otherRange.start)
  let end = CMTimeMinimum(CMTimeRangeGetEnd(range), CMTimeRangeGetEnd(otherRange))
  let zero = CMTimeMake(value: 0, timescale: 1)
  guard CMTimeCompare(start, end) < 0 else { return CMTimeRange(start: zero, duration: zero) }
  return CMTimeRangeFromTimeToTime(start: start, end: end)
}

@c @implementation
public func CMTimeRangeEqual(_ range1: CMTimeRange, _ range2: CMTimeRange) -> Bool {
  CMTimeCompare(range1.start, range2.start) == 0 && CMTimeCompare(range1.duration, range2.duration) == 0
}

@c @implementation
public func CMTimeRangeContainsTime(_ range: CMTimeRange, time: CMTime) -> Bool {
  range.isUsable && CMTimeCompare(range.start, time) <= 0 && CMTimeCompare(time, CMTimeRangeGetEnd(range)) < 0
}

@c @implementation
public func CMTimeRangeContainsTimeRange(_ range: CMTimeRange, otherRange: CMTimeRange) -> Bool {
  range.isUsable && otherRange.isUsable && CMTimeCompare(range.start, otherRange.start) <= 0
    && CMTimeCompare(CMTimeRangeGetEnd(otherRange), CMTimeRangeGetEnd(range)) <= 0
}

@c @implementation
public func CMTimeClampToRange(_ time: CMTime, range: CMTimeRange) -> CMTime {
  guard range.isUsable, time.kind != .invalid else { return .nowhere }
  return CMTimeMinimum(CMTimeMaximum(time, range.start), CMTimeRangeGetEnd(range))
}

@c @implementation
public func CMTimeMapDurationFromRangeToRange(_ dur: CMTime, fromRange: CMTimeRange, toRange: CMTimeRange) -> CMTime {
  guard fromRange.isUsable, toRange.isUsable, dur.kind == .numeric, fromRange.duration.kind == .numeric,
    toRange.duration.kind == .numeric, fromRange.duration.value != 0
  else { return .nowhere }
  let (from, to) = (fromRange.duration, toRange.duration)
  // dur · to ÷ from, all in one fraction.
  return dur.scaled(
    by: Int128(to.value) * Int128(from.timescale), over: Int128(dur.timescale) * Int128(from.value), to: to.timescale,
    .roundHalfAwayFromZero)
}

@c @implementation
public func CMTimeMapTimeFromRangeToRange(_ t: CMTime, fromRange: CMTimeRange, toRange: CMTimeRange) -> CMTime {
  let offset = CMTimeMapDurationFromRangeToRange(
    CMTimeSubtract(t, fromRange.start), fromRange: fromRange, toRange: toRange)
  return CMTimeAdd(toRange.start, offset)
}

@c @implementation
public func CMTimeFoldIntoRange(_ time: CMTime, foldRange: CMTimeRange) -> CMTime {
  guard foldRange.isUsable, time.kind == .numeric, foldRange.duration.kind == .numeric, foldRange.duration.value > 0
  else { return .nowhere }
  let offset = CMTimeSubtract(time, foldRange.start)
  guard offset.kind == .numeric else { return .nowhere }
  let length = foldRange.duration
  let unit = Int128(offset.timescale) * Int128(length.timescale)
  let (whole, period) = (
    Int128(offset.value) * Int128(length.timescale), Int128(length.value) * Int128(offset.timescale)
  )
  let rest = ((whole % period) + period) % period
  // Back in the offset's scale, where it is exact.
  let inOffset = rest * Int128(offset.timescale)
  guard inOffset % unit == 0, let value = Int64(exactly: inOffset / unit) else {
    let turns = (whole - rest) / period
    guard let count = Int32(exactly: turns) else { return .nowhere }
    return CMTimeSubtract(time, CMTimeMultiply(length, multiplier: count))
  }
  return CMTimeAdd(foldRange.start, CMTimeMake(value: value, timescale: offset.timescale))
}

@c @implementation
public func CMTimeMappingMake(source: CMTimeRange, target: CMTimeRange) -> CMTimeMapping {
  CMTimeMapping(source: source, target: target)
}

@c @implementation
public func CMTimeMappingMakeEmpty(target: CMTimeRange) -> CMTimeMapping {
  CMTimeMapping(source: .nowhere, target: target)
}

@c @implementation
public func CMTimeRangeShow(_ range: CMTimeRange) { print("{\(range.start.words), \(range.duration.words)}") }

@c @implementation
public func CMTimeMappingShow(_ mapping: CMTimeMapping) {
  print("{\(mapping.source.start.words) → \(mapping.target.start.words)}")
}

extension CMTimeRange {
  /// True if start and duration are valid, and the duration is not negative and of epoch 0.
  var isUsable: Bool {
    start.kind != .invalid && duration.kind != .invalid && duration.epoch == 0 && duration.value >= 0
  }

  static var nowhere: CMTimeRange { CMTimeRange(start: CMTime.nowhere, duration: CMTime.nowhere) }
}
