import AudioToolbox
import Foundation
import TestSupport
import Testing

/// What Audio File Services refuse about bytes, packets, chunks and positions, and what zero of them comes to.
@Suite("Files: bytes, packets and chunks that are refused")
struct FileDataRefusalTests {
  private static let parameter = kAudio_ParamError
  private static let noPacket = kAudioFileInvalidPacketOffsetError
  private static let end = kAudioFileEndOfFileError

  @Test("Reading: null pointers, places before the start and behind the end, room for less than a packet")
  func reading() throws {
    let file = try FileRefusalTests.open(Fixture.music)
    defer { AudioFileClose(file) }
    var (size, count): (UInt32, UInt32) = (4096, 1)
    var bytes = [UInt8](repeating: 0, count: 4096)
    func packetData(_ room: UInt32, _ wanted: UInt32, from packet: Int64) -> OSStatus {
      (size, count) = (room, wanted)
      return AudioFileReadPacketData(file, false, &size, nil, packet, &count, &bytes)
    }
    func readBytes(_ wanted: UInt32, at offset: Int64) -> OSStatus {
      size = wanted
      return AudioFileReadBytes(file, false, offset, &size, &bytes)
    }
    Refusal.check([
      Refusal("AudioFileReadBytes", "no count", Self.parameter) {
        AudioFileReadBytes(file, false, 0, nothing(), &bytes)
      },
      Refusal("AudioFileReadBytes", "no buffer", Self.parameter) {
        size = 4
        return AudioFileReadBytes(file, false, 0, &size, nothing())
      },
      Refusal("AudioFileReadBytes", "before the start", kAudioFilePositionError) { readBytes(4, at: -1) },
      Refusal("AudioFileReadBytes", "long before the start", kAudioFilePositionError) { readBytes(4, at: .min) },
      Refusal("AudioFileReadBytes", "far behind the end", Self.end) { readBytes(4, at: .max) },
      Refusal("AudioFileReadPacketData", "no size", Self.parameter) {
        AudioFileReadPacketData(file, false, nothing(), nil, 0, &count, &bytes)
      },
      Refusal("AudioFileReadPacketData", "no count", Self.parameter) {
        AudioFileReadPacketData(file, false, &size, nil, 0, nothing(), &bytes)
      },
      Refusal("AudioFileReadPacketData", "no buffer", Self.parameter) {
        (size, count) = (4, 1)
        return AudioFileReadPacketData(file, false, &size, nil, 0, &count, nil)
      },
      Refusal("AudioFileReadPacketData", "before the start", Self.noPacket) { packetData(4096, 1, from: .min) },
      Refusal("AudioFileReadPacketData", "behind the end", Self.end) { packetData(4096, 1, from: 368) },
      Refusal("AudioFileReadPacketData", "no room behind the end", Self.end) { packetData(1, 1, from: 368) },
      Refusal("AudioFileReadPacketData", "far behind the end", Self.end) { packetData(4096, 1, from: .max) },
      Refusal("AudioFileReadPackets", "no size", Self.parameter) {
        AudioFileReadPackets(file, false, nothing(), nil, 0, &count, &bytes)
      },
      Refusal("AudioFileReadPackets", "no count", Self.parameter) {
        AudioFileReadPackets(file, false, &size, nil, 0, nothing(), &bytes)
      },
      Refusal("AudioFileReadPackets", "no buffer", Self.parameter) {
        count = 1
        return AudioFileReadPackets(file, false, &size, nil, 0, &count, nil)
      },
      Refusal("AudioFileReadPackets", "before the start", Self.noPacket) {
        count = 1
        return AudioFileReadPackets(file, false, &size, nil, -1, &count, &bytes)
      },
    ])
    expectEqual(count, 0)
    // Nothing is had for nothing.
    expectEqual(packetData(0, 0, from: 0), noErr)
    expectEqual(readBytes(0, at: 0), noErr)
    count = 0
    expectEqual(AudioFileReadPackets(file, false, &size, nil, 0, &count, nil), noErr)
    expectEqual(AudioFileReadPacketData(file, false, &size, nil, 0, &count, nil), noErr)
    expectEqual(size, 0)
    expectEqual(count, 0)
  }

