import CoreFoundation
import CoreMedia
import Foundation
import TestSupport
import Testing

@Suite("Queues of sample buffers")
struct SampleBufferQueueTests {
  /// A buffer of one sample, with its times in thousandths of a second.
  private func sample(
    _ start: Int64, decode: Int64, duration: Int64 = 10, bytes: Int = 8, isReady: Bool = true
  ) throws -> CMSampleBuffer {
    let block = try CMBlockBuffer(length: bytes, flags: .assureMemoryNow)
    var timing = CMSampleTimingInfo(
      duration: milliseconds(duration), presentationTimeStamp: milliseconds(start),
      decodeTimeStamp: milliseconds(decode))
    var size = bytes
    var made: CMSampleBuffer?
    let status = CMSampleBufferCreate(
      allocator: nil, dataBuffer: block, dataReady: isReady, makeDataReadyCallback: nil, refcon: nil,
      formatDescription: nil, sampleCount: 1, sampleTimingEntryCount: 1, sampleTimingArray: &timing,
      sampleSizeEntryCount: 1, sampleSizeArray: &size, sampleBufferOut: &made)
    expectEqual(status, noErr)
    return try required(made)
  }

  private func make(_ callbacks: UnsafePointer<CMBufferCallbacks>) throws -> CMBufferQueue {
    var queue: CMBufferQueue?
    expectEqual(CMBufferQueueCreate(allocator: nil, capacity: 0, callbacks: callbacks, queueOut: &queue), noErr)
    return try required(queue)
  }

  @Test("Unsorted, they leave as they came, and count with their own times")
  func unsorted() throws {
    let queue = try make(CMBufferQueueGetCallbacksForUnsortedSampleBuffers())
    let buffers = try [(30, 1), (10, 2), (20, 3)].map { try sample($0.0, decode: $0.1, bytes: Int($0.0)) }
    for buffer in buffers { expectEqual(CMBufferQueueEnqueue(queue, buffer: buffer), noErr) }
    expectEqual(CMBufferQueueGetDuration(queue), milliseconds(30))
    expectEqual(CMBufferQueueGetTotalSize(queue), 60)
    expectEqual(CMBufferQueueGetFirstDecodeTimeStamp(queue), milliseconds(1))
    expectEqual(CMBufferQueueGetMinDecodeTimeStamp(queue), milliseconds(1))
    expectEqual(CMBufferQueueGetFirstPresentationTimeStamp(queue), milliseconds(30))
    expectEqual(CMBufferQueueGetMinPresentationTimeStamp(queue), milliseconds(10))
    expectEqual(CMBufferQueueGetEndPresentationTimeStamp(queue), milliseconds(40))
    for buffer in buffers { #expect(CMBufferQueueDequeue(queue) === buffer) }
  }

  @Test("Sorted, they leave as they are shown")
  func sorted() throws {
    let queue = try CMBufferQueue(capacity: 0, handlers: .outputPTSSortedSampleBuffers)
    let late = try sample(10, decode: 3)
    for buffer in try [sample(30, decode: 1), sample(20, decode: 2), late] { try queue.enqueue(buffer) }
    // Shown behind the others after all.
    let moved = try sample(5, decode: 4)
    expectEqual(CMSampleBufferSetOutputPresentationTimeStamp(moved, newValue: milliseconds(25)), noErr)
    try queue.enqueue(moved)
    expectEqual(queue.firstPresentationTimeStamp, milliseconds(10))
    #expect(queue.dequeue() === late)
    expectEqual(queue.firstPresentationTimeStamp, milliseconds(20))
    #expect(queue.dequeue() != nil)
    #expect(queue.dequeue() === moved)
    let plain = try make(CMBufferQueueGetCallbacksForSampleBuffersSortedByOutputPTS())
    for start: Int64 in [2, 1] { expectEqual(CMBufferQueueEnqueue(plain, buffer: try sample(start, decode: 0)), noErr) }
    expectEqual(CMBufferQueueGetFirstPresentationTimeStamp(plain), milliseconds(1))
  }

  @Test("A queue hears when a sample buffer gets its data")
  func readiness() throws {
    let queue = try CMBufferQueue(capacity: 0, handlers: .unsortedSampleBuffers)
    var calls = 0
    let token = try queue.installTrigger(condition: .whenDataBecomesReady) { _ in calls += 1 }
    let buffer = try sample(0, decode: 0, isReady: false)
    try queue.enqueue(buffer)
    expectEqual(calls, 0)
    expectNil(queue.dequeueIfDataReady())
    expectEqual(CMSampleBufferSetDataReady(buffer), noErr)
    expectEqual(calls, 1)
    #expect(queue.testTrigger(token))
    #expect(queue.dequeueIfDataReady() === buffer)
  }

  @Test("The structs are complete, and the same each time")
  func structs() {
    let unsorted = CMBufferQueueGetCallbacksForUnsortedSampleBuffers()
    let sorted = CMBufferQueueGetCallbacksForSampleBuffersSortedByOutputPTS()
    expectEqual(unsorted, CMBufferQueueGetCallbacksForUnsortedSampleBuffers())
    #expect(unsorted != sorted)
    expectEqual(unsorted.pointee.version, 1)
    expectNil(unsorted.pointee.compare)
    #expect(sorted.pointee.compare != nil)
    for callbacks in [unsorted.pointee, sorted.pointee] {
      #expect(callbacks.getDecodeTimeStamp != nil)
      #expect(callbacks.getPresentationTimeStamp != nil)
      #expect(callbacks.isDataReady != nil)
      #expect(callbacks.getSize != nil)
      let name = callbacks.dataBecameReadyNotification?.takeUnretainedValue()
      expectEqual(name.map { CFEqual($0, kCMSampleBufferNotification_DataBecameReady) }, true)
    }
  }

  @Test("Queues are objects that Core Foundation knows")
  func types() throws {
    let (buffers, pointers) = (
      try CMBufferQueue(capacity: 0, handlers: .unsortedSampleBuffers), try CMSimpleQueue(capacity: 1)
    )
    expectEqual(CFGetTypeID(buffers), CMBufferQueueGetTypeID())
    expectEqual(CFGetTypeID(pointers), CMSimpleQueueGetTypeID())
    #expect(CMBufferQueueGetTypeID() != CMSimpleQueueGetTypeID())
    #expect(CFEqual(buffers, buffers))
    #expect(!CFEqual(buffers, pointers))
  }
}
