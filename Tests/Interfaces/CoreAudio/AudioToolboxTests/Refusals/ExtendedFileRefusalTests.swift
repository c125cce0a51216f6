import AudioToolbox
import Foundation
import TestSupport
import Testing

/// What Extended Audio File Services refuse.
@Suite("Extended files: what is refused")
struct ExtendedFileRefusalTests {
  private static let parameter = kAudio_ParamError
  private static let order = kExtAudioFileError_InvalidOperationOrder

  private static func set(_ file: ExtAudioFileRef, _ property: ExtAudioFilePropertyID, _ bytes: [UInt8]) -> OSStatus {
    ExtAudioFileSetProperty(file, property, UInt32(bytes.count), bytes)
  }

  private static func bytes<Value>(_ value: Value) -> [UInt8] { withUnsafeBytes(of: value) { Array($0) } }

  @Test("Opening, making and wrapping: null pointers, layouts that are none, the wrong direction")
  func opening() throws {
    let (url, other) = (Fixture.temporary("caf"), Fixture.temporary("wav"))
    defer { for place in [url, other] { try? FileManager.default.removeItem(at: place) } }
    var (file, pcm): (ExtAudioFileRef?, AudioStreamBasicDescription) = (nil, .pcm())
    let reading = try FileRefusalTests.open(Fixture.music)
    expectEqual(AudioFileClose(try FileRefusalTests.make(other)), noErr)
    let writing = try FileRefusalTests.open(other, .writePermission)
    let erase = AudioFileFlags.eraseFile.rawValue
    func create(_ tag: AudioChannelLayoutTag) -> OSStatus {
      var layout = AudioChannelLayout()
      layout.mChannelLayoutTag = tag
      return ExtAudioFileCreateWithURL(url as CFURL, kAudioFileCAFType, &pcm, &layout, erase, &file)
    }
    Refusal.check([
      Refusal("ExtAudioFileOpenURL", "no place", Self.parameter) {
        ExtAudioFileOpenURL(Fixture.music as CFURL, nothing())
      },
      Refusal("ExtAudioFileCreateWithURL", "no format", Self.parameter) {
        ExtAudioFileCreateWithURL(url as CFURL, kAudioFileCAFType, nothing(), nil, erase, &file)
      },
      Refusal("ExtAudioFileCreateWithURL", "no place", Self.parameter) {
        ExtAudioFileCreateWithURL(url as CFURL, kAudioFileCAFType, &pcm, nil, erase, nothing())
      },
      Refusal("ExtAudioFileCreateWithURL", "a layout that is none", Self.parameter) { create(0x00F0_0002) },
      Refusal("ExtAudioFileWrapAudioFileID", "no place", Self.parameter) {
        ExtAudioFileWrapAudioFileID(reading, false, nothing())
      },
      Refusal("ExtAudioFileWrapAudioFileID", "writing a file that is read", kAudioFilePermissionsError) {
        ExtAudioFileWrapAudioFileID(reading, true, &file)
      },
      Refusal("ExtAudioFileWrapAudioFileID", "reading a file that is written", kAudioFilePermissionsError) {
        ExtAudioFileWrapAudioFileID(writing, false, &file)
      },
      Refusal("ExtAudioFileDispose", "null", Self.parameter) { ExtAudioFileDispose(nothing()) },
    ])
    expectNil(file)
    expectEqual(AudioFileClose(reading), noErr)
    expectEqual(AudioFileClose(writing), noErr)
  }

