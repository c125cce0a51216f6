import AudioBase
import AudioFiles
import AudioJobs
import Foundation
import SignalProcessing
import TestSupport
import Testing

@Suite struct FileLoudnessTests {
  /// EBU Tech 3341: stereo sines of 1000 Hz, each of a level in dB of full scale and a length in seconds.
  private func tones(_ parts: [(level: Double, seconds: Int)]) -> [UInt8] {
    let samples = parts.flatMap { part in
      sine(amplitude: pow(10, part.level / 20), frequency: 1000, seconds: part.seconds).flatMap { [$0, $0] }
    }
    return wave(samples, channels: 2, rate: 48_000)
  }

  @Test(
    "EBU Tech 3341, cases 1 to 4: the integrated loudness within 0.1 LU",
    arguments: [
      ([(-23, 20)], -23), ([(-33, 20)], -33), ([(-36, 10), (-23, 60), (-36, 10)], -23),
      ([(-72, 10), (-36, 10), (-23, 60), (-36, 10), (-72, 10)], -23),
    ] as [([(Double, Int)], Double)])
  func integrated(parts: [(Double, Int)], expected: Double) throws {
    let directory = try TemporaryDirectory()
    try directory.write("in.wav", tones(parts.map { (level: $0.0, seconds: $0.1) }))
    let report = try FileLoudness(of: directory.file("in.wav")).run()
    expectLessOrEqual(abs(try #require(report.integrated) - expected), 0.1)
    if parts.count == 1 {
      expectLessOrEqual(abs(try #require(report.maximumMomentary) - expected), 0.1)
      expectLessOrEqual(abs(try #require(report.maximumShortTerm) - expected), 0.1)
    }
  }

  @Test("EBU Tech 3342, case 1: the range within 1 LU")
  func range() throws {
    let directory = try TemporaryDirectory()
    try directory.write("in.wav", tones([(-20, 20), (-30, 20)]))
    expectLessOrEqual(abs(try #require(FileLoudness(of: directory.file("in.wav")).run().range) - 10), 1)
  }

  @Test("an album is as loud as its files one after the other")
  func album() throws {
    let directory = try TemporaryDirectory()
    let parts: [(level: Double, seconds: Int)] = [(-20, 8), (-26, 12), (-50, 5)]
    try directory.write("whole.wav", tones(parts))
    for (index, part) in parts.enumerated() { try directory.write("\(index).wav", tones([part])) }
    let whole = try FileLoudness(of: directory.file("whole.wav")).run()
    let reports = try parts.indices.map { try FileLoudness(of: directory.file("\($0).wav")).run() }
    let album = try required(LoudnessReport(joining: reports))
    // Only the windows across the borders are missing.
    expectLess(abs(try #require(album.integrated) - whole.integrated!), 0.1)
    #expect(album.frameCount == whole.frameCount && album.samplePeak == whole.samplePeak)
    expectLess(abs(album.truePeak - whole.truePeak), 0.01)
    expectNil(LoudnessReport(joining: []))
  }

  @Test("files measure as FFmpeg's meter has it", .needs(.clips, .ffmpeg))
  func foreignMeter() throws {
    for file in try SharedFiles.files(below: "clips", where: { $0.pathExtension == "wav" }) {
      let arguments = [
        "-v", "error", "-i", "FILE", "-af", "ebur128=metadata=1:peak=true,ametadata=print:file=-", "-f", "null", "-",
      ]
      let output = try ForeignProgram.run("ffmpeg", arguments, on: SharedFiles.bytes(file), named: "in.wav")
      var theirs: [String: Double] = [:]
      var peak = 0.0
      for line in String(decoding: output, as: UTF8.self).split(separator: "\n") {
        let parts = line.split(separator: "=")
        guard parts.count == 2, let value = Double(parts[1]) else { continue }
        theirs[String(parts[0])] = value
        if parts[0].hasPrefix("lavfi.r128.true_peaks_ch") { peak = max(peak, value) }
      }
      let report = try FileLoudness(of: Pathname(file.path)).run()
      let name = file.lastPathComponent
      expectLessOrEqual(abs(try #require(report.integrated) - (theirs["lavfi.r128.I"] ?? .nan)), 0.1, "\(name)")
      let (own, other) = (Decibels.level(ofAmplitude: report.truePeak), Decibels.level(ofAmplitude: peak))
      // The standard's filter shows up to 0.6 dB too much of the highest quarter of the spectrum, as of a sweep.
      expectLessOrEqual(
        abs(own - other), name.hasPrefix("syn_sweep") ? 0.3 : 0.2, "\(name): \(own) dBTP, FFmpeg \(other)")
    }
  }

  @Test("silence has no loudness, and no gain")
  func silence() throws {
    let directory = try TemporaryDirectory()
    try directory.write("in.wav", wave([Int16](repeating: 0, count: 96_000), channels: 1, rate: 48_000))
    let report = try FileLoudness(of: directory.file("in.wav")).run()
    #expect(report.integrated == nil && report.replayGain == 0 && report.truePeak == 0)
  }
}
