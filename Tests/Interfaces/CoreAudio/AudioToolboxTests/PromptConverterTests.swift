import AudioToolbox
import TestSupport
import Testing

/// `AudioConverterFillComplexBuffer` for a few milliseconds at a time.
@Suite("Rate conversion of live sound")
struct PromptConverterTests {
  /// Counts what is asked for, and gives silence.
  private final class Silence {
    var asked: [UInt32] = []
    var memory = [Int16](repeating: 0, count: 1 << 16)
  }

  private static let supply: AudioConverterComplexInputDataProc = { _, count, list, _, data in
    let feed = Unmanaged<Silence>.fromOpaque(data!).takeUnretainedValue()
    feed.asked.append(count.pointee)
    feed.memory.withUnsafeMutableBytes { memory in
      list.pointee.mBuffers.mData = memory.baseAddress
      list.pointee.mBuffers.mDataByteSize = min(2 * count.pointee, UInt32(memory.count))
    }
    return noErr
  }

  @Test(
    "160 frames of 16 kHz ask for 480 of 48 kHz, and for what the filter reaches ahead before",
    arguments: [(48_000, 16_000, 160), (44_100, 48_000, 480), (48_000, 44_100, 441), (16_000, 48_000, 960)])
  func asking(_ input: Int, _ output: Int, _ wanted: Int) throws {
    let converter = try makeConverter(
      .pcm(rate: Double(input), channels: 1), .pcm(rate: Double(output), channels: 1))
    defer { AudioConverterDispose(converter) }
    var prime = AudioConverterPrimeInfo()
    var size = UInt32(MemoryLayout<AudioConverterPrimeInfo>.size)
    expectEqual(AudioConverterGetProperty(converter, kAudioConverterPrimeInfo, &size, &prime), noErr)
    let feed = Silence()
    var buffer = [Int16](repeating: 1, count: wanted)
    for call in 0..<20 {
      feed.asked = []
      var count = UInt32(wanted)
      buffer.withUnsafeMutableBytes { bytes in
        var list = AudioBufferList(
          mNumberBuffers: 1,
          mBuffers: AudioBuffer(mNumberChannels: 1, mDataByteSize: UInt32(bytes.count), mData: bytes.baseAddress))
        let status = AudioConverterFillComplexBuffer(
          converter, Self.supply, Unmanaged.passUnretained(feed).toOpaque(), &count, &list, nil)
        expectEqual(status, noErr)
      }
      expectEqual(count, UInt32(wanted))
      let share = Double(wanted * input) / Double(output)
      let expected = call == 0 ? share + Double(prime.trailingFrames) : share
      let asked = feed.asked.reduce(0) { $0 + Double($1) }
      expectLessOrEqual(abs(asked - expected), max(1, Double(input) / Double(output)) + 1, "call \(call)")
    }
  }

  @Test("delivery is a property, and so is the latency, which is that of the filter")
  func properties() throws {
    let converter = try makeConverter(.pcm(rate: 44_100, channels: 1), .pcm(rate: 48_000, channels: 1))
    defer { AudioConverterDispose(converter) }
    func get<Value: BitwiseCopyable>(_ property: AudioConverterPropertyID, _ value: Value) -> Value {
      var value = value
      var size = UInt32(MemoryLayout<Value>.size)
      expectEqual(AudioConverterGetProperty(converter, property, &size, &value), noErr)
      return value
    }
    expectEqual(
      get(kAudioConverterSampleRateConverterDelivery, UInt32(0)), kAudioConverterSampleRateConverterDelivery_Automatic)
    for wanted in [
      kAudioConverterSampleRateConverterDelivery_Prompt, kAudioConverterSampleRateConverterDelivery_Blocks,
    ] {
      var value = UInt32(wanted)
      expectEqual(AudioConverterSetProperty(converter, kAudioConverterSampleRateConverterDelivery, 4, &value), noErr)
      expectEqual(get(kAudioConverterSampleRateConverterDelivery, UInt32(0)), wanted)
      let prime = get(kAudioConverterPrimeInfo, AudioConverterPrimeInfo())
      expectEqual(get(kAudioConverterSampleRateConverterLatency, 0.0), Double(prime.trailingFrames) / 44_100)
    }
    var nonsense: UInt32 = 7
    expectEqual(
      AudioConverterSetProperty(converter, kAudioConverterSampleRateConverterDelivery, 4, &nonsense), kAudio_ParamError)
    var minimum = UInt32(kAudioConverterSampleRateConverterComplexity_MinimumPhase)
    expectEqual(AudioConverterSetProperty(converter, kAudioConverterSampleRateConverterComplexity, 4, &minimum), noErr)
    let latency = get(kAudioConverterSampleRateConverterLatency, 0.0)
    #expect(latency > 0 && latency < 0.001)
    expectEqual(get(kAudioConverterPrimeInfo, AudioConverterPrimeInfo()).trailingFrames, 0)
  }
}
