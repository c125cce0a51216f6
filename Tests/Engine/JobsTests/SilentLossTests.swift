import AudioBase
import AudioCatalog
import AudioConversion
import AudioFiles
import AudioJobs
import Foundation
import TestSupport
import Testing

extension Need {
  /// libwavpack.
  fileprivate static let wavPack = Need(description: "libwavpack1") {
    Catalog.standard.codec(formatID: "wvpk")?.missing(.decoding) == nil
  }
}

/// Losses that had status 0 and no word, as people from outside found them.
@Suite struct SilentLossTests {
  @Test("tags of a film in Matroska are not changed, and it is not repaired in its place: its pictures would be lost")
  func filmsInMatroska() throws {
    let directory = try TemporaryDirectory()
    let film = SharedFiles.bytes(SharedFiles.fixtures.appending(path: "Matroska/movie.mkv"))
    try directory.write("film.mkv", film)
    let path = directory.file("film.mkv")
    for isDryRun in [true, false] {
      var tagging = FileTagging(of: path)
      tagging.changes.values[.title] = "New"
      tagging.isDryRun = isDryRun
      let error = #expect(throws: AudioError.self) { try tagging.run() }
      expectEqual(error?.text.contains("video"), true)
      expectEqual(directory.read("film.mkv"), film)
    }
    var repair = FileRepair(of: path, to: path)
    repair.replacement = .replace
    #expect(throws: AudioError.self) { try repair.run() }
    expectEqual(directory.read("film.mkv"), film)
    // A new file has the sound, and says what it lacks.
    let report = try FileRepair(of: path, to: directory.file("sound.mka")).run()
    #expect(report.notes.contains { "\($0)".contains("video") })
  }

  @Test("a second file behind the first of True Audio is told", .needs(.ffmpeg))
  func gluedTrueAudio() throws {
    let directory = try TemporaryDirectory()
    let one = try ForeignProgram.run(
      "ffmpeg",
      ["-v", "error", "-f", "lavfi", "-i", "sine=d=0.5", "-c:a", "tta", "-sample_fmt", "s16", "-f", "tta", "-"], on: [],
      named: "none")
    try directory.write("one.tta", one)
    try directory.write("two.tta", one + one)
    let report = try FileConversion(from: directory.file("two.tta"), to: directory.file("two.wav")).run()
    #expect(report.notes.contains { "\($0)".contains("other bytes follow at byte") })
    let plain = try FileConversion(from: directory.file("one.tta"), to: directory.file("one.wav")).run()
    #expect(!plain.notes.contains { "\($0)".contains("follow") } && plain.frameCount == report.frameCount)
  }

  @Test(
    "WavPack and True Audio become samples of their own depth, floats as floats", .needs(.ffmpeg), .needs(.wavPack),
    arguments: [
      ("wv", "wavpack", "s32p", 32, false), ("wv", "wavpack", "fltp", 32, true), ("wv", "wavpack", "s16p", 16, false),
      ("tta", "tta", "s32", 24, false),
    ])
  func archives(muxer: String, codec: String, samples: String, depth: Int, isFloat: Bool) throws {
    let directory = try TemporaryDirectory()
    let file = try ForeignProgram.run(
      "ffmpeg",
      ["-v", "error", "-f", "lavfi", "-i", "aevalsrc=0.3*random(0):d=0.2", "-c:a", codec, "-sample_fmt", samples]
        + ["-f", muxer, "-"], on: [], named: "none")
    try directory.write("in.\(muxer)", file)
    try FileConversion(from: directory.file("in.\(muxer)"), to: directory.file("out.wav")).run()
    let format = try MediaFile(path: directory.file("out.wav"), containers: Catalog.standard.containers)
      .reader.tracks[0].format
    #expect(format.bitsPerChannel == depth && format.linearPCMFlags.contains(.float) == isFloat)
  }

