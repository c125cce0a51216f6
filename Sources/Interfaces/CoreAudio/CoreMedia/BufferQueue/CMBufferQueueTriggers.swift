public import CCoreMedia
import CoreFoundation

// <CoreMedia/CMBufferQueue.h>: triggers. Their tokens are numbers dressed as pointers, and nothing is read through
// them.

/// `CMBufferQueueInstallTrigger`.
@c(CMBufferQueueInstallTrigger)
public func cmBufferQueueInstallTrigger(
  _ queue: UnsafeRawPointer?, _ callback: CMBufferQueueTriggerCallback?, _ refcon: UnsafeMutableRawPointer?,
  _ condition: CMBufferQueueTriggerCondition, _ time: CMTime, _ triggerTokenOut: UnsafeMutablePointer<OpaquePointer?>?
) -> OSStatus {
  unsafe installing(queue, action(callback, refcon), triggerTokenOut) { () throws(Failure) in
    try TriggerCondition(condition, time: time)
  }
}

/// `CMBufferQueueInstallTriggerWithIntegerThreshold`.
@c(CMBufferQueueInstallTriggerWithIntegerThreshold)
public func cmBufferQueueInstallTriggerWithIntegerThreshold(
  _ queue: UnsafeRawPointer?, _ callback: CMBufferQueueTriggerCallback?, _ refcon: UnsafeMutableRawPointer?,
  _ condition: CMBufferQueueTriggerCondition, _ threshold: CMItemCount,
  _ triggerTokenOut: UnsafeMutablePointer<OpaquePointer?>?
) -> OSStatus {
  unsafe installing(queue, action(callback, refcon), triggerTokenOut) { () throws(Failure) in
    try TriggerCondition(condition, threshold: threshold)
  }
}

/// `CMBufferQueueInstallTriggerHandler`.
@c(CMBufferQueueInstallTriggerHandler)
public func cmBufferQueueInstallTriggerHandler(
  _ queue: UnsafeRawPointer?, _ condition: CMBufferQueueTriggerCondition, _ time: CMTime,
  _ triggerTokenOut: UnsafeMutablePointer<OpaquePointer?>?, _ handler: UnsafeRawPointer?
) -> OSStatus {
  unsafe installing(queue, action(handler), triggerTokenOut) { () throws(Failure) in
    try TriggerCondition(condition, time: time)
  }
}

/// `CMBufferQueueInstallTriggerHandlerWithIntegerThreshold`.
@c(CMBufferQueueInstallTriggerHandlerWithIntegerThreshold)
public func cmBufferQueueInstallTriggerHandlerWithIntegerThreshold(
  _ queue: UnsafeRawPointer?, _ condition: CMBufferQueueTriggerCondition, _ threshold: CMItemCount,
  _ triggerTokenOut: UnsafeMutablePointer<OpaquePointer?>?, _ handler: UnsafeRawPointer?
) -> OSStatus {
  unsafe installing(queue, action(handler), triggerTokenOut) { () throws(Failure) in
    try TriggerCondition(condition, threshold: threshold)
  }
}

/// `CMBufferQueueRemoveTrigger`.
@c(CMBufferQueueRemoveTrigger)
public func cmBufferQueueRemoveTrigger(_ queue: UnsafeRawPointer?, _ triggerToken: OpaquePointer?) -> OSStatus {
  Failure.of { () throws(Failure) in
    let queue = try unsafe bufferQueue(queue)
    guard let token = unsafe triggerToken else { throw Failure(kCMBufferQueueError_RequiredParameterMissing) }
    try queue.removeTrigger(UInt(bitPattern: token))
  }
}

/// `CMBufferQueueTestTrigger`: false for a token that is not a trigger of the queue.
@c(CMBufferQueueTestTrigger)
public func cmBufferQueueTestTrigger(_ queue: UnsafeRawPointer?, _ triggerToken: OpaquePointer?) -> Bool {
  (try? unsafe bufferQueue(queue))?.testTrigger(UInt(bitPattern: triggerToken)) ?? false
}

// MARK: Helpers

/// Returns the action of a trigger with a C function.
@unsafe
private func action(
  _ callback: CMBufferQueueTriggerCallback?, _ context: UnsafeMutableRawPointer?
) -> ((UInt) -> Void)? {
  guard let callback = unsafe callback else { return nil }
  return { number in
    if let token = unsafe OpaquePointer(bitPattern: number) { unsafe callback(context, token) }
  }
}

/// Returns the action of a trigger with a block.
@unsafe
private func action(_ handler: UnsafeRawPointer?) -> ((UInt) -> Void)? {
  typealias Handler = @convention(block) (OpaquePointer) -> Void
  guard let handler = unsafe unsafeBitCast(handler, to: Handler?.self) else { return nil }
  return { number in
    if let token = unsafe OpaquePointer(bitPattern: number) { unsafe handler(token) }
  }
}

/// Installs a trigger that can be tested, removed or heard of.
@unsafe
private func installing(
  _ queue: UnsafeRawPointer?, _ action: ((UInt) -> Void)?, _ out: UnsafeMutablePointer<OpaquePointer?>?,
  _ condition: () throws(Failure) -> TriggerCondition
) -> OSStatus {
  Failure.of { () throws(Failure) in
    let queue = try unsafe bufferQueue(queue)
    if let out = unsafe out {
      unsafe out.pointee = nil
    } else if action == nil {
      throw Failure(kCMBufferQueueError_RequiredParameterMissing)
    }
    try queue.installTrigger(try condition(), action: action) { number in
      if let out = unsafe out { unsafe out.pointee = OpaquePointer(bitPattern: number) }
    }
  }
}
