import Foundation
import TestSupport
import Testing

@Suite("af record")
struct RecordTests {
  private func run(_ script: String, in directory: TemporaryDirectory) throws -> RunResult {
    try SilenceTests.shell("export AUDIO_TOOLBOX_DEVICE=virtual:16000:1\n" + script, in: directory)
  }

  private func info(_ name: String, in directory: TemporaryDirectory) throws -> [String: Any] {
    let result = try af(["info", "--json", name], in: directory)
    expectEqual(result.status, 0, "\(result.error)")
    return try required(JSONSerialization.jsonObject(with: Data(result.output)) as? [String: Any])
  }

  @Test(
    "What means nothing to the format of a recording is refused by its name",
    arguments: [
      (["a.wav", "-b", "64k"], "--bitrate"), (["a.wav", "-s", "3"], "--strategy"),
      (["a.wav", "-q", "5"], "--codec-quality"),
      (["a.wav", "--frame-length", "960"], "--frame-length"), (["a.wav", "-d", "LEI16#4"], "#FRAMES"),
      (["a.wav", "--sbr", "off"], "linear PCM cannot be 'off'"), (["a.m4a", "--sbr", "single-rate"], "single-rate"),
      (["a.wav", "-d", "LEF32", "--dither", "1"], "--dither"), (["a.m4a", "--dither", "1"], "--dither"),
      (["a.m4a", "-d", "aac/3"], "/FLAGS"), (["a.m4a", "-s", "0", "-q", "5"], "--codec-quality"),
      (["a.m4a", "-b", "1"], "--bitrate"), (["a.wav", "-d", "0"], "-d 0"), (["a.wav", "-d", "mp3"], "MP3"),
    ] as [([String], String)])
  func meaningless(options: [String], name: String) throws {
    let directory = try TemporaryDirectory()
    let result = try run("\"$AF\" record \(options.joined(separator: " ")) --duration 0.1", in: directory)
    #expect(result.status == 1 && result.error.contains(name) && directory.names.isEmpty, "\(result.error)")
  }

  @Test("A rate conversion that does not take place is told; a quality alone asks for a variable rate")
  func noResampling() throws {
    let directory = try TemporaryDirectory()
    let told = try run("\"$AF\" record a.wav --src-quality 5 --duration 0.1", in: directory)
    #expect(told.status == 0 && told.error.contains("--src-quality"), "\(told.error)")
    let done = try run("\"$AF\" record b.wav -d LEI16@8000 --src-quality 5 --duration 0.1", in: directory)
    #expect(done.status == 0 && done.error.isEmpty, "\(done.error)")
    try expectEqual(run("\"$AF\" record c.m4a -q 5 --duration 0.1", in: directory).status, 0)
  }

  @Test("A recording has as many frames as were asked for, in the device's format")
  func length() throws {
    let directory = try TemporaryDirectory()
    let result = try run("\"$AF\" record a.wav --duration '#3210' --json", in: directory)
    #expect(result.status == 0 && result.error.isEmpty, "\(result.error)")
    let record = try required(JSONSerialization.jsonObject(with: Data(result.output)) as? [String: Any])
    #expect(record["file"] as? String == "a.wav" && record["seconds"] as? Double == 3210 / 16_000.0)
    #expect(record["device"] as? String == "virtual" && record["fileFormat"] as? String == "WAVE")
    #expect(record["overrunCount"] as? Int == 0 && record["deviceXrunCount"] as? Int == 0)
    let info = try info("a.wav", in: directory)
    #expect(info["validFrames"] as? Int == 3210 || info["audioDataPacketCount"] as? Int == 3210, "\(info)")
    #expect((info["dataFormat"] as? [String: Any])?["sampleRate"] as? Double == 16_000)
  }

  @Test(
    "Any format that can be written is",
    arguments: [
      "a.m4a", "a.m4a -d alac", "a.flac", "a.caf -d LEF32@8000", "a.aif -d BEI24", "a.wav -d ulaw",
      "a.aac -d aac -b 32k",
      "a.wav -c 2 -m 0,0", "a.m4a -d aace --frame-length 480",
    ])
  func formats(_ words: String) throws {
    let directory = try TemporaryDirectory()
    let result = try run("\"$AF\" record \(words) --duration 0.1", in: directory)
    #expect(result.status == 0 && result.error.isEmpty, "\(result.error)")
    let name = String(try required(words.split(separator: " ").first))
    let info = try info(name, in: directory)
    expectGreaterOrEqual(info["durationSeconds"] as? Double ?? 0, 0.0999, "\(info)")
    expectEqual(directory.names, [name])
  }

  @Test("A recording is cut into files of a length")
  func splitting() throws {
    let directory = try TemporaryDirectory()
    let result = try run("\"$AF\" record a.wav --duration '#4000' --split '#1500' --json", in: directory)
    expectEqual(result.status, 0, "\(result.error)")
    expectEqual(directory.names, ["a-001.wav", "a-002.wav", "a-003.wav"])
    let counts = try directory.names.map { try info($0, in: directory)["audioDataPacketCount"] as? Int }
    expectEqual(counts, [1500, 1500, 1000])
    #expect(result.text.contains(#""files":["a-001.wav","a-002.wav","a-003.wav"]"#))
  }

