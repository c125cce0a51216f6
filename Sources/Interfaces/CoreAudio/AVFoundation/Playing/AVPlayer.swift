public import AVFAudio
import AudioBase
package import AudioDevices
import CoreMedia
public import Dispatch
public import Foundation

/// Plays the sound of items, one at a time, through a device.
///
/// ```swift
/// let player = AVPlayer(url: URL(fileURLWithPath: "song.m4a"))
/// player.play()
/// ```
/// Pictures are not shown, and files of this system alone are played. Properties cannot be observed, because there is
/// no Objective-C: a notification reports the end, observers report the time.
///
/// `@unchecked`, for a class that is open cannot be checked; all that changes has a lock.
open class AVPlayer: NSObject, @unchecked Sendable {
  /// The readiness of a player.
  public enum Status: Int, Sendable {
    /// The player has had no item that could be opened.
    case unknown = 0
    /// The player can play.
    case readyToPlay = 1
    /// The player cannot play any more; never used here.
    case failed = 2
  }

  /// The state of playing.
  public enum TimeControlStatus: Int, Sendable {
    /// The player is paused.
    case paused = 0
    /// The player waits for an item.
    case waitingToPlayAtSpecifiedRate = 1
    /// The player is playing.
    case playing = 2
  }

  /// The action at the end of an item.
  public enum ActionAtItemEnd: Int, Sendable {
    /// Play the next item of the queue.
    case advance = 0
    /// The player pauses.
    case pause = 1
    /// Stay at the end; playing continues after a seek.
    case none = 2
  }

  struct State {
    /// The current item, and the following items of a queue.
    var items: [AVPlayerItem] = []
    var rate: Float = 0
    var defaultRate: Float = 1
    var volume: Float = 1
    var isMuted = false
    var action = ActionAtItemEnd.pause
    var deviceIdentifier: String?
    var device: (any AudioDevice)?
  }

  let state = Lock(State())
  /// Held while items start and stop, so that this happens in sequence. No function of the program is called while it
  /// is held.
  private let turn = NSRecursiveLock()
  private let clock = PlayerClock()

  // MARK: Making

  /// Creates a player without an item.
  public override init() {
    super.init()
    clock.begin { [weak self] in self?.tick() }
  }

  /// Creates a player of an item.
  public convenience init(playerItem item: AVPlayerItem?) {
    self.init()
    replaceCurrentItem(with: item)
  }

  /// Creates a player of a file.
  public convenience init(url URL: URL) { self.init(playerItem: AVPlayerItem(url: URL)) }

  deinit {
    clock.end()
    state.withLock { $0.items.first }?.sound?.stop()
  }

  /// Sets the device for playing; for tests.
  package func play(through device: any AudioDevice) { state.withLock { $0.device = device } }

  // MARK: Items

  /// The current item.
  open var currentItem: AVPlayerItem? { state.withLock { $0.items.first } }

  /// Replaces the current item, without changing the rate.
  open func replaceCurrentItem(with item: AVPlayerItem?) { changeItems { $0 = item.map { [$0] } ?? [] } }

  /// Changes the queue; another current item is opened, and played if the player plays.
  func changeItems(_ body: (inout [AVPlayerItem]) -> Void) {
    turn.held {
      let (before, after) = state.withLock { state in
        let before = state.items.first
        body(&state.items)
        return (before, state.items.first)
      }
      guard before !== after else { return }
      before?.sound?.stop()
      after?.open()
      after?.sound?.whenEnded { [weak self, weak after] failure in
        if let after { self?.finish(after, failure) }
      }
      apply()
    }
    clock.jump()
  }

  /// The readiness.
  open var status: Status { currentItem?.status == .readyToPlay ? .readyToPlay : .unknown }
  /// Always `nil`: items fail, players do not.
  open var error: (any Error)? { nil }

  // MARK: Playing

  /// Plays from the present position on, at the default rate.
  open func play() { rate = defaultRate }

  /// Pauses.
  open func pause() { rate = 0 }

  /// Plays at a rate.
  open func playImmediately(atRate rate: Float) { self.rate = rate }

  /// The speed of playing at unchanged pitch: 0 pauses; 1/32 to 32, clamped. A negative speed pauses, because nothing
  /// plays backwards.
  open var rate: Float {
    get { state.withLock { $0.rate } }
    set {
      turn.held {
        state.withLock { $0.rate = newValue > 0 ? min(max(newValue, 1 / 32), 32) : 0 }
        apply()
      }
      clock.jump()
    }
  }

  /// The speed of ``play()``: initially 1.
  open var defaultRate: Float {
    get { state.withLock { $0.defaultRate } }
    set { state.withLock { $0.defaultRate = newValue } }
  }

  /// The state of playing.
  open var timeControlStatus: TimeControlStatus {
    guard rate > 0 else { return .paused }
    return currentItem?.sound?.isPlaying == true ? .playing : .waitingToPlayAtSpecifiedRate
  }

  /// Without effect: the player never waits for files.
  open var automaticallyWaitsToMinimizeStalling: Bool {
    get { false }
    set {}
  }

  /// The gain: 0 to 1, initially 1.
  open var volume: Float {
    get { state.withLock { $0.volume } }
    set { change { $0.volume = newValue } }
  }

  /// True if nothing is heard.
  open var isMuted: Bool {
    get { state.withLock { $0.isMuted } }
    set { change { $0.isMuted = newValue } }
  }

