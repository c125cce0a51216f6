import AVFoundation
import AudioToolbox
import TestSupport
import Testing

@Suite("xHE-AAC through AVFAudio", .needs(.shared("vectors-usac")))
struct UnifiedSpeechTests {
  /// Bytes of a file through the C API, whose samples are those of the decoder: AudioToolboxTests.
  private func samples(_ url: URL, channels: Int) throws -> [[Float]] {
    var file: ExtAudioFileRef?
    try #require(ExtAudioFileOpenURL(url as CFURL, &file) == noErr)
    let opened = try required(file)
    defer { ExtAudioFileDispose(opened) }
    let size = UInt32(4 * channels)
    var client = AudioStreamBasicDescription(
      mSampleRate: 48000, mFormatID: kAudioFormatLinearPCM,
      mFormatFlags: kAudioFormatFlagIsFloat | kAudioFormatFlagIsPacked, mBytesPerPacket: size, mFramesPerPacket: 1,
      mBytesPerFrame: size, mChannelsPerFrame: UInt32(channels), mBitsPerChannel: 32, mReserved: 0)
    let formatSize = UInt32(MemoryLayout<AudioStreamBasicDescription>.size)
    expectEqual(ExtAudioFileSetProperty(opened, kExtAudioFileProperty_ClientDataFormat, formatSize, &client), noErr)
    var result = [[Float]](repeating: [], count: channels)
    var portion = [Float](repeating: 0, count: 1000 * channels)
    while true {
      var count: UInt32 = 1000
      let status = portion.withUnsafeMutableBytes { memory in
        var list = AudioBufferList(
          mNumberBuffers: 1,
          mBuffers: AudioBuffer(
            mNumberChannels: UInt32(channels), mDataByteSize: UInt32(memory.count), mData: memory.baseAddress))
        return ExtAudioFileRead(opened, &count, &list)
      }
      try #require(status == noErr)
      guard count > 0 else { return result }
      for frame in 0..<Int(count) {
        for channel in 0..<channels { result[channel].append(portion[frame * channels + channel]) }
      }
    }
  }

  @Test("A file is read with the samples of the C API, whole and from a frame in the middle")
  func reading() throws {
    let url = try SharedFiles.file("vectors-usac/xa_sbr21_mps_48000_st_32k_wz11/v.m4a")
    let file = try AVAudioFile(forReading: url)
    expectEqual(file.fileFormat.streamDescription.pointee.mFormatID, kAudioFormatMPEGD_USAC)
    #expect(file.processingFormat.sampleRate == 48000 && file.processingFormat.channelCount == 2)
    let expected = try samples(url, channels: 2)
    #expect(file.length == Int64(expected[0].count) && file.length > 0)
    let buffer = try required(AVAudioPCMBuffer(pcmFormat: file.processingFormat, frameCapacity: UInt32(file.length)))
    // The stream has one packet that needs no other, the first: from the middle, too, the samples are the same.
    for start in [0, 30_000] {
      file.framePosition = Int64(start)
      try file.read(into: buffer)
      expectEqual(Int(buffer.frameLength), expected[0].count - start)
      for channel in 0..<2 {
        let found = Make.samples(buffer, channel).map { Float($0) }
        expectEqual(found, Array(expected[channel][start...]), "channel \(channel) from \(start) on")
      }
    }
  }
}
