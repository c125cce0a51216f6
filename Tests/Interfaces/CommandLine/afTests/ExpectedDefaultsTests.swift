import Foundation
import TestSupport
import Testing

/// What people expect without saying it, and what they are told where it cannot be.
@Suite struct ExpectedDefaultsTests {
  private func directory() throws -> TemporaryDirectory {
    let directory = try TemporaryDirectory()
    try directory.write("in.wav", wave(samples(88_200), channels: 2, rate: 44_100))
    return directory
  }

  private func formatID(_ name: String, in directory: TemporaryDirectory) throws -> String? {
    let object = try InfoTests.object(try af(["info", "--json", name], in: directory))
    return (object["dataFormat"] as? [String: Any])?["formatID"] as? String
  }

  @Test("files of MP4 and QuickTime get AAC; the tool of Apple's name keeps to Core Audio")
  func defaults() throws {
    let directory = try directory()
    try expectEqual(af(["convert", "in.wav", "in.flac"], in: directory).status, 0)
    try expectEqual(af(["convert", "in.wav", "lossless.caf", "-d", "alac"], in: directory).status, 0)
    for input in ["in.wav", "in.flac"] {
      for output in ["a.m4a", "a.mp4", "a.mov"] {
        try expectEqual(af(["convert", input, output, "--force"], in: directory).status, 0)
        try expectEqual(formatID(output, in: directory), "aac ", "\(input) \(output)")
      }
    }
    try expectEqual(af(["convert", "lossless.caf", "kept.m4a"], in: directory).status, 0)
    try expectEqual(formatID("kept.m4a", in: directory), "alac")
    try expectEqual(af(["convert", "in.wav", "in.caf"], in: directory).status, 0)
    try expectEqual(formatID("in.caf", in: directory), "lpcm")
    try expectEqual(runLinked(as: "afconvert", ["in.wav", "apple.mov", "-f", "MooV"], in: directory).status, 0)
    try expectEqual(formatID("apple.mov", in: directory), "lpcm")
  }

  @Test(
    "packets of a dump go into files by their configuration", arguments: ["m4a", "mp4", "mov", "caf", "aac", "loas"])
  func packets(of type: String) throws {
    let directory = try directory()
    try expectEqual(af(["convert", "in.wav", "in.m4a"], in: directory).status, 0)
    let configuration = try af(["dump", "in.m4a", "in.dump"], in: directory).text.split(separator: "\n")[0]
    let remux = try af(["remux", "in.dump", "x.\(type)", "--asc", String(configuration)], in: directory)
    expectEqual(remux.status, 0, "\(remux.error)")
    try expectEqual(af(["dump", "x.\(type)", "back.dump"], in: directory).status, 0)
    expectEqual(directory.read("back.dump"), directory.read("in.dump"))
    let object = try InfoTests.object(try af(["info", "--json", "x.\(type)"], in: directory))
    let format = try required(object["dataFormat"] as? [String: Any])
    #expect(format["sampleRate"] as? Double == 44_100 && format["channelsPerFrame"] as? Int == 2)
    #expect(format["framesPerPacket"] as? Int == 1024)
    let without = try af(["remux", "in.dump", "y.\(type)"], in: directory)
    #expect(without.status == 1 && without.error.contains("--asc"), "\(without.error)")
  }

  @Test("channels of which nobody knows the loudspeakers are mixed as usual, or not at all, which is said")
  func unknownChannels() throws {
    let directory = try TemporaryDirectory()
    // Left, right, centre, low frequencies, left and right surround: 1000 in the centre and 100 left behind.
    let frame: [Int16] = [10, 20, 1000, 5000, 100, 0]
    try directory.write("six.wav", wave((0..<800).flatMap { _ in frame }, channels: 6, rate: 8000))
    for mix in [[], ["--mix"]] as [[String]] {
      let mixed = try af(["convert", "six.wav", "two.wav", "-c", "2", "--force"] + mix, in: directory)
      #expect(mixed.status == 0 && mixed.error.contains("the 6 channels"), "\(mixed.error)")
      // 10 + (1000 + 100) / √2 and 20 + 1000 / √2.
      expectEqual(directory.read("two.wav")?.suffix(4), bytes([788, 727])[...])
    }
    try directory.write("nine.wav", wave(samples(9 * 800), channels: 9, rate: 8000))
    let left = try af(["convert", "nine.wav", "two.wav", "-c", "2", "--force"], in: directory)
    #expect(left.status == 0 && left.error.contains("only the first 2"), "\(left.error)")
    let stopped = try af(["convert", "nine.wav", "no.wav", "-c", "2", "--on-error", "stop"], in: directory)
    #expect(stopped.status == 1 && directory.read("no.wav") == nil)
    try directory.write("six.wav", wave(samples(6 * 800), channels: 6, rate: 8000))
    for quiet in [["-c", "6"], ["-m", "0,1"]] {
      let run = try af(["convert", "six.wav", "x.wav", "--force"] + quiet, in: directory)
      #expect(run.status == 0 && run.error.isEmpty, "\(run.error)")
    }
  }

