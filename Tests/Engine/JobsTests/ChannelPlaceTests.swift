import AudioBase
import AudioCatalog
import AudioFiles
import AudioJobs
import Foundation
import TestSupport
import Testing

@Suite("Each loudspeaker's sound through containers and codecs") struct ChannelPlaceTests {
  /// A file to be made: its name, its data format, and FFmpeg's name of that.
  struct Case: Sendable, CustomStringConvertible {
    var name: String
    var format: FourCharacterCode?
    var encoder: String
    var description: String { "\(name) \(encoder)" }

    init(_ name: String, _ format: FourCharacterCode?, _ encoder: String) {
      (self.name, self.format, self.encoder) = (name, format, encoder)
    }
  }

  static let cases = [
    Case("a.wav", nil, "pcm_s16le"), Case("a.aiff", nil, "pcm_s16be"), Case("a.caf", nil, "pcm_s16be"),
    Case("a.m4a", .aac, "aac"), Case("a.m4a", .appleLossless, "alac"), Case("a.caf", .appleLossless, "alac"),
    Case("a.mov", .aac, "aac"), Case("a.mov", nil, "pcm_s16le"), Case("a.mp4", .flac, "flac"),
    Case("a.mka", .aac, "aac"), Case("a.mka", .flac, "flac"), Case("a.mka", nil, "pcm_s16le"),
    Case("a.mka", .appleLossless, "alac"), Case("a.mka", .opus, "libopus"), Case("a.ts", .aac, "aac"),
    Case("a.aac", .aac, "aac"), Case("a.flac", .flac, "flac"), Case("a.oga", .flac, "flac"),
    Case("a.opus", .opus, "libopus"), Case("a.ogg", .vorbis, "libvorbis"), Case("a.mp4", .opus, "libopus"),
  ]

  /// ITU-R BS.775-3, Table 2, of L R C LFE Ls Rs: to one, two and six channels.
  static let half = 0.5.squareRoot()
  static let expected: [Int: [[Double]]] = [
    1: [[half, half, 1, 0, 0.5, 0.5]],
    2: [[1, 0, half, 0, half, 0], [0, 1, half, 0, 0, half]],
    6: (0..<6).map { row in (0..<6).map { $0 == row ? 1 : 0 } },
  ]

  private static let surround = ChannelLayout([.left, .right, .center, .lowFrequency, .leftSurround, .rightSurround])

  /// Whether this package can write a file, with the libraries that are installed.
  static func canWrite(_ file: Case) -> Bool {
    let suffix = file.name.split(separator: ".").last.map(String.init) ?? ""
    guard Catalog.standard.containers.contains(where: { $0.create != nil && $0.extensions.contains(suffix) }) else {
      return false
    }
    guard let format = file.format else { return true }
    return Catalog.standard.encoder(formatID: format).map { $0.missing(.encoding) == nil } ?? false
  }

