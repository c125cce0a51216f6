package import AudioBase
package import AudioConversion
package import AudioDevices
import Synchronization

// Bound throughout: the channels and the buffers of devices.
// Holds throughout: counts of frames are those of the ring.

/// Plays buffers of packets that a program enqueues, through a device or into the program's memory.
///
/// ```
/// buffers ─► decoder ─► stages ─► ring ─► device
///       └────── feeding thread ──────┘   └── device's thread
/// ```
/// The device's thread touches the ring and single words; everything else is done by a thread that feeds it. A device
/// whose time is stepped has its clients make each cycle ready, so that every sample is the same in each run. Frames
/// for the program are made on the thread that requests them.
///
/// A buffer goes back to the program as soon as its frames are in the ring, before they are heard: so the ring's frames
/// are a reserve while the program fills the buffer again. Apple's callback comes likewise when the queue "has acquired
/// the data from an audio queue buffer" (AudioQueueOutputCallback).
///
/// Locks are taken in this order: the caller's own, the device's own, ``feeding``, ``shared``. It can be sent between
/// threads because the state that changes is guarded by the last two.
package final class BufferPlayer: @unchecked Sendable {
  private struct Shared {
    var device: any AudioDevice
    var client: BufferClient
    /// The time line's frame, in those of the buffers, at which the client began.
    var timelineStart = 0.0
    /// The number of frames of the target that were made for the program since then.
    var offlineCount = 0
    var isOffline = false
    /// Frames of the buffers for a frame of the target.
    var step = 1.0
  }

  /// The buffers that wait to be played.
  package let list = BufferList()
  package let parameters = SharedParameters()
  private let format: StreamFormat
  private let events: BufferEvents
  private let renderer: BufferRenderer
  /// Held while frames are made, or the renderer is changed.
  private let feeding = Lock(())
  private let shared: Lock<Shared>
  private let thread = ServiceThread()
  /// True after frames have been prepared for the device since the start.
  private let hasFed = Atomic<Bool>(false)
  // The following properties are guarded by `feeding`.
  private var isFeeding = false
  private var gapCount = 0
  private var silentCycleCount = 0

  /// Prepares to play on a device.
  ///
  /// - Parameter format: The format of the packets; its rate and channels are those of the decoded frames.
  package init(_ format: StreamFormat, on device: any AudioDevice) {
    self.format = format
    events = BufferEvents(parameters)
    renderer = BufferRenderer(format, list, events, target: device.format)
    shared = Lock(Shared(device: device, client: Self.makeIdleClient(device)))
    shared.withLock { $0.client = makeClient(on: $0.client.ring) }
  }

  /// Sets the listener that is notified of events.
  package func setListener(_ listener: any BufferPlayerListener) { events.listener = listener }

  private static func makeIdleClient(_ device: any AudioDevice) -> BufferClient {
    // Twice as much, so that there is room for frames after a reset before the device has skipped the earlier ones.
    let ring = SampleRing(channelCount: device.format.channelCount, minimumCapacity: 2 * leadCount(device))
    return BufferClient(ring, prepare: { _ in }, settle: {})
  }

  private func makeClient(on ring: SampleRing) -> BufferClient {
    BufferClient(
      ring, prepare: { [weak self] count in self?.prepareCycle(count) }, settle: { [weak self] in self?.settleCycle() })
  }

  /// Returns the number of frames that are prepared ahead of the device: four of its cycles, at least 40 ms, the
  /// possible scheduling delay of a thread.
  private static func leadCount(_ device: any AudioDevice) -> Int {
    max(4 * device.bufferFrameCount, Int(saturating: 0.04 * device.format.sampleRate))
  }

  private var client: BufferClient { shared.withLock { $0.client } }

  /// Accesses the renderer while it makes no frames.
  package func withRenderer<Result, Failure: Error>(
    _ body: (BufferRenderer) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    try feeding.withLock { (_) throws(Failure) in try body(renderer) }
  }

  // MARK: Enqueuing

  /// Enqueues a buffer.
  ///
  /// - Returns: The time line's frame at which it begins.
  package func enqueue(_ entry: BufferEntry, isStopped: Bool) -> Double {
    list.append(
      entry, frameCount: entry.buffer.frameCount(format), position: isStopped ? 0 : timelineOfLastCycle)
  }

  // MARK: Running. Calls come one after the other.

  /// Prepares to play.
  ///
  /// - Parameters:
  ///   - isNew: True to restart the time line; otherwise playing continues.
  ///   - frame: The device's frame at which the first sound is heard.
  package func begin(isNew: Bool, at frame: Double?) throws(AudioError) {
    try feeding.withLock { (_) throws(AudioError) in
      try renderer.prepareTarget()
      let step = renderer.sampleRate / renderer.target.sampleRate
      let (device, isOffline) = shared.withLock { shared in
        shared.step = step
        if isNew {
          shared.client = makeClient(on: shared.client.ring)
          (shared.timelineStart, shared.offlineCount) = (0, 0)
        }
        return (shared.device, shared.isOffline)
      }
      if isNew {
        renderer.decoder.position = 0
        (gapCount, silentCycleCount) = (0, 0)
        let count = max(device.bufferFrameCount, BufferDecoder.frameCountBeforeStart)
        if !isOffline { _ = renderer.decoder.prepare(count) }
      }
      isFeeding = !isOffline
      guard !isOffline else { return }
      hasFed.store(false, ordering: .relaxed)
      client.begin(at: frame)
    }
  }

  /// Starts the device.
  package func attach() throws(DeviceError) {
    let (device, client) = shared.withLock { ($0.device, $0.client) }
    do throws(DeviceError) {
      if !device.preparesClients {
        // While it is late no buffer goes back to the program, so that the program is late as well.
        try thread.start("feeder", queueSeconds: Double(Self.leadCount(device)) / device.format.sampleRate) {
          self.feedAhead()
        }
        waitForFrames(device)
      }
      try device.start(client, .output)
    } catch {
      detach()
      throw error
    }
  }

  /// Waits until the first frames are ready, for a cycle at most: functions of the program may take longer, and are
  /// not called by the thread that starts the player.
  private func waitForFrames(_ device: any AudioDevice) {
    let cycle = Double(device.bufferFrameCount) / device.format.sampleRate
    let end = HostClock.now + UInt64(min(cycle, 0.02) * 1e9)
    while !hasFed.load(ordering: .acquiring), HostClock.now < end { HostClock.sleep(until: HostClock.now + 500_000) }
  }

  /// Releases the device; prepared frames stay. If the end has been played, the listener is notified. Afterwards no
  /// function of the program is called.
  package func detach() {
    let (device, client) = shared.withLock { ($0.device, $0.client) }
    thread.stop()
    device.stop(client, .output)
    feeding.withLock { _ in
      settle(client)
      isFeeding = false
    }
    events.listener?.didWork()
  }

  /// Discards all enqueued buffers and prepared frames.
  ///
  /// - Parameter isAttached: True if the device is playing.
  /// - Returns: The buffers, in the order in which they were enqueued.
  package func reset(isAttached: Bool) -> [any PlayedBuffer] {
    feeding.withLock { _ in
      let client = client
      // The end may have been played just now, and the device have left.
      settle(client)
      let buffers = renderer.reset()
      let hadFrames = client.ring.queuedCount > 0
      client.ring.discardQueued()
      if !isAttached { client.ring.skipDiscarded() }
      client.endPlace = .max
      if hadFrames { renderer.decoder.position = timeline(atWriteOf: client) }
      return buffers
    }
  }

  /// Decodes ahead, for a start without delay, and returns the number of prepared frames.
  package func prime(_ frameCount: Int) -> Int { feeding.withLock { _ in renderer.decoder.prepare(frameCount) } }

  /// Changes the device, while nothing plays.
  package func setDevice(_ device: any AudioDevice) {
    let client = makeClient(on: Self.makeIdleClient(device).ring)
    feeding.withLock { _ in
      let isOffline = shared.withLock { shared in
        (shared.device, shared.client) = (device, client)
        return shared.isOffline
      }
      if !isOffline { renderer.announceTarget(device.format) }
    }
  }

  // MARK: The program's memory

  /// Switches the output to memory of the program, or back to the device, while nothing plays.
  ///
  /// Frames that were prepared for the device are lost.
  package func setOffline(_ format: DeviceFormat?, layout: ChannelLayout?) throws(AudioError) {
    try feeding.withLock { (_) throws(AudioError) in
      isFeeding = false
      let time = timelineNow
      let target = format ?? shared.withLock { $0.device.format }
      try renderer.setTarget(target, layout: layout, channelMap: nil)
      let step = renderer.sampleRate / target.sampleRate
      shared.withLock { shared in
        shared.client.ring.discardQueued()
        shared.client.ring.skipDiscarded()
        shared.client = makeClient(on: shared.client.ring)
        (shared.timelineStart, shared.offlineCount, shared.step) = (time, 0, step)
        shared.isOffline = format != nil
      }
    }
  }

  /// Makes frames for the program.
  ///
  /// - Parameters:
  ///   - store: The destination, which grows to hold the frames.
  ///   - room: The places to be filled, from the first one on.
  /// - Returns: The frames that were made before nothing was left, and true if the end was reached.
  package func render(into store: SampleStore, _ room: Range<Int>) -> (frameCount: Int, isOver: Bool) {
    feeding.withLock { _ in
      // A function of the program may have chosen another format meanwhile.
      guard store.block.channelCount == renderer.target.channelCount else { return (0, false) }
      store.reserve(room.upperBound)
      let result = renderer.render(into: &store.block, room)
      shared.withLock { $0.offlineCount += result.frameCount }
      return result
    }
  }

  // MARK: Time

  /// Returns the frame of the time line that is heard at a time of the device.
  package func timeline(heardAt time: Double) -> Double {
    let shared = shared.withLock { $0 }
    let frames = shared.isOffline ? Double(shared.offlineCount) : shared.client.lastCycle.frame(heardAt: time) ?? 0
    return shared.timelineStart + frames * shared.step
  }

  /// The time line's frame at the beginning of the device's last cycle.
  private var timelineOfLastCycle: Double {
    let shared = shared.withLock { $0 }
    let frames = shared.isOffline ? shared.offlineCount : shared.client.lastCycle.last?.place ?? 0
    return shared.timelineStart + Double(frames) * shared.step
  }

  /// The time line's frame after all that has been played.
  private var timelineNow: Double {
    let shared = shared.withLock { $0 }
    let cycle = shared.client.lastCycle.last
    let frames = shared.isOffline ? shared.offlineCount : (cycle?.place ?? 0) + (cycle?.count ?? 0)
    return shared.timelineStart + Double(frames) * shared.step
  }

  private func timeline(atWriteOf client: BufferClient) -> Double {
    let (start, step) = shared.withLock { ($0.timelineStart, $0.step) }
    return start + Double(client.timelineAtWrite) * step
  }

  // MARK: Feeding

  /// Prepares frames until the given number wait. The lock is held.
  private func feed(_ client: BufferClient, to wantedCount: Int) {
    guard isFeeding, client.endPlace == .max else { return }
    let silentCycles = client.silentCycleCount
    if silentCycles != silentCycleCount {
      // Time has passed in silence.
      silentCycleCount = silentCycles
      renderer.decoder.position = max(renderer.decoder.position, timeline(atWriteOf: client))
    }
    let ring = client.ring
    while ring.queuedCount < wantedCount {
      var isOver = false
      let made = ring.write(limit: wantedCount - ring.queuedCount) { planes in
        let result = renderer.render(into: &planes, 0..<planes.frameCapacity)
        isOver = result.isOver
        return result.frameCount
      }
      if isOver { client.endPlace = ring.writtenCount }
      if isOver || made == 0 { return }
    }
  }

  /// Reports gaps, failures and the end of what has been played. The lock is held.
  private func settle(_ client: BufferClient) {
    guard isFeeding else { return }
    let gaps = client.gapCount
    if gaps != gapCount {
      gapCount = gaps
      events.listener?.didBreakTimeline()
    }
    if client.deviceFailure != nil {
      isFeeding = false
      thread.stop()
      events.listener?.didLoseDevice()
      return
    }
    guard client.hasFinished else { return }
    isFeeding = false
    thread.stop()
    events.listener?.didEnd()
  }

  /// Prepares a cycle that the device waits for.
  private func prepareCycle(_ frameCount: Int) { feeding.withLock { _ in feed(client, to: frameCount) } }

  /// Settles a cycle on the device's thread, in devices without time constraints.
  private func settleCycle() {
    feeding.withLock { _ in settle(client) }
    events.listener?.didWork()
  }

  /// Performs one turn of the feeding thread, and returns the time to sleep: half a cycle.
  private func feedAhead() -> Double {
    let pause = feeding.withLock { _ in
      let (device, client) = shared.withLock { ($0.device, $0.client) }
      feed(client, to: Self.leadCount(device))
      settle(client)
      hasFed.store(true, ordering: .releasing)
      return Double(device.bufferFrameCount) / device.format.sampleRate / 2
    }
    events.listener?.didWork()
    return pause
  }
}
