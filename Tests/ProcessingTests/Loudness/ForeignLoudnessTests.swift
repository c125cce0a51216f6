import AudioBase
import Foundation
import SignalProcessing
import TestSupport
import Testing

/// Against FFmpeg's filter `ebur128`, which is a meter of others' making.
@Suite(.needs(.ffmpeg)) struct ForeignLoudnessTests {
  /// The last values that the filter tells, by name.
  private func theirs(_ programme: Programme) throws -> [String: Double] {
    let arguments = [
      "-v", "error", "-f", "f32le", "-ar", "\(Int(programme.sampleRate))", "-ac", "\(programme.planes.count)", "-i",
      "FILE", "-af", "ebur128=metadata=1:peak=true+sample,ametadata=print:file=-", "-f", "null", "-",
    ]
    let output = try ForeignProgram.run("ffmpeg", arguments, on: programme.bytes, named: "in.f32")
    var values: [String: Double] = [:]
    for line in String(decoding: output, as: UTF8.self).split(separator: "\n") {
      let parts = line.split(separator: "=")
      guard parts.count == 2, parts[0].hasPrefix("lavfi.r128."), let value = Double(parts[1]) else { continue }
      values[String(parts[0].dropFirst(11))] = value
    }
    return values
  }

  private func compare(_ programme: Programme, _ name: String) throws {
    let theirs = try theirs(programme)
    let meter = try programme.measured()
    let integrated = try required(meter.integrated)
    let other = try required(theirs["I"])
    let range = meter.range ?? 0
    let otherRange = theirs["LRA"] ?? .nan
    var line = "\(name): I \(integrated) / \(other), LRA \(range) / \(otherRange)"
    expectLessOrEqual(abs(integrated - other), 0.1, "\(name)")
    // They take the lower edges of their bins and print two decimals.
    expectLessOrEqual(abs(range - otherRange), 0.2, "\(name)")
    for channel in programme.channels.indices {
      let peak = Decibels.level(ofAmplitude: meter.truePeak(ofChannel: channel))
      let otherPeak = Decibels.level(ofAmplitude: theirs["true_peaks_ch\(channel)"] ?? .nan)
      let samplePeak = meter.samplePeak(ofChannel: channel)
      expectLess(abs(samplePeak - (theirs["sample_peaks_ch\(channel)"] ?? .nan)), 0.0006, "\(name)")
      expectLessOrEqual(abs(peak - otherPeak), 0.3, "\(name)")
      line += ", TP \(peak) / \(otherPeak)"
    }
    print(line)
  }

  @Test(.needs(.clips)) func clipsMeasureAsFFmpegsFilterDoes() throws {
    for file in try SharedFiles.files(below: "clips", where: { $0.pathExtension == "wav" }) {
      try compare(Programme.clip(file), file.lastPathComponent)
    }
  }

  @Test(arguments: [16000.0, 22050, 32000, 44100, 48000, 96000, 192000])
  func generatedSoundMeasuresAsFFmpegsFilterDoes(rate: Double) throws {
    for channels in [
      [LoudnessChannel.main], [.main, .main], [.main, .main, .main, .lowFrequency, .surround, .surround],
    ] {
      if channels.count > 2, rate > 48000 { continue }
      try compare(
        .synthetic(sampleRate: rate, channels: channels, seconds: 12, seed: UInt64(rate)),
        "\(rate) Hz, \(channels.count)")
    }
  }
}
