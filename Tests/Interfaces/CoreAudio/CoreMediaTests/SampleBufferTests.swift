import AudioToolbox
import CoreFoundation
import CoreMedia
import Foundation
import TestSupport
import Testing

@Suite("Sample buffers")
struct SampleBufferTests {
  /// Creates a buffer of so many samples, entries of timing and sizes, whatever that gives.
  private func create(
    _ samples: Int, _ timing: [CMSampleTimingInfo]?, _ sizes: [Int]?, timingCount: Int? = nil, sizeCount: Int? = nil
  ) -> (status: OSStatus, buffer: CMSampleBuffer?) {
    var buffer: CMSampleBuffer?
    let status = CMSampleBufferCreate(
      allocator: nil, dataBuffer: nil, dataReady: false, makeDataReadyCallback: nil, refcon: nil,
      formatDescription: nil, sampleCount: samples, sampleTimingEntryCount: timingCount ?? timing?.count ?? 0,
      sampleTimingArray: timing, sampleSizeEntryCount: sizeCount ?? sizes?.count ?? 0, sampleSizeArray: sizes,
      sampleBufferOut: &buffer)
    return (status, buffer)
  }

  @Test("There are none, one or as many entries as samples")
  func entryCounts() {
    let one = entry(time(1), at: time(0))
    expectEqual(create(3, [one], [4]).status, noErr)
    expectEqual(create(3, [one, one, one], [1, 2, 3]).status, noErr)
    expectEqual(create(0, nil, nil).status, noErr)
    expectEqual(create(3, [one, one], nil).status, kCMSampleBufferError_InvalidEntryCount)
    expectEqual(create(3, nil, [1, 2]).status, kCMSampleBufferError_InvalidEntryCount)
    expectEqual(create(-1, nil, nil).status, kCMSampleBufferError_InvalidEntryCount)
    expectEqual(create(3, [one], nil, timingCount: -1).status, kCMSampleBufferError_InvalidEntryCount)
    expectEqual(create(3, nil, nil, timingCount: 1).status, kCMSampleBufferError_RequiredParameterMissing)
    expectEqual(create(3, nil, nil, sizeCount: 3).status, kCMSampleBufferError_RequiredParameterMissing)
    expectEqual(create(1, nil, [-4]).status, kCMSampleBufferError_InvalidSampleData)
    expectNil(create(3, [one, one], nil).buffer)
  }

  @Test("One entry of timing stands for all samples, one after the other")
  func oneTiming() throws {
    let buffer = try makePackets()
    expectEqual(CMSampleBufferGetNumSamples(buffer), 3)
    expectEqual(CMSampleBufferGetDuration(buffer), time(3072, 44100))
    expectEqual(CMSampleBufferGetPresentationTimeStamp(buffer), time(1, 1))
    #expect(!CMSampleBufferGetDecodeTimeStamp(buffer).isValid)
    var info = CMSampleTimingInfo()
    expectEqual(CMSampleBufferGetSampleTimingInfo(buffer, at: 2, timingInfoOut: &info), noErr)
    expectEqual(info.presentationTimeStamp, time(44100 + 2048, 44100))
    expectEqual(info.duration, time(1024, 44100))
    #expect(!info.decodeTimeStamp.isValid)
    let outside = kCMSampleBufferError_SampleIndexOutOfRange
    expectEqual(CMSampleBufferGetSampleTimingInfo(buffer, at: 3, timingInfoOut: &info), outside)
    expectEqual(CMSampleBufferGetSampleTimingInfo(buffer, at: -1, timingInfoOut: &info), outside)
    try expectEqual(buffer.sampleTimingInfos().count, 1)
  }

  @Test("Frames out of order: the earliest presentation, the first decoding, the sum of durations")
  func outOfOrder() throws {
    // The example of Apple's documentation: P2, B0, B1 in the order of decoding.
    let length = time(1001, 30000)
    let entries = [(12012, 10010), (10010, 11011), (11011, 12012)].map { shown, decoded in
      entry(length, at: time(Int64(shown), 30000), decoded: time(Int64(decoded), 30000))
    }
    let buffer = try required(create(3, entries, [10, 20, 30]).buffer)
    expectEqual(buffer.presentationTimeStamp, time(10010, 30000))
    expectEqual(buffer.decodeTimeStamp, time(10010, 30000))
    expectEqual(buffer.duration, time(3003, 30000))
    try expectEqual(buffer.sampleTimingInfos().map(\.presentationTimeStamp.value), [12012, 10010, 11011])
    try expectEqual(buffer.sampleTimingInfo(at: 1).decodeTimeStamp, time(11011, 30000))
    expectEqual(buffer.outputDecodeTimeStamp, time(10010, 30000))
  }

