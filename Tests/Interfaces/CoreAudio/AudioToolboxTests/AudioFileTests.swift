import AudioToolbox
import Foundation
import TestSupport
import Testing

@Suite("Audio File Services")
struct AudioFileTests {
  private func open(_ url: URL, _ permissions: AudioFilePermissions = .readPermission) throws -> AudioFileID {
    var file: AudioFileID?
    let status = AudioFileOpenURL(url as CFURL, permissions, 0, &file)
    guard status == noErr, let file else { throw TestFailure(status: status) }
    return file
  }

  private func get<Value>(_ file: AudioFileID, _ property: AudioFilePropertyID, _ start: Value) throws -> Value {
    var value = start
    var size = UInt32(MemoryLayout<Value>.size)
    let status = withUnsafeMutableBytes(of: &value) { memory in
      guard let base = memory.baseAddress else { return kAudio_ParamError }
      return AudioFileGetProperty(file, property, &size, base)
    }
    guard status == noErr else { throw TestFailure(status: status) }
    return value
  }

  // MARK: Properties

  @Test("Every property of the fifth program's list is answered for a file of AAC-ELD, or named as not there")
  func allProperties() throws {
    let file = try open(Fixture.music)
    defer { AudioFileClose(file) }
    // Size, writability; nil where the file has no such thing.
    let expected: [(AudioFilePropertyID, UInt32?)] = [
      (kAudioFilePropertyFileFormat, 4), (kAudioFilePropertyDataFormat, 40), (kAudioFilePropertyIsOptimized, 4),
      (kAudioFilePropertyAudioDataByteCount, 8), (kAudioFilePropertyAudioDataPacketCount, 8),
      (kAudioFilePropertyMaximumPacketSize, 4), (kAudioFilePropertyDataOffset, 8),
      (kAudioFilePropertyChannelLayout, 32),
      (kAudioFilePropertyDeferSizeUpdates, 4), (kAudioFilePropertyMarkerList, 8), (kAudioFilePropertyRegionList, 8),
      (kAudioFilePropertyInfoDictionary, 8), (kAudioFilePropertyPacketTableInfo, 16),
      (kAudioFilePropertyFormatList, 48),
      (kAudioFilePropertyPacketSizeUpperBound, 4), (kAudioFilePropertyReserveDuration, 8),
      (kAudioFilePropertyEstimatedDuration, 8), (kAudioFilePropertyBitRate, 4), (kAudioFilePropertyID3Tag, nil),
      (kAudioFilePropertyAlbumArtwork, nil), (kAudioFilePropertyAudioTrackCount, 4),
      (kAudioFilePropertyUseAudioTrack, 4),
      (kAudioFilePropertyPacketToFrame, 24), (kAudioFilePropertyPacketToByte, 24),
      (kAudioFilePropertyPacketToRollDistance, 16), (kAudioFilePropertyDataFormatName, 8),
    ]
    for (property, wanted) in expected {
      var size: UInt32 = 0
      var isWritable: UInt32 = 9
      let status = AudioFileGetPropertyInfo(file, property, &size, &isWritable)
      guard let wanted else {
        expectEqual(status, kAudioFileUnsupportedPropertyError)
        continue
      }
      expectEqual(status, noErr)
      expectEqual(size, wanted)
      expectEqual(isWritable, property == kAudioFilePropertyUseAudioTrack ? 1 : 0)
      if wanted != 32, wanted != 48, property != kAudioFilePropertyMarkerList, property != kAudioFilePropertyRegionList
      {
        var memory = [UInt8](repeating: 0, count: 64)
        size = wanted + 1
        expectEqual(AudioFileGetProperty(file, property, &size, &memory), kAudioFileBadPropertySizeError)
      }
    }
    var size: UInt32 = 4
    expectEqual(AudioFileGetPropertyInfo(file, 0x3F3F_3F3F, &size, nil), kAudioFileUnsupportedPropertyError)
  }

