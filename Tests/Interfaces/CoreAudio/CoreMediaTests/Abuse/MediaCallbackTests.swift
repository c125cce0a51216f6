import CoreFoundation
import CoreMedia
import Foundation
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#endif

/// Functions of a program that lie, or that use the object of Core Media's which calls them.
@Suite("Callbacks of Core Media that lie or come back")
struct MediaCallbackTests {
  /// Gives memory out and counts it.
  private final class Memory {
    var act: () -> Void = {}
    var given = 0
    var returned = 0

    func give(_ byteCount: Int) -> UnsafeMutableRawPointer? {
      given += 1
      act()
      return calloc(1, byteCount)
    }

    func takeBack(_ memory: UnsafeMutableRawPointer) {
      returned += 1
      free(memory)
    }

    func makeBuffer(_ length: Int) throws -> CMBlockBuffer {
      try CMBlockBuffer(length: length, allocator: give, deallocator: { memory, _ in self.takeBack(memory) })
    }
  }

  @Test("A function that gives memory and needs the same block itself leaves one block, and gets the other one back")
  func memoryThatNeedsItself() throws {
    let memory = Memory()
    do {
      let buffer = try memory.makeBuffer(1000)
      memory.act = {
        memory.act = {}
        expectEqual(CMBlockBufferAssureBlockMemory(buffer), noErr)
      }
      try buffer.fillDataBytes(with: 7)
      #expect(memory.given == 2 && memory.returned == 1)
      expectEqual(bytes(of: buffer), Array(repeating: 7, count: 1000))
      memory.act = {}
    }
    expectEqual(memory.returned, 2)
  }

  @Test("A function that gives memory may add to the buffer that asks for it")
  func memoryThatAppends() throws {
    let memory = Memory()
    let buffer = try memory.makeBuffer(1000)
    memory.act = {
      memory.act = {}
      #expect((try? buffer.append(length: 100)) != nil)
    }
    expectEqual(
      CMBlockBufferFillDataBytes(with: 7, blockBuffer: buffer, offsetIntoDestination: 0, dataLength: 1000), noErr)
    expectEqual(buffer.dataLength, 1100)
    try buffer.assureBlockMemory()
    try buffer.fillDataBytes(with: 8)
    expectEqual(bytes(of: buffer), Array(repeating: 8, count: 1100))
  }

  @Test("A function that gives no memory is told of, and asked again the next time")
  func noMemory() throws {
    var isEmpty = true
    let buffer = try CMBlockBuffer(
      length: 10, allocator: { isEmpty ? nil : calloc(1, $0) }, deallocator: { memory, _ in free(memory) })
    expectEqual(CMBlockBufferAssureBlockMemory(buffer), kCMBlockBufferBlockAllocationFailedErr)
    #expect(throwsStatus(kCMBlockBufferBlockAllocationFailedErr) { try buffer.fillDataBytes(with: 1) })
    isEmpty = false
    try buffer.fillDataBytes(with: 1)
    expectEqual(bytes(of: buffer), Array(repeating: 1, count: 10))
  }

  @Test("What goes with an attachment may use the attachments that it leaves")
  func attachmentThatLooksBack() throws {
    let bearer = try makeBlock([1])
    var seen: [Any?] = []
    func attach() throws {
      let value = try CMBlockBuffer(
        length: 10, allocator: { calloc(1, $0) },
        deallocator: { memory, _ in
          free(memory)
          seen.append(bearer.attachments["other"]?.value)
          bearer.attachments["other"] = .shouldPropagate(seen.count)
        }, flags: .assureMemoryNow)
      CMSetAttachment(bearer, key: string("block"), value: value, attachmentMode: kCMAttachmentMode_ShouldPropagate)
    }
    try attach()
    bearer.attachments["block"] = nil
    try attach()
    bearer.attachments["block"] = .shouldNotPropagate("text")
    try attach()
    bearer.attachments.removeAll()
    expectEqual(seen.count, 3)
    #expect(seen[0] == nil && seen[1] as? Int == 1)
    #expect(bearer.attachments["other"]?.value as? Int == 3)
  }

  @Test("A loader that needs the data it loads is told that it is not there, and is called once")
  func loader() throws {
    var statuses: [OSStatus] = []
    let buffer = try CMSampleBuffer(
      dataBuffer: nil, formatDescription: nil, numSamples: 2, sampleTimings: [], sampleSizes: [1]
    ) { buffer in
      statuses.append(CMSampleBufferMakeDataReady(buffer))
      guard let block = try? makeBlock([1, 2]) else { return -1 }
      return CMSampleBufferSetDataBuffer(buffer, newValue: block)
    }
    let copy = try CMSampleBuffer(copying: buffer)
    expectEqual(CMSampleBufferMakeDataReady(copy), noErr)
    expectEqual(statuses, [kCMSampleBufferError_BufferNotReady])
    expectEqual(buffer.dataBuffer.map { bytes(of: $0) }, [1, 2])
  }

