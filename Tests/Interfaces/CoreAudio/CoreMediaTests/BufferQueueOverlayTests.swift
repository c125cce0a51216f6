import CoreFoundation
import CoreMedia
import Foundation
import TestSupport
import Testing

@Suite("Swift's view of buffer queues")
struct BufferQueueOverlayTests {
  /// All that a queue can know, sorted by start.
  private var handlers: CMBufferQueue.Handlers {
    CMBufferQueue.Handlers {
      $0.getDuration { milliseconds(TestBuffer.of($0).duration) }
      $0.getPresentationTimeStamp { milliseconds(TestBuffer.of($0).start) }
      $0.getDecodeTimeStamp { milliseconds(TestBuffer.of($0).decodeStart) }
      $0.isDataReady { TestBuffer.of($0).isReady }
      $0.getSize { TestBuffer.of($0).byteCount }
      $0.compare { first, second in
        let (first, second) = (TestBuffer.of(first).start, TestBuffer.of(second).start)
        return first < second ? .compareLessThan : first > second ? .compareGreaterThan : .compareEqualTo
      }
      $0.dataBecameReadyNotification = "ready"
    }
  }

  @Test("All members tell what the functions tell")
  func members() throws {
    let queue = try CMBufferQueue(capacity: 3, handlers: handlers)
    #expect(queue.isEmpty)
    expectNil(queue.head)
    for start: Int64 in [30, 10, 20] { try queue.enqueue(TestBuffer(start, decode: 100 - start, bytes: Int(start))) }
    expectEqual(queue.bufferCount, 3)
    expectEqual(starts(of: queue), [10, 20, 30])
    expectEqual(queue.head.map { TestBuffer.of($0).start }, 10)
    expectEqual(queue.duration, milliseconds(30))
    expectEqual(queue.minDecodeTimeStamp, milliseconds(70))
    expectEqual(queue.firstDecodeTimeStamp, milliseconds(90))
    expectEqual(queue.minPresentationTimeStamp, milliseconds(10))
    expectEqual(queue.firstPresentationTimeStamp, milliseconds(10))
    expectEqual(queue.maxPresentationTimeStamp, milliseconds(30))
    expectEqual(queue.endPresentationTimeStamp, milliseconds(40))
    expectEqual(queue.totalSize, 60)
    let full = #expect(throws: NSError.self) { try queue.enqueue(TestBuffer(5)) }
    expectEqual(full, CMBufferQueue.Error.queueIsFull)
    #expect(queue.dequeue() != nil)
    TestBuffer.of(queue.head!).isReady = false
    expectNil(queue.dequeueIfDataReady())
    try queue.markEndOfData()
    #expect(queue.containsEndOfData)
    #expect(!queue.isAtEndOfData)
    let late = #expect(throws: NSError.self) { try queue.enqueue(TestBuffer(5)) }
    expectEqual(late, CMBufferQueue.Error.enqueueAfterEndOfData)
    try queue.reset()
    #expect(queue.isEmpty)
    expectEqual(CMBufferQueue.typeID, CMBufferQueueGetTypeID())
  }

  @Test("Handlers can be made from others")
  func handlersFromOthers() throws {
    let unsorted = CMBufferQueue.Handlers {
      $0.getDuration { _ in milliseconds(1) }
      $0.getSize { _ in 3 }
    }
    expectNil(unsorted.compare)
    expectNil(unsorted.getDecodeTimeStamp)
    expectNil(unsorted.getPresentationTimeStamp)
    expectNil(unsorted.isDataReady)
    expectNil(unsorted.dataBecameReadyNotification)
    let longer = unsorted.withHandlers { $0.getDuration { _ in milliseconds(2) } }
    expectEqual(longer.getDuration(TestBuffer(0)), milliseconds(2))
    expectEqual(unsorted.getDuration(TestBuffer(0)), milliseconds(1))
    expectEqual(longer.getSize?(TestBuffer(0)), 3)
    expectEqual(handlers.dataBecameReadyNotification, "ready")
    let queue = try CMBufferQueue(capacity: 0, handlers: longer)
    try queue.enqueue(TestBuffer(2))
    try queue.enqueue(TestBuffer(1))
    expectEqual(starts(of: queue), [2, 1])
    expectEqual(queue.duration, milliseconds(4))
    expectEqual(queue.totalSize, 6)
  }

