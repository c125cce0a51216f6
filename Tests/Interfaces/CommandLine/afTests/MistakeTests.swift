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
    "an option that is given twice with other values is refused, whichever of its names it has",
    arguments: [
      (["convert", "a.wav", "b.m4a", "-b", "64k", "-b", "96k"], "-b is given twice, with '64k' and with '96k'"),
      (["convert", "a.wav", "b.m4a", "-b", "64k", "--bitrate=96k"], "--bitrate is given twice"),
      (["convert", "a.wav", "b.m4a", "-b", "64k", "-ab", "96k"], "--bitrate is given twice"),
      (["convert", "a.wav", "b.m4a", "-b", "64k", "-u", "brat", "96000"], "-u brat and --bitrate exclude each other"),
      (["convert", "a.wav", "b.m4a", "-u", "brat", "64000", "-u", "brat", "96000"], "-u brat is given more than once"),
      (["convert", "a.wav", "b.m4a", "--frame-length", "960", "-u", "pakf", "1024"], "-u pakf and --frame-length"),
      (["split", "a.wav", "%n.wav", "--length", "1", "--length", "2"], "--length is given twice"),
      (["batch", "convert", "a.wav", "--to", "x", "-f", "m4a", "-b", "64k", "-b", "96k"], "-b is given twice"),
    ])
  func contradictions(arguments: [String], text: String) throws {
    let directory = try TemporaryDirectory()
    try directory.write("a.wav", wave(samples(8000)))
    let run = try af(arguments, in: directory)
    #expect(run.status != 0 && run.error.contains(text), "\(run.error)")
    expectEqual(directory.names, ["a.wav"])
  }

  /// The parts of the parser's description that name options.
  private struct Description: Decodable {
    struct Command: Decodable {
      var commandName: String
      var subcommands: [Command]?
      var arguments: [Argument]?
    }
    struct Argument: Decodable {
      var kind: String
      var isRepeating: Bool
      var names: [Name]?
    }
    struct Name: Decodable {
      var kind: String
      var name: String
    }
    var command: Command
  }

  @Test("an option that is given by two of its names is refused, whichever they are")
  func namesOfOneOption() throws {
    let directory = try TemporaryDirectory()
    let told = try af(["--experimental-dump-help"], in: directory)
    let root = try JSONDecoder().decode(Description.self, from: Data(told.text.utf8)).command
    var pairs: [[String]: String] = [:]
    for verb in root.subcommands ?? [] {
      for argument in verb.arguments ?? [] where argument.kind == "option" && !argument.isRepeating {
        let names = (argument.names ?? []).map { ($0.kind == "long" ? "--" : "-") + $0.name }
        if names.count > 1 { pairs[names] = verb.commandName }
      }
    }
    expectGreater(pairs.count, 8)
    for (names, verb) in pairs {
      let run = try af([verb, names[0], "1", names[1], "2"], in: directory)
      #expect(run.status == 64 && run.error.contains("is given twice"), "\(verb) \(names): \(run.error)")
    }
  }

  @Test("the same value twice is one, and options that take several values take them")
  func repetitions() throws {
    let directory = try TemporaryDirectory()
    try directory.write("a.wav", wave(samples(8000)))
    try expectEqual(af(["convert", "a.wav", "b.m4a", "-b", "64k", "-b", "64k"], in: directory).status, 0)
    let tag = ["tag", "b.m4a", "--set", "artist=A", "--set", "artist=B", "--remove", "title", "--remove", "album"]
    try expectEqual(af(tag, in: directory).status, 0)
    #expect(try af(["tag", "b.m4a"], in: directory).text.contains("artist=A\nartist=B"))
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
    let everyday = try required(short.components(separatedBy: "EVERYDAY OPTIONS:\n").dropFirst().first)
    let count = everyday.components(separatedBy: "\n\n")[0].split(separator: "\n").count { $0.hasPrefix("  -") }
    #expect((7...10).contains(count) && short.contains("'af \(verb) --help-all' shows"), "\(short)")
    let all = try af([verb, "--help-all"], in: directory).text
    #expect(all.split(separator: "\n").count > short.split(separator: "\n").count && !all.contains("--help-all"))
    #expect(all.contains("EVERYDAY OPTIONS:") && all.contains("\nOPTIONS:"))
    try expectEqual(af(["help", verb], in: directory).text, short)
  }
}
