import Foundation
import TestSupport
import Testing

/// What is said of words that do not exist, and helps that are read.
@Suite struct MistakeTests {
  @Test(
    "an unknown option is named, with or without a value",
    arguments: [
      (["convert", "a.wav", "b.wav", "--foo", "3"], "--foo"),
      (["convert", "a.wav", "b.wav", "--bitrat", "3"], "'--bitrate'"),
      (["tag", "a.wav", "--sett", "3"], "'--set'"), (["verify", "a.wav", "--jsn"], "'--json'"),
      (["batch", "convert", "a.wav", "--reprt", "3"], "'--report'"),
    ])
  func unknownOptions(arguments: [String], name: String) throws {
    let run = try af(arguments, in: TemporaryDirectory())
    #expect(run.status == 64 && run.error.contains("Unknown option") && run.error.contains(name), "\(run.error)")
  }

  @Test(
    "an unknown verb is answered by the one that was meant",
    arguments: [
      (["convrt", "a.wav"], "'convert'"), (["help", "nonsense"], "the verbs are"), (["help", "veirfy"], "'verify'"),
      (["probe", "a.wav"], "'info'"), (["concatt"], "'concat'"),
    ])
  func unknownVerbs(arguments: [String], meant: String) throws {
    let run = try af(arguments, in: TemporaryDirectory())
    #expect(run.status == 64 && run.errorLines.count == 1 && run.error.contains(meant), "\(run.error)")
    #expect(run.output.isEmpty)
  }

  @Test("the everyday options come first, and all where that is wanted", arguments: ["convert", "record", "batch"])
  func help(verb: String) throws {
    let directory = try TemporaryDirectory()
    let short = try af([verb, "--help"], in: directory).text
    let everyday = try #require(short.components(separatedBy: "EVERYDAY OPTIONS:\n").dropFirst().first)
    let count = everyday.components(separatedBy: "\n\n")[0].split(separator: "\n").count { $0.hasPrefix("  -") }
    #expect((7...10).contains(count) && short.contains("'af \(verb) --help-all' shows"), "\(short)")
    let all = try af([verb, "--help-all"], in: directory).text
    #expect(all.split(separator: "\n").count > short.split(separator: "\n").count && !all.contains("--help-all"))
    #expect(all.contains("EVERYDAY OPTIONS:") && all.contains("\nOPTIONS:"))
    #expect(try af(["help", verb], in: directory).text == short)
  }
}
