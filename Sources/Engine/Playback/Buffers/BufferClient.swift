import AudioDevices
import Synchronization

/// The device's client of a player of buffers: takes frames from the ring, and keeps the time line.
///
/// Its thread takes no lock, allocates nothing and never waits. A client serves from a start to the stop after it.
final class BufferClient: DeviceClient {
  let ring: SampleRing
  /// The last cycle: the frames of the time line before it, and those that it has played, including silence.
  let lastCycle = CycleRecord()
  /// Prepares frames for a cycle, and accounts for played ones, in devices that let their clients do so.
  private let prepareCycle: @Sendable (_ frameCount: Int) -> Void
  private let settleCycle: @Sendable () -> Void
  /// The number of frames of the time line that have been played.
  private let played = Atomic<Int>(0)
  /// The position in the ring at which the stream ends, as soon as it is known.
  private let end = Atomic<Int>(.max)
  /// The first device frame at which playing may begin; NaN once it is past.
  private let firstFrame = Atomic<UInt64>(Double.nan.bitPattern)
  /// True if the last cycle was filled.
  private let isFlowing = Atomic<Bool>(false)
  private let gaps = Atomic<Int>(0)
  private let silentCycles = Atomic<Int>(0)
  private let finished = Atomic<Bool>(false)
  /// The reason for which the device has stopped by itself: `DeviceError.stopCode`.
  private let stopCode = Atomic<Int>(0)

  init(
    _ ring: SampleRing, prepare: @escaping @Sendable (_ frameCount: Int) -> Void, settle: @escaping @Sendable () -> Void
  ) {
    self.ring = ring
    prepareCycle = prepare
    settleCycle = settle
  }

  // MARK: Any thread

  /// The position in the ring at which the stream ends; `Int.max` while it is unknown.
  var endPlace: Int {
    get { end.load(ordering: .acquiring) }
    set { end.store(newValue, ordering: .releasing) }
  }

  /// True if the end has been given to the device, which has forgotten the client.
  var hasFinished: Bool { finished.load(ordering: .acquiring) }

  /// The reason for which the device has stopped by itself since ``begin(at:)``; `nil` if it has not.
  var deviceFailure: DeviceError? { DeviceError(stopCode: stopCode.load(ordering: .acquiring)) }

  /// The number of times that frames were missing in the middle of the sound.
  var gapCount: Int { gaps.load(ordering: .acquiring) }

  /// Cycles that were not filled.
  var silentCycleCount: Int { silentCycles.load(ordering: .acquiring) }

  /// The number of frames of the time line before a frame that is written to the ring now. For the producer.
  var timelineAtWrite: Int {
    guard let cycle = lastCycle.last else { return ring.queuedCount }
    return cycle.place + cycle.count + ring.writtenCount - max(cycle.next, ring.discardedCount)
  }

  /// Plays from a frame of the device on, or from the next cycle. The device does not call.
  func begin(at frame: Double?) {
    firstFrame.store((frame ?? .nan).bitPattern, ordering: .releasing)
    isFlowing.store(false, ordering: .relaxed)
    stopCode.store(0, ordering: .releasing)
  }

  // MARK: The device's thread

  func prepare(_ frameCount: Int) { prepareCycle(frameCount) }

  func settle() { settleCycle() }

  func play(_ samples: inout MutableSpan<Float>, _ cycle: DeviceCycle) -> DeviceClientState {
    var skipped = 0
    let first = Double(bitPattern: firstFrame.load(ordering: .acquiring))
    if !first.isNaN {
      let distance = (first - cycle.time.sampleTime).rounded()
      if distance >= Double(cycle.frameCount) { return .running }
      skipped = Int(max(0, distance))
      firstFrame.store(Double.nan.bitPattern, ordering: .relaxed)
    }
    let count = cycle.frameCount - skipped
    let made = ring.read(into: &samples, stride: cycle.frameCount, from: skipped)
    let (before, next) = (played.load(ordering: .relaxed), ring.readCount)
    played.store(before + count, ordering: .relaxed)
    lastCycle.store(place: before, count: count, time: cycle.time.sampleTime + Double(skipped), next: next)
    if next >= end.load(ordering: .acquiring) {
      finished.store(true, ordering: .releasing)
      return .finished
    }
    if made < count {
      silentCycles.add(1, ordering: .releasing)
      if isFlowing.load(ordering: .relaxed) { gaps.add(1, ordering: .releasing) }
    }
    isFlowing.store(made == count, ordering: .relaxed)
    return .running
  }

  func deviceStopped(_ reason: DeviceError) { stopCode.store(reason.stopCode, ordering: .releasing) }

  /// Does nothing: this client does not capture.
  func capture(_ samples: Span<Float>, _ cycle: DeviceCycle) -> DeviceClientState { .finished }
}
