import AudioBase

// Bound throughout: what is held is cut to the limits of the options.
// Holds throughout: a queue that has a first unit has one to remove; counts of units and frames only grow, and 63 bits
// of them last for millions of years.

/// The state of a jitter buffer, guarded by its lock.
struct JitterState: Sendable {
  /// The state of the delivery of units.
  private enum Phase: Sendable {
    /// Units are collected, until the first one is due.
    case buffering
    /// Units are returned in sequence.
    case playing
    /// Units have been missing for this number of frames.
    case starved(frameCount: Int)
  }

  private let sampleRate: Double
  private let framesPerUnit: Int
  private let options: JitterBufferOptions
  private var queue = UnitQueue()
  private var recent: RecentTimestamps
  private var baseline = TransitBaseline()
  private var senderClock = ClockSlope()
  private var jitter = InterarrivalJitter()
  private var histogram: DelayHistogram
  private var restarts = RestartDetector()
  private var phase = Phase.buffering
  /// The timestamp and the arrival that moments are counted from; `nil` before the first unit.
  private var origin: (timestamp: Int64, arrival: Int64)?
  private var target: Double
  /// The delays of the last units: if even the smallest of them is long, the network path has become longer.
  private var lastDelays = SIMD4<Double>(repeating: 0)
  /// The timestamp after the last unit that was given.
  private var playedEnd: Int64?
  /// The timestamp of the first unit that was given since the start.
  private var playedStart = Int64.max
  private var lastSequenceNumber: Int64 = 0
  private var highestSequenceNumber = Int64.min
  /// The number of frames that were filled in since the last unit.
  private var pendingFrames = 0
  var statistics = JitterStatistics()
  /// True after the end of the units.
  var hasEnded = false

  /// The duration without units, in seconds, after which the stream restarts when it returns.
  private static let patience = 0.5
  /// The largest distances of a unit from the stream's time, in seconds, beyond which it counts as part of another
  /// stream: earlier than all previous units, and later than the longest delay.
  private static let (earliest, latest) = (1.0, 0.5)
  /// The seconds of excess delay above which units are left out even if they can be heard.
  private static let longestExcess = 0.1
  /// The weight of the initial delay in the statistics, in units.
  private static let initialWeight = 10.0

  init(sampleRate: Double, framesPerUnit: Int, options: JitterBufferOptions) {
    (self.sampleRate, self.framesPerUnit, self.options) = (sampleRate, framesPerUnit, options)
    recent = RecentTimestamps(framesPerUnit: framesPerUnit)
    histogram = DelayHistogram(
      longest: options.maximumDelay, memory: options.memory * sampleRate / Double(framesPerUnit))
    histogram.add(options.initialDelay - DelayHistogram.step / 2, weight: Self.initialWeight)
    target = options.initialDelay
  }

  /// The seconds of a unit.
  private var unitSeconds: Double { Double(framesPerUnit) / sampleRate }

  /// The statistics up to now.
  var currentStatistics: JitterStatistics {
    var current = statistics
    current.jitter = jitter.value
    current.targetDelay = target
    current.queuedUnits = queue.units.count
    current.queuedBytes = queue.byteCount
    return current
  }

  // MARK: The network's side

  mutating func append(_ unit: ReceivedAccessUnit) {
    statistics.receivedUnits += 1
    guard !unit.bytes.isEmpty, unit.bytes.count <= min(options.unitByteLimit, options.byteLimit),
      (0...65_536).contains(unit.frameCount), isInTime(unit)
    else {
      statistics.discardedUnits += 1
      return
    }
    guard recent.insert(unit.timestamp) else {
      statistics.duplicatedUnits += 1
      return
    }
    learn(from: unit)
    if let playedEnd, unit.timestamp < playedEnd {
      noteLate(unit)
      return
    }
    if unit.sequenceNumber < highestSequenceNumber { statistics.reorderedUnits += 1 }
    highestSequenceNumber = max(highestSequenceNumber, unit.sequenceNumber)
    queue.insert(unit)
    while queue.units.count > options.unitLimit || queue.byteCount > options.byteLimit {
      _ = queue.removeFirst()
      statistics.discardedUnits += 1
    }
  }

