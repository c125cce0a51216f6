import AudioToolbox
import Foundation
import TestSupport
import Testing

/// Numbers of packets, frames and bytes that no file has.
@Suite("Extreme numbers")
struct ExtremeNumberTests {
  private static let extremes: [Int64] = [
    .min, -1, 0, 1, 1 << 31, 1 << 53, 1 << 62, .max / 2 + 1, .max - 1, .max,
  ]

  @Test("Look-ups in a file answer at once", arguments: [false, true])
  func files(_ isPlain: Bool) throws {
    let bytes = isPlain ? numberedWave(frameCount: 1000) : try Fixture.bytes("glockenspiel-aac-eld.m4a")
    let source = CallbackFile(bytes)
    let file = try required(source.open())
    defer { AudioFileClose(file) }
    var size: UInt32 = 8
    var count: Int64 = 0
    expectEqual(AudioFileGetProperty(file, kAudioFilePropertyAudioDataPacketCount, &size, &count), noErr)
    let properties = [
      kAudioFilePropertyPacketToFrame, kAudioFilePropertyFrameToPacket, kAudioFilePropertyPacketToByte,
      kAudioFilePropertyByteToPacket, kAudioFilePropertyPacketRangeByteCountUpperBound,
      kAudioFilePropertyPacketToRollDistance, kAudioFilePropertyPreviousIndependentPacket,
      kAudioFilePropertyNextIndependentPacket, kAudioFilePropertyPacketToDependencyInfo,
    ]
    let clock = ContinuousClock()
    let begin = clock.now
    for property in properties {
      var room: UInt32 = 0
      expectEqual(AudioFileGetPropertyInfo(file, property, &room, nil), noErr)
      for extreme in Self.extremes {
        for second in Self.extremes {
          var words = [extreme, second, extreme, second]
          var size = room
          _ = AudioFileGetProperty(file, property, &size, &words)
        }
      }
    }
    for extreme in Self.extremes {
      var (room, packets): (UInt32, UInt32) = (4000, 10)
      var memory = [UInt8](repeating: 0, count: 4000)
      _ = AudioFileReadPacketData(file, false, &room, nil, extreme, &packets, &memory)
      room = 4000
      _ = AudioFileReadBytes(file, false, extreme, &room, &memory)
    }
    // All of it takes milliseconds; a walk over 2^62 packets takes years.
    expectLess(clock.now - begin, .seconds(60))
    var question = AudioIndependentPacketTranslation(mPacket: 1 << 62, mIndependentlyDecodablePacket: 0)
    size = UInt32(MemoryLayout.size(ofValue: question))
    expectEqual(AudioFileGetProperty(file, kAudioFilePropertyPreviousIndependentPacket, &size, &question), noErr)
    expectEqual(question.mIndependentlyDecodablePacket, count - 1)
    expectEqual(AudioFileGetProperty(file, kAudioFilePropertyNextIndependentPacket, &size, &question), noErr)
    expectEqual(question.mIndependentlyDecodablePacket, -1)
  }

  @Test("A seek in a stream gives an offset that can be, or an error")
  func streams() throws {
    let wave = numberedWave(frameCount: 5000)
    let music = try Fixture.bytes("glockenspiel-aac-eld.m4a")
    let frames = try Fixture.dump("hev1_44100_st_48k_syn_burst").packets.flatMap { inADTSFrame($0, frequencyIndex: 7) }
    for bytes in [wave, music, frames] {
      var made: AudioFileStreamID?
      expectEqual(AudioFileStreamOpen(nil, { _, _, _, _ in }, { _, _, _, _, _ in }, 0, &made), noErr)
      let stream = try required(made)
      defer { AudioFileStreamClose(stream) }
      expectEqual(AudioFileStreamParseBytes(stream, UInt32(bytes.count), bytes, []), noErr)
      for extreme in Self.extremes {
        var offset: Int64 = 0
        var flags = AudioFileStreamSeekFlags()
        let status = AudioFileStreamSeek(stream, extreme, &offset, &flags)
        if extreme < 0 || extreme >= 1 << 53 { expectEqual(status, kAudioFileStreamError_InvalidPacketOffset) }
        if status == noErr { #expect(offset >= 0 && offset < 1 << 48) }
      }
    }
  }

  @Test("Frames that a caller says a packet has are not taken at their word", arguments: [UInt32.max, 1 << 31, 70_000])
  func framesOfPackets(_ frames: UInt32) throws {
    var input = AudioStreamBasicDescription.coded(kAudioFormatMPEG4AAC, frames: 0)
    var output = AudioStreamBasicDescription.pcm(32, isFloat: true)
    var made: AudioConverterRef?
    expectEqual(AudioConverterNew(&input, &output, &made), noErr)
    let converter = try required(made)
    defer { AudioConverterDispose(converter) }
    let (packets, configuration) = try Fixture.dump("hev1_44100_st_48k_syn_burst")
    _ = AudioConverterSetProperty(
      converter, kAudioConverterDecompressionMagicCookie, UInt32(configuration.count), configuration)
    final class Source {
      var bytes: [UInt8]
      var place: AudioStreamPacketDescription
      init(_ bytes: [UInt8], _ frames: UInt32) {
        self.bytes = bytes
        place = AudioStreamPacketDescription(
          mStartOffset: 0, mVariableFramesInPacket: frames, mDataByteSize: UInt32(bytes.count))
      }
    }
    let source = Source(packets[0], frames)
    let function: AudioConverterComplexInputDataProc = { _, count, list, places, userData in
      let source = Unmanaged<Source>.fromOpaque(userData!).takeUnretainedValue()
      count.pointee = 1
      list.pointee.mBuffers.mDataByteSize = UInt32(source.bytes.count)
      list.pointee.mBuffers.mData = source.bytes.withUnsafeMutableBytes { $0.baseAddress }
      places?.pointee = withUnsafeMutablePointer(to: &source.place) { $0 }
      return noErr
    }
    let target = OneBuffer(1 << 15)
    var count: UInt32 = 4096
    let address = Unmanaged.passUnretained(source).toOpaque()
    expectEqual(AudioConverterFillComplexBuffer(converter, function, address, &count, target.list, nil), noErr)
    expectGreater(count, 0)
  }
}