  @Test("A signal ends the recording, whose file is whole, with status 0", arguments: ["TERM", "HUP"])
  func signals(_ name: String) throws {
    let directory = try TemporaryDirectory()
    let result = try run(
      """
      "$AF" record a.m4a & id=$!
      sleep 0.6; kill -\(name) $id; wait $id; echo $?
      """, in: directory)
    #expect(result.text == "0\n" && result.error.isEmpty, "\(result.error)")
    expectEqual(directory.names, ["a.m4a"])
    expectGreater(try info("a.m4a", in: directory)["durationSeconds"] as? Double ?? 0, 0.05)
  }

  @Test("What exists is left alone, unless it is to be replaced")
  func existing() throws {
    let directory = try TemporaryDirectory()
    try directory.write("a.wav", [1, 2, 3])
    let refused = try run("\"$AF\" record a.wav --duration 0.05", in: directory)
    #expect(refused.status == 1 && refused.error.contains("--force") && directory.read("a.wav") == [1, 2, 3])
    let replaced = try run("\"$AF\" record a.wav --duration 0.05 --force", in: directory)
    #expect(replaced.status == 0 && (directory.read("a.wav") ?? []).count > 44)
  }

  @Test("A pipe takes the recording")
  func pipes() throws {
    let directory = try TemporaryDirectory()
    let result = try run("\"$AF\" record - -f adts -d aac --duration 0.2 | \"$AF\" info -", in: directory)
    #expect(result.status == 0 && result.text.contains("adts"), "\(result.error)")
  }

  @Test(
    "What cannot be is refused by name",
    arguments: [
      ("a.wav --duration 0", 64, "--duration"), ("a.wav --split 0", 64, "--split"), ("- --split 1", 64, "--split"),
      ("a.wav --pre-roll 1", 64, "--pre-roll"), ("a.wav --wait-for 3", 64, "--wait-for"),
      ("a.flac --level 3", 64, "--level"), ("a.wav -d 0", 1, "packets"), ("a.wav -d alac", 1, "'alac'"),
      ("a.m4a -d LEI16", 1, "linear PCM"), ("a.xyz", 1, "container"), ("a", 1, "container"),
      ("a.wav --device hw:0", 1, "'hw:0'"), ("a.wav --channels 0", 64, "--channels"),
    ])
  func refusals(_ words: String, _ status: Int32, _ text: String) throws {
    let directory = try TemporaryDirectory()
    let result = try run("\"$AF\" record \(words)", in: directory)
    #expect(result.status == status && result.error.contains(text), "\(words): \(result.error)")
    #expect(directory.names.isEmpty)
  }

  @Test("Silence that is waited through is told, and leaves no file")
  func waiting() throws {
    let directory = try TemporaryDirectory()
    let result = try run(
      "\"$AF\" record a.wav --wait-for -60 & id=$!; sleep 0.4; kill -TERM $id; wait $id; echo $?", in: directory)
    #expect(result.text == "1\n" && result.error.contains("-60.0 dB"), "\(result.error)")
    #expect(directory.names.isEmpty)
  }
}

/// What `af record` takes from a sound card, by ALSA's own plugin that reads it from a file.
@Suite("af record through ALSA", .needs(.alsa))
struct RecordedSamplesTests {
  /// Frames numbered from `first` on, as the plugin reads them: two channels of floats.
  private func frames(_ range: Range<Int>) -> [UInt8] {
    range.flatMap { frame in
      [Float(frame) / 65536, -Float(frame) / 65536].flatMap { sample in
        (0..<4).map { UInt8(truncatingIfNeeded: sample.bitPattern >> UInt32(8 * $0)) }
      }
    }
  }

  @Test("The samples are exact, and a split loses none")
  func samples() throws {
    let device = try FileDevice()
    try device.directory.write("in.raw", frames(0..<20_000))
    let whole = try device.shell("\"$AF\" record a.wav -d LEF32 --device alsa:tofile:44100:2 --duration '#9000'")
    #expect(whole.status == 0 && whole.error.isEmpty, "\(whole.error)")
    try expectEqual(device.samples(of: "a.wav"), frames(0..<9000))
    let split = try device.shell(
      "\"$AF\" record b.wav -d LEF32 --device alsa:tofile:44100:2 --duration '#9000' --split '#4001'")
    expectEqual(split.status, 0, "\(split.error)")
    let parts = try ["b-001.wav", "b-002.wav", "b-003.wav"].flatMap { try device.samples(of: $0) }
    expectEqual(parts, frames(0..<9000))
  }

  @Test("The first sample that is loud enough begins the recording, with as much as was asked for from before it")
  func beginning() throws {
    let device = try FileDevice()
    // Frame 6,554 is the first above a tenth of full scale.
    try device.directory.write("in.raw", frames(0..<20_000))
    for (options, first) in [("", 6554), ("--pre-roll '#700'", 5854), ("--pre-roll '#9000'", 0)] {
      let result = try device.shell(
        "\"$AF\" record a.wav -d LEF32 --device alsa:tofile:44100:2 --wait-for -20 \(options) --duration '#3000' --force"
      )
      #expect(result.status == 0 && result.error.isEmpty, "\(options): \(result.error)")
      try expectEqual(device.samples(of: "a.wav"), frames(first..<(first + 3000)), "\(options)")
    }
  }
}
