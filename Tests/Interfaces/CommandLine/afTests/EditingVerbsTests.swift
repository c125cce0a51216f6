import Foundation
import TestSupport
import Testing

/// `af loudness`, `af tag`, `af join`, `af split`, `af trim-silence`, and what `af convert` does to levels.
@Suite struct EditingVerbsTests {
  private func object(_ line: some StringProtocol) throws -> [String: Any] {
    try required(JSONSerialization.jsonObject(with: Data(String(line).utf8)) as? [String: Any])
  }

  /// A tone of 997 Hz at 48 kHz, whose loudness on one channel is its level less 3.01 dB: ITU-R BS.1770-4.
  private func tone(level: Double, seconds: Int = 4) -> [UInt8] {
    let amplitude = 32767 * pow(10, level / 20)
    let samples = (0..<seconds * 48_000).map {
      Int16((amplitude * sin(2 * Double.pi * 997 * Double($0) / 48_000)).rounded())
    }
    return wave(samples, channels: 1, rate: 48_000)
  }

  @Test("loudness is printed for each file and the album")
  func loudness() throws {
    let directory = try TemporaryDirectory()
    try directory.write("a.wav", tone(level: -20))
    try directory.write("b.wav", tone(level: -20))
    let run = try af(["loudness", "--album", "--json", "a.wav", "b.wav"], in: directory)
    expectEqual(run.status, 0)
    let objects = try run.text.split(separator: "\n").map { try object($0) }
    #expect(objects.count == 3 && objects[2]["albumFileCount"] as? Int == 2)
    for record in objects { expectLess(abs((record["integratedLoudness"] as? Double ?? 0) + 23.01), 0.05) }
    let text = try af(["loudness", "a.wav", "missing.wav"], in: directory)
    #expect(text.status == 1 && text.text.contains("-23.0") && text.errorLines.count == 1)
  }

  @Test("the loudness is written into tags; other bytes of sound stay")
  func loudnessTags() throws {
    let directory = try TemporaryDirectory()
    try directory.write("a.wav", tone(level: -20))
    try expectEqual(af(["convert", "a.wav", "a.flac"], in: directory).status, 0)
    let hash = try af(["hash", "a.flac"], in: directory).text
    try expectEqual(af(["loudness", "--tag", "replaygain", "--album", "a.flac"], in: directory).status, 0)
    try expectEqual(af(["hash", "a.flac"], in: directory).text, hash)
    let tags = try required(object(af(["tag", "--json", "a.flac"], in: directory).text)["tags"] as? [String: String])
    let found = Dictionary(uniqueKeysWithValues: tags.map { ($0.key.uppercased(), $0.value) })
    expectEqual(found["REPLAYGAIN_TRACK_GAIN"]?.hasPrefix("5.0"), true)
    expectEqual(found["REPLAYGAIN_ALBUM_GAIN"], found["REPLAYGAIN_TRACK_GAIN"])
    expectEqual(found["REPLAYGAIN_TRACK_PEAK"]?.hasPrefix("0.1"), true)
  }

  @Test(
    "convert brings files to a loudness, changes their level, and fades",
    arguments: [
      (["--normalize", "-16"], -16.0), (["--normalize"], -23), (["--normalize=-30"], -30), (["--gain", "-6"], -29.01),
      (["--normalize", "-10", "--force"], -10), (["--normalize=-30", "--quiet"], -30),
      (["--normalize", "--quiet"], -23),
    ] as [([String], Double)])
  func levels(options: [String], expected: Double) throws {
    let directory = try TemporaryDirectory()
    try directory.write("a.wav", tone(level: -20))
    try expectEqual(af(["convert", "a.wav", "b.wav"] + options, in: directory).status, 0)
    let record = try object(af(["loudness", "--json", "b.wav"], in: directory).text)
    expectLess(abs((record["integratedLoudness"] as? Double ?? 0) - expected), 0.06)
  }