  @Test("Values are those that the file's provenance states")
  func values() throws {
    let file = try open(Fixture.music)
    defer { AudioFileClose(file) }
    try expectEqual(get(file, kAudioFilePropertyFileFormat, UInt32(0)), kAudioFileM4AType)
    let format = try get(file, kAudioFilePropertyDataFormat, AudioStreamBasicDescription())
    expectEqual(format.mFormatID, kAudioFormatMPEG4AAC_ELD)
    expectEqual(format.mSampleRate, 44100)
    expectEqual(format.mChannelsPerFrame, 2)
    expectEqual(format.mFramesPerPacket, 480)
    try expectEqual(get(file, kAudioFilePropertyAudioDataPacketCount, UInt64(0)), 368)
    let table = try get(file, kAudioFilePropertyPacketTableInfo, AudioFilePacketTableInfo())
    expectEqual(table.mPrimingFrames, 240)
    expectEqual(table.mNumberValidFrames, 176_400)
    expectLess(abs(try get(file, kAudioFilePropertyEstimatedDuration, 0.0) - 4), 0.001)
    try expectEqual(get(file, kAudioFilePropertyAudioTrackCount, UInt32(0)), 1)
    var translation = AudioFramePacketTranslation(mFrame: 0, mPacket: 100, mFrameOffsetInPacket: 0)
    translation = try get(file, kAudioFilePropertyPacketToFrame, translation)
    expectEqual(translation.mFrame, 48_000)
    translation.mFrame = 48_007
    translation = try get(file, kAudioFilePropertyFrameToPacket, translation)
    expectEqual(translation.mPacket, 100)
    expectEqual(translation.mFrameOffsetInPacket, 7)
    var layout = try get(file, kAudioFilePropertyChannelLayout, AudioChannelLayout())
    expectEqual(layout.mChannelLayoutTag, kAudioChannelLayoutTag_Stereo)
    layout.mChannelLayoutTag = 0
    #expect(throws: TestFailure.self) { try get(file, kAudioFilePropertyMagicCookieData, UInt16(0)) }
  }

  // MARK: Opening

  @Test("What cannot be opened says why")
  func openingErrors() throws {
    var file: AudioFileID?
    let missing = Fixture.temporary("wav")
    expectEqual(AudioFileOpenURL(missing as CFURL, .readPermission, 0, &file), kAudioFileFileNotFoundError)
    expectEqual(AudioFileOpenURL(missing as CFURL, .readWritePermission, 0, &file), kAudioFileFileNotFoundError)
    let text = Fixture.temporary("txt")
    try Data("This is no audio at all, and it is long enough to be looked at.".utf8).write(to: text)
    defer { try? FileManager.default.removeItem(at: text) }
    expectEqual(AudioFileOpenURL(text as CFURL, .readPermission, 0, &file), kAudioFileUnsupportedFileTypeError)
    expectEqual(
      AudioFileOpenURL(NSURL(string: "https://example.com/a.wav")!, .readPermission, 0, &file), kAudio_BadFilePathError)
    let folder = FileManager.default.temporaryDirectory
    expectEqual(AudioFileOpenURL(folder as CFURL, .readPermission, 0, &file), kAudioFilePermissionsError)
    expectNil(file)
  }

  @Test("A closed file and a handle of another kind are not open")
  func closed() throws {
    let file = try open(Fixture.music)
    expectEqual(AudioFileClose(file), noErr)
    expectEqual(AudioFileClose(file), kAudioFileNotOpenError)
    var size: UInt32 = 4
    expectEqual(AudioFileGetPropertyInfo(file, kAudioFilePropertyBitRate, &size, nil), kAudioFileNotOpenError)
  }

  // MARK: Packets

