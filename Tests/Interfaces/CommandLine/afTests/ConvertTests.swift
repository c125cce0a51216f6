import Foundation
import TestSupport
import Testing

@Suite struct ConvertTests {
  static let input = wave(samples(20_000))

  @Test func samplesComeOutAsTheyWentIn() throws {
    let directory = try TemporaryDirectory()
    try directory.write("a.wav", Self.input)
    let result = try af(["convert", "a.wav", "b.wav"], in: directory)
    #expect(result.status == 0 && result.output.isEmpty && result.error.isEmpty)
    expectEqual(directory.names, ["a.wav", "b.wav"])
    expectEqual(directory.read("b.wav")?.suffix(40_000), bytes(samples(20_000))[...])
    expectEqual(directory.read("b.wav")?.count, 40_000 + 80)
  }

  @Test func anExtensionOfHeaderlessSamplesImpliesTheirFormat() throws {
    let directory = try TemporaryDirectory()
    try directory.write("a.wav", wave([16384, -32768], channels: 1))
    try expectEqual(af(["convert", "a.wav", "a.f32"], in: directory).status, 0)
    // 0.5 and -1.0 in IEEE 754.
    expectEqual(directory.read("a.f32"), [0, 0, 0, 0x3F, 0, 0, 0x80, 0xBF])
    try expectEqual(af(["convert", "a.wav", "b.pcm", "-d", "BEI16"], in: directory).status, 0)
    expectEqual(directory.read("b.pcm"), [0x40, 0, 0x80, 0])
    try expectEqual(af(["convert", "a.wav", "c.bin", "-f", "raw", "-d", "UI8"], in: directory).status, 0)
    expectEqual(directory.read("c.bin"), [192, 0])
  }

  @Test func anExistingFileIsKeptUnlessForced() throws {
    let directory = try TemporaryDirectory()
    try directory.write("a.wav", Self.input)
    try directory.write("b.wav", [1, 2, 3])
    let refused = try af(["convert", "a.wav", "b.wav"], in: directory)
    #expect(refused.status == 1 && refused.errorLines.count == 1)
    #expect(refused.error.hasPrefix("af: b.wav: ") && refused.error.contains("--force"))
    expectEqual(directory.read("b.wav"), [1, 2, 3])
    try expectEqual(af(["convert", "a.wav", "b.wav", "--force"], in: directory).status, 0)
    expectEqual(directory.read("b.wav")?.count, 40_080)
    expectEqual(directory.names, ["a.wav", "b.wav"])
  }

  @Test func pipesWorkAtBothEnds() throws {
    let directory = try TemporaryDirectory()
    let result = try af(["convert", "-", "-", "-f", "WAVE"], input: Self.input, in: directory)
    #expect(result.status == 0 && result.error.isEmpty)
    expectEqual(result.output.count, 40_044)
    expectEqual(result.output[4..<8], [255, 255, 255, 255])
    expectEqual(result.output.suffix(40_000), bytes(samples(20_000))[...])
    let raw = try af(["convert", "-", "-", "-f", "raw", "--json"], input: Self.input, in: directory)
    expectEqual(raw.output, bytes(samples(20_000)))
    #expect(raw.error.hasPrefix("{"))
    #expect(directory.names.isEmpty)
  }

