import AVFoundation
import TestSupport
import Testing

@Suite("AVAssetWriter")
struct WriterTests {
  static var aac: [String: Any] {
    [
      AVFormatIDKey: kAudioFormatMPEG4AAC, AVSampleRateKey: 44_100, AVNumberOfChannelsKey: 2,
      AVEncoderBitRateKey: 128_000,
    ]
  }

  /// A second and some of a tone, in portions that are no multiple of a packet.
  private func tone(_ frames: Int) throws -> [CMSampleBuffer] {
    try stride(from: 0, to: frames, by: 1500).map {
      try Sound.buffer($0..<min(frames, $0 + 1500)) { Sound.tone($0, $1) }
    }
  }

  @Test(
    "What is encoded has the exact length, and sounds the same",
    arguments: [AVFileType.m4a, .mp4, .mov, .caf], [1, 1024, 20_001, 44_100])
  func lengths(type: AVFileType, frames: Int) async throws {
    let folder = Sound.Folder()
    let writer = try await Sound.write(tone(frames), to: folder["a"], type, Self.aac)
    #expect(writer.status == .completed && writer.error == nil)
    #expect(writer.outputURL == folder["a"] && writer.outputFileType == type && writer.inputs.count == 1)
    let asset = AVURLAsset(url: folder["a"])
    try await expectEqual(asset.load(.duration), CMTime(value: Int64(frames), timescale: 44_100))
    let samples = try Sound.samples(asset)
    expectEqual(samples.count, 2 * frames)
    let expected = (0..<(2 * frames)).map { Float(Sound.tone($0 / 2, $0 % 2)) / 32768 }
    if frames > 5000 { expectGreater(samples.signalToNoise(of: expected), 25) }
    try expectEqual(Sound.samplesOfFile(folder["a"]), samples)
  }

  @Test(
    "Samples that lose nothing are the same",
    arguments: [
      (AVFileType.wav, kAudioFormatLinearPCM), (.aiff, kAudioFormatLinearPCM), (.caf, kAudioFormatLinearPCM),
      (.mov, kAudioFormatLinearPCM), (.m4a, kAudioFormatAppleLossless), (.caf, kAudioFormatAppleLossless),
      (.aifc, kAudioFormatLinearPCM), (.au, kAudioFormatLinearPCM),
    ])
  func lossless(type: AVFileType, formatID: AudioFormatID) async throws {
    let folder = Sound.Folder()
    let settings: [String: Any] = [AVFormatIDKey: formatID, AVLinearPCMBitDepthKey: 16, AVEncoderBitDepthHintKey: 16]
    let buffers = try stride(from: 0, to: 10_000, by: 1000).map { try Sound.buffer($0..<($0 + 1000)) }
    let writer = try await Sound.write(buffers, to: folder["a"], type, settings)
    expectEqual(writer.status, .completed, "\(writer.error.map { "\($0)" } ?? "")")
    let expected = (0..<20_000).map { Float(Sound.value($0 / 2, $0 % 2)) / 32768 }
    try expectEqual(Sound.samples(AVURLAsset(url: folder["a"])), expected)
  }

  @Test(
    "Packets that are read as they are and written as they are are the same", arguments: [AVFileType.m4a, .mov, .caf])
  func passingOn(type: AVFileType) async throws {
    let folder = Sound.Folder()
    for source in [Sound.music, Sound.movie] {
      let asset = AVURLAsset(url: source)
      let track = try required(asset.tracks(withMediaType: .audio).first)
      let output = AVAssetReaderTrackOutput(track: track, outputSettings: nil)
      let reader = try Sound.reader(asset, output)
      let buffers = Sound.buffers(output, of: reader)
      let url = folder[source.lastPathComponent]
      let writer = try await Sound.write(buffers, to: url, type, nil)
      expectEqual(writer.status, .completed, "\(writer.error.map { "\($0)" } ?? "")")
      let copy = AVURLAsset(url: url)
      let copied = AVAssetReaderTrackOutput(track: try required(copy.tracks.first), outputSettings: nil)
      let second = try Sound.reader(copy, copied)
      let again = Sound.buffers(copied, of: second)
      try expectEqual(Sound.packets(again), Sound.packets(buffers))
      expectEqual(again.first?.outputPresentationTimeStamp, .zero)
      expectEqual(copy.duration, asset.tracks(withMediaType: .audio)[0].timeRange.duration)
      try expectEqual(Sound.samples(copy), Sound.samples(asset))
    }
  }