  @Test("a level asked of packets means that they are encoded, or is refused by its name")
  func copies() throws {
    let directory = try TemporaryDirectory()
    try directory.write("a.wav", tone(level: -20))
    try expectEqual(af(["convert", "a.wav", "a.m4a", "-d", "alac"], in: directory).status, 0)
    try expectEqual(af(["convert", "a.m4a", "b.m4a", "--gain", "-10"], in: directory).status, 0)
    let record = try object(af(["loudness", "--json", "b.m4a"], in: directory).text)
    expectLess(abs((record["integratedLoudness"] as? Double ?? 0) + 33.01), 0.06)
    for options in [["--gain", "1"], ["--fade-in", "1"], ["--fade-out", "1"], ["--normalize"]] {
      let run = try af(["convert", "a.m4a", "c.m4a", "-d", "0"] + options, in: directory)
      #expect(run.status == 1 && run.error.contains(options[0]), "\(options)")
    }
    for options in [
      ["--gain", "x"], ["--gain", "300"], ["--normalize=3"], ["--normalize", "3", "--quiet"], ["--normalize=x"],
      ["--true-peak", "-1"], ["--fade-in", "-1"],
    ] {
      try expectEqual(af(["convert", "a.wav", "d.wav"] + options, in: directory).status, 64, "\(options)")
    }
    expectEqual(directory.names, ["a.m4a", "a.wav", "b.m4a"])
  }

  @Test("a part is told by clock times and frames")
  func parts() throws {
    let directory = try TemporaryDirectory()
    let sound = samples(8000 * 3)
    try directory.write("a.wav", wave(sound, channels: 1))
    for (options, range) in [
      (["--from", "0:01", "--to", "0:02.5"], 8000..<20_000), (["--from", "#100", "--to", "#250"], 100..<250),
      (["--from", "2", "--duration", "0.5"], 16_000..<20_000),
    ] {
      let run = try af(["convert", "a.wav", "-", "-f", "raw"] + options, in: directory)
      expectEqual(run.output, bytes(sound[range]), "\(options): \(run.error)")
    }
    try expectEqual(af(["convert", "a.wav", "b.wav", "--from", "2", "--to", "1"], in: directory).status, 64)
    try expectEqual(af(["convert", "a.wav", "b.wav", "--to", "2", "--duration", "1"], in: directory).status, 64)
  }

  @Test("texts are stored as they are given, control characters too; bytes that are no text are refused")
  func controlCharacters() throws {
    let directory = try TemporaryDirectory()
    try directory.write("a.wav", wave(samples(1600), channels: 1))
    try expectEqual(af(["convert", "a.wav", "a.flac"], in: directory).status, 0)
    let set = try af(["tag", "a.flac", "title=one\ntwo", "--set", "comment=a\tb"], in: directory)
    expectEqual(set.status, 0, "\(set.error)")
    let bytes = try required(directory.read("a.flac"))
    for text in ["one\ntwo", "a\tb"] { #expect(bytes.firstRange(of: Array(text.utf8)) != nil) }
    let split = try af(["split", "a.flac", "x\n%n.wav", "--length", "1"], in: directory)
    #expect(split.status == 0 && directory.read("x\n01.wav") != nil, "\(split.error)")
  }

  @Test("a missing end is told by hash and compare; a cue sheet that goes on after the end is refused")
  func cutFiles() throws {
    let directory = try TemporaryDirectory()
    let whole = wave(samples(16_000), channels: 1)
    try directory.write("a.wav", whole)
    try directory.write("cut.wav", Array(whole.dropLast(2000)))
    let hash = try af(["hash", "cut.wav"], in: directory)
    #expect(
      hash.status == 1 && hash.error.contains("cut.wav: the file ends before the samples"), "\(hash.error)")
    #expect(try af(["hash", "a.wav"], in: directory).error.isEmpty)
    let compared = try af(["compare", "cut.wav", "a.wav"], in: directory)
    #expect(compared.error.contains("cut.wav: the file ends before the samples"), "\(compared.error)")
    let sheet = "FILE \"a.wav\" WAVE\n TRACK 01 AUDIO\n INDEX 01 00:00:00\n TRACK 02 AUDIO\n INDEX 01 00:59:00\n"
    try directory.write("a.cue", Array(sheet.utf8))
    let split = try af(["split", "a.wav", "x%n.wav", "--cue", "a.cue"], in: directory)
    #expect(split.status == 1 && split.error.contains("after the end of the recording"), "\(split.error)")
    #expect(!directory.names.contains("x01.wav"))
  }

