// Names and documentation are those of the header.
// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation

public import CCoreMedia
public import CoreFoundation

// <CoreMedia/CMSync.h>: the time and the rate of timebases, and their timers.

@c(CMTimebaseGetTime)
public func cmTimebaseGetTime(_ timebase: UnsafeRawPointer?) -> CMTime {
  (try? unsafe CoreMedia.timebase(timebase).now) ?? .nowhere
}

@c(CMTimebaseGetTimeWithTimeScale)
public func cmTimebaseGetTimeWithTimeScale(
  _ timebase: UnsafeRawPointer?, _ timescale: Int32, _ method: UInt32
) -> CMTime {
  guard let time = try? unsafe CoreMedia.timebase(timebase).now, let method = CMTimeRoundingMethod(rawValue: method)
  else { return .nowhere }
  return CMTimeConvertScale(time, timescale: timescale, method: method)
}

@c(CMTimebaseGetRate)
public func cmTimebaseGetRate(_ timebase: UnsafeRawPointer?) -> Float64 {
  (try? unsafe CoreMedia.timebase(timebase).rate) ?? 0
}

@c(CMTimebaseGetEffectiveRate)
public func cmTimebaseGetEffectiveRate(_ timebase: UnsafeRawPointer?) -> Float64 {
  (try? unsafe CoreMedia.timebase(timebase).effectiveRate) ?? 0
}

@c(CMTimebaseGetTimeAndRate)
public func cmTimebaseGetTimeAndRate(
  _ timebase: UnsafeRawPointer?, _ timeOut: UnsafeMutablePointer<CMTime>?, _ rateOut: UnsafeMutablePointer<Float64>?
) -> OSStatus {
  Failure.of { () throws(Failure) in
    let present = try unsafe CoreMedia.timebase(timebase).timeAndRate
    if let timeOut = unsafe timeOut { unsafe timeOut.pointee = present.time }
    if let rateOut = unsafe rateOut { unsafe rateOut.pointee = present.rate }
  }
}

@c(CMTimebaseSetTime)
public func cmTimebaseSetTime(_ timebase: UnsafeRawPointer?, _ time: CMTime) -> OSStatus {
  Failure.of { () throws(Failure) in try unsafe CoreMedia.timebase(timebase).setAnchor(time) }
}

@c(CMTimebaseSetAnchorTime)
public func cmTimebaseSetAnchorTime(
  _ timebase: UnsafeRawPointer?, _ timebaseTime: CMTime, _ immediateSourceTime: CMTime
) -> OSStatus {
  Failure.of { () throws(Failure) in
    try unsafe CoreMedia.timebase(timebase).setAnchor(timebaseTime, at: immediateSourceTime)
  }
}

@c(CMTimebaseSetRate)
public func cmTimebaseSetRate(_ timebase: UnsafeRawPointer?, _ rate: Float64) -> OSStatus {
  Failure.of { () throws(Failure) in try unsafe CoreMedia.timebase(timebase).setRate(rate) }
}

@c(CMTimebaseSetRateAndAnchorTime)
public func cmTimebaseSetRateAndAnchorTime(
  _ timebase: UnsafeRawPointer?, _ rate: Float64, _ timebaseTime: CMTime, _ immediateSourceTime: CMTime
) -> OSStatus {
  Failure.of { () throws(Failure) in
    try unsafe CoreMedia.timebase(timebase).setAnchor(timebaseTime, at: immediateSourceTime, rate: rate)
  }
}

/// Waits until all changes have been reported. When called by a function that receives a report, it does not wait.
@c(CMTimebaseNotificationBarrier)
public func cmTimebaseNotificationBarrier(_ timebase: UnsafeRawPointer?) -> OSStatus {
  Failure.of { () throws(Failure) in
    _ = try unsafe CoreMedia.timebase(timebase)
    TimebaseObject.waitForNotices()
  }
}