  @Test(
    "FLAC that ends between two frames: what is there comes, and the missing end is told, or an error where it shall be"
  )
  func flacThatEndsEarly() throws {
    let directory = try TemporaryDirectory()
    try directory.write("in.wav", wave(sine(amplitude: 0.3, frequency: 440, seconds: 1), channels: 1, rate: 48_000))
    let whole = directory.file("whole.flac")
    try FileConversion(from: directory.file("in.wav"), to: whole).run()
    var reader = try MediaFile(path: whole, containers: Catalog.standard.containers).reader
    var batch = PacketBatch()
    #expect(try reader.readPackets(ofTrack: 0, into: &batch) && batch.count > 6)
    let bytes = try required(directory.read("whole.flac"))
    try directory.write("cut.flac", Array(bytes[..<Int(batch.fileOffsets[5])]))
    let cut = directory.file("cut.flac")

    let report = try FileConversion(from: cut, to: directory.file("cut.wav")).run()
    expectEqual(report.frameCount, Int64(20_480))
    #expect(report.notes.contains { if case .earlyEnd = $0 { true } else { false } })
    var strict = FileConversion(from: cut, to: directory.file("strict.wav"))
    strict.decoding.damagePolicy = .stop
    #expect(throws: AudioError.self) { try strict.run() }
    expectNil(directory.read("strict.wav"))
    #expect(try !FileVerification(of: cut).run().findings.isEmpty)
    #expect(try FileVerification(of: whole).run().findings.isEmpty)
    // Packets are copied whole, or not at all: that is what repairing is for.
    #expect(throws: AudioError.self) { try FileCopy(from: cut, to: directory.file("copied.flac")).run() }
  }

  @Test("floats become integers of as many bits as their mantissa has, where a file holds no floats")
  func floatsInAIFF() throws {
    let directory = try TemporaryDirectory()
    try directory.write("in.wav", wave(sine(amplitude: 0.3, frequency: 440, seconds: 1), channels: 1, rate: 48_000))
    var floats = FileConversion(from: directory.file("in.wav"), to: directory.file("floats.wav"))
    floats.dataFormat = OutputDataFormat(.samples(.float32))
    try floats.run()
    try FileConversion(from: directory.file("floats.wav"), to: directory.file("out.aiff")).run()
    let track = try MediaFile(path: directory.file("out.aiff"), containers: Catalog.standard.containers).reader.tracks[
      0]
    #expect(track.format.bitsPerChannel == 24 && track.format.formatID == .linearPCM)
  }

