import AudioBase
import BenchmarkSupport
import Foundation

/// Times every packet of an encoder: what counts where sound is live is the slowest one.
///
/// The file holds 16-bit little-endian samples of two channels at 44.1 kHz, and nothing else.
@main
enum EncodeFrames {
  static let usage = "encode-frames \(kinds.map(\.name).joined(separator: "|")) FILE.s16"
  static let sampleRate = 44100.0

  static func main() throws {
    let arguments = Array(CommandLine.arguments.dropFirst())
    guard arguments.count == 2, let settings = settings(arguments[0]) else {
      print(usage)
      exit(64)
    }
    let samples = try [UInt8](Data(contentsOf: URL(fileURLWithPath: arguments[1])))
    var loop = try EncodingLoop(settings)
    let times = try times(of: &loop, samples).sorted()
    guard let worst = times.last else {
      print("the file is shorter than a packet")
      exit(1)
    }
    let length = Double(loop.format.stream.framesPerPacket) / sampleRate
    let seconds = Double(times.count) * length
    let rate = Double(loop.byteCount * 8) / seconds / 1000
    print(
      "\(arguments[0]): \(times.count) packets of \(text(length * 1e6, 0)) µs at \(text(rate, 1)) kbit/s; processor time"
        + " median \(text(times[times.count / 2] * 1e6, 1)) µs,"
        + " 99.9 percentile \(text(times[times.count * 999 / 1000] * 1e6, 1)) µs, worst \(text(worst * 1e6, 1)) µs;"
        + " in all \(text(seconds / times.reduce(0, +), 0)) × real time")
  }

  /// What can be encoded.
  private struct Kind: Sendable {
    var name: String
    var formatID: FourCharacterCode
    /// Frames of a packet.
    var length: Int
    /// Bits per second.
    var bitRate: Int
  }

  private static let kinds = [
    Kind(name: "lc", formatID: .aac, length: 1024, bitRate: 128_000),
    Kind(name: "eld-480", formatID: .aacEnhancedLowDelay, length: 480, bitRate: 128_000),
    Kind(name: "he", formatID: .aacHighEfficiency, length: 2048, bitRate: 64_000),
    Kind(name: "he-v2", formatID: .aacHighEfficiencyV2, length: 2048, bitRate: 32_000),
    Kind(name: "eld-sbr-dual", formatID: .aacEnhancedLowDelaySBR, length: 1024, bitRate: 48_000),
    Kind(name: "eld-sbr-single", formatID: .aacEnhancedLowDelaySBR, length: 512, bitRate: 48_000),
    Kind(name: "eld-v2", formatID: .aacEnhancedLowDelayV2, length: 1024, bitRate: 32_000),
    Kind(name: "eld-v2-core", formatID: .aacEnhancedLowDelayV2, length: 512, bitRate: 64_000),
  ]

  private static func settings(_ name: String) -> EncoderSettings? {
    guard let kind = kinds.first(where: { $0.name == name }) else { return nil }
    var settings = EncoderSettings(
      formatID: kind.formatID, sampleRate: sampleRate, layout: ChannelLayout(unlabelledChannelCount: 2))
    settings.framesPerPacket = kind.length
    settings.bitRate = kind.bitRate
    return settings
  }

  /// Processor seconds of each packet but the first ten, which make room.
  private static func times(of loop: inout EncodingLoop, _ samples: [UInt8]) throws -> [Double] {
    let length = loop.format.stream.framesPerPacket
    var block = PCMBlock(channelCount: 2, capacity: length)
    block.setFrameCount(length)
    var times: [Double] = []
    times.reserveCapacity(samples.count / 4 / length)
    for start in stride(from: 0, through: samples.count / 4 - length, by: length) {
      fill(&block, samples, from: start)
      let before = processorSeconds()
      try loop.encode(block, frames: 0..<length)
      times.append(processorSeconds() - before)
    }
    return Array(times.dropFirst(10))
  }

  private static func fill(_ block: inout PCMBlock, _ samples: [UInt8], from start: Int) {
    for channel in 0..<2 {
      var plane = block.plane(channel)
      for index in plane.indices {
        let at = 4 * (start + index) + 2 * channel
        let sample = Int16(truncatingIfNeeded: Int(samples[at]) | Int(samples[at + 1]) << 8)
        plane[index] = Float(sample) / 32768
      }
    }
  }

  private static func processorSeconds() -> Double {
    var time = timespec()
    unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }

  private static func text(_ value: Double, _ digits: Int) -> String { String(format: "%.\(digits)f", value) }
}
