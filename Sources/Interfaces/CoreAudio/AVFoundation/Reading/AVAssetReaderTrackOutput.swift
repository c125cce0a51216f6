import AVFAudio
import AudioAssets
import AudioBase
import AudioCatalog
import AudioConversion
import AudioFiles
import Foundation

/// Reads the samples of one track: unchanged, or sound as linear PCM.
open class AVAssetReaderTrackOutput: AVAssetReaderOutput, @unchecked Sendable {
  /// The track.
  public let track: AVAssetTrack
  /// The requested settings; `nil` for unchanged samples.
  public let outputSettings: [String: Any]?
  private let algorithm = Lock(AVAudioTimePitchAlgorithm.spectral)

  /// Creates an output of a track.
  ///
  /// - Parameter outputSettings: `nil` for packets as the file holds them, with the frames that have to be left out of
  ///   them once they are decoded as attachments (`kCMSampleBufferAttachmentKey_TrimDurationAtStart` and `…AtEnd`). For
  ///   sound otherwise `AVFormatIDKey` with `kAudioFormatLinearPCM`, and any other key of linear PCM; the rate and the
  ///   channels are by default the track's. Pictures are not decoded.
  public init(track: AVAssetTrack, outputSettings: [String: Any]?) {
    (self.track, self.outputSettings) = (track, outputSettings)
  }

  open override var mediaType: AVMediaType { track.mediaType }

  /// The algorithm for changes of speed in a composition, without effect: there are no compositions here.
  open var audioTimePitchAlgorithm: AVAudioTimePitchAlgorithm {
    get { algorithm.withLock { $0 } }
    set { algorithm.withLock { $0 = newValue } }
  }

  override func belongs(to asset: AVAsset) -> Bool { track.file === asset.file }

  override func makeSource(_ range: CMTimeRange) throws -> any SampleBufferSource {
    guard let outputSettings else { return try PacketBuffers(track.file, track.loaded, range) }
    guard track.loaded.info.mediaKind == .audio else {
      throw AVError(
        .decoderNotFound, because: "\(track.mediaType.rawValue) is given as its file holds it, not decoded")
    }
    return try PCMBuffers(track.file, track.loaded, range, PCMSettings(outputSettings, of: track.loaded))
  }
}

/// An algorithm for changing the speed of sound.
public struct AVAudioTimePitchAlgorithm: RawRepresentable, Hashable, Sendable {
  /// The name.
  public let rawValue: String
  /// Creates a value from its name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// In the frequency domain.
  public static let spectral = AVAudioTimePitchAlgorithm(rawValue: "Spectral")
  /// A change of speed in the time domain, which keeps the pitch.
  public static let timeDomain = AVAudioTimePitchAlgorithm(rawValue: "TimeDomain")
  /// A change of speed by resampling, which changes the pitch.
  public static let varispeed = AVAudioTimePitchAlgorithm(rawValue: "Varispeed")
}

/// The requested linear PCM.
struct PCMSettings {
  let output: PacketRequest
  let description: CMAudioFormatDescription

  /// - Throws: ``AVError`` for other formats than linear PCM, and for invalid settings.
  init(_ settings: [String: Any], of track: LoadedTrack) throws {
    try self.init(
      settings, rate: track.decodedRate, channelCount: track.decodedChannelCount, layout: track.decodedLayout)
  }

  init(_ settings: [String: Any], rate: Double, channelCount: Int, layout: ChannelLayout?) throws {
    let wanted = FormatSettings(settings)
    guard wanted.code(AVFormatIDKey) == kAudioFormatLinearPCM else {
      throw AVError(
        .unsupportedOutputSettings, because: "sound is decoded to linear PCM: AVFormatIDKey is kAudioFormatLinearPCM")
    }
    var complete = settings
    if (wanted.number(AVSampleRateKey) ?? 0) == 0 { complete[AVSampleRateKey] = rate }
    if (wanted.code(AVNumberOfChannelsKey) ?? 0) == 0 { complete[AVNumberOfChannelsKey] = channelCount }
    guard let stream = FormatSettings(complete).streamDescription, stream.mSampleRate > 0 else {
      throw AVError(.unsupportedOutputSettings, because: "these settings make no format of linear PCM")
    }
    let count = Int(stream.mChannelsPerFrame)
    let told = (settings[AVChannelLayoutKey] as? Data).flatMap { ChannelLayout(native: [UInt8]($0)) }
    if let told, told.channelCount != count {
      throw AVError(.unsupportedOutputSettings, because: "AVChannelLayoutKey has another number of channels")
    }
    let own = layout.flatMap { $0.channelCount == count ? $0.inWaveOrder : nil }
    var stages = StageSettings()
    // Unknown positions cannot be mixed; the same number of channels is kept unchanged.
    if told != nil || count != channelCount { stages.channels = .mixing }
    if let name = wanted.string(AVSampleRateConverterAlgorithmKey) { stages.setAlgorithm(name) }
    let chosen = told ?? own
    output = PacketRequest(StreamFormat(stream), layout: chosen, stages: stages)
    guard let made = TrackDescription.sound(StreamFormat(stream), told ?? (count > 2 ? own : nil), cookie: []) else {
      throw AVError(.unsupportedOutputSettings, because: "these settings make no format of linear PCM")
    }
    description = made
  }
}

extension LoadedTrack {
  /// The number of channels of the decoded packets.
  var decodedChannelCount: Int { decodedLayout?.channelCount ?? format.channelsPerFrame }
}
