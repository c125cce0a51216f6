import AVFoundation
import TestSupport
import Testing

@Suite("AVAssetReader")
struct ReaderTests {
  @Test("Samples are those of AVAudioFile, trimmed to the frame", arguments: [Sound.music, Sound.mp3])
  func samples(url: URL) throws {
    let expected = try Sound.samplesOfFile(url)
    #expect(!expected.isEmpty)
    try expectEqual(Sound.samples(AVURLAsset(url: url)), expected)
  }

  @Test("Integers of a WAVE file come as they are, with their times")
  func integers() throws {
    let folder = Sound.Folder()
    try Sound.wave(folder["a.wav"], frames: 20_000)
    let asset = AVURLAsset(url: folder["a.wav"])
    let track = try required(asset.tracks.first)
    let output = AVAssetReaderTrackOutput(track: track, outputSettings: [AVFormatIDKey: kAudioFormatLinearPCM])
    #expect(output.track === track && output.outputSettings?.count == 1 && output.mediaType == .audio)
    #expect(output.alwaysCopiesSampleData)
    output.alwaysCopiesSampleData = false
    output.audioTimePitchAlgorithm = .varispeed
    #expect(!output.alwaysCopiesSampleData && output.audioTimePitchAlgorithm == .varispeed)
    #expect(AVAudioTimePitchAlgorithm.spectral != .timeDomain)
    let reader = try Sound.reader(asset, output)
    #expect(reader.status == .reading && reader.outputs.count == 1 && reader.asset === asset)
    var next: Int64 = 0
    for buffer in Sound.buffers(output, of: reader) {
      expectEqual(buffer.presentationTimeStamp, CMTime(value: next, timescale: 44_100))
      let samples = try Sound.bytes(buffer).withUnsafeBytes { Array($0.bindMemory(to: Int16.self)) }
      expectEqual(samples.count, buffer.numSamples * 2)
      let first = Int(next)
      expectEqual(samples, (0..<samples.count).map { Sound.value(first + $0 / 2, $0 % 2) })
      next += Int64(buffer.numSamples)
    }
    #expect(next == 20_000 && reader.status == .completed && reader.error == nil)
    expectNil(output.copyNextSampleBuffer())
  }

  @Test("A part begins and ends at its frame")
  func parts() throws {
    let asset = AVURLAsset(url: Sound.music)
    let whole = try Sound.samplesOfFile(Sound.music)
    let range = CMTimeRange(
      start: CMTime(value: 50_001, timescale: 44_100), duration: CMTime(value: 12_345, timescale: 44_100))
    try expectEqual(Sound.samples(asset, range), Array(whole[(2 * 50_001)..<(2 * 62_346)]))
    // From a time to the end.
    let rest = CMTimeRange(start: CMTime(value: 3, timescale: 1), duration: .positiveInfinity)
    try expectEqual(Sound.samples(asset, rest), Array(whole[(2 * 132_300)...]))
    // Behind the end there is nothing.
    let none = CMTimeRange(start: CMTime(value: 9, timescale: 1), duration: CMTime(value: 1, timescale: 1))
    #expect(try Sound.samples(asset, none).isEmpty)
    let output = AVAssetReaderTrackOutput(track: asset.tracks[0], outputSettings: Sound.float32)
    let reader = try Sound.reader(asset, output, range)
    expectEqual(reader.timeRange, range)
    expectEqual(output.copyNextSampleBuffer()?.presentationTimeStamp, range.start)
    expectEqual(reader.status, .reading)
  }

  @Test("Settings change rate, channels and depth")
  func settings() throws {
    let asset = AVURLAsset(url: Sound.music)
    var settings = Sound.float32
    settings[AVSampleRateKey] = 22_050
    settings[AVNumberOfChannelsKey] = 1
    let output = AVAssetReaderTrackOutput(track: asset.tracks[0], outputSettings: settings)
    let reader = try Sound.reader(asset, output)
    let buffers = Sound.buffers(output, of: reader)
    expectEqual(reader.status, .completed)
    expectEqual(buffers.reduce(0) { $0 + $1.numSamples }, 88_200)
    let description = try required(buffers.first?.formatDescription)
    let stream = try required(CMAudioFormatDescriptionGetStreamBasicDescription(description)?.pointee)
    #expect(stream.mSampleRate == 22_050 && stream.mChannelsPerFrame == 1 && stream.mBitsPerChannel == 32)
    // Each channel in a buffer of its own.
    var planar = Sound.float32
    planar[AVLinearPCMIsNonInterleaved] = true
    let second = AVAssetReaderTrackOutput(track: asset.tracks[0], outputSettings: planar)
    let other = try Sound.reader(asset, second)
    let first = try required(second.copyNextSampleBuffer())
    expectEqual(other.status, .reading)
    let whole = try Sound.samplesOfFile(Sound.music)
    try first.withAudioBufferList { list, _ in
      expectEqual(list.count, 2)
      for channel in 0..<2 {
        let plane = UnsafeBufferPointer<Float>(list[channel])
        expectEqual(Array(plane), (0..<first.numSamples).map { whole[2 * $0 + channel] })
      }
    }
  }

