// The names are Apple's.
// swift-format-ignore-file: NoLeadingUnderscores

public import CCoreMedia
public import CoreFoundation
public import Foundation

// Apple's Swift view of queues of buffers.

/// A protocol that gives `CMBufferQueue` its initializer, which a Core Foundation class cannot take in an extension.
public protocol _CMBufferQueueInitTrampoline {}

extension _CMBufferQueueInitTrampoline {
  /// Creates a queue for `capacity` buffers; 0 for any number.
  public init(capacity: CMItemCount, handlers: CMBufferQueue.Handlers) throws {
    let queue = try throwingErrors { () throws(Failure) in
      try BufferQueue(capacity: capacity, functions: handlers.functions)
    }
    self = unsafe unsafeBitCast(queue, to: Self.self)
  }
}

extension CMBufferQueue: _CMBufferQueueInitTrampoline {}

extension CMBufferQueue {
  /// The errors of the block buffer functions.
  public struct Error {
    /// There is no memory for the queue.
    public static var allocationFailed: NSError { Failure(kCMBufferQueueError_AllocationFailed).error }
    /// A required argument is missing.
    public static var requiredParameterMissing: NSError { Failure(kCMBufferQueueError_RequiredParameterMissing).error }
    /// The functions of the queue have an unknown version, or lack the one for durations.
    public static var invalidCMBufferCallbacksStruct: NSError {
      Failure(kCMBufferQueueError_InvalidCMBufferCallbacksStruct).error
    }
    /// The end has been marked, so that no buffer may follow.
    public static var enqueueAfterEndOfData: NSError { Failure(kCMBufferQueueError_EnqueueAfterEndOfData).error }
    /// The queue is full.
    public static var queueIsFull: NSError { Failure(kCMBufferQueueError_QueueIsFull).error }
    /// The time to compare with is not a duration.
    public static var badTriggerDuration: NSError { Failure(kCMBufferQueueError_BadTriggerDuration).error }
    /// A trigger's function may query the queue but not change it.
    public static var cannotModifyQueueFromTriggerCallback: NSError {
      Failure(kCMBufferQueueError_CannotModifyQueueFromTriggerCallback).error
    }
    /// The condition does not exist, or not for this queue.
    public static var invalidTriggerCondition: NSError { Failure(kCMBufferQueueError_InvalidTriggerCondition).error }
    /// The queue has no trigger with this token.
    public static var invalidTriggerToken: NSError { Failure(kCMBufferQueueError_InvalidTriggerToken).error }
    /// The queue's validation refused the buffer.
    public static var invalidBuffer: NSError { Failure(kCMBufferQueueError_InvalidBuffer).error }
  }

  /// A trigger of a queue.
  public typealias TriggerToken = CMBufferQueueTriggerToken

  /// The condition under which a trigger fires.
  public enum TriggerCondition {
    /// The duration becomes less than a time.
    case whenDurationBecomesLessThan(CMTime)
    /// The duration becomes a time or less.
    case whenDurationBecomesLessThanOrEqualTo(CMTime)
    /// The duration becomes more than a time.
    case whenDurationBecomesGreaterThan(CMTime)
    /// The duration becomes a time or more.
    case whenDurationBecomesGreaterThanOrEqualTo(CMTime)
    /// The least presentation time stamp changes.
    case whenMinPresentationTimeStampChanges
    /// The greatest presentation time stamp changes.
    case whenMaxPresentationTimeStampChanges
    /// The data of the next buffer become ready.
    case whenDataBecomesReady
    /// The end was marked, and no buffer is left.
    case whenEndOfDataReached
    /// The queue is reset.
    case whenReset
    /// The number of buffers becomes less than a number.
    case whenBufferCountBecomesLessThan(CMItemCount)
    /// The number of buffers becomes more than a number.
    case whenBufferCountBecomesGreaterThan(CMItemCount)
  }

  /// The buffers of a queue at one time, in the order of removal.
  public struct Buffers: Sequence {
    fileprivate let buffers: [CMBuffer]

    /// Walks through the buffers.
    public func makeIterator() -> IndexingIterator<[CMBuffer]> { buffers.makeIterator() }
  }

  /// The queue itself.
  private var queue: BufferQueue { unsafe unsafeBitCast(self, to: BufferQueue.self) }

  /// The type of all buffer queues.
  public static var typeID: CFTypeID { cmBufferQueueGetTypeID() }

  /// Enqueues a buffer at its position.
  public func enqueue(_ buffer: CMBuffer) throws {
    try throwingErrors { () throws(Failure) in try queue.enqueue(buffer) }
  }

  /// Removes and returns the next buffer.
  public func dequeue() -> CMBuffer? { queue.dequeue() }

  /// Removes and returns the next buffer if its data are ready.
  public func dequeueIfDataReady() -> CMBuffer? { queue.dequeue(onlyIfReady: true) }

  /// The next buffer.
  public var head: CMBuffer? { queue.head }

  /// True if there is no buffer.
  public var isEmpty: Bool { queue.count == 0 }

  /// Marks the end of the data: no more buffers are accepted until the queue is reset.
  public func markEndOfData() throws { try throwingErrors { () throws(Failure) in try queue.markEndOfData() } }

