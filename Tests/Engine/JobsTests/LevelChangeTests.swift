import AudioBase
import AudioConversion
import AudioFiles
import AudioJobs
import Foundation
import TestSupport
import Testing

@Suite struct LevelChangeTests {
  private func samples(_ name: String, in directory: TemporaryDirectory) throws -> [Int16] {
    let file = try required(directory.read(name))
    let place = try required(file.indices.first { file[$0...].starts(with: Array("data".utf8)) })
    let bytes = Array(file.dropFirst(place + 8))
    return stride(from: 0, to: bytes.count, by: 2).map {
      Int16(bitPattern: UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8)
    }
  }

  private func convert(
    _ input: [UInt8], in directory: TemporaryDirectory, _ change: (inout FileConversion) -> Void
  ) throws -> ConversionReport {
    try directory.write("in.wav", input)
    var conversion = FileConversion(from: directory.file("in.wav"), to: directory.file("out.wav"))
    conversion.replacement = .replace
    change(&conversion)
    return try conversion.run()
  }

  @Test("a gain is a factor of every sample, on one core and on several", arguments: [1, 3])
  func gain(jobs: Int) throws {
    let directory = try TemporaryDirectory()
    let input = sine(amplitude: 0.9, frequency: 997, seconds: 3)
    _ = try convert(wave(input, channels: 1, rate: 48_000), in: directory) {
      $0.level.gain = -6
      $0.jobCount = jobs
    }
    let output = try samples("out.wav", in: directory)
    expectEqual(output.count, input.count)
    let factor = pow(10, -6.0 / 20)
    #expect(zip(input, output).allSatisfy { abs(Double($0) * factor - Double($1)) <= 0.51 })
    // Too much is cut at full scale.
    _ = try convert(wave(input, channels: 1, rate: 48_000), in: directory) { $0.level.gain = 20 }
    try expectEqual(samples("out.wav", in: directory).max(), 32767)
  }

  @Test("fades are straight lines from the first frame, and to the last")
  func fades() throws {
    let directory = try TemporaryDirectory()
    let input = [Int16](repeating: 10_000, count: 48_000 * 2)
    _ = try convert(wave(input, channels: 1, rate: 48_000), in: directory) {
      ($0.level.fadeIn, $0.level.fadeOut) = (0.5, 0.25)
      $0.jobCount = 4
    }
    let output = try samples("out.wav", in: directory)
    for frame in output.indices {
      let up = min(1, Double(frame) / 24_000)
      let down = min(1, Double(96_000 - frame) / 12_000)
      expectLessOrEqual(abs(Double(output[frame]) - 10_000 * up * down), 0.51)
    }
    // Of a part, its own beginning and end.
    _ = try convert(wave(input, channels: 1, rate: 48_000), in: directory) {
      ($0.decoding.start, $0.decoding.duration) = (0.5, 1)
      $0.level.fadeOut = 0.5
    }
    let part = try samples("out.wav", in: directory)
    #expect(part.count == 48_000 && part[0] == 10_000 && part[36_000] == 5000 && part[47_999] == 0)
  }

  @Test(
    "the output has the loudness that was asked for, whatever its rate and channels",
    arguments: [
      (-20.0, 0.05, 48_000.0), (-30, 0.5, 44_100), (-23, 0.02, 0),
    ])
  func normalize(target: Double, amplitude: Double, rate: Double) throws {
    let directory = try TemporaryDirectory()
    let mono = sine(amplitude: amplitude, frequency: 997, seconds: 4)
    _ = try convert(wave(mono.flatMap { [$0, $0] }, channels: 2, rate: 48_000), in: directory) {
      $0.level.targetLoudness = target
      $0.dataFormat = OutputDataFormat(.samples(.int24))
      $0.dataFormat?.sampleRate = rate == 0 ? nil : rate
    }
    let loudness = try required(FileLoudness(of: directory.file("out.wav")).run().integrated)
    expectLess(abs(loudness - target), 0.05)
  }

  @Test("peaks stay below the ceiling, which is said")
  func ceiling() throws {
    let directory = try TemporaryDirectory()
    // Short and loud in long and soft.
    var input = sine(amplitude: 0.01, frequency: 997, seconds: 5)
    for (index, sample) in sine(amplitude: 0.5, frequency: 997, seconds: 1).prefix(480).enumerated() {
      input[index] = sample
    }
    let report = try convert(wave(input, channels: 1, rate: 48_000), in: directory) {
      $0.level.targetLoudness = -14
      $0.level.truePeakCeiling = -3
    }
    let limited = report.notes.contains { if case .peakLimited = $0 { true } else { false } }
    #expect(limited)
    let peak = try FileLoudness(of: directory.file("out.wav")).run().truePeak
    expectLess(abs(20 * log10(peak) + 3), 0.05)
  }

  @Test("a recording too short for its loudness keeps its level, which is said")
  func unknownLoudness() throws {
    let directory = try TemporaryDirectory()
    let input = wave(Array(sine(amplitude: 0.1, frequency: 997, seconds: 1).prefix(14_400)), channels: 1, rate: 48_000)
    let report = try convert(input, in: directory) { $0.level.targetLoudness = -14 }
    #expect(report.notes.contains { if case .loudnessUnknown = $0 { true } else { false } })
    let made = try required(directory.read("out.wav"))
    expectEqual(made.suffix(14_400 * 2), input.suffix(14_400 * 2))
  }

  @Test("packets are copied only where nothing is asked of the level")
  func copies() throws {
    let directory = try TemporaryDirectory()
    try directory.write("in.wav", wave(sine(amplitude: 0.5, frequency: 997, seconds: 2), channels: 1, rate: 48_000))
    var conversion = FileConversion(from: directory.file("in.wav"), to: directory.file("a.m4a"))
    conversion.dataFormat = OutputDataFormat(.coded(.appleLossless))
    try conversion.run()
    conversion = FileConversion(from: directory.file("a.m4a"), to: directory.file("b.m4a"))
    conversion.level.gain = -20
    #expect(try !conversion.run().isCopy)
    let levels = try ["a.m4a", "b.m4a"].map { try FileLoudness(of: directory.file($0)).run().integrated ?? 0 }
    expectLess(abs(levels[0] - 20 - levels[1]), 0.01)
    conversion.output = directory.file("c.m4a")
    conversion.dataFormat = OutputDataFormat(.keep)
    let error = jobError { try conversion.run() }
    guard error?.advice == .withoutOrEncoding(.level) else {
      Issue.record("\(String(describing: error))")
      return
    }
    expectEqual(directory.names, ["a.m4a", "b.m4a", "in.wav"])
  }

  @Test(
    "numbers out of their range are refused",
    arguments: [
      { $0.gain = .nan }, { $0.gain = 201 }, { $0.targetLoudness = 1 }, { $0.fadeIn = -1 }, { $0.fadeOut = .infinity },
      { $0.truePeakCeiling = 3 },
    ] as [@Sendable (inout LevelChange) -> Void])
  func refusals(change: @Sendable (inout LevelChange) -> Void) throws {
    let directory = try TemporaryDirectory()
    let error = jobError {
      _ = try convert(wave([1, 2, 3], channels: 1), in: directory) { change(&$0.level) }
    }
    guard error?.kind == .option else {
      Issue.record("\(String(describing: error))")
      return
    }
  }
}
