import AudioToolbox
import Foundation
import TestSupport
import Testing

/// What Audio File Services refuse about opening, making and properties.
@Suite("Files: opening, making and properties that are refused")
struct FileRefusalTests {
  static let parameter = kAudio_ParamError

  /// A file of a hundred frames with two channels of 16 bits.
  static func make(_ url: URL, _ type: AudioFileTypeID = kAudioFileWAVEType) throws -> AudioFileID {
    var format = AudioStreamBasicDescription.pcm()
    var file: AudioFileID?
    let status = AudioFileCreateWithURL(url as CFURL, type, &format, .eraseFile, &file)
    guard status == noErr, let file else { throw TestFailure(status: status) }
    var count: UInt32 = 100
    let bytes = [UInt8](repeating: 3, count: 400)
    expectEqual(AudioFileWritePackets(file, false, 400, nil, 0, &count, bytes), noErr)
    return file
  }

  static func open(_ url: URL, _ permissions: AudioFilePermissions = .readPermission) throws -> AudioFileID {
    var file: AudioFileID?
    let status = AudioFileOpenURL(url as CFURL, permissions, 0, &file)
    guard status == noErr, let file else { throw TestFailure(status: status) }
    return file
  }

  @Test("Files that cannot be opened or made")
  func opening() throws {
    let (url, empty) = (Fixture.temporary("wav"), Fixture.temporary("wav"))
    defer { for place in [url, empty] { try? FileManager.default.removeItem(at: place) } }
    try Data().write(to: empty)
    let lost = Fixture.temporary("folder").appending(path: "a.wav")
    var file: AudioFileID?
    func create(_ place: URL, _ change: (inout AudioStreamBasicDescription) -> Void) -> OSStatus {
      var format = AudioStreamBasicDescription.pcm()
      change(&format)
      return AudioFileCreateWithURL(place as CFURL, kAudioFileWAVEType, &format, .eraseFile, &file)
    }
    let noFormat = kAudioFileUnsupportedDataFormatError
    var pcm = AudioStreamBasicDescription.pcm()
    Refusal.check([
      Refusal("AudioFileOpenURL", "no place", Self.parameter) {
        AudioFileOpenURL(Fixture.music as CFURL, .readPermission, 0, nothing())
      },
      Refusal("AudioFileOpenURL", "permissions that there are not", kAudioFilePermissionsError) {
        AudioFileOpenURL(Fixture.music as CFURL, AudioFilePermissions(rawValue: 7)!, 0, &file)
      },
      Refusal("AudioFileOpenURL", "an empty file", kAudioFileUnsupportedFileTypeError) {
        AudioFileOpenURL(empty as CFURL, .readPermission, 0, &file)
      },
      Refusal("AudioFileOpenURL", "no folder", kAudioFileFileNotFoundError) {
        AudioFileOpenURL(lost as CFURL, .readPermission, 0, &file)
      },
      Refusal("AudioFileCreateWithURL", "no format", Self.parameter) {
        AudioFileCreateWithURL(url as CFURL, kAudioFileWAVEType, nothing(), [], &file)
      },
      Refusal("AudioFileCreateWithURL", "no place", Self.parameter) {
        AudioFileCreateWithURL(url as CFURL, kAudioFileWAVEType, &pcm, [], nothing())
      },
      Refusal("AudioFileCreateWithURL", "no folder", kAudioFileFileNotFoundError) { create(lost) { _ in } },
      Refusal("AudioFileCreateWithURL", "a folder", kAudioFilePermissionsError) {
        create(FileManager.default.temporaryDirectory) { _ in }
      },
      Refusal("AudioFileCreateWithURL", "no rate", noFormat) { create(url) { $0.mSampleRate = 0 } },
      Refusal("AudioFileCreateWithURL", "a rate that is none", noFormat) { create(url) { $0.mSampleRate = .nan } },
      Refusal("AudioFileCreateWithURL", "no channels", noFormat) { create(url) { $0.mChannelsPerFrame = 0 } },
      Refusal("AudioFileCreateWithURL", "channels without end", noFormat) {
        create(url) { $0.mChannelsPerFrame = .max }
      },
      Refusal("AudioFileCreateWithURL", "no coding", noFormat) { create(url) { $0.mFormatID = 0x3F3F_3F3F } },
      Refusal("AudioFileCreateWithURL", "no bytes", noFormat) {
        create(url) { ($0.mBytesPerFrame, $0.mBytesPerPacket, $0.mBitsPerChannel) = (0, 0, 0) }
      },
    ])
    expectNil(file)
  }