  @Test("Both packet readers give the same packets, and say when the file ends")
  func packets() throws {
    let file = try open(Fixture.music)
    defer { AudioFileClose(file) }
    let largest = Int(try get(file, kAudioFilePropertyMaximumPacketSize, UInt32(0)))
    var buffer = [UInt8](repeating: 0, count: largest * 50)
    var places = [AudioStreamPacketDescription](repeating: .init(), count: 50)
    var bytes = UInt32(buffer.count)
    var count: UInt32 = 50
    expectEqual(AudioFileReadPacketData(file, false, &bytes, &places, 10, &count, &buffer), noErr)
    expectEqual(count, 50)
    expectEqual(places[0].mStartOffset, 0)
    expectEqual(places[49].mStartOffset + Int64(places[49].mDataByteSize), Int64(bytes))
    let first = Array(buffer.prefix(Int(bytes)))

    var second = [UInt8](repeating: 0, count: largest * 50)
    var byteCount: UInt32 = 0
    count = 50
    expectEqual(AudioFileReadPackets(file, false, &byteCount, nil, 10, &count, &second), noErr)
    expectEqual(Array(second.prefix(Int(byteCount))), first)

    // A small buffer gives fewer packets.
    bytes = UInt32(places[0].mDataByteSize + places[1].mDataByteSize)
    count = 50
    expectEqual(AudioFileReadPacketData(file, false, &bytes, nil, 10, &count, &buffer), noErr)
    expectEqual(count, 2)

    // One that holds no packet gives an error.
    bytes = 1
    count = 1
    #expect(AudioFileReadPacketData(file, false, &bytes, nil, 10, &count, &buffer) != noErr)

    bytes = UInt32(buffer.count)
    count = 50
    expectEqual(AudioFileReadPacketData(file, false, &bytes, &places, 360, &count, &buffer), noErr)
    expectEqual(count, 8)
    bytes = UInt32(buffer.count)
    count = 50
    expectEqual(AudioFileReadPacketData(file, false, &bytes, &places, 368, &count, &buffer), kAudioFileEndOfFileError)
    expectEqual(count, 0)
    count = 50
    expectEqual(AudioFileReadPackets(file, false, &byteCount, nil, 368, &count, &second), noErr)
    expectEqual(count, 0)
    count = 1
    expectEqual(
      AudioFileReadPacketData(file, false, &bytes, nil, -1, &count, &buffer), kAudioFileInvalidPacketOffsetError)
  }

  @Test("A file opened for reading takes no writes, one for writing gives none")
  func permissions() throws {
    let url = Fixture.temporary("wav")
    defer { try? FileManager.default.removeItem(at: url) }
    try makeFile(url, kAudioFileWAVEType, frames: 100)
    let reading = try open(url)
    var count: UInt32 = 4
    var bytes: [UInt8] = [1, 2, 3, 4]
    expectEqual(AudioFileWriteBytes(reading, false, 0, &count, &bytes), kAudioFilePermissionsError)
    expectEqual(count, 0)
    count = 1
    expectEqual(AudioFileWritePackets(reading, false, 4, nil, 0, &count, &bytes), kAudioFilePermissionsError)
    var deferral: UInt32 = 1
    expectEqual(
      AudioFileSetProperty(reading, kAudioFilePropertyDeferSizeUpdates, 4, &deferral), kAudioFilePermissionsError)
    expectEqual(AudioFileOptimize(reading), kAudioFilePermissionsError)
    expectEqual(AudioFileClose(reading), noErr)
    let writing = try open(url, .writePermission)
    count = 4
    expectEqual(AudioFileReadBytes(writing, false, 0, &count, &bytes), kAudioFilePermissionsError)
    expectEqual(AudioFileClose(writing), noErr)
  }

  // MARK: Writing

  private func makeFile(_ url: URL, _ type: AudioFileTypeID, frames: Int) throws {
    var format = AudioStreamBasicDescription.pcm()
    if type == kAudioFileAIFFType { format.mFormatFlags |= kAudioFormatFlagIsBigEndian }
    var file: AudioFileID?
    let status = AudioFileCreateWithURL(url as CFURL, type, &format, .eraseFile, &file)
    guard status == noErr, let file else { throw TestFailure(status: status) }
    let bytes = (0..<(frames * 4)).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    var count = UInt32(frames)
    expectEqual(AudioFileWritePackets(file, false, UInt32(bytes.count), nil, 0, &count, bytes), noErr)
    expectEqual(count, UInt32(frames))
    expectEqual(AudioFileClose(file), noErr)
  }