  @Test("Arrays are asked for their length first; too short ones are refused with the length that is needed")
  func arrays() throws {
    let buffer = try makePackets()
    var needed = 0
    var sizes = [Int](repeating: 0, count: 3)
    expectEqual(
      CMSampleBufferGetSampleSizeArray(buffer, entryCount: 0, arrayToFill: nil, entriesNeededOut: &needed), noErr)
    expectEqual(needed, 3)
    needed = 0
    expectEqual(
      CMSampleBufferGetSampleSizeArray(buffer, entryCount: 2, arrayToFill: &sizes, entriesNeededOut: &needed),
      kCMSampleBufferError_ArrayTooSmall)
    expectEqual(needed, 3)
    expectEqual(sizes, [0, 0, 0])
    expectEqual(
      CMSampleBufferGetSampleSizeArray(buffer, entryCount: 3, arrayToFill: &sizes, entriesNeededOut: nil), noErr)
    expectEqual(sizes, [3, 5, 2])
    let bare = try required(create(3, nil, nil).buffer)
    needed = 7
    expectEqual(
      CMSampleBufferGetSampleSizeArray(bare, entryCount: 3, arrayToFill: &sizes, entriesNeededOut: &needed),
      kCMSampleBufferError_BufferHasNoSampleSizes)
    expectEqual(needed, 0)
    needed = 7
    expectEqual(
      CMSampleBufferGetSampleTimingInfoArray(bare, entryCount: 0, arrayToFill: nil, entriesNeededOut: &needed),
      kCMSampleBufferError_BufferHasNoSampleTimingInfo)
    expectEqual(needed, 0)
    var info = CMSampleTimingInfo()
    expectEqual(
      CMSampleBufferGetSampleTimingInfo(bare, at: 0, timingInfoOut: &info),
      kCMSampleBufferError_BufferHasNoSampleTimingInfo)
    expectEqual(
      CMSampleBufferGetOutputSampleTimingInfoArray(bare, entryCount: 0, arrayToFill: nil, entriesNeededOut: nil),
      kCMSampleBufferError_BufferHasNoSampleTimingInfo)
    #expect(!bare.duration.isValid)
    #expect(!bare.presentationTimeStamp.isValid)
    #expect(!bare.outputDuration.isValid)
  }

  @Test("Sizes: each, one for all, none")
  func sizes() throws {
    let buffer = try makePackets()
    expectEqual((0..<4).map { CMSampleBufferGetSampleSize(buffer, at: $0) }, [3, 5, 2, 0])
    expectEqual(CMSampleBufferGetSampleSize(buffer, at: -1), 0)
    expectEqual(buffer.totalSampleSize, 10)
    let alike = try required(create(24000, nil, [8]).buffer)
    expectEqual(alike.totalSampleSize, 192_000)
    expectEqual(alike.sampleSize(at: 23999), 8)
    try expectEqual(alike.sampleSizes(), [8])
    let bare = try required(create(3, nil, nil).buffer)
    expectEqual(bare.totalSampleSize, 0)
    expectEqual(bare.sampleSize(at: 0), 0)
  }