  @Test("Functions of the caller's that are not there, or fail")
  func callbacks() throws {
    typealias Memory = AudioFileTests.Memory
    let memory = Memory(try Fixture.bytes("glockenspiel-aac-eld.m4a"))
    var file: AudioFileID?
    var pcm = AudioStreamBasicDescription.pcm()
    func initialize(_ type: AudioFileTypeID = kAudioFileCAFType) -> OSStatus {
      AudioFileInitializeWithCallbacks(
        memory.address, Memory.read, Memory.write, Memory.size, Memory.setSize, type, &pcm, [], &file)
    }
    Refusal.check([
      Refusal("AudioFileOpenWithCallbacks", "no reading", Self.parameter) {
        AudioFileOpenWithCallbacks(memory.address, nothing(), nil, Memory.size, nil, 0, &file)
      },
      Refusal("AudioFileOpenWithCallbacks", "no size", Self.parameter) {
        AudioFileOpenWithCallbacks(memory.address, Memory.read, nil, nothing(), nil, 0, &file)
      },
      Refusal("AudioFileOpenWithCallbacks", "no place", Self.parameter) {
        AudioFileOpenWithCallbacks(memory.address, Memory.read, nil, Memory.size, nil, 0, nothing())
      },
      Refusal("AudioFileOpenWithCallbacks", "a status of the function's own", -88) {
        memory.status = -88
        return AudioFileOpenWithCallbacks(memory.address, Memory.read, nil, Memory.size, nil, 0, &file)
      },
      Refusal("AudioFileInitializeWithCallbacks", "no format", Self.parameter) {
        AudioFileInitializeWithCallbacks(
          memory.address, Memory.read, Memory.write, Memory.size, Memory.setSize, kAudioFileCAFType, nothing(), [],
          &file)
      },
      Refusal("AudioFileInitializeWithCallbacks", "no reading", Self.parameter) {
        AudioFileInitializeWithCallbacks(
          memory.address, nothing(), Memory.write, Memory.size, Memory.setSize, kAudioFileCAFType, &pcm, [], &file)
      },
      Refusal("AudioFileInitializeWithCallbacks", "no writing", Self.parameter) {
        AudioFileInitializeWithCallbacks(
          memory.address, Memory.read, nothing(), Memory.size, Memory.setSize, kAudioFileCAFType, &pcm, [], &file)
      },
      Refusal("AudioFileInitializeWithCallbacks", "a coding that the type lacks", kAudioFileUnsupportedDataFormatError)
      {
        memory.status = noErr
        pcm.mFormatID = 0x3F3F_3F3F
        defer { pcm = .pcm() }
        return initialize()
      },
    ])
    expectNil(file)
    // Writing fails: its status comes out, at the latest when packets are written.
    expectEqual(initialize(), noErr)
    let made = try required(file)
    memory.status = -89
    var count: UInt32 = 1
    expectEqual(AudioFileWritePackets(made, false, 4, nil, 0, &count, [1, 2, 3, 4] as [UInt8]), -89)
    expectEqual(count, 0)
    #expect(AudioFileClose(made) != noErr)
    expectEqual(AudioFileClose(made), kAudioFileNotOpenError)
    // Reading fails in the middle, and goes on when it can.
    memory.bytes = try Fixture.bytes("glockenspiel-aac-eld.m4a")
    memory.status = noErr
    expectEqual(AudioFileOpenWithCallbacks(memory.address, Memory.read, nil, Memory.size, nil, 0, &file), noErr)
    let opened = try required(file)
    var (size, buffer) = (UInt32(100), [UInt8](repeating: 0, count: 100))
    memory.status = -90
    expectEqual(AudioFileReadBytes(opened, false, 50_000, &size, &buffer), -90)
    memory.status = noErr
    size = 100
    expectEqual(AudioFileReadBytes(opened, false, 50_000, &size, &buffer), noErr)
    expectEqual(size, 100)
    expectEqual(AudioFileClose(opened), noErr)
  }

