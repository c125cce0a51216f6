import Foundation
import TestSupport
import Testing

/// An option does what it says, or is an error by its name. `Scripts/prove option-matrix` goes through all of them.
@Suite struct ObeyedOrRefusedTests {
  /// Two seconds of noise whose channels differ, as WAVE, AAC and a dump.
  private func directory() throws -> TemporaryDirectory {
    let directory = try TemporaryDirectory()
    var state: UInt32 = 7
    let noise = (0..<176_400).map { index -> Int16 in
      state = state &* 1_664_525 &+ 1_013_904_223
      return Int16(truncatingIfNeeded: Int32(bitPattern: state) >> (index % 2 == 0 ? 18 : 20))
    }
    try directory.write("in.wav", wave(noise, channels: 2, rate: 44_100))
    try expectEqual(af(["convert", "in.wav", "in.m4a", "-b", "128k"], in: directory).status, 0)
    return directory
  }

  private func info(_ name: String, in directory: TemporaryDirectory) throws -> [String: Any] {
    try InfoTests.object(try af(["info", "--json", name], in: directory))
  }

  private func channels(_ info: [String: Any]) -> Int? {
    (info["dataFormat"] as? [String: Any])?["channelsPerFrame"] as? Int
  }

  @Test("without a wish AAC goes from file to file as it is; a wish means encoding", arguments: ["af", "afconvert"])
  func wishesMeanEncoding(program: String) throws {
    let directory = try directory()
    func convert(_ output: String, _ options: String...) throws -> [String: Any] {
      let result =
        program == "af"
        ? try af(["convert", "in.m4a", output] + options, in: directory)
        : try runLinked(as: program, ["in.m4a", output] + options, in: directory)
      expectEqual(result.status, 0, "\(result.error)")
      return try info(output, in: directory)
    }
    let input = try info("in.m4a", in: directory)
    let bytes = try required(input["audioDataByteCount"] as? Int)
    #expect(try convert("copy.m4a")["audioDataByteCount"] as? Int == bytes)
    let half = try required(convert("half.m4a", "-b", "64000")["audioDataByteCount"] as? Int)
    expectLess(abs(Double(half) / Double(bytes) - 0.5), 0.03)
    expectEqual(channels(try convert("one.m4a", "-c", "1")), 1)
    expectEqual(channels(try convert("mono.m4a", "-l", "Mono")), 1)
    let constant = try convert("constant.m4a", "-s", "0")
    #expect(
      constant["primingFrames"] as? Int64 != input["primingFrames"] as? Int64
        || bytes != constant["audioDataByteCount"] as? Int)
    for options in [["--mix"], ["-m", "1,0"], ["-s", "2"], ["-u", "vbrq", "20"]] where program == "af" {
      let result = try af(["convert", "in.m4a", "x.m4a", "--force"] + options, in: directory)
      expectEqual(result.status, 0, "\(result.error)")
      #expect(directory.read("x.m4a")?.suffix(20_000) != directory.read("copy.m4a")?.suffix(20_000), "\(options)")
    }
  }

  @Test(
    "what means nothing is refused by its name, and nothing is written",
    arguments: [
      (["in.wav", "x.wav", "-b", "64k"], "--bitrate"), (["in.wav", "x.wav", "-s", "1"], "--strategy"),
      (["in.wav", "x.wav", "-q", "9"], "--codec-quality"),
      (["in.wav", "x.wav", "--frame-length", "960"], "--frame-length"),
      (["in.wav", "x.wav", "-d", "LEI16#4"], "#FRAMES"), (["in.wav", "x.wav", "--asc", "1210"], "--asc"),
      (["in.wav", "x.wav", "-d", "LEF32", "--dither", "1"], "--dither"),
      (["in.wav", "x.wav", "--level", "2"], "--level"),
      (["in.wav", "x.m4a", "-d", "alac", "-b", "64k"], "--bitrate"),
      (["in.wav", "x.m4a", "--dither", "1"], "--dither"),
      (["in.m4a", "x.m4a", "-d", "0", "-b", "64k"], "--bitrate"),
      (["in.m4a", "x.m4a", "-d", "0", "-c", "1"], "--channels"),
      (["in.m4a", "x.m4a", "-d", "0@8000"], "@RATE"),
      (["in.m4a", "x.m4a", "-d", "aac/1"], "/FLAGS"), (["in.m4a", "x.m4a", "--level", "3"], "--level"),
      (["in.m4a", "x.m4a", "-b", "96k", "-q", "3"], "--codec-quality"), (["in.wav", "x.wav", "--sbr", "off"], "--sbr"),
      (["in.m4a", "x.m4a", "--sbr", "single-rate"], "--sbr"),
      (["in.m4a", "x.m4a", "-d", "0", "--sbr", "off"], "--sbr"),
      (["in.wav", "x.m4a", "-d", "aacf", "--sbr", "off"], "--sbr"), (["in.wav", "x.m4a", "--sbr-crc"], "--sbr-crc"),
      (["in.wav", "x.flac", "--sbr-crc"], "--sbr-crc"), (["in.m4a", "x.m4a", "-d", "0", "--sbr-crc"], "--sbr-crc"),
      (["in.wav", "x.m4a", "-d", "alac", "--sbr", "auto"], "--sbr"),
    ])
  func refusals(arguments: [String], option: String) throws {
    let directory = try directory()
    let result = try af(["convert"] + arguments, in: directory)
    #expect(result.status == 1 && result.errorLines.count == 1 && result.error.contains(option), "\(result.error)")
    expectEqual(directory.names, ["in.m4a", "in.wav"])
  }

  @Test("afconvert refuses them too; how hard an encoder tries it only tells")
  func refusalsOfAppleNames() throws {
    let directory = try directory()
    for (options, name) in [
      (["-b", "64000"], "--bitrate"), (["-s", "1"], "--strategy"),
      (["--prime-override", "1", "2"], "--prime-override"),
      (["--gapless-before", "in.wav"], "--gapless-before"),
    ] {
      let result = try runLinked(as: "afconvert", ["in.wav", "x.wav"] + options, in: directory)
      #expect(result.status == 1 && result.error.contains(name), "\(result.error)")
    }
    let told = try runLinked(as: "afconvert", ["in.wav", "x.wav", "-q", "127"], in: directory)
    #expect(told.status == 0 && told.error.contains("--quality"))
    try expectEqual(af(["convert", "in.wav", "y.wav", "-u", "pgcm", "2"], in: directory).status, 64)
  }

  @Test("a quality alone asks for a variable rate, and fewer channels are a mixture")
  func meanings() throws {
    let directory = try directory()
    var sizes: [Int] = []
    for quality in ["5", "64", "120"] {
      try expectEqual(af(["convert", "in.wav", "q.m4a", "-q", quality, "--force"], in: directory).status, 0)
      sizes.append(try required(info("q.m4a", in: directory)["audioDataByteCount"] as? Int))
    }
    #expect(sizes[0] < sizes[1] && sizes[1] < sizes[2])
    try directory.write("two.wav", wave([1000, -3000, 8000, 2000]))
    try expectEqual(
      af(["convert", "two.wav", "-", "-f", "raw", "-c", "1"], in: directory).output, bytes([-1000, 5000]))
    // Core Audio's tool takes the left channel.
    try expectEqual(runLinked(as: "afconvert", ["two.wav", "left.wav", "-c", "1"], in: directory).status, 0)
    expectEqual(directory.read("left.wav")?.suffix(4), bytes([1000, 8000])[...])
  }

  @Test("where no rate is converted, that is said to whom asked how")
  func resampling() throws {
    let directory = try directory()
    let result = try af(["convert", "in.wav", "x.wav", "-r", "20", "--json"], in: directory)
    #expect(result.status == 0 && result.error.contains("--src-quality"))
    expectEqual((try InfoTests.object(result)["warnings"] as? [String])?.count, 1)
    let other = try af(["convert", "in.wav", "y.wav", "-d", "LEI16@48000", "-r", "20"], in: directory)
    #expect(other.status == 0 && other.error.isEmpty)
  }
}
