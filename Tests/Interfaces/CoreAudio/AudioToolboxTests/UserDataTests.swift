import AudioToolbox
import Foundation
import TestSupport
import Testing

@Suite("Audio File Services: user data")
struct UserDataTests {
  private func create(_ url: URL, _ type: AudioFileTypeID) throws -> AudioFileID {
    var format = AudioStreamBasicDescription.pcm()
    if type == kAudioFileAIFFType { format.mFormatFlags |= kAudioFormatFlagIsBigEndian }
    var file: AudioFileID?
    let status = AudioFileCreateWithURL(url as CFURL, type, &format, .eraseFile, &file)
    guard status == noErr, let file else { throw TestFailure(status: status) }
    return file
  }

  private func open(_ url: URL, _ permissions: AudioFilePermissions) throws -> AudioFileID {
    var file: AudioFileID?
    let status = AudioFileOpenURL(url as CFURL, permissions, 0, &file)
    guard status == noErr, let file else { throw TestFailure(status: status) }
    return file
  }

  private func write(_ file: AudioFileID, frames: UInt32, from start: Int64 = 0) {
    var count = frames
    let bytes = [UInt8](repeating: 3, count: Int(frames) * 4)
    expectEqual(AudioFileWritePackets(file, false, frames * 4, nil, start, &count, bytes), noErr)
    expectEqual(count, frames)
  }

  /// All of a chunk, by the two sizes and the two ways to read.
  private func data(_ file: AudioFileID, _ identifier: UInt32, _ index: UInt32 = 0) throws -> [UInt8] {
    var size: UInt32 = 0
    var wide: UInt64 = 0
    let status = AudioFileGetUserDataSize(file, identifier, index, &size)
    guard status == noErr else { throw TestFailure(status: status) }
    expectEqual(AudioFileGetUserDataSize64(file, identifier, index, &wide), noErr)
    expectEqual(wide, UInt64(size))
    var bytes = [UInt8](repeating: 0, count: Int(size) + 3)
    var room = UInt32(bytes.count)
    expectEqual(AudioFileGetUserData(file, identifier, index, &room, &bytes), noErr)
    expectEqual(room, size)
    if size > 1 {
      var end = [UInt8](repeating: 0, count: Int(size) - 1)
      room = UInt32(end.count)
      expectEqual(AudioFileGetUserDataAtOffset(file, identifier, index, 1, &room, &end), noErr)
      expectEqual(end, Array(bytes[1..<Int(size)]))
    }
    return Array(bytes.prefix(Int(size)))
  }

  private func count(_ file: AudioFileID, _ identifier: UInt32) -> UInt32 {
    var count: UInt32 = 99
    expectEqual(AudioFileCountUserData(file, identifier, &count), noErr)
    return count
  }

  /// `iXML`.
  private let chunk: UInt32 = 0x6958_4D4C

  @Test(
    "Chunks that are set are there when the file is read",
    arguments: [
      kAudioFileWAVEType, kAudioFileCAFType, kAudioFileAIFFType,
    ])
  func setting(type: AudioFileTypeID) throws {
    let url = Fixture.temporary("audio")
    defer { try? FileManager.default.removeItem(at: url) }
    let file = try create(url, type)
    let first = Array("<first/>!".utf8)
    let second: [UInt8] = [1, 2, 3, 4]
    expectEqual(AudioFileSetUserData(file, chunk, 0, UInt32(first.count), first), noErr)
    write(file, frames: 11)
    expectEqual(AudioFileSetUserData(file, chunk, 1, 4, second), noErr)
    expectEqual(AudioFileSetUserData(file, chunk, 3, 4, second), kAudioFileInvalidChunkError)
    expectEqual(count(file, chunk), 2)
    try expectEqual(data(file, chunk, 1), second)
    expectEqual(AudioFileSetUserData(file, chunk, 2, 4, second), noErr)
    expectEqual(AudioFileRemoveUserData(file, chunk, 2), noErr)
    expectEqual(AudioFileRemoveUserData(file, chunk, 2), kAudioFileInvalidChunkError)
    // What the file type writes itself is its own.
    let own: [AudioFileTypeID: UInt32] = [
      kAudioFileWAVEType: 0x666D_7420, kAudioFileCAFType: 0x6465_7363, kAudioFileAIFFType: 0x434F_4D4D,
    ]
    expectEqual(AudioFileSetUserData(file, own[type] ?? 0, 0, 4, second), kAudioFileOperationNotSupportedError)
    expectEqual(AudioFileClose(file), noErr)

    // The chunk's name, its size and its body, by the bytes of the file.
    let bytes = [UInt8](try Data(contentsOf: url))
    let size: [UInt8] =
      type == kAudioFileWAVEType ? [9, 0, 0, 0] : type == kAudioFileCAFType ? [0, 0, 0, 0, 0, 0, 0, 9] : [0, 0, 0, 9]
    #expect(Data(bytes).range(of: Data(Array("iXML".utf8) + size + first)) != nil)

    let reading = try open(url, .readPermission)
    expectEqual(count(reading, chunk), 2)
    try expectEqual(data(reading, chunk), first)
    try expectEqual(data(reading, chunk, 1), second)
    var packets: UInt64 = 0
    var length: UInt32 = 8
    expectEqual(AudioFileGetProperty(reading, kAudioFilePropertyAudioDataPacketCount, &length, &packets), noErr)
    expectEqual(packets, 11)
    expectEqual(AudioFileGetPropertyInfo(reading, kAudioFilePropertyChunkIDs, &length, nil), noErr)
    var identifiers = [UInt32](repeating: 0, count: Int(length) / 4)
    expectEqual(AudioFileGetProperty(reading, kAudioFilePropertyChunkIDs, &length, &identifiers), noErr)
    #expect(identifiers.contains(chunk))
    expectEqual(AudioFileSetUserData(reading, chunk, 0, 4, second), kAudioFilePermissionsError)
    expectEqual(AudioFileRemoveUserData(reading, chunk, 0), kAudioFilePermissionsError)
    expectEqual(AudioFileClose(reading), noErr)
  }