  @Test("a rate that the format does not have as high is told", .needs(ExtensionMeaningTests.opus))
  func loweredRates() throws {
    let directory = try TemporaryDirectory()
    try directory.write("in.wav", wave(sine(amplitude: 0.3, frequency: 440, seconds: 1), channels: 1, rate: 96_000))
    let report = try FileConversion(from: directory.file("in.wav"), to: directory.file("out.opus")).run()
    #expect(report.notes.contains { if case .rateChanged(96_000, to: 48_000) = $0 { true } else { false } })
    #expect(
      report.notes.contains { "\($0)" == "the rate was lowered from 96000 to 48000 Hz: the format has none as high" })
  }

  @Test("a part between two frames is empty, which is said; one after the end is refused") func emptyParts() throws {
    let directory = try TemporaryDirectory()
    try directory.write("in.wav", wave(sawtooth(16_000), channels: 1, rate: 8000))
    var conversion = FileConversion(from: directory.file("in.wav"), to: directory.file("out.wav"))
    (conversion.decoding.start, conversion.decoding.duration) = (1.00001, 0.00001)
    let notes = try conversion.run().notes
    #expect(notes.contains { if case .emptyResult = $0 { true } else { false } }, "\(notes)")
    (conversion.decoding.start, conversion.decoding.duration) = (2.1, 1)
    conversion.replacement = .replace
    let error = jobError { _ = try conversion.run() }
    expectEqual(error?.text.contains("begins at 2.1 s, where the recording has ended"), true)
  }

  @Test("a rate that is raised is a remark") func raisedRates() throws {
    guard Catalog.standard.encoder(formatID: .mpegLayer3)?.missing(.encoding) == nil else { return }
    let directory = try TemporaryDirectory()
    try directory.write("in.wav", wave(sine(amplitude: 0.3, frequency: 440, seconds: 1), channels: 1, rate: 7000))
    let conversion = FileConversion(from: directory.file("in.wav"), to: directory.file("out.mp3"))
    let note = try required(conversion.run().notes.first { "\($0)".hasPrefix("the rate was raised") })
    expectEqual("\(note)", "the rate was raised from 7000 to 8000 Hz: the format does not have it")
    expectEqual(note.severity, .remark)
  }

  @Test(
    "frames that a file cannot mark as priming and remainder are told",
    arguments: ["out.aac", "out.ts", "out.loas"])
  func unmarkedRecording(name: String) throws {
    let directory = try TemporaryDirectory()
    try directory.write("in.wav", wave(sine(amplitude: 0.3, frequency: 440, seconds: 1), channels: 1, rate: 48_000))
    var conversion = FileConversion(from: directory.file("in.wav"), to: directory.file(name))
    conversion.dataFormat = OutputDataFormat(.coded(.aac))
    let notes = try conversion.run().notes
    // 48 packets of 1024 frames.
    let text = "the file cannot say that its first 1024 and last 128 frames are not the recording"
    #expect(notes.map(\.description).contains(text) && notes.allSatisfy { $0.severity == .warning }, "\(notes)")
  }

  @Test(
    "MP3 of rates above its own has the highest that they are a multiple of, or its highest",
    arguments: [(1_000_000, 48_000), (768_000, 48_000), (705_600, 44_100)])
  func highRates(rate: Int, lowered: Int) throws {
    guard Catalog.standard.encoder(formatID: .mpegLayer3)?.missing(.encoding) == nil else { return }
    let directory = try TemporaryDirectory()
    try directory.write("in.wav", wave(sawtooth(rate / 10), channels: 1, rate: rate))
    try FileConversion(from: directory.file("in.wav"), to: directory.file("out.mp3")).run()
    let track = try MediaFile(path: directory.file("out.mp3"), containers: Catalog.standard.containers).reader.tracks[0]
    expectEqual(track.format.sampleRate, Double(lowered))
  }

  @Test(
    "a mix has the depth of its deepest file; channels and rates that files lose are told", arguments: [true, false])
  func partsThatLose(isMixed: Bool) throws {
    let directory = try TemporaryDirectory()
    try directory.write("in.wav", wave(sine(amplitude: 0.3, frequency: 440, seconds: 1), channels: 1, rate: 48_000))
    try directory.write("wide.wav", wave(sawtooth(60_000), channels: 6, rate: 96_000))
    var deep = FileConversion(from: directory.file("in.wav"), to: directory.file("deep.wav"))
    deep.dataFormat = OutputDataFormat(.samples(.int24))
    try deep.run()
    let (files, output) = (["in.wav", "deep.wav", "wide.wav"].map(directory.file), directory.file("out.wav"))
    let report = isMixed ? try FileMix(of: files, to: output).run() : try FileJoin(of: files, to: output).run()
    let track = try MediaFile(path: output, containers: Catalog.standard.containers).reader.tracks[0]
    #expect(track.format.bitsPerChannel == 24 && track.format.channelsPerFrame == 1)
    let told = report.notes.map(\.description).filter { $0.contains("wide.wav") }
    #expect(told.contains { $0.hasSuffix("its rate is lowered from 96000 to 48000 Hz, that of the first file") })
    #expect(told.contains { $0.contains("are mixed into those of the first file, mono") })
    #expect(!report.notes.contains { "\($0)".contains("deep.wav") })
  }

  @Test("files of as many channels for other loudspeakers are joined with a word", arguments: [true, false])
  func otherLoudspeakers(isHexagonalFirst: Bool) throws {
    let directory = try TemporaryDirectory()
    // 5.1, and L R C BC with two at the sides: neither has all places of the other.
    let masks: [(name: String, mask: UInt32)] = [("film.wav", 0x3F), ("hexagonal.wav", 0x707)]
    for (name, mask) in masks {
      let layout = try required(ChannelLayout(bitmap: mask))
      try directory.write(name, Loudspeakers.wave(layout.speakers, mask: mask))
    }
    let names = isHexagonalFirst ? masks.reversed() : masks
    let join = FileJoin(of: names.map { directory.file($0.name) }, to: directory.file("out.wav"))
    let told = try join.run().notes.map(\.description).filter { $0.contains(names[1].name) }
    #expect(told.contains { $0.contains("are mixed into those of the first file") })
    expectEqual(told.contains { $0.hasSuffix("LFE is left out") }, isHexagonalFirst)
  }

  @Test(
    "the recording begins at the same frame of HE-AAC in Matroska as in MP4, where that is between two of the core's")
  func highEfficiencyInMatroska() throws {
    let directory = try TemporaryDirectory()
    try directory.write("in.wav", wave(sine(amplitude: 0.3, frequency: 440, seconds: 1), channels: 1, rate: 44_100))
    var encoding = FileConversion(from: directory.file("in.wav"), to: directory.file("a.m4a"))
    encoding.dataFormat = OutputDataFormat(.coded(.aacHighEfficiency))
    encoding.encoding.bitRate = 32_000
    try encoding.run()
    try FileCopy(from: directory.file("a.m4a"), to: directory.file("a.mka")).run()
    var sounds: [[UInt8]] = []
    for name in ["a.m4a", "a.mka"] {
      try FileConversion(from: directory.file(name), to: directory.file(name + ".wav")).run()
      sounds.append(try required(directory.read(name + ".wav")).suffix(96_000))
    }
    let table = try MediaFile(path: directory.file("a.m4a"), containers: Catalog.standard.containers).reader.tracks[0]
      .packetTable
    expectEqual(table.map { $0.primingFrames % 2 }, 1)
    #expect(sounds[0] == sounds[1] && sounds[0].contains { $0 != 0 })
  }

  @Test("a second file at the end of one is told", arguments: ["a.wav", "a.w64", "a.aiff", "a.m4a", "a.flac"])
  func gluedFiles(name: String) throws {
    let directory = try TemporaryDirectory()
    try directory.write("in.wav", wave(sawtooth(8000), channels: 1, rate: 44_100))
    try FileConversion(from: directory.file("in.wav"), to: directory.file(name)).run()
    let bytes = try required(directory.read(name))
    for (count, isTold) in [(1, false), (2, true)] {
      try directory.write("x" + name, Array([[UInt8]](repeating: bytes, count: count).joined()))
      let report = try FileConversion(from: directory.file("x" + name), to: directory.file("\(count).wav")).run()
      expectEqual(report.notes.contains { "\($0)".contains("follows at byte") }, isTold, "\(report.notes)")
    }
  }

  @Test("pictures and texts that are written are not said to have no place", arguments: ["a.wav", "a.aiff"])
  func largeMetadata(name: String) throws {
    let directory = try TemporaryDirectory()
    try directory.write("in.wav", wave(sawtooth(800), channels: 1, rate: 44_100))
    var conversion = FileConversion(from: directory.file("in.wav"), to: directory.file(name))
    var metadata = Metadata()
    let head: [UInt8] = [0x89, 0x50, 0x4E, 0x47]
    metadata.artwork = [9, 10].map { Artwork(bytes: head + [UInt8](repeating: $0, count: 9 << 20)) }
    metadata[.lyrics] = String(repeating: "la ", count: 400_000)
    conversion.metadata = metadata
    let notes = try conversion.run().notes.map { "\($0)" }
    #expect(notes.count == 1 && notes[0].hasPrefix("'lyrics': longer than is read here"), "\(notes)")
  }

  @Test(
    "a layout that a file of linear PCM cannot state is told",
    arguments: [
      ("a.wav", false), ("a.caf", false), ("a.aiff", false), ("a.mka", true), ("a.au", true),
    ])
  func layouts(name: String, isTold: Bool) throws {
    let directory = try TemporaryDirectory()
    try directory.write("in.wav", wave(sawtooth(6000), channels: 6, rate: 48_000))
    var conversion = FileConversion(from: directory.file("in.wav"), to: directory.file(name))
    if name == "a.mka" { conversion.dataFormat = OutputDataFormat(.samples(.int16)) }
    conversion.layout = ChannelLayout([.left, .right, .center, .lowFrequency, .leftSurround, .rightSurround])
    let report = try conversion.run()
    expectEqual(
      report.notes.contains { "\($0)".contains("cannot say that the channels are for") }, isTold, "\(report.notes)")
  }
}