  @Test("of a pipe is told, too, that it is cut off, and that tags after its samples were not read")
  func endsOfPipes() throws {
    let directory = try TemporaryDirectory()
    let cut = Array(Self.input.prefix(20_044))
    let result = try af(["convert", "-", "a.flac"], input: cut, in: directory)
    #expect(result.status == 0 && result.error.contains("the end is missing"))
    let stopped = try af(["convert", "-", "b.flac", "--on-error", "stop"], input: cut, in: directory)
    #expect(stopped.status == 1 && directory.read("b.flac") == nil)
    #expect(try af(["hash", "-"], input: cut, in: directory).status == 1)
    let list: [UInt8] = Array("LIST".utf8) + [14, 0, 0, 0] + Array("INFOINAM".utf8) + [2, 0, 0, 0, 0x41, 0]
    let tagged = try af(["convert", "-", "c.flac"], input: Self.input + list, in: directory)
    #expect(tagged.status == 0 && tagged.error.contains("what follows the sound was not read"))
    // A pipe that has ended before the file is opened is read like a file.
    let short = wave(samples(100), channels: 1) + list
    #expect(!(try af(["convert", "-", "d.flac"], input: short, in: directory)).error.contains("was not read"))
    #expect(try af(["tag", "d.flac"], in: directory).text.contains("title=A"))
    // SoX leaves these sizes where it cannot come back.
    var open = Self.input
    open.replaceSubrange(4..<8, with: [0x24, 0xF0, 0xFF, 0x7F])
    open.replaceSubrange(40..<44, with: [0x00, 0xF0, 0xFF, 0x7F])
    let whole = try af(["convert", "-", "e.flac", "--on-error", "stop"], input: open, in: directory)
    #expect(whole.status == 0 && whole.error.isEmpty)
    try expectEqual(af(["convert", "-", "f.caf"], input: Self.input, in: directory).status, 0)
    let caf = Array(try required(directory.read("f.caf")).dropLast(20_000))
    #expect(try af(["convert", "-", "g.wav"], input: caf, in: directory).error.contains("the end is missing"))
  }

  @Test func aPartIsThatPart() throws {
    let directory = try TemporaryDirectory()
    try directory.write("a.wav", Self.input)
    let arguments = ["convert", "a.wav", "-", "-f", "raw", "--from", "0.5", "--duration", "0.25"]
    try expectEqual(af(arguments, in: directory).output, bytes(samples(20_000)[8000..<12_000]))
  }

  @Test func whatWasDoneIsToldToMachines() throws {
    let directory = try TemporaryDirectory()
    try directory.write("a.wav", Self.input)
    let result = try af(["convert", "a.wav", "b.rf64", "--json"], in: directory)
    let object = try required(JSONSerialization.jsonObject(with: Data(result.output)) as? [String: Any])
    #expect(object["frameCount"] as? Int == 10_000)
    #expect(object["fileFormat"] as? String == "RF64")
    #expect(object["damagedPacketCount"] as? Int == 0)
    expectEqual(directory.read("b.rf64")?.prefix(4), Array("RF64".utf8)[...])
  }

