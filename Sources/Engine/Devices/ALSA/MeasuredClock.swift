import Synchronization

/// The relation of a device's frames to the host's clock, as it is measured while the device runs.
///
/// The device's threads never wait: if both directions of a device write at the same time, the second one drops its
/// measurement.
final class MeasuredClock: Sendable {
  let nominalRate: Double
  /// A line's moment, frame and rate.
  private let words = PublishedWords()
  /// The direction that sets the time: 0 none, 1 playing, 2 capturing.
  private let owner = Atomic<Int>(0)

  /// Begins a clock whose frame 0 is now.
  init(nominalRate: Double, origin: UInt64) {
    self.nominalRate = nominalRate
    set(RateEstimate.Line(hostTime: origin, sampleTime: 0, rateScalar: 1))
  }

  /// The line that holds now.
  var line: RateEstimate.Line {
    // Holds: one is set when the clock is made.
    let words = words.last!
    return RateEstimate.Line(
      hostTime: words.0, sampleTime: Double(bitPattern: words.1), rateScalar: Double(bitPattern: words.2))
  }

  /// Returns the device's time at a moment of the host's clock.
  func time(atHostTime moment: UInt64) -> DeviceTime {
    let line = line
    let distance = moment >= line.hostTime ? Double(moment - line.hostTime) : -Double(line.hostTime - moment)
    return DeviceTime(
      sampleTime: line.sampleTime + distance * nominalRate * line.rateScalar / 1e9, hostTime: moment,
      rateScalar: line.rateScalar)
  }

  /// Returns the moment of a frame.
  func time(atSampleTime frame: Double) -> DeviceTime {
    let line = line
    let rate = nominalRate * line.rateScalar
    let clock = DeviceClock(origin: line.hostTime, sampleRate: rate)
    return DeviceTime(
      sampleTime: frame, hostTime: clock.hostTime(atSampleTime: frame - line.sampleTime), rateScalar: line.rateScalar)
  }

  // MARK: The device's threads

  /// Returns true if a direction sets the time; capturing does if nothing is played.
  func claim(_ direction: DeviceDirection) -> Bool {
    let number = direction == .output ? 1 : 2
    if direction == .output {
      owner.store(number, ordering: .relaxed)
      return true
    }
    let (isFree, found) = owner.compareExchange(expected: 0, desired: number, ordering: .relaxed)
    return isFree || found == number
  }

  /// Allows another direction to set the time.
  func release(_ direction: DeviceDirection) {
    _ = owner.compareExchange(expected: direction == .output ? 1 : 2, desired: 0, ordering: .relaxed)
  }

  /// Sets the line that is valid from now on.
  func set(_ line: RateEstimate.Line) {
    words.set((line.hostTime, line.sampleTime.bitPattern, line.rateScalar.bitPattern, 0))
  }
}