  @Test("Writing: null pointers, gaps, parts of packets")
  func writing() throws {
    let url = Fixture.temporary("wav")
    defer { try? FileManager.default.removeItem(at: url) }
    let file = try FileRefusalTests.make(url)
    let bytes = [UInt8](repeating: 9, count: 8)
    var count: UInt32 = 0
    func write(_ size: UInt32, at offset: Int64) -> OSStatus {
      count = size
      return AudioFileWriteBytes(file, false, offset, &count, bytes)
    }
    func packets(_ wanted: UInt32, _ size: UInt32, at packet: Int64) -> OSStatus {
      count = wanted
      return AudioFileWritePackets(file, false, size, nil, packet, &count, bytes)
    }
    let position = kAudioFilePositionError
    Refusal.check([
      Refusal("AudioFileWriteBytes", "no count", Self.parameter) {
        AudioFileWriteBytes(file, false, 0, nothing(), bytes)
      },
      Refusal("AudioFileWriteBytes", "no bytes", Self.parameter) {
        count = 4
        return AudioFileWriteBytes(file, false, 0, &count, nothing())
      },
      Refusal("AudioFileWriteBytes", "before the start", position) { write(4, at: -1) },
      Refusal("AudioFileWriteBytes", "a gap", position) { write(4, at: 404) },
      Refusal("AudioFileWriteBytes", "a gap without end", position) { write(4, at: .max) },
      Refusal("AudioFileWriteBytes", "half a frame", kAudioFileOperationNotSupportedError) { write(2, at: 400) },
      Refusal("AudioFileWritePackets", "no count", Self.parameter) {
        AudioFileWritePackets(file, false, 4, nil, 0, nothing(), bytes)
      },
      Refusal("AudioFileWritePackets", "no bytes", Self.parameter) {
        count = 1
        return AudioFileWritePackets(file, false, 4, nil, 100, &count, nothing())
      },
      Refusal("AudioFileWritePackets", "before the start", Self.noPacket) { packets(1, 4, at: -1) },
      Refusal("AudioFileWritePackets", "a gap", Self.noPacket) { packets(1, 4, at: 101) },
      Refusal("AudioFileWritePackets", "a gap without end", Self.noPacket) { packets(1, 4, at: .max) },
      Refusal("AudioFileWritePackets", "more bytes than can be counted", Self.parameter) {
        packets(.max, 8, at: 100)
      },
    ])
    expectEqual(count, 0)
    expectEqual(write(0, at: 400), noErr)
    expectEqual(packets(0, 0, at: 100), noErr)
    expectEqual(packets(1, 4, at: 50), noErr)
    expectEqual(packets(2, 8, at: 99), noErr)
    expectEqual(count, 2)
    expectEqual(AudioFileClose(file), noErr)
    let read = try FileRefusalTests.open(url)
    var all = [UInt8](repeating: 0, count: 404)
    count = 404
    expectEqual(AudioFileReadBytes(read, false, 0, &count, &all), noErr)
    expectEqual(all[196..<208], [3, 3, 3, 3, 9, 9, 9, 9, 3, 3, 3, 3])
    expectEqual(Array(all[392...]), [3, 3, 3, 3] + bytes)
    expectEqual(AudioFileClose(read), noErr)
  }

  @Test("Packets of variable size: without places, with wrong ones, not at the end, and bytes of them")
  func describedPackets() throws {
    let url = Fixture.temporary("caf")
    defer { try? FileManager.default.removeItem(at: url) }
    var format = AudioStreamBasicDescription.coded(kAudioFormatMPEG4AAC, frames: 1024)
    var made: AudioFileID?
    expectEqual(AudioFileCreateWithURL(url as CFURL, kAudioFileCAFType, &format, .eraseFile, &made), noErr)
    let file = try required(made)
    let bytes = [UInt8](repeating: 1, count: 8)
    var count: UInt32 = 1
    func write(_ place: AudioStreamPacketDescription?, at packet: Int64) -> OSStatus {
      count = 1
      guard var place else { return AudioFileWritePackets(file, false, 8, nil, packet, &count, bytes) }
      return AudioFileWritePackets(file, false, 8, &place, packet, &count, bytes)
    }
    func place(_ offset: Int64, _ size: UInt32) -> AudioStreamPacketDescription {
      AudioStreamPacketDescription(mStartOffset: offset, mVariableFramesInPacket: 0, mDataByteSize: size)
    }
    let notDone = kAudioFileOperationNotSupportedError
    var dependency = AudioStreamPacketDependencyDescription()
    Refusal.check([
      Refusal("AudioFileWritePackets", "no descriptions", notDone) { write(nil, at: 0) },
      Refusal("AudioFileWritePackets", "an offset below zero", Self.parameter) { write(place(-1, 8), at: 0) },
      Refusal("AudioFileWritePackets", "an offset outside", notDone) { write(place(.max, 8), at: 0) },
      Refusal("AudioFileWritePackets", "a size that is too large", notDone) { write(place(4, 5), at: 0) },
      Refusal("AudioFileWritePackets", "a gap", Self.noPacket) { write(place(0, 8), at: 1) },
      Refusal("AudioFileWriteBytes", "bytes of packets", notDone) {
        count = 8
        return AudioFileWriteBytes(file, false, 0, &count, bytes)
      },
      Refusal("AudioFileWritePacketsWithDependencies", "no count", Self.parameter) {
        var bytes = bytes
        return AudioFileWritePacketsWithDependencies(file, false, 8, nil, &dependency, 0, nothing(), &bytes)
      },
    ])
    expectEqual(write(place(0, 8), at: 0), noErr)
    expectEqual(count, 1)
    expectEqual(write(place(0, 8), at: 0), Self.noPacket)
    expectEqual(write(place(2, 6), at: 1), noErr)
    expectEqual(AudioFileClose(file), noErr)
  }

