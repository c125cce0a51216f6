import Foundation
import TestSupport
import Testing

@Suite struct InspectTests {
  private func object(_ bytes: [UInt8]) throws -> NSDictionary {
    try required(JSONSerialization.jsonObject(with: Data(bytes)) as? NSDictionary)
  }

  /// The numbers that a page carries.
  private func embedded(_ page: [UInt8]) throws -> NSDictionary {
    let text = String(decoding: page, as: UTF8.self)
    let rest = try required(text.components(separatedBy: "id=\"inspection\">").last)
    return try object(Array(try required(rest.components(separatedBy: "</script>").first).utf8))
  }

  /// Every fixture that is a file of sound, with what else its command line says.
  private static let fixtures: [(path: String, arguments: [String])] = {
    let folder = SharedFiles.fixtures
    let names = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
    return names.filter { !["asc", "ref", "md", "s16"].contains(($0 as NSString).pathExtension) && $0.contains(".") }
      .sorted()
      .map { name in
        let path = folder.appending(path: name).path
        let configuration = SharedFiles.bytes(URL(filePath: (path as NSString).deletingPathExtension + ".asc"))
        let digits = configuration.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
        return (path, digits.isEmpty ? [] : ["--asc", digits])
      }
  }()

  @Test("every fixture becomes a page with the numbers of --json")
  func fixtures() throws {
    try #require(Self.fixtures.count > 30)
    let directory = try TemporaryDirectory()
    for (path, arguments) in Self.fixtures {
      let page = try af(["inspect", path, "--html", "page.html", "--force", "--quiet"] + arguments, in: directory)
      expectEqual(page.status, 0, "\(path): \(page.error)")
      let json = try af(["inspect", path, "--json", "--quiet"] + arguments, in: directory)
      let bytes = try required(directory.read("page.html"))
      expectLess(bytes.count, 2_000_000)
      let found = try embedded(bytes)
      expectEqual(found, try object(json.output), "\(path)")
      guard !path.contains("/ALAC/"), found["sound"] == nil else { continue }
      // Opus and Vorbis are decoded by libraries that a fresh machine need not have; the page says so.
      let problem = found["soundProblem"] as? String ?? "no word of why there is no sound"
      let isForeign = problem.contains("libopus.so") || problem.contains("libvorbis.so")
      #expect(isForeign && problem.contains("is not installed"), "\(path): \(problem)")
    }
  }

