import AudioToolbox
import CoreFoundation
import CoreMedia
import Foundation
import TestSupport
import Testing

@Suite("Sound in sample buffers")
struct SampleBufferSoundTests {
  /// Frames of two channels of 16 bits: 100, 200, 101, 201 …
  private func interleaved(_ frames: Int) -> [UInt8] {
    (0..<frames).flatMap { frame -> [UInt8] in [UInt8(100 + frame), 0, UInt8(200 + frame), 0] }
  }

  private func make(
    _ bytes: [UInt8], _ format: AudioStreamBasicDescription, frames: Int, sizes: [Int] = []
  ) throws -> CMSampleBuffer {
    try CMSampleBuffer(
      dataBuffer: makeBlock(bytes), formatDescription: makeFormat(format), numSamples: frames,
      sampleTimings: [entry(time(1), at: time(0))], sampleSizes: sizes)
  }

  @Test("Interleaved sound is one buffer over the data itself")
  func interleavedList() throws {
    let buffer = try make(interleaved(3), pcm(), frames: 3, sizes: [4])
    var dataPointer: UnsafeMutablePointer<CChar>?
    let data = try required(buffer.dataBuffer)
    CMBlockBufferGetDataPointer(
      data, atOffset: 0, lengthAtOffsetOut: nil, totalLengthOut: nil, dataPointerOut: &dataPointer)
    try buffer.withAudioBufferList { list, block in
      expectEqual(list.count, 1)
      expectEqual(list[0].mNumberChannels, 2)
      expectEqual(list[0].mDataByteSize, 12)
      expectEqual(list[0].mData, UnsafeMutableRawPointer(dataPointer))
      expectEqual(bytes(of: block), interleaved(3))
    }
  }

