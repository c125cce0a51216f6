import AudioDevices
import Synchronization

/// The device's client of a player: takes frames from the ring and applies the volume.
///
/// The device's thread touches only the ring and single words. It takes no lock, allocates nothing and never waits.
final class PlayerClient: DeviceClient {
  let ring: SampleRing
  let volume = VolumeRamp()
  let lastCycle = CycleRecord()
  private let tap: PlayerTap?
  private let isPlaying = Atomic<Bool>(false)
  /// The position in the ring at which the stream ends, as soon as it is known.
  private let end = Atomic<Int>(.max)
  private let isStarved = Atomic<Bool>(false)
  private let gaps = Atomic<Int>(0)
  private let missingFrames = Atomic<Int>(0)
  /// The reason for which the device has stopped by itself: `DeviceError.stopCode`.
  private let stopCode = Atomic<Int>(0)

  init(_ ring: SampleRing, tap: PlayerTap?) {
    self.ring = ring
    self.tap = tap
  }

  // MARK: Any thread

  /// Passes frames to the device from the next cycle on, or holds them back.
  func setPlaying(_ plays: Bool) { isPlaying.store(plays, ordering: .releasing) }

  /// The position in the ring at which the stream ends; `Int.max` while it is unknown.
  var endPlace: Int {
    get { end.load(ordering: .acquiring) }
    set { end.store(newValue, ordering: .releasing) }
  }

  /// The number of times that the ring ran dry, since the start.
  var underruns: UnderrunCount {
    var count = UnderrunCount()
    count.gaps = gaps.load(ordering: .acquiring)
    count.frames = missingFrames.load(ordering: .relaxed)
    return count
  }

  /// The reason for which the device has stopped by itself, or `nil`.
  var deviceFailure: DeviceError? { DeviceError(stopCode: stopCode.load(ordering: .acquiring)) }

  /// Clears the failure of the device, before it is started again.
  func clearDeviceFailure() { stopCode.store(0, ordering: .releasing) }

  // MARK: The device's thread

  func deviceStopped(_ reason: DeviceError) { stopCode.store(reason.stopCode, ordering: .releasing) }

  func play(_ samples: inout MutableSpan<Float>, _ cycle: DeviceCycle) -> DeviceClientState {
    guard isPlaying.load(ordering: .acquiring) else {
      lastCycle.store(place: ring.skipDiscarded(), count: 0, time: cycle.time.sampleTime)
      return .running
    }
    let count = ring.read(into: &samples, stride: cycle.frameCount)
    let next = ring.readCount
    lastCycle.store(place: next - count, count: count, time: cycle.time.sampleTime)
    volume.apply(to: &samples, stride: cycle.frameCount, count: count)
    if count < cycle.frameCount && next < end.load(ordering: .acquiring) {
      noteGap(cycle.frameCount - count)
    } else {
      isStarved.store(false, ordering: .relaxed)
    }
    tap?(samples.span, cycle)
    return .running
  }

  /// Does nothing: this client does not capture.
  func capture(_ samples: Span<Float>, _ cycle: DeviceCycle) -> DeviceClientState { .finished }

  private func noteGap(_ frameCount: Int) {
    missingFrames.add(frameCount, ordering: .relaxed)
    if !isStarved.exchange(true, ordering: .relaxed) { gaps.add(1, ordering: .releasing) }
  }
}
