import AVFAudio
import AudioBase
import AudioCatalog
import AudioFiles
import Foundation

/// One export: a reader and a writer, with samples passed from one to the other.
final class ExportRun: @unchecked Sendable {
  /// A track of the export.
  private struct Lane {
    let output: AVAssetReaderOutput
    let input: AVAssetWriterInput
    /// The time up to which it has been exported.
    var reached = CMTime.negativeInfinity
  }

  private let reader: AVAssetReader
  private let writer: AVAssetWriter
  private let start: CMTime
  private let end: CMTime
  private var lanes: [Lane]
  private let cancellation = Cancellation()
  private let missingLanguages: [String]

  init(_ asset: AVAsset, _ preset: String, _ settings: AVAssetExportSession.Settings) throws {
    guard let url = settings.outputURL, let type = settings.fileType else {
      throw AVError(.operationNotAllowed, because: "outputURL and outputFileType are set before an export")
    }
    guard AVAssetExportSession.allExportPresets().contains(preset) else {
      throw AVError(.operationNotSupportedForPreset, because: "the preset \(preset) is not here")
    }
    let tracks = try asset.loadedTracks()
    guard Self.fileTypes(preset, asset).contains(type) else {
      throw AVError(
        .operationNotSupportedForPreset, because: "\(preset) cannot put this asset into files of type \(type.rawValue)")
    }
    reader = try AVAssetReader(asset: asset)
    reader.timeRange = settings.timeRange
    writer = try AVAssetWriter(url: url, fileType: type)
    writer.metadata = settings.metadata ?? asset.metadata
    writer.shouldOptimizeForNetworkUse = settings.isOptimized
    start = CMTimeMaximum(.zero, settings.timeRange.start)
    end = CMTimeMinimum(settings.timeRange.end, asset.duration)
    if preset == AVAssetExportPresetPassthrough {
      guard settings.audioMix == nil else {
        throw AVError(.operationNotSupportedForPreset, because: "packets that are passed on have no audio mix")
      }
      let statesLanguages = writer.work.container.statesStarts
      lanes = tracks.map { track in
        let input = AVAssetWriterInput(mediaType: track.mediaType, outputSettings: nil)
        input.languageCode = statesLanguages ? track.languageCode : nil
        return Lane(output: AVAssetReaderTrackOutput(track: track, outputSettings: nil), input: input)
      }
    } else {
      lanes = [Self.encoding(tracks.filter { $0.mediaType == .audio }, settings.audioMix)]
    }
    let languages = Set(tracks.compactMap(\.languageCode)).subtracting(lanes.compactMap(\.input.languageCode))
    missingLanguages = languages.sorted().map { "the track's language '\($0)' cannot be kept" }
    let rate = preset == AVAssetExportPresetPassthrough ? nil : Self.encodedRate(tracks)
    let places = Self.places(of: asset, from: start, settings.timeRange, rate: rate)
    writer.work.changeSettings { $0.places = places }
    for lane in lanes {
      reader.add(lane.output)
      writer.add(lane.input)
    }
  }

  /// Returns the metadata that have a place in time, at their places in the export.
  ///
  /// - Parameter rate: The sample rate, in Hz, of the export; `nil` for those of the asset.
  private static func places(
    of asset: AVAsset, from start: CMTime, _ range: CMTimeRange, rate: Double?
  ) -> AudioBase.Metadata {
    guard let loaded = try? asset.file.loaded(),
      let own = loaded.tracks.first(where: { $0.info.mediaKind == .audio })?.info.format.sampleRate, own > 0
    else { return AudioBase.Metadata() }
    var places = loaded.metadata
    let end = range.end.isNumeric ? max(start.seconds, range.end.seconds) : .infinity
    let isPart = start > .zero || end.isFinite
    places.move(
      by: TimeMap(part: isPart ? (start.seconds * own)..<(end * own) : nil, scale: (rate ?? own) / own))
    return places
  }

  /// The sample rate, in Hz, of an export that is encoded.
  private static func encodedRate(_ tracks: [AVAssetTrack]) -> Double {
    min(tracks.filter { $0.mediaType == .audio }.map(\.loaded.decodedRate).max() ?? 44100, 48000)
  }

