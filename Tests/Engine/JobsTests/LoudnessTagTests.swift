import AudioBase
import AudioCatalog
import AudioConversion
import AudioFiles
import AudioJobs
import TestSupport
import Testing

@Suite("Loudness for players under a change of gain") struct LoudnessTagTests {
  private static let tags: [InfoKey: String] = [
    "REPLAYGAIN_TRACK_GAIN": "-7.00 dB", "REPLAYGAIN_TRACK_PEAK": "0.900000", "REPLAYGAIN_ALBUM_GAIN": "+1.5 dB",
    "REPLAYGAIN_REFERENCE_LOUDNESS": "89.0 dB", "R128_TRACK_GAIN": "-512",
  ].reduce(into: [:]) { $0[InfoKey($1.key)] = $1.value }

  private func tags(_ path: Pathname) throws -> Metadata {
    try MediaFile(path: path, containers: Catalog.standard.containers).reader.metadata
  }

  /// The values of a key in any case.
  private func value(_ key: String, _ metadata: Metadata) -> String? {
    metadata.info.first { $0.key.rawValue.uppercased() == key }?.value
  }

  private func convert(
    _ tags: [InfoKey: String], gain: Double, name: String = "b.flac", fadeIn: Double = 0
  ) throws -> (Metadata, ConversionReport) {
    let directory = try TemporaryDirectory()
    try directory.write("in.wav", wave(sine(amplitude: 0.5, frequency: 440, seconds: 1), channels: 1, rate: 48_000))
    let between = name.hasSuffix("flac") ? "a.flac" : "a.m4a"
    var first = FileConversion(from: directory.file("in.wav"), to: directory.file(between))
    first.extraInfo = tags
    try first.run()
    var second = FileConversion(from: directory.file(between), to: directory.file(name))
    (second.level.gain, second.level.fadeIn) = (gain, fadeIn)
    let report = try second.run()
    return (try self.tags(directory.file(name)), report)
  }

  /// ReplayGain falls by what the samples rise, peaks go with the samples, and R128 counts in 1/256 dB.
  @Test func replayGainFollows() throws {
    let (metadata, report) = try convert(Self.tags, gain: -10)
    expectEqual(value("REPLAYGAIN_TRACK_GAIN", metadata), "+3.00 dB")
    expectEqual(value("REPLAYGAIN_TRACK_PEAK", metadata), "0.284605")
    expectEqual(value("REPLAYGAIN_ALBUM_GAIN", metadata), "+11.50 dB")
    expectEqual(value("REPLAYGAIN_REFERENCE_LOUDNESS", metadata), "89.0 dB")
    expectEqual(value("R128_TRACK_GAIN", metadata), "2048")
    #expect(report.notes.isEmpty, "\(report.notes)")
  }

  /// Pieces have tags of their own beside those of the whole, which follow all the same.
  @Test func replayGainFollowsInPieces() throws {
    let directory = try TemporaryDirectory()
    try directory.write("in.wav", wave(sine(amplitude: 0.5, frequency: 440, seconds: 1), channels: 1, rate: 48_000))
    var first = FileConversion(from: directory.file("in.wav"), to: directory.file("a.flac"))
    first.extraInfo = Self.tags
    try first.run()
    var split = FileSplit(of: directory.file("a.flac")) { directory.file("piece\($0.number).flac") }
    split.borders = .length(seconds: 0.5)
    split.conversion.level.gain = -10
    try expectEqual(split.run().count, 2)
    let metadata = try tags(directory.file("piece2.flac"))
    expectEqual(value("REPLAYGAIN_TRACK_GAIN", metadata), "+3.00 dB")
    expectEqual(value("REPLAYGAIN_TRACK_PEAK", metadata), "0.284605")
    expectEqual(metadata[.trackNumber], "2/2")
  }

