import Foundation
import TestSupport
import Testing

/// Folders and patterns in place of files, and the verbs of `af batch` with their own options.
@Suite struct FolderTests {
  /// A folder of two files, one below another folder, and one that is no sound.
  private func directory() throws -> TemporaryDirectory {
    let directory = try TemporaryDirectory()
    try FileManager.default.createDirectory(
      atPath: directory.path + "/music/second", withIntermediateDirectories: true)
    try directory.write("music/a.wav", wave(samples(8000)))
    try directory.write("music/second/b.wav", wave(samples(4000)))
    try directory.write("music/list.txt", Array("no sound".utf8))
    return directory
  }

  @Test(
    "verbs that read take the files below folders, and those of patterns",
    arguments: [
      ["verify"], ["hash"], ["loudness"], ["tag"], ["info", "--brief"], ["inspect"], ["hash", "--recursive"],
    ])
  func folders(verb: [String]) throws {
    let directory = try directory()
    let run = try af(verb + ["music"], in: directory)
    expectEqual(run.status, 0, "\(run.error)")
    #expect(run.text.contains("music/a.wav") && run.text.contains("music/second/b.wav") && !run.text.contains("list"))
    let pattern = try af(verb + ["music/*.wav"], in: directory)
    #expect(pattern.status == 0 && pattern.text.contains("a.wav") != pattern.text.contains("b.wav") || verb == ["tag"])
    let missing = try af(verb + ["*.flac"], in: directory)
    #expect(missing.status == 1 && missing.error.contains("*.flac"))
  }

  @Test(
    "lists of files in folders are told",
    arguments: [["verify", "music"], ["convert", "music", "--to", "x", "-f", "flac"], ["batch", "hash", "music"]])
  func lists(arguments: [String]) throws {
    let directory = try directory()
    for name in ["a.m3u", "b.M3U8", "album.cue"] { try directory.write("music/" + name, Array("a.wav".utf8)) }
    let run = try af(arguments, in: directory)
    expectEqual(run.status, 0, "\(run.error)")
    for name in ["a.m3u", "b.M3U8", "album.cue"] {
      #expect(run.error.contains("music/\(name): is a list of other files, and is passed over"), "\(run.error)")
    }
  }

  @Test("a folder is converted at the first try, by both words")
  func conversion() throws {
    let directory = try directory()
    for (arguments, name) in [
      (["convert", "music", "--to", "one", "-f", "flac"], "one"),
      (["convert", "music", "--into", "two", "-f", "flac", "--mono"], "two"),
      (["batch", "convert", "music", "--to", "three", "-f", "flac", "--mono", "--rate", "16000"], "three"),
      (["batch", "convert", "music", "-o", "four/{tree}/{stem}.flac", "-d", "flac", "-c", "1"], "four"),
    ] {
      let run = try af(arguments, in: directory)
      expectEqual(run.status, 0, "\(arguments) \(run.error)")
      #expect(directory.read("\(name)/a.flac") != nil && directory.read("\(name)/second/b.flac") != nil)
    }
    let info = try af(["info", "--brief", "three/a.flac", "four/a.flac"], in: directory).text
    #expect(info.contains("three/a.flac: flac") && info.contains("16000 Hz, 1 "), "\(info)")
    let two = try af(["convert", "music", "x.wav"], in: directory)
    #expect(two.status == 1 && two.error.contains("--into"))
  }

  @Test("a batch verifies, and passes on the options of its verb, and no others")
  func batchVerbs() throws {
    let directory = try directory()
    try expectEqual(af(["convert", "music/a.wav", "music/whole.flac"], in: directory).status, 0)
    var broken = try required(directory.read("music/whole.flac"))
    broken[broken.count - 100] ^= 0x55
    try directory.write("music/broken.flac", broken)
    let run = try af(["batch", "verify", "music"], in: directory)
    #expect(run.status == 1 && run.text.split(separator: "\n").count == 4, "\(run.text)")
    let failed = run.text.split(separator: "\n").filter { $0.contains("\"error\"") }
    #expect(failed.count == 1 && failed[0].contains("broken.flac"), "\(run.text)")
    let hash = try af(["batch", "hash", "music/a.wav", "--samples", "LEI32"], in: directory)
    #expect(hash.status == 0 && hash.text.contains("LEI32"), "\(hash.error)")
    for wrong in [["hash", "music", "-b", "64k"], ["convert", "music", "--to", "x", "-f", "flac", "--json"]] {
      let run = try af(["batch"] + wrong, in: directory)
      #expect(run.status != 0 && (run.error.contains("-b") || run.error.contains("--json")), "\(run.error)")
    }
  }
}
