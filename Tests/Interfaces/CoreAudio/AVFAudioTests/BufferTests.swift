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
      let buffer = try #require(AVAudioPCMBuffer(pcmFormat: format, frameCapacity: frames))
      let size = format.streamDescription.pointee.mBytesPerFrame
      #expect(buffer.frameCapacity == frames)
      #expect(buffer.frameLength == 0)
      #expect(buffer.format == format)
      #expect(Int(buffer.audioBufferList.pointee.mNumberBuffers) == buffers)
      #expect(buffer.audioBufferList.pointee.mBuffers.mDataByteSize == 0)
      #expect(
        buffer.audioBufferList.pointee.mBuffers.mNumberChannels == (format.isInterleaved ? format.channelCount : 1))
      #expect(buffer.mutableAudioBufferList.pointee.mBuffers.mDataByteSize == frames * size)
      buffer.frameLength = frames / 2
      let used = UnsafeMutableAudioBufferListPointer(UnsafeMutablePointer(mutating: buffer.audioBufferList))
      #expect(used.allSatisfy { $0.mDataByteSize == frames / 2 * size && $0.mData != nil })
      #expect(Make.bytes(buffer).allSatisfy { $0 == 0 })
      // What a function wrote into the list does not stay there.
      buffer.mutableAudioBufferList.pointee.mBuffers.mDataByteSize = 1
      #expect(buffer.mutableAudioBufferList.pointee.mBuffers.mDataByteSize == frames * size)
    }
  }

  @Test("A buffer and a time of nothing can stand in for others")
  func placeholders() {
    let buffer = AVAudioBuffer()
    #expect(buffer.format.channelCount == 0)
    #expect(buffer.audioBufferList.pointee.mNumberBuffers == 0)
    #expect((buffer.copy() as? AVAudioBuffer)?.format.sampleRate == 0)
    let time = AVAudioTime()
    #expect(!time.isHostTimeValid && !time.isSampleTimeValid)
  }

  @Test("The channels' addresses are of the format's type, a stride apart")
  func channelData() throws {
    let planar = Make.tone(Make.format(), frames: 10)
    let floats = try #require(planar.floatChannelData)
    #expect(planar.stride == 1)
    #expect(planar.int16ChannelData == nil)
    #expect(planar.int32ChannelData == nil)
    let list = UnsafeMutableAudioBufferListPointer(planar.mutableAudioBufferList)
    #expect(list[0].mData == UnsafeMutableRawPointer(floats[0]))
    #expect(list[1].mData == UnsafeMutableRawPointer(floats[1]))
    let packed = Make.tone(Make.format(.pcmFormatInt16, interleaved: true), frames: 10)
    let integers = try #require(packed.int16ChannelData)
    #expect(packed.stride == 2)
    #expect(integers[1] == integers[0] + 1)
    #expect(packed.floatChannelData == nil)
    #expect(Make.tone(Make.format(.pcmFormatInt32), frames: 1).int32ChannelData != nil)
    let doubles = try #require(AVAudioPCMBuffer(pcmFormat: Make.format(.pcmFormatFloat64), frameCapacity: 4))
    #expect(doubles.floatChannelData == nil)
    #expect(doubles.int32ChannelData == nil)
  }

  @Test("Formats that are not linear PCM, frames without bytes and too many of them give no buffer")
  func impossible() throws {
    let coded: [String: Any] = [AVFormatIDKey: kAudioFormatMPEG4AAC, AVSampleRateKey: 44100, AVNumberOfChannelsKey: 2]
    let aac = try #require(AVAudioFormat(settings: coded))
    #expect(AVAudioPCMBuffer(pcmFormat: aac, frameCapacity: 1) == nil)
    var empty = Make.format().streamDescription.pointee
    empty.mBytesPerFrame = 0
    #expect(
      AVAudioPCMBuffer(pcmFormat: try #require(AVAudioFormat(streamDescription: &empty)), frameCapacity: 1) == nil)
    #expect(AVAudioPCMBuffer(pcmFormat: Make.format(), frameCapacity: .max) == nil)
    var list = AudioBufferList(
      mNumberBuffers: 1, mBuffers: AudioBuffer(mNumberChannels: 2, mDataByteSize: 0, mData: nil))
    #expect(AVAudioPCMBuffer(pcmFormat: Make.format(interleaved: true), bufferListNoCopy: &list) == nil)
    list.mBuffers.mDataByteSize = 8
    #expect(AVAudioPCMBuffer(pcmFormat: Make.format(interleaved: true), bufferListNoCopy: &list) == nil)
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
      let made = try #require(buffer)
      #expect(made.frameCapacity == 3)
      #expect(made.frameLength == 3)
      #expect(made.audioBufferList.pointee.mBuffers.mData == memory.baseAddress)
      #expect(made.int16ChannelData?[1][4] == -6)
      made.int16ChannelData?[0][0] = 100
      #expect(AVAudioPCMBuffer(pcmFormat: Make.format(.pcmFormatInt16), bufferListNoCopy: &list) == nil)
      #expect(notice.sizes.isEmpty)
      buffer = nil
    }
    #expect(notice.sizes == [12])
    #expect(samples[0] == 100)
  }

  @Test("A copy has the same frames in memory of its own")
  func copies() throws {
    for format in [Make.format(), Make.format(.pcmFormatInt16, interleaved: true)] {
      let original = Make.tone(format, frames: 100)
      original.frameLength = 60
      let copy = try #require(original.copy() as? AVAudioPCMBuffer)
      #expect(copy.frameCapacity == 100)
      #expect(copy.frameLength == 60)
      #expect(Make.bytes(copy) == Make.bytes(original))
      #expect(copy.audioBufferList.pointee.mBuffers.mData != original.audioBufferList.pointee.mBuffers.mData)
      #expect(original.mutableCopy() is AVAudioPCMBuffer)
    }
  }

  @Test("A compressed buffer has room for its packets and their places")
  func compressed() throws {
    let settings: [String: Any] = [
      AVFormatIDKey: kAudioFormatMPEG4AAC, AVSampleRateKey: 44100, AVNumberOfChannelsKey: 2,
    ]
    let format = try #require(AVAudioFormat(settings: settings))
    let buffer = AVAudioCompressedBuffer(format: format, packetCapacity: 4, maximumPacketSize: 1536)
    #expect(buffer.packetCapacity == 4)
    #expect(buffer.packetCount == 0)
    #expect(buffer.maximumPacketSize == 1536)
    #expect(buffer.byteCapacity == 6144)
    #expect(buffer.byteLength == 0)
    #expect(buffer.audioBufferList.pointee.mBuffers.mDataByteSize == 0)
    #expect(buffer.mutableAudioBufferList.pointee.mBuffers.mDataByteSize == 6144)
    let places = try #require(buffer.packetDescriptions)
    places[0] = AudioStreamPacketDescription(mStartOffset: 0, mVariableFramesInPacket: 0, mDataByteSize: 3)
    buffer.data.copyMemory(from: [UInt8]([7, 8, 9]), byteCount: 3)
    buffer.packetCount = 1
    buffer.byteLength = 3
    #expect(Make.bytes(buffer) == [7, 8, 9])
    let copy = try #require(buffer.copy() as? AVAudioCompressedBuffer)
    #expect(Make.bytes(copy) == [7, 8, 9])
    #expect(copy.packetDescriptions?[0].mDataByteSize == 3)
    #expect(copy.packetCount == 1)

    var description = AudioStreamBasicDescription(
      mSampleRate: 8000, mFormatID: kAudioFormatULaw, mFormatFlags: 0, mBytesPerPacket: 1, mFramesPerPacket: 1,
      mBytesPerFrame: 1, mChannelsPerFrame: 1, mBitsPerChannel: 8, mReserved: 0)
    let law = AVAudioCompressedBuffer(
      format: try #require(AVAudioFormat(streamDescription: &description)), packetCapacity: 80)
    #expect(law.maximumPacketSize == 1)
    #expect(law.byteCapacity == 80)
    #expect(law.packetDescriptions == nil)
    law.packetCount = 50
    #expect(law.byteLength == 50)
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
