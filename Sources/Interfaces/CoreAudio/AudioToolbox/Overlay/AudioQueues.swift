// The names are Apple's.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CAudioToolbox
public import CoreFoundation
public import Dispatch

// Apple's Swift view of audio queues, where it differs from the imported functions.

/// Makes a playing queue, whose block is called on a dispatch queue.
@discardableResult
public func AudioQueueNewOutputWithDispatchQueue(
  _ outAQ: UnsafeMutablePointer<AudioQueueRef?>, _ inFormat: UnsafePointer<AudioStreamBasicDescription>,
  _ inFlags: UInt32, _ inCallbackDispatchQueue: DispatchQueue,
  _ inCallbackBlock: @escaping AudioQueueOutputCallbackBlock
) -> OSStatus {
  unsafe openingQueue(outAQ) { () throws(Status) in
    try unsafe OutputQueue(
      .init(inFormat.pointee), .output(inCallbackBlock), .dispatchQueue(inCallbackDispatchQueue))
  }
}

/// Makes a recording queue, whose block is called on a dispatch queue.
@discardableResult
public func AudioQueueNewInputWithDispatchQueue(
  _ outAQ: UnsafeMutablePointer<AudioQueueRef?>, _ inFormat: UnsafePointer<AudioStreamBasicDescription>,
  _ inFlags: UInt32, _ inCallbackDispatchQueue: DispatchQueue,
  _ inCallbackBlock: @escaping AudioQueueInputCallbackBlock
) -> OSStatus {
  unsafe openingQueue(outAQ) { () throws(Status) in
    try unsafe InputQueue(
      .init(inFormat.pointee), .input(inCallbackBlock), .dispatchQueue(inCallbackDispatchQueue))
  }
}
