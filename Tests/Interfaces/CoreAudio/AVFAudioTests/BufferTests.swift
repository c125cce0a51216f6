import AVFoundation
import TestSupport
import Testing

@Suite("AVAudioPCMBuffer and AVAudioCompressedBuffer")
struct BufferTests {
  @Test("Buffers of every size begin empty and say how much is used", arguments: [0, 1, 2, 479, 480, 1024, 65_537])
  func sizes(frames: UInt32) throws {
    for (format, buffers) in [
      (Make.format(), 2), (Make.format(interleaved: true), 1), (Make.format(.pcmFormatInt16, channels: 1), 1),
      (Make.format(.pcmFormatFloat64), 2),
    ] {
      let buffer = try required(AVAudioPCMBuffer(pcmFormat: format, frameCapacity: frames))
      let size = format.streamDescription.pointee.mBytesPerFrame
      expectEqual(buffer.frameCapacity, frames)
      expectEqual(buffer.frameLength, 0)
      expectEqual(buffer.format, format)
      expectEqual(Int(buffer.audioBufferList.pointee.mNumberBuffers), buffers)
      expectEqual(buffer.audioBufferList.pointee.mBuffers.mDataByteSize, 0)
      expectEqual(
        buffer.audioBufferList.pointee.mBuffers.mNumberChannels, format.isInterleaved ? format.channelCount : 1)
      expectEqual(buffer.mutableAudioBufferList.pointee.mBuffers.mDataByteSize, frames * size)
      buffer.frameLength = frames / 2
      let used = UnsafeMutableAudioBufferListPointer(UnsafeMutablePointer(mutating: buffer.audioBufferList))
      #expect(used.allSatisfy { $0.mDataByteSize == frames / 2 * size && $0.mData != nil })
      #expect(Make.bytes(buffer).allSatisfy { $0 == 0 })
      // What a function wrote into the list does not stay there.
      buffer.mutableAudioBufferList.pointee.mBuffers.mDataByteSize = 1
      expectEqual(buffer.mutableAudioBufferList.pointee.mBuffers.mDataByteSize, frames * size)
    }
  }

  @Test("A buffer and a time of nothing can stand in for others")
  func placeholders() {
    let buffer = AVAudioBuffer()
    expectEqual(buffer.format.channelCount, 0)
    expectEqual(buffer.audioBufferList.pointee.mNumberBuffers, 0)
    expectEqual((buffer.copy() as? AVAudioBuffer)?.format.sampleRate, 0)
    let time = AVAudioTime()
    #expect(!time.isHostTimeValid && !time.isSampleTimeValid)
  }

  @Test("The channels' addresses are of the format's type, a stride apart")
  func channelData() throws {
    let planar = Make.tone(Make.format(), frames: 10)
    let floats = try required(planar.floatChannelData)
    expectEqual(planar.stride, 1)
    expectNil(planar.int16ChannelData)
    expectNil(planar.int32ChannelData)
    let list = UnsafeMutableAudioBufferListPointer(planar.mutableAudioBufferList)
    expectEqual(list[0].mData, UnsafeMutableRawPointer(floats[0]))
    expectEqual(list[1].mData, UnsafeMutableRawPointer(floats[1]))
    let packed = Make.tone(Make.format(.pcmFormatInt16, interleaved: true), frames: 10)
    let integers = try required(packed.int16ChannelData)
    expectEqual(packed.stride, 2)
    expectEqual(integers[1], integers[0] + 1)
    expectNil(packed.floatChannelData)
    #expect(Make.tone(Make.format(.pcmFormatInt32), frames: 1).int32ChannelData != nil)
    let doubles = try required(AVAudioPCMBuffer(pcmFormat: Make.format(.pcmFormatFloat64), frameCapacity: 4))
    expectNil(doubles.floatChannelData)
    expectNil(doubles.int32ChannelData)
  }

  @Test("Formats that are not linear PCM, frames without bytes and too many of them give no buffer")
  func impossible() throws {
    let coded: [String: Any] = [AVFormatIDKey: kAudioFormatMPEG4AAC, AVSampleRateKey: 44100, AVNumberOfChannelsKey: 2]
    let aac = try required(AVAudioFormat(settings: coded))
    expectNil(AVAudioPCMBuffer(pcmFormat: aac, frameCapacity: 1))
    var empty = Make.format().streamDescription.pointee
    empty.mBytesPerFrame = 0
    expectNil(AVAudioPCMBuffer(pcmFormat: try #require(AVAudioFormat(streamDescription: &empty)), frameCapacity: 1))
    expectNil(AVAudioPCMBuffer(pcmFormat: Make.format(), frameCapacity: .max))
    var list = AudioBufferList(
      mNumberBuffers: 1, mBuffers: AudioBuffer(mNumberChannels: 2, mDataByteSize: 0, mData: nil))
    expectNil(AVAudioPCMBuffer(pcmFormat: Make.format(interleaved: true), bufferListNoCopy: &list))
    list.mBuffers.mDataByteSize = 8
    expectNil(AVAudioPCMBuffer(pcmFormat: Make.format(interleaved: true), bufferListNoCopy: &list))
  }

  @Test("A frame length beyond the capacity is a fault of the caller", .ownThreads)
  func tooLong() async {
    await #expect(processExitsWith: .failure) {
      Make.tone(Make.format(), frames: 10).frameLength = 11
    }
    await #expect(processExitsWith: .success) {
      Make.tone(Make.format(), frames: 10).frameLength = 10
    }
  }

