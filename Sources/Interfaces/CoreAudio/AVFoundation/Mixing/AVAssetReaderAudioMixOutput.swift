import AVFAudio
import AudioAssets
import AudioBase
import AudioCatalog
import AudioConversion
import AudioFiles
import Foundation

/// Mixes the sound of several tracks: decodes, converts to one rate and layout, and adds.
open class AVAssetReaderAudioMixOutput: AVAssetReaderOutput, @unchecked Sendable {
  /// The tracks.
  public let audioTracks: [AVAssetTrack]
  /// The requested settings; `nil` for 32-bit floats at the highest rate and channel count of the tracks.
  public let audioSettings: [String: Any]?
  private let chosen = Lock((mix: Handover<AVAudioMix?>(nil), algorithm: AVAudioTimePitchAlgorithm.spectral))

  /// Creates an output for tracks of one asset.
  ///
  /// - Parameter audioSettings: As those of ``AVAssetReaderTrackOutput``; `nil` for floating point of 32 bits.
  public init(audioTracks: [AVAssetTrack], audioSettings: [String: Any]?) {
    (self.audioTracks, self.audioSettings) = (audioTracks, audioSettings)
  }

  /// The volumes of the tracks, as a copy; `nil` for unchanged volumes.
  open var audioMix: AVAudioMix? {
    get { chosen.withLock { $0.mix }.value }
    set {
      let copy = Handover(newValue?.copy() as? AVAudioMix)
      chosen.withLock { $0.mix = copy }
    }
  }

  /// The algorithm for changes of speed in a composition, without effect: there are no compositions here.
  open var audioTimePitchAlgorithm: AVAudioTimePitchAlgorithm {
    get { chosen.withLock { $0.algorithm } }
    set { chosen.withLock { $0.algorithm = newValue } }
  }

  override func belongs(to asset: AVAsset) -> Bool {
    !audioTracks.isEmpty && audioTracks.allSatisfy { $0.file === asset.file && $0.mediaType == .audio }
  }

  override func makeSource(_ range: CMTimeRange) throws -> any SampleBufferSource {
    let tracks = audioTracks.map(\.loaded)
    let largest = tracks.max { $0.decodedChannelCount < $1.decodedChannelCount }
    let settings = try PCMSettings(
      audioSettings ?? [AVFormatIDKey: kAudioFormatLinearPCM, AVLinearPCMIsFloatKey: true, AVLinearPCMBitDepthKey: 32],
      rate: tracks.map(\.decodedRate).max() ?? 0, channelCount: largest?.decodedChannelCount ?? 0,
      layout: largest?.decodedLayout)
    let mix = audioMix
    return try MixedBuffers(
      audioTracks.map { ($0.file, $0.loaded, mix?.curve(of: $0.trackID)) }, range, settings)
  }
}

/// The sound of several tracks in sample buffers of linear PCM.
final class MixedBuffers: SampleBufferSource {
  private let samples: MixedSamples
  private let description: CMAudioFormatDescription
  private var batch = PacketBatch()

  init(
    _ tracks: [(file: AssetContent, track: LoadedTrack, curve: VolumeCurve?)], _ range: CMTimeRange,
    _ settings: PCMSettings
  ) throws {
    description = settings.description
    var inputs: [MixedSamples.Input] = []
    for (file, track, curve) in tracks {
      var decoding = DecodeRequest()
      decoding.damagePolicy = .stop
      inputs.append(
        MixedSamples.Input(
          TrackInput(of: try file.open().reader, track: track.index, decoding: decoding),
          range.part(of: track.timeline), curve: curve))
    }
    do throws(AudioError) {
      samples = try MixedSamples(inputs, as: settings.output, codecs: Catalog.coreAudio.codecs)
    } catch {
      throw AVError(reading: error)
    }
  }

  func next() throws -> CMSampleBuffer? {
    let start: Int64?
    do throws(AudioError) { start = try samples.next(into: &batch, frameCount: PCMBuffers.frameCount) } catch {
      throw AVError(reading: error)
    }
    return try start.map { try .ofPCM(batch, samples.output.format, description, at: $0, samples.timescale) }
  }
}
