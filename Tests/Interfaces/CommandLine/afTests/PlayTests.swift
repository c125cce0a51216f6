import Foundation
import TestSupport
import Testing

/// A folder with a configuration of ALSA whose device `tofile` plays into the file `out.raw` and captures what stands
/// in `in.raw`, both as 32-bit floats.
struct FileDevice {
  let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
    let path = directory.path
    let text = """
      pcm.nothing { type null }
      pcm.tofile { type file slave.pcm nothing file "\(path)/out.raw" infile "\(path)/in.raw" format raw }
      """
    try directory.write("asoundrc", Array(text.utf8))
    try directory.write("in.raw", [])
  }

  /// Runs a script of the shell with that configuration, in which `$AF` is the program.
  func shell(_ script: String) throws -> RunResult {
    try SilenceTests.shell("export ALSA_CONFIG_PATH=\"$PWD/asoundrc\"\n" + script, in: directory)
  }

  /// Reads the file with what was played.
  func readPlayed() -> [UInt8] { directory.read("out.raw") ?? [] }

  /// The samples of a WAVE file that the program has written.
  func samples(of name: String) throws -> [UInt8] {
    let file = try required(directory.read(name))
    let data = try required(file.indices.first { file[$0...].starts(with: "data".utf8) })
    return Array(file[(data + 8)...])
  }
}

@Suite("af play, af devices, afplay")
struct PlayTests {
  private func directory() throws -> TemporaryDirectory {
    let directory = try TemporaryDirectory()
    try directory.write("a.wav", wave(samples(4_000), channels: 1, rate: 8000))
    return directory
  }

  private func run(_ script: String, in directory: TemporaryDirectory) throws -> RunResult {
    try SilenceTests.shell("export AUDIO_TOOLBOX_DEVICE=virtual\n" + script, in: directory)
  }

  @Test("A file is played in the time that it lasts, without a word")
  func playing() throws {
    let directory = try directory()
    let begin = ContinuousClock.now
    let result = try run("\"$AF\" play a.wav", in: directory)
    #expect(result.status == 0 && result.error.isEmpty && result.output.isEmpty, "\(result.error)")
    expectGreaterOrEqual(ContinuousClock.now - begin, .milliseconds(500))
  }

  @Test("--json tells device, length and what was missing; --verbose the latency")
  func records() throws {
    let directory = try directory()
    let result = try run("\"$AF\" play a.wav --json --device virtual:16000:1 --duration '#800'", in: directory)
    let record = try required(JSONSerialization.jsonObject(with: Data(result.output)) as? [String: Any])
    #expect(record["file"] as? String == "a.wav" && record["device"] as? String == "virtual")
    #expect(record["sampleRate"] as? Double == 16_000 && record["channelCount"] as? Int == 1)
    #expect(record["seconds"] as? Double == 0.1 && record["isComplete"] as? Bool == true)
    #expect(record["underrunCount"] is Int && record["latencySeconds"] is Double && record["deviceXrunCount"] is Int)
    let verbose = try run("\"$AF\" play a.wav --verbose --to 0.05", in: directory)
    #expect(verbose.error.contains("0.050 s played through virtual") && verbose.error.contains("latency"))
  }

  @Test("A file that cannot be played is told in one line, and the others are played")
  func missingFiles() throws {
    let directory = try directory()
    let result = try run("\"$AF\" play none.wav a.wav --duration 0.05 --json", in: directory)
    #expect(result.status == 1 && result.errorLines.count == 1, "\(result.error)")
    #expect(result.error.hasPrefix("af: none.wav: ") && result.text.contains(#""file":"a.wav""#))
  }

  @Test(
    "What cannot be is refused by name",
    arguments: [
      ("--rate 0", "--rate"), ("--rate 17", "--rate"), ("--loop -1", "--loop"), ("--volume 9", "--volume"),
      ("--volume x", "--volume"), ("--from 1:75", "--from"), ("--from -1", "--from"), ("--to 1 --duration 1", "--to"),
      ("--period 1", "--period"), ("--buffer 10", "--buffer"), ("--src-quality 128", "--src-quality"),
      ("--stretch x", "--stretch"),
    ])
  func wrongUsage(_ words: String, _ option: String) throws {
    let result = try run("\"$AF\" play a.wav \(words)", in: try directory())
    #expect(result.status == 64 && result.error.contains(option), "\(words): \(result.error)")
  }