  @Test("Chunks: null pointers, numbers behind the last, places outside")
  func chunks() throws {
    let url = Fixture.temporary("caf")
    defer { try? FileManager.default.removeItem(at: url) }
    let file = try FileRefusalTests.make(url, kAudioFileCAFType)
    let (own, value): (UInt32, [UInt8]) = (0x6D79_6F77, [1, 2, 3, 4])
    expectEqual(AudioFileSetUserData(file, own, 0, 4, value), noErr)
    var (size, wide): (UInt32, UInt64) = (4, 0)
    var bytes = [UInt8](repeating: 0, count: 8)
    let noChunk = kAudioFileInvalidChunkError
    Refusal.check([
      Refusal("AudioFileCountUserData", "no place", Self.parameter) { AudioFileCountUserData(file, own, nothing()) },
      Refusal("AudioFileGetUserDataSize", "no place", Self.parameter) {
        AudioFileGetUserDataSize(file, own, 0, nothing())
      },
      Refusal("AudioFileGetUserDataSize64", "no place", Self.parameter) {
        AudioFileGetUserDataSize64(file, own, 0, nothing())
      },
      Refusal("AudioFileGetUserData", "no size", Self.parameter) {
        AudioFileGetUserData(file, own, 0, nothing(), &bytes)
      },
      Refusal("AudioFileGetUserData", "no place", Self.parameter) {
        AudioFileGetUserData(file, own, 0, &size, nothing())
      },
      Refusal("AudioFileSetUserData", "no bytes", Self.parameter) { AudioFileSetUserData(file, own, 0, 4, nothing()) },
      Refusal("AudioFileGetUserDataSize", "behind the last", noChunk) {
        AudioFileGetUserDataSize(file, own, 1, &size)
      },
      Refusal("AudioFileGetUserDataSize64", "behind the last", noChunk) {
        AudioFileGetUserDataSize64(file, own, .max, &wide)
      },
      Refusal("AudioFileGetUserData", "behind the last", noChunk) {
        AudioFileGetUserData(file, own, 1, &size, &bytes)
      },
      Refusal("AudioFileGetUserDataAtOffset", "before its start", noChunk) {
        AudioFileGetUserDataAtOffset(file, own, 0, -1, &size, &bytes)
      },
      Refusal("AudioFileSetUserData", "with a gap", noChunk) { AudioFileSetUserData(file, own, 2, 4, value) },
      Refusal("AudioFileRemoveUserData", "behind the last", noChunk) { AudioFileRemoveUserData(file, own, 1) },
    ])
    size = 8
    expectEqual(AudioFileGetUserDataAtOffset(file, own, 0, .max, &size, &bytes), noErr)
    expectEqual(size, 0)
    size = 0
    expectEqual(AudioFileGetUserData(file, own, 0, &size, &bytes), noErr)
    expectEqual(size, 0)
    expectEqual(AudioFileSetUserData(file, own, 1, 0, nothing()), noErr)
    expectEqual(AudioFileGetUserDataSize64(file, own, 1, &wide), noErr)
    expectEqual(wide, 0)
    expectEqual(AudioFileClose(file), noErr)
  }

  @Test("Positions that the file does not have", arguments: ["m4a", "wav", "mp3"])
  func positions(kind: String) throws {
    let url = Fixture.temporary("wav")
    defer { try? FileManager.default.removeItem(at: url) }
    let file: AudioFileID
    switch kind {
    case "wav":
      expectEqual(AudioFileClose(try FileRefusalTests.make(url)), noErr)
      file = try FileRefusalTests.open(url)
    case "mp3": file = try FileRefusalTests.open(try Self.mp3())
    default: file = try FileRefusalTests.open(Fixture.music)
    }
    defer { AudioFileClose(file) }
    let properties: [AudioFilePropertyID] = [
      kAudioFilePropertyPacketToFrame, kAudioFilePropertyFrameToPacket, kAudioFilePropertyPacketToByte,
      kAudioFilePropertyByteToPacket, kAudioFilePropertyPacketRangeByteCountUpperBound,
      kAudioFilePropertyPacketToRollDistance, kAudioFilePropertyPreviousIndependentPacket,
      kAudioFilePropertyNextIndependentPacket, kAudioFilePropertyPacketToDependencyInfo,
    ]
    for property in properties {
      for place: Int64 in [.min, -1, .max, .max - 1] {
        // The three words are packet, frame or byte, whichever the property asks by.
        var question: [Int64] = [place, place, place]
        var size: UInt32 = 0
        expectEqual(AudioFileGetPropertyInfo(file, property, &size, nil), noErr)
        let status = AudioFileGetProperty(file, property, &size, &question)
        let mayBeMissing = [kAudioFilePropertyPreviousIndependentPacket, kAudioFilePropertyNextIndependentPacket]
        if place < 0, !mayBeMissing.contains(property) {
          expectEqual(status, Self.noPacket, "\(property), \(place)")
        } else {
          // Behind the end sizes and durations may go on, or there is no such packet.
          #expect(status == noErr || status == Self.noPacket, "\(property), \(place)")
        }
      }
    }
  }

  /// A file of MPEG audio among the fixtures.
  private static func mp3() throws -> URL {
    let folder = Fixture.folder.appending(path: "MPEGAudio")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    let name = try required(names.first { $0.hasSuffix(".mp3") })
    return folder.appending(path: name)
  }
}
