import Foundation
import TestSupport
import Testing

/// `afconvert`'s options for what stands around a recording.
struct GaplessTests {
  /// Two tones, interleaved stereo, full of what a border would show.
  private func tones(_ frames: Range<Int>) -> [Int16] {
    frames.flatMap { frame -> [Int16] in
      let time = Double(frame) / 44_100
      return [440.0, 1333].map { Int16(9000 * sin(2 * .pi * $0 * time)) }
    }
  }

  private func table(_ file: String, in directory: TemporaryDirectory) throws -> [Int] {
    let text = try runLinked(as: "afinfo", [file], in: directory).text
    let line = try required(text.split(separator: "\n").first { $0.contains("valid frames") })
    return line.split(separator: " ").compactMap { Int($0) }
  }

  /// Every decoded frame of the left channel.
  private func decoded(_ file: String, in directory: TemporaryDirectory) throws -> [Double] {
    let result = try af(["convert", file, "-", "-f", "raw", "-d", "LEI16", "--no-trim", "--quiet"], in: directory)
    expectEqual(result.status, 0, "\(result.error)")
    return stride(from: 0, to: result.output.count - 3, by: 4).map { at in
      Double(Int16(truncatingIfNeeded: Int(result.output[at]) | Int(result.output[at + 1]) << 8))
    }
  }

  /// How far two signals differ, against the first, in decibels.
  private func ratio(_ wanted: [Int16], _ found: ArraySlice<Double>) -> Double {
    var (signal, noise) = (0.0, 0.0)
    for (frame, value) in zip(stride(from: 0, to: wanted.count, by: 2), found) {
      signal += pow(Double(wanted[frame]), 2)
      noise += pow(Double(wanted[frame]) - value, 2)
    }
    return 10 * log10(signal / noise)
  }

  @Test(arguments: ["aac", "aace"])
  func neighborsFillPrimingAndRemainder(_ format: String) throws {
    let directory = try TemporaryDirectory()
    for (name, range) in [("a", 0..<30_000), ("b", 30_000..<62_345), ("c", 62_345..<90_000)] {
      try directory.write("\(name).wav", wave(tones(range), rate: 44_100))
    }
    let base = ["-f", "m4af", "-d", format, "-b", "192000", "b.wav"]
    try expectEqual(runLinked(as: "afconvert", base + ["alone.m4a"], in: directory).status, 0)
    let around = ["--gapless-before", "a.wav", "--gapless-after", "c.wav"]
    let result = try runLinked(as: "afconvert", around + base + ["between.m4a"], in: directory)
    expectEqual(result.status, 0, "\(result.error)")
    let (alone, between) = (try table("alone.m4a", in: directory), try table("between.m4a", in: directory))
    #expect(alone[0] == 32_345 && between[0] == 32_345)
    expectGreaterOrEqual(between[1], alone[1] + 900)

    // Before the recording the output has the end of the recording before, and behind it the next one's beginning.
    let frames = try decoded("between.m4a", in: directory)
    let start = between[1]
    expectGreater(ratio(tones(29_700..<30_000), frames[(start - 300)...]), 25)
    expectGreater(ratio(tones(30_000..<62_345), frames[start...]), 25)
    expectGreater(ratio(tones(62_345..<62_445), frames[(start + 32_345)...]), 25)
  }

  @Test func neighborsOfOtherRatesAreRefused() throws {
    let directory = try TemporaryDirectory()
    try directory.write("a.wav", wave(tones(0..<4000), rate: 48_000))
    try directory.write("b.wav", wave(tones(0..<4000), rate: 44_100))
    let result = try runLinked(
      as: "afconvert", ["-d", "aac", "--gapless-before", "a.wav", "b.wav", "b.m4a"], in: directory)
    #expect(result.status == 1 && result.error.contains("another rate"))
    expectEqual(directory.names, ["a.wav", "b.wav"])
  }

  @Test func primingAndRemainderAreOverridden() throws {
    let directory = try TemporaryDirectory()
    try directory.write("in.wav", wave(tones(0..<10_240), rate: 44_100))
    let encoding = ["in.wav", "out.m4a", "-d", "aac", "--prime-override", "1000", "24"]
    try expectEqual(runLinked(as: "afconvert", encoding, in: directory).status, 0)
    let first = try table("out.m4a", in: directory)
    #expect(first[1...2] == [1000, 24] && first[0] + 1024 == first[3])
    let copy = ["out.m4a", "copy.m4a", "-d", "0", "--prime-override", "2112", "0"]
    try expectEqual(runLinked(as: "afconvert", copy, in: directory).status, 0)
    try expectEqual(table("copy.m4a", in: directory), [first[3] - 2112, 2112, 0, first[3]])
    let absurd = ["out.m4a", "bad.m4a", "-d", "0", "--prime-override", "9223372036854775807", "1"]
    try expectEqual(runLinked(as: "afconvert", absurd, in: directory).status, 1)
    expectEqual(directory.names, ["copy.m4a", "in.wav", "out.m4a"])
  }

  @Test func mediaKindsAreStored() throws {
    let directory = try TemporaryDirectory()
    try directory.write("in.wav", wave(tones(0..<2000), rate: 44_100))
    let command = ["in.wav", "out.m4a", "-d", "alac", "--media-kind"]
    try expectEqual(runLinked(as: "afconvert", command + ["TV Show"], in: directory).status, 0)
    let info = try runLinked(as: "afinfo", ["-i", "out.m4a"], in: directory).text
    #expect(info.contains("media kind") && info.contains("TV Show"))
    try expectEqual(runLinked(as: "afconvert", command + ["Lullaby"], in: directory).status, 64)
  }
}
