// Names and documentation are those of the header.
// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation

import AudioBase
import AudioDevices

// <AudioToolbox/AudioQueue.h>: time lines, and the device's time.

/// The object of an `AudioQueueTimelineRef`: the number of a queue's interruptions that the program knows of.
///
/// `@unchecked` for the reason given at `HandleObject`; the state that changes is guarded by a lock.
final class QueueTimeline: HandleObject, @unchecked Sendable {
  let queue: QueueObject
  private let seen: Lock<Int>

  init(_ queue: QueueObject) {
    self.queue = queue
    seen = Lock(queue.state.withLock { $0.discontinuities })
    super.init()
  }

  /// Returns true if the time line was broken since the last call.
  func takeDiscontinuity() -> Bool {
    let count = queue.state.withLock { $0.discontinuities }
    return seen.withLock { seen in
      let isNew = seen != count
      seen = count
      return isNew
    }
  }
}

@c @implementation
public func AudioQueueCreateTimeline(
  _ inAQ: AudioQueueRef, _ outTimeline: UnsafeMutablePointer<AudioQueueTimelineRef?>
) -> OSStatus {
  Status.of { () throws(Status) in
    try requirePointer(UInt(bitPattern: outTimeline))
    unsafe outTimeline.pointee = nil
    unsafe outTimeline.pointee = Handles.insert(QueueTimeline(try queue(inAQ)))
  }
}

@c @implementation
public func AudioQueueDisposeTimeline(_ inAQ: AudioQueueRef, _ inTimeline: AudioQueueTimelineRef) -> OSStatus {
  Status.of { () throws(Status) in
    let timeline = try unsafe timeline(inTimeline, of: try queue(inAQ))
    _ = try unsafe Handles.remove(inTimeline, QueueTimeline.self, orThrow: kAudio_ParamError)
    _ = timeline
  }
}

/// Returns the object of a time line's handle, which must be the queue's.
private func timeline(_ handle: AudioQueueTimelineRef, of queue: QueueObject) throws(Status) -> QueueTimeline {
  let timeline = try unsafe Handles.object(handle, QueueTimeline.self, orThrow: kAudio_ParamError)
  guard timeline.queue === queue else { throw Status(kAudio_ParamError) }
  return timeline
}

@c @implementation
public func AudioQueueGetCurrentTime(
  _ inAQ: AudioQueueRef, _ inTimeline: AudioQueueTimelineRef?, _ outTimeStamp: UnsafeMutablePointer<AudioTimeStamp>?,
  _ outTimelineDiscontinuity: UnsafeMutablePointer<Bool>?
) -> OSStatus {
  Status.of { () throws(Status) in
    let queue = try unsafe queue(inAQ)
    var isBroken = false
    if let handle = unsafe inTimeline {
      let timeline = try unsafe timeline(handle, of: queue)
      guard let time = queue.currentTime else { throw Status(kAudioQueueErr_InvalidRunState) }
      if let place = unsafe outTimeStamp { unsafe place.pointee = time }
      // Only a caller that reads it has been told.
      if unsafe outTimelineDiscontinuity != nil { isBroken = timeline.takeDiscontinuity() }
    } else {
      guard let time = queue.currentTime else { throw Status(kAudioQueueErr_InvalidRunState) }
      if let place = unsafe outTimeStamp { unsafe place.pointee = time }
    }
    if let place = unsafe outTimelineDiscontinuity { unsafe place.pointee = isBroken }
  }
}

@c @implementation
public func AudioQueueDeviceGetCurrentTime(
  _ inAQ: AudioQueueRef, _ outTimeStamp: UnsafeMutablePointer<AudioTimeStamp>
) -> OSStatus {
  Status.of { () throws(Status) in
    let queue = try unsafe queue(inAQ)
    try requirePointer(UInt(bitPattern: outTimeStamp))
    let time = queue.device.currentTime
    unsafe outTimeStamp.pointee = AudioTimeStamp(sampleTime: time.sampleTime, time)
  }
}

@c @implementation
public func AudioQueueDeviceTranslateTime(
  _ inAQ: AudioQueueRef, _ inTime: UnsafePointer<AudioTimeStamp>, _ outTime: UnsafeMutablePointer<AudioTimeStamp>
) -> OSStatus {
  Status.of { () throws(Status) in
    let queue = try unsafe queue(inAQ)
    try requirePointer(UInt(bitPattern: inTime))
    try requirePointer(UInt(bitPattern: outTime))
    guard let moment = unsafe inTime.pointee.moment(of: queue.device) else { throw Status(kAudio_ParamError) }
    unsafe outTime.pointee = AudioTimeStamp(sampleTime: moment.sampleTime, moment)
  }
}

@c @implementation
public func AudioQueueDeviceGetNearestStartTime(
  _ inAQ: AudioQueueRef, _ ioRequestedStartTime: UnsafeMutablePointer<AudioTimeStamp>, _ inFlags: UInt32
) -> OSStatus {
  Status.of { () throws(Status) in
    let queue = try unsafe queue(inAQ)
    try requirePointer(UInt(bitPattern: ioRequestedStartTime))
    guard inFlags == 0 else { throw Status(kAudio_ParamError) }
    let device = queue.device
    guard let wanted = unsafe ioRequestedStartTime.pointee.moment(of: device) else { throw Status(kAudio_ParamError) }
    // The next cycle is the first that can be reached, and a whole frame the smallest difference.
    let earliest = device.currentTime.sampleTime.rounded(.up) + Double(device.bufferFrameCount)
    let moment = device.time(atSampleTime: max(earliest, wanted.sampleTime.rounded()))
    unsafe ioRequestedStartTime.pointee = AudioTimeStamp(sampleTime: moment.sampleTime, moment)
  }
}
