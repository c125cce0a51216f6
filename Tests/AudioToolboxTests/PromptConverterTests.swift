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
    #expect(AudioConverterGetProperty(converter, kAudioConverterPrimeInfo, &size, &prime) == noErr)
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
        #expect(status == noErr)
      }
      #expect(count == UInt32(wanted))
      let share = Double(wanted * input) / Double(output)
      let expected = call == 0 ? share + Double(prime.trailingFrames) : share
      let asked = feed.asked.reduce(0) { $0 + Double($1) }
      #expect(abs(asked - expected) <= max(1, Double(input) / Double(output)) + 1, "call \(call)")
    }
  }
}
