import CoreFoundation
import CoreMedia
import Foundation
import TestSupport
import Testing

@Suite("Whether a sample buffer's data is there")
struct SampleBufferReadinessTests {
  private func unready(_ handler: @escaping CMSampleBufferMakeDataReadyHandler) throws -> CMSampleBuffer {
    try CMSampleBuffer(
      dataBuffer: nil, formatDescription: nil, numSamples: 2, sampleTimings: [], sampleSizes: [1],
      makeDataReadyHandler: handler)
  }

  @Test("Whoever needs the data has it loaded, once")
  func loading() throws {
    var calls = 0
    let buffer = try unready { buffer in
      calls += 1
      guard let block = try? makeBlock([1, 2]) else { return -1 }
      return CMSampleBufferSetDataBuffer(buffer, newValue: block)
    }
    expectEqual(buffer.dataReadiness, .notReady)
    try buffer.makeDataReady()
    expectEqual(buffer.dataReadiness, .ready)
    try buffer.makeDataReady()
    expectEqual(calls, 1)
    expectEqual(buffer.dataBuffer.map { bytes(of: $0) }, [1, 2])
  }

  @Test("A function of C's is asked with its context")
  func callback() throws {
    final class Calls { var count = 0 }
    let calls = Calls()
    var made: CMSampleBuffer?
    expectEqual(
      CMSampleBufferCreate(
        allocator: nil, dataBuffer: nil, dataReady: false,
        makeDataReadyCallback: { _, context in
          guard let context else { return -1 }
          Unmanaged<Calls>.fromOpaque(context).takeUnretainedValue().count += 1
          return noErr
        }, refcon: Unmanaged.passUnretained(calls).toOpaque(), formatDescription: nil, sampleCount: 1,
        sampleTimingEntryCount: 0, sampleTimingArray: nil, sampleSizeEntryCount: 0, sampleSizeArray: nil,
        sampleBufferOut: &made), noErr)
    let buffer = try required(made)
    #expect(!CMSampleBufferDataIsReady(buffer))
    expectEqual(CMSampleBufferMakeDataReady(buffer), noErr)
    #expect(CMSampleBufferDataIsReady(buffer))
    expectEqual(calls.count, 1)
  }

  @Test("A loader that fails, and none at all, leave the buffer as it is")
  func notLoaded() throws {
    let failing = try unready { _ in -50 }
    expectEqual(CMSampleBufferMakeDataReady(failing), kCMSampleBufferError_BufferNotReady)
    expectEqual(failing.dataReadiness, .notReady)
    var made: CMSampleBuffer?
    expectEqual(
      CMSampleBufferCreateWithMakeDataReadyHandler(nil, nil, false, nil, 1, 0, nil, 0, nil, &made, nil), noErr)
    let bare = try required(made)
    #expect(throwsStatus(kCMSampleBufferError_BufferNotReady) { try bare.makeDataReady() })
    try bare.setDataReadiness(.ready)
    #expect(CMSampleBufferDataIsReady(bare))
  }

  @Test("What has failed stays failed, and tells why")
  func failure() throws {
    let buffer = try unready { _ in noErr }
    var status: OSStatus = 3
    #expect(!CMSampleBufferHasDataFailed(buffer, statusOut: &status))
    expectEqual(status, noErr)
    expectEqual(CMSampleBufferSetDataFailed(buffer, status: -36), noErr)
    #expect(CMSampleBufferHasDataFailed(buffer, statusOut: &status))
    expectEqual(status, -36)
    #expect(CMSampleBufferHasDataFailed(buffer, statusOut: nil))
    expectEqual(buffer.dataReadiness, .failed(-36))
    expectEqual(CMSampleBufferMakeDataReady(buffer), kCMSampleBufferError_DataFailed)
    #expect(throwsStatus(kCMSampleBufferError_RequiredParameterMissing) { try buffer.setDataReadiness(.notReady) })
  }

  @Test("A buffer that tracks another is ready with it; copies of unready buffers do")
  func tracking() throws {
    var calls = 0
    let whole = try unready { _ in
      calls += 1
      return noErr
    }
    let copy = try CMSampleBuffer(copying: whole)
    let part = try CMSampleBuffer(copying: whole, forRange: 1..<2)
    let other = try unready { _ in -1 }
    try other.trackDataReadiness(copy)
    #expect(!CMSampleBufferDataIsReady(copy))
    #expect(!CMSampleBufferDataIsReady(other))
    try other.makeDataReady()
    expectEqual(calls, 1)
    #expect([whole, copy, part, other].allSatisfy { CMSampleBufferDataIsReady($0) })
    // A circle would wait for itself.
    let first = try unready { _ in noErr }
    let second = try unready { _ in noErr }
    try first.trackDataReadiness(second)
    #expect(throwsStatus(kCMSampleBufferError_RequiredParameterMissing) { try second.trackDataReadiness(first) })
    #expect(throwsStatus(kCMSampleBufferError_RequiredParameterMissing) { try first.trackDataReadiness(first) })
    try second.setDataReadiness(.failed(-5))
    expectEqual(first.dataReadiness, .failed(-5))
  }

  @Test("Observers hear that the data came, or will not come")
  func notifications() throws {
    final class Heard: @unchecked Sendable { var names: [String] = [] }
    let heard = Heard()
    let buffer = try unready { _ in noErr }
    let tokens = [CMSampleBuffer.dataBecameReady, CMSampleBuffer.dataFailed].map { name in
      NotificationCenter.default.addObserver(forName: name, object: buffer, queue: nil) {
        heard.names.append($0.name.rawValue)
      }
    }
    try buffer.makeDataReady()
    try buffer.setDataReadiness(.failed(-1))
    expectEqual(heard.names, [CMSampleBuffer.dataBecameReady.rawValue, CMSampleBuffer.dataFailed.rawValue])
    for token in tokens { NotificationCenter.default.removeObserver(token) }
  }
}
