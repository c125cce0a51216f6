import AudioToolbox
import CoreMedia
import Foundation
import TestSupport
import Testing

@Suite("Sample buffers: samples, times and sound that are not there")
struct SampleSoundRefusalTests {
  private static let missing = kCMSampleBufferError_RequiredParameterMissing
  private static let noSample = kCMSampleBufferError_SampleIndexOutOfRange

  @Test("Functions and places that are not given")
  func nothings() throws {
    let buffer = try makePackets()
    let marker = try CMSampleBuffer(
      dataBuffer: nil, formatDescription: makeFormat(pcm()), numSamples: 1, sampleTimings: [], sampleSizes: [],
      makeDataReadyHandler: { _ in -1 })
    MediaRefusal.check(
      Self.missing, "",
      [
        MediaRefusal("CMSampleBufferCallForEachSample") {
          CMSampleBufferCallForEachSample(buffer, callback: nothing(), refcon: nil)
        },
        MediaRefusal("CMSampleBufferSetInvalidateCallback") {
          CMSampleBufferSetInvalidateCallback(buffer, callback: nothing(), refcon: 0)
        },
        MediaRefusal("CMSampleBufferGetSampleTimingInfo") {
          CMSampleBufferGetSampleTimingInfo(buffer, at: 0, timingInfoOut: nothing())
        },
        MediaRefusal("CMSampleBufferSetDataBuffer") { CMSampleBufferSetDataBuffer(marker, newValue: nothing()) },
        MediaRefusal("CMSampleBufferSetDataBufferFromAudioBufferList") {
          CMSampleBufferSetDataBufferFromAudioBufferList(
            marker, blockBufferAllocator: nil, blockBufferMemoryAllocator: nil, flags: 0, bufferList: nothing())
        },
        MediaRefusal("CMSampleBufferCopyPCMDataIntoAudioBufferList") {
          CMSampleBufferCopyPCMDataIntoAudioBufferList(marker, at: 0, frameCount: 1, into: nothing())
        },
        MediaRefusal("CMSampleBufferTrackDataReadiness") {
          CMSampleBufferTrackDataReadiness(marker, sampleBufferToTrack: marker)
        },
      ])
  }

  @Test("Samples before the first and behind the last")
  func ranges() throws {
    let buffer = try makePackets()
    var (info, made): (CMSampleTimingInfo, CMSampleBuffer?) = (CMSampleTimingInfo(), nil)
    for index in [-1, 3, .min, .max] {
      expectEqual(CMSampleBufferGetSampleTimingInfo(buffer, at: index, timingInfoOut: &info), Self.noSample)
      expectEqual(CMSampleBufferGetSampleSize(buffer, at: index), 0)
    }
    let ranges = [(-1, 1), (0, 0), (0, 4), (3, 1), (1, -1), (.max, 1), (1, .max), (.min, .min)]
    for (location, length) in ranges {
      let status = CMSampleBufferCopySampleBufferForRange(
        allocator: nil, sampleBuffer: buffer, sampleRange: CFRange(location: location, length: length),
        sampleBufferOut: &made)
      expectEqual(status, Self.noSample, "\(location), \(length)")
    }
    expectNil(made)
    expectEqual(
      CMSampleBufferCopySampleBufferForRange(
        allocator: nil, sampleBuffer: buffer, sampleRange: CFRange(location: 0, length: 1), sampleBufferOut: nothing()),
      Self.missing)
  }

