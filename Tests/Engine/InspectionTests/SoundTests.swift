import AudioBase
import AudioFiles
import AudioInspection
import AudioJobs
import Foundation
import TestSupport
import Testing

@Suite struct SoundInspectionTests {
  private func inspect(
    _ bytes: [UInt8], _ resolution: InspectionResolution = InspectionResolution()
  ) throws -> SoundInspection {
    var job = FileInspection(of: "in.wav")
    job.resolution = resolution
    return try required(job.run(of: media(bytes, named: "in.wav")).sound)
  }

  @Test("the waveform has the extremes and effective values of the samples", arguments: [1, 2])
  func waveform(channelCount: Int) throws {
    var random = SplitMix64(seed: 7)
    let frames = 10_001
    let samples = (0..<frames * channelCount).map { _ in Int16.random(in: -32768...32767, using: &random) }
    var resolution = InspectionResolution()
    resolution.waveformColumnCount = 100
    let found = try inspect(wave(samples, channels: channelCount), resolution).waveform
    expectEqual(found.framesPerColumn, 101)
    expectEqual(found.channels.count, channelCount)
    for (channel, columns) in found.channels.enumerated() {
      let plane = (0..<frames).map { Double(samples[$0 * channelCount + channel]) / 32768 }
      expectEqual(columns.minima.count, 100)
      for index in columns.minima.indices {
        let part = plane[(index * 101)..<min(frames, (index + 1) * 101)]
        expectEqual(columns.minima[index], part.min())
        expectEqual(columns.maxima[index], part.max())
        let mean = sqrt(part.reduce(0) { $0 + $1 * $1 } / Double(part.count))
        expectLess(abs(columns.effectiveValues[index] - mean), 1e-12)
      }
    }
  }

  @Test("a sine's peak lies in the row of its frequency, at its level", arguments: [187.5, 1007, 6000, 15_000])
  func sinePeak(frequency: Double) throws {
    let samples = sine(amplitude: 0.5, frequency: frequency, frames: 96_000)
    for spacing in SpectrogramScale.Spacing.allCases {
      var resolution = InspectionResolution()
      resolution.spacing = spacing
      let found = try inspect(wave(samples), resolution).spectrogram
      let column = found.columnCount / 2
      let levels = (0..<found.scale.rowCount).map { found.level(column: column, row: $0) }
      let loudest = try required(levels.indices.max { levels[$0] < levels[$1] })
      // The lines of the transform are 23.4 Hz apart.
      let (low, high) = (found.scale.frequency(at: Double(loudest)), found.scale.frequency(at: Double(loudest + 1)))
      #expect((low - 24...high + 24).contains(frequency), "\(spacing): \(low) to \(high) Hz")
      // Half of full scale is -6.02 dB; between two lines a window of Hann loses up to 1.42 dB.
      #expect((-7.7 ... -5.7).contains(levels[loudest]), "\(spacing): \(levels[loudest]) dB")
      expectLess(levels.filter { $0 > -40 }.count, 20)
    }
  }

  @Test("silence is black, and columns cover the whole sound")
  func silence() throws {
    let samples = [Int16](repeating: 0, count: 48_000) + sine(amplitude: 1, frequency: 3000, frames: 48_000)
    let found = try inspect(wave(samples)).spectrogram
    let seconds = Double(found.columnCount * found.framesPerColumn) / 48_000
    #expect((2...2.0 + Double(found.framesPerColumn) / 48_000).contains(seconds))
    let row = Int(found.scale.place(of: 3000))
    func level(_ seconds: Double) -> Double {
      found.level(column: Int(seconds * 48_000) / found.framesPerColumn, row: row)
    }
    expectEqual(level(0.5), SpectrogramColumns.floor)
    expectGreater(level(1.5), -2)
  }

  @Test("channels are averaged, or one of them is seen")
  func channels() throws {
    let left = sine(amplitude: 1, frequency: 1500, frames: 48_000)
    let samples = left.flatMap { [$0, 0] as [Int16] }
    for (channel, expected) in [(nil, -3.0), (0, 0), (1, -120)] as [(Int?, Double)] {
      var resolution = InspectionResolution()
      resolution.channel = channel
      let found = try inspect(wave(samples, channels: 2), resolution).spectrogram
      let row = Int(found.scale.place(of: 1500))
      let level = (row - 1...row + 1).map { found.level(column: found.columnCount / 2, row: $0) }.max() ?? 0
      expectLess(abs(level - expected), 0.6, "channel \(channel.map(String.init) ?? "all"): \(level)")
    }
  }

  @Test("loudness over time ends with what af loudness measures")
  func loudness() throws {
    let samples =
      sine(amplitude: 0.1, frequency: 1000, frames: 5 * 48_000)
      + sine(amplitude: 0.4, frequency: 1000, frames: 5 * 48_000)
    let bytes = wave(samples)
    let found = try required(inspect(bytes).loudness)
    let whole = try FileLoudness(of: "in.wav").run(of: media(bytes, named: "in.wav"))
    expectEqual(found.integrated, whole.integrated)
    // The largest is sought every 10 ms there, and every 100 ms here.
    let (largest, most) = (found.momentary.compactMap { $0 }.max() ?? -99, try required(whole.maximumMomentary))
    #expect((most - 0.2...most).contains(largest))
    expectEqual(found.momentary.count, 100)
    #expect(found.momentary.prefix(3).allSatisfy { $0 == nil } && found.shortTerm.prefix(29).allSatisfy { $0 == nil })
    // One channel of 997 Hz at full scale is -3.01 LUFS (ITU-R BS.1770-4, Annex 1).
    expectLess(abs(try #require(found.momentary[40]) - (-20 - 3.01)), 0.1)
    expectLess(abs(try #require(found.shortTerm[95]) - (20 * log10(0.4) - 3.01)), 0.1)
  }

  @Test("memory does not grow with the sound: as many columns for any length")
  func columnsAreBounded() throws {
    var resolution = InspectionResolution()
    resolution.waveformColumnCount = 50
    resolution.spectrogramColumnCount = 40
    resolution.loudnessColumnCount = 30
    for seconds in [4, 20, 60] {
      let found = try inspect(wave(sine(amplitude: 0.5, frequency: 440, frames: seconds * 48_000)), resolution)
      #expect((1...100).contains(found.waveform.channels[0].minima.count))
      #expect((1...80).contains(found.spectrogram.columnCount))
      #expect((1...60).contains(found.loudness?.momentary.count ?? 0))
      expectEqual(found.frameCount, Int64(seconds * 48_000))
    }
  }
}