  @Test("What is written is read", arguments: [kAudioFileWAVEType, kAudioFileCAFType, kAudioFileAIFFType])
  func roundTrip(type: AudioFileTypeID) throws {
    let url = Fixture.temporary("audio")
    defer { try? FileManager.default.removeItem(at: url) }
    try makeFile(url, type, frames: 1000)
    let file = try open(url)
    defer { AudioFileClose(file) }
    try expectEqual(get(file, kAudioFilePropertyFileFormat, UInt32(0)), type)
    try expectEqual(get(file, kAudioFilePropertyAudioDataByteCount, UInt64(0)), 4000)
    var bytes = [UInt8](repeating: 0, count: 5000)
    var count: UInt32 = 5000
    expectEqual(AudioFileReadBytes(file, false, 0, &count, &bytes), kAudioFileEndOfFileError)
    expectEqual(count, 4000)
    expectEqual(Array(bytes.prefix(4000)), (0..<4000).map { UInt8(truncatingIfNeeded: $0 &* 7) })
    count = 8
    expectEqual(AudioFileReadBytes(file, false, 100, &count, &bytes), noErr)
    expectEqual(bytes[0], UInt8(truncatingIfNeeded: 700))
    expectEqual(AudioFileReadBytes(file, false, -1, &count, &bytes), kAudioFilePositionError)
  }

  @Test("A file that is there is replaced only with the flag, and not every type holds every format")
  func creationErrors() throws {
    let url = Fixture.temporary("wav")
    defer { try? FileManager.default.removeItem(at: url) }
    try makeFile(url, kAudioFileWAVEType, frames: 10)
    var pcm = AudioStreamBasicDescription.pcm()
    var alac = AudioStreamBasicDescription.coded(kAudioFormatAppleLossless, frames: 4096)
    var file: AudioFileID?
    expectEqual(AudioFileCreateWithURL(url as CFURL, kAudioFileWAVEType, &pcm, [], &file), kAudioFilePermissionsError)
    expectEqual(
      AudioFileCreateWithURL(url as CFURL, kAudioFileWAVEType, &alac, .eraseFile, &file),
      kAudioFileUnsupportedDataFormatError)
    expectEqual(
      AudioFileCreateWithURL(url as CFURL, 0x3F3F_3F3F, &pcm, .eraseFile, &file), kAudioFileUnsupportedFileTypeError)
    expectNil(file)
  }

  @Test("Metadata, markers and layout come back from a CAF file")
  func metadata() throws {
    let url = Fixture.temporary("caf")
    defer { try? FileManager.default.removeItem(at: url) }
    var format = AudioStreamBasicDescription.pcm()
    var created: AudioFileID?
    expectEqual(AudioFileCreateWithURL(url as CFURL, kAudioFileCAFType, &format, .eraseFile, &created), noErr)
    let file = try required(created)
    let info = NSDictionary(
      objects: [NSString(string: "A title")], forKeys: [NSString(string: kAFInfoDictionary_Title)])
    var address = UInt(bitPattern: Unmanaged.passUnretained(info).toOpaque())
    expectEqual(AudioFileSetProperty(file, kAudioFilePropertyInfoDictionary, 8, &address), noErr)
    withExtendedLifetime(info) {}
    let size = NumAudioFileMarkersToNumBytes(1)
    let list = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 8)
    defer { list.deallocate() }
    list.initializeMemory(as: UInt8.self, repeating: 0, count: size)
    let markers = list.assumingMemoryBound(to: AudioFileMarkerList.self)
    markers.pointee.mNumberMarkers = 1
    markers.pointee.mMarkers.mFramePosition = 5
    markers.pointee.mMarkers.mMarkerID = 3
    expectEqual(AudioFileSetProperty(file, kAudioFilePropertyMarkerList, UInt32(size), list), noErr)
    expectEqual(
      AudioFileSetProperty(file, kAudioFilePropertyMarkerList, UInt32(size - 1), list), kAudioFileBadPropertySizeError)
    var count: UInt32 = 10
    expectEqual(AudioFileWritePackets(file, false, 40, nil, 0, &count, [UInt8](repeating: 1, count: 40)), noErr)
    expectEqual(AudioFileClose(file), noErr)