  @Test("Planar sound is one buffer a channel")
  func planarList() throws {
    let buffer = try make([1, 0, 2, 0, 3, 0, 11, 0, 12, 0, 13, 0], pcm(isPlanar: true), frames: 3)
    try buffer.withAudioBufferList { list, _ in
      expectEqual(list.map(\.mNumberChannels), [1, 1])
      expectEqual(list.map(\.mDataByteSize), [6, 6])
      expectEqual(list.map { [Int16](UnsafeBufferPointer<Int16>($0)) }, [[1, 2, 3], [11, 12, 13]])
    }
    expectEqual(buffer.totalSampleSize, 0)
    #expect(
      throwsStatus(kCMSampleBufferError_CannotSubdivide) {
        _ = try CMSampleBuffer(copying: buffer, forRange: 0..<1)
      })
  }

  @Test("Aligned buffers begin at multiples of 16, whatever the data does")
  func alignment() throws {
    let block = try makeBlock([9] + interleaved(3))
    let shifted = try required(
      {
        var out: CMBlockBuffer?
        CMBlockBufferCreateWithBufferReference(
          allocator: nil, referenceBuffer: block, offsetToData: 1, dataLength: 12, flags: 0, blockBufferOut: &out)
        return out
      }())
    let buffer = try CMSampleBuffer(
      dataBuffer: shifted, formatDescription: makeFormat(pcm()), numSamples: 3, sampleTimings: [], sampleSizes: [4])
    try buffer.withAudioBufferList(flags: .audioBufferListAssure16ByteAlignment) { list, block in
      expectEqual(UInt(bitPattern: list[0].mData) % 16, 0)
      expectEqual([UInt8](UnsafeBufferPointer<UInt8>(list[0])), interleaved(3))
      expectEqual(bytes(of: block), interleaved(3))
    }
    let planar = try make([1, 0, 2, 0, 3, 0, 11, 0, 12, 0, 13, 0], pcm(isPlanar: true), frames: 3)
    try planar.withAudioBufferList(flags: .audioBufferListAssure16ByteAlignment) { list, _ in
      #expect(list.allSatisfy { UInt(bitPattern: $0.mData) % 16 == 0 })
      expectEqual([Int16](UnsafeBufferPointer<Int16>(list[1])), [11, 12, 13])
    }
  }

  @Test("Data in several blocks is put together for the list")
  func scattered() throws {
    let whole = try makeBlock(Array(interleaved(4).prefix(6)))
    let rest = try makeBlock(Array(interleaved(4).dropFirst(6)))
    CMBlockBufferAppendBufferReference(whole, targetBBuf: rest, offsetToData: 0, dataLength: 0, flags: 0)
    let buffer = try CMSampleBuffer(
      dataBuffer: whole, formatDescription: makeFormat(pcm()), numSamples: 4, sampleTimings: [], sampleSizes: [4])
    try buffer.withAudioBufferList { list, block in
      expectEqual([UInt8](UnsafeBufferPointer<UInt8>(list[0])), interleaved(4))
      #expect(CMBlockBufferIsRangeContiguous(block, atOffset: 0, length: 0))
    }
  }

  @Test("The list's size is told before its contents; what cannot be is refused")
  func listErrors() throws {
    let buffer = try make([1, 0, 11, 0], pcm(isPlanar: true), frames: 1)
    var size = 0
    func ask(
      _ buffer: CMSampleBuffer, _ list: UnsafeMutablePointer<AudioBufferList>?, _ room: Int,
      _ block: UnsafeMutablePointer<CMBlockBuffer?>?
    ) -> OSStatus {
      CMSampleBufferGetAudioBufferListWithRetainedBlockBuffer(
        buffer, bufferListSizeNeededOut: &size, bufferListOut: list, bufferListSize: room, blockBufferAllocator: nil,
        blockBufferMemoryAllocator: nil, flags: 0, blockBufferOut: block)
    }
    expectEqual(ask(buffer, nil, 0, nil), noErr)
    expectEqual(size, AudioBufferList.sizeInBytes(maximumBuffers: 2))
    let list = AudioBufferList.allocate(maximumBuffers: 2)
    defer { free(list.unsafeMutablePointer) }
    var block: CMBlockBuffer?
    expectEqual(ask(buffer, list.unsafeMutablePointer, size - 1, &block), kCMSampleBufferError_ArrayTooSmall)
    expectNil(block)
    expectEqual(ask(buffer, list.unsafeMutablePointer, size, nil), kCMSampleBufferError_RequiredParameterMissing)
    let video = try CMSampleBuffer(
      dataBuffer: makeBlock([1]), formatDescription: CMFormatDescription(videoCodecType: .h264, width: 16, height: 16),
      numSamples: 1, sampleTimings: [], sampleSizes: [1])
    let media = kCMSampleBufferError_InvalidMediaTypeForOperation
    expectEqual(ask(video, nil, 0, nil), media)
    #expect(throwsStatus(media) { _ = try video.audioStreamPacketDescriptions() })
    // Three frames of four bytes are not in eight bytes.
    let short = try make([1, 2, 3, 4, 5, 6, 7, 8], pcm(), frames: 3, sizes: [4])
    #expect(throwsStatus(kCMSampleBufferError_InvalidSampleData) { try short.withAudioBufferList { _, _ in } })
    let empty = try CMSampleBuffer(
      dataBuffer: nil, formatDescription: makeFormat(pcm()), numSamples: 2, sampleTimings: [], sampleSizes: [4],
      makeDataReadyHandler: { _ in -1 })
    #expect(throwsStatus(kCMSampleBufferError_BufferNotReady) { try empty.withAudioBufferList { _, _ in } })
    struct Thrown: Error {}
    #expect(throws: Thrown.self) { try buffer.withAudioBufferList { _, _ in throw Thrown() } }
  }

  @Test("A list's sound becomes the data")
  func setFromList() throws {
    func unready(_ format: AudioStreamBasicDescription, _ frames: Int, _ sizes: [Int]) throws -> CMSampleBuffer {
      try CMSampleBuffer(
        dataBuffer: nil, formatDescription: makeFormat(format), numSamples: frames, sampleTimings: [],
        sampleSizes: sizes, makeDataReadyHandler: { _ in noErr })
    }
    var samples: [Int16] = [1, 2, 3, 11, 12, 13]
    try samples.withUnsafeMutableBufferPointer { memory in
      let list = AudioBufferList.allocate(maximumBuffers: 2)
      defer { free(list.unsafeMutablePointer) }
      list[0] = AudioBuffer(UnsafeMutableBufferPointer(rebasing: memory[0..<3]), numberOfChannels: 1)
      list[1] = AudioBuffer(UnsafeMutableBufferPointer(rebasing: memory[3..<6]), numberOfChannels: 1)
      let planar = try unready(pcm(isPlanar: true), 3, [])
      expectEqual(planar.dataReadiness, .notReady)
      try planar.setDataBuffer(fromAudioBufferList: list.unsafePointer, flags: .audioBufferListAssure16ByteAlignment)
      expectEqual(planar.dataReadiness, .ready, "Programs read it without a word")
      expectEqual(planar.dataBuffer.map { bytes(of: $0) }, [1, 0, 2, 0, 3, 0, 11, 0, 12, 0, 13, 0])
      try planar.makeDataReady()
      try planar.withAudioBufferList(flags: .audioBufferListAssure16ByteAlignment) { list, _ in
        expectEqual([Int16](UnsafeBufferPointer<Int16>(list[1])), [11, 12, 13])
        #expect(list.allSatisfy { UInt(bitPattern: $0.mData) % 16 == 0 })
      }
      #expect(
        throwsStatus(kCMSampleBufferError_AlreadyHasDataBuffer) {
          try planar.setDataBuffer(fromAudioBufferList: list.unsafePointer)
        })
      let other = try unready(pcm(), 3, [4])
      #expect(
        throwsStatus(kCMSampleBufferError_InvalidEntryCount) {
          try other.setDataBuffer(fromAudioBufferList: list.unsafePointer)
        })
      list.count = 1
      list[0] = AudioBuffer(memory, numberOfChannels: 2)
      let longer = try unready(pcm(), 4, [4])
      #expect(
        throwsStatus(kCMSampleBufferError_InvalidSampleData) {
          try longer.setDataBuffer(fromAudioBufferList: list.unsafePointer)
        })
      try other.setDataBuffer(fromAudioBufferList: list.unsafePointer)
      expectEqual(other.dataBuffer.map { CMBlockBufferGetDataLength($0) }, 12)
    }
  }

  @Test("Frames are copied from where they are asked for, into each channel's place")
  func copying() throws {
    let list = AudioBufferList.allocate(maximumBuffers: 2)
    defer { free(list.unsafeMutablePointer) }
    var (left, right): ([Int16], [Int16]) = ([0, 0, 0], [0, 0, 0])
    let planar = try make([1, 0, 2, 0, 3, 0, 11, 0, 12, 0, 13, 0], pcm(isPlanar: true), frames: 3)
    try left.withUnsafeMutableBufferPointer { left in
      try right.withUnsafeMutableBufferPointer { right in
        list[0] = AudioBuffer(left, numberOfChannels: 1)
        list[1] = AudioBuffer(right, numberOfChannels: 1)
        try planar.copyPCMData(fromRange: 1..<3, into: list.unsafeMutablePointer)
        let outside = kCMSampleBufferError_SampleIndexOutOfRange
        #expect(throwsStatus(outside) { try planar.copyPCMData(fromRange: 2..<4, into: list.unsafeMutablePointer) })
        expectEqual(
          CMSampleBufferCopyPCMDataIntoAudioBufferList(
            planar, at: -1, frameCount: 1, into: list.unsafeMutablePointer), outside)
        list[1].mDataByteSize = 1
        #expect(
          throwsStatus(kCMSampleBufferError_ArrayTooSmall) {
            try planar.copyPCMData(fromRange: 0..<1, into: list.unsafeMutablePointer)
          })
        list.count = 1
        #expect(
          throwsStatus(kCMSampleBufferError_InvalidEntryCount) {
            try planar.copyPCMData(fromRange: 0..<1, into: list.unsafeMutablePointer)
          })
      }
    }
    expectEqual(left, [2, 3, 0])
    expectEqual(right, [12, 13, 0])
    let packets = try makePackets()
    #expect(
      throwsStatus(kCMSampleBufferError_InvalidMediaFormat) {
        try packets.copyPCMData(fromRange: 0..<1, into: list.unsafeMutablePointer)
      })
    let unready = try CMSampleBuffer(
      dataBuffer: makeBlock([1, 2, 3, 4]), formatDescription: makeFormat(pcm()), numSamples: 1, sampleTimings: [],
      sampleSizes: [4], makeDataReadyHandler: { _ in noErr })
    #expect(
      throwsStatus(kCMSampleBufferError_BufferNotReady) {
        try unready.copyPCMData(fromRange: 0..<1, into: list.unsafeMutablePointer)
      })
  }

  @Test("Packets of variable size are described, those of constant size are not")
  func descriptions() throws {
    let buffer = try makePackets()
    let found = try buffer.audioStreamPacketDescriptions()
    expectEqual(found.map(\.mStartOffset), [0, 3, 8])
    expectEqual(found.map(\.mDataByteSize), [3, 5, 2])
    expectEqual(found.map(\.mVariableFramesInPacket), [0, 0, 0])
    var size = 0
    expectEqual(
      CMSampleBufferGetAudioStreamPacketDescriptions(
        buffer, allocatedSize: 0, packetDescriptionsOut: nil, packetDescriptionsSizeNeededOut: &size), noErr)
    expectEqual(size, 48)
    var copy = [AudioStreamPacketDescription](repeating: AudioStreamPacketDescription(), count: 3)
    expectEqual(
      CMSampleBufferGetAudioStreamPacketDescriptions(
        buffer, allocatedSize: 47, packetDescriptionsOut: &copy, packetDescriptionsSizeNeededOut: nil),
      kCMSampleBufferError_ArrayTooSmall)
    expectEqual(
      CMSampleBufferGetAudioStreamPacketDescriptions(
        buffer, allocatedSize: 48, packetDescriptionsOut: &copy, packetDescriptionsSizeNeededOut: nil), noErr)
    expectEqual(copy.map(\.mDataByteSize), [3, 5, 2])
    let linear = try make(interleaved(3), pcm(), frames: 3, sizes: [4])
    #expect(try linear.audioStreamPacketDescriptions().isEmpty)
    let sizeless = try CMSampleBuffer(
      dataBuffer: makeBlock([1]), formatDescription: makeFormat(coded()), numSamples: 1, sampleTimings: [],
      sampleSizes: [])
    #expect(
      throwsStatus(kCMSampleBufferError_BufferHasNoSampleSizes) { _ = try sizeless.audioStreamPacketDescriptions() })
  }

  @Test("Descriptions of packets give sizes and times")
  func fromDescriptions() throws {
    func packet(_ size: UInt32, frames: UInt32 = 0) -> AudioStreamPacketDescription {
      AudioStreamPacketDescription(mStartOffset: 0, mVariableFramesInPacket: frames, mDataByteSize: size)
    }
    let block = try makeBlock([1, 2, 3, 4, 5])
    let start = time(10, 1)
    let aac = try CMSampleBuffer(
      dataBuffer: block, formatDescription: makeFormat(coded()), numSamples: 2, presentationTimeStamp: start,
      packetDescriptions: [packet(2), packet(3)])
    try expectEqual(aac.sampleSizes(), [2, 3])
    expectEqual(aac.duration, time(2048, 44100))
    try expectEqual(aac.sampleTimingInfo(at: 1).presentationTimeStamp, time(441_000 + 1024, 44100))
    #expect(CMSampleBufferDataIsReady(aac))
    // Packets that differ in duration.
    let variable = try CMSampleBuffer(
      dataBuffer: block, formatDescription: makeFormat(coded(kAudioFormatOpus, rate: 48000, frames: 0)), numSamples: 2,
      presentationTimeStamp: start, packetDescriptions: [packet(2, frames: 960), packet(3, frames: 480)])
    expectEqual(variable.duration, time(1440))
    try expectEqual(variable.sampleTimingInfo(at: 1).presentationTimeStamp, time(480_960))
    try expectEqual(variable.audioStreamPacketDescriptions().map(\.mVariableFramesInPacket), [960, 480])
    let linear = try CMSampleBuffer(
      dataBuffer: makeBlock(interleaved(3)), formatDescription: makeFormat(pcm()), numSamples: 3,
      presentationTimeStamp: start, packetDescriptions: [])
    expectEqual(linear.totalSampleSize, 12)
    expectEqual(linear.duration, time(3))
    let missing = kCMSampleBufferError_RequiredParameterMissing
    func create(_ format: CMFormatDescription, _ count: Int, _ start: CMTime) -> OSStatus {
      var out: CMSampleBuffer?
      return CMAudioSampleBufferCreateReadyWithPacketDescriptions(
        allocator: nil, dataBuffer: block, formatDescription: format, sampleCount: count, presentationTimeStamp: start,
        packetDescriptions: nil, sampleBufferOut: &out)
    }
    expectEqual(create(try makeFormat(coded()), 2, start), missing)
    expectEqual(create(try makeFormat(pcm()), 0, start), missing)
    expectEqual(create(try makeFormat(pcm()), 1, .invalid), kCMSampleBufferError_SampleTimingInfoInvalid)
    expectEqual(create(try makeFormat(pcm()), 1, start), noErr)
    let video = try CMFormatDescription(videoCodecType: .h264, width: 16, height: 16)
    expectEqual(create(video, 1, start), kCMSampleBufferError_InvalidMediaTypeForOperation)
    var calls = 0
    let later = try CMSampleBuffer(
      dataBuffer: block, formatDescription: makeFormat(coded()), numSamples: 2, presentationTimeStamp: start,
      packetDescriptions: [packet(2), packet(3)],
      makeDataReadyHandler: { _ in
        calls += 1
        return noErr
      })
    expectEqual(later.dataReadiness, .notReady)
    try later.makeDataReady()
    expectEqual(calls, 1)
  }
}
