public import AVFAudio
import AudioAssets
import AudioBase
import AudioFiles
public import Foundation

/// A protocol that lets the initialisers of ``AVAsset`` make a subclass.
///
/// An initialiser of a class makes an object of that class; one of a protocol may make one of a subclass. Nothing else
/// conforms to it.
public protocol AVAssetMaking {}

extension AVAssetMaking where Self: AVAsset {
  /// Creates the asset of a file: an ``AVURLAsset``.
  ///
  /// - Precondition: It is called on `AVAsset` itself. A program's own subclass inherits from ``AVURLAsset``, which has
  ///   its own initialiser of this name.
  public init(url URL: URL) {
    // Holds: no other subclass of `AVAsset` has an initialiser that a program can call.
    guard let asset = AVURLAsset(url: URL, options: nil) as? Self else {
      preconditionFailure("an asset of a file is an AVURLAsset")
    }
    self = asset
  }
}

/// Media with tracks and metadata: here the sound and the pictures of one file.
///
/// Values are loaded when they are first requested, which reads the file on the calling thread; `load(_:)` does it on
/// another one. Loaded values never change. `@unchecked`, for a class that is open cannot be checked; nothing of an
/// asset changes except its loaded values, which have a lock.
open class AVAsset: NSObject, AVAsynchronousKeyValueLoading, AVAssetMaking, @unchecked Sendable {
  let file: AssetContent
  private let madeTracks = Lock<[AVAssetTrack]?>(nil)

  init(_ file: AssetContent) { self.file = file }

  // MARK: Times

  /// The end of the last track; indefinite if nothing states it, zero if the file cannot be read.
  open var duration: CMTime { (try? loadedDuration()) ?? .zero }

  func loadedDuration() throws -> CMTime {
    guard let duration = try file.loaded().duration else { return .indefinite }
    return CMTime(duration)
  }

  /// True if ``duration`` and the times of tracks come from counted packets.
  open var providesPreciseDurationAndTiming: Bool { (try? file.loaded())?.isPrecise ?? false }
  /// The preferred speed of playing: 1.
  open var preferredRate: Float { 1 }
  /// The preferred volume of playing: 1.
  open var preferredVolume: Float { 1 }

  // MARK: Use

  /// True if any track can be decoded.
  open var isPlayable: Bool { (try? file.loaded()).map { !$0.decodableTracks.isEmpty } ?? false }
  /// True if an ``AVAssetReader`` can read the asset.
  open var isReadable: Bool { (try? file.loaded()).map { !$0.tracks.isEmpty } ?? false }
  /// True if an ``AVAssetExportSession`` can export the asset.
  open var isExportable: Bool { isReadable }
  /// Always false: there are no compositions here.
  open var isComposable: Bool { false }
  /// Always false: a protected file cannot be read, and counts as damaged.
  open var hasProtectedContent: Bool { false }

  // MARK: Tracks

  /// The tracks in file order; empty if the file cannot be read.
  open var tracks: [AVAssetTrack] { (try? loadedTracks()) ?? [] }

  func loadedTracks() throws -> [AVAssetTrack] {
    let loaded = try file.loaded()
    return madeTracks.withLock { tracks in
      if let tracks { return tracks }
      let made = loaded.tracks.map { AVAssetTrack(of: self, $0) }
      tracks = made
      return made
    }
  }

  /// Returns the track with a number, or `nil`.
  open func track(withTrackID trackID: CMPersistentTrackID) -> AVAssetTrack? { tracks.first { $0.trackID == trackID } }

  /// Returns the tracks that hold a kind of media.
  open func tracks(withMediaType mediaType: AVMediaType) -> [AVAssetTrack] {
    tracks.filter { $0.mediaType == mediaType }
  }

  /// Returns the tracks with a media characteristic.
  open func tracks(withMediaCharacteristic mediaCharacteristic: AVMediaCharacteristic) -> [AVAssetTrack] {
    tracks.filter { $0.hasMediaCharacteristic(mediaCharacteristic) }
  }

  // MARK: Loading

  /// Returns the state of loading, which is the same for all values, because the file is examined once.
  open func statusOfValue(forKey key: String, error outError: NSErrorPointer) -> AVKeyValueStatus {
    unsafe status(outError)
  }

  /// Loads everything on another thread, and calls the handler there.
  open func loadValuesAsynchronously(forKeys keys: [String], completionHandler handler: (@Sendable () -> Void)?) {
    load(then: handler)
  }

  /// Does nothing: loading is short and always completes.
  open func cancelLoading() {}
}

extension AVAsset: ContentLoading {
  var content: AssetContent? { file }
}

extension CMTime {
  /// Creates a time from an engine time, in its own scale if that fits 32 bits.
  init(_ time: MediaTime) {
    if let scale = Int32(exactly: time.timescale) {
      self.init(value: time.value, timescale: scale)
    } else {
      self.init(seconds: time.seconds, preferredTimescale: 1_000_000_000)
    }
  }

  /// Returns the time in units of another scale, rounded up; clamped to 64 bits.
  func unitsRoundedUp(in timescale: Int64) -> Int64 {
    if isPositiveInfinity { return .max }
    guard isNumeric else { return isNegativeInfinity ? .min : 0 }
    return MediaTime(value: value, timescale: Int64(self.timescale)).unitsRoundedUp(of: timescale)
  }
}
