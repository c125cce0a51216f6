public import AVFAudio
import AudioAssets
import AudioBase
import AudioFiles
public import Foundation

/// One track of an asset: its format, its place on the time line, its size.
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

  /// The asset, while it is there.
  open var asset: AVAsset? { owner }
  /// The number of the track in its file.
  open var trackID: CMPersistentTrackID { CMPersistentTrackID(clamping: loaded.info.identifier) }
  /// The kind of media in the track.
  open var mediaType: AVMediaType { loaded.mediaType }
  /// The formats: a `CMAudioFormatDescription` for sound, a `CMVideoFormatDescription` for pictures; none where the
  /// file describes it in an unknown way.
  open var formatDescriptions: [Any] { loadedDescriptions }

  var loadedDescriptions: [CMFormatDescription] { TrackDescription.make(loaded).map { [$0] } ?? [] }

  // MARK: Use

  /// True if it can be played.
  open var isPlayable: Bool { loaded.isDecodable }
  /// True if there is a decoder for it: never for pictures.
  open var isDecodable: Bool { loaded.isDecodable }
  /// Always true: it is presented where nothing else is chosen.
  open var isEnabled: Bool { true }
  /// Always true: its media is in the file itself.
  open var isSelfContained: Bool { true }
  /// Returns true if it can be heard or seen.
  open func hasMediaCharacteristic(_ mediaCharacteristic: AVMediaCharacteristic) -> Bool {
    switch mediaCharacteristic {
    case .audible: mediaType == .audio
    case .visual: mediaType == .video
    default: false
    }
  }

  // MARK: Size and time

  /// The bytes of all packets; 0 where nothing states them.
  open var totalSampleDataLength: Int64 { loaded.byteCount ?? 0 }
  /// The time for which it is presented; its duration is indefinite where nothing states it.
  open var timeRange: CMTimeRange {
    let timeline = loaded.timeline
    return CMTimeRange(
      start: CMTime(MediaTime(value: timeline.start, timescale: timeline.timescale)), duration: shownDuration)
  }
  /// Units a second in which the file counts.
  open var naturalTimeScale: CMTimeScale { CMTimeScale(clamping: loaded.timeline.timescale) }
  /// The bit rate of all packets, in bits/s; 0 where nothing states it.
  open var estimatedDataRate: Float {
    guard let bytes = loaded.byteCount, let seconds, seconds > 0 else { return Float(loaded.info.bitRate ?? 0) }
    return Float(Double(bytes) * 8 / seconds)
  }
  /// The packets per second: pictures of a video track; 0 where nothing states them.
  open var nominalFrameRate: Float {
    guard let packets = loaded.packetCount, let seconds, seconds > 0 else { return 0 }
    return Float(Double(packets) / seconds)
  }
  /// Pixels of the pictures; nothing of sound.
  open var naturalSize: CGSize {
    let picture = loaded.info.picture
    return CGSize(width: picture?.presentationWidth ?? 0, height: picture?.presentationHeight ?? 0)
  }
  /// The volume at which it is played: 1.
  open var preferredVolume: Float { 1 }
  /// The language, as ISO 639-2's three letters; `nil` where none is stated.
  open var languageCode: String? { loaded.info.language.isEmpty ? nil : loaded.info.language }

  private var seconds: Double? {
    loaded.timeline.duration.map { Double($0) / Double(loaded.timeline.timescale) }
  }
  private var shownDuration: CMTime {
    let timeline = loaded.timeline
    return timeline.duration.map { CMTime(MediaTime(value: $0, timescale: timeline.timescale)) } ?? .indefinite
  }

  // MARK: Segments

  /// The parts of its time line: nothing, where it begins late, and its media.
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

  /// Returns the part of its time line that holds a time; the last one where none does, `nil` where there is none.
  open func segment(forTrackTime trackTime: CMTime) -> AVAssetTrackSegment? {
    segments.first { $0.timeMapping.target.containsTime(trackTime) } ?? segments.last
  }

  /// Returns the time in the media that is presented at a time of the track; invalid where nothing is.
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

/// A part of a track's time line: of its media, or of nothing.
open class AVAssetTrackSegment: NSObject, @unchecked Sendable {
  /// The part of the media and the time for which it is presented; the source is invalid for an empty segment.
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
  /// The time for which it is presented.
  public static var timeRange: AVAsyncProperty<Root, CMTimeRange> { .init("timeRange") { $0.timeRange } }
  /// Units a second in which the file counts.
  public static var naturalTimeScale: AVAsyncProperty<Root, CMTimeScale> {
    .init("naturalTimeScale") { $0.naturalTimeScale }
  }
  /// Bits a second.
  public static var estimatedDataRate: AVAsyncProperty<Root, Float> {
    .init("estimatedDataRate") { $0.estimatedDataRate }
  }
  /// Bytes of all packets.
  public static var totalSampleDataLength: AVAsyncProperty<Root, Int64> {
    .init("totalSampleDataLength") { $0.totalSampleDataLength }
  }
  /// The packets per second.
  public static var nominalFrameRate: AVAsyncProperty<Root, Float> { .init("nominalFrameRate") { $0.nominalFrameRate } }
  /// The size of the pictures in pixels.
  public static var naturalSize: AVAsyncProperty<Root, CGSize> { .init("naturalSize") { $0.naturalSize } }
  /// The language.
  public static var languageCode: AVAsyncProperty<Root, String?> { .init("languageCode") { $0.languageCode } }
  /// The volume at which it is played.
  public static var preferredVolume: AVAsyncProperty<Root, Float> { .init("preferredVolume") { $0.preferredVolume } }
  /// The parts of its time line.
  public static var segments: AVAsyncProperty<Root, [AVAssetTrackSegment]> { .init("segments") { $0.segments } }
  /// True if there is a decoder for it.
  public static var isDecodable: AVAsyncProperty<Root, Bool> { .init("decodable") { $0.isDecodable } }
  /// True if it can be played.
  public static var isPlayable: AVAsyncProperty<Root, Bool> { .init("playable") { $0.isPlayable } }
  /// True if it is presented by default.
  public static var isEnabled: AVAsyncProperty<Root, Bool> { .init("enabled") { $0.isEnabled } }
  /// True if its media is in the file itself.
  public static var isSelfContained: AVAsyncProperty<Root, Bool> { .init("selfContained") { $0.isSelfContained } }
  /// The track's metadata.
  public static var metadata: AVAsyncProperty<Root, [AVMetadataItem]> { .init("metadata") { $0.metadata } }
  /// The track's metadata, by keys that all formats share.
  public static var commonMetadata: AVAsyncProperty<Root, [AVMetadataItem]> {
    .init("commonMetadata") { $0.commonMetadata }
  }
}