  /// Returns the lane that encodes the mix of all sound tracks as AAC.
  private static func encoding(_ tracks: [AVAssetTrack], _ mix: AVAudioMix?) -> Lane {
    let channels = min(2, tracks.map(\.loaded.decodedChannelCount).max() ?? 2)
    let samples: [String: Any] = [
      AVFormatIDKey: kAudioFormatLinearPCM, AVSampleRateKey: encodedRate(tracks), AVNumberOfChannelsKey: channels,
      AVLinearPCMIsFloatKey: true, AVLinearPCMBitDepthKey: 32,
    ]
    let output: AVAssetReaderOutput
    if tracks.count == 1, mix == nil {
      output = AVAssetReaderTrackOutput(track: tracks[0], outputSettings: samples)
    } else {
      let mixed = AVAssetReaderAudioMixOutput(audioTracks: tracks, audioSettings: samples)
      mixed.audioMix = mix
      output = mixed
    }
    let input = AVAssetWriterInput(mediaType: .audio, outputSettings: [AVFormatIDKey: kAudioFormatMPEG4AAC])
    if tracks.count == 1 { input.languageCode = tracks[0].languageCode }
    return Lane(output: output, input: input)
  }

  /// Returns the types of files that a preset writes for an asset.
  static func fileTypes(_ preset: String, _ asset: AVAsset) -> [AVFileType] {
    guard let loaded = try? asset.file.loaded(), !loaded.tracks.isEmpty else { return [] }
    switch preset {
    case AVAssetExportPresetAppleM4A: return loaded.decodableTracks.isEmpty ? [] : [.m4a]
    case AVAssetExportPresetPassthrough:
      return AVFileType.writable.filter { type in
        guard let container = type.container else { return false }
        let isHeld = loaded.tracks.allSatisfy { track in
          switch track.info.mediaKind {
          case .audio: container.holds(track.info.format)
          case .video: container.holdsPictures && !track.info.sampleDescription.isEmpty
          case .other: false
          }
        }
        return isHeld && (loaded.tracks.count == 1 || container.holdsSeveralTracks)
      }
    default: return []
    }
  }

  func cancel() { cancellation.cancel() }

  /// The names of what the file does not hold.
  var warnings: [String] { writer.warnings + missingLanguages }

  /// Runs the export on this thread.
  ///
  /// - Throws: ``AVError``; there is no file then.
  func run(_ progress: (Float) -> Void) throws {
    defer { reader.cancelReading() }
    guard reader.startReading() else { throw reader.error ?? AVError(.exportFailed) }
    guard writer.startWriting() else { throw writer.error ?? AVError(.exportFailed) }
    writer.startSession(atSourceTime: start)
    while !lanes.isEmpty {
      guard !cancellation.isCancelled else {
        writer.cancelWriting()
        throw AVError(.operationCancelled)
      }
      // The track with the least progress continues, so that the file is interleaved.
      let next = lanes.indices.min { lanes[$0].reached < lanes[$1].reached } ?? 0
      try advance(next)
      if let least = lanes.map(\.reached).min(), least.isNumeric, end.isNumeric, end > start {
        progress(Float(max(0, min(1, (least - start).seconds / (end - start).seconds))))
      }
    }
    guard reader.status == .completed else {
      writer.cancelWriting()
      throw reader.error ?? AVError(.exportFailed)
    }
    guard writer.work.beginFinishing() else { throw writer.error ?? AVError(.exportFailed) }
    writer.work.finish()
    if let error = writer.error { throw error }
  }

  private func advance(_ index: Int) throws {
    let lane = lanes[index]
    guard let buffer = lane.output.copyNextSampleBuffer() else {
      lane.input.markAsFinished()
      lanes.remove(at: index)
      return
    }
    guard lane.input.append(buffer) else { throw writer.error ?? AVError(.exportFailed) }
    lanes[index].reached = buffer.presentationTimeStamp + buffer.duration
  }
}

extension ContainerDescriptor {
  /// Returns true if a new file can hold sound in a format without conversion.
  fileprivate func holds(_ format: StreamFormat) -> Bool {
    formatIDs.contains(format.formatID) && (format.sampleFormat.map(sampleFormats.contains) ?? true)
  }
}
