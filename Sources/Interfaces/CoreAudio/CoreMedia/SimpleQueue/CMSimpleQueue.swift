import CCoreMedia
public import CoreFoundation

// <CoreMedia/CMSimpleQueue.h>

/// `CMSimpleQueueGetTypeID`.
@c(CMSimpleQueueGetTypeID)
public func cmSimpleQueueGetTypeID() -> CFTypeID { SimpleQueue.typeID }

/// `CMSimpleQueueCreate`.
@c(CMSimpleQueueCreate)
public func cmSimpleQueueCreate(
  _ allocator: UnsafeRawPointer?, _ capacity: Int32, _ queueOut: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> OSStatus {
  Failure.of { () throws(Failure) in
    guard let out = unsafe queueOut else { throw Failure(kCMSimpleQueueError_RequiredParameterMissing) }
    unsafe out.pointee = nil
    let allocator = unsafe allocator.map { unsafe Unmanaged<CFAllocator>.fromOpaque($0).takeUnretainedValue() }
    let queue = try SimpleQueue(capacity: Int(capacity), allocator)
    unsafe out.pointee = Unmanaged.passRetained(queue).toOpaque()
  }
}

/// `CMSimpleQueueEnqueue`.
@c(CMSimpleQueueEnqueue)
public func cmSimpleQueueEnqueue(_ queue: UnsafeRawPointer?, _ element: UnsafeRawPointer?) -> OSStatus {
  Failure.of { () throws(Failure) in
    let queue = try unsafe simpleQueue(queue)
    guard let element = unsafe element else { throw Failure(kCMSimpleQueueError_RequiredParameterMissing) }
    guard queue.enqueue(UInt(bitPattern: element)) else { throw Failure(kCMSimpleQueueError_QueueIsFull) }
  }
}

/// `CMSimpleQueueDequeue`.
@c(CMSimpleQueueDequeue)
public func cmSimpleQueueDequeue(_ queue: UnsafeRawPointer?) -> UnsafeRawPointer? {
  guard let word = try? unsafe simpleQueue(queue).dequeue() else { return nil }
  return unsafe UnsafeRawPointer(bitPattern: word)
}

/// `CMSimpleQueueGetHead`.
@c(CMSimpleQueueGetHead)
public func cmSimpleQueueGetHead(_ queue: UnsafeRawPointer?) -> UnsafeRawPointer? {
  guard let word = try? unsafe simpleQueue(queue).head else { return nil }
  return unsafe UnsafeRawPointer(bitPattern: word)
}

/// `CMSimpleQueueReset`.
@c(CMSimpleQueueReset)
public func cmSimpleQueueReset(_ queue: UnsafeRawPointer?) -> OSStatus {
  Failure.of { () throws(Failure) in try unsafe simpleQueue(queue).reset() }
}

/// `CMSimpleQueueGetCapacity`: 0 for any other object.
@c(CMSimpleQueueGetCapacity)
public func cmSimpleQueueGetCapacity(_ queue: UnsafeRawPointer?) -> Int32 {
  Int32(clamping: (try? unsafe simpleQueue(queue).capacity) ?? 0)
}

/// `CMSimpleQueueGetCount`: 0 for any other object.
@c(CMSimpleQueueGetCount)
public func cmSimpleQueueGetCount(_ queue: UnsafeRawPointer?) -> Int32 {
  Int32(clamping: (try? unsafe simpleQueue(queue).count) ?? 0)
}

/// Returns the queue at an address.
@unsafe
private func simpleQueue(_ pointer: UnsafeRawPointer?) throws(Failure) -> SimpleQueue {
  try unsafe object(pointer, SimpleQueue.self, orThrow: kCMSimpleQueueError_RequiredParameterMissing)
}
