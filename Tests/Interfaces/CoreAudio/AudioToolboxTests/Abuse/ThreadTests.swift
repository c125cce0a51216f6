import AudioToolbox
import Foundation
import TestSupport
import Testing

/// One object, four threads: each waits for the others, and nothing is corrupted.
@Suite("Objects that threads share")
struct ThreadTests {
  @Test("Four threads read the packets of one file, each the right ones")
  func files() throws {
    let frameCount = 20_000
    let source = CallbackFile(numberedWave(frameCount: frameCount))
    let file = Shared(try required(source.open()))
    let failures = onFourThreads { thread in
      var generator = UInt64(thread + 1)
      for _ in 0..<200 {
        generator = generator &* 6_364_136_223_846_793_005 &+ 1
        let first = Int64(generator >> 33) % Int64(frameCount - 100)
        var samples = [Int16](repeating: 0, count: 200)
        var (bytes, packets): (UInt32, UInt32) = (400, 100)
        guard AudioFileReadPacketData(file.handle, false, &bytes, nil, first, &packets, &samples) == noErr,
          packets == 100
        else { return false }
        for index in 0..<100 where samples[2 * index] != Int16(truncatingIfNeeded: Int(first) + index) { return false }
        var size: UInt32 = 8
        var count: UInt64 = 0
        guard AudioFileGetProperty(file.handle, kAudioFilePropertyAudioDataPacketCount, &size, &count) == noErr,
          count == frameCount
        else { return false }
      }
      return true
    }
    expectEqual(failures, 0)
    expectEqual(AudioFileClose(file.handle), noErr)
  }

  @Test("Four threads read and seek in one extended file, of which one is disposed of meanwhile")
  func extendedFiles() throws {
    for isDisposedEarly in [false, true] {
      var made: ExtAudioFileRef?
      expectEqual(ExtAudioFileOpenURL(Fixture.music as NSURL, &made), noErr)
      let file = Shared(try required(made))
      var client = AudioStreamBasicDescription.pcm(32, isFloat: true)
      expectEqual(ExtAudioFileSetProperty(file.handle, kExtAudioFileProperty_ClientDataFormat, 40, &client), noErr)
      let failures = onFourThreads { thread in
        let output = OneBuffer(800)
        for round in 0..<30 {
          if isDisposedEarly, thread == 0, round == 15 { ExtAudioFileDispose(file.handle) }
          output.reset()
          var frames: UInt32 = 100
          let status = ExtAudioFileRead(file.handle, &frames, output.list)
          guard status == noErr || (isDisposedEarly && status == kAudio_ParamError) else { return false }
          let samples = UnsafeBufferPointer(start: output.memory.assumingMemoryBound(to: Float.self), count: 200)
          guard samples.allSatisfy(\.isFinite) else { return false }
          _ = ExtAudioFileSeek(file.handle, Int64(round * 997))
        }
        return true
      }
      expectEqual(failures, 0)
      expectEqual(ExtAudioFileDispose(file.handle), isDisposedEarly ? kAudio_ParamError : noErr)
    }
  }

  @Test("Four threads convert with one converter, reset it and dispose of it")
  func converters() throws {
    var (input, output) = (AudioStreamBasicDescription.pcm(), AudioStreamBasicDescription.pcm(32, isFloat: true))
    output.mSampleRate = 48000
    var made: AudioConverterRef?
    expectEqual(AudioConverterNew(&input, &output, &made), noErr)
    let converter = Shared(try required(made))
    let failures = onFourThreads { thread in
      let feed = CallbackTests.Feed()
      for round in 0..<100 {
        if thread == 3, round == 80 { AudioConverterDispose(converter.handle) }
        let status = feed.fill(converter.handle)
        guard status == noErr || status == kAudio_ParamError else { return false }
        if round % 7 == 0 { AudioConverterReset(converter.handle) }
      }
      return true
    }
    expectEqual(failures, 0)
    expectEqual(AudioConverterReset(converter.handle), kAudio_ParamError)
  }

  @Test("Four threads push bytes into one stream")
  func streams() throws {
    let bytes = numberedWave(frameCount: 4000)
    var made: AudioFileStreamID?
    expectEqual(AudioFileStreamOpen(nil, { _, _, _, _ in }, { _, _, _, _, _ in }, 0, &made), noErr)
    let stream = Shared(try required(made))
    let failures = onFourThreads { _ in
      for _ in 0..<20 {
        _ = AudioFileStreamParseBytes(stream.handle, UInt32(bytes.count), bytes, .discontinuity)
        var size: UInt32 = 4
        var isReady: UInt32 = 0
        let property = kAudioFileStreamProperty_ReadyToProducePackets
        guard AudioFileStreamGetProperty(stream.handle, property, &size, &isReady) == noErr else { return false }
      }
      return true
    }
    expectEqual(failures, 0)
    expectEqual(AudioFileStreamClose(stream.handle), noErr)
  }

  @Test("Of threads that close one handle, one does")
  func closing() throws {
    for _ in 0..<20 {
      let source = CallbackFile(numberedWave(frameCount: 100))
      let file = Shared(try required(source.open()))
      expectEqual(onFourThreads { _ in AudioFileClose(file.handle) == noErr }, 3)
    }
  }
}