  @Test func samplesThatAreNoNumbersAreSilentAndTold() throws {
    let directory = try TemporaryDirectory()
    var samples = (0..<16_000).map { Float($0 % 50) / 100 }
    samples[8000] = .nan
    samples[9001] = -.infinity
    let data = samples.flatMap { sample in
      (0..<4).map { UInt8(truncatingIfNeeded: sample.bitPattern >> UInt32(8 * $0)) }
    }
    try directory.write("a.f32", data)
    let source = ["--raw-format", "LEF32", "--rate", "8000"]
    let raw = ["convert", "a.f32", "-"] + source + ["-f", "raw", "--json", "-d"]
    for (format, count) in [("LEF32@48000", 2), ("LEI16", 2), ("LEF32", 0)] {
      let result = try af(raw + [format], in: directory)
      let lines = result.errorLines
      #expect(result.status == 0 && lines.count == (count > 0 ? 2 : 1))
      expectEqual(result.error.contains("a.f32: 2 samples were no numbers and were replaced by silence"), count > 0)
      expectEqual(lines.last?.contains("\"replacedSampleCount\":\(count)"), true)
      guard format.hasPrefix("LEF32@") else { continue }
      expectEqual(result.output.count, 96_000 * 4)
      // The exponents of numbers are never full.
      #expect(
        stride(from: 2, to: result.output.count, by: 4).allSatisfy { place in
          result.output[place] & 0x80 == 0 || result.output[place + 1] & 0x7F != 0x7F
        })
    }
    try directory.write("one.f32", Array(data[32_000..<32_004]))
    let one = try af(["convert", "one.f32", "one.wav", "-d", "LEI16"] + source, in: directory)
    expectEqual(one.error, "af: one.f32: 1 sample was no number and was replaced by silence\n")
  }

  @Test(arguments: [
    ["convert", "bad.wav", "b.wav"], ["convert", "none.wav", "b.wav"], ["convert", "a.wav", "b.txt"],
    ["convert", "a.wav", "b.wav", "-m", "0,7"], ["convert", "a.wav", "b.wav", "-d", "LEI16@900000000"],
    ["convert", "a.wav", "b.wav", "-d", "aac "], ["convert", "a.wav", "b.wav", "--read-track", "1"],
    ["convert", "a.wav", "b.m4a", "-d", "aac@7000"], ["convert", "a.wav", "b.m4a", "-b", "1"],
    ["convert", "a.wav", "b.aac", "-d", "aace"], ["convert", "a.wav", "b.m4a", "--sbr", "dual-rate"],
    ["convert", "a.wav", "/nowhere/b.wav"], ["convert", "a.wav", "-", "-f", "RF64"], ["convert", "a.wav", "b"],
    ["convert", "a.wav", "b.dump", "-d", "alac"], ["convert", "x.dump", "b.wav"],
    ["convert", "a.wav", "b.wav", "-d", "BEI16"],
    ["info", "bad.wav"], ["dump", "none.wav"], ["convert", ".", "b.wav"],
  ])
  func failuresAreOneLineAndLeaveNothing(arguments: [String]) throws {
    let directory = try TemporaryDirectory()
    try directory.write("a.wav", Self.input)
    try directory.write("bad.wav", Array("RIFF1234WAVEfmt ".utf8))
    try directory.write("x.dump", [0xFF, 0xAA, 0xCC, 0xDD, 1, 2, 3])
    let result = try af(arguments, in: directory)
    expectEqual(result.status, 1)
    #expect(result.errorLines.count == 1 && result.error.hasPrefix("af: "), "\(result.error)")
    #expect(result.output.isEmpty)
    expectEqual(directory.names, ["a.wav", "bad.wav", "x.dump"])
  }

  @Test(arguments: [
    ["convert", "a.wav"], ["convert", "a.wav", "b.wav", "-d", "LEI17"], ["nonsense"], ["info"],
    ["convert", "a.wav", "b.wav", "--from", "-1"], ["convert", "a.wav", "b.wav", "--from", "nan"],
    ["convert", "a.wav", "b.wav", "--quiet", "--verbose"], ["convert", "a.wav", "b.wav", "--asc", "F8E"],
    ["convert", "a.wav", "b.wav", "--on-error", "ignore"], ["info", "--read-track", "-1", "a.wav"],
  ])
  func wrongUsageIsSixtyFour(arguments: [String]) throws {
    let directory = try TemporaryDirectory()
    let result = try af(arguments, in: directory)
    expectEqual(result.status, 64)
    #expect(result.output.isEmpty && !result.error.isEmpty)
    #expect(directory.names.isEmpty)
  }

  @Test func anInterruptionLeavesNoHalfFile() throws {
    let directory = try TemporaryDirectory()
    let process = Process()
    let pipe = Pipe()
    process.executableURL = program
    process.arguments = ["convert", "-", "b.wav"]
    process.currentDirectoryURL = URL(fileURLWithPath: directory.path)
    process.standardInput = pipe
    process.standardError = FileHandle.nullDevice
    try process.run()
    // A file that goes on: the program has begun its output and waits for more.
    var head = Self.input
    head.replaceSubrange(40..<44, with: [0, 0, 0, 0x40])
    try pipe.fileHandleForWriting.write(contentsOf: Data(head + [UInt8](repeating: 0, count: 200_000)))
    for _ in 0..<6000 where directory.names.isEmpty { usleep(10_000) }
    expectEqual(directory.names.count, 1)
    process.terminate()
    process.waitUntilExit()
    #expect(process.terminationReason == .uncaughtSignal && process.terminationStatus == SIGTERM)
    #expect(directory.names.isEmpty)
  }
}
