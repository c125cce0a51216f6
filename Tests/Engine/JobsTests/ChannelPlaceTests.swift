import AudioBase
import AudioCatalog
import AudioFiles
import AudioJobs
import Foundation
import TestSupport
import Testing

@Suite("Each loudspeaker's sound through containers and codecs") struct ChannelPlaceTests {
  /// Whether this package can write a file, with the libraries that are installed.
  static func canWrite(_ file: Loudspeakers.File) -> Bool {
    let suffix = file.name.split(separator: ".").last.map(String.init) ?? ""
    guard Catalog.standard.containers.contains(where: { $0.create != nil && $0.extensions.contains(suffix) }) else {
      return false
    }
    guard let format = file.format else { return true }
    return Catalog.standard.encoder(formatID: format).map { $0.missing(.encoding) == nil } ?? false
  }

  private func check(_ file: Loudspeakers.File, _ directory: TemporaryDirectory) throws {
    for count in [1, 2, 6] {
      var conversion = FileConversion(from: directory.file(file.name), to: directory.file("out\(count).wav"))
      (conversion.channelCount, conversion.mixesLostChannels, conversion.usualSamples) = (count, true, .float32)
      // Only samples in Matroska are without any word on their loudspeakers.
      for note in try conversion.run().notes {
        switch note {
        case .channelsAssumed: #expect(file.isUnlabelled && count < 6, "\(note)")
        case .channelsLeftOut, .channelsWithoutPlace, .layoutContradicted: Issue.record("\(note)")
        default: break
        }
      }
      let output = try required(directory.read("out\(count).wav"))
      let gains = try Loudspeakers.gains(output, of: Loudspeakers.speakers).gains
      expectEqual(file.faults(gains, channels: count), [])
    }
  }

  @Test("5.1 that was written here becomes mono, stereo and itself", arguments: Loudspeakers.files.filter(canWrite))
  func own(_ file: Loudspeakers.File) throws {
    let directory = try TemporaryDirectory()
    try directory.write("in.wav", Loudspeakers.surroundWave)
    var conversion = FileConversion(from: directory.file("in.wav"), to: directory.file(file.name))
    conversion.dataFormat = file.format.map { OutputDataFormat(.coded($0)) } ?? OutputDataFormat(.samples(.int16))
    if file.name == "a.aiff" { conversion.dataFormat = nil }
    conversion.mixesLostChannels = true
    if file.bitRate > 0 { conversion.encoding.bitRate = file.bitRate }
    let notes = try conversion.run().notes.filter { if case .recordingNotMarked = $0 { false } else { true } }
    let isTold = notes.contains { if case .layoutNotStated = $0 { true } else { false } }
    #expect(notes.count == (isTold ? 1 : 0) && isTold == file.isUnlabelled, "\(notes)")
    try check(file, directory)
  }

  @Test("5.1 that FFmpeg wrote becomes mono, stereo and itself", .needs(.ffmpeg), arguments: Loudspeakers.files)
  func foreign(_ file: Loudspeakers.File) throws {
    let directory = try TemporaryDirectory()
    // Not every build of it has every encoder, nor has every system the library.
    guard let bytes = try file.foreign() else { return }
    try directory.write(file.name, bytes)
    try check(file, directory)
  }

  /// The data formats that layouts are brought into.
  static let targets: [Loudspeakers.File] = [
    .init("b.m4a", .aac, "aac"), .init("b.m4a", .appleLossless, "alac"), .init("b.flac", .flac, "flac"),
    .init("b.opus", .opus, "opus"), .init("b.caf", nil, "pcm"), .init("b.aiff", nil, "pcm"), .init("b.wav", nil, "pcm"),
    .init("b.mka", .flac, "flac"), .init("b.mp4", .flac, "flac"), .init("b.ogg", .vorbis, "vorbis"),
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
  func layouts(_ target: Loudspeakers.File, mask: UInt32) throws {
    let layout = try required(ChannelLayout(bitmap: mask))
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
    // Side loudspeakers that the format knows as back ones are told, and keep their tones.
    let notes = report.notes.filter { note in
      guard case .layoutNotStated(let own, let taken) = note else { return true }
      return !own.hasPlaces(of: taken)
    }
    guard notes.isEmpty else {
      #expect(target.format != .flac && target.format != .appleLossless, "\(notes)")
      return
    }
    let file = try required(directory.read(target.name))
    // FFmpeg 5.1 takes the channels of two tags for those of WAVE's order, and FLAC's in MP4 by their number alone.
    let isMisread = ["b.caf", "b.aiff"].contains(target.name) && [0x13F, 0xFF].contains(mask)
    guard !isMisread, target.name != "b.mp4" else { return try checkOwn(target, layout, directory) }
    let arguments = ["-v", "error", "-strict", "1", "-i", "FILE", "-c:a", "pcm_f32le", "-f", "wav", "-"]
    let decoded = try ForeignProgram.run("ffmpeg", arguments, on: file, named: target.name)
    // libvorbisenc keeps only low frequencies of 5.1's last channel, which its tone is not.
    try check(decoded, layout, weakened: target.format == .vorbis && layout.channelCount == 6 ? .lowFrequency : nil)
  }

  @Test("7.0 by MPEG's names keeps its places in FLAC and WAVE", .needs(.ffmpeg), arguments: ["b.flac", "b.wav"])
  func film(name: String) throws {
    // WAVE's back and side loudspeakers, the side ones called surround, in the order of Core Audio's AudioUnit_7_0.
    let film = ChannelLayout([.left, .right, .leftSurround, .rightSurround, .center, .leftRear, .rightRear])
    let layout = try required(ChannelLayout(bitmap: 0x637))
    let directory = try TemporaryDirectory()
    try directory.write("in.wav", Loudspeakers.wave(layout.speakers, mask: 0x637))
    var conversion = FileConversion(from: directory.file("in.wav"), to: directory.file("film.caf"))
    conversion.layout = film
    #expect(try conversion.run().notes.isEmpty)
    let second = FileConversion(from: directory.file("film.caf"), to: directory.file(name))
    #expect(try second.run().notes.isEmpty)
    let arguments = ["-v", "error", "-i", "FILE", "-c:a", "pcm_f32le", "-f", "wav", "-"]
    try check(ForeignProgram.run("ffmpeg", arguments, on: required(directory.read(name)), named: name), layout)
  }

  /// Decodes a file here into WAVE, which states its loudspeakers by a mask.
  private func checkOwn(_ target: Loudspeakers.File, _ layout: ChannelLayout, _ directory: TemporaryDirectory) throws {
    var back = FileConversion(from: directory.file(target.name), to: directory.file("back.wav"))
    back.usualSamples = .float32
    #expect(try back.run().notes.isEmpty)
    try check(try required(directory.read("back.wav")), layout)
  }

  private func check(_ wave: [UInt8], _ layout: ChannelLayout, weakened: Speaker? = nil) throws {
    let (gains, found) = try Loudspeakers.gains(wave, of: layout.speakers)
    try #require(gains.count == layout.channelCount)
    let heard = try required(ChannelLayout(bitmap: found))
    for (channel, place) in heard.places.enumerated() {
      let own = layout.places.firstIndex(of: place)
      for tone in layout.speakers.indices {
        let expected = tone == own ? 1.0 : 0
        if place == weakened, tone == own { continue }
        expectLess(
          abs(gains[channel][tone] - expected), 0.08, "\(layout) as \(heard): \(channel), \(tone): \(gains[channel])")
      }
    }
  }
}
