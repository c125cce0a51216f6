import AIFFContainer
import AudioBase
import Foundation
import TestSupport
import Testing

@Suite struct ForeignTests {
  /// What FFmpeg reads: it decodes at most two channels of IMA4, and has no reader for `42ni` and `23ni`.
  private static let readByFFmpeg = HeldFormat.all.filter { !["LEI24", "LEI32"].contains($0.name) }
    .flatMap { held in [1, 2, 6].filter { held.name != "ima4" || $0 < 3 }.map { (held, $0) } }

  @Test(.needs(.ffmpeg), arguments: readByFFmpeg)
  func ffmpegReadsOurFiles(held: HeldFormat, channels: Int) throws {
    var random = SplitMix64(seed: 5)
    let format = held.format(rate: 44_100, channels: channels)
    let speakers: [Speaker] = [.left, .right, .center, .lowFrequency, .leftSurround, .rightSurround]
    let layout =
      channels < 3
      ? ChannelLayout(unlabelledChannelCount: channels) : ChannelLayout(Array(speakers.prefix(channels)))
    let data = random.bytes(format.bytesPerPacket * 500)
    var settings = WriterSettings(format: format, layout: layout)
    settings.metadata[.title] = "A title"
    settings.metadata[.album] = "An album"
    let sink = MemoryByteSink()
    var writer = try AIFFWriter(sink, settings: settings, form: held.form)
    try writer.write(data.span, descriptions: Span())
    try writer.finish()
    let found = try ForeignProgram.probe(sink.bytes, named: "a.aiff")
    #expect(found["format_name"] == "aiff" && found["codec_name"] == held.codec)
    #expect(found["sample_rate"] == "44100" && found["channels"] == "\(channels)")
    expectEqual(found["duration_ts"], "\(500 * format.framesPerPacket)")
    #expect(found["TAG:title"] == "A title" && found["TAG:album"] == "An album")
    if channels == 6 { #expect(found["channel_layout"] == "5.1(side)" || found["channel_layout"] == "5.1") }
    let output = held.name == "ima4" ? ["-f", "caf", "/dev/null", "-y"] : ["-f", "data", "-"]
    let raw = try ForeignProgram.run(
      "ffmpeg", ["-v", "error", "-i", "FILE", "-map", "0:a", "-c", "copy"] + output, on: sink.bytes, named: "a.aiff")
    if held.name != "ima4" { expectEqual(raw, data) }
  }

  /// SoX knows fewer compression types than QuickTime.
  private static let readBySoX = HeldFormat.all.filter {
    ["BEI8", "BEI16", "BEI24", "BEI32", "LEI16"].contains($0.name)
  }

  @Test(.needs(.program("sox")), arguments: readBySoX)
  func soxReadsOurFiles(held: HeldFormat) throws {
    let samples = try required(SampleFormat(held.name))
    var random = SplitMix64(seed: 6)
    let format = held.format(rate: 48_000, channels: 2)
    let data = random.bytes(format.bytesPerPacket * 333)
    let sink = MemoryByteSink()
    let settings = WriterSettings(format: format, layout: .init([.left, .right]))
    var writer = try AIFFWriter(sink, settings: settings, form: held.form)
    try writer.write(data.span, descriptions: Span())
    try writer.finish()
    let raw = try ForeignProgram.run(
      "sox",
      [
        "FILE", "-t", "raw", "-e", "signed", "-b", "\(samples.bitsPerSample)",
        samples.byteOrder == .bigEndian ? "-B" : "-L", "-",
      ], on: sink.bytes, named: held.form == .aiff ? "a.aiff" : "a.aifc")
    expectEqual(raw, data)
  }

  @Test(.needs(.corpus)) func everySharedFileIsReadOrRefusedAsWhatItIs() throws {
    var read = 0
    let suffixes = ["aif", "aiff", "aifc"]
    for file in try SharedFiles.files(below: "corpus", where: { suffixes.contains($0.pathExtension.lowercased()) }) {
      let bytes = SharedFiles.bytes(file)
      guard bytes.starts(with: "FORM".utf8), bytes.dropFirst(8).starts(with: "AIF".utf8) else { continue }
      guard var reader = try? open(bytes) else {
        #expect(["ableton.aif", "invalid_sample_rate.aiff"].contains(file.lastPathComponent))
        continue
      }
      read += 1
      let frames = bytes.firstRange(of: Array("COMM".utf8)).map { place in
        bytes[(place.lowerBound + 10)..<(place.lowerBound + 14)].reduce(0) { $0 << 8 | Int64($1) }
      }
      expectEqual(reader.tracks[0].packetCount, frames, "\(file.path)")
      try expectEqual(samples(&reader).count, Int(reader.tracks[0].audioByteCount ?? -1))
    }
    print("AIFF files read: \(read)")
    expectGreater(read, 0)
  }
}
