import CCoreMedia
import CoreFoundation
import Dispatch
import Foundation

/// The object that a `CMTimebaseRef` points to: a time that runs at its own rate relative to a clock or another
/// timebase.
///
/// time = anchor + (source's time − source's time at the anchor) × rate
///
/// `@unchecked` for the reason given at `SyncObject`.
final class TimebaseObject: SyncObject, @unchecked Sendable {
  static let typeID = register("CMTimebase", TimebaseObject.self)

  /// The linear relation of the time to the source's time.
  struct Line: Sendable {
    var source: SyncObject
    var anchor: CMTime
    var sourceAnchor: CMTime
    var rate: Double

    /// Returns the time at a time of the source.
    func time(atSource time: CMTime) -> CMTime {
      if rate == 0 { return anchor }
      let passed = CMTimeSubtract(time, sourceAnchor)
      return CMTimeAdd(anchor, rate == 1 ? passed : CMTimeMultiplyByFloat64(passed, multiplier: rate))
    }

    /// Returns the source's time at a time; `nil` if it is stopped.
    func sourceTime(at time: CMTime) -> CMTime? {
      if rate == 0 { return nil }
      let passed = CMTimeSubtract(time, anchor)
      return CMTimeAdd(sourceAnchor, rate == 1 ? passed : CMTimeMultiplyByFloat64(passed, multiplier: 1 / rate))
    }
  }

  /// The kind of a change.
  struct Change: OptionSet, Sendable {
    let rawValue: Int
    static let rate = Change(rawValue: 1)
    static let jump = Change(rawValue: 2)
  }

  private struct Follower {
    weak var timebase: TimebaseObject?
  }

  private var line: Line
  private var followers: [Follower] = []
  private var timers: [TimebaseTimer] = []

  /// The queue on which programs are notified of changes in order.
  private static let notices = {
    let queue = DispatchQueue(label: "CMTimebase.Notifications")
    queue.setSpecific(key: isTelling, value: true)
    return queue
  }()
  private static let isTelling = DispatchSpecificKey<Bool>()

  /// Waits until programs have been notified of all changes; returns immediately in a notified function.
  static func waitForNotices() { if DispatchQueue.getSpecific(key: isTelling) == nil { notices.sync {} } }

  /// Creates a timebase that is stopped at 0.
  init(source: SyncObject) {
    line = Line(source: source, anchor: .zero, sourceAnchor: source.now, rate: 0)
    super.init(Self.typeID)
    (source as? TimebaseObject)?.follow(self)
  }

  // MARK: Asking

  private var present: Line { stateLock.locked { line } }

  var source: SyncObject { present.source }
  var rate: Double { present.rate }

  override var now: CMTime {
    let line = present
    return line.time(atSource: line.source.now)
  }

  /// The time and the rate of one moment.
  var timeAndRate: (time: CMTime, rate: Double) {
    let line = present
    return (line.time(atSource: line.source.now), line.rate)
  }

  override var ultimateClock: ClockObject { source.ultimateClock }

  override var effectiveRate: Double {
    let line = present
    return line.rate * line.source.effectiveRate
  }

  override func clockTime(at time: CMTime) -> CMTime? {
    let line = present
    return line.sourceTime(at: time).flatMap { line.source.clockTime(at: $0) }
  }

  override func time(atClockTime time: CMTime) -> CMTime {
    let line = present
    return line.time(atSource: line.source.time(atClockTime: time))
  }

  // MARK: Setting

  /// Sets the rate; the time continues from its present value.
  ///
  /// - Throws: `kCMTimebaseError_InvalidParameter` for a rate that is not finite.
  func setRate(_ rate: Double) throws(Failure) {
    guard rate.isFinite else { throw Failure(kCMTimebaseError_InvalidParameter) }
    change { line in
      let moment = line.source.now
      (line.anchor, line.sourceAnchor) = (line.time(atSource: moment), moment)
      defer { line.rate = rate }
      return line.rate == rate ? [] : .rate
    }
  }