  private func check(_ file: FilePath, _ directory: TemporaryDirectory) throws {
    let isVorbis = String(decoding: file.bytes, as: UTF8.self).hasSuffix("ogg")
    for (count, expected) in Self.expected {
      var conversion = FileConversion(from: file, to: directory.file("out\(count).wav"))
      (conversion.channelCount, conversion.mixesLostChannels, conversion.usualSamples) = (count, true, .float32)
      // Only samples in Matroska are without any word on their loudspeakers.
      for note in try conversion.run().notes {
        switch note {
        case .channelsAssumed:
          #expect(String(decoding: file.bytes, as: UTF8.self).hasSuffix("mka") && count < 6, "\(note)")
        case .channelsLeftOut, .channelsWithoutPlace, .layoutContradicted: Issue.record("\(note)")
        default: break
        }
      }
      let output = try #require(directory.read("out\(count).wav"))
      let gains = try Loudspeakers.gains(output, of: Self.surround.speakers).gains
      try #require(gains.count == count)
      for (channel, row) in expected.enumerated() {
        for (tone, gain) in row.enumerated() {
          // Vorbis is free with the level of a deep tone.
          #expect(
            abs(gains[channel][tone] - gain) < (isVorbis && tone == 3 ? 0.35 : 0.04),
            "\(count): \(channel), \(tone): \(gains[channel])")
        }
      }
    }
  }

  @Test("5.1 that was written here becomes mono, stereo and itself", arguments: cases.filter(canWrite))
  func own(_ file: Case) throws {
    let directory = try TemporaryDirectory()
    try directory.write("in.wav", Loudspeakers.wave(Self.surround.speakers, mask: 0x3F))
    var conversion = FileConversion(from: directory.file("in.wav"), to: directory.file(file.name))
    conversion.dataFormat = file.format.map { OutputDataFormat(.coded($0)) } ?? OutputDataFormat(.samples(.int16))
    if file.name == "a.aiff" { conversion.dataFormat = nil }
    conversion.mixesLostChannels = true
    if file.format == .aac || file.format == .opus {
      var encoding = EncoderSettings(formatID: .aac, sampleRate: 0, layout: ChannelLayout([]))
      encoding.bitRate = 384_000
      conversion.encoding = encoding
    }
    let notes = try conversion.run().notes
    #expect(notes.isEmpty, "\(notes)")
    try check(directory.file(file.name), directory)
  }

  @Test("5.1 that FFmpeg wrote becomes mono, stereo and itself", .needs(.ffmpeg), arguments: cases)
  func foreign(_ file: Case) throws {
    let directory = try TemporaryDirectory()
    let input = Loudspeakers.wave(Self.surround.speakers, mask: 0x3F)
    let output = directory.path + "/" + file.name
    let arguments = ["-v", "error", "-i", "FILE", "-c:a", file.encoder, "-b:a", "384k", "-strict", "-2", output]
    _ = try ForeignProgram.run("ffmpeg", arguments, on: input, named: "in.wav")
    // Not every build of it has every encoder, nor has every system the library.
    guard directory.read(file.name).map({ !$0.isEmpty }) ?? false else { return }
    try check(directory.file(file.name), directory)
  }

  /// The data formats that layouts are brought into.
  static let targets = [
    Case("b.m4a", .aac, "aac"), Case("b.m4a", .appleLossless, "alac"), Case("b.flac", .flac, "flac"),
    Case("b.opus", .opus, "opus"), Case("b.caf", nil, "pcm"), Case("b.aiff", nil, "pcm"), Case("b.wav", nil, "pcm"),
    Case("b.mka", .flac, "flac"), Case("b.mp4", .flac, "flac"),
  ]

  /// 3.0, 2.1, quad and quad at the sides, 5.0 and 5.1 either way, 6.0, 6.1 either way, 7.0, 7.1, 7.1 wide either way,
  /// 4.0, 4.1, 3.1 and quad with LFE.
  static let masks: [UInt32] = [
    0x7, 0xB, 0x33, 0x603, 0x37, 0x607, 0x3F, 0x60F, 0x137, 0x13F, 0x70F, 0x637, 0x63F, 0xFF, 0x6CF, 0x107, 0x10F, 0xF,
    0x3B,
  ]

  @Test(
    "Each tone stays in its loudspeaker, as FFmpeg hears it, or is refused, or the job says what becomes of it",
    .needs(.ffmpeg), arguments: targets.filter(canWrite), masks)
  func layouts(_ target: Case, mask: UInt32) throws {
    let layout = try #require(ChannelLayout(bitmap: mask))
    let directory = try TemporaryDirectory()
    try directory.write("in.wav", Loudspeakers.wave(layout.speakers, mask: mask))
    var conversion = FileConversion(from: directory.file("in.wav"), to: directory.file(target.name))
    conversion.dataFormat = target.format.map { OutputDataFormat(.coded($0)) }
    conversion.mixesLostChannels = true
    let report: ConversionReport
    do {
      report = try conversion.run()
    } catch {
      #expect(target.format != nil && target.format != .flac && target.format != .aac, "\(error)")
      return
    }
    guard report.notes.isEmpty else {
      #expect(target.format != .flac && target.format != .appleLossless, "\(report.notes)")
      return
    }
    let file = try #require(directory.read(target.name))
    // FFmpeg 5.1 takes the channels of two tags for those of WAVE's order, and FLAC's in MP4 by their number alone.
    let isMisread = ["b.caf", "b.aiff"].contains(target.name) && [0x13F, 0xFF].contains(mask)
    guard !isMisread, target.name != "b.mp4" else { return try checkOwn(target, layout, directory) }
    let arguments = ["-v", "error", "-strict", "1", "-i", "FILE", "-c:a", "pcm_f32le", "-f", "wav", "-"]
    let decoded = try ForeignProgram.run("ffmpeg", arguments, on: file, named: target.name)
    try check(decoded, layout)
  }

  /// Decodes a file here into WAVE, which states its loudspeakers by a mask.
  private func checkOwn(_ target: Case, _ layout: ChannelLayout, _ directory: TemporaryDirectory) throws {
    var back = FileConversion(from: directory.file(target.name), to: directory.file("back.wav"))
    back.usualSamples = .float32
    #expect(try back.run().notes.isEmpty)
    try check(try #require(directory.read("back.wav")), layout)
  }

  private func check(_ wave: [UInt8], _ layout: ChannelLayout) throws {
    let (gains, found) = try Loudspeakers.gains(wave, of: layout.speakers)
    try #require(gains.count == layout.channelCount)
    let heard = try #require(ChannelLayout(bitmap: found))
    for (channel, place) in heard.places.enumerated() {
      let own = layout.places.firstIndex(of: place)
      for tone in layout.speakers.indices {
        let expected = tone == own ? 1.0 : 0
        #expect(
          abs(gains[channel][tone] - expected) < 0.08, "\(layout) as \(heard): \(channel), \(tone): \(gains[channel])")
      }
    }
  }
}
