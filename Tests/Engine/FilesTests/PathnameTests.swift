import AudioBase
import AudioFiles
import Foundation
import TestSupport
import Testing

/// Names are bytes, and text that others have made cannot act.
@Suite struct PathnameTests {
  @Test("any bytes come back out of the text for arguments, which is valid and without control characters")
  func arguments() {
    var random = SystemRandomNumberGenerator()
    let pieces: [[UInt8]] = [
      [0xFF], [0xC3], [0xC3, 0xA4], [0xF4, 0x8F, 0xB8, 0x80], [0xED, 0xA0, 0x80], [10], [0x41], [0xE2, 0x82],
    ]
    for _ in 0..<2000 {
      let bytes = (0..<Int.random(in: 0..<12, using: &random)).flatMap { _ in pieces.randomElement(using: &random) ?? []
      }
      let path = Pathname(bytes: bytes)
      expectEqual(Pathname(argument: path.argument), path)
      #expect(path.argument.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F })
      #expect(path.description.unicodeScalars.allSatisfy { $0.isPrintable })
    }
    #expect(Pathname("Grüße.wav").argument == "Grüße.wav" && Pathname("Grüße.wav").description == "Grüße.wav")
  }

  @Test("what is no text, or acts, is shown escaped")
  func description() {
    expectEqual(Pathname(bytes: [0x61, 0xFF, 0x2E, 0x77]).description, "a\\xFF.w")
    expectEqual(Pathname("a\n\u{1B}[31m\u{202E}b").description, "a\\n\\x1B[31m\\u{202E}b")
    expectEqual("tab\tand\u{9B}\u{7F}\u{2028}".printable, "tab\\tand\\x9B\\x7F\\u{2028}")
    expectEqual("日本語 é 👍".printable, "日本語 é 👍")
  }

  @Test("a JSON text keeps its value")
  func json() throws {
    let value = ["text": "\u{1B}\u{9B}\u{202E}\u{7F}\n\u{E0041}é\u{10FFFD}"]
    let text = String(decoding: try JSONEncoder().encode(value), as: UTF8.self).printableJSON
    #expect(text.unicodeScalars.allSatisfy { $0.isPrintable })
    try expectEqual(JSONDecoder().decode([String: String].self, from: Data(text.utf8)), value)
  }

  @Test("parts of names")
  func parts() {
    #expect(Pathname("a.b/c").fileExtension == nil && Pathname("a/.hidden").fileExtension == nil)
    #expect(Pathname("a/b.M4A").fileExtension == "m4a" && Pathname("-").isStandardStream)
    #expect(Pathname("a/b.m4a").deletingExtension == "a/b" && Pathname("a/b").directory.elementsEqual("a/".utf8))
  }

  @Test("a name with a 0 in it is no other file's name")
  func zero() throws {
    let directory = try TemporaryDirectory()
    let path = Pathname(bytes: Array(try directory.file("a", [1]).utf8) + [0, 0x62])
    #expect(throws: AudioError.self) { try FileByteSource(path: path) }
    #expect(throws: AudioError.self) { try FileByteSink(path: path, replacement: .replace) }
    expectEqual(directory.names, ["a"])
  }

  @Test("a file that is cut while it is read is no shorter file")
  func cut() throws {
    let directory = try TemporaryDirectory()
    let path = try directory.file("a", pattern(300_000))
    let source = try FileByteSource(path: path)
    try expectEqual(read(source, at: 0, count: 10), Array(pattern(10)))
    try FileHandle(forWritingTo: URL(fileURLWithPath: path)).truncate(atOffset: 100_000)
    let changed = #expect(throws: ContainerError.self) { try read(source, at: 99_990, count: 10) }
    #expect(changed?.kind == .inputOutput && changed?.byteOffset == 99_990)
    for (offset, count) in [(99_990, 11), (250_000, 5), (90_000, 200_000)] {
      let error = #expect(throws: ContainerError.self) { try read(source, at: Int64(offset), count: count) }
      #expect(error?.kind == .truncated && error?.byteOffset == Int64(max(offset, 100_000)))
    }
    #expect(try read(source, at: 300_000, count: 5).isEmpty)
  }

  @Test("a file that replaces another has its permissions", arguments: [0o640, 0o600, 0o444, 0o755])
  func permissions(_ mode: Int) throws {
    let directory = try TemporaryDirectory()
    let path = try directory.file("out", [9])
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    let sink = try FileByteSink(path: path, replacement: .replace)
    try sink.append([1, 2].span)
    try sink.commit()
    let found = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    expectEqual(found, mode)
    try FileManager.default.setAttributes([.posixPermissions: mode | 0o400], ofItemAtPath: path)
    expectEqual(contents(path), [1, 2])
  }
}