  @Test("Frames that are not there, lists that do not fit, and sound that is no PCM")
  func frames() throws {
    let bytes = (0..<16).map(UInt8.init)
    let sound = try CMSampleBuffer(
      dataBuffer: makeBlock(bytes), formatDescription: makeFormat(pcm()), numSamples: 4, sampleTimings: [],
      sampleSizes: [4])
    let memory = UnsafeMutableRawPointer.allocate(byteCount: 16, alignment: 16)
    defer { memory.deallocate() }
    var list = AudioBufferList()
    func copy(
      _ buffer: CMSampleBuffer, _ offset: Int32, _ count: Int32, _ change: (inout AudioBufferList) -> Void = { _ in }
    ) -> OSStatus {
      list.mNumberBuffers = 1
      list.mBuffers = AudioBuffer(mNumberChannels: 2, mDataByteSize: 16, mData: memory)
      change(&list)
      return CMSampleBufferCopyPCMDataIntoAudioBufferList(buffer, at: offset, frameCount: count, into: &list)
    }
    for (offset, count) in [(-1, 1), (0, 5), (5, 0), (1, -1), (.max, 1), (1, .max), (.min, .min)] as [(Int32, Int32)] {
      expectEqual(copy(sound, offset, count), Self.noSample, "\(offset), \(count)")
    }
    expectEqual(copy(sound, 0, 4) { $0.mNumberBuffers = 0 }, kCMSampleBufferError_InvalidEntryCount)
    expectEqual(copy(sound, 0, 4) { $0.mBuffers.mDataByteSize = 15 }, kCMSampleBufferError_ArrayTooSmall)
    expectEqual(copy(sound, 0, 4) { $0.mBuffers.mNumberChannels = 1 }, kCMSampleBufferError_ArrayTooSmall)
    expectEqual(copy(sound, 0, 4) { $0.mBuffers.mData = nil }, Self.missing)
    expectEqual(copy(try makePackets(), 0, 1), kCMSampleBufferError_InvalidMediaFormat)
    let later = try CMSampleBuffer(
      dataBuffer: nil, formatDescription: makeFormat(pcm()), numSamples: 4, sampleTimings: [], sampleSizes: [4],
      makeDataReadyHandler: { _ in -1 })
    expectEqual(copy(later, 0, 1), kCMSampleBufferError_BufferNotReady)
    expectEqual(copy(sound, 4, 0), noErr)
    expectEqual(copy(sound, 0, 0) { $0.mBuffers.mData = nil }, noErr)
    expectEqual(copy(sound, 1, 2), noErr)
    expectEqual([UInt8](UnsafeRawBufferPointer(start: memory, count: 8)), Array(bytes[4..<12]))
    // A list becomes the data of a buffer that has none, of the right shape.
    func setList(_ buffer: CMSampleBuffer, _ change: (inout AudioBufferList) -> Void = { _ in }) -> OSStatus {
      list.mNumberBuffers = 1
      list.mBuffers = AudioBuffer(mNumberChannels: 2, mDataByteSize: 16, mData: memory)
      change(&list)
      return CMSampleBufferSetDataBufferFromAudioBufferList(
        buffer, blockBufferAllocator: nil, blockBufferMemoryAllocator: nil, flags: 0, bufferList: &list)
    }
    expectEqual(setList(later) { $0.mNumberBuffers = 2 }, kCMSampleBufferError_InvalidEntryCount)
    expectEqual(setList(later) { $0.mBuffers.mData = nil }, Self.missing)
    expectEqual(setList(later) { $0.mBuffers.mDataByteSize = 12 }, kCMSampleBufferError_InvalidSampleData)
    expectEqual(setList(later), noErr)
    expectEqual(setList(later), kCMSampleBufferError_AlreadyHasDataBuffer)
  }

  @Test("Packets of a duration that is none, of sizes without end, and of no size")
  func packets() throws {
    let format = try makeFormat(coded(frames: 0))
    for duration in [CMTime.invalid, .indefinite, .positiveInfinity, CMTime(value: .max, timescale: 1)] {
      let buffer = try CMSampleBuffer(
        dataBuffer: makeBlock([1, 2]), formatDescription: format, numSamples: 2,
        sampleTimings: [entry(duration, at: .zero)], sampleSizes: [1])
      let packets = try buffer.audioStreamPacketDescriptions()
      // No number of frames is told where there is none; too many are as many as fit.
      let frames: UInt32 = duration.isNumeric ? .max : 0
      expectEqual(packets.map(\.mVariableFramesInPacket), [frames, frames])
      expectEqual(packets.map(\.mStartOffset), [0, 1])
    }
    let large = try CMSampleBuffer(
      dataBuffer: makeBlock([1, 2]), formatDescription: makeFormat(coded()), numSamples: 2, sampleTimings: [],
      sampleSizes: [.max, .max])
    try expectEqual(large.audioStreamPacketDescriptions().map(\.mDataByteSize), [.max, .max])
    var made: CMSampleBuffer?
    expectEqual(
      CMSampleBufferCopySampleBufferForRange(
        allocator: nil, sampleBuffer: large, sampleRange: CFRange(location: 1, length: 1), sampleBufferOut: &made),
      kCMSampleBufferError_InvalidSampleData)
    let sizeless = try CMSampleBuffer(
      dataBuffer: makeBlock([1, 2]), formatDescription: makeFormat(coded()), numSamples: 2, sampleTimings: [],
      sampleSizes: [])
    var count = 0
    expectEqual(
      CMSampleBufferGetAudioStreamPacketDescriptions(
        sizeless, allocatedSize: 0, packetDescriptionsOut: nil, packetDescriptionsSizeNeededOut: &count),
      kCMSampleBufferError_BufferHasNoSampleSizes)
    var place = AudioStreamPacketDescription()
    expectEqual(
      CMSampleBufferGetAudioStreamPacketDescriptions(
        try makePackets(), allocatedSize: 47, packetDescriptionsOut: &place, packetDescriptionsSizeNeededOut: &count),
      kCMSampleBufferError_ArrayTooSmall)
    expectEqual(count, 48)
  }
}