  /// Sets the time from now on, or at a time of the source.
  ///
  /// - Throws: `kCMTimebaseError_InvalidParameter` for a time that is not numeric.
  func setAnchor(_ time: CMTime, at sourceTime: CMTime? = nil, rate: Double? = nil) throws(Failure) {
    guard time.kind == .numeric, sourceTime?.kind ?? .numeric == .numeric, rate?.isFinite ?? true else {
      throw Failure(kCMTimebaseError_InvalidParameter)
    }
    change { line in
      (line.anchor, line.sourceAnchor) = (time, sourceTime ?? line.source.now)
      defer { line.rate = rate ?? line.rate }
      return rate ?? line.rate == line.rate ? .jump : [.jump, .rate]
    }
  }

  /// Sets the clock or timebase that the time follows.
  ///
  /// - Throws: `kCMTimebaseError_InvalidParameter` for a timebase that follows this one.
  func setSource(_ source: SyncObject) throws(Failure) {
    var next: SyncObject = source
    while let timebase = next as? TimebaseObject {
      guard timebase !== self else { throw Failure(kCMTimebaseError_InvalidParameter) }
      next = timebase.source
    }
    (self.source as? TimebaseObject)?.unfollow(self)
    (source as? TimebaseObject)?.follow(self)
    let before = effectiveRate
    change { line in
      line.anchor = line.time(atSource: line.source.now)
      (line.source, line.sourceAnchor) = (source, source.now)
      return line.rate * source.effectiveRate == before ? [] : .rate
    }
  }

  /// Changes the line, and notifies all that depend on it.
  private func change(_ body: (inout Line) -> Change) {
    // Worked out outside the lock, for the source has one too; who changes it meanwhile has the last word.
    var line = present
    let change = body(&line)
    stateLock.locked { self.line = line }
    announce(change)
  }

  private func announce(_ change: Change) {
    let followers = stateLock.locked { self.followers.compactMap(\.timebase) }
    for follower in followers { follower.announce(change) }
    for timer in stateLock.locked({ timers }) { timer.arm(by: self) }
    if change.contains(.rate) { post(kCMTimebaseNotification_EffectiveRateChanged) }
    if change.contains(.jump) { post(kCMTimebaseNotification_TimeJumped) }
  }

  private func post(_ name: CFString) {
    let (moment, name) = (ClockObject.host.now, text(name))
    Self.notices.async { [self] in
      let time = unsafe cmTimeCopyAsDictionary(moment, nil).map {
        unsafe Unmanaged<AnyObject>.fromOpaque($0).takeRetainedValue()
      }
      NotificationCenter.default.post(
        name: Notification.Name(rawValue: name), object: self,
        userInfo: time.map { [text(kCMTimebaseNotificationKey_EventTime): $0] })
    }
  }

  private func follow(_ timebase: TimebaseObject) {
    stateLock.locked {
      followers.removeAll { $0.timebase == nil }
      followers.append(Follower(timebase: timebase))
    }
  }

  private func unfollow(_ timebase: TimebaseObject) {
    stateLock.locked { followers.removeAll { $0.timebase == nil || $0.timebase === timebase } }
  }

  // MARK: Timers

  func add(_ timer: TimebaseTimer) {
    stateLock.locked {
      timers.removeAll { $0.key == timer.key }
      timers.append(timer)
    }
    timer.arm(by: self)
  }

  /// - Throws: `kCMTimebaseError_InvalidParameter` for a timer that was not added.
  func timer(_ key: UInt) throws(Failure) -> TimebaseTimer {
    guard let timer = stateLock.locked({ timers.first { $0.key == key } }) else {
      throw Failure(kCMTimebaseError_InvalidParameter)
    }
    return timer
  }

  func removeTimer(_ key: UInt) throws(Failure) {
    let timer = try timer(key)
    stateLock.locked { timers.removeAll { $0.key == key } }
    timer.end()
  }
}

/// Returns a string of Core Foundation's.
func text(_ string: CFString) -> String { String(describing: unsafe unsafeBitCast(string, to: NSString.self)) }
