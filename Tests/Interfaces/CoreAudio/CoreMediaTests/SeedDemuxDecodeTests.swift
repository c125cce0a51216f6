import AudioToolbox
import CoreFoundation
import CoreMedia
import Foundation
import TestSupport
import Testing

/// The flow of the second program that this package was made for: packets in sample buffers of several, split into
/// single ones, decoded into sample buffers of PCM.
@Suite("A demuxer and a decoder that pass sample buffers")
struct SeedDemuxDecodeTests {
  /// What is left of one packet for the converter.
  private struct Input {
    var data: UnsafeMutableRawPointer?
    var size: UInt32
    var channels: UInt32
    var packet = AudioStreamPacketDescription()
  }

  @Test("Split and decoded, the samples last as long as they were told to")
  func flow() throws {
    let (packets, configuration) = try fixture("lc_44100_st_128k_syn_burst")
    let format = try makeFormat(coded(), cookie: configuration)
    let pcmFormat = try makeFormat(pcm(rate: 44100))
    let converter = try makeConverter(format, pcmFormat)
    defer { AudioConverterDispose(converter) }
    var frames = 0
    var decoded: [UInt8] = []
    for first in stride(from: 0, to: packets.count, by: 5) {
      let some = Array(packets[first..<min(first + 5, packets.count)])
      let buffer = try CMSampleBuffer(
        dataBuffer: makeBlock(some.flatMap { $0 }), formatDescription: format, numSamples: some.count,
        sampleTimings: [entry(time(1024, 44100), at: time(Int64(first) * 1024, 44100))],
        sampleSizes: some.map(\.count))
      for (index, one) in try split(buffer).enumerated() {
        expectEqual(one.presentationTimeStamp, time(Int64(first + index) * 1024, 44100))
        let result = try decode(one, with: converter, pcmFormat)
        frames += result.numSamples
        decoded += bytes(of: try required(result.dataBuffer))
      }
    }
    expectEqual(frames, packets.count * 1024)
    expectEqual(decoded.count, frames * 4)
    #expect(decoded.contains { $0 != 0 })
  }

  private func makeConverter(
    _ format: CMFormatDescription, _ pcmFormat: CMFormatDescription
  ) throws -> AudioConverterRef {
    var input = try required(CMAudioFormatDescriptionGetStreamBasicDescription(format)).pointee
    var output = try required(CMAudioFormatDescriptionGetStreamBasicDescription(pcmFormat)).pointee
    var made: AudioConverterRef?
    try #require(AudioConverterNew(&input, &output, &made) == noErr)
    let converter = try required(made)
    var size = 0
    let cookie = try required(CMAudioFormatDescriptionGetMagicCookie(format, sizeOut: &size))
    try #require(
      AudioConverterSetProperty(converter, kAudioConverterDecompressionMagicCookie, UInt32(size), cookie) == noErr)
    return converter
  }

  /// As the program does: the bytes of each sample are copied into a buffer of its own.
  private func split(_ buffer: CMSampleBuffer) throws -> [CMSampleBuffer] {
    let block = try required(CMSampleBufferGetDataBuffer(buffer))
    var total = 0
    var data: UnsafeMutablePointer<CChar>?
    try #require(
      CMBlockBufferGetDataPointer(
        block, atOffset: 0, lengthAtOffsetOut: nil, totalLengthOut: &total, dataPointerOut: &data) == noErr)
    var singles: [CMSampleBuffer] = []
    for index in 0..<CMSampleBufferGetNumSamples(buffer) {
      var size = CMSampleBufferGetSampleSize(buffer, at: index)
      var timing = CMSampleTimingInfo()
      try #require(CMSampleBufferGetSampleTimingInfo(buffer, at: index, timingInfoOut: &timing) == noErr)
      let copy = try required(malloc(size))
      memcpy(copy, try required(data), size)
      var packet: CMBlockBuffer?
      try #require(
        CMBlockBufferCreateWithMemoryBlock(
          allocator: kCFAllocatorDefault, memoryBlock: copy, blockLength: size, blockAllocator: nil,
          customBlockSource: nil, offsetToData: 0, dataLength: size, flags: 0, blockBufferOut: &packet) == noErr)
      var single: CMSampleBuffer?
      try #require(
        CMSampleBufferCreateReady(
          allocator: kCFAllocatorDefault, dataBuffer: packet,
          formatDescription: CMSampleBufferGetFormatDescription(buffer), sampleCount: 1, sampleTimingEntryCount: 1,
          sampleTimingArray: &timing, sampleSizeEntryCount: 1, sampleSizeArray: &size, sampleBufferOut: &single)
          == noErr)
      singles.append(try required(single))
      data = data?.advanced(by: size)
    }
    return singles
  }

  private func decode(
    _ buffer: CMSampleBuffer, with converter: AudioConverterRef, _ pcmFormat: CMFormatDescription
  ) throws -> CMSampleBuffer {
    var length = 0
    var data: UnsafeMutablePointer<CChar>?
    CMBlockBufferGetDataPointer(
      try required(CMSampleBufferGetDataBuffer(buffer)), atOffset: 0, lengthAtOffsetOut: nil, totalLengthOut: &length,
      dataPointerOut: &data)
    var input = Input(data: UnsafeMutableRawPointer(data), size: UInt32(length), channels: 2)
    var frames: UInt32 = 1024
    var memory = [UInt8](repeating: 0, count: 4096)
    let filled = memory.withUnsafeMutableBufferPointer { memory in
      var list = AudioBufferList(mNumberBuffers: 1, mBuffers: AudioBuffer(memory, numberOfChannels: 2))
      let status = AudioConverterFillComplexBuffer(
        converter,
        { _, count, list, packets, context in
          guard let input = context?.assumingMemoryBound(to: Input.self), input.pointee.size > 0 else {
            count.pointee = 0
            return -1
          }
          count.pointee = 1
          input.pointee.packet = AudioStreamPacketDescription(
            mStartOffset: 0, mVariableFramesInPacket: 0, mDataByteSize: input.pointee.size)
          packets?.pointee = UnsafeMutableRawPointer(input)
            .advanced(by: MemoryLayout<Input>.offset(of: \.packet) ?? 0)
            .assumingMemoryBound(to: AudioStreamPacketDescription.self)
          list.pointee.mBuffers = AudioBuffer(
            mNumberChannels: 2, mDataByteSize: input.pointee.size, mData: input.pointee.data)
          input.pointee.size = 0
          return noErr
        }, &input, &frames, &list, nil)
      #expect(status == noErr || status == -1)
      return Int(list.mBuffers.mDataByteSize)
    }
    return try CMSampleBuffer(
      dataBuffer: makeBlock(Array(memory.prefix(filled))), formatDescription: pcmFormat, numSamples: Int(frames),
      sampleTimings: [entry(time(1, 44100), at: CMSampleBufferGetPresentationTimeStamp(buffer))], sampleSizes: [])
  }
}
