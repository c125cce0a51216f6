import AudioBase
import AudioCatalog
import AudioFiles
import AudioJobs
import Foundation
import TestSupport
import Testing

/// Lists of HLS with their segments, written and read back.
@Suite("Writing lists of segments") struct SegmentWritingTests {
  /// 20 seconds, which are no whole number of packets.
  private static let frameCount = 20 * 8000 + 331

  private func directory() throws -> TemporaryDirectory {
    let directory = try TemporaryDirectory()
    try directory.write("in.wav", wave(sawtooth(2 * Self.frameCount)))
    return directory
  }

  /// Converts the sound to a list, or a list to a WAVE file.
  @discardableResult
  private func convert(
    _ input: String, _ output: String, in directory: TemporaryDirectory, _ formatID: FourCharacterCode? = nil,
    seconds: Double? = nil, replaces: Bool = false, isTransport: Bool = false
  ) throws -> ConversionReport {
    var conversion = FileConversion(from: directory.file(input), to: directory.file(output))
    if isTransport { conversion.container = Catalog.transportList }
    if formatID != nil { conversion.preference = .compressed }
    if let formatID { conversion.dataFormat = OutputDataFormat(.coded(formatID)) }
    if let seconds { conversion.structure = .fragmented(seconds: seconds) }
    if replaces { conversion.replacement = .replace }
    return try conversion.run()
  }

  private func durations(_ list: String) -> [Double] {
    list.split(separator: "\n").filter { $0.hasPrefix("#EXTINF:") }.compactMap {
      Double($0.dropFirst("#EXTINF:".count).dropLast())
    }
  }

  @Test(
    "the sound is read back to the frame, and the durations of the list are its",
    arguments: [FourCharacterCode.appleLossless, .flac, .aac, .aacHighEfficiency, .aacEnhancedLowDelay])
  func roundTrip(formatID: FourCharacterCode) throws {
    let directory = try directory()
    let rate = formatID == .aacHighEfficiency ? 48_000 : formatID == .aacEnhancedLowDelay ? 44_100 : 8000
    try directory.write("in.wav", wave(sawtooth(2 * 20 * rate + 662), rate: rate))
    let frames = 20 * rate + 331
    try convert("in.wav", "out.m3u8", in: directory, formatID, seconds: 3)
    try convert("in.wav", "whole.mp4", in: directory, formatID)
    try convert("out.m3u8", "back.wav", in: directory)
    try convert("whole.mp4", "wanted.wav", in: directory)
    let back = try required(directory.read("back.wav"))
    expectEqual(back, directory.read("wanted.wav"))
    expectGreaterOrEqual(back.count, 4 * frames)
    if formatID == .appleLossless { expectEqual(back.suffix(4 * frames), directory.read("in.wav")?.suffix(4 * frames)) }
    let list = String(decoding: try required(directory.read("out.m3u8")), as: UTF8.self)
    let durations = durations(list)
    #expect((6...7).contains(durations.count) && durations.allSatisfy { $0 > 0 && $0 < 3.3 })
    expectLess(abs(durations.reduce(0, +) - Double(frames) / Double(rate)), 1e-5)
    #expect(list.hasSuffix("#EXT-X-ENDLIST\n") && list.contains("#EXT-X-TARGETDURATION:4"))
    expectEqual(directory.names.count { $0.hasSuffix(".m4s") }, durations.count)
  }

  @Test("tags, pictures and chapters are in the beginning, and nothing is said to be lost")
  func metadata() throws {
    let directory = try directory()
    var tagged = FileConversion(from: directory.file("in.wav"), to: directory.file("a.flac"))
    tagged.extraInfo = [.title: "Aria"]
    try tagged.run()
    var tagging = FileTagging(of: directory.file("a.flac"))
    tagging.changes.markers = [Marker(name: "One", framePosition: 0, identifier: 1)]
    tagging.changes.artwork = [Artwork(bytes: [0xFF, 0xD8, 0xFF, 0xE0] + [UInt8](repeating: 7, count: 60))]
    try tagging.run()
    let report = try convert("a.flac", "out.m3u8", in: directory, .flac, seconds: 4)
    #expect(report.notes.isEmpty, "\(report.notes)")
    let list = directory.file("out.m3u8")
    let metadata = try MediaFile(path: list, containers: Catalog.standard.containers).reader.metadata
    let files = FolderListing.files(below: Pathname(directory.path), .standard)
    expectEqual(files.audio, ["a.flac", "in.wav"].map(directory.file))
    #expect(metadata[.title] == "Aria" && metadata.artwork.count == 1 && metadata.markers.map(\.name) == ["One"])
  }

  @Test("segments that are missing at the end of FLAC, and segments in another order, are told")
  func wrongLists() throws {
    let directory = try directory()
    try convert("in.wav", "out.m3u8", in: directory, .flac, seconds: 5)
    let lines = String(decoding: try required(directory.read("out.m3u8")), as: UTF8.self).split(separator: "\n")
    let names = lines.filter { $0.hasSuffix(".m4s") }
    expectEqual(names.count, 4)
    func notes(_ order: [Int]) throws -> String {
      let rest = order.map { "#EXTINF:5,\n\(names[$0])\n" }.joined()
      let head = lines.prefix { !$0.hasPrefix("#EXTINF") }.joined(separator: "\n")
      try directory.write("other.m3u8", Array("\(head)\n\(rest)#EXT-X-ENDLIST\n".utf8))
      let report = try convert("other.m3u8", "back.wav", in: directory, replaces: true)
      return report.notes.map(\.description).joined(separator: "\n")
    }
    try expectEqual(notes([0, 1, 2, 3]), "")
    #expect(try notes([0, 1]).contains("frames are missing of those that STREAMINFO counts"))
    #expect(try notes([0, 2, 1, 3]).contains("go back by 10.24 s or more"))
    #expect(try notes([0, 1, 1, 2, 3]).contains("go back"))
  }

