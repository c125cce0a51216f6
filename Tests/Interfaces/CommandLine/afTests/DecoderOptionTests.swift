import Foundation
import TestSupport
import Testing

/// `af convert` with options of the decoder.
@Suite("Options of the decoder") struct DecoderOptionTests {
  /// A directory with an AAC stream as a dump, whose gains halve it where they are applied and whose level is −26 dB.
  private func directory(
    _ change: (inout [[UInt8]]) -> Void = { _ in }
  ) throws -> (directory: TemporaryDirectory, configuration: String) {
    let folder = SharedFiles.fixtures.appending(path: "AAC/lc_44100_st_128k_syn_burst")
    var packets = packetsOfDump([UInt8](try Data(contentsOf: folder.appendingPathExtension("dump"))))
    packets = packets.map { inDynamicRange($0, gain: -24, level: 104) }
    change(&packets)
    let directory = try TemporaryDirectory()
    try directory.write("a.dump", packets.flatMap { [0xFF, 0xAA, 0xCC, 0xDD] + $0 })
    let configuration = try Data(contentsOf: folder.appendingPathExtension("asc"))
    let digits = configuration.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    return (directory, digits)
  }

  /// The 32-bit floats of a conversion of the dump.
  private func convert(
    _ place: (directory: TemporaryDirectory, configuration: String), _ options: [String]
  ) throws -> [Float] {
    let arguments = ["convert", "a.dump", "-", "-f", "raw", "-d", "LEF32", "--asc", place.configuration] + options
    let result = try af(arguments, in: place.directory)
    expectEqual(result.status, 0, "\(result.error)")
    return floats(result.output)
  }

  @Test("--drc, --drc-boost, --drc-cut and --target-level change the level as they say")
  func dynamicRange() throws {
    let place = try directory()
    let plain = try convert(place, [])
    #expect(plain.contains { abs($0) > 0.1 })
    for (options, factor) in [
      (["--drc", "on"], Float(0.5)), (["--drc", "off"], 1), (["--drc-boost", "1"], 0.5), (["--drc-cut", "0"], 1),
      (["--target-level", "-20"], 2), (["--target-level=-26"], 1), (["--drc", "on", "--target-level", "-20"], 1),
      (["--drc", "on", "--drc-cut", "0", "--target-level", "-20"], 2),
    ] {
      let isSame = try convert(place, options) == plain.map { $0 * factor }
      #expect(isSame, "\(options)")
    }
  }

  @Test("--conceal-hold and --conceal-fade bound what is filled in; --look-ahead gives the same frames")
  func concealment() throws {
    let whole = try directory()
    let plain = try convert(whole, [])
    try expectEqual(convert(whole, ["--look-ahead"]), plain)
    let damaged = try directory { packets in
      for index in 8..<14 { packets[index] = [0xFF, 0xFF] }
    }
    let usual = try convert(damaged, [])
    let silent = try convert(damaged, ["--conceal-hold", "0", "--conceal-fade", "0"])
    let ahead = try convert(damaged, ["--look-ahead"])
    #expect(usual.count == plain.count && silent.count == plain.count && ahead.count == plain.count)
    #expect(silent[(9 * 2048)..<(14 * 2048)].allSatisfy { $0 == 0 })
    #expect(usual[(9 * 2048)..<(10 * 2048)].contains { $0 != 0 })
    expectEqual(ahead.prefix(8 * 2048), plain.prefix(8 * 2048))
    #expect(ahead != usual)
  }

  @Test(
    "What the input's codec does not know is refused by name",
    arguments: [
      (["--drc", "off"], "--drc"), (["--drc-boost", "0"], "--drc-boost"), (["--drc-cut", "1"], "--drc-cut"),
      (["--target-level", "-23"], "--target-level"), (["--drc-effect", "night"], "--drc-effect"),
      (["--target-level", "-23", "--album-level"], "--target-level"), (["--conceal-hold", "1"], "--conceal-hold"),
      (["--conceal-fade", "1"], "--conceal-fade"), (["--look-ahead"], "--look-ahead"),
    ])
  func unknown(options: [String], name: String) throws {
    let directory = try TemporaryDirectory()
    try directory.write("a.wav", wave(samples(20_000), channels: 2, rate: 44_100))
    try expectEqual(af(["convert", "a.wav", "b.m4a", "-d", "alac"], in: directory).status, 0)
    for input in ["a.wav", "b.m4a"] {
      let result = try af(["convert", input, "c.wav"] + options, in: directory)
      #expect(result.status == 1 && result.errorLines.count == 1)
      #expect(result.error.hasPrefix("af: \(input): unsupported: ") && result.error.contains(name), "\(result.error)")
    }
    expectEqual(directory.names, ["a.wav", "b.m4a"])
  }

  @Test("Where packets are copied nothing is decoded, and the options are refused")
  func copying() throws {
    let place = try directory()
    for (options, name) in [(["--drc", "on"], "--drc"), (["--look-ahead", "--conceal-fade", "1"], "--conceal-fade")] {
      let result = try af(
        ["convert", "a.dump", "b.aac", "--asc", place.configuration] + options, in: place.directory)
      #expect(result.status == 1 && result.errorLines.count == 1 && result.error.hasPrefix("af: b.aac: unsupported: "))
      #expect(result.error.contains("copied") && result.error.contains(name), "\(result.error)")
    }
    expectEqual(place.directory.names, ["a.dump"])
    try expectEqual(af(["convert", "a.dump", "b.aac", "--asc", place.configuration], in: place.directory).status, 0)
  }

  @Test(
    "What makes no sense is wrong usage",
    arguments: [
      ["--drc", "maybe"], ["--drc-boost", "1.1"], ["--drc-cut", "-0.1"], ["--drc-cut", "nan"],
      ["--target-level", "1"], ["--target-level", "-40"], ["--conceal-hold", "-1"], ["--conceal-fade", "inf"],
      ["--drc", "off", "--drc-cut", "1"], ["--drc-effect", "loud"], ["--drc", "off", "--drc-effect", "night"],
      ["--album-level"], ["--on-error", "stop", "--conceal-fade", "1"],
      ["--on-error", "stop", "--look-ahead"],
    ])
  func usage(options: [String]) throws {
    let place = try directory()
    let result = try af(
      ["convert", "a.dump", "b.wav", "--asc", place.configuration] + options, in: place.directory)
    #expect(result.status == 64 && place.directory.names == ["a.dump"], "\(result.error)")
  }
}