  /// Returns true if a unit belongs to the known stream, or starts it again.
  private mutating func isInTime(_ unit: ReceivedAccessUnit) -> Bool {
    if let minimum = baseline.minimum {
      let delay = transit(of: unit) - minimum
      if delay > -Self.earliest, delay < options.maximumDelay + Self.latest {
        restarts.reset()
        return true
      }
      guard restarts.note(unit, sampleRate: sampleRate) else { return false }
      restart()
      statistics.restarts += 1
    }
    if origin == nil { origin = (unit.timestamp, unit.arrival) }
    return true
  }

  private mutating func learn(from unit: ReceivedAccessUnit) {
    let transit = transit(of: unit)
    baseline.note(transit, at: seconds(at: unit.arrival))
    senderClock.note(transit, at: seconds(at: unit.arrival))
    jitter.note(transit: transit, sequenceNumber: unit.sequenceNumber)
    let delay = transit - (baseline.minimum ?? transit)
    histogram.add(delay)
    lastDelays = SIMD4(delay, lastDelays[0], lastDelays[1], lastDelays[2])
    // The quantile is slow to notice that the network's delay has grown.
    let wanted = max(histogram.quantile(options.shareInTime), lastDelays.min() + DelayHistogram.step)
    target = min(max(wanted, options.minimumDelay), options.maximumDelay)
  }

  private mutating func noteLate(_ unit: ReceivedAccessUnit) {
    statistics.lateUnits += 1
    // It is where units were taken for lost.
    if unit.timestamp >= playedStart, statistics.lostUnits > 0 { statistics.lostUnits -= 1 }
  }

  mutating func restart() {
    queue.removeAll()
    recent.reset()
    restarts.reset()
    (baseline, jitter, senderClock) = (TransitBaseline(), InterarrivalJitter(), ClockSlope())
    lastDelays = SIMD4(repeating: 0)
    (origin, playedEnd, playedStart) = (nil, nil, .max)
    highestSequenceNumber = .min
    pendingFrames = 0
    phase = .buffering
  }

  // MARK: The decoder's side

  mutating func take(at now: Int64, isQuiet: Bool) -> JitterDelivery {
    while let head = queue.first {
      let delay = delay(of: head, at: now)
      let excess = delay - target
      let isNext = head.timestamp == playedEnd
      if isNext, case .playing = phase {
        let mayBeSkipped = queue.units.count > 1
        if mayBeSkipped, excess > Self.longestExcess || (isQuiet && excess > 1.5 * unitSeconds) {
          skip()
          // Down to the target where there was much too much, by one unit if it is quiet.
          guard excess > Self.longestExcess else { continue }
          skip(downToTargetAt: now)
          continue
        }
        if isQuiet, excess < -1.5 * unitSeconds { return stretch() }
      } else if case .buffering = phase {
        if excess < 0, !hasEnded { return JitterDelivery(event: .buffering) }
        if excess > unitSeconds { skip(downToTargetAt: now) }
      } else {
        if excess < -unitSeconds / 2, !hasEnded { return fillIn(before: head) }
        if excess > unitSeconds { skip(downToTargetAt: now) }
      }
      return play(at: now)
    }
    return fillIn()
  }

  /// Returns the first unit, which must be there.
  private mutating func play(at now: Int64) -> JitterDelivery {
    let unit = queue.removeFirst()
    let delay = delay(of: unit, at: now)
    statistics.actualDelay += (delay - statistics.actualDelay) * (statistics.actualDelay == 0 ? 1 : 0.05)
    account(for: unit)
    pass(unit)
    phase = .playing
    return JitterDelivery(event: .unit(unit), excessDelay: delay - target, senderDrift: -senderClock.value)
  }

