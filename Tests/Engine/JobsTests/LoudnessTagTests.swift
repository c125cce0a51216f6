import AudioBase
import AudioCatalog
import AudioConversion
import AudioFiles
import AudioJobs
import Foundation
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

  /// A frame of ID3v2.4 shorter than 128 bytes.
  private func frame(_ name: String, _ body: [UInt8]) -> [UInt8] {
    Array(name.utf8) + [0, 0, 0, UInt8(body.count), 0, 0] + body
  }

  /// A WAVE file of two channels with a tag of these frames.
  private func tagged(_ frames: [[UInt8]], in directory: TemporaryDirectory) throws -> Pathname {
    let content = frames.flatMap(\.self)
    let size = [UInt8(content.count >> 7), UInt8(content.count & 127)]
    let tag = Array("ID3".utf8) + [4, 0, 0, 0, 0] + size + content
    let samples = sine(amplitude: 0.5, frequency: 440, seconds: 1).flatMap { [$0, $0] }
    var file = wave(samples, channels: 2, rate: 48_000) + Array("id3 ".utf8)
    file += [UInt8(tag.count & 255), UInt8(tag.count >> 8), 0, 0] + tag + (tag.count & 1 == 1 ? [0] : [])
    for index in 0..<4 { file[4 + index] = UInt8((file.count - 8) >> (8 * index) & 255) }
    try directory.write("tagged.wav", file)
    return directory.file("tagged.wav")
  }

  /// iTunes' comment in ID3, as mp3tag.de and others describe it.
  @Test(
    "Sound Check of ID3 follows, and relative volumes go by name; so do both where channels are mixed",
    arguments: ["out.wav", "out.aiff", "out.aac", "out.m4a"])
  func identifierTags(name: String) throws {
    let directory = try TemporaryDirectory()
    let text = " 000003E8 000003E8 000009C4 000009C4 00000007 00000007 00004000 00004000 00000007 00000007"
    let volume = frame("RVA2", Array("track\0".utf8) + [1, 0xF3, 0, 0])
    let input = try tagged(
      [
        frame("COMM", Array("\0eng\0for people".utf8)), frame("COMM", Array("\0engiTunNORM\0\(text)".utf8)), volume,
        frame("PRIV", Array("me\0".utf8)),
      ], in: directory)
    let formatID: FourCharacterCode? = name == "out.aac" ? .aac : name == "out.m4a" ? .appleLossless : nil
    var louder = FileConversion(from: input, to: directory.file(name))
    (louder.level.gain, louder.dataFormat) = (-20, formatID.map { OutputDataFormat(.coded($0)) })
    let notes = try louder.run().notes.map(\.description)
    let half = " 0000000A 0000000A 00000019 00000019 00000007 00000007 00000666 00000666 00000007 00000007"
    let metadata = try tags(directory.file(name))
    #expect(metadata[SoundCheck.key] == half && metadata[.comments] == "for people")
    #expect(notes.contains { $0.contains("the ID3 frame 'RVA2'") }, "\(notes)")
    let bytes = try #require(directory.read(name))
    #expect(bytes.firstRange(of: Array("RVA2".utf8)) == nil)
    if name != "out.m4a" { #expect(bytes.firstRange(of: Array("engiTunNORM\0\(half)".utf8)) != nil) }
    var mono = FileConversion(from: input, to: directory.file("mono-" + name))
    (mono.channelCount, mono.channels, mono.dataFormat) = (1, .mixing, louder.dataFormat)
    let told = try mono.run().notes.map(\.description)
    let mixed = try tags(directory.file("mono-" + name))
    #expect(mixed[SoundCheck.key] == nil && mixed[.comments] == "for people")
    #expect(told.contains("'iTunNORM' cannot be kept") && told.contains { $0.contains("'RVA2'") }, "\(told)")
    // Without a change of level all stays.
    guard formatID == nil else { return }
    try FileConversion(from: input, to: directory.file("same-" + name)).run()
    #expect(try #require(directory.read("same-" + name)).firstRange(of: volume) != nil)
  }

  @Test("the loudness of Broadcast Wave goes by name where channels are mixed")
  func broadcastWave() throws {
    let directory = try TemporaryDirectory()
    let samples = sine(amplitude: 0.3, frequency: 440, seconds: 1).flatMap { [$0, $0] }
    try directory.write("in.wav", wave(samples, channels: 2, rate: 48_000))
    let keys = ["bext loudness value", "bext loudness range", "bext maximum true peak level"].map(InfoKey.init(_:))
    var first = FileConversion(from: directory.file("in.wav"), to: directory.file("a.wav"))
    first.extraInfo = [keys[0]: "-23.00", keys[1]: "5.00", keys[2]: "-1.00", .broadcastTimeReference: "48000"]
    try first.run()
    #expect(try tags(directory.file("a.wav"))[keys[1]] == "5.00")
    var mono = FileConversion(from: directory.file("a.wav"), to: directory.file("b.wav"))
    (mono.channelCount, mono.channels) = (1, .mixing)
    let notes = try mono.run().notes.map(\.description)
    let metadata = try tags(directory.file("b.wav"))
    for key in keys {
      #expect(metadata[key] == nil && notes.contains("'\(key.rawValue)' cannot be kept"), "\(notes)")
    }
    #expect(metadata[.broadcastTimeReference] == "48000")
  }

  @Test("times of ID3 go by name where those of the sound change, and counts of packets where these are others")
  func timesOfIdentifierTags() throws {
    let directory = try TemporaryDirectory()
    let lyrics = frame("SYLT", Array("\0eng".utf8) + [2, 1, 0] + Array("la\0".utf8) + [0, 0, 3, 232])
    let (length, own) = (frame("TLEN", Array("\u{3}1000".utf8)), frame("PRIV", Array("me\0".utf8)))
    let table = frame("MLLT", [0, 1, 0, 0, 4, 0, 0, 26, 8, 8, 0, 0])
    let input = try tagged([lyrics, length, table, own], in: directory)
    let whole = FileConversion(from: input, to: directory.file("whole.aiff"))
    var (part, slow, backward, pitched) = (whole, whole, whole, whole)
    (part.decoding.start, slow.time.tempo, backward.time.isReversed, pitched.time.pitch) = (0.25, 0.5, true, 100)
    for (job, losesTimes) in [(whole, false), (part, true), (slow, true), (backward, true), (pitched, false)] {
      var job = job
      job.replacement = .replace
      let notes = try job.run().notes.map(\.description)
      let bytes = try #require(directory.read("whole.aiff"))
      #expect(bytes.firstRange(of: own) != nil && bytes.firstRange(of: table) == nil)
      for kept in [lyrics, length] { #expect((bytes.firstRange(of: kept) == nil) == losesTimes) }
      #expect(notes.contains { $0.contains("the ID3 frame 'MLLT'") }, "\(notes)")
      for name in ["SYLT", "TLEN"] {
        #expect(notes.contains { $0.contains("the ID3 frame '\(name)'") } == losesTimes, "\(notes)")
      }
    }
  }

  @Test("the gain of Opus's header is told where a transport stream has none")
  func gainOfOpus() throws {
    let directory = try TemporaryDirectory()
    let fixture = SharedFiles.bytes(SharedFiles.fixtures.appending(path: "Ogg/stereo.opus"))
    try directory.write("in.opus", fixture)
    try FileCopy(from: directory.file("in.opus"), to: directory.file("plain.mp4")).run()
    var file = try #require(directory.read("plain.mp4"))
    // "Encapsulation of Opus in ISO Base Media File Format", 4.3.2: version, channels, pre-skip, rate, gain.
    let box = try #require(file.firstRange(of: Array("dOps".utf8)))
    file.replaceSubrange((box.upperBound + 8)..<(box.upperBound + 10), with: [0xFA, 0x80])
    try directory.write("gained.mp4", file)
    for (input, words) in [("plain.mp4", nil), ("gained.mp4", "the output gain of the Opus header, -5.5 dB, cannot")] {
      let copy = FileCopy(from: directory.file(input), to: directory.file(input + ".ts"))
      let notes = try copy.run().notes.map(\.description).filter { $0.contains("gain") }
      #expect(notes.count == (words == nil ? 0 : 1) && notes.allSatisfy { $0.contains(words ?? "") }, "\(notes)")
    }
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
