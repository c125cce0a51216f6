import AVFoundation
import TestSupport
import Testing

@Suite("AVAsset and AVAssetTrack")
struct AssetTests {
  @Test func aFileOfMusic() async throws {
    let asset = AVURLAsset(url: Sound.music)
    expectEqual(asset.url, Sound.music)
    // 176,400 frames at 44,100 Hz, as PROVENANCE.md says.
    try await expectEqual(asset.load(.duration), CMTime(value: 176_400, timescale: 44_100))
    let (tracks, isPlayable, isReadable) = try await asset.load(.tracks, .isPlayable, .isReadable)
    #expect(tracks.count == 1 && isPlayable && isReadable)
    let track = try #require(try await asset.loadTracks(withMediaType: .audio).first)
    #expect(track === tracks[0] && track === asset.track(withTrackID: track.trackID))
    #expect(track.mediaType == .audio && track.asset === asset)
    let (range, scale) = try await track.load(.timeRange, .naturalTimeScale)
    expectEqual(range, CMTimeRange(start: .zero, duration: CMTime(value: 176_400, timescale: 44_100)))
    expectEqual(scale, 44_100)
    let description = try #require(try await track.load(.formatDescriptions).first)
    let stream = try required(CMAudioFormatDescriptionGetStreamBasicDescription(description)?.pointee)
    #expect(stream.mFormatID == kAudioFormatMPEG4AAC_ELD && stream.mSampleRate == 44_100)
    #expect(stream.mChannelsPerFrame == 2 && stream.mFramesPerPacket == 480)
    expectEqual(
      (track.formatDescriptions as? [CMFormatDescription])?.first.map {
        CMFormatDescriptionEqual($0, otherFormatDescription: description)
      }, true)
    expectEqual(
      AVAudioFormat(cmAudioFormatDescription: description), (try AVAudioFile(forReading: Sound.music)).fileFormat)
    let rate = try await track.load(.estimatedDataRate)
    #expect(rate > 100_000 && rate < 150_000)
    expectGreater(Double(track.totalSampleDataLength) * 8 / 4 / Double(rate), 0.99)
    expectLess(abs(track.nominalFrameRate - 368 / 4), 0.01)
    #expect(track.hasMediaCharacteristic(.audible) && !track.hasMediaCharacteristic(.visual))
    expectEqual(asset.tracks(withMediaCharacteristic: .audible).count, 1)
  }

  @Test func aMovie() async throws {
    let asset = AVURLAsset(url: Sound.movie)
    let tracks = try await asset.load(.tracks)
    expectEqual(tracks.map(\.mediaType), [.video, .audio])
    let (picture, sound) = (tracks[0], tracks[1])
    expectEqual(sound.timeRange.duration, CMTime(value: 44_100, timescale: 44_100))
    expectEqual(picture.naturalSize, CGSize(width: 48, height: 32))
    expectEqual(picture.timeRange, CMTimeRange(start: .zero, duration: CMTime(value: 1, timescale: 1)))
    #expect(!picture.isDecodable && sound.isDecodable && sound.isPlayable)
    let description = try required(picture.formatDescriptions.first) as! CMFormatDescription
    expectEqual(CMFormatDescriptionGetMediaSubType(description), kCMVideoCodecType_H264)
    expectEqual(CMVideoFormatDescriptionGetDimensions(description).width, 48)
    // The sound begins behind 1,024 frames of priming.
    let segment = try required(sound.segments.first)
    #expect(!segment.isEmpty && segment.timeMapping.source.start == CMTime(value: 1024, timescale: 44_100))
    expectEqual(sound.segment(forTrackTime: .zero)?.timeMapping.target.start, .zero)
    expectEqual(sound.samplePresentationTime(forTrackTime: .zero), CMTime(value: 1024, timescale: 44_100))
    #expect(picture.hasMediaCharacteristic(.visual))
  }

  @Test("The asset of a file is an AVURLAsset, by whichever name it is made")
  func cluster() throws {
    let asset = AVAsset(url: Sound.music)
    #expect(type(of: asset) == AVURLAsset.self && (asset as? AVURLAsset)?.url == Sound.music)
    let maker: any AVAssetMaking.Type = AVAsset.self
    let asked = try required(maker as? AVAsset.Type)
    expectEqual((asked.init(url: Sound.movie) as? AVURLAsset)?.url, Sound.movie)
    let own = OwnAsset(url: Sound.movie)
    #expect(own.url == Sound.movie && own.tracks.count == 2)
  }

