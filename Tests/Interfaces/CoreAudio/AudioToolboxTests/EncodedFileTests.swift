import AudioToolbox
import Foundation
import TestSupport
import Testing

@Suite("Files of encoded packets")
struct EncodedFileTests {
  /// A way to keep encoded sound.
  struct Kind: CustomStringConvertible, Sendable {
    var type: AudioFileTypeID
    var formatID: AudioFormatID
    var frames: UInt32
    /// Whether the file tells which frames are the recording.
    var marksRecording = true

    var description: String { "\(type) \(formatID)" }

    static let all = [
      Kind(type: kAudioFileM4AType, formatID: kAudioFormatMPEG4AAC, frames: 1024),
      Kind(type: kAudioFileM4AType, formatID: kAudioFormatMPEG4AAC_ELD, frames: 480),
      Kind(type: kAudioFileMPEG4Type, formatID: kAudioFormatMPEG4AAC_LD, frames: 512),
      Kind(type: kAudioFileCAFType, formatID: kAudioFormatMPEG4AAC, frames: 1024),
      Kind(type: kAudioFileCAFType, formatID: kAudioFormatMPEG4AAC_ELD, frames: 512),
      Kind(type: kAudioFileAAC_ADTSType, formatID: kAudioFormatMPEG4AAC, frames: 1024, marksRecording: false),
      Kind(type: kAudioFileLATMInLOASType, formatID: kAudioFormatMPEG4AAC_ELD, frames: 480, marksRecording: false),
    ]
  }

  /// With SBR, which only the cookie can tell of.
  private static let replicated = [
    Kind(type: kAudioFileM4AType, formatID: kAudioFormatMPEG4AAC_HE, frames: 2048),
    Kind(type: kAudioFileM4AType, formatID: kAudioFormatMPEG4AAC_HE_V2, frames: 2048),
    Kind(type: kAudioFileCAFType, formatID: kAudioFormatMPEG4AAC_HE_V2, frames: 2048),
    Kind(type: kAudioFileM4AType, formatID: kAudioFormatMPEG4AAC_ELD_SBR, frames: 1024),
    Kind(type: kAudioFileCAFType, formatID: kAudioFormatMPEG4AAC_ELD_SBR, frames: 480),
  ]

  private let frameCount = 20_000
  private var samples: [Int16] { EncoderTests.tone(frames: frameCount) }

  /// Packets of the tone with the encoder's cookie.
  private func encode(_ kind: Kind) throws -> (packets: [[UInt8]], cookie: [UInt8]) {
    let encoder = try makeConverter(.pcm(), .coded(kind.formatID, frames: kind.frames))
    defer { AudioConverterDispose(encoder) }
    let feed = PacketFeed([samples.withUnsafeBytes { Array($0) }])
    feed.bytesPerPacket = 4
    var packets: [[UInt8]] = []
    while true {
      var place = AudioStreamPacketDescription()
      let made = fill(encoder, feed, packets: 1, room: 20_000, descriptions: &place)
      expectEqual(made.status, noErr)
      guard made.packets == 1 else { break }
      packets.append(made.bytes)
    }
    var size: UInt32 = 0
    expectEqual(AudioConverterGetPropertyInfo(encoder, kAudioConverterCompressionMagicCookie, &size, nil), noErr)
    var cookie = [UInt8](repeating: 0, count: Int(size))
    expectEqual(AudioConverterGetProperty(encoder, kAudioConverterCompressionMagicCookie, &size, &cookie), noErr)
    return (packets, cookie)
  }

  /// When a program sets the cookie, if it does.
  enum CookieTime: CaseIterable {
    case before
    case after
    case never
  }

