public import AVFAudio
import AudioAssets
import AudioBase
import AudioFiles
public import Foundation

/// A track of an asset: its format, its position on the time line, its size.
///
/// A track lasts longer than its asset, where a program keeps it. `@unchecked`, for a class that is open cannot be
/// checked; nothing of a track changes.
open class AVAssetTrack: NSObject, AVAsynchronousKeyValueLoading, @unchecked Sendable {
  let file: AssetContent
  let loaded: LoadedTrack
  private weak let owner: AVAsset?

  init(of asset: AVAsset, _ loaded: LoadedTrack) {
    (file, owner, self.loaded) = (asset.file, asset, loaded)
  }

  /// The asset, while it exists.
  open var asset: AVAsset? { owner }
  /// The number of the track in its file.
  open var trackID: CMPersistentTrackID { CMPersistentTrackID(clamping: loaded.info.identifier) }
  /// The kind of media in the track.
  open var mediaType: AVMediaType { loaded.mediaType }
  /// The formats: a `CMAudioFormatDescription` for sound, a `CMVideoFormatDescription` for pictures; empty if the
  /// file's description is unknown.
  open var formatDescriptions: [Any] { loadedDescriptions }

  var loadedDescriptions: [CMFormatDescription] { TrackDescription.make(loaded).map { [$0] } ?? [] }

  // MARK: Use

  /// True if the track can be played.
  open var isPlayable: Bool { loaded.isDecodable }
  /// True if there is a decoder for the track: never for pictures.
  open var isDecodable: Bool { loaded.isDecodable }
  /// Always true: the track is presented by default.
  open var isEnabled: Bool { true }
  /// Always true: the media are in the file itself.
  open var isSelfContained: Bool { true }
  /// Returns true if the track can be heard or seen.
  open func hasMediaCharacteristic(_ mediaCharacteristic: AVMediaCharacteristic) -> Bool {
    switch mediaCharacteristic {
    case .audible: mediaType == .audio
    case .visual: mediaType == .video
    default: false
    }
  }

  // MARK: Size and time

  /// The number of bytes of all packets; 0 if nothing states it.
  open var totalSampleDataLength: Int64 { loaded.byteCount ?? 0 }
  /// The time range of the track's presentation; its duration is indefinite if nothing states it.
  open var timeRange: CMTimeRange {
    let timeline = loaded.timeline
    return CMTimeRange(
      start: CMTime(MediaTime(value: timeline.start, timescale: timeline.timescale)), duration: shownDuration)
  }
  /// The time scale of the file, in units per second.
  open var naturalTimeScale: CMTimeScale { CMTimeScale(clamping: loaded.timeline.timescale) }
  /// The bit rate of all packets, in bits/s; 0 if nothing states it.
  open var estimatedDataRate: Float {
    guard let bytes = loaded.byteCount, let seconds, seconds > 0 else { return Float(loaded.info.bitRate ?? 0) }
    return Float(Double(bytes) * 8 / seconds)
  }
  /// The number of packets per second, which are pictures in a video track; 0 if nothing states it.
  open var nominalFrameRate: Float {
    guard let packets = loaded.packetCount, let seconds, seconds > 0 else { return 0 }
    return Float(Double(packets) / seconds)
  }
  /// The size of the pictures in pixels; zero for sound.
  open var naturalSize: CGSize {
    let picture = loaded.info.picture
    return CGSize(width: picture?.presentationWidth ?? 0, height: picture?.presentationHeight ?? 0)
  }
  /// The preferred volume of playing: 1.
  open var preferredVolume: Float { 1 }
  /// The language, as three letters of ISO 639-2; `nil` if none is stated.
  open var languageCode: String? { loaded.info.language.isEmpty ? nil : loaded.info.language }

  private var seconds: Double? {
    loaded.timeline.duration.map { Double($0) / Double(loaded.timeline.timescale) }
  }
  private var shownDuration: CMTime {
    let timeline = loaded.timeline
    return timeline.duration.map { CMTime(MediaTime(value: $0, timescale: timeline.timescale)) } ?? .indefinite
  }

  // MARK: Segments

  /// The segments of the time line: an empty one if the track begins late, and the media.
  open var segments: [AVAssetTrackSegment] {
    let timeline = loaded.timeline
    let start = CMTime(MediaTime(value: timeline.start, timescale: timeline.timescale))
    let source = CMTimeRange(
      start: CMTime(MediaTime(value: timeline.mediaStart, timescale: timeline.timescale)), duration: shownDuration)
    let shown = AVAssetTrackSegment(CMTimeMapping(source: source, target: timeRange))
    guard timeline.start > 0 else { return [shown] }
    let nothing = CMTimeMapping(source: .invalid, target: CMTimeRange(start: .zero, duration: start))
    return [AVAssetTrackSegment(nothing), shown]
  }