  @Test("Channels are those of the configuration, not the 2 that the entry of an MPEG-4 file may always say")
  func channels() throws {
    // PROVENANCE.md: mono, by FFmpeg, which writes 2 into each entry of AAC.
    let asset = AVURLAsset(url: Sound.movie)
    let track = try required(asset.tracks(withMediaType: .audio).first)
    let description = try required(track.formatDescriptions.first) as! CMFormatDescription
    expectEqual(CMAudioFormatDescriptionGetStreamBasicDescription(description)?.pointee.mChannelsPerFrame, 1)
    let file = try AVAudioFile(forReading: Sound.movie)
    #expect(file.fileFormat.channelCount == 1 && file.processingFormat.channelCount == 1)
    expectEqual(file.length, 44_100)
    try expectEqual(Sound.samplesOfFile(Sound.movie), Sound.samples(asset))
  }

  @Test func valuesThatHaveDefaults() async throws {
    let asset = AVAsset(url: Sound.music)
    let (rate, volume) = try await asset.load(.preferredRate, .preferredVolume)
    #expect(rate == 1 && volume == 1 && asset.preferredRate == 1 && asset.preferredVolume == 1)
    let (isExportable, isComposable) = try await asset.load(.isExportable, .isComposable)
    #expect(isExportable && !isComposable && asset.isExportable && !asset.isComposable)
    let (isProtected, isPrecise) = try await asset.load(.hasProtectedContent, .providesPreciseDurationAndTiming)
    #expect(!isProtected && !asset.hasProtectedContent && isPrecise && asset.providesPreciseDurationAndTiming)
    #expect(asset.isPlayable && asset.isReadable)
    let track = try required(asset.tracks.first)
    let (isEnabled, isSelfContained, language) = try await track.load(.isEnabled, .isSelfContained, .languageCode)
    #expect(isEnabled && isSelfContained && track.isEnabled && track.isSelfContained)
    expectEqual(language, track.languageCode)
    let (size, frameRate, length) = try await track.load(.naturalSize, .nominalFrameRate, .totalSampleDataLength)
    #expect(size == .zero && frameRate > 0 && length > 0)
    let (isDecodable, isPlayable, trackVolume) = try await track.load(.isDecodable, .isPlayable, .preferredVolume)
    #expect(isDecodable && isPlayable && trackVolume == 1 && track.preferredVolume == 1)
    let (segments, metadata, common) = try await track.load(.segments, .metadata, .commonMetadata)
    #expect(segments.count == 1 && metadata.isEmpty && common.isEmpty)
    #expect(track.metadata.isEmpty && track.commonMetadata.isEmpty && track.availableMetadataFormats.isEmpty)
    #expect(AVURLAsset.audiovisualTypes().contains(.m4a) && AVURLAsset.audiovisualMIMETypes().contains("audio/mpeg"))
    let kinds: [AVMediaType] = [.audio, .video, .text, .subtitle, .closedCaption, .timecode, .metadata, .muxed]
    expectEqual(kinds.map(\.rawValue), ["soun", "vide", "text", "sbtl", "clcp", "tmcd", "meta", "muxx"])
    #expect(AVFileType.mobile3GPP.rawValue == "public.3gpp" && AVFileType.mobile3GPP2.rawValue == "public.3gpp2")
    expectEqual([AVFileType.aifc, .au, .mp3].map(\.rawValue), ["public.aifc-audio", "public.au-audio", "public.mp3"])
  }

  @Test func statuses() async throws {
    let asset = AVURLAsset(url: Sound.music)
    expectEqual(asset.statusOfValue(forKey: "tracks", error: nil), .unknown)
    if case .notYetLoaded = asset.status(of: .duration) {} else { Issue.record("nothing has been asked for") }
    await asset.loadValues(forKeys: ["tracks", "duration"])
    var error: NSError?
    #expect(asset.statusOfValue(forKey: "duration", error: &error) == .loaded && error == nil)
    if case .loaded(let duration) = asset.status(of: .duration) {
      expectEqual(duration.seconds, 4)
    } else {
      Issue.record("it has been loaded")
    }
    let heard = await withCheckedContinuation { continuation in
      asset.loadTracks(withMediaType: .audio) { tracks, error in
        continuation.resume(returning: error == nil ? tracks?.count : nil)
      }
    }
    expectEqual(heard, 1)
    let track = await withCheckedContinuation { continuation in
      asset.loadTrack(withTrackID: 1) { track, _ in continuation.resume(returning: track) }
    }
    #expect(track != nil && track?.statusOfValue(forKey: "segments", error: nil) == .loaded)
    try await expectNil(asset.loadTrack(withTrackID: 99))
    let visual = await withCheckedContinuation { continuation in
      asset.loadTracks(withMediaCharacteristic: .visual) { tracks, _ in continuation.resume(returning: tracks) }
    }
    expectEqual(visual?.isEmpty, true)
    try await expectEqual(asset.loadTracks(withMediaCharacteristic: .audible).count, 1)
    asset.cancelLoading()
    await withCheckedContinuation { continuation in
      asset.loadValuesAsynchronously(forKeys: ["duration"]) { continuation.resume() }
    }
  }

