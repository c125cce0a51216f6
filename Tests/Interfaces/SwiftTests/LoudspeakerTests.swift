import Foundation
import SwiftAudioToolbox
import TestSupport
import Testing

/// 5.1 with one sounding loudspeaker at a time, through every container and codec to one, two and six channels, by
/// `load`, `Sound` and `SoundBlocks`.
@Suite struct LoudspeakerTests {
  private func check(_ file: Loudspeakers.File, _ path: String) async throws {
    for channels in [1, 2, 6] {
      let samples = try load(path, rate: Double(Loudspeakers.sampleRate), channels: channels)
      let gains = Loudspeakers.gains(samples, channels: channels, of: Loudspeakers.speakers)
      expectEqual(file.faults(gains, channels: channels), [])
      try expectEqual(Sound(path: path, channels: channels).samples, samples)
      var blocks: [Float] = []
      for try await block in SoundBlocks(path: path, channels: channels) { blocks += block.samples }
      expectEqual(blocks, samples)
    }
  }

  @Test(arguments: ["a.wav", "a.caf", "a.m4a", "a.flac", "a.aiff"]) func filesOfOurs(name: String) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "sound-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let input = folder.appending(path: "in.wav")
    try Data(Loudspeakers.surroundWave).write(to: input)
    let file = try required(Loudspeakers.files.first { $0.name == name })
    let output = folder.appending(path: name).path
    let bitRate = file.bitRate > 0 ? file.bitRate : nil
    let report = try Sound(path: input.path).save(to: output, as: file.format.map { .coded($0) }, bitRate: bitRate)
    #expect(report.notes.isEmpty)
    try await check(file, output)
  }

  @Test(.needs(.ffmpeg), arguments: Loudspeakers.files) func filesOfFFmpeg(file: Loudspeakers.File) async throws {
    guard let bytes = try file.foreign() else { return }
    let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString)-\(file.name)")
    try Data(bytes).write(to: path)
    defer { try? FileManager.default.removeItem(at: path) }
    try await check(file, path.path)
  }
}