  @Test("Data comes once")
  func data() throws {
    let buffer = try required(create(1, nil, [2]).buffer)
    expectNil(buffer.dataBuffer)
    expectNil(buffer.imageBuffer)
    let block = try makeBlock([1, 2])
    expectEqual(CMSampleBufferSetDataBuffer(buffer, newValue: block), noErr)
    #expect(buffer.dataBuffer === block)
    expectEqual(CMSampleBufferSetDataBuffer(buffer, newValue: block), kCMSampleBufferError_AlreadyHasDataBuffer)
    #expect(throwsStatus(kCMSampleBufferError_AlreadyHasDataBuffer) { try buffer.setDataBuffer(block) })
    expectNil(buffer.formatDescription)
    #expect(
      throwsStatus(kCMSampleBufferError_RequiredParameterMissing) {
        _ = try CMSampleBuffer(
          dataBuffer: nil, formatDescription: nil, numSamples: 1, sampleTimings: [], sampleSizes: [])
      })
    // A marker has neither samples nor data.
    let marker = try CMSampleBuffer(
      dataBuffer: nil, formatDescription: nil, numSamples: 0, sampleTimings: [], sampleSizes: [])
    #expect(CMSampleBufferDataIsReady(marker))
    expectEqual(CFGetTypeID(marker), CMSampleBufferGetTypeID())
    expectEqual(CMSampleBuffer.typeID, CMSampleBufferGetTypeID())
  }

  @Test("A part has the samples of the range, without a copy of their data")
  func ranges() throws {
    let buffer = try makePackets()
    buffer.attachments["goes"] = .shouldPropagate(1)
    buffer.attachments["stays"] = .shouldNotPropagate(1)
    buffer.sampleAttachments[1][.notSync] = true
    let part = try CMSampleBuffer(copying: buffer, forRange: 1..<3)
    expectEqual(part.numSamples, 2)
    try expectEqual(part.sampleSizes(), [5, 2])
    expectEqual(part.presentationTimeStamp, time(44100 + 1024, 44100))
    expectEqual(part.duration, time(2048, 44100))
    let data = try required(part.dataBuffer)
    expectEqual(bytes(of: data), [10, 11, 12, 13, 14, 20, 21])
    var whole: UnsafeMutablePointer<CChar>?
    var some: UnsafeMutablePointer<CChar>?
    let all = try required(buffer.dataBuffer)
    CMBlockBufferGetDataPointer(
      all, atOffset: 3, lengthAtOffsetOut: nil, totalLengthOut: nil, dataPointerOut: &whole)
    CMBlockBufferGetDataPointer(
      data, atOffset: 0, lengthAtOffsetOut: nil, totalLengthOut: nil, dataPointerOut: &some)
    expectEqual(whole, some)
    #expect(part.formatDescription === buffer.formatDescription)
    #expect(part.attachments["goes"] != nil)
    expectNil(part.attachments["stays"])
    #expect(part.sampleAttachments[0][.notSync] as? Bool == true)
    expectNil(part.sampleAttachments[1][.notSync])
    let outside = kCMSampleBufferError_SampleIndexOutOfRange
    #expect(throwsStatus(outside) { _ = try CMSampleBuffer(copying: buffer, forRange: 2..<4) })
    #expect(throwsStatus(outside) { _ = try CMSampleBuffer(copying: buffer, forRange: 1..<1) })
    var out: CMSampleBuffer?
    let range = CFRange(location: -1, length: 2)
    expectEqual(
      CMSampleBufferCopySampleBufferForRange(
        allocator: nil, sampleBuffer: buffer, sampleRange: range, sampleBufferOut: &out), outside)
    let sizeless = try required(create(3, nil, nil).buffer)
    #expect(
      throwsStatus(kCMSampleBufferError_BufferHasNoSampleSizes) {
        _ = try CMSampleBuffer(copying: sizeless, forRange: 0..<1)
      })
    // Sizes that promise more than there is.
    let short = try CMSampleBuffer(
      dataBuffer: makeBlock([1, 2, 3]), formatDescription: nil, numSamples: 2, sampleTimings: [], sampleSizes: [2, 2])
    try expectEqual(CMSampleBuffer(copying: short, forRange: 0..<1).totalSampleSize, 2)
    #expect(
      throwsStatus(kCMSampleBufferError_InvalidSampleData) {
        _ = try CMSampleBuffer(copying: short, forRange: 1..<2)
      })
  }

  @Test("Copies share data and format; new timing may have none, one or as many entries")
  func copies() throws {
    let buffer = try makePackets()
    try buffer.setOutputPresentationTimeStamp(time(5, 1))
    let copy = try CMSampleBuffer(copying: buffer)
    #expect(copy !== buffer)
    #expect(copy.dataBuffer === buffer.dataBuffer)
    try expectEqual(copy.sampleSizes(), [3, 5, 2])
    expectEqual(copy.outputPresentationTimeStamp, time(5, 1))
    let moved = try CMSampleBuffer(copying: buffer, withNewTiming: [entry(time(960), at: time(96000))])
    expectEqual(moved.presentationTimeStamp, time(2, 1))
    expectEqual(moved.duration, time(2880))
    // What was set for the output belonged to the old times.
    expectEqual(moved.outputPresentationTimeStamp, time(2, 1))
    #expect(try !CMSampleBuffer(copying: buffer, withNewTiming: []).duration.isValid)
    let two = [entry(time(1), at: time(0)), entry(time(1), at: time(1))]
    #expect(
      throwsStatus(kCMSampleBufferError_InvalidEntryCount) {
        _ = try CMSampleBuffer(copying: buffer, withNewTiming: two)
      })
  }

  @Test("Each sample is called with a buffer of its own, until one says no")
  func eachSample() throws {
    let buffer = try makePackets()
    final class Seen { var sizes: [Int] = [] }
    let seen = Seen()
    let status = CMSampleBufferCallForEachSample(
      buffer,
      callback: { sample, index, context in
        guard let context else { return -1 }
        Unmanaged<Seen>.fromOpaque(context).takeUnretainedValue().sizes.append(sample.totalSampleSize + 100 * index)
        return noErr
      }, refcon: Unmanaged.passUnretained(seen).toOpaque())
    expectEqual(status, noErr)
    expectEqual(seen.sizes, [3, 105, 202])
    var count = 0
    expectEqual(
      CMSampleBufferCallBlockForEachSample(buffer) { _, index in
        count += 1
        return index == 1 ? -7 : noErr
      }, -7)
    expectEqual(count, 2)
    try expectEqual(buffer.singleSampleBuffers().map(\.totalSampleSize), [3, 5, 2])
  }

  @Test("Attachments of samples are made when they are wanted")
  func sampleAttachments() throws {
    let buffer = try makePackets()
    expectNil(CMSampleBufferGetSampleAttachmentsArray(buffer, createIfNecessary: false))
    let array = try required(CMSampleBufferGetSampleAttachmentsArray(buffer, createIfNecessary: true))
    expectEqual(CFArrayGetCount(array), 3)
    #expect(CMSampleBufferGetSampleAttachmentsArray(buffer, createIfNecessary: false) === array)
    buffer.sampleAttachments[0][.dependsOnOthers] = false
    let first = try required(CFArrayGetValueAtIndex(array, 0))
    let dictionary = Unmanaged<CFDictionary>.fromOpaque(first).takeUnretainedValue()
    let value = CFDictionaryGetValue(dictionary, pointer(kCMSampleAttachmentKey_DependsOnOthers))
    expectEqual(value, pointer(kCFBooleanFalse))
    buffer.sampleAttachments[0][.dependsOnOthers] = nil
    expectEqual(CFDictionaryGetCount(dictionary), 0)
    let marker = try required(create(0, nil, nil).buffer)
    expectNil(CMSampleBufferGetSampleAttachmentsArray(marker, createIfNecessary: true))
    #expect(marker.sampleAttachments.isEmpty)
  }

  @Test("Invalid buffers answer nothing, and tell that once")
  func invalidation() throws {
    let buffer = try makePackets()
    var calls = 0
    try buffer.setInvalidateHandler { _ in calls += 1 }
    #expect(buffer.isValid)
    expectEqual(CMSampleBufferInvalidate(buffer), noErr)
    expectEqual(calls, 1)
    #expect(!buffer.isValid)
    expectEqual(buffer.numSamples, 0)
    expectNil(buffer.dataBuffer)
    expectNil(buffer.formatDescription)
    #expect(!buffer.duration.isValid)
    expectEqual(CMSampleBufferSetDataReady(buffer), kCMSampleBufferError_Invalidated)
    expectEqual(CMSampleBufferInvalidate(buffer), kCMSampleBufferError_Invalidated)
    #expect(throwsStatus(kCMSampleBufferError_Invalidated) { _ = try buffer.sampleSizes() })
    #expect(throwsStatus(kCMSampleBufferError_Invalidated) { _ = try CMSampleBuffer(copying: buffer) })
    expectEqual(calls, 1)
    // A function of C's gets the number that it was set with.
    final class Calls { var count = 0 }
    let seen = Calls()
    let other = try makePackets()
    let number = UInt64(UInt(bitPattern: Unmanaged.passUnretained(seen).toOpaque()))
    expectEqual(
      CMSampleBufferSetInvalidateCallback(
        other,
        callback: { _, number in
          guard let pointer = UnsafeRawPointer(bitPattern: UInt(number)) else { return }
          Unmanaged<Calls>.fromOpaque(pointer).takeUnretainedValue().count += 1
        }, refcon: number), noErr)
    try other.invalidate()
    expectEqual(seen.count, 1)
  }
}
