import AudioBase
import AudioFiles
import AudioJobs
import Foundation
import TestSupport
import Testing

@Suite struct FileComparisonTests {
  private static func noise(_ count: Int, seed: UInt64 = 5) -> [Int16] {
    var random = SplitMix64(seed: seed)
    return (0..<count).map { _ in Int16(truncatingIfNeeded: random.next() >> 3) / 4 }
  }

  private func compare(
    _ first: [Int16], _ second: [Int16], in directory: TemporaryDirectory,
    _ change: (inout FileComparison) -> Void = { _ in }
  ) throws -> ComparisonReport {
    try directory.write("a.wav", wave(first, channels: 1))
    try directory.write("b.wav", wave(second, channels: 1))
    var comparison = FileComparison(of: directory.file("a.wav"), and: directory.file("b.wav"))
    change(&comparison)
    return try comparison.run()
  }

  @Test("the same samples are the same; one that differs is found with its frame")
  func firstDifference() throws {
    let directory = try TemporaryDirectory()
    let samples = Self.noise(50_000)
    let same = try compare(samples, samples, in: directory)
    #expect(same.isIdentical && same.comparedFrameCount == 50_000 && same.signalToNoise == .infinity)
    var other = samples
    other[31_234] += 328
    other[40_000] -= 3
    let report = try compare(samples, other, in: directory)
    #expect(!report.isIdentical && report.differingSampleCount == 2)
    #expect(report.firstDifference?.frame == 31_234 && report.firstDifference?.channel == 0)
    expectEqual(report.peakDifference, 328.0 / 32768)
    let power = samples.reduce(0.0) { $0 + Double($1) * Double($1) }
    expectLess(abs(try #require(report.signalToNoise) - 10 * log10(power / (328 * 328 + 9))), 1e-9)
    // The tolerance is inclusive.
    #expect(try compare(samples, other, in: directory) { $0.tolerance = 328.0 / 32768 }.isIdentical)
    #expect(try !compare(samples, other, in: directory) { $0.tolerance = 327.0 / 32768 }.isIdentical)
  }

  @Test("a shift is found within its range, to the frame", arguments: [-3000, -1, 0, 7, 2999])
  func alignment(shift: Int) throws {
    let directory = try TemporaryDirectory()
    let samples = [Int16](repeating: 0, count: 500) + Self.noise(60_000)
    let other = shift >= 0 ? Self.noise(shift, seed: 9) + samples : Array(samples.dropFirst(-shift))
    let report = try compare(samples, other, in: directory) { $0.alignment = .frames(3000) }
    expectEqual(report.offset, Int64(shift))
    // What lies in front is no difference.
    #expect(report.isIdentical && report.signalToNoise == .infinity)
    expectEqual(report.comparedFrameCount, 60_500 - Int64(max(0, -shift)))
    if shift != 0 {
      #expect(try !compare(samples, other, in: directory).isIdentical)
      #expect(try !compare(samples, other, in: directory) { $0.alignment = .frames(Int64(abs(shift) - 1)) }.isIdentical)
    }
  }

  @Test("of the places of a tone, one period apart, the nearest is taken")
  func tone() throws {
    let directory = try TemporaryDirectory()
    let tone = (0..<30_000).map { Int16((8000 * sin(2 * Double.pi * Double($0) / 40)).rounded()) }
    let report = try compare(tone, tone.map { $0 / 2 }, in: directory) { $0.alignment = .frames(200) }
    expectEqual(report.offset, 0)
    try expectGreater(#require(report.correlation), 0.999_99)
  }

  @Test("a length that differs is a difference; other channels or rates are refused")
  func shapes() throws {
    let directory = try TemporaryDirectory()
    let samples = Self.noise(1000)
    let report = try compare(samples, Array(samples.dropLast()), in: directory)
    #expect(!report.isIdentical && report.differingSampleCount == 0 && report.unmatchedFrameCount == 1)
    try directory.write("stereo.wav", wave(samples, channels: 2))
    try directory.write("fast.wav", wave(samples, channels: 1, rate: 16_000))
    for name in ["stereo.wav", "fast.wav"] {
      let error = jobError { _ = try FileComparison(of: directory.file("a.wav"), and: directory.file(name)).run() }
      expectEqual(error?.kind, .option, "\(name)")
    }
  }

  @Test("what is told of the files is in the report") func notes() throws {
    let directory = try TemporaryDirectory()
    try directory.write("a.wav", Array(wave(sawtooth(4000)).dropLast(400)))
    let report = try FileComparison(of: directory.file("a.wav"), and: directory.file("a.wav")).run()
    let text = "the file ends before the samples that its header promises"
    #expect(report.isIdentical && report.notes.count { $0.description.hasSuffix("a.wav: \(text)") } == 2)
  }
}
