import Foundation
import TestSupport
import Testing

/// `af convert` and `afconvert` beyond plain decoding: codecs, rates, channels, several outputs, several cores.
@Suite struct ConversionTests {
  private static let input = wave(samples(20_000), channels: 2, rate: 44_100)

  private func directory() throws -> TemporaryDirectory {
    let directory = try TemporaryDirectory()
    try directory.write("a.wav", Self.input)
    return directory
  }

  /// The bytes of the samples of a WAVE file, behind its `data` header.
  private func data(_ file: [UInt8]?) throws -> [UInt8] {
    let file = try required(file)
    let mark = Array("data".utf8)
    let place = try required((12..<(file.count - 8)).first { Array(file[$0..<($0 + 4)]) == mark })
    return Array(file[(place + 8)...])
  }

  @Test(
    "lossless ways bring every sample back",
    arguments: [
      ("b.m4a", "alac"), ("b.caf", "alac"), ("b.caf", "LEI16"), ("b.aiff", "BEI24"), ("b.caf", "LEF32"),
      ("b.w64", "LEI32"),
      ("b.mov", "alac"), ("b.au", "BEF64"),
    ])
  func lossless(name: String, format: String) throws {
    let directory = try directory()
    let there = try af(["convert", "a.wav", name, "-d", format], in: directory)
    expectEqual(there.status, 0, "\(there.error)")
    let back = try af(["convert", name, "c.wav", "-d", "LEI16"], in: directory)
    expectEqual(back.status, 0, "\(back.error)")
    try expectEqual(data(directory.read("c.wav")), data(Self.input))
  }

  @Test(
    "lossy packets keep the length, to the frame",
    arguments: [
      ("b.caf", "ima4"), ("b.wav", "0x6d730002"), ("b.wav", "0x6d730011"), ("b.au", "ulaw"), ("b.wav", "alaw"),
    ])
  func lengths(name: String, format: String) throws {
    let directory = try directory()
    try expectEqual(af(["convert", "a.wav", name, "-d", format], in: directory).status, 0)
    try expectEqual(af(["convert", name, "c.wav"], in: directory).status, 0)
    try expectEqual(data(directory.read("c.wav")).count, data(Self.input).count)
  }

  @Test func ratesGiveTheirLength() throws {
    let directory = try directory()
    for (rate, complexity) in [(48_000, "norm"), (22_050, "bats"), (96_000, "line"), (8000, "minp")] {
      let result = try af(
        ["convert", "a.wav", "b.wav", "-d", "LEI16@\(rate)", "--src-complexity", complexity, "--force"], in: directory)
      expectEqual(result.status, 0, "\(result.error)")
      let frames = try data(directory.read("b.wav")).count / 4
      expectEqual(frames, (10_000 * rate + 44_099) / 44_100)
    }
  }

  @Test func channelsAreMappedAndMixed() throws {
    let directory = try directory()
    let samples = try data(Self.input)
    func words(_ bytes: [UInt8]) -> [Int] {
      stride(from: 0, to: bytes.count, by: 2).map {
        Int(Int16(bitPattern: UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8))
      }
    }
    try expectEqual(af(["convert", "a.wav", "m.wav", "-m", "1,-1,0"], in: directory).status, 0)
    let mapped = words(try data(directory.read("m.wav")))
    let source = words(samples)
    let expectedMap: [Int] = (0..<10_000).flatMap { (frame: Int) -> [Int] in
      [source[2 * frame + 1], 0, source[2 * frame]]
    }
    expectEqual(mapped, expectedMap)
    try expectEqual(af(["convert", "a.wav", "x.wav", "-c", "1", "--mix"], in: directory).status, 0)
    let mixed = words(try data(directory.read("x.wav")))
    // The mean, rounded to even.
    let means: [Int] = (0..<10_000).map { (frame: Int) -> Int in
      let sum = Double(source[2 * frame] + source[2 * frame + 1])
      return Int((sum / 2).rounded(.toNearestOrEven))
    }
    expectEqual(mixed, means)
    // Channels that are lost are mixed unasked.
    try expectEqual(af(["convert", "a.wav", "l.wav", "-c", "1"], in: directory).status, 0)
    expectEqual(words(try data(directory.read("l.wav"))), means)
  }

