import AVFoundation
import TestSupport
import Testing

@Suite("AVAssetExportSession")
struct ExportTests {
  @Test("AppleM4A encodes the sound of an asset, to the frame")
  func appleM4A() async throws {
    let folder = Sound.Folder()
    try Sound.wave(folder["a.wav"], frames: 50_001) { Sound.tone($0, $1) }
    let asset = AVURLAsset(url: folder["a.wav"])
    let session = try required(AVAssetExportSession(asset: asset, presetName: AVAssetExportPresetAppleM4A))
    #expect(session.asset === asset && session.presetName == AVAssetExportPresetAppleM4A)
    #expect(session.status == .unknown && session.supportedFileTypes == [.m4a] && session.error == nil)
    await expectEqual(session.compatibleFileTypes, [.m4a])
    try await session.export(to: folder["b.m4a"], as: .m4a)
    #expect(session.status == .completed && session.progress == 1)
    #expect(session.outputURL == folder["b.m4a"] && session.outputFileType == .m4a)
    let made = AVURLAsset(url: folder["b.m4a"])
    expectEqual(made.duration, CMTime(value: 50_001, timescale: 44_100))
    let stream = (made.tracks[0].formatDescriptions.first as! CMFormatDescription?)
      .flatMap { CMAudioFormatDescriptionGetStreamBasicDescription($0)?.pointee }
    expectEqual(stream?.mFormatID, kAudioFormatMPEG4AAC)
    let expected = (0..<100_002).map { Float(Sound.tone($0 / 2, $0 % 2)) / 32768 }
    try expectGreater(Sound.samples(made).signalToNoise(of: expected), 25)
  }

  @Test("Passthrough keeps the packets, of a part those that are heard in it")
  func passthrough() async throws {
    let folder = Sound.Folder()
    let asset = AVURLAsset(url: Sound.music)
    let session = try required(AVAssetExportSession(asset: asset, presetName: AVAssetExportPresetPassthrough))
    #expect(session.supportedFileTypes.contains(.mov) && !session.supportedFileTypes.contains(.wav))
    session.outputURL = folder["a.mov"]
    session.outputFileType = .mov
    session.shouldOptimizeForNetworkUse = true
    #expect(session.shouldOptimizeForNetworkUse)
    await session.export()
    expectEqual(session.status, .completed, "\(session.error.map { "\($0)" } ?? "")")
    try expectEqual(Sound.samples(AVURLAsset(url: folder["a.mov"])), Sound.samples(asset))

    let part = try required(AVAssetExportSession(asset: asset, presetName: AVAssetExportPresetPassthrough))
    part.timeRange = CMTimeRange(start: CMTime(value: 1, timescale: 1), duration: CMTime(value: 2, timescale: 1))
    expectEqual(part.timeRange.start, CMTime(value: 1, timescale: 1))
    part.outputURL = folder["b.m4a"]
    part.outputFileType = .m4a
    await withCheckedContinuation { continuation in part.exportAsynchronously { continuation.resume() } }
    expectEqual(part.status, .completed, "\(part.error.map { "\($0)" } ?? "")")
    let copy = AVURLAsset(url: folder["b.m4a"])
    expectEqual(copy.duration, CMTime(value: 2, timescale: 1))
    let whole = try Sound.samples(asset)
    let heard = try Sound.samples(copy)
    // Decoding begins with the packet before the part, so that the first packets are those of the whole but for
    // what the decoder remembers.
    expectEqual(heard.count, 176_400)
    expectEqual(Array(heard.suffix(150_000)), Array(whole[(2 * 132_300 - 150_000)..<(2 * 132_300)]))
  }

  @Test("Chapters lie where their sound is", .needs(.ffmpeg), arguments: [nil, 0.5])
  func chapters(start: Double?) async throws {
    let folder = Sound.Folder()
    try Sound.wave(folder["a.wav"], frames: 88_200) { Sound.tone($0, $1) }
    func little(_ value: Int, _ count: Int) -> [UInt8] { (0..<count).map { UInt8(value >> (8 * $0) & 255) } }
    // `cue `: two points.
    let frames = [11_025, 66_150]
    var wave = [UInt8](try Data(contentsOf: folder["a.wav"])) + Array("cue ".utf8) + little(52, 4) + little(2, 4)
    for (index, frame) in frames.enumerated() {
      wave += little(index + 1, 4) + little(frame, 4) + Array("data".utf8) + little(0, 8) + little(frame, 4)
    }
    wave.replaceSubrange(4..<8, with: little(wave.count - 8, 4))
    try Data(wave).write(to: folder["a.wav"])
    let session = try required(
      AVAssetExportSession(asset: AVURLAsset(url: folder["a.wav"]), presetName: AVAssetExportPresetAppleM4A))
    if let start {
      session.timeRange = CMTimeRange(
        start: CMTime(seconds: start, preferredTimescale: 1000), duration: .positiveInfinity)
    }
    try await session.export(to: folder["b.m4a"], as: .m4a)
    let made = [UInt8](try Data(contentsOf: folder["b.m4a"]))
    let arguments = ["-v", "error", "-show_entries", "chapter=start_time", "-of", "csv=p=0", "FILE"]
    let found = String(decoding: try ForeignProgram.run("ffprobe", arguments, on: made, named: "b.m4a"), as: UTF8.self)
      .split(separator: "\n").compactMap { Double($0) }
    let wanted = frames.map { Double($0) / 44_100 - (start ?? 0) }.filter { $0 >= 0 }
    #expect(found.count == wanted.count && zip(found, wanted).allSatisfy { abs($0 - $1) < 0.002 }, "\(found)")
    #expect(session.warnings.isEmpty)
  }

