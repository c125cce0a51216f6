import AudioDevices
import TestSupport
import Testing

@Suite("Samples of sound cards")
struct PCMSampleFormatTests {
  private func pack(_ format: PCMSampleFormat, _ samples: [Float]) -> [UInt8] {
    var bytes = [UInt8](repeating: 0xAA, count: samples.count * format.byteCount)
    var span = bytes.mutableSpan
    format.pack(samples.span, frameCount: samples.count, sources: [0].span, into: &span)
    return bytes
  }

  private func unpack(_ format: PCMSampleFormat, _ bytes: [UInt8]) -> [Float] {
    var samples = [Float](repeating: .nan, count: bytes.count / format.byteCount)
    var span = samples.mutableSpan
    format.unpack(bytes.span, channelCount: 1, sources: [0].span, into: &span)
    return samples
  }

  @Test("Integers are rounded to even, clipped, and little-endian; what is no number is silence")
  func integers() {
    // 0.5, −1, 1, beyond, half a step twice, no number.
    let samples: [Float] = [0.5, -1, 1, 2, -2, 0.5 / 32768, 1.5 / 32768, .nan, -.infinity]
    let words: [Int] = [16384, -32768, 32767, 32767, -32768, 0, 2, 0, -32768]
    expectEqual(pack(.int16, samples), words.flatMap { [UInt8($0 & 255), UInt8($0 >> 8 & 255)] })
    expectEqual(pack(.int24, [0.5, -1, 1]), [0, 0, 0x40, 0, 0, 0x80, 0xFF, 0xFF, 0x7F])
    expectEqual(pack(.int24InFour, [0.5, -1]), [0, 0, 0x40, 0, 0, 0, 0x80, 0xFF])
    expectEqual(pack(.int32, [0.5, -1, 1]), [0, 0, 0, 0x40, 0, 0, 0, 0x80, 0xFF, 0xFF, 0xFF, 0x7F])
    expectEqual(pack(.float32, [1]), [0, 0, 0x80, 0x3F])
  }

  @Test(
    "What was packed is unpacked, as far as the format holds it",
    arguments: PCMSampleFormat.allCases)
  func roundTrip(_ format: PCMSampleFormat) {
    let samples = (-128...127).map { Float($0) / 128 }
    expectEqual(unpack(format, pack(format, samples)), samples)
  }

  @Test("The upper byte of 24 bits in four does not count")
  func paddedBytes() {
    expectEqual(unpack(.int24InFour, [0, 0, 0x40, 0xFF]), [0.5])
    expectEqual(unpack(.int24InFour, [0, 0, 0xC0, 0x00]), [-0.5])
  }

  @Test("One channel goes to all, of more each to its own place, and what is missing is silent")
  func channels() {
    expectEqual(ChannelSources.list(for: 3, from: 1), [0, 0, 0])
    expectEqual(ChannelSources.list(for: 3, from: 2), [0, 1, -1])
    expectEqual(ChannelSources.list(for: 1, from: 2), [0])
    var bytes = [UInt8](repeating: 0xAA, count: 2 * 3 * 2)
    var span = bytes.mutableSpan
    let planes: [Float] = [0.5, 0.25, -0.5, -0.25]
    PCMSampleFormat.int16.pack(planes.span, frameCount: 2, sources: [0, 1, -1].span, into: &span)
    expectEqual(bytes, [0, 0x40, 0, 0xC0, 0, 0, 0, 0x20, 0, 0xE0, 0, 0])
    var back = [Float](repeating: .nan, count: 6)
    var out = back.mutableSpan
    PCMSampleFormat.int16.unpack(bytes.span, channelCount: 3, sources: [1, 0, -1].span, into: &out)
    expectEqual(back, [-0.5, -0.25, 0.5, 0.25, 0, 0])
  }
}