  @Test(
    "a list of parts of a transport stream has the sound of a whole one, to the packet",
    arguments: [FourCharacterCode.aac, .aacHighEfficiency])
  func transport(formatID: FourCharacterCode) throws {
    let directory = try directory()
    let rate = formatID == .aac ? 44_100 : 48_000
    try directory.write("in.wav", wave(sawtooth(2 * 20 * rate + 662), rate: rate))
    try convert("in.wav", "out.m3u8", in: directory, formatID, seconds: 3, isTransport: true)
    try convert("in.wav", "whole.ts", in: directory, formatID)
    try convert("out.m3u8", "back.wav", in: directory)
    try convert("whole.ts", "wanted.wav", in: directory)
    let back = try required(directory.read("back.wav"))
    expectEqual(back, directory.read("wanted.wav"))
    let list = String(decoding: try required(directory.read("out.m3u8")), as: UTF8.self)
    let durations = durations(list)
    #expect(durations.count == 7 && durations.allSatisfy { $0 > 0 && $0 <= 3 })
    // Nothing in a transport stream says that priming is not heard.
    let (frames, channels) = (Int((durations.reduce(0, +) * Double(rate)).rounded()), 2)
    #expect(frames % 1024 == 0 && frames > 20 * rate + 1024 && abs(back.count - 2 * channels * frames) < 4096)
    #expect(list.contains("#EXT-X-VERSION:3") && !list.contains("EXT-X-MAP") && list.hasSuffix("#EXT-X-ENDLIST\n"))
    expectEqual(directory.names.count { $0.hasSuffix(".ts") }, durations.count + 1)
    #expect(!directory.names.contains { $0.hasSuffix(".m4s") || $0.hasSuffix(".init.mp4") })
    // A list of the other kind replaces them.
    try convert("in.wav", "out.m3u8", in: directory, formatID, seconds: 3, replaces: true)
    expectEqual(directory.names.count { $0.hasSuffix(".ts") }, 1)
  }

  @Test("FFmpeg decodes a list of parts of a transport stream as it does a whole one", .needs(.ffmpeg))
  func foreignTransport() throws {
    let directory = try directory()
    try convert("in.wav", "out.m3u8", in: directory, .aac, seconds: 2.5, isTransport: true)
    try convert("in.wav", "whole.ts", in: directory, .aac)
    let outputs = try ["out.m3u8", "whole.ts"].map { name in
      try ForeignProgram.run(
        "ffmpeg", ["-v", "error", "-i", directory.path + "/" + name, "-f", "s16le", "-"], on: [], named: "none")
    }
    #expect(outputs[0].count > 4 * Self.frameCount && outputs[0] == outputs[1])
  }

  @Test("FFmpeg decodes as many frames as the list says", .needs(.ffmpeg))
  func foreign() throws {
    let directory = try directory()
    try convert("in.wav", "out.m3u8", in: directory, .appleLossless, seconds: 2.5)
    let output = try ForeignProgram.run(
      "ffmpeg", ["-v", "error", "-i", directory.path + "/out.m3u8", "-f", "s16le", "-"], on: [], named: "none")
    expectEqual(output, directory.read("in.wav").map { Array($0.suffix(4 * Self.frameCount)) })
  }

  @Test("a list that is replaced names its own segments until the end, and leaves none")
  func replacing() throws {
    let directory = try directory()
    try convert("in.wav", "out.m3u8", in: directory, .appleLossless, seconds: 1)
    let before = directory.names
    #expect(throws: AudioError.self) { try convert("in.wav", "out.m3u8", in: directory, .appleLossless, seconds: 5) }
    expectEqual(directory.names, before)
    // From itself, which is read while the new one is written.
    try convert("out.m3u8", "out.m3u8", in: directory, .flac, seconds: 5, replaces: true)
    // A block of 4096 frames lasts 0.512 s, so that segments are of 5.12 s.
    expectEqual(directory.names.count, 1 + 1 + 1 + 4)
    expectEqual(Set(before).intersection(directory.names), ["in.wav", "out.m3u8"])
    try convert("out.m3u8", "back.wav", in: directory)
    let count = 4 * Self.frameCount
    expectEqual(directory.read("back.wav")?.suffix(count), directory.read("in.wav")?.suffix(count))
  }

  @Test("a writer that is given up leaves nothing")
  func givenUp() throws {
    let directory = try directory()
    let sink = try makeSink(path: directory.file("out.m3u8"), replacement: .refuse, segments: .fragments)
    func box(_ type: String, _ byteCount: Int) -> [UInt8] {
      [0, 0, 0, UInt8(byteCount)] + Array(type.utf8) + [UInt8](repeating: 0, count: byteCount - 8)
    }
    for bytes in [box("ftyp", 20), box("moov", 30), box("moof", 16) + box("mdat", 20), box("moof", 16), box("mdat", 8)]
    {
      try sink.append(bytes.span)
    }
    // The first segment is whole, and nothing names it.
    #expect(directory.names.contains("out-00000.m4s") && !directory.names.contains("out.m3u8"))
    sink.discard()
    expectEqual(directory.names, ["in.wav"])
  }
}
