// Names and documentation are those of the header.
// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation

import AudioBase
public import CAudioToolbox
public import CDispatch
import CoreFoundation
import Foundation

// <AudioToolbox/AudioQueue.h>: making queues and ending them.

/// `AudioQueueNewOutput` for C, because a Swift function cannot take a `CFRunLoopRef`.
@c(AudioQueueNewOutput)
public func audioQueueNewOutput(
  _ inFormat: UnsafePointer<AudioStreamBasicDescription>?, _ inCallbackProc: AudioQueueOutputCallback?,
  _ inUserData: UnsafeMutableRawPointer?, _ inCallbackRunLoop: UnsafeRawPointer?,
  _ inCallbackRunLoopMode: UnsafeRawPointer?, _ inFlags: UInt32, _ outAQ: UnsafeMutablePointer<AudioQueueRef?>?
) -> OSStatus {
  unsafe openingQueue(outAQ) { () throws(Status) in
    guard let inFormat = unsafe inFormat, let inCallbackProc = unsafe inCallbackProc else {
      throw Status(kAudio_ParamError)
    }
    return try unsafe OutputQueue(
      StreamFormat(bounding: inFormat.pointee, orThrow: kAudioFormatUnsupportedDataFormatError),
      .output(inCallbackProc, inUserData),
      context(inCallbackRunLoop, inCallbackRunLoopMode))
  }
}

/// `AudioQueueNewInput` for C.
@c(AudioQueueNewInput)
public func audioQueueNewInput(
  _ inFormat: UnsafePointer<AudioStreamBasicDescription>?, _ inCallbackProc: AudioQueueInputCallback?,
  _ inUserData: UnsafeMutableRawPointer?, _ inCallbackRunLoop: UnsafeRawPointer?,
  _ inCallbackRunLoopMode: UnsafeRawPointer?, _ inFlags: UInt32, _ outAQ: UnsafeMutablePointer<AudioQueueRef?>?
) -> OSStatus {
  unsafe openingQueue(outAQ) { () throws(Status) in
    guard let inFormat = unsafe inFormat, let inCallbackProc = unsafe inCallbackProc else {
      throw Status(kAudio_ParamError)
    }
    return try unsafe InputQueue(
      StreamFormat(bounding: inFormat.pointee, orThrow: kAudioFormatUnsupportedDataFormatError),
      .input(inCallbackProc, inUserData),
      context(inCallbackRunLoop, inCallbackRunLoopMode))
  }
}

/// `AudioQueueNewOutputWithDispatchQueue` for C, with a block that may be null.
@c(AudioQueueNewOutputWithDispatchQueue)
public func audioQueueNewOutputWithDispatchQueue(
  _ outAQ: UnsafeMutablePointer<AudioQueueRef?>?, _ inFormat: UnsafePointer<AudioStreamBasicDescription>?,
  _ inFlags: UInt32, _ inCallbackDispatchQueue: dispatch_queue_t?,
  _ inCallbackBlock: (@convention(block) (AudioQueueRef, AudioQueueBufferRef) -> Void)?
) -> OSStatus {
  unsafe openingQueue(outAQ) { () throws(Status) in
    guard let inFormat = unsafe inFormat, let queue = unsafe inCallbackDispatchQueue,
      let block = unsafe inCallbackBlock
    else { throw Status(kAudio_ParamError) }
    return try unsafe OutputQueue(
      StreamFormat(bounding: inFormat.pointee, orThrow: kAudioFormatUnsupportedDataFormatError),
      .output { player, buffer in unsafe block(player, buffer) },
      .foreignQueue(queue))
  }
}

/// `AudioQueueNewInputWithDispatchQueue` for C, with a block that may be null.
@c(AudioQueueNewInputWithDispatchQueue)
public func audioQueueNewInputWithDispatchQueue(
  _ outAQ: UnsafeMutablePointer<AudioQueueRef?>?, _ inFormat: UnsafePointer<AudioStreamBasicDescription>?,
  _ inFlags: UInt32, _ inCallbackDispatchQueue: dispatch_queue_t?,
  _ inCallbackBlock: (
    @convention(block) (
      AudioQueueRef, AudioQueueBufferRef, UnsafePointer<AudioTimeStamp>, UInt32,
      UnsafePointer<AudioStreamPacketDescription>?
    ) -> Void
  )?
) -> OSStatus {
  unsafe openingQueue(outAQ) { () throws(Status) in
    guard let inFormat = unsafe inFormat, let queue = unsafe inCallbackDispatchQueue,
      let block = unsafe inCallbackBlock
    else { throw Status(kAudio_ParamError) }
    return try unsafe InputQueue(
      StreamFormat(bounding: inFormat.pointee, orThrow: kAudioFormatUnsupportedDataFormatError),
      .input { recorder, buffer, time, count, places in unsafe block(recorder, buffer, time, count, places) },
      .foreignQueue(queue))
  }
}

@c @implementation
public func AudioQueueDispose(_ inAQ: AudioQueueRef, _ inImmediate: Bool) -> OSStatus {
  Status.of { () throws(Status) in
    let queue = try unsafe queue(inAQ)
    try queue.requireOutsideTap()
    if inImmediate { queue.dispose() } else { try queue.disposeAfterwards() }
  }
}

/// Makes a queue and opens a handle on it.
@unsafe
func openingQueue(
  _ place: UnsafeMutablePointer<AudioQueueRef?>?, _ make: () throws(Status) -> QueueObject
) -> OSStatus {
  Status.of { () throws(Status) in
    guard let place = unsafe place else { throw Status(kAudio_ParamError) }
    unsafe place.pointee = nil
    unsafe place.pointee = try make().open()
  }
}

/// Returns the context of a run loop in a mode, or the queue's own thread without one.
private func context(_ runLoop: UnsafeRawPointer?, _ mode: UnsafeRawPointer?) -> CallbackContext {
  guard let runLoop = unsafe runLoop else { return .internalThread }
  let loop = unsafe Unmanaged<CFRunLoop>.fromOpaque(runLoop).takeUnretainedValue()
  guard let mode = unsafe mode else { return .runLoop(loop, kCFRunLoopCommonModes) }
  return unsafe .runLoop(loop, Unmanaged<CFString>.fromOpaque(mode).takeUnretainedValue())
}

/// Returns the object of a queue's handle.
func queue(_ handle: AudioQueueRef) throws(Status) -> QueueObject {
  try unsafe Handles.object(handle, QueueObject.self, orThrow: kAudio_ParamError)
}

/// Returns the object of the handle of a queue that plays.
///
/// - Throws: `kAudioQueueErr_InvalidQueueType` for one that records.
func outputQueue(_ handle: AudioQueueRef) throws(Status) -> OutputQueue {
  guard let output = try unsafe queue(handle) as? OutputQueue else { throw Status(kAudioQueueErr_InvalidQueueType) }
  return output
}
