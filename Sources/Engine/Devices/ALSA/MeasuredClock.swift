import Synchronization

/// What ties a device's frames to the host's clock, as it is measured while the device runs.
///
/// Three words belong together. The version is odd while they change; who reads them and finds it odd, or changed
/// behind them, reads again. The device's threads never wait: where both directions of a device want to write, the one
/// that finds the other at it leaves its own out.
final class MeasuredClock: Sendable {
  let nominalRate: Double
  private let version = Atomic<UInt>(0)
  private let hostTime: Atomic<UInt64>
  private let sampleTime = Atomic<UInt64>(Double(0).bitPattern)
  private let rateScalar = Atomic<UInt64>(Double(1).bitPattern)
  /// Which direction tells the time: 0 none, 1 what is played, 2 what is captured.
  private let owner = Atomic<Int>(0)

  /// Begins a clock whose frame 0 is now.
  init(nominalRate: Double, origin: UInt64) {
    self.nominalRate = nominalRate
    hostTime = Atomic(origin)
  }

  /// The line that holds now.
  var line: RateEstimate.Line {
    while true {
      let before = version.load(ordering: .acquiring)
      let line = RateEstimate.Line(
        hostTime: hostTime.load(ordering: .acquiring),
        sampleTime: Double(bitPattern: sampleTime.load(ordering: .acquiring)),
        rateScalar: Double(bitPattern: rateScalar.load(ordering: .acquiring)))
      if before & 1 == 0, version.load(ordering: .relaxed) == before { return line }
    }
  }

  /// The device's time at a moment of the host's clock.
  func time(atHostTime moment: UInt64) -> DeviceTime {
    let line = line
    let distance = moment >= line.hostTime ? Double(moment - line.hostTime) : -Double(line.hostTime - moment)
    return DeviceTime(
      sampleTime: line.sampleTime + distance * nominalRate * line.rateScalar / 1e9, hostTime: moment,
      rateScalar: line.rateScalar)
  }

  /// The moment of a frame.
  func time(atSampleTime frame: Double) -> DeviceTime {
    let line = line
    let rate = nominalRate * line.rateScalar
    let clock = DeviceClock(origin: line.hostTime, sampleRate: rate)
    return DeviceTime(
      sampleTime: frame, hostTime: clock.hostTime(atSampleTime: frame - line.sampleTime), rateScalar: line.rateScalar)
  }

  // MARK: The device's threads

  /// True if a direction tells the time; one that captures does where nothing is played.
  func claim(_ direction: DeviceDirection) -> Bool {
    let number = direction == .output ? 1 : 2
    if direction == .output {
      owner.store(number, ordering: .relaxed)
      return true
    }
    let (isFree, found) = owner.compareExchange(expected: 0, desired: number, ordering: .relaxed)
    return isFree || found == number
  }

  /// Lets another direction tell the time.
  func release(_ direction: DeviceDirection) {
    _ = owner.compareExchange(expected: direction == .output ? 1 : 2, desired: 0, ordering: .relaxed)
  }

  /// Lets a line hold from now on.
  func set(_ line: RateEstimate.Line) {
    let before = version.load(ordering: .relaxed)
    guard before & 1 == 0,
      version.compareExchange(expected: before, desired: before &+ 1, ordering: .acquiring).exchanged
    else { return }
    hostTime.store(line.hostTime, ordering: .releasing)
    sampleTime.store(line.sampleTime.bitPattern, ordering: .releasing)
    rateScalar.store(line.rateScalar.bitPattern, ordering: .releasing)
    version.store(before &+ 2, ordering: .releasing)
  }
}
