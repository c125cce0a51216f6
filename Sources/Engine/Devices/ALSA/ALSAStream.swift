import AudioBase
import Synchronization

// Bound throughout: parameters come from a card that was asked, and are held against limits (PCMNegotiation).

/// One direction of a card: its clients, and the thread that runs while there are any.
///
/// A lock, ``control``, is held while the card is taken into use or released. The device's thread takes it only when it
/// has no clients any more.
final class ALSAStream: Sendable {
  /// The shared state of both directions of a device.
  struct Shared: Sendable {
    var name: String
    var driver: PCMDriver
    var clock: MeasuredClock
    /// The number of channels of the device.
    var channelCount: Int
  }

  let shared: Shared
  let direction: DeviceDirection
  let parameters: PCMParameters
  private let control = Lock(())
  private let clients = DeviceClients()
  private let hasThread = Atomic<Bool>(false)
  private let xrunCount = Atomic<Int>(0)
  private let latency = Atomic<Int>(0)

  init(_ shared: Shared, _ direction: DeviceDirection, _ parameters: PCMParameters) {
    (self.shared, self.direction, self.parameters) = (shared, direction, parameters)
  }

  /// The counted events; the clock reports the rate.
  var report: DeviceReport {
    var report = DeviceReport()
    report.xrunCount = xrunCount.load(ordering: .relaxed)
    report.latencyFrameCount = latency.load(ordering: .relaxed)
    return report
  }

  // MARK: Any thread

  /// True until the card is released.
  var isInUse: Bool { hasThread.load(ordering: .acquiring) }

  /// Calls a client from the next cycle on.
  func start(_ client: any DeviceClient) throws(DeviceError) {
    try control.withLock { _ throws(DeviceError) in
      clients.add(client, direction)
      guard !isInUse else { return }
      do throws(DeviceError) {
        try startThread()
      } catch {
        clients.remove(client, direction)
        throw error
      }
    }
  }

  /// Takes the card into use. Control is held by the caller.
  private func startThread() throws(DeviceError) {
    let driver = shared.driver
    let handle = try driver.open(shared.name, direction)
    do throws(DeviceError) {
      let request = PCMRequest(
        sampleRate: parameters.sampleRate, channelCount: parameters.channelCount,
        periodFrameCount: parameters.periodFrameCount, bufferFrameCount: parameters.bufferFrameCount)
      let found = try driver.configure(handle, shared.name, request)
      // All memory is taken here, and passes to the thread.
      let transfer = Lock(Optional(PCMTransfer(self, handle, found)))
      hasThread.store(true, ordering: .releasing)
      try DeviceThread.start("device") {
        DeviceThread.requestRealTime()
        if let transfer = transfer.withLock({ $0.take() }) { self.run(transfer) }
      }
    } catch {
      hasThread.store(false, ordering: .releasing)
      driver.close(handle)
      throw error
    }
  }

  /// Calls a client no more; a cycle that runs has ended when this returns.
  func stop(_ client: any DeviceClient) { clients.remove(client, direction) }

  // MARK: The device's thread

  private func run(_ first: consuming PCMTransfer) {
    var transfer = first
    guard let failure = transfer.run() else { return }
    // The card is released before clients are notified, so that it can be started again at once.
    end(transfer.handle)
    let stopped = control.withLock { _ in
      hasThread.store(false, ordering: .releasing)
      return clients.removeAll()
    }
    for client in stopped { client.deviceStopped(failure) }
  }

  /// Records the latency between the program and the loudspeaker or the microphone, in frames.
  ///
  /// - Parameters:
  ///   - planes: Gets one channel after the other, as many frames as the cycle has.
  ///   - block: Room for as much.
  func play(_ cycle: DeviceCycle, into planes: inout [Float], by block: inout [Float]) -> Bool {
    RenderingThread.enter { clients.play(cycle, into: &planes, by: &block) }
    return !clients.isEmpty
  }

  /// Passes captured samples to the clients; returns false if there are none.
  func capture(_ planes: [Float], _ cycle: DeviceCycle) -> Bool {
    RenderingThread.enter { clients.capture(planes, cycle) }
    return !clients.isEmpty
  }

  /// Releases the card, unless a client needs it again; returns true if the thread is to end.
  func finish(_ handle: PCMHandle) -> Bool {
    control.withLock { _ in
      // No client can be added meanwhile, for that takes this lock as well.
      guard clients.isEmpty else { return false }
      end(handle)
      clients.removeFinished()
      hasThread.store(false, ordering: .releasing)
      return true
    }
  }

  private func end(_ handle: PCMHandle) {
    // From here on time does not matter, and the library frees and locks: observers of the thread see it by its name.
    DeviceThread.rename("device closing")
    shared.clock.release(direction)
    _ = shared.driver.drop(handle)
    shared.driver.close(handle)
  }

  /// Counts a moment at which the card ran dry, or over.
  func noteXrun() { xrunCount.add(1, ordering: .relaxed) }

  /// Records the number of frames between the program and the loudspeaker or the microphone.
  func noteLatency(_ frameCount: Int) { latency.store(frameCount, ordering: .relaxed) }
}
