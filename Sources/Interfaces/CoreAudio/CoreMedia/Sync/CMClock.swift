// Names and documentation are those of the header.
// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation

public import CCoreMedia
public import CoreFoundation

// <CoreMedia/CMSync.h>: clocks.

/// Returns the clock at a pointer of the caller's.
///
/// - Throws: `kCMClockError_MissingRequiredParameter`
@unsafe
func clock(_ pointer: UnsafeRawPointer?) throws(Failure) -> ClockObject {
  try unsafe object(pointer, ClockObject.self, orThrow: kCMClockError_MissingRequiredParameter)
}

@c(CMClockGetTypeID)
public func cmClockGetTypeID() -> CFTypeID { ClockObject.typeID }

@c(CMClockGetHostTimeClock)
public func cmClockGetHostTimeClock() -> UnsafeMutableRawPointer? { unsafe address(of: ClockObject.host) }

/// Converts a time to nanoseconds; 0 for a time that is not numeric, and for times before the clock began.
@c @implementation
public func CMClockConvertHostTimeToSystemUnits(_ hostTime: CMTime) -> UInt64 {
  UInt64(clamping: SyncObject.nanoseconds(hostTime) ?? 0)
}

@c @implementation
public func CMClockMakeHostTimeFromSystemUnits(_ hostTime: UInt64) -> CMTime {
  SyncObject.time(nanoseconds: hostTime)
}

@c(CMClockGetTime)
public func cmClockGetTime(_ clock: UnsafeRawPointer?) -> CMTime {
  (try? unsafe CoreMedia.clock(clock).now) ?? .nowhere
}

@c(CMClockGetAnchorTime)
public func cmClockGetAnchorTime(
  _ clock: UnsafeRawPointer?, _ clockTimeOut: UnsafeMutablePointer<CMTime>?,
  _ referenceClockTimeOut: UnsafeMutablePointer<CMTime>?
) -> OSStatus {
  Failure.of { () throws(Failure) in
    let clock = try unsafe CoreMedia.clock(clock)
    guard let own = unsafe clockTimeOut, let reference = unsafe referenceClockTimeOut else {
      throw Failure(kCMClockError_MissingRequiredParameter)
    }
    let anchors = clock.anchors(relativeTo: ClockObject.host)
    guard anchors.own.kind == .numeric else { throw Failure(kCMClockError_InvalidParameter) }
    unsafe (own.pointee, reference.pointee) = (anchors.own, anchors.other)
  }
}

@c(CMClockMightDrift)
public func cmClockMightDrift(_ clock: UnsafeRawPointer?, _ otherClock: UnsafeRawPointer?) -> Bool {
  unsafe cmSyncMightDrift(clock, otherClock)
}

@c(CMClockInvalidate)
public func cmClockInvalidate(_ clock: UnsafeRawPointer?) { try? unsafe CoreMedia.clock(clock).invalidate() }
