import AudioToolbox
import Foundation
import TestSupport
import Testing

/// What programs written for Core Audio count on, though no header says it.
@Suite("Habits of Core Audio that programs count on")
struct CoreAudioHabitsTests {
  private func create(
    _ url: URL, _ type: AudioFileTypeID, _ format: AudioStreamBasicDescription
  ) throws -> AudioFileID {
    var format = format
    var file: AudioFileID?
    try #require(AudioFileCreateWithURL(url as CFURL, type, &format, .eraseFile, &file) == noErr)
    return try required(file)
  }

  private func open(_ url: URL) throws -> AudioFileID {
    var file: AudioFileID?
    try #require(AudioFileOpenURL(url as CFURL, .readPermission, 0, &file) == noErr)
    return try required(file)
  }

  @Test("Constant packets are counted by their number, whatever is said of bytes", arguments: [0, 100, 400, 9999])
  func constantPackets(told: UInt32) throws {
    let url = Fixture.temporary("wav")
    defer { try? FileManager.default.removeItem(at: url) }
    let bytes = (0..<400).map { UInt8(truncatingIfNeeded: $0) }
    let writing = try create(url, kAudioFileWAVEType, .pcm())
    var count: UInt32 = 100
    expectEqual(AudioFileWritePackets(writing, false, told, nil, 0, &count, bytes), noErr)
    expectEqual(count, 100)
    expectEqual(AudioFileClose(writing), noErr)
    let reading = try open(url)
    var found = [UInt8](repeating: 0, count: 500)
    count = 500
    expectEqual(AudioFileReadBytes(reading, false, 0, &count, &found), kAudioFileEndOfFileError)
    expectEqual(Array(found.prefix(Int(count))), bytes)
    expectEqual(AudioFileClose(reading), noErr)
  }

  @Test("An encoded file made without a rate takes that of the client", arguments: [16_000.0, 44_100, 48_000])
  func rateOfTheClient(rate: Double) throws {
    let url = Fixture.temporary("m4a")
    defer { try? FileManager.default.removeItem(at: url) }
    var format = AudioStreamBasicDescription.coded(kAudioFormatMPEG4AAC, rate: 0, frames: 0)
    var made: ExtAudioFileRef?
    let erasing = AudioFileFlags.eraseFile.rawValue
    expectEqual(ExtAudioFileCreateWithURL(url as CFURL, kAudioFileM4AType, &format, nil, erasing, &made), noErr)
    let file = try required(made)
    var told = AudioStreamBasicDescription()
    var size: UInt32 = 40
    expectEqual(ExtAudioFileGetProperty(file, kExtAudioFileProperty_FileDataFormat, &size, &told), noErr)
    expectEqual(told.mSampleRate, 0)
    var sound = [Int16](repeating: 0, count: 2 * 4096)
    let write = {
      sound.withUnsafeMutableBytes { memory in
        var list = AudioBufferList(
          mNumberBuffers: 1,
          mBuffers: AudioBuffer(
            mNumberChannels: 2, mDataByteSize: UInt32(memory.count), mData: memory.baseAddress))
        return ExtAudioFileWrite(file, 4096, &list)
      }
    }
    expectEqual(write(), kExtAudioFileError_InvalidOperationOrder)
    var client = AudioStreamBasicDescription.pcm(rate: rate)
    expectEqual(ExtAudioFileSetProperty(file, kExtAudioFileProperty_ClientDataFormat, 40, &client), noErr)
    expectEqual(ExtAudioFileGetProperty(file, kExtAudioFileProperty_FileDataFormat, &size, &told), noErr)
    expectEqual(told.mSampleRate, rate)
    expectEqual(write(), noErr)
    expectEqual(ExtAudioFileDispose(file), noErr)
    let reading = try open(url)
    expectEqual(AudioFileGetProperty(reading, kAudioFilePropertyDataFormat, &size, &told), noErr)
    expectEqual(told.mSampleRate, rate)
    var seconds = 0.0
    size = 8
    expectEqual(AudioFileGetProperty(reading, kAudioFilePropertyEstimatedDuration, &size, &seconds), noErr)
    expectLess(abs(seconds - 4096 / rate), 0.001)
    expectEqual(AudioFileClose(reading), noErr)
  }