  @Test("Triggers are enumerated, and their errors thrown")
  func triggers() throws {
    let queue = try CMBufferQueue(capacity: 0, handlers: handlers)
    var calls = 0
    let conditions: [CMBufferQueue.TriggerCondition] = [
      .whenDurationBecomesLessThan(milliseconds(1)), .whenDurationBecomesLessThanOrEqualTo(.zero),
      .whenDurationBecomesGreaterThan(milliseconds(-1)), .whenDurationBecomesGreaterThanOrEqualTo(.zero),
      .whenBufferCountBecomesLessThan(1), .whenBufferCountBecomesGreaterThan(-1),
    ]
    // All of these hold for an empty queue.
    for condition in conditions {
      let token = try queue.installTrigger(condition: condition) { _ in calls += 1 }
      #expect(queue.testTrigger(token))
    }
    expectEqual(calls, conditions.count)
    let silent = try queue.installTrigger(condition: .whenBufferCountBecomesGreaterThan(0))
    #expect(!queue.testTrigger(silent))
    try queue.enqueue(TestBuffer(1))
    #expect(queue.testTrigger(silent))
    try queue.removeTrigger(silent)
    let removed = #expect(throws: NSError.self) { try queue.removeTrigger(silent) }
    expectEqual(removed, CMBufferQueue.Error.invalidTriggerToken)
    let bad = #expect(throws: NSError.self) {
      try queue.installTrigger(condition: .whenDurationBecomesLessThan(.indefinite))
    }
    expectEqual(bad, CMBufferQueue.Error.badTriggerDuration)
    for condition: CMBufferQueue.TriggerCondition in [
      .whenMinPresentationTimeStampChanges, .whenMaxPresentationTimeStampChanges, .whenDataBecomesReady,
      .whenEndOfDataReached, .whenReset,
    ] {
      #expect(try queue.installTrigger(condition: condition) != silent)
    }
  }

  @Test("What closures throw comes back")
  func thrown() throws {
    let queue = try CMBufferQueue(capacity: 0, handlers: handlers)
    let identity = ObjectIdentifier(queue)
    queue.setValidationHandler { owner, buffer in
      expectEqual(ObjectIdentifier(owner), identity)
      switch TestBuffer.of(buffer).start {
      case 1: throw CMBufferQueue.Error.queueIsFull
      case 2: throw CancellationError()
      default: break
      }
    }
    let first = #expect(throws: NSError.self) { try queue.enqueue(TestBuffer(1)) }
    expectEqual(first?.code, -12764)
    let second = #expect(throws: NSError.self) { try queue.enqueue(TestBuffer(2)) }
    expectEqual(second?.code, -12769)
    for start: Int64 in [3, 4, 5] { try queue.enqueue(TestBuffer(start)) }
    var seen: [Int64] = []
    #expect(throws: CancellationError.self) {
      try queue.reset { buffer in
        seen.append(TestBuffer.of(buffer).start)
        if seen.count == 2 { throw CancellationError() }
      }
    }
    expectEqual(seen, [3, 4, 5])
    #expect(queue.isEmpty)
  }

  @Test("Each error has its number")
  func errors() {
    let errors = [
      CMBufferQueue.Error.allocationFailed, CMBufferQueue.Error.requiredParameterMissing,
      CMBufferQueue.Error.invalidCMBufferCallbacksStruct, CMBufferQueue.Error.enqueueAfterEndOfData,
      CMBufferQueue.Error.queueIsFull, CMBufferQueue.Error.badTriggerDuration,
      CMBufferQueue.Error.cannotModifyQueueFromTriggerCallback, CMBufferQueue.Error.invalidTriggerCondition,
      CMBufferQueue.Error.invalidTriggerToken, CMBufferQueue.Error.invalidBuffer,
    ]
    expectEqual(errors.map(\.code), Array(stride(from: -12760, through: -12769, by: -1)))
    #expect(errors.allSatisfy { $0.domain == NSOSStatusErrorDomain })
  }

  @Test("Blocks of C's work as functions do")
  func blocks() throws {
    var blocks = CMBufferHandlers(
      version: 1, getDecodeTimeStamp: nil,
      getPresentationTimeStamp: { milliseconds(TestBuffer.of($0).start) },
      getDuration: { milliseconds(TestBuffer.of($0).duration) }, isDataReady: nil, compare: nil,
      dataBecameReadyNotification: nil, getSize: { TestBuffer.of($0).byteCount })
    var made: CMBufferQueue?
    expectEqual(CMBufferQueueCreateWithHandlers(nil, 0, &blocks, &made), noErr)
    let queue = try required(made)
    try queue.enqueue(TestBuffer(7, duration: 3, bytes: 4))
    expectEqual(queue.duration, milliseconds(3))
    expectEqual(queue.totalSize, 4)
    expectEqual(queue.minPresentationTimeStamp, milliseconds(7))
    #expect(!queue.minDecodeTimeStamp.isValid)
    blocks.version = 2
    var none: CMBufferQueue?
    expectEqual(CMBufferQueueCreateWithHandlers(nil, 0, &blocks, &none), -12762)
    expectNil(none)
  }
}
