public import CCoreMedia
import CoreFoundation

// <CoreMedia/CMTime.h> and <CoreMedia/CMTimeRange.h>: times as dictionaries and in words.

/// `CMTimeCopyAsDictionary`.
@c(CMTimeCopyAsDictionary)
public func cmTimeCopyAsDictionary(_ time: CMTime, _ allocator: UnsafeRawPointer?) -> UnsafeMutableRawPointer? {
  unsafe handedOver(dictionary(of: time))
}

/// `CMTimeMakeFromDictionary`: invalid if an entry is missing.
@c(CMTimeMakeFromDictionary)
public func cmTimeMakeFromDictionary(_ dictionaryRepresentation: UnsafeRawPointer?) -> CMTime {
  unsafe time(dictionary(dictionaryRepresentation))
}

/// `CMTimeCopyDescription`.
@c(CMTimeCopyDescription)
public func cmTimeCopyDescription(_ allocator: UnsafeRawPointer?, _ time: CMTime) -> UnsafeMutableRawPointer? {
  unsafe handedOver(coreFoundationString(time.words))
}

/// `CMTimeRangeCopyAsDictionary`.
@c(CMTimeRangeCopyAsDictionary)
public func cmTimeRangeCopyAsDictionary(
  _ range: CMTimeRange, _ allocator: UnsafeRawPointer?
) -> UnsafeMutableRawPointer? {
  unsafe handedOver(dictionary(of: range))
}

/// `CMTimeRangeMakeFromDictionary`: invalid if an entry is missing.
@c(CMTimeRangeMakeFromDictionary)
public func cmTimeRangeMakeFromDictionary(_ dictionaryRepresentation: UnsafeRawPointer?) -> CMTimeRange {
  unsafe range(dictionary(dictionaryRepresentation))
}

/// `CMTimeRangeCopyDescription`.
@c(CMTimeRangeCopyDescription)
public func cmTimeRangeCopyDescription(
  _ allocator: UnsafeRawPointer?, _ range: CMTimeRange
) -> UnsafeMutableRawPointer? {
  unsafe handedOver(coreFoundationString(range.words))
}

/// `CMTimeMappingCopyAsDictionary`.
@c(CMTimeMappingCopyAsDictionary)
public func cmTimeMappingCopyAsDictionary(
  _ mapping: CMTimeMapping, _ allocator: UnsafeRawPointer?
) -> UnsafeMutableRawPointer? {
  let parts = makeDictionary()
  parts.set(kCMTimeMappingSourceKey, dictionary(of: mapping.source))
  parts.set(kCMTimeMappingTargetKey, dictionary(of: mapping.target))
  return unsafe handedOver(parts)
}

/// `CMTimeMappingMakeFromDictionary`: invalid if an entry is missing.
@c(CMTimeMappingMakeFromDictionary)
public func cmTimeMappingMakeFromDictionary(_ dictionaryRepresentation: UnsafeRawPointer?) -> CMTimeMapping {
  let parts = unsafe dictionary(dictionaryRepresentation)
  return CMTimeMapping(
    source: range(parts?.dictionary(kCMTimeMappingSourceKey)), target: range(parts?.dictionary(kCMTimeMappingTargetKey))
  )
}

/// `CMTimeMappingCopyDescription`.
@c(CMTimeMappingCopyDescription)
public func cmTimeMappingCopyDescription(
  _ allocator: UnsafeRawPointer?, _ mapping: CMTimeMapping
) -> UnsafeMutableRawPointer? {
  unsafe handedOver(coreFoundationString("{\(mapping.source.words) → \(mapping.target.words)}"))
}

// MARK: Parts

/// Returns an object whose reference is the caller's.
@unsafe
private func handedOver(_ object: AnyObject) -> UnsafeMutableRawPointer {
  unsafe Unmanaged.passRetained(object).toOpaque()
}

private func dictionary(of time: CMTime) -> CFMutableDictionary {
  let parts = makeDictionary()
  parts.set(kCMTimeValueKey, time.value)
  parts.set(kCMTimeScaleKey, Int64(time.timescale))
  parts.set(kCMTimeEpochKey, time.epoch)
  parts.set(kCMTimeFlagsKey, Int64(time.flags.rawValue))
  return parts
}

private func dictionary(of range: CMTimeRange) -> CFMutableDictionary {
  let parts = makeDictionary()
  parts.set(kCMTimeRangeStartKey, dictionary(of: range.start))
  parts.set(kCMTimeRangeDurationKey, dictionary(of: range.duration))
  return parts
}

private func time(_ parts: CFDictionary?) -> CMTime {
  guard let parts, let value = parts.integer(kCMTimeValueKey), let scale = parts.integer(kCMTimeScaleKey),
    let epoch = parts.integer(kCMTimeEpochKey), let flags = parts.integer(kCMTimeFlagsKey),
    let timescale = Int32(exactly: scale), let bits = UInt32(exactly: flags)
  else { return .nowhere }
  return CMTime(value: value, timescale: timescale, flags: CMTimeFlags(rawValue: bits), epoch: epoch)
}

private func range(_ parts: CFDictionary?) -> CMTimeRange {
  CMTimeRange(
    start: time(parts?.dictionary(kCMTimeRangeStartKey)), duration: time(parts?.dictionary(kCMTimeRangeDurationKey)))
}

extension CMTimeRange {
  /// The range in words.
  fileprivate var words: String { "{\(start.words), \(duration.words)}" }
}
