public import CCoreMedia
public import CoreFoundation

// <CoreMedia/CMBufferQueue.h>: making, filling and asking. A null pointer is an empty queue that is at its end.

/// `CMBufferQueueGetTypeID`.
@c(CMBufferQueueGetTypeID)
public func cmBufferQueueGetTypeID() -> CFTypeID { BufferQueue.typeID }

/// `CMBufferQueueCreate`.
@c(CMBufferQueueCreate)
public func cmBufferQueueCreate(
  _ allocator: UnsafeRawPointer?, _ capacity: CMItemCount, _ callbacks: UnsafeRawPointer?,
  _ queueOut: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> OSStatus {
  unsafe creating(capacity, queueOut) { () throws(Failure) in try unsafe BufferFunctions(callbacks: callbacks) }
}

/// `CMBufferQueueCreateWithHandlers`.
@c(CMBufferQueueCreateWithHandlers)
public func cmBufferQueueCreateWithHandlers(
  _ allocator: UnsafeRawPointer?, _ capacity: CMItemCount, _ handlers: UnsafeRawPointer?,
  _ queueOut: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> OSStatus {
  unsafe creating(capacity, queueOut) { () throws(Failure) in try unsafe BufferFunctions(handlers: handlers) }
}

// MARK: Buffers in and out

/// `CMBufferQueueEnqueue`.
@c(CMBufferQueueEnqueue)
public func cmBufferQueueEnqueue(_ queue: UnsafeRawPointer?, _ buf: UnsafeRawPointer?) -> OSStatus {
  Failure.of { () throws(Failure) in
    let queue = try unsafe bufferQueue(queue)
    guard let buffer = unsafe buf else { throw Failure(kCMBufferQueueError_RequiredParameterMissing) }
    try queue.enqueue(unsafe Unmanaged<CMBuffer>.fromOpaque(buffer).takeUnretainedValue())
  }
}

/// `CMBufferQueueDequeueAndRetain`.
@c(CMBufferQueueDequeueAndRetain)
public func cmBufferQueueDequeueAndRetain(_ queue: UnsafeRawPointer?) -> UnsafeRawPointer? {
  unsafe retained((try? unsafe bufferQueue(queue))?.dequeue())
}

/// `CMBufferQueueDequeueIfDataReadyAndRetain`.
@c(CMBufferQueueDequeueIfDataReadyAndRetain)
public func cmBufferQueueDequeueIfDataReadyAndRetain(_ queue: UnsafeRawPointer?) -> UnsafeRawPointer? {
  unsafe retained((try? unsafe bufferQueue(queue))?.dequeue(onlyIfReady: true))
}

/// `CMBufferQueueGetHead`.
@c(CMBufferQueueGetHead)
public func cmBufferQueueGetHead(_ queue: UnsafeRawPointer?) -> UnsafeRawPointer? {
  guard let head = (try? unsafe bufferQueue(queue))?.head else { return nil }
  return unsafe UnsafeRawPointer(Unmanaged.passUnretained(head).toOpaque())
}

/// `CMBufferQueueCopyHead`.
@c(CMBufferQueueCopyHead)
public func cmBufferQueueCopyHead(_ queue: UnsafeRawPointer?) -> UnsafeRawPointer? {
  unsafe retained((try? unsafe bufferQueue(queue))?.head)
}

/// `CMBufferQueueMarkEndOfData`.
@c(CMBufferQueueMarkEndOfData)
public func cmBufferQueueMarkEndOfData(_ queue: UnsafeRawPointer?) -> OSStatus {
  Failure.of { () throws(Failure) in try unsafe bufferQueue(queue).markEndOfData() }
}

/// `CMBufferQueueReset`.
@c(CMBufferQueueReset)
public func cmBufferQueueReset(_ queue: UnsafeRawPointer?) -> OSStatus {
  Failure.of { () throws(Failure) in try unsafe bufferQueue(queue).reset() }
}

/// `CMBufferQueueResetWithCallback`.
@c(CMBufferQueueResetWithCallback)
public func cmBufferQueueResetWithCallback(
  _ queue: UnsafeRawPointer?,
  _ callback: (@convention(c) (UnsafeRawPointer, UnsafeMutableRawPointer?) -> Void)?,
  _ refcon: UnsafeMutableRawPointer?
) -> OSStatus {
  Failure.of { () throws(Failure) in
    let queue = try unsafe bufferQueue(queue)
    guard let callback = unsafe callback else { throw Failure(kCMBufferQueueError_RequiredParameterMissing) }
    try queue.reset { buffer in unsafe callback(Unmanaged.passUnretained(buffer).toOpaque(), refcon) }
  }
}

/// `CMBufferQueueCallForEachBuffer`.
@c(CMBufferQueueCallForEachBuffer)
public func cmBufferQueueCallForEachBuffer(
  _ queue: UnsafeRawPointer?,
  _ callback: (@convention(c) (UnsafeRawPointer, UnsafeMutableRawPointer?) -> OSStatus)?,
  _ refcon: UnsafeMutableRawPointer?
) -> OSStatus {
  Failure.of { () throws(Failure) in
    let queue = try unsafe bufferQueue(queue)
    guard let callback = unsafe callback else { throw Failure(kCMBufferQueueError_RequiredParameterMissing) }
    let status = queue.forEach { buffer in unsafe callback(Unmanaged.passUnretained(buffer).toOpaque(), refcon) }
    guard status == noErr else { throw Failure(status) }
  }
}

/// `CMBufferQueueSetValidationCallback`.
@c(CMBufferQueueSetValidationCallback)
public func cmBufferQueueSetValidationCallback(
  _ queue: UnsafeRawPointer?,
  _ callback: (@convention(c) (UnsafeRawPointer, UnsafeRawPointer, UnsafeMutableRawPointer?) -> OSStatus)?,
  _ refcon: UnsafeMutableRawPointer?
) -> OSStatus {
  Failure.of { () throws(Failure) in
    let queue = try unsafe bufferQueue(queue)
    guard let callback = unsafe callback else { throw Failure(kCMBufferQueueError_RequiredParameterMissing) }
    try queue.setValidation { queue, buffer in
      unsafe callback(
        Unmanaged.passUnretained(queue).toOpaque(), Unmanaged.passUnretained(buffer).toOpaque(), refcon)
    }
  }
}

/// `CMBufferQueueSetValidationHandler`.
@c(CMBufferQueueSetValidationHandler)
public func cmBufferQueueSetValidationHandler(_ queue: UnsafeRawPointer?, _ handler: UnsafeRawPointer?) -> OSStatus {
  Failure.of { () throws(Failure) in
    let queue = try unsafe bufferQueue(queue)
    typealias Handler = @convention(block) (UnsafeRawPointer, UnsafeRawPointer) -> OSStatus
    guard let handler = unsafe unsafeBitCast(handler, to: Handler?.self) else {
      throw Failure(kCMBufferQueueError_RequiredParameterMissing)
    }
    try queue.setValidation { queue, buffer in
      unsafe handler(Unmanaged.passUnretained(queue).toOpaque(), Unmanaged.passUnretained(buffer).toOpaque())
    }
  }
}

// MARK: Questions

/// `CMBufferQueueIsEmpty`.
@c(CMBufferQueueIsEmpty)
public func cmBufferQueueIsEmpty(_ queue: UnsafeRawPointer?) -> Bool {
  (try? unsafe bufferQueue(queue).count == 0) ?? true
}

/// `CMBufferQueueContainsEndOfData`.
@c(CMBufferQueueContainsEndOfData)
public func cmBufferQueueContainsEndOfData(_ queue: UnsafeRawPointer?) -> Bool {
  (try? unsafe bufferQueue(queue).containsEndOfData) ?? true
}

/// `CMBufferQueueIsAtEndOfData`.
@c(CMBufferQueueIsAtEndOfData)
public func cmBufferQueueIsAtEndOfData(_ queue: UnsafeRawPointer?) -> Bool {
  (try? unsafe bufferQueue(queue).isAtEndOfData) ?? true
}

/// `CMBufferQueueGetBufferCount`.
@c(CMBufferQueueGetBufferCount)
public func cmBufferQueueGetBufferCount(_ queue: UnsafeRawPointer?) -> CMItemCount {
  (try? unsafe bufferQueue(queue).count) ?? 0
}

/// `CMBufferQueueGetDuration`.
@c(CMBufferQueueGetDuration)
public func cmBufferQueueGetDuration(_ queue: UnsafeRawPointer?) -> CMTime {
  (try? unsafe bufferQueue(queue).duration) ?? .zero
}

/// `CMBufferQueueGetMinDecodeTimeStamp`.
@c(CMBufferQueueGetMinDecodeTimeStamp)
public func cmBufferQueueGetMinDecodeTimeStamp(_ queue: UnsafeRawPointer?) -> CMTime {
  (try? unsafe bufferQueue(queue).minimumDecodeTimeStamp) ?? .invalid
}

/// `CMBufferQueueGetFirstDecodeTimeStamp`.
@c(CMBufferQueueGetFirstDecodeTimeStamp)
public func cmBufferQueueGetFirstDecodeTimeStamp(_ queue: UnsafeRawPointer?) -> CMTime {
  (try? unsafe bufferQueue(queue).firstDecodeTimeStamp) ?? .invalid
}

/// `CMBufferQueueGetMinPresentationTimeStamp`.
@c(CMBufferQueueGetMinPresentationTimeStamp)
public func cmBufferQueueGetMinPresentationTimeStamp(_ queue: UnsafeRawPointer?) -> CMTime {
  (try? unsafe bufferQueue(queue).minimumPresentationTimeStamp) ?? .invalid
}

/// `CMBufferQueueGetFirstPresentationTimeStamp`.
@c(CMBufferQueueGetFirstPresentationTimeStamp)
public func cmBufferQueueGetFirstPresentationTimeStamp(_ queue: UnsafeRawPointer?) -> CMTime {
  (try? unsafe bufferQueue(queue).firstPresentationTimeStamp) ?? .invalid
}

/// `CMBufferQueueGetMaxPresentationTimeStamp`.
@c(CMBufferQueueGetMaxPresentationTimeStamp)
public func cmBufferQueueGetMaxPresentationTimeStamp(_ queue: UnsafeRawPointer?) -> CMTime {
  (try? unsafe bufferQueue(queue).maximumPresentationTimeStamp) ?? .invalid
}

/// `CMBufferQueueGetEndPresentationTimeStamp`.
@c(CMBufferQueueGetEndPresentationTimeStamp)
public func cmBufferQueueGetEndPresentationTimeStamp(_ queue: UnsafeRawPointer?) -> CMTime {
  (try? unsafe bufferQueue(queue).endPresentationTimeStamp) ?? .invalid
}

/// `CMBufferQueueGetTotalSize`.
@c(CMBufferQueueGetTotalSize)
public func cmBufferQueueGetTotalSize(_ queue: UnsafeRawPointer?) -> Int {
  (try? unsafe bufferQueue(queue).byteCount) ?? 0
}

// MARK: Helpers

/// Returns the queue at an address.
@unsafe
func bufferQueue(_ pointer: UnsafeRawPointer?) throws(Failure) -> BufferQueue {
  try unsafe object(pointer, BufferQueue.self, orThrow: kCMBufferQueueError_RequiredParameterMissing)
}

/// Returns a reference of the caller's to a buffer.
@unsafe
private func retained(_ buffer: CMBuffer?) -> UnsafeRawPointer? {
  guard let buffer else { return nil }
  return unsafe UnsafeRawPointer(Unmanaged.passRetained(buffer).toOpaque())
}

/// Makes a queue and hands its first reference over.
@unsafe
private func creating(
  _ capacity: CMItemCount, _ out: UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
  _ functions: () throws(Failure) -> BufferFunctions
) -> OSStatus {
  Failure.of { () throws(Failure) in
    guard let out = unsafe out else { throw Failure(kCMBufferQueueError_RequiredParameterMissing) }
    unsafe out.pointee = nil
    let queue = try BufferQueue(capacity: capacity, functions: try functions())
    unsafe out.pointee = Unmanaged.passRetained(queue).toOpaque()
  }
}
