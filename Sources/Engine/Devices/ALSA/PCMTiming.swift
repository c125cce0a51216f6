/// The position of a stream's frames in its device's time, and the estimate of the device's clock from its progress.
struct PCMTiming {
  private let clock: MeasuredClock
  private let direction: DeviceDirection
  private var estimate: RateEstimate
  /// The device's frame at which the stream's frame 0 is heard, or was captured; `nil` until that is settled.
  private var anchor: Double?
  /// The end of the stream's beginning, whose positions are no measure of the rate.
  private var settledAt: UInt64 = 0
  /// The device's frame after the last cycle.
  private var lastEnd = -Double.infinity

  /// The time in nanoseconds until a stream's positions are suitable for measuring its rate.
  private static let settlingTime: UInt64 = 300_000_000

  init(_ clock: MeasuredClock, _ direction: DeviceDirection) {
    (self.clock, self.direction) = (clock, direction)
    estimate = RateEstimate(nominalRate: clock.nominalRate)
  }

  /// Clears the position of the stream, because there is a gap.
  mutating func reset() {
    anchor = nil
    estimate.reset()
  }

  /// Records the progress of the stream.
  ///
  /// - Parameters:
  ///   - heard: The stream's frame that is heard, or captured, at this moment.
  ///   - moved: The stream's frame with which the next cycle begins.
  ///   - now: The moment.
  ///   - isStarted: False while the card waits for its first frames.
  mutating func note(heard: Int, moved: Int, at now: UInt64, isStarted: Bool) {
    let place = Double(heard)
    if anchor == nil {
      let time = clock.time(atHostTime: now).sampleTime.rounded(.up)
      anchor = max(time - place, lastEnd - Double(moved))
      settledAt = now + Self.settlingTime
    }
    guard isStarted, let start = anchor else { return }
    guard clock.claim(direction) else { return follow(start + place, at: now) }
    if now < settledAt {
      let scalar = clock.line.rateScalar
      clock.set(RateEstimate.Line(hostTime: now, sampleTime: start + place, rateScalar: scalar))
    } else if let line = estimate.add(start + place, at: now) {
      clock.set(line)
    }
  }

  /// Restarts the clock if captured frames deviate from the playback clock by more than a tenth of a second.
  private mutating func follow(_ frame: Double, at now: UInt64) {
    let distance = frame - clock.time(atHostTime: now).sampleTime
    if distance.magnitude > clock.nominalRate / 10 { reset() }
  }

  /// Returns the moment of a frame of the stream, with which a cycle of the given number of frames begins.
  mutating func time(ofFrame frame: Int, count: Int) -> DeviceTime {
    let start = (anchor ?? lastEnd) + Double(frame)
    lastEnd = start + Double(count)
    return clock.time(atSampleTime: start)
  }
}