  /// Returns the segment that holds a time; the last segment if none does, `nil` if there are no segments.
  open func segment(forTrackTime trackTime: CMTime) -> AVAssetTrackSegment? {
    segments.first { $0.timeMapping.target.containsTime(trackTime) } ?? segments.last
  }

  /// Returns the media time presented at a time of the track; invalid if nothing is.
  open func samplePresentationTime(forTrackTime trackTime: CMTime) -> CMTime {
    guard let segment = segment(forTrackTime: trackTime), !segment.isEmpty else { return .invalid }
    return segment.timeMapping.source.start + (trackTime - segment.timeMapping.target.start)
  }

  // MARK: Metadata

  /// Always empty: these formats carry metadata per file, not per track.
  open var commonMetadata: [AVMetadataItem] { [] }
  /// Always empty: these formats carry metadata per file, not per track.
  open var metadata: [AVMetadataItem] { [] }
  /// The formats of the track's metadata: none.
  open var availableMetadataFormats: [AVMetadataFormat] { [] }

  // MARK: Loading

  /// Returns the state of loading: a track is loaded once its asset's file has been examined.
  open func statusOfValue(forKey key: String, error outError: NSErrorPointer) -> AVKeyValueStatus {
    unsafe status(outError)
  }

  /// Calls the handler on another thread: a track has all its values.
  open func loadValuesAsynchronously(forKeys keys: [String], completionHandler handler: (@Sendable () -> Void)?) {
    load(then: handler)
  }
}

extension AVAssetTrack: ContentLoading {
  var content: AssetContent? { file }
}

/// A segment of a track's time line: a part of its media, or empty.
open class AVAssetTrackSegment: NSObject, @unchecked Sendable {
  /// The part of the media and the time of its presentation; the source is invalid for an empty segment.
  public let timeMapping: CMTimeMapping

  init(_ timeMapping: CMTimeMapping) { self.timeMapping = timeMapping }

  /// True if nothing is presented.
  open var isEmpty: Bool { !timeMapping.source.isValid }
}

extension AVPartialAsyncProperty where Root: AVAssetTrack {
  /// The formats.
  public static var formatDescriptions: AVAsyncProperty<Root, [CMFormatDescription]> {
    .init("formatDescriptions") { $0.loadedDescriptions }
  }
  /// The time range of the presentation.
  public static var timeRange: AVAsyncProperty<Root, CMTimeRange> { .init("timeRange") { $0.timeRange } }
  /// The time scale of the file, in units per second.
  public static var naturalTimeScale: AVAsyncProperty<Root, CMTimeScale> {
    .init("naturalTimeScale") { $0.naturalTimeScale }
  }
  /// The bit rate, in bits/s.
  public static var estimatedDataRate: AVAsyncProperty<Root, Float> {
    .init("estimatedDataRate") { $0.estimatedDataRate }
  }
  /// The number of bytes of all packets.
  public static var totalSampleDataLength: AVAsyncProperty<Root, Int64> {
    .init("totalSampleDataLength") { $0.totalSampleDataLength }
  }
  /// The packets per second.
  public static var nominalFrameRate: AVAsyncProperty<Root, Float> { .init("nominalFrameRate") { $0.nominalFrameRate } }
  /// The size of the pictures in pixels.
  public static var naturalSize: AVAsyncProperty<Root, CGSize> { .init("naturalSize") { $0.naturalSize } }
  /// The language.
  public static var languageCode: AVAsyncProperty<Root, String?> { .init("languageCode") { $0.languageCode } }
  /// The preferred volume of playing.
  public static var preferredVolume: AVAsyncProperty<Root, Float> { .init("preferredVolume") { $0.preferredVolume } }
  /// The segments of the time line.
  public static var segments: AVAsyncProperty<Root, [AVAssetTrackSegment]> { .init("segments") { $0.segments } }
  /// True if there is a decoder for the track.
  public static var isDecodable: AVAsyncProperty<Root, Bool> { .init("decodable") { $0.isDecodable } }
  /// True if the track can be played.
  public static var isPlayable: AVAsyncProperty<Root, Bool> { .init("playable") { $0.isPlayable } }
  /// True if the track is presented by default.
  public static var isEnabled: AVAsyncProperty<Root, Bool> { .init("enabled") { $0.isEnabled } }
  /// True if the media are in the file itself.
  public static var isSelfContained: AVAsyncProperty<Root, Bool> { .init("selfContained") { $0.isSelfContained } }
  /// The track's metadata.
  public static var metadata: AVAsyncProperty<Root, [AVMetadataItem]> { .init("metadata") { $0.metadata } }
  /// The track's metadata, by keys that all formats share.
  public static var commonMetadata: AVAsyncProperty<Root, [AVMetadataItem]> {
    .init("commonMetadata") { $0.commonMetadata }
  }
}