  /// True if the end was marked.
  public var containsEndOfData: Bool { queue.containsEndOfData }

  /// True if the end was marked and no buffer is left.
  public var isAtEndOfData: Bool { queue.isAtEndOfData }

  /// Removes all buffers and the mark of the end.
  public func reset() throws { try throwingErrors { () throws(Failure) in try queue.reset() } }

  /// Removes all buffers, passing each to a closure, and throws the closure's first error.
  public func reset(_ body: (CMBuffer) throws -> Void) throws {
    var thrown: (any Swift.Error)?
    try throwingErrors { () throws(Failure) in
      try queue.reset { buffer in
        do { try body(buffer) } catch { thrown = thrown ?? error }
      }
    }
    if let thrown { throw thrown }
  }

  /// The number of buffers.
  public var bufferCount: CMItemCount { queue.count }
  /// The sum of all durations.
  public var duration: CMTime { queue.duration }
  /// The least decode time stamp.
  public var minDecodeTimeStamp: CMTime { queue.minimumDecodeTimeStamp }
  /// The decode time stamp of the next buffer.
  public var firstDecodeTimeStamp: CMTime { queue.firstDecodeTimeStamp }
  /// The least presentation time stamp.
  public var minPresentationTimeStamp: CMTime { queue.minimumPresentationTimeStamp }
  /// The presentation time stamp of the next buffer.
  public var firstPresentationTimeStamp: CMTime { queue.firstPresentationTimeStamp }
  /// The greatest presentation time stamp.
  public var maxPresentationTimeStamp: CMTime { queue.maximumPresentationTimeStamp }
  /// The latest end of a buffer.
  public var endPresentationTimeStamp: CMTime { queue.endPresentationTimeStamp }
  /// The number of bytes of all buffers.
  public var totalSize: Int { queue.byteCount }

  /// Installs a trigger, whose closure is called each time its condition becomes true, and immediately if it is.
  public func installTrigger(
    condition: TriggerCondition, _ body: CMBufferQueueTriggerHandler? = nil
  ) throws -> TriggerToken {
    var installed: TriggerToken?
    try throwingErrors { () throws(Failure) in
      var action: ((UInt) -> Void)?
      if let body = unsafe body {
        action = { number in
          if let token = unsafe TriggerToken(bitPattern: number) { unsafe body(token) }
        }
      }
      try queue.installTrigger(try condition.checked(), action: action) { number in
        unsafe installed = TriggerToken(bitPattern: number)
      }
    }
    guard let installed = unsafe installed else { throw Error.allocationFailed }
    return unsafe installed
  }

  /// Removes a trigger.
  public func removeTrigger(_ triggerToken: TriggerToken) throws {
    try throwingErrors { () throws(Failure) in try queue.removeTrigger(UInt(bitPattern: triggerToken)) }
  }

  /// Returns true if a trigger's condition holds.
  public func testTrigger(_ triggerToken: TriggerToken) -> Bool { queue.testTrigger(UInt(bitPattern: triggerToken)) }

  /// The buffers in the queue now, the next one first.
  public var buffers: Buffers { Buffers(buffers: queue.all) }

  /// Sets a closure that checks each buffer before it is accepted; throwing an error refuses the buffer.
  public func setValidationHandler(_ body: @escaping (CMBufferQueue, CMBuffer) throws -> Void) {
    // Only a trigger's function is refused this, and there is no way to tell it.
    try? queue.setValidation { queue, buffer in
      do {
        try body(unsafe unsafeBitCast(queue, to: CMBufferQueue.self), buffer)
        return noErr
      } catch {
        return Failure(thrown: error, otherwise: kCMBufferQueueError_InvalidBuffer).status
      }
    }
  }
}

extension CMBufferQueue.TriggerCondition {
  /// Returns the condition, its duration checked.
  fileprivate func checked() throws(Failure) -> TriggerCondition {
    switch self {
    case .whenDurationBecomesLessThan(let time):
      try TriggerCondition(kCMBufferQueueTrigger_WhenDurationBecomesLessThan, time: time)
    case .whenDurationBecomesLessThanOrEqualTo(let time):
      try TriggerCondition(kCMBufferQueueTrigger_WhenDurationBecomesLessThanOrEqualTo, time: time)
    case .whenDurationBecomesGreaterThan(let time):
      try TriggerCondition(kCMBufferQueueTrigger_WhenDurationBecomesGreaterThan, time: time)
    case .whenDurationBecomesGreaterThanOrEqualTo(let time):
      try TriggerCondition(kCMBufferQueueTrigger_WhenDurationBecomesGreaterThanOrEqualTo, time: time)
    case .whenMinPresentationTimeStampChanges: .minimumPresentationTimeStampChanges
    case .whenMaxPresentationTimeStampChanges: .maximumPresentationTimeStampChanges
    case .whenDataBecomesReady: .dataBecomesReady
    case .whenEndOfDataReached: .endOfDataReached
    case .whenReset: .reset
    case .whenBufferCountBecomesLessThan(let count): .countLess(count)
    case .whenBufferCountBecomesGreaterThan(let count): .countGreater(count)
    }
  }
}
