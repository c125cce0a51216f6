import AudioBase
import AudioFiles
import AudioJobs
import TestSupport
import Testing

@Suite struct FileRenamingTests {
  /// Makes files with tags in a folder.
  private func make(_ tags: [String: [InfoKey: String]], in directory: TemporaryDirectory) throws {
    try directory.write("in.wav", wave(sawtooth(800), channels: 1))
    for (name, values) in tags {
      var conversion = FileConversion(from: directory.file("in.wav"), to: directory.file(name))
      conversion.extraInfo = values
      try conversion.run()
    }
  }

  private func rename(
    _ names: [String], _ template: Pathname, in directory: TemporaryDirectory,
    _ change: (inout FileRenaming) -> Void = { _ in }
  ) throws -> [FileRenaming.Outcome] {
    var job = try FileRenaming(of: names.map(directory.file), as: template)
    change(&job)
    return job.run()
  }

  @Test("files are named by their tags, and keep their extensions")
  func tags() throws {
    let directory = try TemporaryDirectory()
    try make(
      [
        "a.flac": [.title: "Aria: 1/2", .trackNumber: "3/12", .artist: "Å", .recordedDate: "1741-05-01"],
        "b.flac": [.title: ".hidden", .trackNumber: "104", .artist: "B", .year: "1801"],
      ], in: directory)
    let dry = try rename(["a.flac"], "{track} {title}", in: directory) { $0.isDryRun = true }
    #expect(dry[0].name?.description.hasSuffix("/03 Aria_ 1_2.flac") == true && dry[0].failure == nil)
    expectEqual(directory.names, ["a.flac", "b.flac", "in.wav"])
    let outcomes = try rename(["a.flac", "b.flac"], "{artist}/{year}/{track} {title} {{{stem}}}", in: directory) {
      $0.folder = directory.file("out")
    }
    #expect(outcomes.allSatisfy { $0.failure == nil })
    #expect(directory.read("out/Å/1741/03 Aria_ 1_2 {a}.flac") != nil)
    #expect(directory.read("out/B/1801/104 _hidden {b}.flac") != nil)
    expectEqual(directory.names, ["in.wav", "out"])
  }

  @Test("a file without the tag, names that several would get, and names that others have: all stay as they are")
  func refusals() throws {
    let directory = try TemporaryDirectory()
    try make(
      ["a.flac": [.title: "one"], "b.flac": [.title: "one"], "c.flac": [:], "d.flac": [.title: "e"], "e.flac": [:]],
      in: directory)
    let before = directory.read("e.flac")
    let outcomes = try rename(["a.flac", "b.flac", "c.flac", "d.flac", "in.wav"], "{title}", in: directory)
    let texts = outcomes.map { $0.failure?.text ?? "" }
    #expect(
      texts[0].contains("2 files would have the name") && texts[1] == texts[0].replacing("a.flac", with: "b.flac"))
    #expect(texts[2].contains("no title") && texts[4].contains("no title"))
    #expect(texts[3].contains("another file has that name"))
    expectEqual(directory.names, ["a.flac", "b.flac", "c.flac", "d.flac", "e.flac", "in.wav"])
    expectEqual(directory.read("e.flac"), before)
    #expect(throws: AudioError.self) { try rename(["a.flac"], "{name}", in: directory) }
  }

  @Test("a name that another of the files gives up is free; names that are exchanged are refused")
  func chains() throws {
    let directory = try TemporaryDirectory()
    try make(
      ["a.flac": [.title: "b"], "b.flac": [.title: "c"], "x.flac": [.title: "y"], "y.flac": [.title: "x"]],
      in: directory)
    let contents = ["a.flac", "b.flac"].map(directory.read)
    let outcomes = try rename(["a.flac", "b.flac", "x.flac", "y.flac"], "{title}", in: directory)
    expectEqual(outcomes.map { $0.failure == nil }, [true, true, false, false])
    #expect(["b.flac", "c.flac"].map(directory.read) == contents && directory.read("a.flac") == nil)
    // A file that has its name is left alone.
    try expectNil(rename(["b.flac"], "{title}", in: directory)[0].failure)
  }

  @Test("years are found in dates, long titles are cut between characters, and no file is left without a name")
  func oddTags() throws {
    let directory = try TemporaryDirectory()
    try make(
      [
        "a.flac": [.recordedDate: "May 2001"], "b.flac": [.title: String(repeating: "👨‍👩‍👧", count: 40)],
        "c.flac": [.recordedDate: "unknown"],
      ], in: directory)
    let outcomes = try rename(["a.flac", "c.flac"], "{year}", in: directory)
    #expect(outcomes[0].failure == nil && directory.read("2001.flac") != nil)
    expectEqual(outcomes[1].failure?.text.contains("no year"), true)
    try expectNil(rename(["b.flac"], "{title}", in: directory)[0].failure)
    #expect(directory.names.contains(String(repeating: "👨‍👩‍👧", count: 6) + ".flac"))
    for template: Pathname in ["", "folder/"] {
      try expectEqual(rename(["c.flac"], template, in: directory)[0].failure?.text.contains("without a name"), true)
    }
    #expect(directory.names.contains("c.flac"))
  }
}
