import AudioBase
import Synchronization

// Holds throughout: formats come from DeviceList, which checks them, or from a program.

/// A device without hardware, with its own clock.
///
/// Its output is discarded, or kept in memory for tests, and it captures silence or a given signal. With
/// ``Pacing/realTime`` a thread calls the clients a cycle before their time comes; with ``Pacing/stepped`` time stops
/// until ``advance(frameCount:)`` moves it.
public final class VirtualDevice: AudioDevice {
  /// The driver of the device's time.
  public enum Pacing: Sendable, Hashable {
    /// The host's clock.
    case realTime
    /// Time advances by calls of ``VirtualDevice/advance(frameCount:)``.
    case stepped
  }

  /// The identifier that finds the device.
  public let identifier: String
  /// The name to show.
  public let name: String
  /// The format that the device plays and captures.
  public let format: DeviceFormat
  /// The largest number of frames of a cycle.
  public let bufferFrameCount: Int
  /// The driver of the device's time.
  public let pacing: Pacing

  /// True if time is stepped.
  public var preparesClients: Bool { pacing == .stepped }

  private let clock: DeviceClock
  /// The number of frames that have passed, which may be read during a cycle.
  private let position = Atomic<Int64>(0)
  private let parts = VirtualParts()
  /// The cycle for stepped time, one step at a time.
  private let stepped: Lock<VirtualCycle>
  /// True while a thread runs cycles. It is held while a client is added, and by a thread that finds none.
  private let hasThread = Lock(false)

  /// Makes a device.
  ///
  /// - Parameters:
  ///   - identifier: The identifier under which programs find it.
  ///   - format: The format that it plays and captures.
  ///   - pacing: The source of its time.
  ///   - bufferFrameCount: The largest number of frames of a cycle.
  public init(_ identifier: String, _ format: DeviceFormat, pacing: Pacing, bufferFrameCount: Int = 512) {
    precondition(format.sampleRate > 0 && format.channelCount > 0 && bufferFrameCount > 0)
    self.identifier = identifier
    name = "Virtual device"
    self.format = format
    self.pacing = pacing
    self.bufferFrameCount = bufferFrameCount
    clock = DeviceClock(origin: HostClock.now, sampleRate: format.sampleRate)
    stepped = Lock(VirtualCycle(parts, channelCount: format.channelCount, capacity: bufferFrameCount))
    keepOutput(frameLimit: 0)
  }

  // MARK: Time

  /// The device's present time.
  public var currentTime: DeviceTime {
    switch pacing {
    case .realTime: time(atHostTime: HostClock.now)
    case .stepped: time(atSampleTime: Double(position.load(ordering: .acquiring)))
    }
  }

  /// Returns the device's time at a time of the host's clock.
  public func time(atHostTime hostTime: UInt64) -> DeviceTime {
    DeviceTime(sampleTime: clock.sampleTime(atHostTime: hostTime), hostTime: hostTime)
  }

  /// Returns the time at which the device reaches a frame.
  public func time(atSampleTime sampleTime: Double) -> DeviceTime {
    DeviceTime(sampleTime: sampleTime, hostTime: clock.hostTime(atSampleTime: sampleTime))
  }

  /// Returns the delay: one cycle if time advances by itself.
  public func report(_ direction: DeviceDirection) -> DeviceReport {
    var report = DeviceReport()
    report.latencyFrameCount = pacing == .realTime ? bufferFrameCount : 0
    return report
  }

  // MARK: Clients

  /// Calls a client in every cycle from now on.
  ///
  /// - Throws: ``DeviceError/cannotStart`` if there is no thread to be had.
  public func start(_ client: any DeviceClient, _ direction: DeviceDirection) throws(DeviceError) {
    let needsThread = hasThread.withLock { hasThread in
      parts.clients.add(client, direction)
      guard pacing == .realTime, !hasThread else { return false }
      hasThread = true
      return true
    }
    guard needsThread else { return }
    // All memory is taken here, and passes to the thread.
    let cycle = Lock(
      Optional(VirtualCycle(parts, channelCount: format.channelCount, capacity: bufferFrameCount)))
    do throws(DeviceError) {
      try DeviceThread.start("device") {
        if let cycle = cycle.withLock({ $0.take() }) { self.keepTime(cycle) }
      }
    } catch {
      hasThread.withLock { $0 = false }
      parts.clients.remove(client, direction)
      throw error
    }
  }

  /// Removes a client; when this returns, its last cycle has ended.
  public func stop(_ client: any DeviceClient, _ direction: DeviceDirection) { parts.clients.remove(client, direction) }

  /// Calls the clients until none are left.
  private func keepTime(_ first: consuming VirtualCycle) {
    var cycle = first
    var next = (currentTime.sampleTime / Double(bufferFrameCount)).rounded(.up) * Double(bufferFrameCount)
    while true {
      HostClock.sleep(until: clock.hostTime(atSampleTime: next))
      // A thread that was not run for long continues from now; the frames between are lost, as on a real device.
      let late = currentTime.sampleTime - next
      if late > Double(8 * bufferFrameCount) {
        next += (late / Double(bufferFrameCount)).rounded(.down) * Double(bufferFrameCount)
      }
      if parts.clients.isEmpty, isToEnd() { return }
      // As of a sound card: a cycle's frames are heard when the next one begins, and were captured during the last one.
      let (played, captured) = (
        time(atSampleTime: next + Double(bufferFrameCount)), time(atSampleTime: next - Double(bufferFrameCount))
      )
      RenderingThread.enter { cycle.run(played: played, captured: captured, frameCount: bufferFrameCount) }
      next += Double(bufferFrameCount)
      position.store(Int64(next), ordering: .releasing)
    }
  }

  /// Ends the thread that keeps time, unless a client was added meanwhile.
  private func isToEnd() -> Bool {
    let isToEnd = hasThread.withLock { hasThread in
      hasThread = !parts.clients.isEmpty
      return !hasThread
    }
    guard isToEnd else { return false }
    // From here on time does not matter, and memory is freed: observers of the thread see it by its name.
    DeviceThread.rename("device closing")
    parts.clients.removeFinished()
    return true
  }

  /// Advances the time: calls the clients in cycles of at most ``bufferFrameCount`` frames, on the calling thread.
  public func advance(frameCount: Int) {
    precondition(pacing == .stepped, "time passes by itself")
    var rest = frameCount
    while rest > 0 {
      let count = min(rest, bufferFrameCount)
      stepped.withLock { cycle in
        let start = position.load(ordering: .relaxed)
        cycle.step(time(atSampleTime: Double(start)), frameCount: count)
        position.store(start + Int64(count), ordering: .releasing)
      }
      rest -= count
    }
  }

  // MARK: Played and captured samples

  /// Keeps the frames played from now on, up to a number, and drops earlier ones.
  public func keepOutput(frameLimit: Int) {
    let new = KeptSamples(channelCount: format.channelCount, frameLimit: frameLimit)
    parts.kept.replace { _ in new }
    parts.kept.settle()
  }

  /// The frames that were played since ``keepOutput(frameLimit:)``, one list per channel.
  public var keptOutput: [[Float]] { parts.kept.present.planes }

  /// Captures a signal from now on, followed by silence.
  ///
  /// - Parameter signal: Samples of each channel; channels that are missing are silent.
  public func setInput(_ signal: [[Float]]) {
    let new = VirtualInput(signal)
    parts.input.replace { _ in new }
    parts.input.settle()
  }
}