  @Test("Who hears of a buffer's end hears it once, and may end it again")
  func invalidation() throws {
    var callCount = 0
    let buffer = try makePackets()
    try buffer.setInvalidateHandler { buffer in
      callCount += 1
      expectEqual(CMSampleBufferInvalidate(buffer), kCMSampleBufferError_Invalidated)
      #expect(!buffer.isValid)
    }
    try buffer.invalidate()
    expectEqual(CMSampleBufferInvalidate(buffer), kCMSampleBufferError_Invalidated)
    expectEqual(callCount, 1)
  }

  @Test("More samples than there can be are neither listed nor given dictionaries")
  func countlessSamples() throws {
    var made: CMSampleBuffer?
    var size = 1
    let status = CMSampleBufferCreate(
      allocator: nil, dataBuffer: nil, dataReady: false, makeDataReadyCallback: nil, refcon: nil,
      formatDescription: try makeFormat(coded()), sampleCount: .max, sampleTimingEntryCount: 0, sampleTimingArray: nil,
      sampleSizeEntryCount: 1, sampleSizeArray: &size, sampleBufferOut: &made)
    expectEqual(status, noErr)
    let buffer = try required(made)
    var places: UnsafePointer<AudioStreamPacketDescription>?
    expectEqual(
      CMSampleBufferGetAudioStreamPacketDescriptionsPtr(buffer, packetDescriptionsPointerOut: &places, sizeOut: &size),
      kCMSampleBufferError_InvalidSampleData)
    expectNil(CMSampleBufferGetSampleAttachmentsArray(buffer, createIfNecessary: true))
  }

  /// What the functions of a queue do before they answer, and lie.
  private final class Liar {
    var queue: CMBufferQueue?
    var action = 0
    private var depth = 0
    private var calls: Int64 = 0

    var address: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

    static func of(_ address: UnsafeMutableRawPointer?) -> Liar {
      Unmanaged<Liar>.fromOpaque(address!).takeUnretainedValue()
    }

    func comeBack() {
      calls += 1
      guard let queue, depth == 0 else { return }
      depth += 1
      defer { depth -= 1 }
      switch action {
      case 0: if queue.bufferCount < 50 { _ = CMBufferQueueEnqueue(queue, buffer: TestBuffer(calls)) }
      case 1: _ = queue.dequeue()
      case 2: _ = CMBufferQueueReset(queue)
      case 3: _ = CMBufferQueueMarkEndOfData(queue)
      default: _ = (queue.head, queue.duration, queue.endPresentationTimeStamp)
      }
    }

    var time: CMTime {
      comeBack()
      return [
        CMTime(value: calls, timescale: 1), CMTime(value: .max, timescale: 1), CMTime(value: -1, timescale: -1),
        .invalid, CMTime(value: .min, timescale: .min, flags: .valid, epoch: 0),
      ][Int(calls % 5)]
    }

    var order: CFComparisonResult {
      comeBack()
      return [.compareLessThan, .compareEqualTo, .compareGreaterThan][Int(calls % 3)]
    }

    func makeQueue() throws -> CMBufferQueue {
      let callbacks = CMBufferCallbacks(
        version: 1, refcon: address, getDecodeTimeStamp: { _, address in Liar.of(address).time },
        getPresentationTimeStamp: { _, address in Liar.of(address).time },
        getDuration: { _, address in Liar.of(address).time },
        isDataReady: { _, address in
          Liar.of(address).comeBack()
          return true
        }, compare: { _, _, address in Liar.of(address).order }, dataBecameReadyNotification: nil,
        getSize: { _, address in
          Liar.of(address).comeBack()
          return .max
        })
      return try CoreMediaTests.makeQueue(callbacks)
    }
  }

  @Test("Functions of a queue that lie and change it leave a queue that gives all it holds", arguments: 0..<5)
  func queueFunctions(action: Int) throws {
    let liar = Liar()
    let queue = try liar.makeQueue()
    liar.action = action
    liar.queue = queue
    for round in 0..<100 {
      _ = CMBufferQueueEnqueue(queue, buffer: TestBuffer(Int64(round)))
      _ = (queue.duration, queue.totalSize, queue.minPresentationTimeStamp, queue.endPresentationTimeStamp)
      if round % 3 == 0 { _ = CMBufferQueueDequeueIfDataReady(queue) }
    }
    liar.queue = nil
    let count = queue.bufferCount
    var taken = 0
    while queue.dequeue() != nil { taken += 1 }
    expectEqual(taken, count)
    #expect(queue.isEmpty)
  }
}