  @Test("Files that are broken, or hold what nobody knows; functions that write nothing")
  func badFiles() throws {
    let url = Fixture.temporary("audio")
    defer { try? FileManager.default.removeItem(at: url) }
    var file: AudioFileID?
    func open(_ bytes: [UInt8], _ hint: AudioFileTypeID) throws -> OSStatus {
      try Data(bytes).write(to: url)
      return AudioFileOpenURL(url as CFURL, .readPermission, hint, &file)
    }
    // A box that says it is smaller than its own header.
    let broken = Array("\0\0\0\u{14}ftypM4A \0\0\0\0isom\0\0\0\u{4}moov".utf8) + [UInt8](repeating: 0, count: 64)
    try expectEqual(open(broken, kAudioFileM4AType), kAudioFileInvalidFileError)
    // RIFF with a format tag that nobody has, 16 bits, stereo.
    let tag: [UInt8] = [0x34, 0x12, 2, 0, 0x44, 0xAC, 0, 0, 0x10, 0xB1, 2, 0, 4, 0, 16, 0]
    let unknown = Array("RIFF".utf8) + [44, 0, 0, 0] + Array("WAVEfmt ".utf8) + [16, 0, 0, 0] + tag
    let wave = unknown + Array("data".utf8) + [8, 0, 0, 0] + [UInt8](repeating: 0, count: 8)
    try expectEqual(open(wave, kAudioFileWAVEType), kAudioFileUnsupportedDataFormatError)
    expectNil(file)
    // A function that takes no byte and reports no error.
    var pcm = AudioStreamBasicDescription.pcm()
    let memory = AudioFileTests.Memory([])
    let status = AudioFileInitializeWithCallbacks(
      memory.address, AudioFileTests.Memory.read,
      { _, _, _, _, count in
        count.pointee = 0
        return noErr
      }, AudioFileTests.Memory.size, AudioFileTests.Memory.setSize, kAudioFileCAFType, &pcm, [], &file)
    expectEqual(status, noErr)
    let made = try required(file)
    var count: UInt32 = 1
    let written = AudioFileWritePackets(made, false, 4, nil, 0, &count, [1, 2, 3, 4] as [UInt8])
    expectEqual(written, kAudioFileUnspecifiedError)
    expectEqual(count, 0)
    _ = AudioFileClose(made)
  }

