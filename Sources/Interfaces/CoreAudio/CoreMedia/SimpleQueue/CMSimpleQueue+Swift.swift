// The names are Apple's.
// swift-format-ignore-file: NoLeadingUnderscores

public import CCoreMedia
public import CoreFoundation
public import Foundation

// Apple's Swift view of queues of pointers.

/// A protocol that gives `CMSimpleQueue` its initializer, which a Core Foundation class cannot take in an extension.
public protocol _CMSimpleQueueInitTrampoline {}

extension _CMSimpleQueueInitTrampoline {
  /// Creates a queue for `capacity` elements.
  public init(capacity: Int) throws {
    let queue = try throwingErrors { () throws(Failure) in try SimpleQueue(capacity: capacity, nil) }
    self = unsafe unsafeBitCast(queue, to: Self.self)
  }
}

extension CMSimpleQueue: _CMSimpleQueueInitTrampoline {}

extension CMSimpleQueue {
  /// The errors of the block buffer functions.
  public struct Error {
    /// There is no memory for the queue.
    public static var allocationFailed: NSError { Failure(kCMSimpleQueueError_AllocationFailed).error }
    /// A required argument is missing.
    public static var requiredParameterMissing: NSError { Failure(kCMSimpleQueueError_RequiredParameterMissing).error }
    /// A value is out of its range.
    public static var parameterOutOfRange: NSError { Failure(kCMSimpleQueueError_ParameterOutOfRange).error }
    /// The queue is full.
    public static var queueIsFull: NSError { Failure(kCMSimpleQueueError_QueueIsFull).error }
  }

  /// The queue itself.
  private var queue: SimpleQueue { unsafe unsafeBitCast(self, to: SimpleQueue.self) }

  /// The type of all buffer queues.
  public static var typeID: CFTypeID { cmSimpleQueueGetTypeID() }

  /// Adds an element at the end.
  public func enqueue(_ element: UnsafeRawPointer) throws {
    guard queue.enqueue(UInt(bitPattern: element)) else { throw Error.queueIsFull }
  }

  /// Removes and returns the next element.
  public func dequeue() -> UnsafeRawPointer? {
    unsafe queue.dequeue().flatMap { unsafe UnsafeRawPointer(bitPattern: $0) }
  }

  /// The next element.
  public var head: UnsafeRawPointer? { unsafe queue.head.flatMap { unsafe UnsafeRawPointer(bitPattern: $0) } }

  /// Removes all elements. Neither the writer nor the reader may use the queue meanwhile.
  public func reset() throws { queue.reset() }

  /// The number of elements that the queue can hold.
  public var capacity: Int { queue.capacity }

  /// The number of elements in the queue.
  public var count: Int { queue.count }

  /// The fraction of the queue in use, 0…1.
  public var fullness: Float { Float(count) / Float(capacity) }
}
