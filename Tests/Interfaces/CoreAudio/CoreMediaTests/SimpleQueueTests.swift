import CoreFoundation
import CoreMedia
import Foundation
import TestSupport
import Testing

@Suite("Simple queues")
struct SimpleQueueTests {
  private func make(_ capacity: Int32) throws -> CMSimpleQueue {
    var queue: CMSimpleQueue?
    expectEqual(CMSimpleQueueCreate(allocator: kCFAllocatorDefault, capacity: capacity, queueOut: &queue), noErr)
    return try required(queue)
  }

  private func element(_ number: UInt) throws -> UnsafeRawPointer {
    try required(UnsafeRawPointer(bitPattern: number))
  }

  @Test("Elements leave in the order in which they came, and no more fit than were asked for")
  func order() throws {
    let queue = try make(3)
    expectEqual(CMSimpleQueueGetCapacity(queue), 3)
    expectEqual(CMSimpleQueueGetCount(queue), 0)
    expectNil(CMSimpleQueueGetHead(queue))
    expectNil(CMSimpleQueueDequeue(queue))
    // More rounds than there are places, so that they are used again.
    for round: UInt in 0..<5 {
      for number in 1...3 as ClosedRange<UInt> {
        expectEqual(CMSimpleQueueEnqueue(queue, element: try element(round * 10 + number)), noErr)
        expectEqual(CMSimpleQueueGetCount(queue), Int32(number))
      }
      expectEqual(CMSimpleQueueEnqueue(queue, element: try element(99)), -12773)
      for number in 1...3 as ClosedRange<UInt> {
        expectEqual(CMSimpleQueueGetHead(queue), UnsafeRawPointer(bitPattern: round * 10 + number))
        expectEqual(CMSimpleQueueDequeue(queue), UnsafeRawPointer(bitPattern: round * 10 + number))
      }
      expectNil(CMSimpleQueueDequeue(queue))
    }
  }

  @Test("A reset queue is empty and has its capacity")
  func reset() throws {
    let queue = try make(2)
    expectEqual(CMSimpleQueueEnqueue(queue, element: try element(1)), noErr)
    expectEqual(CMSimpleQueueEnqueue(queue, element: try element(2)), noErr)
    expectEqual(CMSimpleQueueReset(queue), noErr)
    expectEqual(CMSimpleQueueGetCount(queue), 0)
    expectNil(CMSimpleQueueDequeue(queue))
    expectEqual(CMSimpleQueueGetCapacity(queue), 2)
    expectEqual(CMSimpleQueueEnqueue(queue, element: try element(3)), noErr)
    expectEqual(CMSimpleQueueDequeue(queue), UnsafeRawPointer(bitPattern: 3))
  }

  @Test(
    "A capacity of nothing and a negative one are refused",
    arguments: [(Int32(0), Int32(-12771)), (-1, -12772), (.min, -12772)])
  func capacities(capacity: Int32, expected: Int32) {
    var queue: CMSimpleQueue?
    expectEqual(CMSimpleQueueCreate(allocator: nil, capacity: capacity, queueOut: &queue), expected)
    expectNil(queue)
  }

  @Test("A thread that reads gets all that another writes, in order, without a lock")
  func threads() throws {
    let queue = Unmanaged.passRetained(try make(16)).toOpaque()
    defer { Unmanaged<CMSimpleQueue>.fromOpaque(queue).release() }
    let count: UInt = 50_000
    let address = UInt(bitPattern: queue)
    let writer = Thread {
      guard let pointer = UnsafeMutableRawPointer(bitPattern: address) else { return }
      let queue = Unmanaged<CMSimpleQueue>.fromOpaque(pointer).takeUnretainedValue()
      var next: UInt = 1
      while next <= count {
        guard let element = UnsafeRawPointer(bitPattern: next) else { return }
        if CMSimpleQueueEnqueue(queue, element: element) == noErr { next += 1 } else { usleep(20) }
      }
    }
    writer.start()
    let reader = Unmanaged<CMSimpleQueue>.fromOpaque(queue).takeUnretainedValue()
    var expected: UInt = 1
    var wrong = 0
    let deadline = Date().addingTimeInterval(60)
    while expected <= count, Date() < deadline {
      #expect((0...16).contains(CMSimpleQueueGetCount(reader)))
      guard let element = CMSimpleQueueDequeue(reader) else {
        usleep(20)
        continue
      }
      if UInt(bitPattern: element) != expected { wrong += 1 }
      expected += 1
    }
    expectEqual(expected, count + 1)
    expectEqual(wrong, 0)
  }

  @Test("Swift's view throws what the functions return")
  func overlay() throws {
    let queue = try CMSimpleQueue(capacity: 4)
    try queue.enqueue(try element(7))
    expectEqual(queue.head, UnsafeRawPointer(bitPattern: 7))
    expectEqual(queue.count, 1)
    expectEqual(queue.capacity, 4)
    expectEqual(queue.fullness, 0.25)
    for number in 1...3 as ClosedRange<UInt> { try queue.enqueue(try element(number)) }
    let full = #expect(throws: NSError.self) { try queue.enqueue(UnsafeRawPointer(bitPattern: 1)!) }
    expectEqual(full, CMSimpleQueue.Error.queueIsFull)
    expectEqual(full?.code, -12773)
    expectEqual(full?.domain, NSOSStatusErrorDomain)
    expectEqual(queue.dequeue(), UnsafeRawPointer(bitPattern: 7))
    try queue.reset()
    expectEqual(queue.count, 0)
    let zero = #expect(throws: NSError.self) { try CMSimpleQueue(capacity: 0) }
    expectEqual(zero, CMSimpleQueue.Error.requiredParameterMissing)
    let negative = #expect(throws: NSError.self) { try CMSimpleQueue(capacity: -1) }
    expectEqual(negative, CMSimpleQueue.Error.parameterOutOfRange)
    expectEqual(CMSimpleQueue.Error.allocationFailed.code, -12770)
    expectEqual(CMSimpleQueue.typeID, CMSimpleQueueGetTypeID())
    // The C functions work on it as well.
    expectEqual(CMSimpleQueueGetCapacity(queue), 4)
  }
}