  @Test("A file type that counts in 32 bits holds less than 4 GiB")
  func sizes() throws {
    var pcm = AudioStreamBasicDescription.pcm()
    pcm.mFormatFlags |= kAudioFormatFlagIsBigEndian
    // Nothing is kept of what is written but how much it was.
    let length = UnsafeMutablePointer<Int64>.allocate(capacity: 1)
    length.initialize(to: 0)
    defer { length.deallocate() }
    var opened: AudioFileID?
    try #require(
      AudioFileInitializeWithCallbacks(
        length,
        { _, _, count, bytes, read in
          bytes.initializeMemory(as: UInt8.self, repeating: 0, count: Int(count))
          read.pointee = count
          return noErr
        },
        { data, position, count, _, written in
          let length = data.assumingMemoryBound(to: Int64.self)
          length.pointee = max(length.pointee, position + Int64(count))
          written.pointee = count
          return noErr
        }, { $0.assumingMemoryBound(to: Int64.self).pointee }, { _, _ in noErr }, kAudioFileAIFFType, &pcm, [], &opened)
        == noErr)
    let file = try required(opened)
    let part = [UInt8](repeating: 0, count: 1 << 26)
    var (status, packet): (OSStatus, Int64) = (noErr, 0)
    while status == noErr, packet < 1 << 31 {
      var count = UInt32(part.count / 4)
      status = AudioFileWritePackets(file, false, UInt32(part.count), nil, packet, &count, part)
      packet += Int64(count)
    }
    expectEqual(status, kAudioFileDoesNotAllow64BitDataSizeError)
    expectEqual(packet * 4, 63 << 26)
    var size = UInt32(part.count)
    expectEqual(AudioFileWriteBytes(file, false, packet * 4, &size, part), kAudioFileDoesNotAllow64BitDataSizeError)
    expectEqual(size, 0)
    _ = AudioFileClose(file)
  }

  // MARK: Properties

  private static func set(_ file: AudioFileID, _ property: AudioFilePropertyID, _ bytes: [UInt8]) -> OSStatus {
    AudioFileSetProperty(file, property, UInt32(bytes.count), bytes)
  }

  private static func bytes<Value>(_ value: Value) -> [UInt8] { withUnsafeBytes(of: value) { Array($0) } }

  @Test("Properties of a file that is read: null pointers, wrong sizes, what can only be read")
  func readingProperties() throws {
    let file = try Self.open(Fixture.music)
    defer { AudioFileClose(file) }
    var (size, number): (UInt32, UInt64) = (4, 0)
    let (absent, wrongSize) = (kAudioFileUnsupportedPropertyError, kAudioFileBadPropertySizeError)
    let rate = kAudioFilePropertyBitRate
    Refusal.check([
      Refusal("AudioFileGetPropertyInfo", "unknown", absent) {
        AudioFileGetPropertyInfo(file, 0x3F3F_3F3F, &size, nil)
      },
      Refusal("AudioFileGetProperty", "unknown", absent) { AudioFileGetProperty(file, 0x3F3F_3F3F, &size, &number) },
      Refusal("AudioFileGetProperty", "no size", Self.parameter) {
        AudioFileGetProperty(file, rate, nothing(), &number)
      },
      Refusal("AudioFileGetProperty", "no place", Self.parameter) {
        AudioFileGetProperty(file, rate, &size, nothing())
      },
      Refusal("AudioFileGetProperty", "no room", wrongSize) {
        size = 0
        return AudioFileGetProperty(file, rate, &size, &number)
      },
      Refusal("AudioFileGetProperty", "too much room", wrongSize) {
        size = 8
        return AudioFileGetProperty(file, rate, &size, &number)
      },
      Refusal("AudioFileGetProperty", "too little room for a cookie", wrongSize) {
        size = 1
        return AudioFileGetProperty(file, kAudioFilePropertyMagicCookieData, &size, &number)
      },
      Refusal("AudioFileSetProperty", "no value", Self.parameter) {
        AudioFileSetProperty(file, kAudioFilePropertyUseAudioTrack, 4, nothing())
      },
      Refusal("AudioFileSetProperty", "a track that there is not", Self.parameter) {
        Self.set(file, kAudioFilePropertyUseAudioTrack, Self.bytes(UInt32(1)))
      },
      Refusal("AudioFileSetProperty", "half a number", wrongSize) {
        Self.set(file, kAudioFilePropertyUseAudioTrack, [0, 0])
      },
      Refusal("AudioFileSetProperty", "unknown", absent) { Self.set(file, 0x3F3F_3F3F, [0]) },
      Refusal("AudioFileSetProperty", "read only", kAudioFilePermissionsError) {
        Self.set(file, kAudioFilePropertyDataFormat, [UInt8](repeating: 0, count: 40))
      },
      Refusal("AudioFileSetProperty", "a cookie for a file that is read", kAudioFilePermissionsError) {
        Self.set(file, kAudioFilePropertyMagicCookieData, [1, 2, 3])
      },
    ])
    let translations: [AudioFilePropertyID] = [
      kAudioFilePropertyPacketToFrame, kAudioFilePropertyFrameToPacket, kAudioFilePropertyPacketToByte,
      kAudioFilePropertyByteToPacket, kAudioFilePropertyPacketRangeByteCountUpperBound,
      kAudioFilePropertyPacketToRollDistance, kAudioFilePropertyPreviousIndependentPacket,
      kAudioFilePropertyNextIndependentPacket, kAudioFilePropertyPacketToDependencyInfo,
    ]
    for property in translations {
      var question = [UInt64](repeating: 0, count: 8)
      for room: UInt32 in [0, 8, 15, 64] {
        size = room
        expectEqual(AudioFileGetProperty(file, property, &size, &question), wrongSize, "\(property), \(room)")
      }
    }
  }

  @Test("Properties of a file that is made: values that make no sense, and what its type has no place for")
  func writingProperties() throws {
    let (wave, caf) = (Fixture.temporary("wav"), Fixture.temporary("caf"))
    defer { for place in [wave, caf] { try? FileManager.default.removeItem(at: place) } }
    let files = (wave: try Self.make(wave), caf: try Self.make(caf, kAudioFileCAFType))
    let number = NSNumber(value: 1)
    let object = Self.bytes(UInt(bitPattern: Unmanaged.passUnretained(number).toOpaque()))
    let (absent, wrongSize) = (kAudioFileUnsupportedPropertyError, kAudioFileBadPropertySizeError)
    let notNow = kAudioFileOperationNotSupportedError
    let many = Self.bytes((UInt32(0), UInt32(1000)))
    let unknown = Self.bytes((UInt32(0x00F0_0002), UInt32(0), UInt32(0)))
    let rows: [(AudioFileID, AudioFilePropertyID, [UInt8], OSStatus)] = [
      (files.caf, kAudioFilePropertyDataFormat, [UInt8](repeating: 0, count: 40), absent),
      (files.caf, 0x3F3F_3F3F, [0], absent), (files.caf, kAudioFilePropertyDeferSizeUpdates, [1], wrongSize),
      (files.caf, kAudioFilePropertyReserveDuration, Self.bytes(Double.nan), notNow),
      (files.caf, kAudioFilePropertyReserveDuration, Self.bytes(-1.0), notNow),
      (files.caf, kAudioFilePropertyReserveDuration, Self.bytes(1e300), notNow),
      (files.caf, kAudioFilePropertyReserveDuration, [0, 0, 0, 0], wrongSize),
      (files.caf, kAudioFilePropertyPacketTableInfo, [UInt8](repeating: 0, count: 15), wrongSize),
      (files.caf, kAudioFilePropertyChannelLayout, [0, 0, 0, 0], wrongSize),
      (files.caf, kAudioFilePropertyChannelLayout, unknown, Self.parameter),
      (files.caf, kAudioFilePropertyMarkerList, [0, 0, 0, 0], wrongSize),
      (files.caf, kAudioFilePropertyMarkerList, many, wrongSize),
      (files.caf, kAudioFilePropertyRegionList, many, wrongSize),
      (files.caf, kAudioFilePropertyInfoDictionary, [UInt8](repeating: 0, count: 8), Self.parameter),
      (files.caf, kAudioFilePropertyInfoDictionary, object, Self.parameter),
      (files.caf, kAudioFilePropertyAlbumArtwork, object, Self.parameter),
      (files.caf, kAudioFilePropertyInfoDictionary, [0, 0, 0, 0], wrongSize),
      (files.wave, kAudioFilePropertyMagicCookieData, [1, 2, 3], absent),
    ]
    for (file, property, value, expected) in rows {
      expectEqual(Self.set(file, property, value), expected, "\(property), \(value)")
    }
    withExtendedLifetime(number) {}
    expectEqual(AudioFileClose(files.wave), noErr)
    expectEqual(AudioFileClose(files.caf), noErr)
  }

  @Test("Questions about file types that lack what they are about")
  func globalInformation() {
    var (type, size, answer) = (UInt32(0x3F3F_3F3F), UInt32(8), UInt64(0))
    let number = NSNumber(value: 1)
    var object = UInt(bitPattern: Unmanaged.passUnretained(number).toOpaque())
    let wrongSize = kAudioFileBadPropertySizeError
    let name = kAudioFileGlobalInfo_FileTypeName
    Refusal.check([
      Refusal("AudioFileGetGlobalInfoSize", "no place", Self.parameter) {
        AudioFileGetGlobalInfoSize(kAudioFileGlobalInfo_ReadableTypes, 0, nil, nothing())
      },
      Refusal("AudioFileGetGlobalInfo", "no size", Self.parameter) {
        AudioFileGetGlobalInfo(kAudioFileGlobalInfo_ReadableTypes, 0, nil, nothing(), &answer)
      },
      Refusal("AudioFileGetGlobalInfo", "no place", Self.parameter) {
        AudioFileGetGlobalInfo(kAudioFileGlobalInfo_ReadableTypes, 0, nil, &size, nothing())
      },
      Refusal("AudioFileGetGlobalInfoSize", "no specifier", wrongSize) {
        AudioFileGetGlobalInfoSize(name, 0, nil, &size)
      },
      Refusal("AudioFileGetGlobalInfoSize", "half a specifier", wrongSize) {
        AudioFileGetGlobalInfoSize(name, 2, &type, &size)
      },
      Refusal("AudioFileGetGlobalInfoSize", "a type that there is not", kAudioFileUnsupportedFileTypeError) {
        AudioFileGetGlobalInfoSize(name, 4, &type, &size)
      },
      Refusal("AudioFileGetGlobalInfoSize", "no string", Self.parameter) {
        AudioFileGetGlobalInfoSize(kAudioFileGlobalInfo_TypesForExtension, 8, &object, &size)
      },
      Refusal("AudioFileGetGlobalInfoSize", "a null string", Self.parameter) {
        var none: UInt = 0
        return AudioFileGetGlobalInfoSize(kAudioFileGlobalInfo_TypesForMIMEType, 8, &none, &size)
      },
      Refusal("AudioFileGetGlobalInfoSize", "a coding that the type lacks", kAudioFileUnsupportedDataFormatError) {
        var pair = AudioFileTypeAndFormatID(mFileType: kAudioFileWAVEType, mFormatID: 0x3F3F_3F3F)
        return AudioFileGetGlobalInfoSize(
          kAudioFileGlobalInfo_AvailableStreamDescriptionsForFormat, 8, &pair, &size)
      },
      Refusal("AudioFileGetGlobalInfo", "no room for a string", wrongSize) {
        type = kAudioFileWAVEType
        size = 4
        return AudioFileGetGlobalInfo(name, 4, &type, &size, &answer)
      },
    ])
    expectEqual(size, 8)
    withExtendedLifetime(number) {}
    // A list is cut to the room that there is.
    size = 0
    expectEqual(AudioFileGetGlobalInfo(kAudioFileGlobalInfo_ReadableTypes, 0, nil, &size, &answer), noErr)
    expectEqual(size, 0)
  }
}
