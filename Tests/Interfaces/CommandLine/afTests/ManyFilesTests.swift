import Foundation
import TestSupport
import Testing

/// Folders of files, looked into and converted.
@Suite struct ManyFilesTests {
  private func directory() throws -> TemporaryDirectory {
    let directory = try TemporaryDirectory()
    for folder in ["music/one", "music/two", "music/.hidden"] {
      try FileManager.default.createDirectory(atPath: directory.path + "/" + folder, withIntermediateDirectories: true)
    }
    for name in ["music/a.wav", "music/one/b.wav", "music/two/b.wav", "music/.hidden/c.wav"] {
      try directory.write(name, wave(samples(8000)))
    }
    try directory.write("music/notes.txt", [65])
    // A link to a folder above would have no end.
    try FileManager.default.createSymbolicLink(
      atPath: directory.path + "/music/two/up", withDestinationPath: directory.path + "/music")
    return directory
  }

  @Test("info walks folders, and has a line or a row a file")
  func info() throws {
    let directory = try directory()
    let list = try af(["info", "-r", "--json", "music"], in: directory)
    let names = try list.text.split(separator: "\n").map { line in
      try required(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])["file"] as? String
    }
    #expect(list.status == 0 && names == ["music/a.wav", "music/one/b.wav", "music/two/b.wav"])
    let brief = try af(["info", "--brief", "music/a.wav", "none.wav", "music/one/b.wav"], in: directory)
    #expect(brief.status == 1 && brief.errorLines.count == 1)
    expectEqual(
      brief.text.split(separator: "\n").first, "music/a.wav: WAVE, LEI16, 8000 Hz, 2 stereo, 00:01, 256 kbit/s")
    let table = try af(["info", "--table", "-r", "music"], in: directory).text.split(separator: "\n")
    let columns = table.dropFirst().map { row in row.components(separatedBy: "WAVE")[0].count }
    #expect(table.count == 4 && table[0].hasPrefix("File") && Set(columns).count == 1 && columns[0] < table[1].count)
    try expectEqual(af(["info", "--json", "music"], in: directory).text, list.text)
    try expectEqual(af(["info", "--table", "--brief", "music/a.wav"], in: directory).status, 64)
  }

  @Test("many files go into a folder, and keep their places", arguments: ["1", "3"])
  func convert(jobs: String) throws {
    let directory = try directory()
    let arguments = ["convert", "music", "music/a.wav", "--to", "out", "-f", "m4a", "--jobs", jobs]
    // The same output twice would be one file.
    try expectEqual(af(arguments, in: directory).status, 1)
    let twice = try af(arguments + ["--recursive"], in: directory)
    #expect(twice.status == 1 && twice.error.contains("both") && !directory.names.contains("out"), "\(twice.error)")
    let many = ["convert", "music", "--recursive", "--to", "out", "-f", "m4a", "--jobs", jobs, "--json"]
    let result = try af(many, in: directory)
    #expect(result.status == 0 && result.text.split(separator: "\n").count == 3, "\(result.error)")
    for name in ["out/a.m4a", "out/one/b.m4a", "out/two/b.m4a"] { #expect(directory.read(name) != nil, "\(name)") }
    let again = try af(many, in: directory)
    #expect(again.status == 1 && again.errorLines.count == 3)
    try directory.write("out/a.m4a", [1])
    let skipped = try af(many + ["--skip-existing"], in: directory)
    #expect(skipped.status == 0 && skipped.output.isEmpty && directory.read("out/a.m4a") == [1])
  }

  @Test("one bad file does not keep the others from being converted")
  func failures() throws {
    let directory = try directory()
    try directory.write("music/bad.wav", Array("RIFF1234WAVEfmt ".utf8))
    let result = try af(["convert", "music", "--recursive", "--to", "out", "-f", "flac", "--json"], in: directory)
    #expect(result.status == 1 && result.errorLines.count == 1 && directory.read("out/two/b.flac") != nil)
    let records = try result.text.split(separator: "\n").map { line in
      try required(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }
    #expect(records.count { $0["error"] != nil } == 1 && records.count == 4)
    for wrong in [["--to", "out"], ["--to", "out", "-f", "nothing"]] {
      try expectEqual(af(["convert", "music/a.wav"] + wrong, in: directory).status, 1)
    }
    try expectEqual(af(["convert", "music/a.wav", "x.wav", "--skip-existing"], in: directory).status, 64)
  }

  @Test("progress for programs is lines of JSON; shells complete names of files")
  func programs() throws {
    let directory = try directory()
    let result = try af(["convert", "music/a.wav", "x.flac", "--progress", "json"], in: directory)
    let lines = try result.errorLines.map { line in
      try required(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }
    #expect(
      result.status == 0 && lines.last?["fraction"] as? Double == 1 && lines.first?["stage"] as? String == "converting")
    for line in lines {
      #expect(line["kind"] as? String == "progress" && line["file"] as? String == "music/a.wav")
    }
    #expect(lines.last?["seconds"] as? Double ?? 0 > 0 && lines.last?["remaining"] as? Double == 0)
    #expect(lines.last?["xRealTime"] as? Double ?? 0 > 0 && lines.first?["completed"] as? Int == 0)
    let script = try af(["--generate-completion-script", "bash"], in: directory)
    #expect(script.status == 0 && script.text.contains("__af_add_completions -f"))
  }

  @Test(
    "every verb that may take long tells programs how far it is",
    arguments: [
      ["hash", "music/a.wav"], ["verify", "music/a.wav"], ["compare", "music/a.wav", "music/a.wav"],
      ["loudness", "music/a.wav"], ["join", "music/a.wav", "music/a.wav", "-o", "x.wav"],
      ["split", "music/a.wav", "p%n.wav", "--length", "0.1"], ["trim-silence", "music/a.wav", "x.wav"],
      ["remux", "music/a.wav", "x.caf"], ["tag", "music/a.wav", "--set", "title=A"],
      ["convert", "music", "--recursive", "--to", "out", "-f", "flac", "--jobs", "2"],
    ])
  func progress(of arguments: [String]) throws {
    let directory = try directory()
    let told = try af(arguments + ["--progress", "json"], in: directory)
    #expect(told.status == 0 && told.errorLines.count >= 2, "\(told.error)")
    for line in told.errorLines {
      let record = try required(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      #expect(record["kind"] as? String == "progress" && record["file"] is String && record["completed"] is Int)
    }
    let silent = try af(arguments + ["--progress", "none"], in: try self.directory())
    #expect(silent.status == 0 && silent.error.isEmpty, "\(silent.error)")
  }

  @Test("the help of each verb ends with examples")
  func help() throws {
    let directory = try directory()
    let all = try af(["--help"], in: directory).text
    let verbs =
      all.components(separatedBy: "SUBCOMMANDS:").last?.split(separator: "\n")
      .compactMap { $0.hasPrefix("  ") && !$0.hasPrefix("   ") ? $0.split(separator: " ").first : nil } ?? []
    #expect(verbs.contains("convert") && verbs.contains("formats"))
    for verb in [[], ["convert"], ["hash"], ["formats"], ["trim-silence"]] as [[String]] {
      let help = try af(verb + ["--help"], in: directory)
      let last = help.text.components(separatedBy: "\n\n").last ?? ""
      #expect(last.hasPrefix("Examples:\n  af "), "\(verb) \(last)")
      expectEqual(help.text.components(separatedBy: "Examples:").count, 2)
    }
  }
}