  /// Reports the units that are missing before a unit.
  private mutating func account(for unit: ReceivedAccessUnit) {
    defer { pendingFrames = 0 }
    guard let playedEnd else {
      playedStart = unit.timestamp
      return
    }
    let missing = unit.timestamp &- playedEnd
    guard missing > 0 else { return }
    if isConsecutive(unit) {
      let frames = Int(saturating: Double(missing))
      statistics.pausedFrames += frames
      statistics.concealedFrames -= min(pendingFrames, statistics.concealedFrames)
    } else {
      statistics.lostUnits += max(1, Int(saturating: (Double(missing) / Double(framesPerUnit)).rounded()))
    }
  }

  /// Returns true if no packet is missing between the last unit and this one.
  private func isConsecutive(_ unit: ReceivedAccessUnit) -> Bool {
    (0...1).contains(unit.sequenceNumber &- lastSequenceNumber)
  }

  private mutating func pass(_ unit: ReceivedAccessUnit) {
    let count = unit.frameCount > 0 ? unit.frameCount : framesPerUnit
    playedEnd = unit.timestamp &+ Int64(count)
    lastSequenceNumber = unit.sequenceNumber
  }

  /// Skips the first unit, which must exist.
  private mutating func skip() {
    let unit = queue.removeFirst()
    account(for: unit)
    pass(unit)
    statistics.skippedUnits += 1
  }

  /// Skips units until the next one is due, or only one is left.
  private mutating func skip(downToTargetAt now: Int64) {
    while queue.units.count > 1, let head = queue.first, delay(of: head, at: now) - target > unitSeconds / 2 { skip() }
  }

  /// Inserts a concealed unit if nothing is missing.
  private mutating func stretch() -> JitterDelivery {
    statistics.insertedFrames += framesPerUnit
    return JitterDelivery(event: .stretched)
  }

  /// Inserts a concealed unit before a unit that is not due yet.
  private mutating func fillIn(before unit: ReceivedAccessUnit) -> JitterDelivery {
    guard !isConsecutive(unit) else {
      if unit.timestamp == playedEnd { return stretch() }
      // Counted when the unit is given.
      return JitterDelivery(event: .paused)
    }
    noteConcealed()
    let isNext = playedEnd.map { unit.timestamp &- $0 == Int64(pendingFrames) } ?? false
    return JitterDelivery(event: .lost, following: isNext ? unit : nil)
  }

  /// Returns the event for a time without a unit: starved, buffering or ended.
  private mutating func fillIn() -> JitterDelivery {
    if hasEnded { return JitterDelivery(event: .ended) }
    var frameCount = framesPerUnit
    switch phase {
    case .buffering: return JitterDelivery(event: .buffering)
    case .playing: statistics.underruns += 1
    case .starved(let before): frameCount += before
    }
    let isLong = Double(frameCount) > Self.patience * sampleRate
    phase = isLong ? .buffering : .starved(frameCount: frameCount)
    noteConcealed()
    return JitterDelivery(event: .starved)
  }

  private mutating func noteConcealed() {
    statistics.concealedFrames += framesPerUnit
    pendingFrames += framesPerUnit
  }

  // MARK: Time

  /// Returns the seconds from the origin to a moment.
  private func seconds(at moment: Int64) -> Double {
    Double(moment &- (origin?.arrival ?? moment)) / 1e9
  }

  /// Returns the seconds from the origin to a timestamp, by the sender's clock.
  private func seconds(atTimestamp timestamp: Int64) -> Double {
    Double(timestamp &- (origin?.timestamp ?? timestamp)) / sampleRate
  }

  /// Returns the transit time of a unit up to a constant, in seconds.
  private func transit(of unit: ReceivedAccessUnit) -> Double {
    seconds(at: unit.arrival) - seconds(atTimestamp: unit.timestamp)
  }

  /// Returns the delay of a unit at a moment compared to the network's fastest transit, in seconds.
  private func delay(of unit: ReceivedAccessUnit, at moment: Int64) -> Double {
    seconds(at: moment) - seconds(atTimestamp: unit.timestamp) - (baseline.minimum ?? 0)
  }
}
