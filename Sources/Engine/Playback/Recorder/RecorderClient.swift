import AudioDevices
import Synchronization

// Holds throughout: a device gives as many samples as its cycle says.

/// The device's client of a recorder: puts captured frames into the ring, without a lock and without allocating.
final class RecorderClient: DeviceClient {
  let ring: SampleRing
  /// The last cycle from which frames were taken: their position in the ring.
  let lastCycle = CycleRecord()
  private let settleCycle: (@Sendable () -> Void)?
  /// The first device frame to record; NaN once it is past.
  private let firstFrame = Atomic<UInt64>(Double.nan.bitPattern)
  private let isRecording = Atomic<Bool>(false)
  private let gaps = Atomic<Int>(0)
  private let lostFrames = Atomic<Int>(0)
  private let isFull = Atomic<Bool>(false)
  /// The reason for which the device has stopped by itself: `DeviceError.stopCode`.
  private let stopCode = Atomic<Int>(0)

  /// - Parameter settle: Called after each cycle by a device that has its clients process the captured frames.
  init(_ ring: SampleRing, settle: (@Sendable () -> Void)? = nil) {
    self.ring = ring
    settleCycle = settle
  }

  /// Ignores everything before a frame of the device, which must not call this client meanwhile.
  func begin(at frame: Double?) { firstFrame.store((frame ?? .nan).bitPattern, ordering: .releasing) }

  /// Records frames from the next cycle on, or stops.
  func setRecording(_ records: Bool) { isRecording.store(records, ordering: .releasing) }

  /// The number of times that the ring was full.
  var overruns: OverrunCount {
    var count = OverrunCount()
    count.gaps = gaps.load(ordering: .acquiring)
    count.frames = lostFrames.load(ordering: .relaxed)
    return count
  }

  /// The reason for which the device has stopped by itself, or `nil`.
  var deviceFailure: DeviceError? { DeviceError(stopCode: stopCode.load(ordering: .acquiring)) }

  /// Clears the failure of the device, before it is started again.
  func clearDeviceFailure() { stopCode.store(0, ordering: .releasing) }

  // MARK: The device's thread

  func deviceStopped(_ reason: DeviceError) { stopCode.store(reason.stopCode, ordering: .releasing) }

  /// Does nothing: this client does not play.
  func play(_ samples: inout MutableSpan<Float>, _ cycle: DeviceCycle) -> DeviceClientState { .finished }

  func settle() { settleCycle?() }

  func capture(_ samples: Span<Float>, _ cycle: DeviceCycle) -> DeviceClientState {
    guard isRecording.load(ordering: .acquiring) else { return .running }
    var taken = 0
    let first = Double(bitPattern: firstFrame.load(ordering: .acquiring))
    if !first.isNaN {
      let distance = (first - cycle.time.sampleTime).rounded()
      if distance >= Double(cycle.frameCount) { return .running }
      taken = Int(max(0, distance))
      firstFrame.store(Double.nan.bitPattern, ordering: .relaxed)
    }
    lastCycle.store(
      place: ring.writtenCount, count: cycle.frameCount - taken, time: cycle.time.sampleTime + Double(taken))
    let wanted = taken..<cycle.frameCount
    noteLoss(wanted.count - ring.write(samples, stride: cycle.frameCount, wanted))
    return .running
  }

  private func noteLoss(_ frameCount: Int) {
    guard frameCount > 0 else { return isFull.store(false, ordering: .relaxed) }
    lostFrames.add(frameCount, ordering: .relaxed)
    if !isFull.exchange(true, ordering: .relaxed) { gaps.add(1, ordering: .releasing) }
  }
}