  @Test("Packets that are written with descriptions are read back", arguments: Kind.all, CookieTime.allCases)
  func packets(kind: Kind, time: CookieTime) throws {
    let (packets, cookie) = try encode(kind)
    let url = Fixture.temporary("audio")
    defer { try? FileManager.default.removeItem(at: url) }
    var format = AudioStreamBasicDescription.coded(kind.formatID, frames: kind.frames)
    var created: AudioFileID?
    expectEqual(AudioFileCreateWithURL(url as CFURL, kind.type, &format, .eraseFile, &created), noErr)
    let file = try required(created)
    let property = kAudioFilePropertyMagicCookieData
    if time == .before { expectEqual(AudioFileSetProperty(file, property, UInt32(cookie.count), cookie), noErr) }
    var bytes: [UInt8] = []
    var places: [AudioStreamPacketDescription] = []
    for packet in packets {
      places.append(
        AudioStreamPacketDescription(
          mStartOffset: Int64(bytes.count), mVariableFramesInPacket: 0, mDataByteSize: UInt32(packet.count)))
      bytes += packet
    }
    var count = UInt32(packets.count)
    expectEqual(AudioFileWritePackets(file, false, UInt32(bytes.count), places, 0, &count, bytes), noErr)
    expectEqual(Int(count), packets.count)
    // Streams have their configuration at the start.
    let canBeLate = kind.type != kAudioFileAAC_ADTSType && kind.type != kAudioFileLATMInLOASType
    if time == .after, canBeLate {
      expectEqual(AudioFileSetProperty(file, property, UInt32(cookie.count), cookie), noErr)
    }
    expectEqual(AudioFileClose(file), noErr)

    var opened: AudioFileID?
    expectEqual(AudioFileOpenURL(url as CFURL, .readPermission, 0, &opened), noErr)
    let reading = try required(opened)
    defer { AudioFileClose(reading) }
    var found = AudioStreamBasicDescription()
    var size: UInt32 = 40
    expectEqual(AudioFileGetProperty(reading, kAudioFilePropertyDataFormat, &size, &found), noErr)
    expectEqual(found.mFormatID, kind.formatID)
    expectEqual(found.mFramesPerPacket, kind.frames)
    var buffer = [UInt8](repeating: 0, count: bytes.count)
    var room = UInt32(bytes.count)
    count = UInt32(packets.count)
    expectEqual(AudioFileReadPacketData(reading, false, &room, nil, 0, &count, &buffer), noErr)
    expectEqual(Int(count), packets.count)
    expectEqual(buffer, bytes)
  }

