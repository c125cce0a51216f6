import CoreFoundation
import CoreMedia
import Foundation
import TestSupport
import Testing

@Suite("Buffer queues")
struct BufferQueueTests {
  @Test("Buffers leave in the order in which they came")
  func order() throws {
    let queue = try makeQueue()
    #expect(CMBufferQueueIsEmpty(queue))
    expectNil(CMBufferQueueDequeue(queue))
    expectNil(CMBufferQueueGetHead(queue))
    expectNil(CMBufferQueueCopyHead(queue))
    let buffers = [30, 10, 20].map { TestBuffer($0) }
    for buffer in buffers { expectEqual(CMBufferQueueEnqueue(queue, buffer: buffer), noErr) }
    expectEqual(CMBufferQueueGetBufferCount(queue), 3)
    #expect(!CMBufferQueueIsEmpty(queue))
    #expect(CMBufferQueueGetHead(queue) === buffers[0])
    #expect(CMBufferQueueCopyHead(queue) === buffers[0])
    for buffer in buffers { #expect(CMBufferQueueDequeue(queue) === buffer) }
    expectNil(CMBufferQueueDequeue(queue))
    #expect(CMBufferQueueIsEmpty(queue))
  }

  @Test("A queue that compares is sorted, and equal buffers stay in their order")
  func sorting() throws {
    let queue = try makeQueue(TestCallbacks.all(sorted: true))
    let twins = [TestBuffer(20, bytes: 1), TestBuffer(20, bytes: 2)]
    for buffer in [TestBuffer(50), twins[0], TestBuffer(40), TestBuffer(10), twins[1], TestBuffer(30)] {
      expectEqual(CMBufferQueueEnqueue(queue, buffer: buffer), noErr)
    }
    expectEqual(starts(of: queue), [10, 20, 20, 30, 40, 50])
    expectEqual(CMBufferQueueDequeue(queue).map { TestBuffer.of($0).start }, 10)
    #expect(CMBufferQueueDequeue(queue) === twins[0])
    #expect(CMBufferQueueDequeue(queue) === twins[1])
    // A buffer that comes late goes to the front.
    expectEqual(CMBufferQueueEnqueue(queue, buffer: TestBuffer(5)), noErr)
    expectEqual(starts(of: queue), [5, 30, 40, 50])
  }

  @Test("A long queue keeps its order while buffers come and go")
  func longQueue() throws {
    let queue = try makeQueue()
    var next: Int64 = 0
    var expected: Int64 = 0
    for round in 0..<200 {
      for _ in 0..<(round % 7) {
        try queue.enqueue(TestBuffer(next))
        next += 1
      }
      for _ in 0..<(round % 5) {
        guard let buffer = queue.dequeue() else { continue }
        expectEqual(TestBuffer.of(buffer).start, expected)
        expected += 1
      }
      expectEqual(queue.bufferCount, Int(next - expected))
      expectEqual(queue.duration, milliseconds(10 * (next - expected)))
    }
    expectGreater(expected, 300)
  }

  @Test("Durations, sizes and time stamps are those of the buffers in it")
  func questions() throws {
    let queue = try makeQueue()
    expectEqual(CMBufferQueueGetDuration(queue), .zero)
    expectEqual(CMBufferQueueGetTotalSize(queue), 0)
    #expect(!CMBufferQueueGetFirstDecodeTimeStamp(queue).isValid)
    #expect(!CMBufferQueueGetMinPresentationTimeStamp(queue).isValid)
    #expect(!CMBufferQueueGetEndPresentationTimeStamp(queue).isValid)
    // In decoding order, as B-frames are: the second is shown last, and the one that is shown first lasts longest.
    for buffer in [
      TestBuffer(100, decode: 60, duration: 95, bytes: 7), TestBuffer(180, decode: 50, duration: 10, bytes: 20),
      TestBuffer(120, decode: 80, duration: 30, bytes: 300),
    ] {
      expectEqual(CMBufferQueueEnqueue(queue, buffer: buffer), noErr)
    }
    expectEqual(CMBufferQueueGetDuration(queue), milliseconds(135))
    expectEqual(CMBufferQueueGetTotalSize(queue), 327)
    expectEqual(CMBufferQueueGetFirstDecodeTimeStamp(queue), milliseconds(60))
    expectEqual(CMBufferQueueGetMinDecodeTimeStamp(queue), milliseconds(50))
    expectEqual(CMBufferQueueGetFirstPresentationTimeStamp(queue), milliseconds(100))
    expectEqual(CMBufferQueueGetMinPresentationTimeStamp(queue), milliseconds(100))
    expectEqual(CMBufferQueueGetMaxPresentationTimeStamp(queue), milliseconds(180))
    expectEqual(CMBufferQueueGetEndPresentationTimeStamp(queue), milliseconds(195))
    #expect(CMBufferQueueDequeue(queue) != nil)
    expectEqual(CMBufferQueueGetDuration(queue), milliseconds(40))
    expectEqual(CMBufferQueueGetTotalSize(queue), 320)
    expectEqual(CMBufferQueueGetMinPresentationTimeStamp(queue), milliseconds(120))
    expectEqual(CMBufferQueueGetEndPresentationTimeStamp(queue), milliseconds(190))
  }

  @Test("What a queue has no function for it does not know")
  func missingFunctions() throws {
    var callbacks = TestCallbacks.all()
    callbacks.getDecodeTimeStamp = nil
    callbacks.getPresentationTimeStamp = nil
    callbacks.isDataReady = nil
    callbacks.getSize = nil
    let queue = try makeQueue(callbacks)
    let buffer = TestBuffer(1)
    buffer.isReady = false
    expectEqual(CMBufferQueueEnqueue(queue, buffer: buffer), noErr)
    #expect(!CMBufferQueueGetFirstDecodeTimeStamp(queue).isValid)
    #expect(!CMBufferQueueGetMinDecodeTimeStamp(queue).isValid)
    #expect(!CMBufferQueueGetFirstPresentationTimeStamp(queue).isValid)
    #expect(!CMBufferQueueGetMinPresentationTimeStamp(queue).isValid)
    #expect(!CMBufferQueueGetMaxPresentationTimeStamp(queue).isValid)
    #expect(!CMBufferQueueGetEndPresentationTimeStamp(queue).isValid)
    expectEqual(CMBufferQueueGetTotalSize(queue), 0)
    // Without a function all data count as ready.
    #expect(CMBufferQueueDequeueIfDataReady(queue) === buffer)
  }

  @Test("A struct of version 0 ends before the function for sizes")
  func versions() throws {
    var callbacks = TestCallbacks.all()
    callbacks.version = 0
    let queue = try makeQueue(callbacks)
    expectEqual(CMBufferQueueEnqueue(queue, buffer: TestBuffer(1, bytes: 9)), noErr)
    expectEqual(CMBufferQueueGetTotalSize(queue), 0)
    callbacks.version = 2
    let unknown = #expect(throws: NSError.self) { try makeQueue(callbacks) }
    expectEqual(unknown?.code, -12762)
    let negative = #expect(throws: NSError.self) { try makeQueue(capacity: -1) }
    expectEqual(negative?.code, -12761)
    expectEqual(MemoryLayout<CMBufferCallbacks>.size, 68)
  }

  @Test("Durations are asked for once a buffer")
  func durationCalls() throws {
    var calls = 0
    try withUnsafeMutablePointer(to: &calls) { counter in
      var callbacks = TestCallbacks.all()
      callbacks.refcon = UnsafeMutableRawPointer(counter)
      let queue = try makeQueue(callbacks)
      expectEqual(CMBufferQueueEnqueue(queue, buffer: TestBuffer(0)), noErr)
      expectEqual(CMBufferQueueEnqueue(queue, buffer: TestBuffer(10)), noErr)
      _ = CMBufferQueueGetDuration(queue)
      expectEqual(counter.pointee, 2)
    }
  }

  @Test("A buffer without its data stays where only ready ones are asked for")
  func readiness() throws {
    let queue = try makeQueue()
    let buffer = TestBuffer(1)
    buffer.isReady = false
    expectNil(CMBufferQueueDequeueIfDataReady(queue))
    expectEqual(CMBufferQueueEnqueue(queue, buffer: buffer), noErr)
    expectNil(CMBufferQueueDequeueIfDataReady(queue))
    expectEqual(CMBufferQueueGetBufferCount(queue), 1)
    buffer.isReady = true
    #expect(CMBufferQueueDequeueIfDataReady(queue) === buffer)
    #expect(CMBufferQueueIsEmpty(queue))
  }

  @Test("No more buffers fit than were asked for")
  func capacity() throws {
    let queue = try makeQueue(capacity: 2)
    expectEqual(CMBufferQueueEnqueue(queue, buffer: TestBuffer(1)), noErr)
    expectEqual(CMBufferQueueEnqueue(queue, buffer: TestBuffer(2)), noErr)
    expectEqual(CMBufferQueueEnqueue(queue, buffer: TestBuffer(3)), -12764)
    #expect(CMBufferQueueDequeue(queue) != nil)
    expectEqual(CMBufferQueueEnqueue(queue, buffer: TestBuffer(3)), noErr)
    expectEqual(starts(of: queue), [2, 3])
  }

  @Test("Behind the end comes nothing until the queue is reset")
  func endOfData() throws {
    let queue = try makeQueue()
    #expect(!CMBufferQueueContainsEndOfData(queue))
    #expect(!CMBufferQueueIsAtEndOfData(queue))
    expectEqual(CMBufferQueueEnqueue(queue, buffer: TestBuffer(1)), noErr)
    expectEqual(CMBufferQueueMarkEndOfData(queue), noErr)
    #expect(CMBufferQueueContainsEndOfData(queue))
    #expect(!CMBufferQueueIsAtEndOfData(queue))
    expectEqual(CMBufferQueueEnqueue(queue, buffer: TestBuffer(2)), -12763)
    #expect(CMBufferQueueDequeue(queue) != nil)
    #expect(CMBufferQueueIsAtEndOfData(queue))
    expectEqual(CMBufferQueueReset(queue), noErr)
    #expect(!CMBufferQueueContainsEndOfData(queue))
    expectEqual(CMBufferQueueEnqueue(queue, buffer: TestBuffer(2)), noErr)
    expectEqual(CMBufferQueueReset(queue), noErr)
    #expect(CMBufferQueueIsEmpty(queue))
    expectEqual(CMBufferQueueGetDuration(queue), .zero)
    expectEqual(CMBufferQueueGetTotalSize(queue), 0)
  }

  @Test("Buffers that a reset takes out pass through the caller's function")
  func resetWithCallback() throws {
    final class Seen { var starts: [Int64] = [] }
    let queue = try makeQueue()
    for start: Int64 in [5, 6, 7] { expectEqual(CMBufferQueueEnqueue(queue, buffer: TestBuffer(start)), noErr) }
    let seen = Seen()
    let status = CMBufferQueueResetWithCallback(
      queue,
      callback: { buffer, seen in
        guard let seen else { return }
        Unmanaged<Seen>.fromOpaque(seen).takeUnretainedValue().starts.append(TestBuffer.of(buffer).start)
      }, refcon: Unmanaged.passUnretained(seen).toOpaque())
    expectEqual(status, noErr)
    expectEqual(seen.starts, [5, 6, 7])
    #expect(CMBufferQueueIsEmpty(queue))
  }

  @Test("A function sees each buffer until it returns an error")
  func forEach() throws {
    final class Seen { var starts: [Int64] = [] }
    let queue = try makeQueue()
    for start: Int64 in [5, 6, 7] { expectEqual(CMBufferQueueEnqueue(queue, buffer: TestBuffer(start)), noErr) }
    let seen = Seen()
    let status = CMBufferQueueCallForEachBuffer(
      queue,
      callback: { buffer, seen in
        guard let seen else { return -1 }
        Unmanaged<Seen>.fromOpaque(seen).takeUnretainedValue().starts.append(TestBuffer.of(buffer).start)
        return TestBuffer.of(buffer).start == 6 ? -50 : noErr
      }, refcon: Unmanaged.passUnretained(seen).toOpaque())
    expectEqual(status, -50)
    expectEqual(seen.starts, [5, 6])
    expectEqual(CMBufferQueueGetBufferCount(queue), 3)
    expectEqual(CMBufferQueueCallForEachBuffer(queue, callback: { _, _ in noErr }, refcon: nil), noErr)
  }

  @Test("A validation keeps buffers out")
  func validation() throws {
    let queue = try makeQueue()
    let status = CMBufferQueueSetValidationCallback(
      queue,
      callback: { queue, buffer, _ in
        // It may ask the queue meanwhile.
        TestBuffer.of(buffer).start < 0 || CMBufferQueueGetBufferCount(queue) >= 2
          ? kCMBufferQueueError_InvalidBuffer : noErr
      }, refcon: nil)
    expectEqual(status, noErr)
    expectEqual(CMBufferQueueEnqueue(queue, buffer: TestBuffer(-1)), -12769)
    expectEqual(CMBufferQueueEnqueue(queue, buffer: TestBuffer(1)), noErr)
    expectEqual(CMBufferQueueEnqueue(queue, buffer: TestBuffer(2)), noErr)
    expectEqual(CMBufferQueueEnqueue(queue, buffer: TestBuffer(3)), -12769)
    // Blocks do as well as functions.
    let set = CMBufferQueueSetValidationHandler(queue) { _, buffer in TestBuffer.of(buffer).start == 4 ? -7 : noErr }
    expectEqual(set, noErr)
    expectEqual(CMBufferQueueEnqueue(queue, buffer: TestBuffer(4)), -7)
    expectEqual(CMBufferQueueEnqueue(queue, buffer: TestBuffer(5)), noErr)
    expectEqual(starts(of: queue), [1, 2, 5])
  }

  @Test("A queue holds its buffers and lets them go")
  func references() throws {
    weak var dequeued: TestBuffer?
    weak var remaining: TestBuffer?
    weak var reset: TestBuffer?
    do {
      let queue = try makeQueue()
      for _ in 0..<1 {
        let buffers = [TestBuffer(1), TestBuffer(2), TestBuffer(3)]
        (reset, dequeued, remaining) = (buffers[0], buffers[1], buffers[2])
        expectEqual(CMBufferQueueEnqueue(queue, buffer: buffers[0]), noErr)
      }
      #expect(reset != nil)
      expectEqual(CMBufferQueueReset(queue), noErr)
      expectNil(reset)
      for _ in 0..<1 {
        let buffers = [TestBuffer(2), TestBuffer(3)]
        (dequeued, remaining) = (buffers[0], buffers[1])
        for buffer in buffers { expectEqual(CMBufferQueueEnqueue(queue, buffer: buffer), noErr) }
      }
      #expect(dequeued != nil)
      #expect(CMBufferQueueDequeue(queue) != nil)
      expectNil(dequeued)
      #expect(remaining != nil)
    }
    expectNil(remaining)
  }

  @Test("Rounded sums do not stay in the duration of a queue")
  func roundedDurations() throws {
    // Two scales whose common one is too fine.
    let queue = try CMBufferQueue(
      capacity: 0,
      handlers: .init {
        $0.getDuration {
          CMTime(value: 1, timescale: TestBuffer.of($0).start == 0 ? 2_147_483_647 : 2_147_483_629)
        }
      })
    try queue.enqueue(TestBuffer(0))
    try queue.enqueue(TestBuffer(1))
    #expect(queue.duration.hasBeenRounded)
    #expect(queue.dequeue() != nil)
    expectEqual(queue.duration, CMTime(value: 1, timescale: 2_147_483_629))
    #expect(!queue.duration.hasBeenRounded)
    #expect(queue.dequeue() != nil)
    expectEqual(queue.duration, .zero)
  }

  @Test("Any number of threads may put buffers in and take them out")
  func threads() throws {
    let queue = try makeQueue(TestCallbacks.all(sorted: true))
    let address = UInt(bitPattern: Unmanaged.passUnretained(queue).toOpaque())
    DispatchQueue.concurrentPerform(iterations: 8) { thread in
      guard let pointer = UnsafeRawPointer(bitPattern: address) else { return }
      let queue = Unmanaged<CMBufferQueue>.fromOpaque(pointer).takeUnretainedValue()
      for number in 0..<200 {
        if thread % 2 == 0 {
          CMBufferQueueEnqueue(queue, buffer: TestBuffer(Int64(number)))
        } else {
          while CMBufferQueueDequeue(queue) == nil { usleep(50) }
        }
        _ = CMBufferQueueGetDuration(queue)
      }
    }
    #expect(CMBufferQueueIsEmpty(queue))
    expectEqual(CMBufferQueueGetDuration(queue), .zero)
    expectEqual(CMBufferQueueGetTotalSize(queue), 0)
  }
}