  /// The identifier of the device, or `nil` for the default device. The next ``play()`` applies it.
  open var audioOutputDeviceUniqueID: String? {
    get { state.withLock { $0.deviceIdentifier } }
    set { state.withLock { $0.deviceIdentifier = newValue } }
  }

  /// The action at the end of an item; ``ActionAtItemEnd/advance`` is for queues.
  open var actionAtItemEnd: ActionAtItemEnd {
    get { state.withLock { $0.action } }
    set { state.withLock { $0.action = newValue } }
  }

  private func change(_ body: (inout State) -> Void) {
    turn.held {
      state.withLock { body(&$0) }
      apply()
    }
  }

  /// Makes the current item's sound what the state states.
  private func apply() {
    let (item, rate, volume) = state.withLock { ($0.items.first, $0.rate, $0.isMuted ? 0 : $0.volume) }
    clock.isRunning = rate > 0
    guard let item, let sound = item.sound else { return }
    sound.volume = volume
    guard rate > 0, !item.isAtEnd else { return sound.pause() }
    let changesRate = rate != 1 || sound.enableRate
    if changesRate, !sound.enableRate {
      sound.pause()
      sound.enableRate = true
    }
    if changesRate { sound.tempo = rate }
    guard !sound.isPlaying else { return }
    chooseDevice(for: sound)
    if !sound.play() {
      item.fail(AVError(.deviceWasDisconnected, because: "the device does not start"))
      state.withLock { $0.rate = 0 }
    }
  }

  private func chooseDevice(for sound: AVAudioPlayer) {
    let (device, identifier) = state.withLock { ($0.device, $0.deviceIdentifier) }
    if let device { sound.play(through: device) } else { sound.currentDevice = identifier }
  }

  // MARK: The end

  /// Continues after the end of an item, and posts its notification.
  private func finish(_ item: AVPlayerItem, _ failure: NSError?) {
    let isCurrent = turn.held {
      guard currentItem === item else { return false }
      item.reachEnd()
      switch actionAtItemEnd {
      case .advance: changeItems { if $0.first === item { $0.removeFirst() } }
      case .pause: state.withLock { $0.rate = 0 }
      case .none: break
      }
      apply()
      return true
    }
    guard isCurrent else { return }
    clock.jump()
    NotificationCenter.default.post(
      name: failure == nil ? AVPlayerItem.didPlayToEndTimeNotification : AVPlayerItem.failedToPlayToEndTimeNotification,
      object: item, userInfo: failure.map { [AVPlayerItemFailedToPlayToEndTimeErrorKey: $0] })
  }

  /// Notices the times that observers and items ask for.
  private func tick() {
    guard let item = currentItem else { return }
    let now = item.seconds
    clock.pass(to: now)
    let end = item.forwardPlaybackEndTime
    guard end.isNumeric, now >= end.seconds, !item.isAtEnd else { return }
    finish(item, nil)
  }

  // MARK: Time

  /// Returns the position in the current item; zero without one.
  open func currentTime() -> CMTime { currentItem?.currentTime() ?? .zero }

  /// Moves the current item to a time, exact to the frame.
  ///
  /// - Parameter completionHandler: Is called on another thread: with true, or false if there is no item.
  open func seek(to time: CMTime, completionHandler: (@Sendable (Bool) -> Void)? = nil) {
    let item = currentItem
    turn.held {
      item?.move(to: time)
      apply()
    }
    item?.tellJump()
    clock.jump()
    if let completionHandler { DispatchQueue.global().async { completionHandler(item != nil) } }
  }

  /// Moves the current item to a time. All seeks are exact, whatever the tolerance.
  open func seek(
    to time: CMTime, toleranceBefore: CMTime, toleranceAfter: CMTime,
    completionHandler: (@Sendable (Bool) -> Void)? = nil
  ) { seek(to: time, completionHandler: completionHandler) }

  /// Calls a block with the time whenever a multiple of an interval has been played, and when playing starts, stops or
  /// jumps. The accuracy is 10 milliseconds; calls are skipped while the block is still running.
  ///
  /// - Parameter queue: The queue that calls it: the main queue if none is named.
  /// - Returns: An object that ``removeTimeObserver(_:)`` takes.
  open func addPeriodicTimeObserver(
    forInterval interval: CMTime, queue: DispatchQueue?, using block: @escaping @Sendable (CMTime) -> Void
  ) -> Any {
    clock.add(
      TimeObserver(.every(max(0.01, interval.seconds)), queue ?? .main) { [weak self] in
        if let time = self?.currentTime() { block(time) }
      })
  }

  /// Calls a block whenever one of several times has been played.
  ///
  /// - Parameters:
  ///   - times: Values of `CMTime`.
  ///   - queue: The queue that calls it: the main queue if none is named.
  /// - Returns: An object that ``removeTimeObserver(_:)`` takes.
  open func addBoundaryTimeObserver(
    forTimes times: [CMTime], queue: DispatchQueue?, using block: @escaping @Sendable () -> Void
  ) -> Any { clock.add(TimeObserver(.at(times.map(\.seconds)), queue ?? .main, block)) }

  /// Removes an observer. Calls already in its queue are still made.
  open func removeTimeObserver(_ observer: Any) { clock.remove(observer as? TimeObserver) }
}

extension NSRecursiveLock {
  /// Does some work with the lock held.
  fileprivate func held<Result>(_ body: () -> Result) -> Result {
    lock()
    defer { unlock() }
    return body()
  }
}
