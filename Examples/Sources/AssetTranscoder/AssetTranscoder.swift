import AVFoundation

/// Decodes the sound of a file with an asset reader and encodes it as AAC with an asset writer, then lets the packets
/// pass through into a QuickTime movie.
@main
struct AssetTranscoder {
  static func main() async {
    guard CommandLine.arguments.count == 3 else {
      print("AssetTranscoder FILE FOLDER-FOR-NEW-FILES")
      exit(2)
    }
    let source = URL(fileURLWithPath: CommandLine.arguments[1])
    let folder = URL(fileURLWithPath: CommandLine.arguments[2])
    do {
      let asset = AVURLAsset(url: source)
      try await describe(asset)
      let encoded = folder.appendingPathComponent("transcoded.m4a")
      try await Transcoding(asset, to: encoded).run()
      print("transcoded: \(try await frameCount(encoded)) frames")
      let passed = folder.appendingPathComponent("passed.mov")
      try await export(asset, to: passed)
      print("passed on: \(try await frameCount(passed)) frames")
      let part = folder.appendingPathComponent("part.m4a")
      try await export(asset, to: part, from: 1, seconds: 2)
      print("part: \(try await frameCount(part)) frames")
    } catch {
      print("failed: \(error.localizedDescription)")
      exit(1)
    }
  }

  /// Prints what a file holds.
  private static func describe(_ asset: AVURLAsset) async throws {
    let (duration, tracks, metadata) = try await asset.load(.duration, .tracks, .commonMetadata)
    print("duration: \(duration.value)/\(duration.timescale)")
    for track in tracks {
      let descriptions = try await track.load(.formatDescriptions)
      for description in descriptions where track.mediaType == .audio {
        guard let format = description.audioStreamBasicDescription else { continue }
        let code = CMFormatDescriptionGetMediaSubType(description)
        let name = String(decoding: [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: code >> $0) }, as: UTF8.self)
        print("track \(track.trackID): \(name), \(Int(format.mSampleRate)) Hz, \(format.mChannelsPerFrame) channels")
      }
    }
    let titles = AVMetadataItem.metadataItems(from: metadata, filteredByIdentifier: .commonIdentifierTitle)
    for title in titles { print("title: \(try await title.load(.stringValue) ?? "")") }
  }

  /// Lets packets pass through into a new file.
  private static func export(
    _ asset: AVAsset, to url: URL, from start: Double = 0, seconds: Double? = nil
  ) async throws {
    guard let session = AVAssetExportSession(asset: asset, presetName: AVAssetExportPresetPassthrough) else {
      throw AVError(.exportFailed)
    }
    if let seconds {
      session.timeRange = CMTimeRange(
        start: CMTime(seconds: start, preferredTimescale: 44100),
        duration: CMTime(seconds: seconds, preferredTimescale: 44100))
    }
    try await session.export(to: url, as: url.pathExtension == "mov" ? .mov : .m4a)
  }

  /// Frames that a file decodes to, counted by reading it.
  private static func frameCount(_ url: URL) async throws -> Int {
    let asset = AVURLAsset(url: url)
    guard let track = try await asset.loadTracks(withMediaType: .audio).first else { return 0 }
    let reader = try AVAssetReader(asset: asset)
    let output = AVAssetReaderTrackOutput(track: track, outputSettings: [AVFormatIDKey: kAudioFormatLinearPCM])
    reader.add(output)
    guard reader.startReading() else { throw reader.error ?? AVError(.unknown) }
    var count = 0
    while let buffer = output.copyNextSampleBuffer() { count += CMSampleBufferGetNumSamples(buffer) }
    if let error = reader.error { throw error }
    return count
  }
}

/// A reader and a writer, with sample buffers led from one to the other whenever the writer wants more.
final class Transcoding: @unchecked Sendable {
  private let reader: AVAssetReader
  private let writer: AVAssetWriter
  private let output: AVAssetReaderTrackOutput
  private let input: AVAssetWriterInput
  private let queue = DispatchQueue(label: "transcoding")

  init(_ asset: AVAsset, to url: URL) async throws {
    guard let track = try await asset.loadTracks(withMediaType: .audio).first else { throw AVError(.noSourceTrack) }
    reader = try AVAssetReader(asset: asset)
    writer = try AVAssetWriter(outputURL: url, fileType: .m4a)
    output = AVAssetReaderTrackOutput(
      track: track,
      outputSettings: [
        AVFormatIDKey: kAudioFormatLinearPCM, AVSampleRateKey: 44100, AVNumberOfChannelsKey: 2,
        AVLinearPCMBitDepthKey: 16, AVLinearPCMIsFloatKey: false, AVLinearPCMIsBigEndianKey: false,
        AVLinearPCMIsNonInterleaved: false,
      ])
    input = AVAssetWriterInput(
      mediaType: .audio,
      outputSettings: [
        AVFormatIDKey: kAudioFormatMPEG4AAC, AVSampleRateKey: 44100, AVNumberOfChannelsKey: 2,
        AVEncoderBitRateKey: 128_000,
      ])
    input.expectsMediaDataInRealTime = false
    let title = AVMutableMetadataItem()
    title.identifier = .commonIdentifierTitle
    title.value = "Transcoded" as NSString
    writer.metadata = [title]
    reader.add(output)
    writer.add(input)
  }

  func run() async throws {
    guard reader.startReading() else { throw reader.error ?? AVError(.unknown) }
    guard writer.startWriting() else { throw writer.error ?? AVError(.unknown) }
    writer.startSession(atSourceTime: .zero)
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
      input.requestMediaDataWhenReady(on: queue) { [self] in
        while input.isReadyForMoreMediaData {
          guard let buffer = output.copyNextSampleBuffer(), input.append(buffer) else {
            input.markAsFinished()
            continuation.resume()
            return
          }
        }
      }
    }
    if reader.status == .failed {
      writer.cancelWriting()
      throw reader.error ?? AVError(.unknown)
    }
    await writer.finishWriting()
    if writer.status != .completed { throw writer.error ?? AVError(.unknown) }
  }
}
