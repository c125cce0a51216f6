public import AVFAudio
import Foundation

// Loading on another thread: properties, tracks and metadata.

extension AVPartialAsyncProperty where Root: AVAsset {
  /// The end of the last track.
  public static var duration: AVAsyncProperty<Root, CMTime> { .init("duration") { try $0.loadedDuration() } }
  /// The tracks.
  public static var tracks: AVAsyncProperty<Root, [AVAssetTrack]> { .init("tracks") { try $0.loadedTracks() } }
  /// True if times come from counted packets.
  public static var providesPreciseDurationAndTiming: AVAsyncProperty<Root, Bool> {
    .init("providesPreciseDurationAndTiming") { try $0.checked.providesPreciseDurationAndTiming }
  }
  /// The preferred speed of playing.
  public static var preferredRate: AVAsyncProperty<Root, Float> {
    .init("preferredRate") { try $0.checked.preferredRate }
  }
  /// The preferred volume of playing.
  public static var preferredVolume: AVAsyncProperty<Root, Float> {
    .init("preferredVolume") { try $0.checked.preferredVolume }
  }
  /// True if any track can be decoded.
  public static var isPlayable: AVAsyncProperty<Root, Bool> { .init("playable") { try $0.checked.isPlayable } }
  /// True if the asset can be read.
  public static var isReadable: AVAsyncProperty<Root, Bool> { .init("readable") { try $0.checked.isReadable } }
  /// True if the asset can be exported.
  public static var isExportable: AVAsyncProperty<Root, Bool> { .init("exportable") { try $0.checked.isExportable } }
  /// True if the asset can be used in a composition.
  public static var isComposable: AVAsyncProperty<Root, Bool> { .init("composable") { try $0.checked.isComposable } }
  /// True if the asset is protected.
  public static var hasProtectedContent: AVAsyncProperty<Root, Bool> {
    .init("hasProtectedContent") { try $0.checked.hasProtectedContent }
  }
  /// The asset's metadata, by keys that all formats share.
  public static var commonMetadata: AVAsyncProperty<Root, [AVMetadataItem]> {
    .init("commonMetadata") { try $0.checked.commonMetadata }
  }
  /// The asset's metadata, by the keys of its own format.
  public static var metadata: AVAsyncProperty<Root, [AVMetadataItem]> { .init("metadata") { try $0.checked.metadata } }
  /// The formats of the asset's metadata.
  public static var availableMetadataFormats: AVAsyncProperty<Root, [AVMetadataFormat]> {
    .init("availableMetadataFormats") { try $0.checked.availableMetadataFormats }
  }
  /// The lyrics.
  public static var lyrics: AVAsyncProperty<Root, String?> { .init("lyrics") { try $0.checked.lyrics } }
  /// The date of creation.
  public static var creationDate: AVAsyncProperty<Root, AVMetadataItem?> {
    .init("creationDate") { try $0.checked.creationDate }
  }
}

extension AVAsset {
  /// The asset itself, once its file has been examined.
  ///
  /// - Throws: ``AVError`` if the file cannot be read.
  fileprivate var checked: AVAsset {
    get throws {
      _ = try file.loaded()
      return self
    }
  }

  /// Loads the track with an identifier.
  public func loadTrack(withTrackID trackID: CMPersistentTrackID) async throws -> AVAssetTrack? {
    try loadedTracks().first { $0.trackID == trackID }
  }

  /// Loads the tracks that hold a kind of media.
  public func loadTracks(withMediaType mediaType: AVMediaType) async throws -> [AVAssetTrack] {
    try loadedTracks().filter { $0.mediaType == mediaType }
  }

  /// Loads the tracks that have a media characteristic.
  public func loadTracks(
    withMediaCharacteristic mediaCharacteristic: AVMediaCharacteristic
  ) async throws -> [AVAssetTrack] {
    try loadedTracks().filter { $0.hasMediaCharacteristic(mediaCharacteristic) }
  }

  /// Loads the metadata of a format.
  public func loadMetadata(for format: AVMetadataFormat) async throws -> [AVMetadataItem] {
    try checked.metadata(forFormat: format)
  }

  /// Loads the track with an identifier, and calls the handler on another thread.
  public func loadTrack(
    withTrackID trackID: CMPersistentTrackID,
    completionHandler: @escaping @Sendable (AVAssetTrack?, (any Error)?) -> Void
  ) {
    answer({ asset in try asset.loadedTracks().first { $0.trackID == trackID } }, completionHandler)
  }

  /// Loads the tracks that hold a kind of media, and calls the handler on another thread.
  public func loadTracks(
    withMediaType mediaType: AVMediaType,
    completionHandler: @escaping @Sendable ([AVAssetTrack]?, (any Error)?) -> Void
  ) {
    answer({ asset in try asset.loadedTracks().filter { $0.mediaType == mediaType } }, completionHandler)
  }

  /// Loads the tracks that have a media characteristic, and calls the handler on another thread.
  public func loadTracks(
    withMediaCharacteristic mediaCharacteristic: AVMediaCharacteristic,
    completionHandler: @escaping @Sendable ([AVAssetTrack]?, (any Error)?) -> Void
  ) {
    answer(
      { asset in try asset.loadedTracks().filter { $0.hasMediaCharacteristic(mediaCharacteristic) } },
      completionHandler)
  }

  /// Loads the metadata of a format, and calls the handler on another thread.
  public func loadMetadata(
    for format: AVMetadataFormat, completionHandler: @escaping @Sendable ([AVMetadataItem]?, (any Error)?) -> Void
  ) {
    answer({ asset in try asset.checked.metadata(forFormat: format) }, completionHandler)
  }

  /// Runs `work` on another thread, and passes its result or its error to `handler`.
  private func answer<Value>(
    _ work: @escaping @Sendable (AVAsset) throws -> Value?,
    _ handler: @escaping @Sendable (Value?, (any Error)?) -> Void
  ) {
    DispatchQueue.global().async {
      do { handler(try work(self), nil) } catch { handler(nil, error) }
    }
  }
}