  @Test("Reading: null pointers, no client format, no room, places that there are not")
  func reading() throws {
    var opened: ExtAudioFileRef?
    expectEqual(ExtAudioFileOpenURL(Fixture.music as CFURL, &opened), noErr)
    let file = try required(opened)
    defer { ExtAudioFileDispose(file) }
    let buffer = OneBuffer(400)
    var (count, place): (UInt32, Int64) = (1, 0)
    let noSeek = kExtAudioFileError_InvalidSeek
    func read(_ frames: UInt32 = 100) -> OSStatus {
      count = frames
      defer { buffer.reset() }
      return ExtAudioFileRead(file, &count, buffer.list)
    }
    // The client's format is the file's own until it is set, and that is not linear PCM.
    expectEqual(read(), kExtAudioFileError_NonPCMClientFormat)
    let pcm = Self.bytes(AudioStreamBasicDescription.pcm())
    expectEqual(Self.set(file, kExtAudioFileProperty_ClientDataFormat, pcm), noErr)
    Refusal.check([
      Refusal("ExtAudioFileRead", "no count", Self.parameter) { ExtAudioFileRead(file, nothing(), buffer.list) },
      Refusal("ExtAudioFileRead", "no list", Self.parameter) { ExtAudioFileRead(file, &count, nothing()) },
      Refusal("ExtAudioFileRead", "no buffer", kAudioConverterErr_InvalidOutputSize) {
        buffer.list.pointee.mNumberBuffers = 0
        return read()
      },
      Refusal("ExtAudioFileRead", "no memory", Self.parameter) {
        buffer.list.pointee.mBuffers.mData = nil
        return read()
      },
      Refusal("ExtAudioFileRead", "no room", kAudioConverterErr_InvalidOutputSize) {
        buffer.list.pointee.mBuffers.mDataByteSize = 3
        return read()
      },
      Refusal("ExtAudioFileSeek", "before the start", noSeek) { ExtAudioFileSeek(file, -1) },
      Refusal("ExtAudioFileSeek", "long before the start", noSeek) { ExtAudioFileSeek(file, .min) },
      Refusal("ExtAudioFileSeek", "behind the end", noSeek) { ExtAudioFileSeek(file, 1_000_000) },
      Refusal("ExtAudioFileSeek", "far behind the end", noSeek) { ExtAudioFileSeek(file, .max) },
      Refusal("ExtAudioFileTell", "no place", Self.parameter) { ExtAudioFileTell(file, nothing()) },
      Refusal("ExtAudioFileWrite", "a file that is read", Self.order) { ExtAudioFileWrite(file, 1, buffer.list) },
      Refusal("ExtAudioFileWriteAsync", "a file that is read", Self.order) {
        ExtAudioFileWriteAsync(file, 1, buffer.list)
      },
    ])
    expectEqual(read(0), noErr)
    expectEqual(count, 0)
    expectEqual(ExtAudioFileTell(file, &place), noErr)
    expectEqual(place, 0)
    expectEqual(read(), noErr)
    expectEqual(count, 100)
    expectEqual(ExtAudioFileTell(file, &place), noErr)
    expectEqual(place, 100)
  }

