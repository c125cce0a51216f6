import AudioBase
import Foundation
import LibraryCodecs
import MPEGAudioFrames
import TestSupport
import Testing

@Suite(.needs(.lame)) struct LAMETests {
  private static let sampleRates: [Double] = [8000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000]

  private static func settings(_ channels: Int = 2, rate: Double = 44_100, bitRate: Int? = nil) -> EncoderSettings {
    var settings = EncoderSettings(
      formatID: .mpegLayer3, sampleRate: rate, layout: ChannelLayout(unlabelledChannelCount: channels))
    settings.bitRate = bitRate
    return settings
  }

  private static func headers(_ planes: [[Float]], _ settings: EncoderSettings) throws -> [MPEGAudioHeader] {
    try Sound.packets(planes, settings).1.map { packet in
      let header = MPEGAudioHeader(packet.span, at: 0)
      return try required(header)
    }
  }

  @Test("every frame comes back at its place, at every rate, of any number", arguments: sampleRates)
  func lengths(rate: Double) throws {
    for count in [1, 47, 48, 575, 576, 1151, 1152, 10_007] {
      for channels in [1, 2] {
        let input = risingTones(channels: channels, frames: count, rate: rate)
        let output = try Sound.decode(Sound.file(input, Self.settings(channels, rate: rate)))
        expectEqual(output.map(\.count), input.map(\.count))
        guard count > 10_000 else { continue }
        for channel in input.indices { expectGreater(Sound.fidelity(input[channel], output[channel]), 15) }
      }
    }
  }

  @Test("FFmpeg and mpg123 give the same frames", arguments: [("ffmpeg", 48_000.0), ("mpg123", 22_050)])
  func foreign(program: String, rate: Double) throws {
    guard ForeignProgram.path(program) != nil else { return }
    for (channels, count) in [(1, 10_007), (2, 10_007), (2, 1151)] {
      let input = risingTones(channels: channels, frames: count, rate: rate)
      let file = try Sound.file(input, Self.settings(channels, rate: rate))
      let arguments =
        program == "ffmpeg" ? ["-v", "error", "-i", "FILE", "-f", "f32le", "-"] : ["-q", "-s", "-e", "f32", "FILE"]
      let bytes = try ForeignProgram.run(program, arguments, on: file, named: "a.mp3")
      expectEqual(bytes.count, 4 * channels * count)
      let (output, samples) = (try Sound.decode(file), floats(bytes))
      for channel in 0..<channels {
        let found = (0..<count).map { frame -> Float in samples[frame * channels + channel] }
        expectGreater(Sound.fidelity(output[channel], found), 80)
      }
    }
  }

  @Test("rates are constant, average or of a quality, as they are asked for")
  func rateControl() throws {
    let input = risingTones(channels: 2, frames: 44_100 * 4, rate: 44_100)
    let usual = try Self.headers(input, Self.settings())
    #expect(usual.allSatisfy { $0.bitRate == 128_000 && $0.mode == .jointStereo && !$0.isProtected })
    let constant = try Self.headers(input, Self.settings(bitRate: 320_000))
    #expect(constant.allSatisfy { $0.bitRate == 320_000 })
    // No rate of the table: an average.
    let average = try Self.headers(input, Self.settings(bitRate: 150_000))
    let mean = average.map(\.bitRate).reduce(0, +) / average.count
    #expect(Set(average.map(\.bitRate)).count > 1 && (120_000...165_000).contains(mean))
    let means = try [0, 64, 127].map { quality in
      var settings = Self.settings()
      settings.quality = quality
      let headers = try Self.headers(input, settings)
      return headers.map(\.bitRate).reduce(0, +) / headers.count
    }
    #expect(means[0] < means[1] && means[1] < means[2])
    let mono = try Self.headers([input[0]], Self.settings(1))
    #expect(mono.allSatisfy { $0.bitRate == 64_000 && $0.mode == .mono })
  }

  @Test(
    "the level stays, at rates at which the library lowers it, too", arguments: [64_000, 112_000, 128_000, 256_000])
  func level(bitRate: Int) throws {
    let tone = (0..<44_100).map { Float(sin(Double($0) * 2 * .pi * 997 / 44_100)) * 0.25 }
    let output = try Sound.decode(Sound.file([tone, tone], Self.settings(bitRate: bitRate)))
    func power(_ samples: [Float]) -> Float { samples.reduce(0) { $0 + $1 * $1 } }
    for channel in output { expectLess(abs(power(channel) / power(tone) - 1), 0.01) }
  }

  @Test("a bandwidth is kept, and an effort taken")
  func bandwidth() throws {
    let input = [(0..<44_100).map { Float(sin(Double($0) * 2 * .pi * 9000 / 44_100)) * 0.25 }]
    var settings = Self.settings(1, bitRate: 128_000)
    let whole = try Sound.decode(Sound.file(input, settings))[0]
    (settings.bandwidth, settings.effort) = (5000, 0)
    let low = try Sound.decode(Sound.file(input, settings))[0]
    func power(_ samples: [Float]) -> Float { samples.reduce(0) { $0 + $1 * $1 } }
    expectLess(power(low), power(whole) / 1000)
  }

  @Test("a reset begins anew, and encoders side by side give the same bytes")
  func reset() async throws {
    let input = risingTones(channels: 2, frames: 30_000, rate: 44_100)
    var encoder = try LAMECodec.descriptor.makeEncoder!(Self.settings())
    let first = try Sound.packets(input, &encoder)
    encoder.reset()
    try expectEqual(Sound.packets(input, &encoder), first)
    try await withThrowingTaskGroup(of: [[UInt8]].self) { group in
      for _ in 0..<4 { group.addTask { try Sound.packets(input, Self.settings()).1 } }
      for try await packets in group { expectEqual(packets, first) }
    }
  }

  @Test("NaN and infinities become silence")
  func noNumbers() throws {
    let input = [(0..<5000).map { $0 % 3 == 0 ? Float.nan : Float.infinity }]
    #expect(try Sound.decode(Sound.file(input, Self.settings(1)))[0].allSatisfy { abs($0) < 1e-4 })
  }

  @Test("what MP3 does not have is refused, and says what there is")
  func refusals() {
    var both = Self.settings(bitRate: 128_000)
    both.quality = 64
    var uneven = Self.settings(bitRate: 100_000)
    uneven.rateControl = .constant
    var variable = Self.settings(bitRate: 128_000)
    variable.rateControl = .variable
    let refused: [(EncoderSettings, String)] = [
      (Self.settings(rate: 96_000), "48 kHz"), (Self.settings(3), "one or two channels"), (uneven, "112"),
      (Self.settings(bitRate: 321_000), "320 kbit/s"), (Self.settings(rate: 24_000, bitRate: 320_000), "160 kbit/s"),
      (Self.settings(rate: 8000, bitRate: 80_000), "64 kbit/s"), (both, "quality"), (variable, "quality"),
    ]
    for (settings, word) in refused {
      let error = #expect(throws: CodecError.self) { _ = try Sound.packets([[0]], settings) }
      #expect(error?.kind == .unsupported && "\(error!)".contains(word))
    }
  }
}

/// What is said where the library is not installed.
@Suite struct MissingLAMETests {
  @Test("the error names the library and the package that has it")
  func names() {
    #expect("\(LAMECodec.missing)".contains("libmp3lame.so.0") && "\(LAMECodec.missing)".contains("libmp3lame0"))
    expectEqual(LAMECodec.missing.kind, .unsupported)
  }
}
