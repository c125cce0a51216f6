// Names and documentation are those of the header.
// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation

import CCoreMedia
public import CoreFoundation

// <CoreMedia/CMSync.h>: timebases.

/// Returns the timebase at a pointer of the caller's.
///
/// - Throws: `kCMTimebaseError_MissingRequiredParameter`
@unsafe
func timebase(_ pointer: UnsafeRawPointer?) throws(Failure) -> TimebaseObject {
  try unsafe object(pointer, TimebaseObject.self, orThrow: kCMTimebaseError_MissingRequiredParameter)
}

/// Returns the clock or timebase that is to be a timebase's source.
@unsafe
private func source<Source: SyncObject>(
  _ pointer: UnsafeRawPointer?, _ kind: Source.Type
) throws(Failure) -> SyncObject {
  try unsafe object(pointer, kind, orThrow: kCMTimebaseError_MissingRequiredParameter)
}

/// Returns an object whose reference the caller gets.
@unsafe
private func handedOver(_ object: SyncObject?) -> UnsafeMutableRawPointer? {
  unsafe object.map { unsafe Unmanaged.passRetained($0).toOpaque() }
}

@c(CMTimebaseGetTypeID)
public func cmTimebaseGetTypeID() -> CFTypeID { TimebaseObject.typeID }

