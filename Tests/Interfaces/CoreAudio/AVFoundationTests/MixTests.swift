import AVFoundation
import TestSupport
import Testing

@Suite("AVAssetReaderAudioMixOutput and AVAudioMix")
struct MixTests {
  /// A movie of two tracks of sound: a constant each, the second a part of a second later.
  private func twoTracks(_ folder: Sound.Folder, delay: Int) async throws -> AVURLAsset {
    let writer = try AVAssetWriter(url: folder["two.mov"], fileType: .mov)
    let settings: [String: Any] = [AVFormatIDKey: kAudioFormatLinearPCM, AVLinearPCMBitDepthKey: 16]
    let inputs = (0..<2).map { _ in AVAssetWriterInput(mediaType: .audio, outputSettings: settings) }
    for input in inputs { writer.add(input) }
    #expect(writer.startWriting())
    writer.startSession(atSourceTime: .zero)
    for (index, input) in inputs.enumerated() {
      let time = CMTime(value: Int64(index * delay), timescale: 44_100)
      #expect(input.append(try Sound.buffer(0..<20_000, at: time) { _, _ in index == 0 ? 4096 : 8192 }))
      input.markAsFinished()
    }
    await writer.finishWriting()
    expectEqual(writer.status, .completed, "\(writer.error.map { "\($0)" } ?? "")")
    return AVURLAsset(url: folder["two.mov"])
  }

  @Test("Tracks are added up at their times")
  func sums() async throws {
    let folder = Sound.Folder()
    let asset = try await twoTracks(folder, delay: 5000)
    expectEqual(asset.tracks.map(\.timeRange.start.value), [0, 5000])
    let output = AVAssetReaderAudioMixOutput(audioTracks: asset.tracks, audioSettings: nil)
    #expect(output.audioTracks.count == 2 && output.audioSettings == nil && output.audioMix == nil)
    output.audioTimePitchAlgorithm = .timeDomain
    expectEqual(output.audioTimePitchAlgorithm, .timeDomain)
    let reader = try Sound.reader(asset, output)
    let samples = try Sound.buffers(output, of: reader).flatMap { try Sound.floats($0) }
    #expect(reader.status == .completed && samples.count == 50_000)
    let expected = (0..<50_000).map { index -> Float in
      let frame = index / 2
      return (frame < 20_000 ? 0.125 : 0) + (frame >= 5000 ? 0.25 : 0)
    }
    expectEqual(samples, expected)
  }

  @Test("Volumes and ramps of a mix are those of their times")
  func volumes() async throws {
    let folder = Sound.Folder()
    let asset = try await twoTracks(folder, delay: 0)
    let first = AVMutableAudioMixInputParameters(track: asset.tracks[0])
    first.setVolumeRamp(
      fromStartVolume: 0, toEndVolume: 1,
      timeRange: CMTimeRange(start: .zero, duration: CMTime(value: 10_000, timescale: 44_100)))
    let second = AVMutableAudioMixInputParameters()
    second.trackID = asset.tracks[1].trackID
    second.setVolume(0.5, at: .zero)
    second.setVolume(0, at: CMTime(value: 15_000, timescale: 44_100))
    var (start, end): (Float, Float) = (9, 9)
    var range = CMTimeRange.invalid
    #expect(first.getVolumeRamp(for: .zero, startVolume: &start, endVolume: &end, timeRange: &range))
    #expect(start == 0 && end == 1 && abs(range.duration.seconds - 10_000 / 44_100.0) < 1e-8)
    #expect(!AVAudioMixInputParameters().getVolumeRamp(for: .zero, startVolume: nil, endVolume: nil, timeRange: nil))
    let mix = AVMutableAudioMix()
    mix.inputParameters = [first, second]
    expectEqual(mix.inputParameters.map(\.trackID), asset.tracks.map(\.trackID))
    expectEqual((mix.mutableCopy() as? AVMutableAudioMix)?.inputParameters.count, 2)
    expectEqual((first.mutableCopy() as? AVMutableAudioMixInputParameters)?.trackID, first.trackID)
    let output = AVAssetReaderAudioMixOutput(audioTracks: asset.tracks, audioSettings: Sound.float32)
    output.audioMix = mix
    // What is changed afterwards does not count.
    mix.inputParameters = []
    #expect(output.audioMix?.inputParameters.count == 2 && AVAudioMix().inputParameters.isEmpty)
    let reader = try Sound.reader(asset, output)
    let samples = try Sound.buffers(output, of: reader).flatMap { try Sound.floats($0) }
    expectEqual(samples.count, 40_000)
    for frame in stride(from: 0, to: 20_000, by: 997) {
      let expected = 0.125 * min(1, Double(frame) / 10_000) + (frame < 15_000 ? 0.125 : 0)
      expectLess(abs(Double(samples[2 * frame]) - expected), 1e-5, "frame \(frame)")
    }
  }

  @Test("An export mixes all tracks into one, as loud as its mix says")
  func exporting() async throws {
    let folder = Sound.Folder()
    let asset = try await twoTracks(folder, delay: 0)
    let session = try required(AVAssetExportSession(asset: asset, presetName: AVAssetExportPresetAppleM4A))
    let quiet = AVMutableAudioMixInputParameters(track: asset.tracks[1])
    quiet.setVolume(0, at: .zero)
    let mix = AVMutableAudioMix()
    mix.inputParameters = [quiet]
    session.audioMix = mix
    #expect(session.audioMix === mix)
    try await session.export(to: folder["a.m4a"], as: .m4a)
    let samples = try Sound.samples(AVURLAsset(url: folder["a.m4a"]))
    expectEqual(samples.count, 40_000)
    let middle = samples[10_000..<30_000]
    expectLess(abs(middle.reduce(0, +) / Float(middle.count) - 0.125), 0.01)
    let passing = try required(AVAssetExportSession(asset: asset, presetName: AVAssetExportPresetPassthrough))
    passing.audioMix = mix
    await #expect(throws: AVError.self) { try await passing.export(to: folder["b.mov"], as: .mov) }
  }
}