  @Test("Packets come as the file holds them, with what is to be left out")
  func packets() throws {
    let asset = AVURLAsset(url: Sound.movie)
    let track = try required(asset.tracks(withMediaType: .audio).first)
    let output = AVAssetReaderTrackOutput(track: track, outputSettings: nil)
    let reader = try Sound.reader(asset, output)
    let buffers = Sound.buffers(output, of: reader)
    #expect(reader.status == .completed && reader.error == nil)
    expectEqual(buffers.reduce(0) { $0 + $1.numSamples }, 45)
    // 1,024 frames of priming, 44,100 of sound, and the rest of 45 packets: PROVENANCE.md.
    let first = try required(buffers.first), last = try required(buffers.last)
    expectEqual(first.presentationTimeStamp, CMTime(value: -1024, timescale: 44_100))
    expectEqual(first.outputPresentationTimeStamp, .zero)
    expectEqual(last.outputPresentationTimeStamp + last.outputDuration, CMTime(value: 44_100, timescale: 44_100))
    let kept = buffers.reduce(CMTime.zero) { $0 + $1.outputDuration }
    expectEqual(kept, CMTime(value: 44_100, timescale: 44_100))
    // The same packets by Audio File Services.
    var file: AudioFileID?
    expectEqual(AudioFileOpenURL(Sound.movie as NSURL, .readPermission, 0, &file), noErr)
    let open = try required(file)
    defer { AudioFileClose(open) }
    for (index, packet) in try Sound.packets(buffers).enumerated() {
      var bytes = [UInt8](repeating: 0, count: 8192)
      var size = UInt32(bytes.count)
      var count: UInt32 = 1
      expectEqual(AudioFileReadPacketData(open, false, &size, nil, Int64(index), &count, &bytes), noErr)
      expectEqual(Array(packet), Array(bytes.prefix(Int(size))), "packet \(index)")
    }
  }

  @Test("Packets of a part: with the one before that a decoder needs")
  func packetsOfAPart() throws {
    let asset = AVURLAsset(url: Sound.music)
    let range = CMTimeRange(start: CMTime(value: 2, timescale: 1), duration: CMTime(value: 1, timescale: 2))
    let output = AVAssetReaderTrackOutput(track: asset.tracks[0], outputSettings: nil)
    let reader = try Sound.reader(asset, output, range)
    let buffers = Sound.buffers(output, of: reader)
    let first = try required(buffers.first), last = try required(buffers.last)
    #expect(first.presentationTimeStamp < range.start && first.outputPresentationTimeStamp == range.start)
    expectEqual(last.outputPresentationTimeStamp + last.outputDuration, range.end)
    expectEqual(buffers.reduce(CMTime.zero) { $0 + $1.outputDuration }, range.duration)
    // From a time to the end.
    let rest = AVAssetReaderTrackOutput(track: asset.tracks[0], outputSettings: nil)
    let restReader = try Sound.reader(
      asset, rest, CMTimeRange(start: CMTime(value: 3, timescale: 1), duration: .positiveInfinity))
    let last3 = Sound.buffers(rest, of: restReader)
    expectEqual(last3.first?.outputPresentationTimeStamp, CMTime(value: 3, timescale: 1))
    expectEqual(last3.reduce(CMTime.zero) { $0 + $1.outputDuration }, CMTime(value: 1, timescale: 1))
  }

  @Test("Pictures come as the file holds them, in the order of decoding")
  func pictures() throws {
    let asset = AVURLAsset(url: Sound.movie)
    let track = try required(asset.tracks(withMediaType: .video).first)
    let output = AVAssetReaderTrackOutput(track: track, outputSettings: nil)
    expectEqual(output.mediaType, .video)
    let reader = try Sound.reader(asset, output)
    let buffers = Sound.buffers(output, of: reader)
    #expect(buffers.count == 10 && reader.status == .completed)
    let times = buffers.map(\.presentationTimeStamp.seconds).sorted()
    for (index, time) in times.enumerated() { expectLess(abs(time - Double(index) / 10), 1e-9) }
    #expect(zip(buffers, buffers.dropFirst()).allSatisfy { $0.decodeTimeStamp < $1.decodeTimeStamp })
    expectNil(buffers[0].sampleAttachments[0][.notSync])
    #expect(buffers.dropFirst().contains { $0.sampleAttachments[0][.notSync] as? Bool == true })
    // They are not decoded, and that is said.
    let decoded = AVAssetReaderTrackOutput(track: track, outputSettings: ["PixelFormatType": 32])
    let other = try AVAssetReader(asset: asset)
    #expect(!other.canAdd(decoded))
    other.add(decoded)
    #expect(!other.startReading() && other.status == .failed)
    expectEqual((other.error as? AVError)?.code, AVError.Code.decoderNotFound.rawValue)
    expectNil(decoded.copyNextSampleBuffer())
  }

