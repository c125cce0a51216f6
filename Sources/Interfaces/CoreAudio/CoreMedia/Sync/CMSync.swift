// Names and documentation are those of the header.
// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation

public import CCoreMedia
public import CoreFoundation

// <CoreMedia/CMSync.h>: clocks and timebases alike.

/// Returns the clock or timebase at a pointer of the caller's.
///
/// - Throws: `kCMSyncError_MissingRequiredParameter`
@unsafe
private func sync(_ pointer: UnsafeRawPointer?) throws(Failure) -> SyncObject {
  try unsafe object(pointer, SyncObject.self, orThrow: kCMSyncError_MissingRequiredParameter)
}

@c(CMSyncGetTime)
public func cmSyncGetTime(_ clockOrTimebase: UnsafeRawPointer?) -> CMTime {
  (try? unsafe sync(clockOrTimebase).now) ?? .nowhere
}

/// `CMSyncGetRelativeRate`: 0 if the other object is stopped or invalid.
@c(CMSyncGetRelativeRate)
public func cmSyncGetRelativeRate(
  _ ofClockOrTimebase: UnsafeRawPointer?, _ relativeToClockOrTimebase: UnsafeRawPointer?
) -> Float64 {
  guard let own = try? unsafe sync(ofClockOrTimebase), let other = try? unsafe sync(relativeToClockOrTimebase) else {
    return 0
  }
  return own.rate(relativeTo: other)
}

@c(CMSyncGetRelativeRateAndAnchorTime)
public func cmSyncGetRelativeRateAndAnchorTime(
  _ ofClockOrTimebase: UnsafeRawPointer?, _ relativeToClockOrTimebase: UnsafeRawPointer?,
  _ outRelativeRate: UnsafeMutablePointer<Float64>?, _ outOfClockOrTimebaseAnchorTime: UnsafeMutablePointer<CMTime>?,
  _ outRelativeToClockOrTimebaseAnchorTime: UnsafeMutablePointer<CMTime>?
) -> OSStatus {
  Failure.of { () throws(Failure) in
    let (own, other) = (try unsafe sync(ofClockOrTimebase), try unsafe sync(relativeToClockOrTimebase))
    guard other.effectiveRate != 0 else { throw Failure(kCMSyncError_RateMustBeNonZero) }
    let anchors = own.anchors(relativeTo: other)
    if let out = unsafe outRelativeRate { unsafe out.pointee = own.rate(relativeTo: other) }
    if let out = unsafe outOfClockOrTimebaseAnchorTime { unsafe out.pointee = anchors.own }
    if let out = unsafe outRelativeToClockOrTimebaseAnchorTime { unsafe out.pointee = anchors.other }
  }
}

/// Converts a time between clocks or timebases; invalid while the source object is stopped.
@c(CMSyncConvertTime)
public func cmSyncConvertTime(
  _ time: CMTime, _ fromClockOrTimebase: UnsafeRawPointer?, _ toClockOrTimebase: UnsafeRawPointer?
) -> CMTime {
  guard let from = try? unsafe sync(fromClockOrTimebase), let to = try? unsafe sync(toClockOrTimebase) else {
    return .nowhere
  }
  return from.convert(time, to: to) ?? .nowhere
}

/// `CMSyncMightDrift`: true if both follow different clocks.
@c(CMSyncMightDrift)
public func cmSyncMightDrift(
  _ clockOrTimebase1: UnsafeRawPointer?, _ clockOrTimebase2: UnsafeRawPointer?
) -> Bool {
  guard let first = try? unsafe sync(clockOrTimebase1), let second = try? unsafe sync(clockOrTimebase2) else {
    return false
  }
  return first.ultimateClock !== second.ultimateClock
}