  @Test("what can be written instead is told in words that -d takes")
  func instead() throws {
    let directory = try directory()
    let refused = try af(["convert", "in.wav", "x.caf", "-d", "mp2"], in: directory)
    let words = refused.error.split(separator: " ").filter { $0.hasPrefix("0x") || $0.hasPrefix("aac,") }
    #expect(refused.status == 1 && words.count == 3, "\(refused.error)")
    for word in words {
      let name = word.trimmingCharacters(in: CharacterSet(charactersIn: ",\n"))
      try expectEqual(af(["convert", "in.wav", "x.caf", "--force", "-d", name], in: directory).status, 0, "\(name)")
    }
  }

  @Test("a part outside is an error; a part ends where it is told to")
  func parts() throws {
    let directory = try directory()
    for output in ["x.wav", "x.m4a"] {
      let late = try af(["convert", "in.wav", output, "--from", "1:00"], in: directory)
      #expect(late.status == 1 && late.error.contains("60 s"), "\(late.error)")
    }
    expectEqual(directory.names, ["in.wav"])
    let part = try af(["convert", "in.wav", "-", "-f", "raw", "--from", "#100", "--to", "#150"], in: directory)
    expectEqual(part.output, bytes(samples(300)[200..<300]))
    try expectEqual(af(["convert", "in.wav", "x.wav", "--from", "0.5", "--to", "0.5"], in: directory).status, 64)
  }

  @Test("nothing at all is told, and an error under --on-error stop")
  func nothing() throws {
    let directory = try directory()
    try directory.write("empty.wav", wave([]))
    let told = try af(["convert", "empty.wav", "x.wav", "--json"], in: directory)
    #expect(told.status == 0 && told.error.contains("no sound"), "\(told.error)")
    expectEqual((try InfoTests.object(told)["warnings"] as? [String])?.isEmpty, false)
    let stopped = try af(["convert", "empty.wav", "y.wav", "--on-error", "stop"], in: directory)
    #expect(stopped.status == 1 && stopped.errorLines.count == 1 && directory.read("y.wav") == nil)
  }

  @Test("an input that is cut off, and tags that get lost, are told, and errors under --on-error stop")
  func losses() throws {
    let directory = try directory()
    try directory.write("cut.wav", Array(try required(directory.read("in.wav")).dropLast(40_000)))
    var tagged = wave(samples(4000))
    let title = Array("LIST".utf8) + [14, 0, 0, 0] + Array("INFOINAM".utf8) + [2, 0, 0, 0] + Array("A\0".utf8)
    tagged += title
    tagged.replaceSubrange(4..<8, with: (0..<4).map { UInt8((tagged.count - 8) >> (8 * $0) & 255) })
    try directory.write("tagged.wav", tagged)
    for (input, output, word) in [("cut.wav", "x.m4a", "ends before"), ("tagged.wav", "x.raw", "title")] {
      let told = try af(["convert", input, output, "--json"], in: directory)
      #expect(told.status == 0 && told.error.contains(word), "\(told.error)")
      let warnings = try required(InfoTests.object(told)["warnings"] as? [String])
      #expect(warnings.contains { $0.contains(word) })
      try directory.write(output, [7])
      let stopped = try af(["convert", input, output, "--force", "--on-error", "stop", "--json"], in: directory)
      #expect(stopped.status == 1 && stopped.errorLines.count == 1, "\(stopped.error)")
      expectEqual(directory.read(output), [7])
      let error = try required(InfoTests.object(stopped)["error"] as? [String: Any])
      #expect(error["kind"] as? String == "incomplete" && (error["text"] as? String)?.contains(word) == true)
    }
    try expectEqual(af(["convert", "tagged.wav", "kept.caf", "--on-error", "stop"], in: directory).status, 0)
  }