  @Test("A movie's pictures and sound go into another movie")
  func movie() async throws {
    let folder = Sound.Folder()
    let asset = AVURLAsset(url: Sound.movie)
    let reader = try AVAssetReader(asset: asset)
    let writer = try AVAssetWriter(outputURL: folder["a.mov"], fileType: .mov)
    expectEqual(writer.availableMediaTypes, [.audio, .video])
    var lanes: [(AVAssetReaderOutput, AVAssetWriterInput)] = []
    for track in asset.tracks {
      let lane = (
        AVAssetReaderTrackOutput(track: track, outputSettings: track.mediaType == .audio ? Sound.float32 : nil),
        AVAssetWriterInput(
          mediaType: track.mediaType,
          outputSettings: track.mediaType == .audio ? [AVFormatIDKey: kAudioFormatMPEG4AAC] : nil)
      )
      reader.add(lane.0)
      #expect(writer.canAdd(lane.1))
      writer.add(lane.1)
      lanes.append(lane)
    }
    #expect(reader.startReading() && writer.startWriting())
    writer.startSession(atSourceTime: .zero)
    for (output, input) in lanes {
      while let buffer = output.copyNextSampleBuffer() { #expect(input.append(buffer)) }
      input.markAsFinished()
    }
    await writer.finishWriting()
    expectEqual(writer.status, .completed, "\(writer.error.map { "\($0)" } ?? "")")
    let copy = AVURLAsset(url: folder["a.mov"])
    expectEqual(copy.tracks.map(\.mediaType), [.video, .audio])
    expectEqual(copy.tracks[1].timeRange, asset.tracks[1].timeRange)
    try expectEqual(Sound.samples(copy).count, 44_100)
    let pictures = try [asset, copy].map { asset in
      let output = AVAssetReaderTrackOutput(track: asset.tracks[0], outputSettings: nil)
      let reader = try Sound.reader(asset, output)
      return Sound.buffers(output, of: reader)
    }
    try expectEqual(pictures[0].map { try Sound.bytes($0) }, pictures[1].map { try Sound.bytes($0) })
    expectEqual(pictures[0].map(\.presentationTimeStamp), pictures[1].map(\.presentationTimeStamp))
    let isSync = pictures.map { $0.map { !($0.sampleAttachments[0][.notSync] as? Bool ?? false) } }
    expectEqual(isSync[0], isSync[1])
  }

  @Test("A session that starts later leaves out what is before, one that starts earlier begins with nothing")
  func sessions() async throws {
    let folder = Sound.Folder()
    let buffers = try stride(from: 0, to: 10_000, by: 1000).map { try Sound.buffer($0..<($0 + 1000)) }
    let whole = (0..<20_000).map { Float(Sound.value($0 / 2, $0 % 2)) / 32768 }
    let lossless: [String: Any] = [AVFormatIDKey: kAudioFormatAppleLossless, AVEncoderBitDepthHintKey: 16]
    let pcm: [String: Any] = [AVFormatIDKey: kAudioFormatLinearPCM, AVLinearPCMBitDepthKey: 16]
    for (name, type, settings) in [("a.m4a", AVFileType.m4a, lossless), ("a.wav", .wav, pcm)] {
      let late = try await Sound.write(
        buffers, to: folder["late-" + name], type, settings, session: CMTime(value: 1234, timescale: 44_100))
      expectEqual(late.status, .completed)
      try expectEqual(Sound.samples(AVURLAsset(url: folder["late-" + name])), Array(whole[2468...]))
    }
    let early = try await Sound.write(
      buffers, to: folder["early.m4a"], .m4a, lossless, session: CMTime(value: -4410, timescale: 44_100))
    expectEqual(early.status, .completed)
    let track = try required(AVURLAsset(url: folder["early.m4a"]).tracks.first)
    expectEqual(track.timeRange.start, CMTime(value: 4410, timescale: 44_100))
    #expect(track.segments.count == 2 && track.segments[0].isEmpty)
    try expectEqual(Sound.samples(AVURLAsset(url: folder["early.m4a"])), whole)
    // A file type that has no word for that begins with silence.
    let silent = try await Sound.write(
      buffers, to: folder["early.wav"], .wav, pcm, session: CMTime(value: -100, timescale: 44_100))
    expectEqual(silent.status, .completed)
    try expectEqual(Sound.samples(AVURLAsset(url: folder["early.wav"])), [Float](repeating: 0, count: 200) + whole)
    // The end of a session is the end of what is heard.
    let ended = try await Sound.write(buffers, to: folder["end.m4a"], .m4a, lossless) { _, _ in }
    expectEqual(ended.status, .completed)
  }

  @Test("The end of a session is the end of what is heard")
  func endOfSession() async throws {
    let folder = Sound.Folder()
    let writer = try AVAssetWriter(url: folder["a.m4a"], fileType: .m4a)
    let input = AVAssetWriterInput(mediaType: .audio, outputSettings: Self.aac)
    writer.add(input)
    #expect(writer.startWriting())
    writer.startSession(atSourceTime: .zero)
    for buffer in try tone(44_100) { #expect(input.append(buffer)) }
    writer.endSession(atSourceTime: CMTime(value: 30_000, timescale: 44_100))
    await writer.finishWriting()
    expectEqual(writer.status, .completed)
    expectEqual(AVURLAsset(url: folder["a.m4a"]).duration, CMTime(value: 30_000, timescale: 44_100))
    try expectEqual(Sound.samples(AVURLAsset(url: folder["a.m4a"])).count, 60_000)
  }

  @Test("A queue is asked for more until it has none")
  func requests() async throws {
    let folder = Sound.Folder()
    let asset = AVURLAsset(url: Sound.movie)
    let reader = try AVAssetReader(asset: asset)
    let writer = try AVAssetWriter(url: folder["a.mp4"], fileType: .mp4)
    for track in asset.tracks {
      reader.add(AVAssetReaderTrackOutput(track: track, outputSettings: nil))
      writer.add(AVAssetWriterInput(mediaType: track.mediaType, outputSettings: nil))
    }
    #expect(reader.startReading() && writer.startWriting())
    writer.startSession(atSourceTime: .zero)
    await withTaskGroup(of: Void.self) { group in
      for (output, input) in zip(reader.outputs, writer.inputs) {
        group.addTask {
          await withCheckedContinuation { continuation in
            let queue = DispatchQueue(label: "feeding")
            input.requestMediaDataWhenReady(on: queue) {
              while input.isReadyForMoreMediaData {
                guard let buffer = output.copyNextSampleBuffer() else {
                  input.markAsFinished()
                  continuation.resume()
                  return
                }
                #expect(input.append(buffer))
              }
            }
          }
        }
      }
    }
    #expect(!writer.inputs[0].isReadyForMoreMediaData)
    await withCheckedContinuation { continuation in writer.finishWriting { continuation.resume() } }
    #expect(writer.status == .completed && reader.status == .completed)
    expectEqual(AVURLAsset(url: folder["a.mp4"]).tracks.count, 2)
    try expectEqual(Sound.samples(AVURLAsset(url: folder["a.mp4"])), Sound.samples(asset))
  }

  @Test("An input that is far ahead of another one waits")
  func interleaving() throws {
    let folder = Sound.Folder()
    let writer = try AVAssetWriter(url: folder["a.mov"], fileType: .mov)
    let inputs = (0..<2).map { _ in AVAssetWriterInput(mediaType: .audio, outputSettings: Self.aac) }
    inputs[1].expectsMediaDataInRealTime = true
    inputs[1].languageCode = "deu"
    inputs[1].mediaTimeScale = 600
    #expect(inputs[1].expectsMediaDataInRealTime && inputs[1].languageCode == "deu" && inputs[1].mediaTimeScale == 600)
    #expect(inputs[0].sourceFormatHint == nil && inputs[0].outputSettings?.count == 4 && inputs[0].mediaType == .audio)
    for input in inputs { writer.add(input) }
    #expect(!inputs[0].isReadyForMoreMediaData)
    #expect(writer.startWriting())
    writer.startSession(atSourceTime: .zero)
    #expect(inputs[0].isReadyForMoreMediaData && inputs[1].isReadyForMoreMediaData)
    for buffer in try tone(50_000) { #expect(inputs[0].append(buffer)) }
    #expect(!inputs[0].isReadyForMoreMediaData && inputs[1].isReadyForMoreMediaData)
    for buffer in try tone(50_000) { #expect(inputs[1].append(buffer)) }
    #expect(inputs[0].isReadyForMoreMediaData && inputs[1].isReadyForMoreMediaData)
    writer.cancelWriting()
    #expect(writer.status == .cancelled && folder.names.isEmpty)
  }

  @Test("A writer that is cancelled, fails or is given up leaves no file")
  func nothingLeft() async throws {
    let folder = Sound.Folder()
    func begin(_ settings: [String: Any]?) throws -> (AVAssetWriter, AVAssetWriterInput) {
      let writer = try AVAssetWriter(url: folder["a.m4a"], fileType: .m4a)
      let input = AVAssetWriterInput(mediaType: .audio, outputSettings: settings)
      writer.add(input)
      #expect(writer.startWriting())
      writer.startSession(atSourceTime: .zero)
      return (writer, input)
    }
    let (cancelled, first) = try begin(Self.aac)
    #expect(first.append(try Sound.buffer(0..<5000)))
    #expect(!FileManager.default.fileExists(atPath: folder["a.m4a"].path))
    cancelled.cancelWriting()
    let late = try Sound.buffer(0..<10)
    #expect(cancelled.status == .cancelled && folder.names.isEmpty && !first.append(late))
    await cancelled.finishWriting()
    #expect(cancelled.status == .cancelled && folder.names.isEmpty)
    // Linear PCM is not held by this type of file.
    let (failed, second) = try begin(nil)
    #expect(!second.append(try Sound.buffer(0..<5000)))
    #expect(failed.status == .failed && folder.names.isEmpty)
    let error = try required(failed.error as? AVError)
    #expect(error.code == .formatUnsupported && error.localizedFailureReason != nil)
    #expect(error.userInfo[NSUnderlyingErrorKey] is NSError)
    await failed.finishWriting()
    #expect(failed.status == .failed && folder.names.isEmpty)
    do {
      let (given, third) = try begin(Self.aac)
      #expect(third.append(try Sound.buffer(0..<5000)) && given.status == .writing)
    }
    #expect(folder.names.isEmpty)
    // Nothing at all is no file.
    let (empty, fourth) = try begin(Self.aac)
    fourth.markAsFinished()
    await empty.finishWriting()
    #expect(empty.status == .failed && folder.names.isEmpty)
  }

  @Test("A file that exists is left alone")
  func existing() throws {
    let folder = Sound.Folder()
    try Data("mine".utf8).write(to: folder["a.m4a"])
    let writer = try AVAssetWriter(url: folder["a.m4a"], fileType: .m4a)
    writer.add(AVAssetWriterInput(mediaType: .audio, outputSettings: Self.aac))
    #expect(!writer.startWriting() && writer.status == .failed)
    expectEqual((writer.error as? AVError)?.code, -11823)
    try expectEqual(Data(contentsOf: folder["a.m4a"]), Data("mine".utf8))
  }

  @Test("What cannot be written is refused by name")
  func refusals() throws {
    let folder = Sound.Folder()
    #expect(throws: AVError.self) { try AVAssetWriter(url: folder["a.mp3"], fileType: .mp3) }
    #expect(throws: AVError.self) {
      try AVAssetWriter(url: try required(URL(string: "https://example.com/a.m4a")), fileType: .m4a)
    }
    let writer = try AVAssetWriter(url: folder["a.m4a"], fileType: .m4a)
    expectEqual(writer.availableMediaTypes, [.audio])
    #expect(writer.canApply(outputSettings: Self.aac, forMediaType: .audio))
    #expect(writer.canApply(outputSettings: nil, forMediaType: .audio))
    #expect(!writer.canApply(outputSettings: [AVFormatIDKey: kAudioFormatLinearPCM], forMediaType: .audio))
    #expect(!writer.canApply(outputSettings: [:], forMediaType: .audio))
    #expect(!writer.canApply(outputSettings: nil, forMediaType: .video))
    #expect(!writer.canAdd(AVAssetWriterInput(mediaType: .video, outputSettings: nil)))
    writer.add(AVAssetWriterInput(mediaType: .audio, outputSettings: Self.aac))
    #expect(!writer.canAdd(AVAssetWriterInput(mediaType: .audio, outputSettings: Self.aac)))
  }

  @Test("An index in front, or one every second")
  func structures() async throws {
    let folder = Sound.Folder()
    _ = try await Sound.write(tone(100_000), to: folder["front.m4a"], .m4a, Self.aac) { writer, _ in
      writer.shouldOptimizeForNetworkUse = true
      #expect(writer.shouldOptimizeForNetworkUse)
    }
    _ = try await Sound.write(tone(100_000), to: folder["pieces.mp4"], .mp4, Self.aac) { writer, _ in
      writer.movieFragmentInterval = CMTime(value: 1, timescale: 1)
      expectEqual(writer.movieFragmentInterval, CMTime(value: 1, timescale: 1))
    }
    let front = try Data(contentsOf: folder["front.m4a"]), pieces = try Data(contentsOf: folder["pieces.mp4"])
    let (moov, mdat) = (front.range(of: Data("moov".utf8)), front.range(of: Data("mdat".utf8)))
    try expectLess(#require(moov).lowerBound, #require(mdat).lowerBound)
    #expect(pieces.range(of: Data("moof".utf8)) != nil)
    for name in ["front.m4a", "pieces.mp4"] {
      try expectEqual(Sound.samples(AVURLAsset(url: folder[name])).count, 200_000, "\(name)")
    }
  }

  @Test("Formats that change on the way are refused")
  func changingFormats() throws {
    let folder = Sound.Folder()
    let writer = try AVAssetWriter(url: folder["a.m4a"], fileType: .m4a)
    let input = AVAssetWriterInput(mediaType: .audio, outputSettings: Self.aac)
    writer.add(input)
    #expect(writer.startWriting())
    writer.startSession(atSourceTime: .zero)
    #expect(input.append(try Sound.buffer(0..<1000)))
    #expect(!input.append(try Sound.buffer(1000..<2000, channels: 1)))
    expectEqual((writer.error as? AVError)?.code, AVError.Code.invalidSourceMedia.rawValue)
  }

  @Test("Rate and channels are converted to what is asked for")
  func converting() async throws {
    let folder = Sound.Folder()
    let settings: [String: Any] = [
      AVFormatIDKey: kAudioFormatLinearPCM, AVSampleRateKey: 48_000, AVNumberOfChannelsKey: 1,
      AVLinearPCMBitDepthKey: 24,
    ]
    let writer = try await Sound.write(tone(44_100), to: folder["a.wav"], .wav, settings)
    expectEqual(writer.status, .completed)
    let file = try AVAudioFile(forReading: folder["a.wav"])
    #expect(file.length == 48_000 && file.fileFormat.sampleRate == 48_000 && file.fileFormat.channelCount == 1)
    expectEqual(file.fileFormat.streamDescription.pointee.mBitsPerChannel, 24)
  }

  #if canImport(Glibc)
    @Test("Wrong order stops the program, as on Apple's systems", .ownThreads)
    func misuse() async {
      await #expect(processExitsWith: .failure) {
        let folder = Sound.Folder()
        let writer = try AVAssetWriter(url: folder["a.m4a"], fileType: .m4a)
        let input = AVAssetWriterInput(mediaType: .audio, outputSettings: WriterTests.aac)
        writer.add(input)
        _ = writer.startWriting()
        _ = input.append(try Sound.buffer(0..<10))
      }
      await #expect(processExitsWith: .failure) {
        let folder = Sound.Folder()
        let writer = try AVAssetWriter(url: folder["a.m4a"], fileType: .m4a)
        await writer.finishWriting()
      }
    }
  #endif
}
