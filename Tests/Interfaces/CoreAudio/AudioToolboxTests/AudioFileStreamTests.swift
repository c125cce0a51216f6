import AudioToolbox
import Foundation
import TestSupport
import Testing

@Suite("Audio File Stream Services")
struct AudioFileStreamTests {
  /// What a stream told its caller.
  final class Listener {
    var properties: [AudioFileStreamPropertyID] = []
    var format = AudioStreamBasicDescription()
    var cookieSize: UInt32 = 0
    var packets: [[UInt8]] = []
    var describedPackets = 0
    var closesAfterFirstPackets = false
    var stream: AudioFileStreamID?
    var address: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

    static let property: AudioFileStream_PropertyListenerProc = { address, stream, property, flags in
      let listener = Unmanaged<Listener>.fromOpaque(address).takeUnretainedValue()
      listener.properties.append(property)
      // Properties are read within the call.
      var size = UInt32(MemoryLayout<AudioStreamBasicDescription>.size)
      if property == kAudioFileStreamProperty_DataFormat {
        AudioFileStreamGetProperty(stream, property, &size, &listener.format)
      }
      if property == kAudioFileStreamProperty_MagicCookieData {
        AudioFileStreamGetPropertyInfo(stream, property, &listener.cookieSize, nil)
      }
    }

    static let packetsProc: AudioFileStream_PacketsProc = { address, byteCount, count, data, places in
      let listener = Unmanaged<Listener>.fromOpaque(address).takeUnretainedValue()
      if let places {
        for index in 0..<Int(count) {
          let place = places[index]
          listener.packets.append(
            [UInt8](
              UnsafeRawBufferPointer(start: data + Int(place.mStartOffset), count: Int(place.mDataByteSize))))
        }
        listener.describedPackets += Int(count)
      } else {
        listener.packets.append([UInt8](UnsafeRawBufferPointer(start: data, count: Int(byteCount))))
      }
      if listener.closesAfterFirstPackets, let stream = listener.stream {
        AudioFileStreamClose(stream)
        listener.stream = nil
      }
    }
  }

  @Test("A stream of ADTS with spectral band replication says so, in its format list and its cookie")
  func implicitReplication() throws {
    let (packets, _) = try Fixture.dump("hev1_44100_st_48k_syn_burst")
    let frames = packets.flatMap { inADTSFrame($0, frequencyIndex: 7) }
    let listener = Listener()
    let stream = try open(listener, hint: kAudioFileAAC_ADTSType)
    defer { AudioFileStreamClose(stream) }
    expectEqual(parse(stream, frames, portion: 100), noErr)
    #expect(listener.format.mFormatID == kAudioFormatMPEG4AAC && listener.format.mSampleRate == 22050)
    expectEqual(listener.packets, Array(packets.prefix(listener.packets.count)))
    expectGreaterOrEqual(listener.packets.count, packets.count - 1)
    var list = [AudioFormatListItem](repeating: AudioFormatListItem(), count: 4)
    var size = UInt32(4 * MemoryLayout<AudioFormatListItem>.size)
    expectEqual(AudioFileStreamGetProperty(stream, kAudioFileStreamProperty_FormatList, &size, &list), noErr)
    list.removeLast(4 - Int(size) / MemoryLayout<AudioFormatListItem>.size)
    expectEqual(list.map(\.mASBD.mFormatID), [kAudioFormatMPEG4AAC_HE, kAudioFormatMPEG4AAC])
    expectEqual(list.map(\.mASBD.mSampleRate), [44100, 22050])
    expectEqual(list.map(\.mASBD.mFramesPerPacket), [2048, 1024])
    // ISO/IEC 14496-3, 1.6.2.1: AAC LC, 22050 Hz, two channels; then 0x2B7, object type 5, present, 44100 Hz.
    var cookie = [UInt8](repeating: 0, count: 16)
    size = 16
    expectEqual(AudioFileStreamGetProperty(stream, kAudioFileStreamProperty_MagicCookieData, &size, &cookie), noErr)
    expectEqual(cookie.prefix(Int(size)), [0x13, 0x90, 0x56, 0xE5, 0xA0])
  }

  private func open(_ listener: Listener, hint: AudioFileTypeID = 0) throws -> AudioFileStreamID {
    var stream: AudioFileStreamID?
    let status = AudioFileStreamOpen(listener.address, Listener.property, Listener.packetsProc, hint, &stream)
    guard status == noErr, let stream else { throw TestFailure(status: status) }
    listener.stream = stream
    return stream
  }

  private func parse(_ stream: AudioFileStreamID, _ bytes: [UInt8], portion: Int) -> OSStatus {
    for start in stride(from: 0, to: bytes.count, by: portion) {
      let part = Array(bytes[start..<min(bytes.count, start + portion)])
      let status = AudioFileStreamParseBytes(stream, UInt32(part.count), part, [])
      if status != noErr { return status }
    }
    return noErr
  }

