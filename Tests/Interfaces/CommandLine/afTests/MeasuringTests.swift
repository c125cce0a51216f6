import Foundation
import TestSupport
import Testing

/// `af hash`, `af verify` and `af compare`.
@Suite struct MeasuringTests {
  private func object(_ line: some StringProtocol) throws -> [String: Any] {
    try required(JSONSerialization.jsonObject(with: Data(String(line).utf8)) as? [String: Any])
  }

  @Test("several files are hashed; one that fails does not stop the others")
  func hash() throws {
    let directory = try TemporaryDirectory()
    try directory.write("a.wav", wave(samples(3000)))
    try expectEqual(af(["convert", "a.wav", "b.flac"], in: directory).status, 0)
    let lines = try af(["hash", "a.wav", "b.flac"], in: directory)
    expectEqual(lines.status, 0)
    let words = lines.text.split(separator: "\n").map { $0.split(separator: " ") }
    #expect(words.count == 2 && words[0][0] == words[1][0] && words[0][0].hasPrefix("MD5/LEI16:"))
    let run = try af(["hash", "--json", "missing.wav", "b.flac"], in: directory)
    #expect(run.status == 1 && run.errorLines.count == 1)
    let objects = try run.text.split(separator: "\n").map { try object($0) }
    expectEqual(objects.count, 2)
    #expect(objects[0]["file"] as? String == "missing.wav" && objects[0]["error"] is [String: Any])
    #expect(objects[1]["hash"] as? String == words[0][0].split(separator: ":").last.map(String.init))
    try expectEqual(af(["hash", "--samples", "LEX3", "a.wav"], in: directory).status, 64)
  }

  @Test("verify tells damage of each file, and ends with 1")
  func verify() throws {
    let directory = try TemporaryDirectory()
    try directory.write("a.wav", wave(samples(30_000)))
    try expectEqual(af(["convert", "a.wav", "b.flac"], in: directory).status, 0)
    let whole = try af(["verify", "a.wav", "b.flac"], in: directory)
    #expect(whole.status == 0 && whole.text.split(separator: "\n").allSatisfy { $0.contains(": whole: ") })
    #expect(try af(["verify", "--quiet", "a.wav"], in: directory).text.isEmpty)
    var bytes = try required(directory.read("b.flac"))
    bytes[bytes.count - 100] ^= 4
    try directory.write("c.flac", bytes)
    let run = try af(["verify", "--json", "c.flac", "a.wav"], in: directory)
    expectEqual(run.status, 1)
    let objects = try run.text.split(separator: "\n").map { try object($0) }
    expectEqual(objects.map { $0["isFlawless"] as? Bool }, [false, true])
    let findings = try required(objects[0]["findings"] as? [[String: Any]])
    #expect(findings.first?["kind"] as? String == "damaged" && findings.first?["offset"] is Int)
  }

  @Test("compare ends with 0 for the same sound and 1 for another")
  func compare() throws {
    let directory = try TemporaryDirectory()
    var sound = samples(3000)
    try directory.write("a.wav", wave(sound))
    try expectEqual(af(["convert", "a.wav", "b.flac"], in: directory).status, 0)
    try expectEqual(af(["compare", "a.wav", "b.flac"], in: directory).status, 0)
    sound[100] ^= 32
    try directory.write("c.wav", wave(sound))
    let run = try af(["compare", "a.wav", "c.wav"], in: directory)
    #expect(run.status == 1 && run.text.contains("first difference: frame 50,") && run.text.hasPrefix("different: "))
    try expectEqual(af(["compare", "a.wav", "c.wav", "--tolerance", "-60dB"], in: directory).status, 0)
    let record = try object(af(["compare", "a.wav", "c.wav", "--json", "--tolerance", "0.0001"], in: directory).text)
    #expect(record["isIdentical"] as? Bool == false && record["differingSampleCount"] as? Int == 1)
    for arguments in [["--tolerance", "-1"], ["--align", "11"], ["--align", "x"]] {
      try expectEqual(af(["compare", "a.wav", "c.wav"] + arguments, in: directory).status, 64)
    }
  }
}
