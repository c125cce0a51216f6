import Foundation
import TestSupport
import Testing

/// The words that somebody tries first who knows another tool. `Documentation/ComingFrom.md` has whole tasks.
@Suite struct EverydayWordsTests {
  private func directory(seconds: Int = 1) throws -> TemporaryDirectory {
    let directory = try TemporaryDirectory()
    try directory.write("in.wav", wave(samples(8000 * 2 * seconds), channels: 2))
    return directory
  }

  private func format(_ name: String, in directory: TemporaryDirectory) throws -> [String: Any] {
    let info = try InfoTests.object(try af(["info", "--json", name], in: directory))
    return try required(info["dataFormat"] as? [String: Any])
  }

  @Test(
    "rate, bits and channels, in the words of several tools",
    arguments: [
      (["--rate", "16000"], "sampleRate", 16_000), (["--rate", "16k"], "sampleRate", 16_000),
      (["-d", "@16000"], "sampleRate", 16_000), (["-ar", "16000"], "sampleRate", 16_000),
      (["--bits", "24"], "bitsPerChannel", 24), (["-d", "s24le"], "bitsPerChannel", 24),
      (["-c:a", "pcm_f32le"], "bitsPerChannel", 32), (["--subtype", "PCM_24"], "bitsPerChannel", 24),
      (["--mono"], "channelsPerFrame", 1), (["-ac", "1"], "channelsPerFrame", 1),
      (["--channels", "1"], "channelsPerFrame", 1), (["--stereo"], "channelsPerFrame", 2),
    ])
  func formats(options: [String], key: String, value: Int) throws {
    let directory = try directory()
    let run = try af(["convert", "-i", "in.wav", "-o", "out.wav"] + options, in: directory)
    // The saw-tooth overshoots at another rate, which is told.
    expectEqual(run.status, 0, "\(run.error)")
    #expect(try format("out.wav", in: directory)[key] as? Int == value)
  }

