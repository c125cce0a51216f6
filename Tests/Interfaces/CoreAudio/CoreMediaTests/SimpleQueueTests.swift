import CoreFoundation
import CoreMedia
import Foundation
import Testing

@Suite("Simple queues")
struct SimpleQueueTests {
  private func make(_ capacity: Int32) throws -> CMSimpleQueue {
    var queue: CMSimpleQueue?
    #expect(CMSimpleQueueCreate(allocator: kCFAllocatorDefault, capacity: capacity, queueOut: &queue) == noErr)
    return try #require(queue)
  }

  private func element(_ number: UInt) throws -> UnsafeRawPointer {
    try #require(UnsafeRawPointer(bitPattern: number))
  }

  @Test("Elements leave in the order in which they came, and no more fit than were asked for")
  func order() throws {
    let queue = try make(3)
    #expect(CMSimpleQueueGetCapacity(queue) == 3)
    #expect(CMSimpleQueueGetCount(queue) == 0)
    #expect(CMSimpleQueueGetHead(queue) == nil)
    #expect(CMSimpleQueueDequeue(queue) == nil)
    // More rounds than there are places, so that they are used again.
    for round: UInt in 0..<5 {
      for number in 1...3 as ClosedRange<UInt> {
        #expect(CMSimpleQueueEnqueue(queue, element: try element(round * 10 + number)) == noErr)
        #expect(CMSimpleQueueGetCount(queue) == Int32(number))
      }
      #expect(CMSimpleQueueEnqueue(queue, element: try element(99)) == -12773)
      for number in 1...3 as ClosedRange<UInt> {
        #expect(CMSimpleQueueGetHead(queue) == UnsafeRawPointer(bitPattern: round * 10 + number))
        #expect(CMSimpleQueueDequeue(queue) == UnsafeRawPointer(bitPattern: round * 10 + number))
      }
      #expect(CMSimpleQueueDequeue(queue) == nil)
    }
  }

  @Test("A reset queue is empty and has its capacity")
  func reset() throws {
    let queue = try make(2)
    #expect(CMSimpleQueueEnqueue(queue, element: try element(1)) == noErr)
    #expect(CMSimpleQueueEnqueue(queue, element: try element(2)) == noErr)
    #expect(CMSimpleQueueReset(queue) == noErr)
    #expect(CMSimpleQueueGetCount(queue) == 0)
    #expect(CMSimpleQueueDequeue(queue) == nil)
    #expect(CMSimpleQueueGetCapacity(queue) == 2)
    #expect(CMSimpleQueueEnqueue(queue, element: try element(3)) == noErr)
    #expect(CMSimpleQueueDequeue(queue) == UnsafeRawPointer(bitPattern: 3))
  }

  @Test(
    "A capacity of nothing and a negative one are refused",
    arguments: [(Int32(0), Int32(-12771)), (-1, -12772), (.min, -12772)])
  func capacities(capacity: Int32, expected: Int32) {
    var queue: CMSimpleQueue?
    #expect(CMSimpleQueueCreate(allocator: nil, capacity: capacity, queueOut: &queue) == expected)
    #expect(queue == nil)
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
    #expect(expected == count + 1)
    #expect(wrong == 0)
  }

  @Test("Swift's view throws what the functions return")
  func overlay() throws {
    let queue = try CMSimpleQueue(capacity: 4)
    try queue.enqueue(try element(7))
    #expect(queue.head == UnsafeRawPointer(bitPattern: 7))
    #expect(queue.count == 1)
    #expect(queue.capacity == 4)
    #expect(queue.fullness == 0.25)
    for number in 1...3 as ClosedRange<UInt> { try queue.enqueue(try element(number)) }
    let full = #expect(throws: NSError.self) { try queue.enqueue(UnsafeRawPointer(bitPattern: 1)!) }
    #expect(full == CMSimpleQueue.Error.queueIsFull)
    #expect(full?.code == -12773)
    #expect(full?.domain == NSOSStatusErrorDomain)
    #expect(queue.dequeue() == UnsafeRawPointer(bitPattern: 7))
    try queue.reset()
    #expect(queue.count == 0)
    let zero = #expect(throws: NSError.self) { try CMSimpleQueue(capacity: 0) }
    #expect(zero == CMSimpleQueue.Error.requiredParameterMissing)
    let negative = #expect(throws: NSError.self) { try CMSimpleQueue(capacity: -1) }
    #expect(negative == CMSimpleQueue.Error.parameterOutOfRange)
    #expect(CMSimpleQueue.Error.allocationFailed.code == -12770)
    #expect(CMSimpleQueue.typeID == CMSimpleQueueGetTypeID())
    // The C functions work on it as well.
    #expect(CMSimpleQueueGetCapacity(queue) == 4)
  }
}
