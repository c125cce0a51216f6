// Names and documentation are those of the header.
// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation

public import CCoreMedia
public import CDispatch
public import CoreFoundation

// <CoreMedia/CMSync.h>: timers that go off by the time of a timebase.

/// Returns the run loop's timer at a pointer.
@unsafe
private func timer(_ pointer: UnsafeRawPointer?) throws(Failure) -> CFRunLoopTimer {
  guard let pointer = unsafe pointer, unsafe coreFoundationType(of: pointer) == CFRunLoopTimerGetTypeID() else {
    throw Failure(kCMTimebaseError_MissingRequiredParameter)
  }
  return unsafe Unmanaged<CFRunLoopTimer>.fromOpaque(pointer).takeUnretainedValue()
}

@c(CMTimebaseAddTimer)
public func cmTimebaseAddTimer(
  _ timebase: UnsafeRawPointer?, _ timer: UnsafeRawPointer?, _ runloop: UnsafeRawPointer?
) -> OSStatus {
  Failure.of { () throws(Failure) in
    let timebase = try unsafe CoreMedia.timebase(timebase)
    let timer = try unsafe CoreMedia.timer(timer)
    guard let runloop = unsafe runloop else { throw Failure(kCMTimebaseError_MissingRequiredParameter) }
    timebase.add(try TimebaseTimer.runLoopTimer(timer))
    CFRunLoopAddTimer(
      unsafe Unmanaged<CFRunLoop>.fromOpaque(runloop).takeUnretainedValue(), timer, kCFRunLoopCommonModes)
  }
}

@c(CMTimebaseRemoveTimer)
public func cmTimebaseRemoveTimer(_ timebase: UnsafeRawPointer?, _ timer: UnsafeRawPointer?) -> OSStatus {
  Failure.of { () throws(Failure) in try unsafe CoreMedia.timebase(timebase).removeTimer(UInt(bitPattern: timer)) }
}

@c(CMTimebaseSetTimerNextFireTime)
public func cmTimebaseSetTimerNextFireTime(
  _ timebase: UnsafeRawPointer?, _ timer: UnsafeRawPointer?, _ fireTime: CMTime, _ flags: UInt32
) -> OSStatus {
  Failure.of { () throws(Failure) in
    let timebase = try unsafe CoreMedia.timebase(timebase)
    try timebase.timer(UInt(bitPattern: timer)).fire(at: fireTime, by: timebase)
  }
}

@c(CMTimebaseSetTimerToFireImmediately)
public func cmTimebaseSetTimerToFireImmediately(
  _ timebase: UnsafeRawPointer?, _ timer: UnsafeRawPointer?
) -> OSStatus {
  Failure.of { () throws(Failure) in
    try unsafe CoreMedia.timebase(timebase).timer(UInt(bitPattern: timer)).fireNow()
  }
}

// MARK: Timers of dispatch queues

@c(CMTimebaseAddTimerDispatchSource)
public func cmTimebaseAddTimerDispatchSource(
  _ timebase: UnsafeRawPointer?, _ timerSource: dispatch_source_t?
) -> OSStatus {
  Failure.of { () throws(Failure) in
    let timebase = try unsafe CoreMedia.timebase(timebase)
    guard let source = unsafe timerSource else { throw Failure(kCMTimebaseError_MissingRequiredParameter) }
    timebase.add(unsafe TimebaseTimer.foreignTimer(source))
  }
}

@c(CMTimebaseRemoveTimerDispatchSource)
public func cmTimebaseRemoveTimerDispatchSource(
  _ timebase: UnsafeRawPointer?, _ timer: dispatch_source_t?
) -> OSStatus {
  Failure.of { () throws(Failure) in try unsafe CoreMedia.timebase(timebase).removeTimer(UInt(bitPattern: timer)) }
}

@c(CMTimebaseSetTimerDispatchSourceNextFireTime)
public func cmTimebaseSetTimerDispatchSourceNextFireTime(
  _ timebase: UnsafeRawPointer?, _ timer: dispatch_source_t?, _ fireTime: CMTime, _ flags: UInt32
) -> OSStatus {
  Failure.of { () throws(Failure) in
    let timebase = try unsafe CoreMedia.timebase(timebase)
    try timebase.timer(UInt(bitPattern: timer)).fire(at: fireTime, by: timebase)
  }
}

@c(CMTimebaseSetTimerDispatchSourceToFireImmediately)
public func cmTimebaseSetTimerDispatchSourceToFireImmediately(
  _ timebase: UnsafeRawPointer?, _ timer: dispatch_source_t?
) -> OSStatus {
  Failure.of { () throws(Failure) in
    try unsafe CoreMedia.timebase(timebase).timer(UInt(bitPattern: timer)).fireNow()
  }
}