  @Test func headerlessSamplesAreReadFromAPipe() throws {
    let directory = try directory()
    let arguments = ["convert", "-", "r.wav", "--raw-format", "LEI16", "--rate", "44100", "--channels", "2"]
    let result = try af(arguments, input: try data(Self.input), in: directory)
    expectEqual(result.status, 0, "\(result.error)")
    try expectEqual(data(directory.read("r.wav")), data(Self.input))
    try expectEqual(af(["convert", "-", "q.wav", "--raw-format", "LEI16"], in: directory).status, 64)
  }

  @Test func severalCoresGiveTheResultOfOne() throws {
    let directory = try TemporaryDirectory()
    try directory.write("long.wav", wave(samples(44_100 * 2 * 9), channels: 2, rate: 44_100))
    try expectEqual(af(["convert", "long.wav", "long.m4a", "-d", "alac"], in: directory).status, 0)
    for jobs in ["1", "2", "5"] {
      let result = try af(["convert", "long.m4a", "\(jobs).wav", "--jobs", jobs, "--json"], in: directory)
      expectEqual(result.status, 0)
      expectEqual(directory.read("\(jobs).wav"), directory.read("1.wav"))
    }
  }

  @Test func theCommandLinesOfAMacRun() throws {
    let directory = try directory()
    let first = try runLinked(
      as: "afconvert", ["a.wav", "out.caf", "-d", "0", "-f", "caff", "--soundcheck-generate"], in: directory)
    expectEqual(first.status, 0, "\(first.error)")
    let second = try runLinked(as: "afconvert", ["-f", "m4af", "-d", "alac", "a.wav", "out.m4a"], in: directory)
    expectEqual(second.status, 0, "\(second.error)")
    // The loudness goes from the one into the other.
    let third = try runLinked(
      as: "afconvert", ["out.caf", "-d", "alac", "-f", "m4af", "--soundcheck-read", "checked.m4a"], in: directory)
    expectEqual(third.status, 0, "\(third.error)")
    let written = try af(["info", "out.caf"], in: directory).text.split(separator: "\n").first {
      $0.hasPrefix("iTunNORM")
    }
    let kept = try af(["info", "checked.m4a"], in: directory).text.split(separator: "\n").first {
      $0.hasPrefix("iTunNORM")
    }
    #expect(written != nil && written == kept)
    try expectEqual(runLinked(as: "afconvert", ["a.wav", "--generate-hash", "c.caf"], in: directory).status, 1)
    try expectEqual(runLinked(as: "afconvert", ["a.wav", "-r", "200", "c.caf"], in: directory).status, 64)
  }

  @Test func eachOutputHasItsOwnOptions() throws {
    let directory = try directory()
    let result = try runLinked(
      as: "afconvert",
      [
        "-c", "1", "a.wav", "-o", "one.wav", "-d", "LEI16@8000", "-o", "two.aiff", "-f", "AIFF", "-d", "BEI24", "-c",
        "2",
      ],
      in: directory)
    expectEqual(result.status, 0, "\(result.error)")
    func fields(_ name: String) throws -> [String: Any] {
      let output = try af(["info", "--json", name], in: directory).output
      let object = try JSONSerialization.jsonObject(with: Data(output)) as? [String: Any]
      return object?["dataFormat"] as? [String: Any] ?? [:]
    }
    let one = try fields("one.wav")
    let two = try fields("two.aiff")
    #expect(one["sampleRate"] as? Double == 8000 && one["channelsPerFrame"] as? Int == 1)
    #expect(two["bitsPerChannel"] as? Int == 24 && two["channelsPerFrame"] as? Int == 2)
  }
}
