import AudioBase
import AudioConversion
import AudioDevices
import Synchronization

// Holds throughout: options come checked from a player.

/// The state that a player, its feeding thread and its device share.
///
/// Locks are taken in this order and never by the device's thread: control, feed, timeline, listeners.
package final class PlayerCore: Sendable {
  /// The requested state of the device and the feeding thread.
  struct Control {
    var isAttached = false
    var isPlaying = false
    var hasEnded = false
    var mustRewind = false
    /// The reason for which playing ended early the last time.
    var failure: AudioError?
  }

  let device: any AudioDevice
  let client: PlayerClient
  let options: PlayerOptions
  let timelineRate: Double
  let frameCount: Int64?
  let control = Lock(Control())
  let feed: Lock<PlayerFeed>
  let timeline: Lock<PlayerTimeline>
  let listeners = PlayerListeners()
  private let thread = ServiceThread()
  private let reportedGaps = Atomic<Int>(0)
  private let playRateBits = Atomic<UInt64>(Double(1).bitPattern)
  /// The number of frames that are made ready ahead of the device.
  let targetCount: Int

  /// The number of frames prepared per locking of the feed, so that a thread that wants to seek need not wait for long.
  static let runLength = 2048

  init(_ source: sending any SampleSource, on device: any AudioDevice, _ options: PlayerOptions) {
    self.device = device
    self.options = options
    let (rate, channelCount) = (device.format.sampleRate, device.format.channelCount)
    targetCount = max(Int(saturating: options.queueSeconds * rate), 2 * device.bufferFrameCount)
    // Twice as much, so that there is room for frames after a seek before the device has skipped the earlier ones.
    let ring = SampleRing(channelCount: channelCount, minimumCapacity: 2 * targetCount)
    client = PlayerClient(ring, tap: options.tap)
    let feed = PlayerFeed(source, method: options.timePitch)
    timelineRate = feed.timelineRate
    frameCount = feed.frameCount
    timeline = Lock(PlayerTimeline(step: feed.timelineRate / rate))
    self.feed = Lock(feed)
  }

  /// The number of frames prepared for the device.
  package var queuedFrameCount: Int { client.ring.queuedCount }

  // MARK: Feeding

  /// Prepares the number of frames that should be ready ahead of the device.
  func fill() {
    let ring = client.ring
    while client.endPlace == .max, ring.queuedCount < targetCount {
      let made = feed.withLock { feed in
        // A seek may have come between.
        guard client.endPlace == .max else { return 0 }
        var isEnd = false
        let made = ring.write(limit: min(Self.runLength, targetCount - ring.queuedCount)) { planes in
          let result = feed.fill(&planes)
          isEnd = result.isEnd
          return result.count
        }
        if isEnd { client.endPlace = ring.writtenCount }
        return made
      }
      if made == 0 { return }
    }
  }

  /// Changes the position from which frames are made, and prepares the first ones. The caller holds the control lock.
  func seek(toFrame frame: Int64, isAttached: Bool) throws(AudioError) {
    try feed.withLock { feed throws(AudioError) in
      try feed.seek(toFrame: frame)
      client.ring.discardQueued()
      client.endPlace = .max
      timeline.withLock { $0.jump(at: client.ring.writtenCount, to: Double(frame)) }
    }
    // Without the device there is no other consumer of the ring.
    if !isAttached { client.ring.skipDiscarded() }
    fill()
  }

  /// Changes the rate of the frames that are made from now on.
  func setRate(_ rate: Double) {
    feed.withLock { feed in
      feed.setRate(rate)
      let (place, heard) = (client.ring.writtenCount, heardPlace)
      timeline.withLock { timeline in
        timeline.forget(before: heard)
        timeline.change(at: place, step: rate * timelineRate / device.format.sampleRate)
      }
    }
    playRateBits.store(rate.bitPattern, ordering: .relaxed)
  }

  /// The rate that was set last.
  var rate: Double { Double(bitPattern: playRateBits.load(ordering: .relaxed)) }

  // MARK: The sound now

  /// The place in the ring of the frame that is heard now.
  var heardPlace: Int {
    let heard = client.lastCycle.place(heardAt: device.currentTime.sampleTime) ?? 0
    return max(heard, client.ring.discardedCount)
  }

  /// True if all frames have been heard.
  var hasBeenHeard: Bool {
    let end = client.endPlace
    return end != .max && heardPlace >= end
  }

  // MARK: The feeding thread

  /// Starts the feeding thread, unless it is running or the program feeds the player. The caller holds the control
  /// lock.
  func startFeeder() throws(AudioError) {
    guard options.feeding == .thread else { return }
    try raising { () throws(DeviceError) in
      try thread.start("feeder", queueSeconds: options.queueSeconds) {
        self.fill()
        self.report()
        return self.pause
      }
    }
  }

  /// The seconds until the queue needs more, or the end may have been heard.
  private var pause: Double {
    let isFull = client.ring.queuedCount >= targetCount / 4 * 3
    let frames = client.endPlace != .max ? device.bufferFrameCount / 2 : isFull ? targetCount / 4 : 0
    return Double(frames) / device.format.sampleRate
  }

  /// Notifies listeners of the events since the last call, and releases the device at the end.
  func report() {
    let underruns = client.underruns
    if reportedGaps.exchange(underruns.gaps, ordering: .relaxed) != underruns.gaps {
      listeners.tell(.underrun(underruns))
    }
    if let reason = client.deviceFailure { return reportDeviceFailure(reason) }
    guard hasBeenHeard else { return }
    let isNew = control.withLock { control in
      // A player that has moved elsewhere meanwhile has not reached the end.
      guard control.isPlaying, !control.hasEnded, hasBeenHeard else { return false }
      detach(&control)
      (control.isPlaying, control.hasEnded) = (false, true)
      return true
    }
    guard isNew else { return }
    if let failure = feed.withLock({ $0.failure }) {
      control.withLock { $0.failure = failure }
      listeners.tell(.failed(failure))
    } else {
      listeners.tell(.ended)
    }
  }

  /// Releases a device that has stopped by itself, once, and notifies listeners.
  private func reportDeviceFailure(_ reason: DeviceError) {
    let isNew = control.withLock { control in
      guard control.isAttached, client.deviceFailure != nil else { return false }
      detach(&control)
      control.isPlaying = false
      control.failure = .device(reason)
      return true
    }
    if isNew { listeners.tell(.failed(.device(reason))) }
  }

  /// Releases the device and the feeding thread. Control is held by the caller.
  func detach(_ control: inout Control) {
    thread.stop()
    client.setPlaying(false)
    guard control.isAttached else { return }
    device.stop(client, .output)
    control.isAttached = false
  }
}
