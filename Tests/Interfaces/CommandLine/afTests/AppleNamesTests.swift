import Foundation
import TestSupport
import Testing

/// The layouts were printed by `afinfo` of macOS for a 16 kHz mono WAVE file and an AAC file; see `AppleInfoText`.
@Suite struct AppleNamesTests {
  func afinfo(_ arguments: [String], in directory: TemporaryDirectory) throws -> RunResult {
    try runLinked(as: "afinfo", arguments, in: directory)
  }

  @Test func theReportHasTheLinesOfApple() throws {
    let directory = try TemporaryDirectory()
    try directory.write("probe.wav", wave(samples(23_879), channels: 1, rate: 16_000))
    let report = try afinfo(["probe.wav"], in: directory)
    expectEqual(report.status, 0)
    let lines = report.text.split(separator: "\n").filter { !$0.contains("hannel layout") }
    expectEqual(
      lines,
      [
        "File:           probe.wav", "File type ID:   WAVE", "Num Tracks:     1", "----",
        "Data format:     1 ch,  16000 Hz, Int16", "estimated duration: 1.492438 sec", "audio bytes: 47758",
        "audio packets: 23879", "bit rate: 256000 bits per second", "packet size upper bound: 2",
        "maximum packet size: 2", "audio data file offset: 44", "optimized", "source bit depth: I16", "----",
      ])
  }

  @Test func theBriefReportHasOneLineATrack() throws {
    let directory = try TemporaryDirectory()
    try directory.write("probe.wav", wave(samples(23_879), channels: 1, rate: 16_000))
    let report = try afinfo(["--brief", "probe.wav"], in: directory)
    expectEqual(report.status, 0)
    expectEqual(report.text, "probe.wav, WAVE, Num Tracks:     1\n----\n1.492 sec, format:   1 ch,  16000 Hz, Int16\n")
  }

  @Test func compressedFormatsAreToldInFull() throws {
    let directory = try TemporaryDirectory()
    let fixture = SharedFiles.fixtures.appendingPathComponent("glockenspiel-aac-eld.m4a").path
    let report = try afinfo([fixture], in: directory)
    expectEqual(report.status, 0)
    #expect(
      report.text.contains(
        "Data format:     2 ch,  44100 Hz, aace (0x00000000) 0 bits/channel, 0 bytes/packet, 480 frames/packet, "
          + "0 bytes/frame\nChannel layout: Stereo (L R)\nestimated duration: 4.000000 sec\n"))
    #expect(report.text.contains("audio 176400 valid frames + 240 priming + 0 remainder = 176640\n"))
    #expect(report.text.contains("format list:\n[ 0] format:\t  2 ch,  44100 Hz, aace"))
  }

  @Test func xmlIsWellFormedAndNamesTheElementsOfApple() throws {
    let directory = try TemporaryDirectory()
    try directory.write("a&b.wav", wave(samples(100)))
    let report = try afinfo(["-x", "a&b.wav"], in: directory)
    expectEqual(report.status, 0)
    #expect(report.text.contains("<file_name>a&amp;b.wav</file_name>"))
    for element in ["audio_info", "audio_file", "tracks", "track"] {
      #expect(report.text.contains("<\(element)>") && report.text.contains("</\(element)>"))
    }
    #expect(
      report.text.contains("<num_channels>2</num_channels>") && report.text.contains("<sample_rate>8000</sample_rate>"))
  }

  @Test func aFileThatCannotBeReadFails() throws {
    let directory = try TemporaryDirectory()
    try expectEqual(afinfo(["none.wav"], in: directory).status, 1)
  }
}
