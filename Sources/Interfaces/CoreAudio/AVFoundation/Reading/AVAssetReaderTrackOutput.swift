import AVFAudio
import AudioAssets
import AudioBase
import AudioCatalog
import AudioConversion
import AudioFiles
import Foundation

/// Gives the samples of one track: as its file holds them, or of sound as linear PCM.
open class AVAssetReaderTrackOutput: AVAssetReaderOutput, @unchecked Sendable {
  /// The track.
  public let track: AVAssetTrack
  /// What was asked for, `nil` for samples as the file holds them.
  public let outputSettings: [String: Any]?
  private let algorithm = Lock(AVAudioTimePitchAlgorithm.spectral)

  /// An output of a track.
  ///
  /// - Parameter outputSettings: `nil` for packets as the file holds them, with what has to be left out of them once
  ///   they are decoded as attachments (`kCMSampleBufferAttachmentKey_TrimDurationAtStart` and `…AtEnd`). Of sound
  ///   otherwise `AVFormatIDKey` with `kAudioFormatLinearPCM`, and any other key of linear PCM; the rate and the
  ///   channels are the track's where they are not given. Pictures are not decoded.
  public init(track: AVAssetTrack, outputSettings: [String: Any]?) {
    (self.track, self.outputSettings) = (track, outputSettings)
  }

  open override var mediaType: AVMediaType { track.mediaType }

  /// How the speed of a composition is changed: there are none here, so that it does nothing.
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

/// How the speed of sound is changed.
public struct AVAudioTimePitchAlgorithm: RawRepresentable, Hashable, Sendable {
  /// The name.
  public let rawValue: String
  /// Takes the name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// By its spectrum.
  public static let spectral = AVAudioTimePitchAlgorithm(rawValue: "Spectral")
  /// By its time.
  public static let timeDomain = AVAudioTimePitchAlgorithm(rawValue: "TimeDomain")
  /// With its pitch.
  public static let varispeed = AVAudioTimePitchAlgorithm(rawValue: "Varispeed")
}

/// What linear PCM is asked for.
struct PCMSettings {
  let output: PacketOutput
  let description: CMAudioFormatDescription

  /// - Throws: ``AVError`` for another format than linear PCM, and for settings that make none.
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
    var options = ConversionOptions()
    // Places that nobody knows cannot be mixed; as many channels as there were stay what they are.
    if told != nil || count != channelCount { options.channels = .mixing }
    if let name = wanted.string(AVSampleRateConverterAlgorithmKey) { options.setAlgorithm(name) }
    let chosen = told ?? own
    output = PacketOutput(CodedStream(format: StreamFormat(stream), layout: chosen), options: options)
    guard let made = TrackDescription.sound(StreamFormat(stream), told ?? (count > 2 ? own : nil), cookie: []) else {
      throw AVError(.unsupportedOutputSettings, because: "these settings make no format of linear PCM")
    }
    description = made
  }
}

extension LoadedTrack {
  /// Channels of what its packets decode to.
  var decodedChannelCount: Int { decodedLayout?.channelCount ?? format.channelsPerFrame }
}
