import CoreFoundation
import CoreMedia
import Foundation
import Synchronization
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#endif

/// One object, four threads: nothing is lost and nothing corrupted.
@Suite("Objects of Core Media that threads share")
struct MediaThreadTests {
  /// An object that several threads use.
  private struct Shared<Object>: @unchecked Sendable {
    let object: Object
    init(_ object: Object) { self.object = object }
  }

  @Test("What four threads add to a block buffer is all there, each piece whole")
  func appending() throws {
    let buffer = Shared(try CMBlockBuffer())
    let pieces = Shared(try (0..<4).map { try makeBlock(Array(repeating: UInt8($0 + 1), count: 10)) })
    let failures = onFourThreads { thread in
      for _ in 0..<200 {
        guard (try? buffer.object.append(bufferReference: pieces.object[thread])) != nil else { return false }
        let length = CMBlockBufferGetDataLength(buffer.object)
        var piece = [UInt8](repeating: 0, count: 10)
        guard length > 0, length % 10 == 0,
          CMBlockBufferCopyDataBytes(buffer.object, atOffset: length - 10, dataLength: 10, destination: &piece)
            == noErr,
          (1...4).contains(piece[0]), piece.allSatisfy({ $0 == piece[0] })
        else { return false }
      }
      return true
    }
    expectEqual(failures, 0)
    let all = bytes(of: buffer.object)
    expectEqual(all.count, 8000)
    for thread in 1...4 { expectEqual(all.count { $0 == UInt8(thread) }, 2000) }
  }

  @Test("Four threads that need the same block get the same memory, and the rest goes back")
  func allocating() throws {
    for _ in 0..<50 {
      let (given, returned) = (Counter(), Counter())
      do {
        let buffer = Shared(
          try CMBlockBuffer(
            length: 100,
            allocator: { size in
              given.add()
              return calloc(1, size)
            },
            deallocator: { memory, _ in
              returned.add()
              free(memory)
            }))
        let addresses = Seen()
        let failures = onFourThreads { _ in
          var pointer: UnsafeMutablePointer<CChar>?
          guard CMBlockBufferAssureBlockMemory(buffer.object) == noErr,
            CMBlockBufferGetDataPointer(
              buffer.object, atOffset: 0, lengthAtOffsetOut: nil, totalLengthOut: nil, dataPointerOut: &pointer)
              == noErr
          else { return false }
          addresses.add(UInt(bitPattern: pointer))
          return true
        }
        expectEqual(failures, 0)
        expectEqual(addresses.count, 1)
        expectEqual(given.value, returned.value + 1)
      }
      expectEqual(given.value, returned.value)
    }
  }

  /// Which addresses threads were given.
  private final class Seen: @unchecked Sendable {
    private let lock = NSLock()
    private var addresses: Set<UInt> = []
    var count: Int { lock.withLock { addresses.count } }
    func add(_ address: UInt) { lock.withLock { _ = addresses.insert(address) } }
  }

  private final class Counter: Sendable {
    private let count = Atomic(0)
    var value: Int { count.load(ordering: .sequentiallyConsistent) }
    /// Counts one more, and returns how many these are.
    @discardableResult
    func add() -> Int { count.wrappingAdd(1, ordering: .sequentiallyConsistent).newValue }
    func subtract() { count.wrappingSubtract(1, ordering: .sequentiallyConsistent) }
  }

  @Test("Attachments that four threads set, take out and carry over are whole")
  func attachments() throws {
    let buffer = Shared(try makePackets())
    let failures = onFourThreads { thread in
      let attachments = buffer.object.attachments
      for round in 0..<200 {
        attachments["shared"] = round % 2 == 0 ? .shouldPropagate(thread) : .shouldNotPropagate(thread)
        attachments["own \(thread)"] = .shouldPropagate(round)
        if let value = attachments["shared"]?.value, !(0..<4).contains(value as? Int ?? -1) { return false }
        guard attachments["own \(thread)"]?.value as? Int == round else { return false }
        guard let copy = try? CMSampleBuffer(copying: buffer.object),
          copy.attachments.propagated["own \(thread)"] as? Int == round
        else { return false }
        if round % 10 == 9 { attachments["shared"] = nil }
      }
      return true
    }
    expectEqual(failures, 0)
    expectEqual(buffer.object.attachments.propagated.keys.filter { $0.hasPrefix("own") }.count, 4)
  }

  @Test("Two threads cannot close a circle of buffers that wait for each other")
  func circles() throws {
    for _ in 0..<200 {
      let buffers = Shared(
        try (0..<4).map { _ in
          try CMSampleBuffer(
            dataBuffer: nil, formatDescription: nil, numSamples: 1, sampleTimings: [], sampleSizes: [1]
          ) { _ in noErr }
        })
      let refusals = onFourThreads { thread in
        let status = CMSampleBufferTrackDataReadiness(
          buffers.object[thread], sampleBufferToTrack: buffers.object[(thread + 1) % 4])
        return status == noErr
      }
      expectGreaterOrEqual(refusals, 1)
      #expect(buffers.object.allSatisfy { !CMSampleBufferDataIsReady($0) })
    }
  }

  @Test("A loader runs once at a time; who comes meanwhile is told that the data is not there")
  func loading() throws {
    let (calls, running, disturbances) = (Counter(), Counter(), Counter())
    let buffer = Shared(
      try CMSampleBuffer(
        dataBuffer: nil, formatDescription: nil, numSamples: 1, sampleTimings: [], sampleSizes: [1]
      ) { buffer in
        if running.add() > 1 { disturbances.add() }
        calls.add()
        usleep(20_000)
        running.subtract()
        return noErr
      })
    let failures = onFourThreads { _ in
      let status = CMSampleBufferMakeDataReady(buffer.object)
      return status == noErr || status == kCMSampleBufferError_BufferNotReady
    }
    expectEqual(failures, 0)
    expectEqual(disturbances.value, 0)
    expectGreaterOrEqual(calls.value, 1)
    #expect(CMSampleBufferDataIsReady(buffer.object))
  }
}
