public import AVFAudio
import AudioAssets
import AudioBase
import AudioFiles
public import Foundation

/// What makes an asset by the name of ``AVAsset``.
///
/// An initialiser of a class makes an object of that class; one of a protocol may make one of a subclass. Nothing else
/// conforms to it.
public protocol AVAssetMaking {}

extension AVAssetMaking where Self: AVAsset {
  /// The asset of a file: an ``AVURLAsset``.
  ///
  /// - Precondition: It is called by the name of `AVAsset`. A subclass of the program's own is one of ``AVURLAsset``,
  ///   which has an initialiser of this name.
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
/// Values are loaded when they are first asked for, which reads the file on the calling thread; `load(_:)` does it on
/// another one. What is read stays as it was then. `@unchecked`, for a class that is open cannot be checked; nothing of
/// an asset changes but what it has loaded, which has a lock.
open class AVAsset: NSObject, AVAsynchronousKeyValueLoading, AVAssetMaking, @unchecked Sendable {
  let file: AssetContent
  private let madeTracks = Lock<[AVAssetTrack]?>(nil)

  init(_ file: AssetContent) { self.file = file }

  // MARK: Times

  /// The end of the track that ends last; indefinite where nothing tells, zero where the file cannot be read.
  open var duration: CMTime { (try? loadedDuration()) ?? .zero }

  func loadedDuration() throws -> CMTime {
    guard let duration = try file.loaded().duration else { return .indefinite }
    return CMTime(duration)
  }

  /// Whether ``duration`` and the times of tracks are those of counted packets.
  open var providesPreciseDurationAndTiming: Bool { (try? file.loaded())?.isPrecise ?? false }
  /// The speed at which it is played: 1.
  open var preferredRate: Float { 1 }
  /// The volume at which it is played: 1.
  open var preferredVolume: Float { 1 }

  // MARK: Use

  /// Whether something of it can be decoded.
  open var isPlayable: Bool { (try? file.loaded()).map { !$0.decodableTracks.isEmpty } ?? false }
  /// Whether an ``AVAssetReader`` can read it.
  open var isReadable: Bool { (try? file.loaded()).map { !$0.tracks.isEmpty } ?? false }
  /// Whether an ``AVAssetExportSession`` can export it.
  open var isExportable: Bool { isReadable }
  /// Whether it can be put into a composition: there are none here.
  open var isComposable: Bool { false }
  /// Whether it is protected: what is cannot be read, and counts as damaged.
  open var hasProtectedContent: Bool { false }

  // MARK: Tracks

  /// The tracks, in the order of the file; none where it cannot be read.
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

  /// The track of a number, or `nil`.
  open func track(withTrackID trackID: CMPersistentTrackID) -> AVAssetTrack? { tracks.first { $0.trackID == trackID } }

  /// The tracks that hold a kind of media.
  open func tracks(withMediaType mediaType: AVMediaType) -> [AVAssetTrack] {
    tracks.filter { $0.mediaType == mediaType }
  }

  /// The tracks that are good for something.
  open func tracks(withMediaCharacteristic mediaCharacteristic: AVMediaCharacteristic) -> [AVAssetTrack] {
    tracks.filter { $0.hasMediaCharacteristic(mediaCharacteristic) }
  }

  // MARK: Loading

  /// How far the loading has come: of all values together, for the file is looked at once.
  open func statusOfValue(forKey key: String, error outError: NSErrorPointer) -> AVKeyValueStatus {
    unsafe status(outError)
  }

  /// Loads everything on another thread, and calls the handler there.
  open func loadValuesAsynchronously(forKeys keys: [String], completionHandler handler: (@Sendable () -> Void)?) {
    load(then: handler)
  }

  /// Gives up loading: what has begun is short and comes to its end.
  open func cancelLoading() {}
}

extension AVAsset: ContentLoading {
  var content: AssetContent? { file }
}

extension CMTime {
  /// A time of the engine's, in its own scale where that fits 32 bits.
  init(_ time: MediaTime) {
    if let scale = Int32(exactly: time.timescale) {
      self.init(value: time.value, timescale: scale)
    } else {
      self.init(seconds: time.seconds, preferredTimescale: 1_000_000_000)
    }
  }

  /// The time in units of another scale, the first one at or behind it; clamped to 64 bits.
  func unitsRoundedUp(in timescale: Int64) -> Int64 {
    if isPositiveInfinity { return .max }
    guard isNumeric else { return isNegativeInfinity ? .min : 0 }
    return MediaTime(value: value, timescale: Int64(self.timescale)).unitsRoundedUp(of: timescale)
  }
}
