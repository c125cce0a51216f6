import AudioToolbox
import Foundation
import TestSupport
import Testing

/// What Audio File Stream Services refuse.
@Suite("Streams: what is refused before, in and behind the header")
struct StreamRefusalTests {
  private static let parameter = kAudio_ParamError
  private static let listener: AudioFileStream_PropertyListenerProc = { _, _, _, _ in }
  private static let packets: AudioFileStream_PacketsProc = { _, _, _, _, _ in }

  private func open(_ hint: AudioFileTypeID = 0) throws -> AudioFileStreamID {
    var stream: AudioFileStreamID?
    let status = AudioFileStreamOpen(nil, Self.listener, Self.packets, hint, &stream)
    guard status == noErr, let stream else { throw TestFailure(status: status) }
    return stream
  }

  private static func parse(
    _ stream: AudioFileStreamID, _ bytes: [UInt8], _ flags: AudioFileStreamParseFlags = []
  ) -> OSStatus { AudioFileStreamParseBytes(stream, UInt32(bytes.count), bytes, flags) }

  @Test("A stream is opened with both functions and a place")
  func opening() {
    var stream: AudioFileStreamID?
    Refusal.check([
      Refusal("AudioFileStreamOpen", "no listener", Self.parameter) {
        AudioFileStreamOpen(nil, nothing(), Self.packets, 0, &stream)
      },
      Refusal("AudioFileStreamOpen", "nobody takes packets", Self.parameter) {
        AudioFileStreamOpen(nil, Self.listener, nothing(), 0, &stream)
      },
      Refusal("AudioFileStreamOpen", "no place", Self.parameter) {
        AudioFileStreamOpen(nil, Self.listener, Self.packets, 0, nothing())
      },
      Refusal("AudioFileStreamClose", "null", Self.parameter) { AudioFileStreamClose(nothing()) },
    ])
    expectNil(stream)
  }

  private static let translations: [(property: AudioFileStreamPropertyID, size: UInt32)] = [
    (kAudioFileStreamProperty_PacketToFrame, 24), (kAudioFileStreamProperty_FrameToPacket, 24),
    (kAudioFileStreamProperty_PacketToByte, 24), (kAudioFileStreamProperty_ByteToPacket, 24),
    (kAudioFileStreamProperty_PacketToRollDistance, 16), (kAudioFileStreamProperty_PreviousIndependentPacket, 16),
    (kAudioFileStreamProperty_NextIndependentPacket, 16), (kAudioFileStreamProperty_PacketToDependencyInfo, 16),
  ]

  @Test("Before the header nothing can be asked, set or found")
  func beforeTheHeader() throws {
    let stream = try open()
    defer { AudioFileStreamClose(stream) }
    let early = kAudioFileStreamError_DataUnavailable
    var (size, value): (UInt32, [Int64]) = (24, [0, 0, 0])
    var (offset, flags): (Int64, AudioFileStreamSeekFlags) = (0, [])
    let ready = kAudioFileStreamProperty_ReadyToProducePackets
    Refusal.check([
      Refusal("AudioFileStreamSeek", "early", early) { AudioFileStreamSeek(stream, 0, &offset, &flags) },
      Refusal("AudioFileStreamGetPropertyInfo", "early", early) {
        AudioFileStreamGetPropertyInfo(stream, kAudioFileStreamProperty_DataFormat, &size, nil)
      },
      Refusal("AudioFileStreamGetProperty", "early", early) {
        AudioFileStreamGetProperty(stream, kAudioFileStreamProperty_DataFormat, &size, &value)
      },
      Refusal("AudioFileStreamGetProperty", "no size", Self.parameter) {
        AudioFileStreamGetProperty(stream, ready, nothing(), &value)
      },
      Refusal("AudioFileStreamGetProperty", "no place", Self.parameter) {
        AudioFileStreamGetProperty(stream, ready, &size, nothing())
      },
      Refusal("AudioFileStreamGetProperty", "no room", kAudioFileStreamError_BadPropertySize) {
        size = 3
        return AudioFileStreamGetProperty(stream, ready, &size, &value)
      },
      Refusal("AudioFileStreamGetProperty", "unknown", kAudioFileStreamError_UnsupportedProperty) {
        AudioFileStreamGetProperty(stream, 0x3F3F_3F3F, &size, &value)
      },
      Refusal("AudioFileStreamSetProperty", "read only", kAudioFileStreamError_UnsupportedProperty) {
        AudioFileStreamSetProperty(stream, kAudioFileStreamProperty_DataFormat, 24, &value)
      },
      Refusal("AudioFileStreamSetProperty", "no value", kAudioFileStreamError_UnsupportedProperty) {
        AudioFileStreamSetProperty(stream, ready, 4, nothing())
      },
    ])
    expectEqual(size, 4)
    for (property, count) in Self.translations {
      size = count
      expectEqual(AudioFileStreamGetProperty(stream, property, &size, &value), early, "\(property)")
      size = count - 1
      let status = AudioFileStreamGetProperty(stream, property, &size, &value)
      expectEqual(status, kAudioFileStreamError_BadPropertySize, "\(property)")
    }
  }