  @Test("Memory of the caller's is used as it is, and given back when the buffer goes")
  func noCopy() throws {
    var samples: [Int16] = [1, -2, 3, -4, 5, -6]
    let format = Make.format(.pcmFormatInt16, interleaved: true)
    final class Notice { var sizes: [UInt32] = [] }
    let notice = Notice()
    try samples.withUnsafeMutableBytes { memory in
      var list = AudioBufferList(
        mNumberBuffers: 1,
        mBuffers: AudioBuffer(mNumberChannels: 2, mDataByteSize: UInt32(memory.count), mData: memory.baseAddress))
      var buffer = AVAudioPCMBuffer(pcmFormat: format, bufferListNoCopy: &list) { list in
        notice.sizes.append(list.pointee.mBuffers.mDataByteSize)
      }
      let made = try required(buffer)
      expectEqual(made.frameCapacity, 3)
      expectEqual(made.frameLength, 3)
      expectEqual(made.audioBufferList.pointee.mBuffers.mData, memory.baseAddress)
      expectEqual(made.int16ChannelData?[1][4], -6)
      made.int16ChannelData?[0][0] = 100
      expectNil(AVAudioPCMBuffer(pcmFormat: Make.format(.pcmFormatInt16), bufferListNoCopy: &list))
      #expect(notice.sizes.isEmpty)
      buffer = nil
    }
    expectEqual(notice.sizes, [12])
    expectEqual(samples[0], 100)
  }

  @Test("A copy has the same frames in memory of its own")
  func copies() throws {
    for format in [Make.format(), Make.format(.pcmFormatInt16, interleaved: true)] {
      let original = Make.tone(format, frames: 100)
      original.frameLength = 60
      let copy = try required(original.copy() as? AVAudioPCMBuffer)
      expectEqual(copy.frameCapacity, 100)
      expectEqual(copy.frameLength, 60)
      expectEqual(Make.bytes(copy), Make.bytes(original))
      #expect(copy.audioBufferList.pointee.mBuffers.mData != original.audioBufferList.pointee.mBuffers.mData)
      #expect(original.mutableCopy() is AVAudioPCMBuffer)
    }
  }

  @Test("A compressed buffer has room for its packets and their places")
  func compressed() throws {
    let settings: [String: Any] = [
      AVFormatIDKey: kAudioFormatMPEG4AAC, AVSampleRateKey: 44100, AVNumberOfChannelsKey: 2,
    ]
    let format = try required(AVAudioFormat(settings: settings))
    let buffer = AVAudioCompressedBuffer(format: format, packetCapacity: 4, maximumPacketSize: 1536)
    expectEqual(buffer.packetCapacity, 4)
    expectEqual(buffer.packetCount, 0)
    expectEqual(buffer.maximumPacketSize, 1536)
    expectEqual(buffer.byteCapacity, 6144)
    expectEqual(buffer.byteLength, 0)
    expectEqual(buffer.audioBufferList.pointee.mBuffers.mDataByteSize, 0)
    expectEqual(buffer.mutableAudioBufferList.pointee.mBuffers.mDataByteSize, 6144)
    let places = try required(buffer.packetDescriptions)
    places[0] = AudioStreamPacketDescription(mStartOffset: 0, mVariableFramesInPacket: 0, mDataByteSize: 3)
    buffer.data.copyMemory(from: [UInt8]([7, 8, 9]), byteCount: 3)
    buffer.packetCount = 1
    buffer.byteLength = 3
    expectEqual(Make.bytes(buffer), [7, 8, 9])
    let copy = try required(buffer.copy() as? AVAudioCompressedBuffer)
    expectEqual(Make.bytes(copy), [7, 8, 9])
    expectEqual(copy.packetDescriptions?[0].mDataByteSize, 3)
    expectEqual(copy.packetCount, 1)

    var description = AudioStreamBasicDescription(
      mSampleRate: 8000, mFormatID: kAudioFormatULaw, mFormatFlags: 0, mBytesPerPacket: 1, mFramesPerPacket: 1,
      mBytesPerFrame: 1, mChannelsPerFrame: 1, mBitsPerChannel: 8, mReserved: 0)
    let law = AVAudioCompressedBuffer(
      format: try required(AVAudioFormat(streamDescription: &description)), packetCapacity: 80)
    expectEqual(law.maximumPacketSize, 1)
    expectEqual(law.byteCapacity, 80)
    expectNil(law.packetDescriptions)
    law.packetCount = 50
    expectEqual(law.byteLength, 50)
  }

  @Test("Packets beyond the capacity, and packets of linear PCM, are faults of the caller", .ownThreads)
  func compressedFaults() async {
    await #expect(processExitsWith: .failure) {
      _ = AVAudioCompressedBuffer(format: Make.format(), packetCapacity: 1, maximumPacketSize: 1)
    }
    await #expect(processExitsWith: .failure) {
      let settings: [String: Any] = [
        AVFormatIDKey: kAudioFormatMPEG4AAC, AVSampleRateKey: 44100, AVNumberOfChannelsKey: 2,
      ]
      guard let format = AVAudioFormat(settings: settings) else { return }
      AVAudioCompressedBuffer(format: format, packetCapacity: 4, maximumPacketSize: 1536).packetCount = 5
    }
  }
}
