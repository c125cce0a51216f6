import Foundation
import TestSupport
import Testing

/// `af batch`: folders and manifests of files, reports, and runs that are cut short.
@Suite struct BatchTests {
  private func directory(count: Int) throws -> TemporaryDirectory {
    let directory = try TemporaryDirectory()
    try FileManager.default.createDirectory(atPath: directory.path + "/in", withIntermediateDirectories: true)
    for index in 0..<count { try directory.write("in/\(index).wav", wave(samples(176_400 + 2 * index), rate: 44_100)) }
    return directory
  }

  private func records(_ text: String) throws -> [[String: Any]] {
    try text.split(separator: "\n").map { line in
      try required(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }
  }

  private func report(_ name: String, _ directory: TemporaryDirectory) throws -> [[String: Any]] {
    try records(String(decoding: directory.read(name) ?? [], as: UTF8.self))
  }

  /// All files of a folder, hidden ones too.
  private func contents(_ folder: String, _ directory: TemporaryDirectory) throws -> [String: [UInt8]?] {
    let names = try FileManager.default.contentsOfDirectory(atPath: directory.path + "/" + folder)
    return Dictionary(uniqueKeysWithValues: names.map { ($0, directory.read(folder + "/" + $0)) })
  }

  @Test("killed again and again, a batch comes to what an undisturbed one comes to")
  func killed() throws {
    let directory = try directory(count: 30)
    let arguments = ["batch", "convert", "in", "--options", "-d aac -b 96k", "--jobs", "2"]
    try expectEqual(af(arguments + ["-o", "whole/{stem}.m4a"], in: directory).status, 0)
    var killCount = 0
    for round in 0..<5 {
      let process = Process()
      process.executableURL = program
      process.arguments = arguments + ["-o", "out/{stem}.m4a", "--report", "report.jsonl"]
      process.currentDirectoryURL = URL(fileURLWithPath: directory.path)
      try process.run()
      // Until it has done something more: then it is in the middle of files.
      let wanted = 3 * (round + 1)
      for _ in 0..<5000 where process.isRunning {
        if (directory.read("report.jsonl") ?? []).count(where: { $0 == 10 }) >= wanted { break }
        usleep(1000)
      }
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
      if process.terminationReason == .uncaughtSignal { killCount += 1 }
    }
    expectGreaterOrEqual(killCount, 1)
    let last = try af(arguments + ["-o", "out/{stem}.m4a", "--report", "report.jsonl"], in: directory)
    #expect(last.status == 0 && last.error.isEmpty, "\(last.error)")
    try expectEqual(contents("out", directory), contents("whole", directory))
    let inputs = try report("report.jsonl", directory).compactMap { $0["input"] as? String }
    #expect(inputs.count == 30 && Set(inputs).count == 30)
    #expect(!directory.names.contains("report.jsonl.begun"))
  }

  @Test("damaged and missing files are lines of the report, and the rest is done")
  func failures() throws {
    let directory = try directory(count: 2)
    try directory.write("in/bad.wav", Array("RIFF1234WAVEfmt ".utf8))
    try directory.write("list.csv", Array("input\nin/0.wav\nin/bad.wav\nin/none.wav\nin/1.wav\n".utf8))
    let result = try af(
      ["batch", "loudness", "--manifest", "list.csv", "--report", "r.jsonl", "--jobs", "2"], in: directory)
    #expect(result.status == 1 && result.errorLines.count == 2 && result.output.isEmpty, "\(result.error)")
    let lines = try report("r.jsonl", directory)
    let kinds = Dictionary(
      uniqueKeysWithValues: lines.map { ($0["input"] as? String, ($0["error"] as? [String: Any])?["kind"] as? String) })
    expectEqual(kinds, ["in/0.wav": nil, "in/1.wav": nil, "in/bad.wav": "truncated", "in/none.wav": "inputOutput"])
    let durations = lines.filter { $0["integratedLoudness"] is Double }.compactMap { $0["durationSeconds"] as? Double }
    expectEqual(durations.sorted().map { ($0 * 44_100).rounded() }, [88_200, 88_201])
  }

  @Test("each action says what its own verb says")
  func actions() throws {
    let directory = try directory(count: 1)
    let hash = try required(records(af(["hash", "--json", "in/0.wav"], in: directory).text).first)
    let loudness = try required(records(af(["loudness", "--json", "in/0.wav"], in: directory).text).first)
    let info = try required(records(af(["info", "--json", "in/0.wav"], in: directory).text).first)
    func batch(_ action: String) throws -> [String: Any] {
      try required(records(af(["batch", action, "in"], in: directory).text).first)
    }
    #expect(try batch("hash")["hash"] as? String == hash["hash"] as? String && hash["hash"] is String)
    let measured = try batch("loudness")
    for key in ["integratedLoudness", "truePeak", "samplePeak"] {
      #expect(measured[key] as? Double == loudness[key] as? Double && loudness[key] is Double, "\(key)")
    }
    let told = try batch("info")
    #expect(told["bitRate"] as? Int == info["bitRate"] as? Int && told["sampleRate"] as? Double == 44_100)
    #expect(told["inputByteCount"] as? Int == 44 + 2 * 176_400)
  }

  @Test("rows have options of their own, names come from standard input, and progress is lines")
  func rows() throws {
    let directory = try directory(count: 2)
    try directory.write(
      "list.jsonl",
      Array(
        """
        {"input":"in/0.wav","output":"a.wav","options":"-c 1"}
        {"input":"in/1.wav","output":"b.wav","options":["-d","LEI24"]}

        """.utf8))
    let result = try af(["batch", "convert", "--manifest", "list.jsonl", "--progress", "json"], in: directory)
    // Room for a large file, then the format: 10 bytes before its channels, 22 before the bits of a sample.
    #expect(result.status == 0 && directory.read("a.wav")?[58] == 1 && directory.read("b.wav")?[70] == 24)
    let last = try required(records(result.error).last)
    #expect(last["completed"] as? Int == 2 && last["fraction"] as? Double == 1)
    expectLess(abs((last["seconds"] as? Double ?? 0) - 176_401 / 44_100), 1e-9)
    let named = try af(["batch", "hash", "--manifest", "-"], input: Array("in/0.wav\nin/1.wav\n".utf8), in: directory)
    #expect(try named.status == 0 && records(named.text).count == 2)
  }

  @Test("shares that are counted from 0 are those that are counted from 1")
  func sharesFromZero() throws {
    let directory = try directory(count: 6)
    func files(_ share: String, _ base: String) throws -> [String] {
      let result = try af(["batch", "hash", "in", "--shard", share, "--shard-base", base], in: directory)
      return try records(result.text).compactMap { $0["input"] as? String }.sorted()
    }
    let (zeroth, first) = (try files("0/2", "0"), try files("1/2", "0"))
    #expect(try zeroth == files("1/2", "1") && first == files("2/2", "1") && zeroth.count + first.count == 6)
  }

  @Test(
    "what cannot be obeyed is refused by its name, and nothing is begun",
    arguments: [
      (["hash", "in", "-o", "x"], 64, "-o"), (["hash", "in", "--force"], 64, "--force"), (["hash"], 64, "--manifest"),
      (["hash", "-"], 64, "--manifest -"), (["hash", "in", "--shard", "3/2"], 64, "--shard"),
      (["hash", "in", "--shard", "0/2"], 64, "--shard"),
      (["hash", "in", "--shard", "2/2", "--shard-base", "0"], 64, "--shard"),
      (["hash", "in", "--shard", "1/2", "--shard-base", "2"], 64, "--shard-base"),
      (["hash", "in", "--jobs", "0"], 64, "--jobs"), (["hash", "in", "--unchanged", "hash"], 64, "--report"),
      (["hash", "in", "--options", "--json"], 1, "--json"), (["hash", "in", "--options", "-b 1"], 1, "-b"),
      (["hash", "in", "--options", "x.wav"], 1, "names of files"),
      (["info", "in", "--options", "--packets"], 1, "--packets"),
      (["loudness", "in", "--options", "--album"], 1, "--album"), (["convert", "in"], 1, "-o"),
      (["convert", "in", "-o", "out/{stem}.nothing"], 1, "extension"), (["convert", "in", "-o", "x.wav"], 1, "both"),
      (["convert", "in", "-o", "o/{stem}.wav", "--options", "--to folder"], 1, "--to FOLDER"),
      (["convert", "in", "-o", "o/{stem}.wav", "--options", "--from #7"], 1, "frames"),
      (["convert", "in", "-o", "o/{stem}.wav", "--options", "--force"], 1, "--force"),
      (["convert", "in/0.wav", "-o", "{dir}/{name}"], 1, "the output is the input"),
    ] as [([String], Int32, String)])
  func refusals(arguments: [String], status: Int32, said: String) throws {
    let directory = try directory(count: 2)
    let result = try af(["batch"] + arguments, in: directory)
    #expect(result.status == status && result.error.contains(said) && result.output.isEmpty, "\(result.error)")
    expectEqual(directory.names, ["in"])
  }

  @Test("outputs that are somebody else's stay, but for --force")
  func foreignOutputs() throws {
    let directory = try directory(count: 1)
    try directory.write("x.flac", [1])
    let arguments = ["batch", "convert", "in/0.wav", "-o", "x.flac", "--report", "r.jsonl"]
    #expect(try af(arguments, in: directory).status == 1 && directory.read("x.flac") == [1])
    #expect(try report("r.jsonl", directory).first?["error"] as? [String: Any] != nil)
    try expectEqual(af(arguments + ["--force"], in: directory).status, 0)
    expectEqual(directory.read("x.flac")?.starts(with: "fLaC".utf8), true)
    try expectEqual(report("r.jsonl", directory).count, 1)
  }
}