  @Test("Sound goes through an extended file into packets and back", arguments: Kind.all + replicated)
  func extendedFile(kind: Kind) throws {
    let url = Fixture.temporary("audio")
    defer { try? FileManager.default.removeItem(at: url) }
    var format = AudioStreamBasicDescription.coded(kind.formatID, frames: 0)
    if kind.frames == 480 { format.mFramesPerPacket = 480 }
    var created: ExtAudioFileRef?
    expectEqual(
      ExtAudioFileCreateWithURL(url as CFURL, kind.type, &format, nil, AudioFileFlags.eraseFile.rawValue, &created),
      noErr)
    let file = try required(created)
    var manufacturer = kAppleHardwareAudioCodecManufacturer
    expectEqual(ExtAudioFileSetProperty(file, kExtAudioFileProperty_CodecManufacturer, 4, &manufacturer), noErr)
    manufacturer = 7
    expectEqual(
      ExtAudioFileSetProperty(file, kExtAudioFileProperty_CodecManufacturer, 4, &manufacturer), kAudio_ParamError)
    var client = AudioStreamBasicDescription.pcm()
    expectEqual(ExtAudioFileSetProperty(file, kExtAudioFileProperty_ClientDataFormat, 40, &client), noErr)
    var converter: AudioConverterRef?
    var size: UInt32 = 8
    expectEqual(ExtAudioFileGetProperty(file, kExtAudioFileProperty_AudioConverter, &size, &converter), noErr)
    // One channel of a core at half the rate has no use for as much.
    var bitRate: UInt32 = kind.formatID == kAudioFormatMPEG4AAC_HE_V2 ? 48000 : 96000
    expectEqual(AudioConverterSetProperty(try #require(converter), kAudioConverterEncodeBitRate, 4, &bitRate), noErr)
    var configuration: UInt = 0
    expectEqual(ExtAudioFileSetProperty(file, kExtAudioFileProperty_ConverterConfig, 8, &configuration), noErr)
    expectEqual(
      ExtAudioFileSetProperty(file, kExtAudioFileProperty_ConverterConfig, 4, &configuration),
      kExtAudioFileError_InvalidPropertySize)
    expectEqual(ExtAudioFileWriteAsync(file, 0, nil), noErr)
    var written = samples
    for start in stride(from: 0, to: frameCount, by: 700) {
      let count = min(700, frameCount - start)
      let status = written.withUnsafeMutableBytes { memory in
        var list = AudioBufferList(
          mNumberBuffers: 1,
          mBuffers: AudioBuffer(
            mNumberChannels: 2, mDataByteSize: UInt32(count * 4), mData: memory.baseAddress.map { $0 + start * 4 }))
        return start % 1400 == 0
          ? ExtAudioFileWriteAsync(file, UInt32(count), &list) : ExtAudioFileWrite(file, UInt32(count), &list)
      }
      expectEqual(status, noErr)
    }
    expectEqual(ExtAudioFileDispose(file), noErr)
    try check(url, kind)
  }

  private func check(_ url: URL, _ kind: Kind) throws {
    var opened: ExtAudioFileRef?
    expectEqual(ExtAudioFileOpenURL(url as CFURL, &opened), noErr)
    let reading = try required(opened)
    defer { ExtAudioFileDispose(reading) }
    var client = AudioStreamBasicDescription.pcm()
    expectEqual(ExtAudioFileSetProperty(reading, kExtAudioFileProperty_ClientDataFormat, 40, &client), noErr)
    var length: Int64 = 0
    var size: UInt32 = 8
    expectEqual(ExtAudioFileGetProperty(reading, kExtAudioFileProperty_FileLengthFrames, &size, &length), noErr)
    guard kind.marksRecording else {
      expectGreaterOrEqual(length, Int64(frameCount))
      return
    }
    expectEqual(length, Int64(frameCount))
    var sound = [Int16](repeating: 0, count: frameCount * 2)
    var count = UInt32(frameCount)
    let status = sound.withUnsafeMutableBytes { memory in
      var list = AudioBufferList(
        mNumberBuffers: 1,
        mBuffers: AudioBuffer(mNumberChannels: 2, mDataByteSize: UInt32(memory.count), mData: memory.baseAddress))
      return ExtAudioFileRead(reading, &count, &list)
    }
    expectEqual(status, noErr)
    expectEqual(Int(count), frameCount)
    let wanted = samples
    var (signal, noise) = (0.0, 0.0)
    for index in 4000..<(frameCount * 2 - 4000) {
      signal += Double(wanted[index]) * Double(wanted[index])
      let difference = Double(wanted[index]) - Double(sound[index])
      noise += difference * difference
    }
    expectGreater(signal, 100 * noise, "\(signal / noise)")
  }

  @Test("Which frames of a file are the recording can be told from outside")
  func packetTableOverride() throws {
    var opened: ExtAudioFileRef?
    expectEqual(ExtAudioFileOpenURL(Fixture.music as CFURL, &opened), noErr)
    let file = try required(opened)
    defer { ExtAudioFileDispose(file) }
    // 368 packets of 480 frames, of which 240 are priming.
    var table = AudioFilePacketTableInfo(mNumberValidFrames: 1000, mPrimingFrames: -1, mRemainderFrames: -2)
    let property = kExtAudioFileProperty_PacketTable
    expectEqual(ExtAudioFileSetProperty(file, property, 16, &table), noErr)
    var length: Int64 = 0
    var size: UInt32 = 8
    expectEqual(ExtAudioFileGetProperty(file, kExtAudioFileProperty_FileLengthFrames, &size, &length), noErr)
    expectEqual(length, 1000)
    var found = AudioFilePacketTableInfo()
    size = 16
    expectEqual(ExtAudioFileGetProperty(file, property, &size, &found), noErr)
    expectEqual(found.mPrimingFrames, 240)
    expectEqual(found.mRemainderFrames, 368 * 480 - 240 - 1000)
    table.mNumberValidFrames = 1_000_000
    expectEqual(ExtAudioFileSetProperty(file, property, 16, &table), kAudio_ParamError)
    expectEqual(ExtAudioFileSetProperty(file, property, 15, &table), kExtAudioFileError_InvalidPropertySize)
  }

  @Test(
    "A CAF file of Apple Lossless tells how many bits its samples had",
    arguments: [
      (AudioFormatFlags(kAppleLosslessFormatFlag_16BitSourceData), Int32(16)),
      (AudioFormatFlags(kAppleLosslessFormatFlag_20BitSourceData), Int32(20)),
      (AudioFormatFlags(kAppleLosslessFormatFlag_24BitSourceData), Int32(24)),
      (AudioFormatFlags(kAppleLosslessFormatFlag_32BitSourceData), Int32(32)),
    ] as [(AudioFormatFlags, Int32)])
  func sourceBitDepth(flags: AudioFormatFlags, depth: Int32) throws {
    var input = AudioStreamBasicDescription.pcm(32)
    var format = AudioStreamBasicDescription.coded(kAudioFormatAppleLossless, frames: 4096)
    format.mFormatFlags = flags
    let url = Fixture.temporary("caf")
    defer { try? FileManager.default.removeItem(at: url) }
    var made: ExtAudioFileRef?
    let erasing = AudioFileFlags.eraseFile.rawValue
    try #require(ExtAudioFileCreateWithURL(url as CFURL, kAudioFileCAFType, &format, nil, erasing, &made) == noErr)
    let writing = try required(made)
    let size = UInt32(MemoryLayout<AudioStreamBasicDescription>.size)
    expectEqual(ExtAudioFileSetProperty(writing, kExtAudioFileProperty_ClientDataFormat, size, &input), noErr)
    let sound = OneBuffer(8000)
    expectEqual(ExtAudioFileWrite(writing, 1000, sound.list), noErr)
    expectEqual(ExtAudioFileDispose(writing), noErr)
    var opened: AudioFileID?
    try #require(AudioFileOpenURL(url as CFURL, .readPermission, 0, &opened) == noErr)
    let reading = try required(opened)
    defer { AudioFileClose(reading) }
    var (told, four): (Int32, UInt32) = (0, 4)
    expectEqual(AudioFileGetProperty(reading, kAudioFilePropertySourceBitDepth, &four, &told), noErr)
    expectEqual(told, depth)
  }
}
