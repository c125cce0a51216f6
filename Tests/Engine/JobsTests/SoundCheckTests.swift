import AudioBase
import AudioCatalog
import AudioFiles
import AudioJobs
import Foundation
import TestSupport
import Testing

@Suite struct SoundCheckTests {
  /// The first number of the entry, a gain of 1000 at the reference level of −16 LUFS.
  private func gain(_ name: String, in directory: TemporaryDirectory) throws -> Double {
    let media = try MediaFile(path: directory.file(name), containers: Catalog.standard.containers)
    let text = try required(media.reader.metadata[SoundCheck.key])
    let numbers = text.split(separator: " ")
    #expect(numbers.count == 10 && numbers.allSatisfy { $0.count == 8 })
    return Double(try required(UInt32(numbers[0], radix: 16)))
  }

  @Test("the chosen track is measured, not the first", arguments: [(0, -3.01), (1, -23.01)])
  func chosenTrack(track: Int, loudness: Double) throws {
    let directory = try TemporaryDirectory()
    // ITU-R BS.1770-4: a sine of 997 Hz at full scale on one channel measures −3.01 LKFS; a tenth of it 20 dB less.
    for (name, amplitude) in [("loud.wav", 1.0), ("quiet.wav", 0.1)] {
      let samples = sine(amplitude: amplitude, frequency: 997, seconds: 2)
      try directory.write(name, wave(samples, channels: 1, rate: 48_000))
    }
    let expected = 1000 * pow(10, (loudness + 16) / 10)
    var conversion = FileConversion(from: directory.file("loud.wav"), to: directory.file("out.caf"))
    conversion.catalog = .showing(tracks: ["loud.wav", "quiet.wav"].map(directory.file))
    conversion.track = track
    conversion.soundCheck = .generate
    var stages: [JobProgress.Stage] = []
    try conversion.run(JobControl { stages.append($0.stage) })
    expectLess(abs(try gain("out.caf", in: directory) - expected), 0.01 * expected)
    // First all of the one, then all of the other.
    #expect(stages.first == .measuringLoudness && stages.last == .converting)
    #expect(stages.drop { $0 == .measuringLoudness }.allSatisfy { $0 == .converting })

    conversion.output = directory.file("copy.caf")
    conversion.dataFormat = OutputDataFormat(.keep)
    #expect(try conversion.run().isCopy)
    expectLess(abs(try gain("copy.caf", in: directory) - expected), 0.01 * expected)
  }

  @Test("cancelling while the loudness is measured leaves no file")
  func cancellation() throws {
    let directory = try TemporaryDirectory()
    try directory.write("in.wav", wave(sine(amplitude: 1, frequency: 997, seconds: 2), channels: 1, rate: 48_000))
    var conversion = FileConversion(from: directory.file("in.wav"), to: directory.file("out.caf"))
    conversion.soundCheck = .generate
    let cancellation = Cancellation()
    cancellation.cancel()
    guard jobError({ try conversion.run(JobControl(cancellation: cancellation)) })?.kind == .cancelled else {
      Issue.record("the wrong error")
      return
    }
    expectEqual(directory.names, ["in.wav"])
  }

  @Test func silenceAndNonsenseHaveNumbers() {
    #expect(SoundCheck(loudness: -.infinity, peak: 0).text.hasPrefix(" 000003E8 000003E8 000009C4 000009C4"))
    #expect(SoundCheck(loudness: .nan, peak: .nan).text.hasSuffix(" 00000000 00000000 00000000 00000000"))
    #expect(SoundCheck(loudness: 1e9, peak: 1e9).text.hasPrefix(" 0000FFFE"))
  }
}
