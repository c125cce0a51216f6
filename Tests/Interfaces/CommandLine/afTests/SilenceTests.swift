import Foundation
import TestSupport
import Testing

/// Nothing fails without a word, nothing of a file acts on a terminal, and nothing unfinished is left.
@Suite struct SilenceTests {
  /// Runs a script of the shell in which `$AF` is the program.
  static func shell(_ script: String, in directory: TemporaryDirectory) throws -> RunResult {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", script]
    process.currentDirectoryURL = URL(fileURLWithPath: directory.path)
    process.environment = ProcessInfo.processInfo.environment.merging(
      ["AF": program.path, "SWIFT_BACKTRACE": "enable=no", "TMPDIR": directory.path]) { $1 }
    let files = ["out", "err"].map { URL(fileURLWithPath: "\(directory.streams)/\(UUID().uuidString).\($0)") }
    for file in files { try Data().write(to: file) }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = try FileHandle(forWritingTo: files[0])
    process.standardError = try FileHandle(forWritingTo: files[1])
    try process.run()
    process.waitUntilExit()
    return RunResult(
      status: process.terminationStatus, output: [UInt8](try Data(contentsOf: files[0])),
      error: String(decoding: try Data(contentsOf: files[1]), as: UTF8.self))
  }

  private func directory() throws -> TemporaryDirectory {
    let directory = try TemporaryDirectory()
    try directory.write("a.wav", wave(samples(40_000), channels: 2, rate: 44_100))
    return directory
  }

  @Test("a name that is no UTF-8 names the file it says, as input and as output")
  func names() throws {
    let directory = try directory()
    let result = try Self.shell(
      """
      bad=$(printf 'bad\\377'); repaired=$(printf 'bad\\357\\277\\275')
      printf keep > "$repaired.wav"
      "$AF" convert a.wav "$bad.wav" --force --json && "$AF" info "$bad.wav" && [ -s "$bad.wav" ] || exit 9
      [ "$(cat "$repaired.wav")" = keep ]
      """, in: directory)
    expectEqual(result.status, 0, "\(result.error)")
    #expect(result.text.contains("File:               bad\\xFF.wav"))
    #expect(result.text.contains(#""output":"bad\\xFF.wav""#))
  }

  /// A WAVE file whose title acts on a terminal.
  private static let title = "A\u{1B}[2J\u{1B}]0;x\u{07}\r\nFile: fake\u{7F}\u{9B}31m\u{202E}B"
  private static var titled: [UInt8] {
    let text = Array(title.utf8) + [0]
    let padded = text + (text.count % 2 == 0 ? [] : [0])
    func little(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(value >> (8 * $0) & 255) } }
    let info = Array("INFOINAM".utf8) + little(text.count) + padded
    var file = wave(samples(400)) + Array("LIST".utf8) + little(info.count) + info
    file.replaceSubrange(4..<8, with: little(file.count - 8))
    return file
  }

  @Test("no command prints what acts on a terminal, or lines that are not its own")
  func escapes() throws {
    let directory = try TemporaryDirectory()
    let name = "x\u{1B}[31m\ny\u{202E}.wav"
    try directory.write(name, Self.titled)
    let commands = [
      ["info"], ["info", "--json"], ["info", "--packets"], ["dump"], ["demux"], ["demux", "--json"],
      ["demux", "--packets"],
      ["info", "--read-track", "7"], ["convert", "--bad\u{1B}option"], ["info", name + "\u{9B}"],
    ]
    for command in commands { try check(try af(command + [name], in: directory), "\(command)") }
    for command in [
      ["convert", name, "o\u{1B}.wav"], ["remux", name, "p\u{1B}.caf"], ["convert", name, "o\u{1B}.wav"],
    ] {
      try check(try af(command + ["--verbose"], in: directory), "\(command)")
    }
    for options in [[], ["-b"], ["-i"], ["-x"], ["-u", "info"], ["--warnings"], ["-c", "LI\u{1B}T"], ["-c", "LIST"]] {
      try check(try runLinked(as: "afinfo", options + [name], in: directory), "afinfo \(options)")
    }
    let json = try af(["info", "--json", name], in: directory)
    let record = try required(JSONSerialization.jsonObject(with: Data(json.output)) as? [String: Any])
    let found = try required((record["metadata"] as? [String: String])?["title"])
    #expect(found.contains("\u{1B}[2J") && found.contains("\u{202E}"))
    #expect(try af(["info", name], in: directory).text.contains("\\x1B[2J"))
  }

  private func check(_ result: RunResult, _ command: String) throws {
    let text = try required(String(validating: result.output, as: UTF8.self), "\(command)")
    for scalar in (text + result.error).unicodeScalars {
      let acts = scalar.value < 0x20 && scalar != "\n" || (0x7F..<0xA0).contains(scalar.value) || scalar == "\u{202E}"
      #expect(!acts, "\(command): U+\(String(scalar.value, radix: 16))")
    }
    #expect(!(text + "\n" + result.error).contains("\nFile: fake"), "\(command)")
  }

  @Test(
    "results that cannot be written are an error in one line",
    .enabled(if: FileManager.default.fileExists(atPath: "/dev/full")))
  func fullDevice() throws {
    let directory = try directory()
    let commands = [
      "info a.wav", "info --json a.wav", "dump a.wav", "demux a.wav", "formats", "--help", "convert --help",
    ]
    for words in commands {
      let result = try Self.shell("\"$AF\" \(words) > /dev/full", in: directory)
      #expect(result.status == 1 && result.errorLines.count == 1, "\(words): \(result.status) \(result.error)")
    }
    let pipe = try Self.shell("\"$AF\" dump a.wav | head -c 1 > /dev/null", in: directory)
    #expect(pipe.error.isEmpty)
  }

  @Test("a limit on the size of files is an error of the write, and nothing is left")
  func fileSizeLimit() throws {
    let directory = try directory()
    try directory.write("old.wav", [1, 2, 3])
    for name in ["new.wav", "old.wav"] {
      let result = try Self.shell("ulimit -f 8; exec \"$AF\" convert a.wav \(name) --force", in: directory)
      #expect(result.status == 1 && result.errorLines.count == 1, "\(result.error)")
    }
    #expect(directory.names == ["a.wav", "old.wav"] && directory.read("old.wav") == [1, 2, 3])
  }

  // SIGINT and SIGQUIT are switched off in what a shell starts in the background: Scripts/attack abuse sends these.
  @Test("a signal is told, and nothing unfinished is left", arguments: ["TERM", "HUP", "XCPU"])
  func signals(_ name: String) throws {
    let directory = try directory()
    // The program waits for more of a pipe; its unfinished file tells that it has begun.
    let result = try Self.shell(
      """
      ulimit -c 0; mkfifo p
      {
        "$AF" convert p o.wav --raw-format LEI16 --rate 8000 &
        echo $! > pid; wait $!; echo $? > status
      } &
      exec 3> p; head -c 100000 /dev/zero >&3
      for n in $(seq 200); do ls -A | grep -q partial && break; sleep 0.05; done
      kill -\(name) $(cat pid); wait; rm -f p pid; cat status; rm status
      """, in: directory)
    let number = ["TERM": 15, "HUP": 1, "XCPU": 24][name] ?? 0
    expectEqual(result.text, "\(128 + number)\n", "\(result.error)")
    expectEqual(result.errorLines.count(where: { $0.hasPrefix("af: ended by SIG\(name)") }), 1, "\(result.error)")
    expectEqual(directory.names, ["a.wav"])
  }
}