  @Test("Properties: null pointers, sizes, values, and what can only be read")
  func properties() throws {
    var opened: ExtAudioFileRef?
    expectEqual(ExtAudioFileOpenURL(Fixture.music as CFURL, &opened), noErr)
    let file = try required(opened)
    defer { ExtAudioFileDispose(file) }
    let (absent, wrongSize) = (kExtAudioFileError_InvalidProperty, kExtAudioFileError_InvalidPropertySize)
    var (size, value): (UInt32, UInt64) = (8, 0)
    let client = kExtAudioFileProperty_ClientDataFormat
    expectEqual(Self.set(file, client, Self.bytes(AudioStreamBasicDescription.pcm())), noErr)
    Refusal.check([
      Refusal("ExtAudioFileGetPropertyInfo", "unknown", absent) {
        ExtAudioFileGetPropertyInfo(file, 0x3F3F_3F3F, &size, nil)
      },
      Refusal("ExtAudioFileGetProperty", "unknown", absent) {
        ExtAudioFileGetProperty(file, 0x3F3F_3F3F, &size, &value)
      },
      Refusal("ExtAudioFileGetProperty", "no size", Self.parameter) {
        ExtAudioFileGetProperty(file, client, nothing(), &value)
      },
      Refusal("ExtAudioFileGetProperty", "no place", Self.parameter) {
        ExtAudioFileGetProperty(file, client, &size, nothing())
      },
      Refusal("ExtAudioFileGetProperty", "no room", wrongSize) {
        size = 7
        return ExtAudioFileGetProperty(file, kExtAudioFileProperty_FileLengthFrames, &size, &value)
      },
      Refusal("ExtAudioFileSetProperty", "no value", Self.parameter) {
        ExtAudioFileSetProperty(file, client, 40, nothing())
      },
    ])
    expectEqual(size, 8)
    let mono = Self.bytes((kAudioChannelLayoutTag_Mono, UInt32(0), UInt32(0)))
    let unknown = Self.bytes((UInt32(0x00F0_0002), UInt32(0), UInt32(0)))
    let nan = Self.bytes(AudioStreamBasicDescription.pcm(rate: .nan))
    func table(_ valid: Int64, _ priming: Int32, _ remainder: Int32) -> [UInt8] {
      Self.bytes(
        AudioFilePacketTableInfo(mNumberValidFrames: valid, mPrimingFrames: priming, mRemainderFrames: remainder))
    }
    let rows: [(ExtAudioFilePropertyID, [UInt8], OSStatus)] = [
      (kExtAudioFileProperty_FileDataFormat, [UInt8](repeating: 0, count: 40), absent), (0x3F3F_3F3F, [0], absent),
      (kExtAudioFileProperty_FileLengthFrames, [UInt8](repeating: 0, count: 8), absent), (client, [], wrongSize),
      (kExtAudioFileProperty_FileChannelLayout, mono, absent), (client, nan, kAudioConverterErr_FormatNotSupported),
      (kExtAudioFileProperty_ClientChannelLayout, [0, 0, 0, 0], wrongSize),
      (kExtAudioFileProperty_ClientChannelLayout, unknown, Self.parameter),
      (kExtAudioFileProperty_ClientChannelLayout, mono, kExtAudioFileError_InvalidChannelMap),
      (kExtAudioFileProperty_IOBufferSizeBytes, [0, 0], wrongSize),
      (kExtAudioFileProperty_CodecManufacturer, [0, 0], wrongSize),
      (kExtAudioFileProperty_CodecManufacturer, Self.bytes(UInt32(0x3F3F_3F3F)), Self.parameter),
      (kExtAudioFileProperty_ConverterConfig, [0, 0, 0, 0], wrongSize),
      (kExtAudioFileProperty_PacketTable, [0, 0, 0, 0], wrongSize),
      (kExtAudioFileProperty_PacketTable, table(.max, 0, 0), Self.parameter),
      (kExtAudioFileProperty_PacketTable, table(-1, .max, .max), Self.parameter),
    ]
    for (property, value, expected) in rows {
      expectEqual(Self.set(file, property, value), expected, "\(property), \(value)")
    }
    expectEqual(Self.set(file, kExtAudioFileProperty_IOBufferSizeBytes, Self.bytes(UInt32(0))), noErr)
    // It still reads.
    let buffer = OneBuffer(400)
    var count: UInt32 = 100
    expectEqual(ExtAudioFileRead(file, &count, buffer.list), noErr)
    expectEqual(count, 100)
  }

  @Test("Writing: null pointers, too few bytes, and reading what is written")
  func writing() throws {
    let url = Fixture.temporary("wav")
    defer { try? FileManager.default.removeItem(at: url) }
    var (made, pcm): (ExtAudioFileRef?, AudioStreamBasicDescription) = (nil, .pcm())
    expectEqual(ExtAudioFileCreateWithURL(url as CFURL, kAudioFileWAVEType, &pcm, nil, 0, &made), noErr)
    let file = try required(made)
    let buffer = OneBuffer(400)
    var count: UInt32 = 1
    func write(_ frames: UInt32) -> OSStatus {
      defer { buffer.reset() }
      return ExtAudioFileWrite(file, frames, buffer.list)
    }
    Refusal.check([
      Refusal("ExtAudioFileWrite", "no list", Self.parameter) { ExtAudioFileWrite(file, 1, nothing()) },
      Refusal("ExtAudioFileWrite", "no buffer", Self.parameter) {
        buffer.list.pointee.mNumberBuffers = 0
        return write(1)
      },
      Refusal("ExtAudioFileWrite", "no memory", Self.parameter) {
        buffer.list.pointee.mBuffers.mData = nil
        return write(1)
      },
      Refusal("ExtAudioFileWrite", "too few bytes", Self.parameter) { write(101) },
      Refusal("ExtAudioFileWrite", "far too few bytes", Self.parameter) { write(.max) },
      Refusal("ExtAudioFileRead", "a file that is written", Self.order) {
        ExtAudioFileRead(file, &count, buffer.list)
      },
      Refusal("ExtAudioFileSeek", "a file that is written", Self.order) { ExtAudioFileSeek(file, 0) },
    ])
    buffer.reset()
    expectEqual(write(0), noErr)
    expectEqual(ExtAudioFileWriteAsync(file, 0, nil), noErr)
    expectEqual(write(100), noErr)
    var place: Int64 = 0
    expectEqual(ExtAudioFileTell(file, &place), noErr)
    expectEqual(place, 100)
    expectEqual(ExtAudioFileDispose(file), noErr)
    expectEqual(ExtAudioFileDispose(file), Self.parameter)
  }
}