/// Makes a timebase with a clock or a timebase as its source.
@unsafe
private func make<Source: SyncObject>(
  _ pointer: UnsafeRawPointer?, _ kind: Source.Type, _ out: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> OSStatus {
  Failure.of { () throws(Failure) in
    try unsafe handOver(out, orThrow: kCMTimebaseError_MissingRequiredParameter) { () throws(Failure) in
      TimebaseObject(source: try unsafe source(pointer, kind))
    }
  }
}

@c(CMTimebaseCreateWithSourceClock)
public func cmTimebaseCreateWithSourceClock(
  _ allocator: UnsafeRawPointer?, _ sourceClock: UnsafeRawPointer?,
  _ timebaseOut: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> OSStatus { unsafe make(sourceClock, ClockObject.self, timebaseOut) }

@c(CMTimebaseCreateWithSourceTimebase)
public func cmTimebaseCreateWithSourceTimebase(
  _ allocator: UnsafeRawPointer?, _ sourceTimebase: UnsafeRawPointer?,
  _ timebaseOut: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> OSStatus { unsafe make(sourceTimebase, TimebaseObject.self, timebaseOut) }

@c(CMTimebaseCreateWithMasterClock)
public func cmTimebaseCreateWithMasterClock(
  _ allocator: UnsafeRawPointer?, _ masterClock: UnsafeRawPointer?,
  _ timebaseOut: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> OSStatus { unsafe make(masterClock, ClockObject.self, timebaseOut) }

@c(CMTimebaseCreateWithMasterTimebase)
public func cmTimebaseCreateWithMasterTimebase(
  _ allocator: UnsafeRawPointer?, _ masterTimebase: UnsafeRawPointer?,
  _ timebaseOut: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> OSStatus { unsafe make(masterTimebase, TimebaseObject.self, timebaseOut) }

// MARK: Sources

@c(CMTimebaseCopySourceTimebase)
public func cmTimebaseCopySourceTimebase(_ timebase: UnsafeRawPointer?) -> UnsafeMutableRawPointer? {
  unsafe handedOver((try? CoreMedia.timebase(timebase))?.source as? TimebaseObject)
}

@c(CMTimebaseCopySourceClock)
public func cmTimebaseCopySourceClock(_ timebase: UnsafeRawPointer?) -> UnsafeMutableRawPointer? {
  unsafe handedOver((try? CoreMedia.timebase(timebase))?.source as? ClockObject)
}

@c(CMTimebaseCopySource)
public func cmTimebaseCopySource(_ timebase: UnsafeRawPointer?) -> UnsafeMutableRawPointer? {
  unsafe handedOver((try? CoreMedia.timebase(timebase))?.source)
}

@c(CMTimebaseCopyUltimateSourceClock)
public func cmTimebaseCopyUltimateSourceClock(_ timebase: UnsafeRawPointer?) -> UnsafeMutableRawPointer? {
  unsafe handedOver((try? CoreMedia.timebase(timebase))?.ultimateClock)
}

@c(CMTimebaseCopyMasterTimebase)
public func cmTimebaseCopyMasterTimebase(_ timebase: UnsafeRawPointer?) -> UnsafeMutableRawPointer? {
  unsafe handedOver((try? CoreMedia.timebase(timebase))?.source as? TimebaseObject)
}

@c(CMTimebaseCopyMasterClock)
public func cmTimebaseCopyMasterClock(_ timebase: UnsafeRawPointer?) -> UnsafeMutableRawPointer? {
  unsafe handedOver((try? CoreMedia.timebase(timebase))?.source as? ClockObject)
}

@c(CMTimebaseCopyMaster)
public func cmTimebaseCopyMaster(_ timebase: UnsafeRawPointer?) -> UnsafeMutableRawPointer? {
  unsafe handedOver((try? CoreMedia.timebase(timebase))?.source)
}

@c(CMTimebaseCopyUltimateMasterClock)
public func cmTimebaseCopyUltimateMasterClock(_ timebase: UnsafeRawPointer?) -> UnsafeMutableRawPointer? {
  unsafe handedOver((try? CoreMedia.timebase(timebase))?.ultimateClock)
}

@c(CMTimebaseGetMasterTimebase)
public func cmTimebaseGetMasterTimebase(_ timebase: UnsafeRawPointer?) -> UnsafeMutableRawPointer? {
  unsafe address(of: (try? CoreMedia.timebase(timebase))?.source as? TimebaseObject)
}

@c(CMTimebaseGetMasterClock)
public func cmTimebaseGetMasterClock(_ timebase: UnsafeRawPointer?) -> UnsafeMutableRawPointer? {
  unsafe address(of: (try? CoreMedia.timebase(timebase))?.source as? ClockObject)
}

@c(CMTimebaseGetMaster)
public func cmTimebaseGetMaster(_ timebase: UnsafeRawPointer?) -> UnsafeMutableRawPointer? {
  unsafe address(of: (try? CoreMedia.timebase(timebase))?.source)
}

@c(CMTimebaseGetUltimateMasterClock)
public func cmTimebaseGetUltimateMasterClock(_ timebase: UnsafeRawPointer?) -> UnsafeMutableRawPointer? {
  unsafe address(of: (try? CoreMedia.timebase(timebase))?.ultimateClock)
}

@c(CMTimebaseSetSourceClock)
public func cmTimebaseSetSourceClock(_ timebase: UnsafeRawPointer?, _ newSourceClock: UnsafeRawPointer?) -> OSStatus {
  Failure.of { () throws(Failure) in
    try unsafe CoreMedia.timebase(timebase).setSource(source(newSourceClock, ClockObject.self))
  }
}

@c(CMTimebaseSetSourceTimebase)
public func cmTimebaseSetSourceTimebase(
  _ timebase: UnsafeRawPointer?, _ newSourceTimebase: UnsafeRawPointer?
) -> OSStatus {
  Failure.of { () throws(Failure) in
    try unsafe CoreMedia.timebase(timebase).setSource(source(newSourceTimebase, TimebaseObject.self))
  }
}

@c(CMTimebaseSetMasterClock)
public func cmTimebaseSetMasterClock(_ timebase: UnsafeRawPointer?, _ newMasterClock: UnsafeRawPointer?) -> OSStatus {
  Failure.of { () throws(Failure) in
    try unsafe CoreMedia.timebase(timebase).setSource(source(newMasterClock, ClockObject.self))
  }
}

@c(CMTimebaseSetMasterTimebase)
public func cmTimebaseSetMasterTimebase(
  _ timebase: UnsafeRawPointer?, _ newMasterTimebase: UnsafeRawPointer?
) -> OSStatus {
  Failure.of { () throws(Failure) in
    try unsafe CoreMedia.timebase(timebase).setSource(source(newMasterTimebase, TimebaseObject.self))
  }
}
