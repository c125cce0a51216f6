// Names and documentation are those of the header.
// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation

import AudioBase
import AudioPlayback

// <AudioToolbox/AudioQueue.h>: starting, stopping, parameters, offline rendering.

@c @implementation
public func AudioQueueStart(_ inAQ: AudioQueueRef, _ inStartTime: UnsafePointer<AudioTimeStamp>?) -> OSStatus {
  Status.of { () throws(Status) in
    let queue = try unsafe queue(inAQ)
    try queue.requireOutsideTap()
    let moment = unsafe inStartTime?.pointee.moment(of: queue.device)
    try queue.start(at: moment)
  }
}

@c @implementation
public func AudioQueuePrime(
  _ inAQ: AudioQueueRef, _ inNumberOfFramesToPrepare: UInt32, _ outNumberOfFramesPrepared: UnsafeMutablePointer<UInt32>?
) -> OSStatus {
  Status.of { () throws(Status) in
    let queue = try unsafe outputQueue(inAQ)
    try queue.requireOutsideTap()
    let ready = try queue.prime(Int(inNumberOfFramesToPrepare))
    if let place = unsafe outNumberOfFramesPrepared { unsafe place.pointee = UInt32(clamping: ready) }
  }
}

@c @implementation
public func AudioQueueStop(_ inAQ: AudioQueueRef, _ inImmediate: Bool) -> OSStatus {
  Status.of { () throws(Status) in
    let queue = try unsafe queue(inAQ)
    try queue.requireOutsideTap()
    try queue.requireAlive()
    queue.stop(immediately: inImmediate)
  }
}

@c @implementation
public func AudioQueuePause(_ inAQ: AudioQueueRef) -> OSStatus {
  Status.of { () throws(Status) in
    let queue = try unsafe queue(inAQ)
    try queue.requireOutsideTap()
    try queue.requireAlive()
    queue.pause()
  }
}

@c @implementation
public func AudioQueueFlush(_ inAQ: AudioQueueRef) -> OSStatus {
  Status.of { () throws(Status) in
    let queue = try unsafe queue(inAQ)
    try queue.requireOutsideTap()
    try queue.requireAlive()
    if let input = queue as? InputQueue { input.flush() } else { (queue as? OutputQueue)?.player.list.appendFlush() }
  }
}

@c @implementation
public func AudioQueueReset(_ inAQ: AudioQueueRef) -> OSStatus {
  Status.of { () throws(Status) in
    let queue = try unsafe queue(inAQ)
    try queue.requireOutsideTap()
    try queue.requireAlive()
    queue.reset()
  }
}

// MARK: Parameters

@c @implementation
public func AudioQueueGetParameter(
  _ inAQ: AudioQueueRef, _ inParamID: AudioQueueParameterID, _ outValue: UnsafeMutablePointer<AudioQueueParameterValue>
) -> OSStatus {
  Status.of { () throws(Status) in
    try requirePointer(UInt(bitPattern: outValue))
    let parameters = try unsafe outputQueue(inAQ).player.parameters.current
    unsafe outValue.pointee = parameters[try PlaybackParameter(inParamID)]
  }
}

@c @implementation
public func AudioQueueSetParameter(
  _ inAQ: AudioQueueRef, _ inParamID: AudioQueueParameterID, _ inValue: AudioQueueParameterValue
) -> OSStatus {
  Status.of { () throws(Status) in
    let queue = try unsafe outputQueue(inAQ)
    try queue.requireAlive()
    queue.player.parameters.make(try ParameterChange(inParamID, to: inValue))
  }
}

// MARK: Offline rendering

@c @implementation
public func AudioQueueSetOfflineRenderFormat(
  _ inAQ: AudioQueueRef, _ inFormat: UnsafePointer<AudioStreamBasicDescription>?,
  _ inLayout: UnsafePointer<AudioChannelLayout>?
) -> OSStatus {
  Status.of { () throws(Status) in
    let queue = try unsafe outputQueue(inAQ)
    try queue.requireOutsideTap()
    var format: StreamFormat?
    if let inFormat = unsafe inFormat {
      format = try unsafe StreamFormat(bounding: inFormat.pointee, orThrow: kAudioFormatUnsupportedDataFormatError)
    }
    var layout: ChannelLayout?
    if let format, let place = unsafe inLayout {
      // As many descriptions as it states, which do not follow it where a tag or a bitmap says all.
      let count = unsafe Int(min(place.pointee.mNumberChannelDescriptions, 64))
      let bytes = unsafe [UInt8](UnsafeRawBufferPointer(start: place, count: 12 + 20 * count))
      guard let read = ChannelLayout(native: bytes), read.channelCount == format.channelsPerFrame else {
        throw Status(kAudio_ParamError)
      }
      layout = read
    }
    try queue.setOffline(format, layout)
  }
}

@c @implementation
public func AudioQueueOfflineRender(
  _ inAQ: AudioQueueRef, _ inTimestamp: UnsafePointer<AudioTimeStamp>, _ ioBuffer: AudioQueueBufferRef,
  _ inNumberFrames: UInt32
) -> OSStatus {
  Status.of { () throws(Status) in
    let queue = try unsafe outputQueue(inAQ)
    try queue.requireOutsideTap()
    try queue.requireAlive()
    guard queue.isOffline else { throw Status(kAudioQueueErr_InvalidOfflineMode) }
    try requirePointer(UInt(bitPattern: inTimestamp))
    let buffer = try queue.buffer(UInt(bitPattern: ioBuffer))
    try buffer.claim(orThrow: kAudioQueueErr_BufferInQueue)
    defer { buffer.release() }
    try queue.offline.render(Int(inNumberFrames), into: buffer, of: queue)
  }
}