  @Test("tags are set, shown, copied and removed")
  func tags() throws {
    let directory = try TemporaryDirectory()
    try directory.write("a.wav", wave(samples(16_000), channels: 1))
    try directory.write("list.txt", Array("0:00:00 Start\n# no chapter\n0:00:01.5 The end\n".utf8))
    for name in ["a.flac", "b.m4a"] {
      try expectEqual(
        af(["convert", "a.wav", name, "-d", name == "a.flac" ? "flac" : "alac"], in: directory).status, 0)
    }
    let hash = try af(["hash", "a.flac"], in: directory).text
    let set = try af(
      ["tag", "a.flac", "--set", "title=Aria = 1", "--set", "track=3/12", "--chapters", "list.txt"], in: directory)
    expectEqual(set.status, 0, "\(set.error)")
    let shown = try af(["tag", "a.flac"], in: directory).text
    #expect(shown.contains("title=Aria = 1\n") && shown.contains("track number=3/12\n"))
    #expect(shown.contains("chapter: 0:00:01.500 The end\n"))
    try expectEqual(af(["hash", "a.flac"], in: directory).text, hash)
    try expectEqual(af(["tag", "b.m4a", "--copy-from", "a.flac", "--set", "album=Own"], in: directory).status, 0)
    let record = try object(af(["tag", "--json", "b.m4a"], in: directory).text)
    let tags = try required(record["tags"] as? [String: String])
    #expect(tags["title"] == "Aria = 1" && tags["album"] == "Own")
    expectEqual((record["chapters"] as? [[String: Any]])?.map { $0["title"] as? String }, ["Start", "The end"])
    try expectEqual(af(["tag", "b.m4a", "--clear"], in: directory).status, 0)
    #expect(try !af(["tag", "b.m4a"], in: directory).text.contains("title"))
    let noPicture = try af(["tag", "a.flac", "--cover", "list.txt"], in: directory)
    #expect(noPicture.status == 1 && noPicture.errorLines.count == 1)
    try expectEqual(af(["tag", "a.flac", "--set", "title"], in: directory).status, 64)
  }

  @Test("a program that is ended while it writes leaves the old file or the new one")
  func interruption() throws {
    let directory = try TemporaryDirectory()
    try directory.write("a.wav", wave(samples(4_000_000)))
    let file = directory.path + "/a.wav"
    let hash = try af(["hash", "a.wav"], in: directory).text
    for round in 0..<20 {
      let process = Process()
      process.executableURL = program
      process.arguments = ["tag", file, "--set", "title=Round \(round)"]
      process.standardError = FileHandle.nullDevice
      try process.run()
      usleep(UInt32(round * 1500))
      process.terminate()
      process.waitUntilExit()
      try expectEqual(af(["hash", "a.wav"], in: directory).text, hash)
      expectEqual(directory.names, ["a.wav"])
    }
  }

  @Test("files are joined, split and trimmed")
  func editing() throws {
    let directory = try TemporaryDirectory()
    let quiet = [Int16](repeating: 0, count: 4000)
    let sound = samples(8000).map { $0 | 1024 }
    try directory.write("a.wav", wave(quiet + sound, channels: 1))
    try directory.write("b.wav", wave(sound + quiet, channels: 1))
    try expectEqual(af(["join", "a.wav", "b.wav", "-o", "all.flac", "--chapters"], in: directory).status, 0)
    let split = try af(["split", "all.flac", "%n %t.wav"], in: directory)
    expectEqual(split.status, 0, "\(split.error)")
    expectEqual(directory.names, ["01 a.wav.wav", "02 b.wav.wav", "a.wav", "all.flac", "b.wav"])
    for (piece, original) in [("01 a.wav.wav", "a.wav"), ("02 b.wav.wav", "b.wav")] {
      try expectEqual(af(["compare", piece, original], in: directory).status, 0)
    }
    try expectEqual(af(["trim-silence", "all.flac", "core.wav"], in: directory).status, 0)
    let record = try object(af(["hash", "--json", "core.wav"], in: directory).text)
    #expect(record["frameCount"] as? Int == 16_000)
    try expectEqual(af(["split", "all.flac", "same.wav"], in: directory).status, 1)
    try expectEqual(af(["split", "a.wav", "%n.wav", "--length", "1", "--silence", "1"], in: directory).status, 64)
    try expectEqual(af(["join", "a.wav", "none.wav", "-o", "x.wav"], in: directory).status, 1)
    #expect(!directory.names.contains("x.wav"))
  }
}