    let reopened = try open(url)
    defer { AudioFileClose(reopened) }
    let object = try get(reopened, kAudioFilePropertyInfoDictionary, UInt(0))
    let dictionary = try required(
      UnsafeRawPointer(bitPattern: object).map { Unmanaged<NSDictionary>.fromOpaque($0).takeRetainedValue() })
    #expect(dictionary[NSString(string: "title")] as? String == "A title")
    var listSize: UInt32 = 0
    expectEqual(AudioFileGetPropertyInfo(reopened, kAudioFilePropertyMarkerList, &listSize, nil), noErr)
    expectEqual(NumBytesToNumAudioFileMarkers(Int(listSize)), 1)
    let found = try get(reopened, kAudioFilePropertyMarkerList, AudioFileMarkerList())
    expectEqual(found.mNumberMarkers, 1)
    expectEqual(found.mMarkers.mFramePosition, 5)
    expectEqual(found.mMarkers.mMarkerID, 3)
    found.mMarkers.mName?.release()
  }

  // MARK: Callbacks

  /// A file in memory, behind the four functions.
  final class Memory {
    var bytes: [UInt8]
    var status: OSStatus = noErr
    /// What a read behind the end answers.
    var statusBehindEnd: OSStatus = noErr
    /// Bytes that a read gives at most.
    var portion = Int.max
    var readCount = 0
    init(_ bytes: [UInt8]) { self.bytes = bytes }
    var address: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

    static let read: AudioFile_ReadProc = { address, position, wanted, buffer, count in
      let memory = Unmanaged<Memory>.fromOpaque(address).takeUnretainedValue()
      memory.readCount += 1
      count.pointee = 0
      guard memory.status == noErr else { return memory.status }
      let start = Int(position)
      guard start < memory.bytes.count else { return memory.statusBehindEnd }
      let part = memory.bytes[start..<min(memory.bytes.count, start + min(Int(wanted), memory.portion))]
      buffer.copyMemory(from: Array(part), byteCount: part.count)
      count.pointee = UInt32(part.count)
      return noErr
    }
    static let size: AudioFile_GetSizeProc = { address in
      Int64(Unmanaged<Memory>.fromOpaque(address).takeUnretainedValue().bytes.count)
    }
    static let write: AudioFile_WriteProc = { address, position, wanted, buffer, count in
      let memory = Unmanaged<Memory>.fromOpaque(address).takeUnretainedValue()
      guard memory.status == noErr else { return memory.status }
      let end = Int(position) + Int(wanted)
      if memory.bytes.count < end { memory.bytes += [UInt8](repeating: 0, count: end - memory.bytes.count) }
      let new = UnsafeRawBufferPointer(start: buffer, count: Int(wanted))
      memory.bytes.replaceSubrange(Int(position)..<end, with: new)
      count.pointee = wanted
      return noErr
    }
    static let setSize: AudioFile_SetSizeProc = { address, size in
      let memory = Unmanaged<Memory>.fromOpaque(address).takeUnretainedValue()
      memory.bytes = Array(memory.bytes.prefix(Int(size)))
      return noErr
    }
  }

  @Test("Callbacks give the bytes, in portions of any size", arguments: [1, 100, Int.max])
  func callbacks(portion: Int) throws {
    let memory = Memory([UInt8](try Data(contentsOf: Fixture.music)))
    memory.portion = portion
    var opened: AudioFileID?
    expectEqual(AudioFileOpenWithCallbacks(memory.address, Memory.read, nil, Memory.size, nil, 0, &opened), noErr)
    let file = try required(opened)
    expectGreater(memory.readCount, 0)
    try expectEqual(get(file, kAudioFilePropertyAudioDataPacketCount, UInt64(0)), 368)
    var buffer = [UInt8](repeating: 0, count: 10000)
    var bytes: UInt32 = 10000
    var count: UInt32 = 5
    expectEqual(AudioFileReadPacketData(file, false, &bytes, nil, 300, &count, &buffer), noErr)
    expectEqual(count, 5)
    // The caller's own status comes through.
    memory.status = -12345
    count = 5
    bytes = 10000
    expectEqual(AudioFileReadPacketData(file, false, &bytes, nil, 0, &count, &buffer), -12345)
    expectEqual(AudioFileClose(file), noErr)
    var broken: AudioFileID?
    expectEqual(AudioFileOpenWithCallbacks(memory.address, Memory.read, nil, Memory.size, nil, 0, &broken), -12345)
  }

  @Test("Callbacks are not asked for what is behind the end of their file")
  func callbacksBehindEnd() throws {
    // Frames without a header that tells their number are looked for up to the very end.
    let layer3 = Fixture.folder.appending(path: "MPEGAudio/l3-mpeg1-44100-joint.mp3")
    for (path, type) in [(Fixture.music, kAudioFileMP3Type), (layer3, kAudioFileMP3Type)] {
      let memory = Memory([UInt8](try Data(contentsOf: path)))
      memory.statusBehindEnd = kAudioFilePositionError
      var opened: AudioFileID?
      expectEqual(AudioFileOpenWithCallbacks(memory.address, Memory.read, nil, Memory.size, nil, type, &opened), noErr)
      let file = try required(opened)
      var wrapped: ExtAudioFileRef?
      expectEqual(ExtAudioFileWrapAudioFileID(file, false, &wrapped), noErr)
      expectEqual(ExtAudioFileDispose(try #require(wrapped)), noErr)
      expectEqual(AudioFileClose(file), noErr)
    }
  }

  @Test("Callbacks take a new file")
  func writingCallbacks() throws {
    let memory = Memory([9, 9, 9])
    var format = AudioStreamBasicDescription.pcm()
    var created: AudioFileID?
    expectEqual(
      AudioFileInitializeWithCallbacks(
        memory.address, Memory.read, Memory.write, Memory.size, Memory.setSize, kAudioFileWAVEType, &format, [],
        &created), noErr)
    let file = try required(created)
    var count: UInt32 = 10
    expectEqual(AudioFileWritePackets(file, false, 40, nil, 0, &count, [UInt8](repeating: 5, count: 40)), noErr)
    expectEqual(AudioFileClose(file), noErr)
    // The size in the header is that of what follows it.
    let stated = memory.bytes[4..<8].reversed().reduce(0) { $0 << 8 | Int($1) }
    expectEqual(stated, memory.bytes.count - 8)
    #expect(memory.bytes.starts(with: Array("RIFF".utf8)))
    expectEqual(memory.bytes.suffix(40), ArraySlice(repeating: 5, count: 40))
  }

  // MARK: Global information

  @Test("File types, their names, extensions and formats are known")
  func globalInfo() throws {
    var size: UInt32 = 0
    expectEqual(AudioFileGetGlobalInfoSize(kAudioFileGlobalInfo_ReadableTypes, 0, nil, &size), noErr)
    // What is asked for nothing in particular takes no specifier, whatever size is told for it.
    expectEqual(AudioFileGetGlobalInfoSize(kAudioFileGlobalInfo_ReadableTypes, 4, nil, &size), noErr)
    expectEqual(AudioFileGetGlobalInfoSize(kAudioFileGlobalInfo_FileTypeName, 4, nil, &size), kAudio_ParamError)
    var types = [UInt32](repeating: 0, count: Int(size) / 4)
    expectEqual(AudioFileGetGlobalInfo(kAudioFileGlobalInfo_ReadableTypes, 0, nil, &size, &types), noErr)
    for type in [kAudioFileWAVEType, kAudioFileCAFType, kAudioFileM4AType, kAudioFileAIFFType, kAudioFileMP3Type] {
      #expect(types.contains(type))
    }
    var type = kAudioFileCAFType
    var name: UInt = 0
    size = 8
    expectEqual(AudioFileGetGlobalInfo(kAudioFileGlobalInfo_FileTypeName, 4, &type, &size, &name), noErr)
    let text = UnsafeRawPointer(bitPattern: name).map { Unmanaged<NSString>.fromOpaque($0).takeRetainedValue() }
    expectGreater(text?.length ?? 0, 0)
    type = 0x3F3F_3F3F
    expectEqual(
      AudioFileGetGlobalInfo(kAudioFileGlobalInfo_FileTypeName, 4, &type, &size, &name),
      kAudioFileUnsupportedFileTypeError)
    expectEqual(
      AudioFileGetGlobalInfoSize(kAudioFileGlobalInfo_FileTypeName, 3, &type, &size), kAudioFileBadPropertySizeError)
    expectEqual(AudioFileGetGlobalInfoSize(0x3F3F_3F3F, 0, nil, &size), kAudioFileUnsupportedPropertyError)
    var pair = AudioFileTypeAndFormatID(mFileType: kAudioFileWAVEType, mFormatID: kAudioFormatLinearPCM)
    expectEqual(
      AudioFileGetGlobalInfoSize(kAudioFileGlobalInfo_AvailableStreamDescriptionsForFormat, 8, &pair, &size), noErr)
    expectEqual(size % 40, 0)
    expectGreater(size, 0)
  }
}