  @Test(
    "a volume is a factor or a level, as of af play",
    arguments: [["--volume", "0.5"], ["--volume=0.5"], ["--volume", "-6.0206dB"]])
  func volumes(options: [String]) throws {
    let directory = try directory()
    for (name, words) in [("half.wav", options), ("gain.wav", ["--gain", "-6.0206"])] {
      let run = try af(["convert", "in.wav", name, "-d", "LEI16"] + words, in: directory)
      expectEqual(run.status, 0, "\(run.error)")
    }
    #expect(
      directory.read("half.wav") == directory.read("gain.wav") && directory.read("half.wav") != directory.read("in.wav")
    )
    for value in ["0", "loud"] {
      let run = try af(["convert", "in.wav", "none.wav", "--volume", value], in: directory)
      #expect(run.status == 64 && run.error.contains("--gain"), "\(run.error)")
    }
  }

  @Test("the bits of lossless formats; of others they are refused by name")
  func bits() throws {
    let directory = try directory()
    for (name, options) in [("a.flac", ["--bits", "24"]), ("a.m4a", ["-d", "alac", "--bits", "24"])] {
      try expectEqual(af(["convert", "in.wav", name] + options, in: directory).status, 0)
      #expect(try InfoTests.object(try af(["info", "--json", name], in: directory))["sourceBitDepth"] as? Int == 24)
    }
    for options in [["b.m4a", "--bits", "24"], ["b.wav", "--bits", "20"], ["b.wav", "-d", "LEI16", "--bits", "24"]] {
      let run = try af(["convert", "in.wav"] + options, in: directory)
      #expect(run.status == 1 && run.error.contains("--bits"), "\(run.error)")
    }
    #expect(!directory.names.contains { $0.hasPrefix("b.") })
  }

  @Test("headerless samples by the name that FFmpeg has for them, out and in")
  func headerless() throws {
    let directory = try directory()
    let out = try af(["convert", "in.wav", "-", "-f", "s16le"], in: directory)
    expectEqual(out.output, bytes(samples(16_000)), "\(out.error)")
    try directory.write("in.raw", out.output)
    for options in [["--rate", "8000"], ["--raw-rate", "8000"]] {
      let run = try af(
        ["convert", "in.raw", "out.wav", "--force", "--raw-format", "s16le", "--channels", "2"] + options, in: directory
      )
      expectEqual(run.status, 0, "\(run.error)")
      try expectEqual(af(["compare", "in.wav", "out.wav"], in: directory).status, 0)
    }
    let both = try af(
      ["convert", "in.raw", "x.wav", "--raw-format", "s16le", "--raw-rate", "8000", "--rate", "16000"], in: directory)
    expectEqual(both.status, 0, "\(both.error)")
    #expect(try format("x.wav", in: directory)["sampleRate"] as? Int == 16_000)
    try expectEqual(af(["convert", "in.wav", "y.raw", "-f", "f32le", "-d", "LEI16"], in: directory).status, 1)
  }

  @Test(
    "a part in the words of several tools",
    arguments: [
      ["--at", "0.25", "--duration", "0.5"], ["--from", "0.25", "--until", "0.75"],
      ["--start", "0.25", "--end", "0.75"],
      ["-ss", "0.25", "-t", "0.5"], ["-ss", "0.25", "-to", "0.75"], ["--trim", "0.25", "0.5"],
      ["--trim", "0.25", "=0.75"],
      ["--from", "0.25", "--to", "0.75"],
    ])
  func parts(options: [String]) throws {
    let run = try af(["convert", "in.wav", "-", "-f", "raw"] + options, in: try directory())
    expectEqual(run.output, bytes(samples(16_000)[4000..<12_000]), "\(run.error)")
  }

  @Test("speed, reversal and silence")
  func time() throws {
    let directory = try directory()
    let sound = samples(16_000)
    let back = try af(["convert", "in.wav", "-", "-f", "raw", "--reverse"], in: directory)
    let frames = stride(from: 0, to: sound.count, by: 2).map { [sound[$0], sound[$0 + 1]] }
    expectEqual(back.output, bytes(frames.reversed().flatMap(\.self)), "\(back.error)")
    let padded = try af(["convert", "in.wav", "-", "-f", "raw", "--pad", "0.5", "0.25"], in: directory)
    expectEqual(padded.output, [UInt8](repeating: 0, count: 16_000) + bytes(sound) + [UInt8](repeating: 0, count: 8000))
    for options in [
      ["--speed", "2"], ["--tempo", "2"], ["--tempo", "2", "--stretch", "speech"], ["--tempo", "2", "--pitch", "-3"],
    ] {
      let run = try af(["convert", "in.wav", "-", "-f", "raw"] + options, in: directory)
      expectLess(abs(run.output.count - 16_000), 800, "\(options) \(run.output.count) \(run.error)")
    }
    for wrong in [["--speed", "2", "--pitch", "1"], ["--speed", "99"], ["--stretch", "speech"]] {
      try expectEqual(af(["convert", "in.wav", "x.wav"] + wrong, in: directory).status, 64)
    }
    let kept = try af(["convert", "in.wav", "x.caf", "-d", "0", "--reverse"], in: directory)
    #expect(kept.status == 1 && kept.error.contains("--reverse"), "\(kept.error)")
  }

  @Test("levels with their unit", arguments: ["-6", "-6dB", "-6 dB"])
  func gain(level: String) throws {
    let directory = try directory()
    let run = try af(["convert", "in.wav", "-", "-f", "raw", "--gain", level], in: directory)
    let peak = stride(from: 0, to: run.output.count, by: 2).map {
      abs(Int(Int16(bitPattern: UInt16(run.output[$0]) | UInt16(run.output[$0 + 1]) << 8)))
    }.max()
    let wanted = Double(samples(16_000).map { $0.magnitude }.max() ?? 0) * pow(10, -6.0 / 20)
    expectLessOrEqual(abs(Double(try #require(peak)) - wanted), 0.51, "\(run.error)")
  }

  @Test("files are mixed and joined by the verbs that people look for")
  func mixAndConcat() throws {
    let directory = try directory()
    try directory.write("half.wav", wave(samples(8000), channels: 2))
    try expectEqual(af(["concat", "in.wav", "half.wav", "-o", "all.wav"], in: directory).status, 0)
    expectEqual(directory.read("all.wav")?.suffix(48_000), bytes(samples(16_000) + samples(8000))[...])
    try expectEqual(af(["mix", "in.wav", "in.wav", "-o", "same.wav", "--bits", "16"], in: directory).status, 0)
    try expectEqual(af(["compare", "in.wav", "same.wav"], in: directory).status, 0)
    let alone = try af(["mix", "in.wav", "-o", "x.wav"], in: directory)
    #expect(alone.status == 64 && alone.error.contains("two files"))
  }

  @Test("tags stand among the files; a dry run changes none")
  func bareTags() throws {
    let directory = try directory()
    try expectEqual(af(["convert", "in.wav", "a.flac"], in: directory).status, 0)
    let before = directory.read("a.flac")
    let dry = try af(["tag", "a.flac", "title=Aria", "--dry-run"], in: directory)
    #expect(dry.status == 0 && dry.text == "a.flac: title: (none) -> Aria\n", "\(dry.error)")
    expectEqual(directory.read("a.flac"), before)
    try expectEqual(af(["tag", "a.flac", "title=Aria"], in: directory).status, 0)
    #expect(try af(["tag", "a.flac"], in: directory).text.contains("title=Aria\n"))
    try expectEqual(af(["tag", "title=Aria"], in: directory).status, 64)
    try expectEqual(af(["tag", "a.flac", "title=", "artist=Nobody"], in: directory).status, 0)
    let shown = try af(["tag", "a.flac"], in: directory).text
    #expect(shown.contains("artist=Nobody\n") && !shown.contains("title"))
  }

  @Test("files are renamed by their tags; what cannot be is told")
  func rename() throws {
    let directory = try directory()
    try expectEqual(af(["convert", "in.wav", "a.flac"], in: directory).status, 0)
    try expectEqual(af(["tag", "a.flac", "title=Aria", "track=3/9"], in: directory).status, 0)
    let dry = try af(["rename", "a.flac", "--as", "{track} {title}", "--dry-run"], in: directory)
    #expect(dry.status == 0 && dry.text == "a.flac -> 03 Aria.flac\n", "\(dry.error)")
    let done = try af(["rename", "a.flac", "in.wav", "--as", "{track} {title}", "--to", "out"], in: directory)
    #expect(done.status == 1 && done.error.contains("in.wav: it has no track"), "\(done.error)")
    #expect(directory.read("out/03 Aria.flac") != nil && directory.read("a.flac") == nil)
    #expect(try af(["rename", "in.wav", "--as", "{nothing}"], in: directory).error.contains("{nothing}"))
  }

  @Test("a dry run says what would be written, and writes nothing")
  func dryRuns() throws {
    let directory = try directory()
    let one = try af(["convert", "in.wav", "out.m4a", "--rate", "16000", "--dry-run"], in: directory)
    #expect(one.status == 0 && one.text == "in.wav -> out.m4a: 'aac ', 2 ch, 16000 Hz\n", "\(one.error)")
    let many = try af(["convert", ".", "--into", "phone", "-f", "flac", "--dry-run"], in: directory)
    #expect(many.status == 0 && many.text.contains("phone/in.flac: 'flac', 2 ch, 8000 Hz"), "\(many.text)\(many.error)")
    let batch = try af(["batch", "convert", ".", "--to", "phone", "-f", "flac", "--dry-run"], in: directory)
    #expect(batch.status == 0 && batch.text == "convert ./in.wav -> phone/in.flac\n", "\(batch.text)\(batch.error)")
    let refused = try af(["convert", "in.wav", "in.wav", "--dry-run"], in: directory)
    #expect(refused.status == 1 && refused.error.contains("exists"))
    expectEqual(directory.names, ["in.wav"])
  }
}
