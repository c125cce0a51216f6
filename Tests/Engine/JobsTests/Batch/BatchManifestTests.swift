import AudioFiles
import AudioJobs
import Foundation
import TestSupport
import Testing

@Suite struct BatchManifestTests {
  /// The rows of a manifest of a text.
  private func rows(_ text: String, _ name: String, _ form: BatchManifest.Form? = nil) throws -> [BatchManifest.Row] {
    let directory = try TemporaryDirectory()
    try directory.write(name, Array(text.utf8))
    var rows: [BatchManifest.Row] = []
    try BatchManifest(directory.file(name), form: form).forEach { (row) throws(AudioError) in rows.append(row) }
    return rows
  }

  /// What is said of a manifest that is refused.
  private func refusal(_ text: String, _ name: String) throws -> String {
    let error = #expect(throws: AudioError.self) { try rows(text, name) }
    return error?.text ?? ""
  }

  @Test("all forms say the same", arguments: ["m.jsonl", "m.csv", "m", "m.txt"])
  func forms(name: String) throws {
    let table = "\u{FEFF}input,options,output\r\n\"a, \"\"b\"\".wav\",-b 96k,x.m4a\r\n\r\nc\u{E9}.wav,,\r\n"
    let text =
      switch name {
      case "m.jsonl", "m":
        "{\"input\":\"a, \\\"b\\\".wav\",\"output\":\"x.m4a\",\"options\":[\"-b\",\"96k\"]}\n\n"
          + "{\"input\":\"c\\u00e9.wav\",\"options\":\"\"}"
      case "m.csv": table
      default: "a, \"b\".wav\r\n\r\nc\u{E9}.wav"
      }
    let found = try rows(text, name)
    expectEqual(found.map(\.item.input), ["a, \"b\".wav", "c\u{E9}.wav"])
    expectEqual(found.map(\.line), [1 + (name == "m.csv" ? 1 : 0), 3 + (name == "m.csv" ? 1 : 0)])
    guard name != "m.txt" else { return }
    #expect(found.map(\.item.output) == ["x.m4a", nil] && found.map(\.item.options) == [["-b", "96k"], []])
  }

  @Test func fieldsInQuotesMayHaveLines() throws {
    let found = try rows("input,output\n\"a\nb.wav\",1\nc.wav,2\n", "m.csv")
    #expect(found.map(\.item.input) == ["a\nb.wav", "c.wav"] && found.map(\.line) == [2, 4])
  }

  @Test(
    "a bad row is refused with the number of its line",
    arguments: [
      ("m.jsonl", "{\"input\":\"a\"}\n{\"input\":1}\n", "line 2: 'input'"),
      ("m.jsonl", "{\"output\":\"a\"}\n", "line 1: 'input'"),
      ("m.jsonl", "{\"input\":\"a\"}\n\nnonsense\n", "line 3: this is no JSON object"),
      ("m.jsonl", "{\"input\":\"a\",\"bitrate\":1}\n", "line 1: 'bitrate' is none of"),
      ("m.jsonl", "{\"input\":\"a\",\"options\":[1]}\n", "line 1: 'options'"),
      ("m.jsonl", "{\"input\":\"\"}\n", "line 1: a name is empty"),
      ("m.jsonl", "{\"input\":\"a\\u0000\"}\n", "line 1: a name is empty, or holds a 0"),
      ("m.jsonl", "{\"input\":\"-\"}\n", "line 1: '-'"),
      ("m.csv", "input,rate\na,1\n", "line 1: the column 'rate'"),
      ("m.csv", "input,input\na,1\n", "line 1: there are two"),
      ("m.csv", "output\na\n", "line 1: there is no column 'input'"),
      ("m.csv", "input,output\na,b\nc\n", "line 3: 1 fields, but 2 columns"),
      ("m.csv", "input,output\na,b\n\"c,d\n", "line 3: a quote is not closed"),
      ("m.csv", "input,output\na,b\n\"c\"d,\"e\"\n", "line 3: text stands behind"),
      ("m.csv", "input,output\na,b\nc\"d\"\"\",e\n", "line 3: a quote stands within"),
    ])
  func badRows(name: String, text: String, said: String) throws {
    let refusal = try refusal(text, name)
    #expect(refusal.hasPrefix(said), "\(refusal)")
  }

  @Test func linesThatAreTooLongAreRefused() throws {
    let long = "a.wav\n" + String(repeating: "x", count: 1_200_000)
    #expect(try refusal(long, "m.txt").hasPrefix("line 2 is longer"))
    #expect(try refusal("input\n\"" + long, "m.csv").contains("longer"))
  }
}

@Suite struct OutputTemplateTests {
  @Test(
    "fields are those of the input's name",
    arguments: [
      ("{dir}/{stem}.m4a", "music/a.b.wav", "music/a.b.m4a"), ("{dir}/{stem}.m4a", "a.wav", "a.m4a"),
      ("{dir}/{stem}.m4a", "/a.wav", "/a.m4a"), ("{dir}/{stem}.m4a", "./x//a.wav", "x/a.m4a"),
      ("out/{tree}/{name}.{ext}", "a.wav", "out/one/a.wav.wav"), ("{{{stem}}}", "x/a.wav", "{a}"),
      ("{name}", "x/.hidden", ".hidden"), ("{stem}|{ext}|", "noextension", "noextension||"),
    ])
  func fields(template: String, input: String, output: String) throws {
    try expectEqual(OutputTemplate(Pathname(template)).output(for: Pathname(input), tree: "one"), Pathname(output))
  }

  @Test("names that are no text stay as they are")
  func bytes() throws {
    let input = Pathname(bytes: [0x78, 0x2F, 0xFF, 0x2E, 0x77])
    try expectEqual(OutputTemplate("{dir}/{stem}.m").output(for: input).bytes, [0x78, 0x2F, 0xFF, 0x2E, 0x6D])
  }

  @Test("what is no field is refused", arguments: ["{}", "{Stem}", "{stem", "stem}", "{stem}}"])
  func refusals(template: String) {
    #expect(throws: AudioError.self) { try OutputTemplate(Pathname(template)) }
  }
}
