// Names and documentation are those of the header.
// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation

import AudioBase
import AudioDevices
import AudioPlayback

// <AudioToolbox/AudioQueue.h>: processing taps.

@c @implementation
public func AudioQueueProcessingTapNew(
  _ inAQ: AudioQueueRef, _ inCallback: AudioQueueProcessingTapCallback, _ inClientData: UnsafeMutableRawPointer?,
  _ inFlags: AudioQueueProcessingTapFlags, _ outMaxFrames: UnsafeMutablePointer<UInt32>,
  _ outProcessingFormat: UnsafeMutablePointer<AudioStreamBasicDescription>,
  _ outAQTap: UnsafeMutablePointer<AudioQueueProcessingTapRef?>
) -> OSStatus {
  Status.of { () throws(Status) in
    let queue = try unsafe queue(inAQ)
    try queue.requireOutsideTap()
    try queue.requireAlive()
    try requirePointer(unsafe unsafeBitCast(inCallback, to: UInt.self))
    try requirePointer(UInt(bitPattern: outMaxFrames))
    try requirePointer(UInt(bitPattern: outProcessingFormat))
    try requirePointer(UInt(bitPattern: outAQTap))
    unsafe outAQTap.pointee = nil
    let rate: Double
    let channels: Int
    switch queue {
    case let output as OutputQueue: (rate, channels) = (output.playable.sampleRate, output.playable.channelsPerFrame)
    case let input as InputQueue: (rate, channels) = (input.deviceFormat.sampleRate, input.deviceFormat.channelCount)
    default: throw Status(kAudioQueueErr_InvalidQueueType)
    }
    let tap = try unsafe ProcessingTap(queue, inFlags, channelCount: channels, inCallback, inClientData)
    unsafe outAQTap.pointee = try queue.put(tap)
    unsafe outMaxFrames.pointee = UInt32(ProcessingTap.maximumFrameCount)
    unsafe outProcessingFormat.pointee = ProcessingTap.format(sampleRate: rate, channelCount: channels)
  }
}

extension QueueObject {
  /// Puts a tap in, and opens a handle on it.
  fileprivate func put(_ tap: ProcessingTap) throws(Status) -> AudioQueueProcessingTapRef? {
    let isFree =
      (self as? OutputQueue)?.player.withRenderer { $0.insert(tap, at: tap.position) }
      ?? (self as? InputQueue)?.insert(tap) ?? false
    guard isFree else { throw Status(kAudioQueueErr_TooManyTaps) }
    return unsafe tap.open()
  }
}

@c @implementation
public func AudioQueueProcessingTapDispose(_ inAQTap: AudioQueueProcessingTapRef) -> OSStatus {
  Status.of { () throws(Status) in
    try unsafe tap(inAQTap).queue?.requireOutsideTap()
    let tap = try unsafe Handles.remove(inAQTap, ProcessingTap.self, orThrow: kAudio_ParamError)
    guard let queue = tap.queue else { return }
    (queue as? OutputQueue)?.player.withRenderer { $0.remove(tap) }
    (queue as? InputQueue)?.remove(tap)
  }
}

@c @implementation
public func AudioQueueProcessingTapGetSourceAudio(
  _ inAQTap: AudioQueueProcessingTapRef, _ inNumberFrames: UInt32, _ ioTimeStamp: UnsafeMutablePointer<AudioTimeStamp>,
  _ outFlags: UnsafeMutablePointer<AudioQueueProcessingTapFlags>, _ outNumberFrames: UnsafeMutablePointer<UInt32>,
  _ ioData: UnsafeMutablePointer<AudioBufferList>
) -> OSStatus {
  Status.of { () throws(Status) in
    let tap = try unsafe tap(inAQTap)
    try requirePointer(UInt(bitPattern: ioData))
    let answer = try unsafe tap.sourceAudio(Int(inNumberFrames), ioData)
    if UInt(bitPattern: ioTimeStamp) != 0 { unsafe ioTimeStamp.pointee = answer.time }
    if UInt(bitPattern: outFlags) != 0 { unsafe outFlags.pointee = answer.flags }
    if UInt(bitPattern: outNumberFrames) != 0 { unsafe outNumberFrames.pointee = UInt32(answer.frameCount) }
  }
}

@c @implementation
public func AudioQueueProcessingTapGetQueueTime(
  _ inAQTap: AudioQueueProcessingTapRef, _ outQueueSampleTime: UnsafeMutablePointer<Float64>,
  _ outQueueFrameCount: UnsafeMutablePointer<UInt32>
) -> OSStatus {
  Status.of { () throws(Status) in
    let tap = try unsafe tap(inAQTap)
    let answer = try tap.currentQueueTime()
    if UInt(bitPattern: outQueueSampleTime) != 0 { unsafe outQueueSampleTime.pointee = answer.sampleTime }
    if UInt(bitPattern: outQueueFrameCount) != 0 { unsafe outQueueFrameCount.pointee = UInt32(answer.frameCount) }
  }
}

/// Returns the object of a tap's handle.
private func tap(_ handle: AudioQueueProcessingTapRef) throws(Status) -> ProcessingTap {
  try unsafe Handles.object(handle, ProcessingTap.self, orThrow: kAudio_ParamError)
}