  @Test("a sample rate beyond all bounds makes a page, or a picture, or an error")
  func absurdRates() throws {
    let directory = try TemporaryDirectory()
    func big(_ value: UInt64, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: value >> UInt64(8 * (count - 1 - $0))) }
    }
    let sound = [UInt8](repeating: 0x11, count: 400_000)
    for rate in [1e300, 1e18, 1e9, 0.001, 1e-300, 0, -1, .infinity, .nan] {
      let numbers = [2, 2, 1, 1, 16].flatMap { big($0, 4) }
      let head = Array("caff\0\u{1}\0\0desc".utf8) + big(32, 8) + big(rate.bitPattern, 8) + Array("lpcm".utf8) + numbers
      let size = big(UInt64(sound.count + 4), 8)
      try directory.write("a.caf", head + Array("data".utf8) + size + [0, 0, 0, 0] + sound)
      for words in [["inspect", "--html", "a.html"], ["waveform", "-o", "a.svg"], ["spectrogram", "-o", "a.svg"]] {
        let run = try af([words[0], "a.caf"] + words[1...] + ["--force"], in: directory)
        #expect([0, 1].contains(run.status), "\(rate) Hz, \(words[0]): \(run.status) \(run.error)")
      }
    }
  }

  @Test("packets are those of af info")
  func packets() throws {
    let directory = try TemporaryDirectory()
    let path = SharedFiles.fixtures.appending(path: "glockenspiel-aac-eld.m4a").path
    let info = try object(try af(["info", path, "--packets", "--json"], in: directory).output)
    let listed = try required(info["packets"] as? [[String: Any]])
    let found = try object(try af(["inspect", path, "--json"], in: directory).output)
    let packets = try required(found["packets"] as? [String: Any])
    #expect(packets["sizes"] as? [Int] == listed.map { $0["size"] as? Int ?? -1 })
    #expect(packets["count"] as? Int == 368)
    #expect(packets["startSeconds"] as? Double == -0.005442)
    let loudness = (found["sound"] as? [String: Any])?["loudness"] as? [String: Any]
    let measured = try object(try af(["loudness", path, "--json"], in: directory).output)
    let integrated = try required(loudness?["integrated"] as? Double)
    expectLess(abs(integrated - (try #require(measured["integratedLoudness"] as? Double))), 0.006)
    var own = try required(found["info"] as? [String: Any])
    var whole = try required(info as? [String: Any])
    (own["packets"], whole["packets"]) = (nil, nil)
    #expect(own as NSDictionary == whole as NSDictionary)
  }

  @Test("tags that look like a page's own text stay text")
  func hostileTags() throws {
    let directory = try TemporaryDirectory()
    let hostile = "</script><script>alert(1)</script><img src=x onerror=alert(2)>"
    try directory.write("<b>&.wav", wave(samples(8000)))
    let made = try af(["convert", "<b>&.wav", "in.m4a", "-b", "64000"], in: directory)
    expectEqual(made.status, 0, "\(made.error)")
    let tagged = try af(["tag", "in.m4a", "--set", "title=\(hostile)", "--set", "artist=\(hostile)"], in: directory)
    expectEqual(tagged.status, 0, "\(tagged.error)")
    try expectEqual(af(["inspect", "in.m4a", "--html", "page.html"], in: directory).status, 0)
    let bytes = try required(directory.read("page.html"))
    let page = String(decoding: bytes, as: UTF8.self)
    #expect(!page.contains("alert(1)</script>") && !page.contains("<img src=x"))
    expectEqual(page.components(separatedBy: "<script").count, 3)
    let tags = (try embedded(bytes)["info"] as? [String: Any])?["metadata"] as? [String: String]
    #expect(tags?["title"] == hostile && tags?["artist"] == hostile)
    try expectEqual(af(["inspect", "<b>&.wav", "--html", "name.html"], in: directory).status, 0)
    let named = String(decoding: try required(directory.read("name.html")), as: UTF8.self)
    #expect(named.contains("<title>&lt;b&gt;&amp;.wav</title>") && !named.contains("<b>"))
  }

  @Test("a song of five minutes becomes a page of less than 2 MB, with sound or without", .timeLimit(.minutes(15)))
  func size() throws {
    let directory = try TemporaryDirectory()
    var random = SplitMix64(seed: 5)
    // Noise that comes and goes, and a tone: the tools of packets change all the time.
    let song = (0..<300 * 44_100).flatMap { frame -> [Int16] in
      let noise = Int(random.next() & 0x3FFF) - 0x2000
      let level = frame / 4000 % 5
      let tone = (frame * (1 + frame / 50_000 % 7) / 40 % 2) * 6000 - 3000
      return [Int16(noise * level / 5 + tone), Int16(tone - noise * level / 9)]
    }
    try directory.write("song.wav", wave(song, rate: 44_100))
    let made = try af(["convert", "song.wav", "song.m4a", "-b", "128000"], in: directory)
    expectEqual(made.status, 0, "\(made.error)")
    try expectEqual(af(["inspect", "song.m4a", "--html", "page.html"], in: directory).status, 0)
    try expectEqual(af(["inspect", "song.m4a", "--html", "silent.html", "--no-sound"], in: directory).status, 0)
    let (page, silent) = (try required(directory.read("page.html")), try required(directory.read("silent.html")))
    #expect(page.count < 2_000_000 && silent.count < page.count)
    let text = String(decoding: page, as: UTF8.self)
    #expect(text.contains("src=\"data:audio/mp4;base64,") && text.contains("To play, the sound is HE-AAC in mono"))
    #expect(!String(decoding: silent, as: UTF8.self).contains("<audio"))
    try expectEqual(embedded(page), embedded(silent))
    #expect((try embedded(page)["packets"] as? [String: Any])?["packetsPerColumn"] as? Int == 1)
  }

  @Test("what cannot be done is refused by name")
  func refusals() throws {
    let directory = try TemporaryDirectory()
    try directory.write("in.wav", wave(samples(8000)))
    try directory.write("no.wav", [1, 2, 3])
    let wrong = [
      ["inspect", "in.wav", "--no-sound"], ["inspect", "in.wav", "--json", "--html", "-"],
      ["waveform", "in.wav", "-o", "x.jpg"], ["waveform", "in.wav", "-o", "x.png", "--width", "20"],
      ["waveform", "in.wav", "-o", "x.png", "--color", "red"],
      ["spectrogram", "in.wav", "-o", "x.png", "--range", "5"],
      ["spectrogram", "in.wav", "-o", "x.png", "--lowest", "500", "--highest", "400"],
      ["spectrogram", "in.wav", "-o", "x.png", "--scale", "mel"],
    ]
    for arguments in wrong { try expectEqual(af(arguments, in: directory).status, 64, "\(arguments)") }
    try directory.write("there.html", [1])
    for arguments in [
      ["inspect", "in.wav", "--html", "there.html"], ["inspect", "no.wav", "--html", "x.html"],
      ["waveform", "in.wav", "-o", "x.svg", "--channel", "2"],
      ["spectrogram", "in.wav", "-o", "x.png", "--from", "90"],
    ] {
      let result = try af(arguments, in: directory)
      #expect(result.status == 1 && result.errorLines.count == 1, "\(arguments): \(result.error)")
    }
    expectEqual(directory.read("there.html"), [1])
    expectEqual(directory.names, ["in.wav", "no.wav", "there.html"])
  }

  @Test("pictures are written in the form of their names")
  func pictures() throws {
    let directory = try TemporaryDirectory()
    try directory.write("in.wav", wave(samples(8000)))
    for verb in ["waveform", "spectrogram"] {
      for name in ["x.svg", "x.png"] {
        let result = try af(
          [verb, "in.wav", "-o", name, "--width", "300", "--height", "120", "--force"], in: directory)
        #expect(result.status == 0 && result.output.isEmpty, "\(result.error)")
        let bytes = try required(directory.read(name))
        #expect(
          name == "x.png" ? bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) : bytes.starts(with: Array("<svg ".utf8)))
        if name == "x.png" { expectEqual(Array(bytes[16..<24]), [0, 0, 1, 44, 0, 0, 0, 120]) }
      }
    }
    let half = try af(["waveform", "in.wav", "-o", "-", "--from", "0.1", "--to", "0.35"], in: directory)
    #expect(half.text.hasPrefix("<svg ") && half.text.contains(">0.20 s</text>"))
  }

  @Test("the summary names the tools that packets use")
  func summary() throws {
    let directory = try TemporaryDirectory()
    let path = SharedFiles.fixtures.appending(path: "glockenspiel-aac-eld.m4a").path
    let text = try af(["inspect", path], in: directory).text
    #expect(
      text.contains("Codec:              AAC-ELD\n") && text.contains("L TNS order") && text.contains("    stsz "))
    #expect(text.contains("Loudness:           -11.6 LUFS\n"))
  }
}