  /// How loud a sum of channels is, or of files, no tag of theirs says.
  @Test func mixedSoundHasNone() throws {
    let directory = try TemporaryDirectory()
    let samples = sine(amplitude: 0.3, frequency: 440, seconds: 1)
    try directory.write("in.wav", wave(samples.flatMap { [$0, $0] }, channels: 2, rate: 48_000))
    var first = FileConversion(from: directory.file("in.wav"), to: directory.file("a.flac"))
    first.extraInfo = Self.tags
    try first.run()
    var mono = FileConversion(from: directory.file("a.flac"), to: directory.file("mono.flac"))
    mono.channelCount = 1
    mono.channels = .mixing
    let mix = FileMix(of: [directory.file("a.flac"), directory.file("a.flac")], to: directory.file("mix.flac"))
    for (name, notes) in [("mono.flac", try mono.run().notes), ("mix.flac", try mix.run().notes)] {
      let metadata = try tags(directory.file(name))
      for key in ["REPLAYGAIN_TRACK_GAIN", "REPLAYGAIN_TRACK_PEAK", "REPLAYGAIN_ALBUM_GAIN", "R128_TRACK_GAIN"] {
        expectNil(value(key, metadata), "\(name): \(key)")
        #expect(notes.contains { $0.description.uppercased().contains("'\(key)' CANNOT BE KEPT") }, "\(name): \(key)")
      }
      expectEqual(value("REPLAYGAIN_REFERENCE_LOUDNESS", metadata), "89.0 dB")
    }
  }

  /// What the caller states is of the output.
  @Test func statedReplayGainStays() throws {
    let directory = try TemporaryDirectory()
    try directory.write("in.wav", wave(sine(amplitude: 0.5, frequency: 440, seconds: 1), channels: 1, rate: 48_000))
    var conversion = FileConversion(from: directory.file("in.wav"), to: directory.file("b.flac"))
    conversion.level.gain = -10
    conversion.metadata = Metadata()
    conversion.metadata?[InfoKey("REPLAYGAIN_TRACK_GAIN")] = "-7.00 dB"
    try conversion.run()
    expectEqual(value("REPLAYGAIN_TRACK_GAIN", try tags(directory.file("b.flac"))), "-7.00 dB")
  }

  @Test func fadesLeaveThemAlone() throws {
    let (metadata, _) = try convert(Self.tags, gain: 0, fadeIn: 0.1)
    expectEqual(value("REPLAYGAIN_TRACK_GAIN", metadata), "-7.00 dB")
    expectEqual(value("REPLAYGAIN_TRACK_PEAK", metadata), "0.900000")
  }

  @Test func whatCannotBeReadGoesWithAWord() throws {
    let (metadata, report) = try convert([InfoKey("REPLAYGAIN_TRACK_GAIN"): "loud"], gain: 3)
    expectNil(value("REPLAYGAIN_TRACK_GAIN", metadata))
    #expect(report.notes.map(\.description).contains { $0.uppercased().contains("REPLAYGAIN_TRACK_GAIN") })
  }

  /// Numbers 1 to 4 are powers, 10 times more for 10 dB; 7 and 8 are amplitudes.
  @Test func soundCheckFollows() throws {
    let text = " 000003E8 000003E8 000009C4 000009C4 00000007 00000007 00004000 00004000 00000007 00000007"
    let (metadata, _) = try convert([SoundCheck.key: text], gain: -20, name: "b.m4a")
    let half = " 0000000A 0000000A 00000019 00000019 00000007 00000007 00000666 00000666 00000007 00000007"
    expectEqual(metadata[SoundCheck.key], half)
  }

  /// What is measured is the recording as it is written.
  @Test func measuredSoundCheckIsThatOfTheOutput() throws {
    let directory = try TemporaryDirectory()
    try directory.write("in.wav", wave(sine(amplitude: 0.5, frequency: 1000, seconds: 2), channels: 1, rate: 48_000))
    for (name, gain) in [("a.m4a", 0.0), ("b.m4a", -10)] {
      var conversion = FileConversion(from: directory.file("in.wav"), to: directory.file(name))
      (conversion.soundCheck, conversion.level.gain) = (.generate, gain)
      conversion.dataFormat = OutputDataFormat(.coded(.appleLossless))
      try conversion.run()
    }
    let numbers = try ["a.m4a", "b.m4a"].map { name in
      try required(tags(directory.file(name))[SoundCheck.key]).split(separator: " ").map {
        Double(UInt32($0, radix: 16) ?? 0)
      }
    }
    // 10 dB less, 10 times less; the peak by 3.16.
    expectLess(abs(numbers[1][0] / numbers[0][0] - 0.1), 0.02)
    expectLess(abs(numbers[1][6] / numbers[0][6] - 0.31623), 0.001)
  }
}