  /// The packets of a file, by Audio File Services.
  private func packets(of url: URL) throws -> [[UInt8]] {
    var opened: AudioFileID?
    expectEqual(AudioFileOpenURL(url as CFURL, .readPermission, 0, &opened), noErr)
    let file = try required(opened)
    defer { AudioFileClose(file) }
    var packets: [[UInt8]] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      var bytes = UInt32(buffer.count)
      var count: UInt32 = 1
      guard AudioFileReadPacketData(file, false, &bytes, nil, Int64(packets.count), &count, &buffer) == noErr else {
        return packets
      }
      packets.append(Array(buffer.prefix(Int(bytes))))
    }
  }

  @Test("Packets of an MP3 stream are those of the file, in portions of any size", arguments: [1, 37, 4096])
  func mp3(portion: Int) throws {
    let url = Fixture.folder.appending(path: "MPEGAudio/l3-lame-44100-joint.mp3")
    let listener = Listener()
    let stream = try open(listener, hint: kAudioFileMP3Type)
    defer { AudioFileStreamClose(stream) }
    expectEqual(parse(stream, [UInt8](try Data(contentsOf: url)), portion: portion), noErr)
    let expected = try packets(of: url)
    // The last packet may wait for what comes after it.
    expectGreaterOrEqual(listener.packets.count, expected.count - 1)
    expectEqual(listener.packets, Array(expected.prefix(listener.packets.count)))
    expectEqual(listener.describedPackets, listener.packets.count)
    expectEqual(listener.format.mFormatID, kAudioFormatMPEGLayer3)
    expectEqual(listener.properties.last, kAudioFileStreamProperty_ReadyToProducePackets)
    expectEqual(listener.properties.first, kAudioFileStreamProperty_FileFormat)
    expectEqual(Set(listener.properties).count, listener.properties.count)
  }

  @Test("An MP4 stream tells its format and its cookie before its packets")
  func mp4() throws {
    let listener = Listener()
    let stream = try open(listener)
    defer { AudioFileStreamClose(stream) }
    expectEqual(parse(stream, [UInt8](try Data(contentsOf: Fixture.music)), portion: 1000), noErr)
    expectEqual(listener.format.mFormatID, kAudioFormatMPEG4AAC_ELD)
    expectGreater(listener.cookieSize, 0)
    expectEqual(listener.packets, try packets(of: Fixture.music))
    var count: UInt64 = 0
    var size: UInt32 = 8
    expectEqual(AudioFileStreamGetProperty(stream, kAudioFileStreamProperty_AudioDataPacketCount, &size, &count), noErr)
    expectEqual(count, 368)
    size = 4
    expectEqual(
      AudioFileStreamGetProperty(stream, kAudioFileStreamProperty_AudioDataPacketCount, &size, &count),
      kAudioFileStreamError_BadPropertySize)
  }

  @Test("A seek says from which byte to go on")
  func seeking() throws {
    let bytes = [UInt8](try Data(contentsOf: Fixture.music))
    let listener = Listener()
    let stream = try open(listener)
    defer { AudioFileStreamClose(stream) }
    expectEqual(parse(stream, bytes, portion: 5000), noErr)
    var offset: Int64 = 0
    var flags: AudioFileStreamSeekFlags = []
    expectEqual(AudioFileStreamSeek(stream, 200, &offset, &flags), noErr)
    #expect(!flags.contains(.offsetIsEstimated))
    var dataOffset: Int64 = 0
    var size: UInt32 = 8
    expectEqual(AudioFileStreamGetProperty(stream, kAudioFileStreamProperty_DataOffset, &size, &dataOffset), noErr)
    let all = listener.packets
    listener.packets = []
    expectEqual(parse(stream, Array(bytes[Int(offset + dataOffset)...]), portion: 5000), noErr)
    expectEqual(listener.packets, Array(all[200...]))
    expectEqual(AudioFileStreamSeek(stream, -1, &offset, &flags), kAudioFileStreamError_InvalidPacketOffset)
  }

  @Test("Before the header has come nothing is known, and what is no audio is refused")
  func errors() throws {
    let stream = try open(Listener())
    var value: UInt32 = 9
    var size: UInt32 = 4
    expectEqual(
      AudioFileStreamGetProperty(stream, kAudioFileStreamProperty_ReadyToProducePackets, &size, &value), noErr)
    expectEqual(value, 0)
    expectEqual(
      AudioFileStreamGetProperty(stream, kAudioFileStreamProperty_FileFormat, &size, &value),
      kAudioFileStreamError_DataUnavailable)
    expectEqual(
      AudioFileStreamGetPropertyInfo(stream, 0x3F3F_3F3F, &size, nil), kAudioFileStreamError_UnsupportedProperty)
    expectEqual(AudioFileStreamParseBytes(stream, 0, nil, []), noErr)
    expectEqual(AudioFileStreamParseBytes(stream, 5, nil, []), kAudio_ParamError)
    let text = [UInt8](repeating: 0x20, count: 1 << 21)
    expectEqual(
      AudioFileStreamParseBytes(stream, UInt32(text.count), text, []), kAudioFileStreamError_UnsupportedFileType)
    expectEqual(AudioFileStreamClose(stream), noErr)
    expectEqual(AudioFileStreamParseBytes(stream, 1, text, []), kAudio_ParamError)
  }

  @Test("A stream may be closed within its callback")
  func closingInside() throws {
    let listener = Listener()
    listener.closesAfterFirstPackets = true
    let stream = try open(listener)
    let bytes = [UInt8](try Data(contentsOf: Fixture.music))
    expectEqual(AudioFileStreamParseBytes(stream, UInt32(bytes.count), bytes, []), noErr)
    #expect(!listener.packets.isEmpty)
    expectLess(listener.packets.count, 368)
    expectEqual(AudioFileStreamClose(stream), kAudio_ParamError)
  }
}