  @Test("failures are objects of their files, and errors name what can be done")
  func errors() throws {
    let directory = try directory()
    let list = try af(["info", "--json", "none.wav", "in.wav"], in: directory)
    let objects = try list.text.split(separator: "\n").map { line in
      try required(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }
    #expect(list.status == 1 && objects.map { $0["file"] as? String } == ["none.wav", "in.wav"])
    let error = try required(objects[0]["error"] as? [String: Any])
    #expect(error["kind"] as? String == "inputOutput" && error["place"] != nil && error["text"] != nil)
    #expect(objects[1]["error"] == nil && (objects[1]["warnings"] as? [String])?.isEmpty == true)

    try expectEqual(af(["convert", "in.wav", "in.m4a"], in: directory).status, 0)
    var movie = try required(directory.read("in.m4a"))
    if let place = movie.firstRange(of: Array("moov".utf8)) { movie.replaceSubrange(place, with: Array("free".utf8)) }
    try directory.write("cut.m4a", Array(movie.dropLast(5000)))
    let cut = try af(["info", "cut.m4a"], in: directory)
    #expect(cut.status == 1 && cut.error.contains("no movie box: the file is cut off"), "\(cut.error)")
    let movieFirst = try Data(contentsOf: SharedFiles.fixtures.appending(path: "glockenspiel-aac-eld.m4a"))
    try directory.write("half.m4a", Array(movieFirst.prefix(132)))
    let half = try af(["convert", "half.m4a", "x.wav", "--json"], in: directory)
    let halfError = try required(InfoTests.object(half)["error"] as? [String: Any])
    #expect(half.status == 1 && halfError["kind"] as? String == "malformed", "\(half.error)")
    #expect(half.error.contains("reaches beyond the end of the file"), "\(half.error)")
    let low = try af(["convert", "in.wav", "x.m4a", "-b", "100"], in: directory)
    #expect(low.status == 1 && low.error.contains("too low") && !low.error.contains("byte"), "\(low.error)")
    let verb = try af(["nonsense"], in: directory)
    #expect(verb.status == 64 && verb.error.contains("convert, dump, remux"))
    let format = try af(["convert", "in.wav", "x.m4a", "-d", "mp2"], in: directory)
    #expect(
      format.status == 1 && format.error.contains("Layer 2") && format.error.contains("-d alac"), "\(format.error)")
  }

  @Test(
    "AC-3, FLAC and Opus go from MP4 to QuickTime and back", .needs(.ffmpeg),
    arguments: [
      ("ac3", "ac3"), ("flac", "flac"), ("libopus", "opus"),
    ])
  func carried(encoder: String, codec: String) throws {
    let directory = try directory()
    let made = try SilenceTests.shell(
      "ffmpeg -v error -i in.wav -c:a \(encoder) -strict -2 in.mp4 && ffmpeg -v error -i in.mp4 -c copy -f \(codec) plain",
      in: directory)
    try #require(made.status == 0, "\(made.error)")
    for (input, output) in [("in.mp4", "a.mov"), ("a.mov", "b.mp4")] {
      let result = try af(["remux", input, output], in: directory)
      expectEqual(result.status, 0, "\(result.error)")
    }
    try expectEqual(af(["convert", "in.mp4", "c.mov", "-d", "0"], in: directory).status, 0)
    let sums = try ["in.mp4", "a.mov", "b.mp4", "c.mov"].map { name in
      try SilenceTests.shell("ffmpeg -v error -i \(name) -c copy -f streamhash -hash md5 -", in: directory).text
    }
    #expect(Set(sums).count == 1 && !sums[0].isEmpty, "\(sums)")
    guard codec == "ac3" else { return }
    try expectEqual(af(["demux", "in.mp4", "--track", "0", "-o", "x.ac3"], in: directory).status, 0)
    expectEqual(directory.read("x.ac3"), directory.read("plain"))
    try expectEqual(af(["demux", "in.m4a", "--track", "0", "-o", "y.ac3"], in: directory).status, 1)
  }
}