  @Test("A device that is not there ends the command with one line that names it")
  func unknownDevices() throws {
    let directory = try directory()
    let unknown = try run("\"$AF\" play a.wav a.wav --device hw:0", in: directory)
    #expect(
      unknown.status == 1 && unknown.errorLines.count == 1 && unknown.error.contains("'hw:0'"), "\(unknown.error)")
    let chosen = try run("AUDIO_TOOLBOX_DEVICE=nonsense \"$AF\" play a.wav", in: directory)
    #expect(chosen.status == 1 && chosen.errorLines.count == 1 && chosen.error.contains("'nonsense'"))
    let buffer = try run("\"$AF\" play a.wav --buffer 4096", in: directory)
    #expect(buffer.status == 1 && buffer.error.contains("--buffer"))
    let order = try run("\"$AF\" play a.wav --from 0.4 --to 0.3", in: directory)
    #expect(order.status == 1 && order.error.contains("--to lies before --from"))
  }

  @Test("A request to terminate ends it without a word, as the signal would have", arguments: ["TERM", "HUP"])
  func signals(_ name: String) throws {
    let result = try run(
      """
      "$AF" play a.wav --loop 0 & id=$!; sleep 0.5; kill -\(name) $id; wait $id; echo $?
      """, in: try directory())
    #expect(result.text == "\(128 + (name == "TERM" ? 15 : 1))\n" && !result.error.contains("af:"), "\(result.error)")
  }

  @Test("The list has the virtual device, and says which one is chosen")
  func devices() throws {
    let directory = try directory()
    let result = try run("\"$AF\" devices --json", in: directory)
    #expect(result.status == 0 && result.error.isEmpty)
    let records = try result.text.split(separator: "\n").map {
      try required(JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
    let chosen = records.filter { $0["isDefault"] as? Bool == true }
    #expect(chosen.count == 1 && chosen.first?["identifier"] as? String == "virtual")
    #expect(records.allSatisfy { $0["plays"] is Bool && $0["captures"] is Bool && $0["name"] is String })
    let text = try run("\"$AF\" devices", in: directory)
    #expect(text.text.contains("* virtual ") && text.text.contains("plays, captures"))
  }

  @Test("afplay takes Apple's options, and refuses others")
  func apple() throws {
    let directory = try directory()
    let link = "ln -sf \"$AF\" afplay; ./afplay "
    for words in ["a.wav", "-t 0.1 -v 0.5 -r 2 -q 1 a.wav", "--leaks a.wav"] {
      let result = try run(link + words, in: directory)
      #expect(result.status == 0 && result.error.isEmpty && result.output.isEmpty, "\(words): \(result.error)")
    }
    let told = try run(link + "-d -t 0.1 -r 2 a.wav", in: directory)
    #expect(told.status == 0 && told.error.hasPrefix("afplay: 0.200 s played through virtual"), "\(told.error)")
    for words in ["-q 2 a.wav", "-v 256 a.wav", "--loop 2 a.wav", ""] {
      try expectEqual(run(link + words, in: directory).status, 64, "\(words)")
    }
    let missing = try run(link + "none.wav", in: directory)
    #expect(missing.status == 1 && missing.error.hasPrefix("afplay: none.wav: "))
  }
}

/// What `af play` gives to a sound card, by ALSA's own plugin that writes it to a file.
@Suite("af play through ALSA", .needs(.alsa))
struct PlayedSamplesTests {
  /// Plays a file, and holds what the device was given against samples.
  private func check(_ device: FileDevice, _ words: String, expecting samples: [UInt8], _ format: String) throws {
    let result = try device.shell("\"$AF\" play \(words) --device alsa:tofile:\(format)")
    #expect(result.status == 0 && result.error.isEmpty, "\(words): \(result.error)")
    let played = device.readPlayed()
    try #require(!samples.isEmpty && played.count >= samples.count, "\(words): \(played.count) of \(samples.count)")
    #expect(played.prefix(samples.count).elementsEqual(samples), "\(words)")
    #expect(played.dropFirst(samples.count).allSatisfy { $0 == 0 }, "\(words)")
  }

  @Test(
    "The samples of each container are exact",
    arguments: [
      "a.wav", "a.rf64 -f RF64", "a.w64", "a.aif", "a.aifc", "a.caf", "a.au", "a.flac", "a.m4a -d alac",
      "a.mov -d alac",
      "a.aac -d aac", "a.loas -d aac", "a.mp4 -d aac", "b.caf -d ima4", "b.wav -d ulaw",
    ])
  func containers(_ words: String) throws {
    let device = try FileDevice()
    try device.directory.write("source.wav", wave(TestSamples.noise(8000), channels: 2, rate: 44_100))
    let name = try required(words.split(separator: " ").first)
    let made = try device.shell(
      "\"$AF\" convert source.wav \(words) && \"$AF\" convert \(name) ref.wav -f WAVE -d LEF32 --force")
    try #require(made.status == 0, "\(made.error)")
    try check(device, String(name), expecting: try device.samples(of: "ref.wav"), "44100:2")
  }

  @Test(
    "The samples of MPEG audio are exact",
    arguments: [("l2-48000-joint.mp2", 48_000), ("l3-lame-44100-joint.mp3", 44_100)])
  func mpegAudio(_ name: String, _ rate: Int) throws {
    let device = try FileDevice()
    let file = SharedFiles.fixtures.appending(path: "MPEGAudio/\(name)").path
    let made = try device.shell("\"$AF\" convert '\(file)' ref.wav -d LEF32 --duration 0.2")
    try #require(made.status == 0, "\(made.error)")
    try check(device, "'\(file)' --duration 0.2", expecting: try device.samples(of: "ref.wav"), "\(rate):2")
  }

  private static func floats(_ samples: some Sequence<Int16>, _ volume: Float) -> [UInt8] {
    samples.flatMap { sample -> [UInt8] in
      let bits = (Float(sample) / 32768 * volume).bitPattern
      return (0..<4).map { UInt8(truncatingIfNeeded: bits >> UInt32(8 * $0)) }
    }
  }

  @Test("Volume, parts and turns are exact, too")
  func processing() throws {
    let device = try FileDevice()
    let noise = TestSamples.noise(8000)
    try device.directory.write("a.wav", wave(noise, channels: 2, rate: 44_100))
    try check(device, "a.wav --volume 0.5", expecting: Self.floats(noise, 0.5), "44100:2")
    try check(device, "a.wav --loop 3", expecting: Self.floats(noise + noise + noise, 1), "44100:2")
    try check(
      device, "a.wav --from '#1000' --duration '#2000'", expecting: Self.floats(noise[2000..<6000], 1), "44100:2")
    let both = try device.shell("\"$AF\" play a.wav --json --device alsa:tofile:44100:2 --verbose")
    #expect(both.text.contains(#""device":"alsa:tofile""#) && both.error.contains("device xruns 0"), "\(both.error)")
  }

  @Test("A device of ALSA that is not there is told in one line, and nothing of the library's own")
  func missingDevice() throws {
    let device = try FileDevice()
    try device.directory.write("a.wav", wave(samples(400)))
    let result = try device.shell("\"$AF\" play a.wav --device alsa:none")
    #expect(result.status == 1 && result.errorLines.count == 1 && result.error.contains("'none'"), "\(result.error)")
    let rate = try device.shell("\"$AF\" play a.wav --device alsa:nothing:44100:65")
    #expect(rate.status == 1 && rate.errorLines.count == 1, "\(rate.error)")
  }

  @Test("Without a card the virtual device plays, and it is told that nobody hears it")
  func noCard() throws {
    let device = try FileDevice()
    try device.directory.write("a.wav", wave(samples(400)))
    let result = try device.shell("unset AUDIO_TOOLBOX_DEVICE; \"$AF\" play a.wav --json")
    #expect(result.status == 0 && result.text.contains(#""device":"virtual""#))
    #expect(result.errorLines.count == 1 && result.error.contains("nobody hears it"), "\(result.error)")
    let chosen = try device.shell("AUDIO_TOOLBOX_DEVICE=virtual \"$AF\" play a.wav")
    #expect(chosen.status == 0 && chosen.error.isEmpty)
  }
}

/// Samples that no encoder finds easy.
enum TestSamples {
  static func noise(_ count: Int) -> [Int16] {
    var generator = SplitMix64(seed: 7)
    return (0..<count).map { _ in Int16(truncatingIfNeeded: generator.next() >> 50) }
  }
}
