import AudioToolbox
import ExampleSupport
import Foundation

/// The three kinds of conversion: out of a coded format, into one, and between kinds of linear PCM.
enum Conversions {
  static func show(_ file: PacketFile) throws {
    print("conversions")
    let decoded = try decode(file)
    print("  \(fourCharacters(file.format.mFormatID)) to linear PCM: \(decoded.count / 4) frames")

    var lossless = AudioStreamBasicDescription.coded(kAudioFormatAppleLossless, rate: 44100, channels: 2)
    lossless.mFormatFlags = kAppleLosslessFormatFlag_16BitSourceData
    let encoder = try Converter(from: .pcm16(rate: 44100, channels: 2), to: lossless)
    let packets = try encoder.packets(from: decoded)
    let decoder = try Converter(from: encoder.output, to: .pcm16(rate: 44100, channels: 2), cookie: encoder.cookie)
    let again = try decoder.samples(from: packets)
    print("  linear PCM to 'alac': \(packets.count) packets, back to the bit: \(again == decoded)")

    try showFixedPoint()
  }

  private static func decode(_ file: PacketFile) throws -> Data {
    let cookie = file.bytes(kAudioFilePropertyMagicCookieData)
    let converter = try Converter(from: file.format, to: .pcm16(rate: 44100, channels: 2), cookie: cookie)
    return try converter.samples(from: try file.packets())
  }

  /// 16-bit samples, interleaved, become 8.24 in a buffer for each channel: 1.0 is 1 << 24.
  private static func showFixedPoint() throws {
    let converter = try Converter(from: .pcm16(rate: 44100, channels: 2), to: CanonicalFormat.fixed824)
    let samples: [Int16] = [16384, -16384, 0, -32768, 1, -1]
    let (left, right) = try converter.planes(from: samples)
    print("  16-bit integers to 8.24: left \(left), right \(right)")
  }
}