  @Test("Metadata for which the file type has no place are named")
  func losses() async throws {
    let folder = Sound.Folder()
    try Sound.wave(folder["a.wav"], frames: 44_100) { Sound.tone($0, $1) }
    let session = try required(
      AVAssetExportSession(asset: AVURLAsset(url: folder["a.wav"]), presetName: AVAssetExportPresetPassthrough))
    let item = AVMutableMetadataItem()
    item.identifier = .commonIdentifierArtwork
    item.value = NSData(data: Data([0xFF, 0xD8, 0xFF, 0xE0] + [UInt8](repeating: 0, count: 60)))
    session.metadata = [item]
    try await session.export(to: folder["b.caf"], as: .caf)
    #expect(session.status == .completed && session.warnings == ["the file type has no place for a picture"])
  }

  @Test("A movie passes through with its pictures")
  func movie() async throws {
    let folder = Sound.Folder()
    let asset = AVURLAsset(url: Sound.movie)
    let session = try required(AVAssetExportSession(asset: asset, presetName: AVAssetExportPresetPassthrough))
    expectEqual(session.supportedFileTypes, [.mov, .mp4])
    try await session.export(to: folder["a.mp4"], as: .mp4)
    expectEqual(AVURLAsset(url: folder["a.mp4"]).tracks.map(\.mediaType), [.video, .audio])
    try expectEqual(Sound.samples(AVURLAsset(url: folder["a.mp4"])), Sound.samples(asset))
  }

  @Test("Other presets and types of files are refused by name")
  func refusals() async throws {
    let folder = Sound.Folder()
    let asset = AVURLAsset(url: Sound.music)
    for preset in [
      AVAssetExportPresetHighestQuality, AVAssetExportPresetMediumQuality, AVAssetExportPresetLowQuality, "Another",
    ] {
      let session = try required(AVAssetExportSession(asset: asset, presetName: preset))
      #expect(session.supportedFileTypes.isEmpty)
      let error = await #expect(throws: AVError.self) { try await session.export(to: folder["a.m4a"], as: .m4a) }
      expectEqual(error?.code, AVError.Code.operationNotSupportedForPreset.rawValue)
      expectEqual(error?.localizedDescription.contains(preset), true)
      #expect(session.status == .failed && session.error as? AVError === error)
    }
    expectNil(AVAssetExportSession(asset: asset, presetName: ""))
    let session = try required(AVAssetExportSession(asset: asset, presetName: AVAssetExportPresetAppleM4A))
    await #expect(throws: AVError.self) { try await session.export(to: folder["a.wav"], as: .wav) }
    #expect(folder.names.isEmpty)
    expectEqual(AVAssetExportSession.allExportPresets().count, 2)
    expectEqual(AVAssetExportSession.exportPresets(compatibleWith: asset), AVAssetExportSession.allExportPresets())
    #expect(
      await AVAssetExportSession.compatibility(
        ofExportPreset: AVAssetExportPresetAppleM4A, with: asset, outputFileType: .m4a))
    #expect(
      await !AVAssetExportSession.compatibility(
        ofExportPreset: AVAssetExportPresetAppleM4A, with: asset, outputFileType: .mov))
    let types = await withCheckedContinuation { continuation in
      session.determineCompatibleFileTypes { continuation.resume(returning: $0) }
    }
    expectEqual(types, [.m4a])
  }

  @Test("An export that is cancelled leaves no file")
  func cancelling() async throws {
    let folder = Sound.Folder()
    let session = try required(
      AVAssetExportSession(asset: AVURLAsset(url: Sound.music), presetName: AVAssetExportPresetAppleM4A))
    session.cancelExport()
    let error = await #expect(throws: AVError.self) { try await session.export(to: folder["a.m4a"], as: .m4a) }
    expectEqual(error?.code, AVError.Code.operationCancelled.rawValue)
    #expect(session.status == .cancelled && folder.names.isEmpty)
  }
}