  @Test("A reader that is cancelled gives no more")
  func cancelling() throws {
    let asset = AVURLAsset(url: Sound.music)
    let output = AVAssetReaderTrackOutput(track: asset.tracks[0], outputSettings: Sound.float32)
    let reader = try Sound.reader(asset, output)
    #expect(output.copyNextSampleBuffer() != nil)
    reader.cancelReading()
    #expect(reader.status == .cancelled && output.copyNextSampleBuffer() == nil && reader.error == nil)
  }

  @Test("An output whose reader has been let go gives no more")
  func abandoned() throws {
    let asset = AVURLAsset(url: Sound.music)
    let output = AVAssetReaderTrackOutput(track: asset.tracks[0], outputSettings: Sound.float32)
    do {
      let reader = try Sound.reader(asset, output)
      #expect(output.copyNextSampleBuffer() != nil && reader.status == .reading)
    }
    expectNil(output.copyNextSampleBuffer())
  }

  @Test("What cannot be met is said: other formats, other assets")
  func refusals() throws {
    let asset = AVURLAsset(url: Sound.music)
    for settings: [String: Any] in [
      [AVFormatIDKey: kAudioFormatMPEG4AAC], [:],
      [AVFormatIDKey: kAudioFormatLinearPCM, AVLinearPCMBitDepthKey: 12],
    ] {
      let output = AVAssetReaderTrackOutput(track: asset.tracks[0], outputSettings: settings)
      let reader = try AVAssetReader(asset: asset)
      #expect(!reader.canAdd(output))
      reader.add(output)
      #expect(!reader.startReading())
      expectEqual((reader.error as? AVError)?.code, AVError.Code.unsupportedOutputSettings.rawValue)
      expectEqual(reader.error?.localizedDescription.contains("-11861"), true)
    }
    let stranger = AVURLAsset(url: Sound.movie)
    let output = AVAssetReaderTrackOutput(track: stranger.tracks[0], outputSettings: nil)
    #expect(try !AVAssetReader(asset: asset).canAdd(output))
  }

  @Test("A file that is cut off: what is there comes, then the reader has failed")
  func damage() throws {
    let folder = Sound.Folder()
    let whole = try Data(contentsOf: Sound.music)
    let track = try required(AVURLAsset(url: Sound.music).tracks.first)
    // The packets are at the end of the file or before its index: either way some of them are missing.
    var damaged = whole
    let middle = whole.count / 2
    damaged.replaceSubrange(middle..<(middle + 4000), with: Data(repeating: 0xFF, count: 4000))
    try damaged.write(to: folder["damaged.m4a"])
    let asset = AVURLAsset(url: folder["damaged.m4a"])
    let output = AVAssetReaderTrackOutput(
      track: try required(asset.tracks.first), outputSettings: Sound.float32)
    let reader = try Sound.reader(asset, output)
    let given = Sound.buffers(output, of: reader)
    #expect(!given.isEmpty && given.reduce(0) { $0 + $1.numSamples } < 176_400)
    #expect(reader.status == .failed && track.isPlayable)
    let error = try required(reader.error as? AVError)
    #expect(error.domain == AVFoundationErrorDomain && error.code == .decodeFailed)
    #expect(error.localizedDescription.contains("-11821") && error.localizedFailureReason != nil)
    let underlying = try required(error.userInfo[NSUnderlyingErrorKey] as? NSError)
    #expect(underlying.domain == NSOSStatusErrorDomain && underlying.code != 0)
    expectNil(output.copyNextSampleBuffer())
  }

  #if canImport(Glibc)
    @Test("Wrong order stops the program, as on Apple's systems", .ownThreads)
    func misuse() async {
      await #expect(processExitsWith: .failure) {
        let asset = AVURLAsset(url: Sound.music)
        let output = AVAssetReaderTrackOutput(track: asset.tracks[0], outputSettings: nil)
        try AVAssetReader(asset: asset).add(output)
        _ = output.copyNextSampleBuffer()
      }
      await #expect(processExitsWith: .failure) {
        let reader = try AVAssetReader(asset: AVURLAsset(url: Sound.music))
        _ = reader.startReading()
        _ = reader.startReading()
      }
    }
  #endif
}