  @Test("FLAC that is written through an extended file states the MD5 of its samples")
  func checksumOfFLAC() throws {
    let url = Fixture.temporary("flac")
    defer { try? FileManager.default.removeItem(at: url) }
    var format = AudioStreamBasicDescription.coded(kAudioFormatFLAC, frames: 0)
    var made: ExtAudioFileRef?
    let erasing = AudioFileFlags.eraseFile.rawValue
    try #require(ExtAudioFileCreateWithURL(url as CFURL, kAudioFileFLACType, &format, nil, erasing, &made) == noErr)
    let file = try required(made)
    var client = AudioStreamBasicDescription.pcm()
    expectEqual(ExtAudioFileSetProperty(file, kExtAudioFileProperty_ClientDataFormat, 40, &client), noErr)
    var sound = [UInt8](repeating: 0, count: 16_384)
    let status = sound.withUnsafeMutableBytes { memory in
      var list = AudioBufferList(
        mNumberBuffers: 1,
        mBuffers: AudioBuffer(mNumberChannels: 2, mDataByteSize: UInt32(memory.count), mData: memory.baseAddress))
      return ExtAudioFileWrite(file, 4096, &list)
    }
    expectEqual(status, noErr)
    expectEqual(ExtAudioFileDispose(file), noErr)
    // RFC 9639, 8.2: behind the marker and a block's header, the last sixteen bytes of STREAMINFO. `md5sum` of 16,384
    // zeros.
    let bytes = [UInt8](try Data(contentsOf: url))
    expectEqual(
      Array(bytes[26..<42]),
      [
        0xCE, 0x33, 0x8F, 0xE6, 0x89, 0x97, 0x78, 0xAA, 0xCF, 0xC2, 0x84, 0x14, 0xF2, 0xD9, 0x49, 0x8B,
      ])
  }

  @Test(
    "Linear PCM whose file names no loudspeakers has no channel layout",
    arguments: [(kAudioFileWAVEType, UInt32(0)), (kAudioFileAIFFType, kAudioFormatFlagIsBigEndian)])
  func noLayout(type: AudioFileTypeID, flags: UInt32) throws {
    let url = Fixture.temporary("sound")
    defer { try? FileManager.default.removeItem(at: url) }
    var format = AudioStreamBasicDescription.pcm()
    format.mFormatFlags |= flags
    let writing = try create(url, type, format)
    var count: UInt32 = 100
    expectEqual(AudioFileWritePackets(writing, false, 400, nil, 0, &count, [UInt8](repeating: 1, count: 400)), noErr)
    expectEqual(AudioFileClose(writing), noErr)
    let file = try open(url)
    var size: UInt32 = 0
    let property = kAudioFilePropertyChannelLayout
    expectEqual(AudioFileGetPropertyInfo(file, property, &size, nil), kAudioFileUnsupportedPropertyError)
    expectEqual(AudioFileClose(file), noErr)
    var opened: ExtAudioFileRef?
    expectEqual(ExtAudioFileOpenURL(url as CFURL, &opened), noErr)
    let extended = try required(opened)
    for property in [kExtAudioFileProperty_FileChannelLayout, kExtAudioFileProperty_ClientChannelLayout] {
      expectEqual(ExtAudioFileGetPropertyInfo(extended, property, &size, nil), kExtAudioFileError_InvalidProperty)
    }
    // Programs that copy no layout may then ask for another number of channels.
    var mono = AudioStreamBasicDescription.pcm(channels: 1)
    expectEqual(ExtAudioFileSetProperty(extended, kExtAudioFileProperty_ClientDataFormat, 40, &mono), noErr)
    expectEqual(ExtAudioFileDispose(extended), noErr)
  }

  @Test("A layout that the file does state is told")
  func statedLayout() throws {
    let url = Fixture.temporary("wav")
    defer { try? FileManager.default.removeItem(at: url) }
    let writing = try create(url, kAudioFileWAVEType, .pcm(channels: 6))
    var layout = AudioChannelLayout()
    layout.mChannelLayoutTag = kAudioChannelLayoutTag_MPEG_5_1_A
    expectEqual(AudioFileSetProperty(writing, kAudioFilePropertyChannelLayout, 12, &layout), noErr)
    var count: UInt32 = 10
    expectEqual(AudioFileWritePackets(writing, false, 120, nil, 0, &count, [UInt8](repeating: 1, count: 120)), noErr)
    expectEqual(AudioFileClose(writing), noErr)
    let file = try open(url)
    var size: UInt32 = 0
    expectEqual(AudioFileGetPropertyInfo(file, kAudioFilePropertyChannelLayout, &size, nil), noErr)
    expectGreaterOrEqual(size, 12)
    expectEqual(AudioFileClose(file), noErr)
  }
}
