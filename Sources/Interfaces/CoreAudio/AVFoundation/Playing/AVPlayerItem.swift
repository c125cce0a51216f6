import AVFAudio
import AudioBase
public import CoreMedia
import Dispatch
public import Foundation

/// A sound for an ``AVPlayer``: the first audio track of an asset, with the position of playing.
///
/// Its file is opened when it becomes a player's current item, on the calling thread; ``status`` is known then.
///
/// `@unchecked`, for a class that is open cannot be checked; all that changes has a lock.
open class AVPlayerItem: NSObject, @unchecked Sendable {
  /// The readiness of an item.
  public enum Status: Int, Sendable {
    /// The item has not been a player's current item.
    case unknown = 0
    /// The item can be played.
    case readyToPlay = 1
    /// The item cannot be played; ``AVPlayerItem/error`` has the reason.
    case failed = 2
  }

  private struct State {
    var sound: Handover<AVAudioPlayer>?
    var error: NSError?
    /// The place that was sought before the file was opened.
    var wanted: Double = 0
    var isAtEnd = false
    var end = CMTime.invalid
  }

  /// The asset.
  public let asset: AVAsset
  private let state = Lock(State())

  /// Creates an item.
  public init(asset: AVAsset) {
    self.asset = asset
    super.init()
  }

  /// Creates an item. Values of the asset are loaded on demand, whatever the keys.
  public convenience init(asset: AVAsset, automaticallyLoadedAssetKeys: [String]?) { self.init(asset: asset) }

  /// Creates the item of a file.
  public convenience init(url URL: URL) { self.init(asset: AVURLAsset(url: URL)) }

  // MARK: Readiness

  /// The readiness.
  open var status: Status {
    state.withLock { $0.error != nil ? .failed : $0.sound != nil ? .readyToPlay : .unknown }
  }

  /// The reason for which the item cannot be played.
  open var error: (any Error)? { state.withLock { Handover($0.error) }.value }

  /// The duration; indefinite while ``status`` is unknown, and if nothing states it.
  open var duration: CMTime {
    guard let sound, sound.duration > 0 else { return .indefinite }
    return time(sound.duration)
  }

  /// True once the item is ready: a player never waits for a file.
  open var isPlaybackLikelyToKeepUp: Bool { status == .readyToPlay }
  /// Always true: rates above 1 are played.
  open var canPlayFastForward: Bool { true }
  /// Always true: rates below 1 are played.
  open var canPlaySlowForward: Bool { true }
  /// Always false: nothing is played backwards.
  open var canPlayReverse: Bool { false }

  /// The sound, if it can be played.
  var sound: AVAudioPlayer? { state.withLock { $0.sound }?.value }

  /// Opens the file, once.
  func open() {
    guard status == .unknown else { return }
    let made: AVAudioPlayer
    do {
      guard let asset = asset as? AVURLAsset else {
        throw AVError(.operationNotSupportedForAsset, because: "only assets of files are played")
      }
      made = try AVAudioPlayer(contentsOf: asset.url)
    } catch {
      let failure = error as NSError
      return fail(
        failure as? AVError
          ?? AVError(.fileFormatNotRecognized, because: failure.localizedDescription, underlying: failure))
    }
    let opened = Handover(made)
    let wanted = state.withLock { state in
      if state.sound == nil { state.sound = opened }
      return state.wanted
    }
    if wanted > 0 { made.currentTime = wanted }
  }

  func fail(_ error: NSError) {
    let given = Handover(error)
    state.withLock { $0.error = given.value }
  }

  // MARK: Time

  /// The time at which playing ends, unless it is invalid; accurate to 10 milliseconds.
  open var forwardPlaybackEndTime: CMTime {
    get { state.withLock { $0.end } }
    set { state.withLock { $0.end = newValue } }
  }

  /// True after it has been played to its end, until a seek.
  var isAtEnd: Bool { state.withLock { $0.isAtEnd } }

  /// Sets the position to the end.
  func reachEnd() { state.withLock { $0.isAtEnd = true } }

  /// The place in seconds.
  var seconds: Double {
    let (sound, wanted, isAtEnd, end) = state.withLock { ($0.sound, $0.wanted, $0.isAtEnd, $0.end) }
    guard let sound = sound?.value else { return wanted }
    guard isAtEnd else { return sound.currentTime }
    return end.isNumeric ? min(end.seconds, sound.duration) : sound.duration
  }

  /// Returns the position of the next frame to be heard.
  open func currentTime() -> CMTime { time(seconds) }

  /// Moves to a time, exact to the frame and clamped to the sound.
  ///
  /// - Parameter completionHandler: Is called on another thread, with true.
  open func seek(to time: CMTime, completionHandler: (@Sendable (Bool) -> Void)? = nil) {
    move(to: time)
    tellJump()
    if let completionHandler { DispatchQueue.global().async { completionHandler(true) } }
  }

  /// Moves to a time. All seeks are exact, whatever the tolerance.
  open func seek(
    to time: CMTime, toleranceBefore: CMTime, toleranceAfter: CMTime,
    completionHandler: (@Sendable (Bool) -> Void)? = nil
  ) { seek(to: time, completionHandler: completionHandler) }

  func move(to time: CMTime) {
    let wanted = time.isNumeric ? max(0, time.seconds) : time.isPositiveInfinity ? .greatestFiniteMagnitude : 0
    let sound = state.withLock { state in
      (state.wanted, state.isAtEnd) = (wanted, false)
      return state.sound
    }
    sound?.value.currentTime = wanted
  }

  func tellJump() { NotificationCenter.default.post(name: Self.timeJumpedNotification, object: self) }

  private func time(_ seconds: Double) -> CMTime {
    // A frame is a number of units for all usual rates.
    CMTime(seconds: seconds, preferredTimescale: Int32(clamping: Int64(sound?.format.sampleRate ?? 1_000_000)))
  }
}