  @Test func filesThatCannotBeRead() async throws {
    let folder = Sound.Folder()
    try Data("This is no sound at all, whatever its name says.".utf8).write(to: folder["a.m4a"])
    try Data().write(to: folder["b.m4a"])
    let whole = try Data(contentsOf: Sound.music)
    // The index stands in front; of its boxes one is cut.
    try whole.prefix(300).write(to: folder["c.m4a"])
    for (name, codes) in [
      ("a.m4a", [AVError.Code.fileFormatNotRecognized]), ("b.m4a", [.fileFormatNotRecognized]),
      ("c.m4a", [.fileFailedToParse, .operationNotSupportedForAsset]), ("missing.m4a", [.failedToLoadMediaData]),
    ] {
      let asset = AVURLAsset(url: folder[name])
      let error = await #expect(throws: AVError.self) { try await asset.load(.tracks) }
      guard let error else { continue }
      #expect(codes.contains { error.code == $0 }, "\(name): \(error)")
      expectEqual(error.domain, AVFoundationErrorDomain)
      #expect(!error.localizedDescription.isEmpty && error.localizedFailureReason != nil)
      expectEqual((error.userInfo[NSUnderlyingErrorKey] as? NSError)?.domain, NSOSStatusErrorDomain)
      #expect(asset.tracks.isEmpty && asset.duration == .zero && !asset.isPlayable && !asset.isReadable)
      var told: NSError?
      #expect(asset.statusOfValue(forKey: "tracks", error: &told) == .failed && told === error)
      if case .failed(let again) = asset.status(of: .tracks) {
        #expect(again === error)
      } else {
        Issue.record("it has failed")
      }
      #expect(throws: AVError.self) { try AVAssetReader(asset: asset) }
    }
    let remote = AVURLAsset(url: try required(URL(string: "https://example.com/a.m4a")))
    await #expect(throws: AVError.self) { try await remote.load(.duration) }
  }

  @Test func durationsOfCountedPackets() async throws {
    let options: [String: Any] = [AVURLAssetPreferPreciseDurationAndTimingKey: true]
    let precise = AVURLAsset(url: Sound.mp3, options: options)
    let file = try AVAudioFile(forReading: Sound.mp3)
    try await expectEqual(precise.load(.duration), CMTime(value: file.length, timescale: 44_100))
    #expect(try await precise.load(.providesPreciseDurationAndTiming))
  }

  @Test func typesThatProgramsName() async throws {
    let asset = AVURLAsset(url: Sound.music)
    let loading: any AVAsynchronousKeyValueLoading = asset
    await loading.loadValues(forKeys: ["tracks"])
    let status: AVKeyValueStatus = loading.statusOfValue(forKey: "tracks", error: nil)
    #expect(status == .loaded && AVKeyValueStatus.cancelled.rawValue == 4 && AVKeyValueStatus.loading.rawValue == 1)
    let duration: AVAsyncProperty<AVURLAsset, CMTime> = .duration
    let any: AVAnyAsyncProperty = duration
    let partial = any as? AVPartialAsyncProperty<AVURLAsset>
    #expect(partial === duration)
    try await expectEqual(asset.load(duration).seconds, 4)
    let segments: [AVAssetTrackSegment] = asset.tracks[0].segments
    #expect(segments.count == 1 && AVMediaCharacteristic.audible != .visual)
  }

  @Test func errorsAndTheirCodes() {
    let error = AVError(.diskFull)
    #expect(error.code == .diskFull && error.code != .unknown && error.code == -11807)
    #expect(!error.localizedDescription.isEmpty)
    switch error.code {
    case AVError.fileAlreadyExists: Issue.record("another code")
    case AVError.diskFull: break
    default: Issue.record("its own code")
    }
    do { throw error } catch AVError.diskFull {} catch { Issue.record("the pattern matches") }
    do { throw error } catch let caught as NSError { #expect(caught === error) }
    let numbers: [(AVError.Code, Int)] = [
      (.unknown, -11800), (.outOfMemory, -11801), (.exportFailed, -11820), (.decodeFailed, -11821),
      (.invalidSourceMedia, -11822), (.fileAlreadyExists, -11823), (.fileFormatNotRecognized, -11828),
      (.fileFailedToParse, -11829), (.decoderNotFound, -11833), (.encoderNotFound, -11834),
      (.operationNotSupportedForAsset, -11838), (.invalidOutputURLPathExtension, -11843),
      (.failedToLoadMediaData, -11849), (.unsupportedOutputSettings, -11861), (.operationNotAllowed, -11862),
      (.formatUnsupported, -11864), (.noSourceTrack, -11869), (.operationNotSupportedForPreset, -11871),
      (.operationCancelled, -11878),
    ]
    for (code, number) in numbers { expectEqual(AVError(code).code, number) }
  }
}

/// A program's own kind of asset.
private final class OwnAsset: AVURLAsset, @unchecked Sendable {}
