import AVFAudio
import AudioBase
public import CoreMedia
import Dispatch
public import Foundation

/// A sound for an ``AVPlayer``: the first track of sound of an asset, with the place at which it is played.
///
/// Its file is opened when it becomes a player's current item, on the calling thread; ``status`` is known then.
///
/// `@unchecked`, for a class that is open cannot be checked; all that changes has a lock.
open class AVPlayerItem: NSObject, @unchecked Sendable {
  /// The readiness of an item.
  public enum Status: Int, Sendable {
    /// It has not been a player's current item.
    case unknown = 0
    /// It can be played.
    case readyToPlay = 1
    /// It cannot be played: ``AVPlayerItem/error`` says why.
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

  /// Creates an item. Values of the asset are loaded when they are needed, whatever the keys.
  public convenience init(asset: AVAsset, automaticallyLoadedAssetKeys: [String]?) { self.init(asset: asset) }

  /// Creates the item of a file.
  public convenience init(url URL: URL) { self.init(asset: AVURLAsset(url: URL)) }

  // MARK: Readiness

  /// The readiness.
  open var status: Status {
    state.withLock { $0.error != nil ? .failed : $0.sound != nil ? .readyToPlay : .unknown }
  }

  /// The reason why it cannot be played.
  open var error: (any Error)? { state.withLock { Handover($0.error) }.value }

  /// The length; indefinite while ``status`` is unknown, and where nothing states it.
  open var duration: CMTime {
    guard let sound, sound.duration > 0 else { return .indefinite }
    return time(sound.duration)
  }

  /// True once it is ready: a file does not keep a player waiting.
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

  /// The time at which playing ends, if it is a number: true to 10 milliseconds.
  open var forwardPlaybackEndTime: CMTime {
    get { state.withLock { $0.end } }
    set { state.withLock { $0.end = newValue } }
  }

  /// True once it has been played to its end, until a seek.
  var isAtEnd: Bool { state.withLock { $0.isAtEnd } }

  /// Makes the place that of the end.
  func reachEnd() { state.withLock { $0.isAtEnd = true } }

  /// The place in seconds.
  var seconds: Double {
    let (sound, wanted, isAtEnd, end) = state.withLock { ($0.sound, $0.wanted, $0.isAtEnd, $0.end) }
    guard let sound = sound?.value else { return wanted }
    guard isAtEnd else { return sound.currentTime }
    return end.isNumeric ? min(end.seconds, sound.duration) : sound.duration
  }

  /// Returns the place of the frame that is heard next.
  open func currentTime() -> CMTime { time(seconds) }

  /// Moves to a place, to the frame; one outside of the sound becomes the nearest within.
  ///
  /// - Parameter completionHandler: Is called on another thread, with true.
  open func seek(to time: CMTime, completionHandler: (@Sendable (Bool) -> Void)? = nil) {
    move(to: time)
    tellJump()
    if let completionHandler { DispatchQueue.global().async { completionHandler(true) } }
  }

  /// Moves to a place. All places are exact, whatever the tolerance.
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