  @Test("Behind the header: null pointers, places that there are not, values that the file does not tell")
  func behindTheHeader() throws {
    let stream = try open()
    defer { AudioFileStreamClose(stream) }
    expectEqual(Self.parse(stream, try Fixture.bytes("glockenspiel-aac-eld.m4a")), noErr)
    var (offset, flags): (Int64, AudioFileStreamSeekFlags) = (0, [])
    var (size, value): (UInt32, [Int64]) = (24, [0, 0, 0])
    let noPacket = kAudioFileStreamError_InvalidPacketOffset
    Refusal.check([
      Refusal("AudioFileStreamSeek", "no place", Self.parameter) { AudioFileStreamSeek(stream, 0, nothing(), &flags) },
      Refusal("AudioFileStreamSeek", "before the start", noPacket) {
        AudioFileStreamSeek(stream, .min, &offset, &flags)
      },
      Refusal("AudioFileStreamSeek", "far behind the end", noPacket) {
        AudioFileStreamSeek(stream, .max, &offset, &flags)
      },
      Refusal("AudioFileStreamGetProperty", "no metadata", kAudioFileStreamError_ValueUnknown) {
        AudioFileStreamGetProperty(stream, kAudioFileStreamProperty_InfoDictionary, &size, &value)
      },
      Refusal("AudioFileStreamParseBytes", "no bytes", Self.parameter) {
        AudioFileStreamParseBytes(stream, 4, nil, [])
      },
    ])
    // The flags may be left out.
    expectEqual(AudioFileStreamSeek(stream, 7, &offset, nothing()), noErr)
    expectGreater(offset, 0)
    for (property, count) in Self.translations {
      for place: Int64 in [.min, -1, .max] {
        size = count
        value = [place, place, place]
        let status = AudioFileStreamGetProperty(stream, property, &size, &value)
        #expect(place < 0 ? status == noPacket : status == noErr || status == noPacket, "\(property), \(place)")
      }
    }
  }

  /// A box of an MP4 file.
  private static func box(_ name: String, _ body: [UInt8]) -> [UInt8] {
    let size = UInt32(body.count + 8)
    return [UInt8(size >> 24), UInt8(size >> 16 & 255), UInt8(size >> 8 & 255), UInt8(size & 255)] + Array(name.utf8)
      + body
  }

  @Test("A file whose structure stands behind its audio, is broken, or holds no audio that is known")
  func badFiles() throws {
    let type = Self.box("ftyp", Array("M4A ".utf8) + [0, 0, 0, 0] + Array("isom".utf8))
    let behind = try open(kAudioFileM4AType)
    let data = [UInt8](repeating: 0, count: 1 << 20)
    expectEqual(Self.parse(behind, type + Self.box("mdat", data)), kAudioFileStreamError_NotOptimized)
    expectEqual(AudioFileStreamClose(behind), noErr)
    let broken = try open(kAudioFileM4AType)
    // A box that says it is smaller than its own header.
    let status = Self.parse(broken, type + [0, 0, 0, 4] + Array("moov".utf8) + [UInt8](repeating: 0, count: 4096))
    expectEqual(status, kAudioFileStreamError_InvalidFile)
    expectEqual(AudioFileStreamClose(broken), noErr)
    let foreign = try open(kAudioFileWAVEType)
    // RIFF with a format tag that nobody has, 16 bits, stereo.
    let tag: [UInt8] = [0x34, 0x12, 2, 0, 0x44, 0xAC, 0, 0, 0x10, 0xB1, 2, 0, 4, 0, 16, 0]
    let wave = Array("RIFF".utf8) + [44, 0, 0, 0] + Array("WAVEfmt ".utf8) + [16, 0, 0, 0] + tag
    let whole = wave + Array("data".utf8) + [8, 0, 0, 0] + [UInt8](repeating: 0, count: 4096)
    expectEqual(Self.parse(foreign, whole), kAudioFileStreamError_UnsupportedDataFormat)
    expectEqual(AudioFileStreamClose(foreign), noErr)
    let unknown = try open()
    let text = [UInt8](repeating: 0x20, count: 1 << 21)
    expectEqual(Self.parse(unknown, text), kAudioFileStreamError_UnsupportedFileType)
    expectEqual(AudioFileStreamClose(unknown), noErr)
  }
}