  @Test(
    "A file that is written on keeps its chunks, and loses those that are removed",
    arguments: [
      kAudioFileWAVEType, kAudioFileCAFType, kAudioFileAIFFType,
    ])
  func rewriting(type: AudioFileTypeID) throws {
    let url = Fixture.temporary("audio")
    defer { try? FileManager.default.removeItem(at: url) }
    let file = try create(url, type)
    let other: UInt32 = 0x7A7A_7A7A
    expectEqual(AudioFileSetUserData(file, chunk, 0, 3, [7, 8, 9] as [UInt8]), noErr)
    expectEqual(AudioFileSetUserData(file, other, 0, 1, [1] as [UInt8]), noErr)
    write(file, frames: 5)
    expectEqual(AudioFileClose(file), noErr)
    let again = try open(url, .readWritePermission)
    write(again, frames: 5, from: 5)
    expectEqual(AudioFileRemoveUserData(again, other, 0), noErr)
    expectEqual(AudioFileClose(again), noErr)
    let reading = try open(url, .readPermission)
    defer { AudioFileClose(reading) }
    try expectEqual(data(reading, chunk), [7, 8, 9])
    expectEqual(count(reading, other), 0)
  }

  @Test("A chunk of metadata that is given takes the place of the one that would be written")
  func broadcastExtension() throws {
    let url = Fixture.temporary("wav")
    defer { try? FileManager.default.removeItem(at: url) }
    let file = try create(url, kAudioFileWAVEType)
    let info = NSDictionary(
      objects: [NSString(string: "A title")], forKeys: [NSString(string: kAFInfoDictionary_Title)])
    var address = UInt(bitPattern: Unmanaged.passUnretained(info).toOpaque())
    expectEqual(AudioFileSetProperty(file, kAudioFilePropertyInfoDictionary, 8, &address), noErr)
    withExtendedLifetime(info) {}
    write(file, frames: 5)
    // EBU Tech 3285: 602 bytes, beginning with the description.
    let extension602 = Array("By hand".utf8) + [UInt8](repeating: 0, count: 595)
    let bext: UInt32 = 0x6265_7874
    expectEqual(AudioFileSetUserData(file, bext, 0, 602, extension602), noErr)
    expectEqual(AudioFileClose(file), noErr)
    let reading = try open(url, .readPermission)
    defer { AudioFileClose(reading) }
    expectEqual(count(reading, bext), 1)
    try expectEqual(data(reading, bext), extension602)
  }

  @Test("Types without chunks of a program's own say so, and chunks that are not there are not found")
  func refusals() throws {
    let url = Fixture.temporary("m4a")
    defer { try? FileManager.default.removeItem(at: url) }
    var format = AudioStreamBasicDescription.coded(kAudioFormatMPEG4AAC, frames: 1024)
    var created: AudioFileID?
    expectEqual(AudioFileCreateWithURL(url as CFURL, kAudioFileM4AType, &format, .eraseFile, &created), noErr)
    let file = try required(created)
    expectEqual(AudioFileSetUserData(file, chunk, 0, 1, [1] as [UInt8]), kAudioFileOperationNotSupportedError)
    expectEqual(AudioFileRemoveUserData(file, chunk, 0), kAudioFileOperationNotSupportedError)
    var size: UInt32 = 4
    var wide: UInt64 = 0
    var byte: UInt8 = 0
    expectEqual(count(file, chunk), 0)
    expectEqual(AudioFileGetUserDataSize(file, chunk, 0, &size), kAudioFileInvalidChunkError)
    expectEqual(AudioFileGetUserDataSize64(file, chunk, 0, &wide), kAudioFileInvalidChunkError)
    expectEqual(AudioFileGetUserData(file, chunk, 0, &size, &byte), kAudioFileInvalidChunkError)
    expectEqual(AudioFileGetUserDataAtOffset(file, chunk, 0, 0, &size, &byte), kAudioFileInvalidChunkError)
    expectEqual(AudioFileClose(file), noErr)
    // The boxes of MP4 are found by their names.
    let music = try open(Fixture.music, .readPermission)
    defer { AudioFileClose(music) }
    expectEqual(count(music, 0x6D6F_6F76), 1)
    #expect(try data(music, 0x6674_7970).starts(with: Array("M4A ".utf8)))
  }
}
