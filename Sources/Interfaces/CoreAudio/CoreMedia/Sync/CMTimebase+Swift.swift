public import CCoreMedia
public import CoreFoundation
public import Dispatch
public import Foundation

// Apple's Swift view of timebases.

// The names are Apple's.
// swift-format-ignore-file: NoLeadingUnderscores

/// A protocol that gives `CMTimebase` its initializers, which a Core Foundation class cannot take in an extension.
public protocol _CMTimebaseInitTrampoline {}

extension _CMTimebaseInitTrampoline {
  /// Creates a timebase with a clock as its source, stopped at 0.
  public init(sourceClock: CMClock) throws {
    self = unsafe unsafeBitCast(TimebaseObject(source: sourceClock.syncObject), to: Self.self)
  }

  /// Creates a timebase with another timebase as its source, stopped at 0.
  public init(sourceTimebase: CMTimebase) throws {
    self = unsafe unsafeBitCast(TimebaseObject(source: sourceTimebase.syncObject), to: Self.self)
  }
}

extension CMTimebase: _CMTimebaseInitTrampoline {}

extension CMTimebase {
  /// The errors of the block buffer functions.
  public struct Error {
    /// A required argument is missing.
    public static let missingRequiredParameter = Failure(kCMTimebaseError_MissingRequiredParameter).error
    /// A parameter's value is invalid.
    public static let invalidParameter = Failure(kCMTimebaseError_InvalidParameter).error
    /// There is no memory for the timebase.
    public static let allocationFailed = Failure(kCMTimebaseError_AllocationFailed).error
    /// The timer is a repeating one.
    public static let timerIntervalTooShort = Failure(kCMTimebaseError_TimerIntervalTooShort).error
    /// The timebase cannot be changed.
    public static let readOnly = Failure(kCMTimebaseError_ReadOnly).error
  }

  /// The keys of a notification's contents.
  public struct NotificationKey {
    /// The key of the event's time on the host's clock, as a dictionary.
    public static let eventTime = text(kCMTimebaseNotificationKey_EventTime)
  }

  /// The rate relative to the ultimate clock has changed.
  public static let effectiveRateChanged = NSNotification.Name(text(kCMTimebaseNotification_EffectiveRateChanged))
  /// The time has jumped.
  public static let timeJumped = NSNotification.Name(text(kCMTimebaseNotification_TimeJumped))
  /// A timer interval, in seconds, that stands for never.
  public static let veryLongTimeInterval: CFTimeInterval = TimebaseTimer.farFuture
  /// A date that stands for never.
  public static let farFuture: CFAbsoluteTime = TimebaseTimer.farFuture

  private var object: TimebaseObject { sameObject(self) }

  /// The type of all timebases.
  public static var typeID: CFTypeID { TimebaseObject.typeID }

  // MARK: Sources

  /// The source: a clock or a timebase, which must not depend on this one.
  public var source: any CMSyncProtocol {
    get { sourceTimebase ?? sourceClock ?? CMClock.hostTimeClock }
    set { try? object.setSource(newValue.syncObject) }
  }

  /// The source clock; `nil` if the source is a timebase.
  public var sourceClock: CMClock? { (object.source as? ClockObject).map { sameObject($0) } }
  /// The source timebase; `nil` if the source is a clock.
  public var sourceTimebase: CMTimebase? { (object.source as? TimebaseObject).map { sameObject($0) } }
  /// The clock at the end of the chain of sources.
  public var ultimateSourceClock: CMClock { sameObject(object.ultimateClock) }

  /// The older name of ``source``.
  public var master: any CMSyncProtocol {
    get { source }
    set { source = newValue }
  }
  /// The older name of ``sourceClock``.
  public var masterClock: CMClock? { sourceClock }
  /// The older name of ``sourceTimebase``.
  public var masterTimebase: CMTimebase? { sourceTimebase }
  /// The older name of ``ultimateSourceClock``.
  public var ultimateMasterClock: CMClock { ultimateSourceClock }

  // MARK: Time and rate

  /// Returns the present time in a time scale.
  public func time(withTimescale timescale: CMTimeScale, rounding: CMTimeRoundingMethod = .default) -> CMTime {
    CMTimeConvertScale(object.now, timescale: timescale, method: rounding)
  }

  /// The rate relative to the source.
  public var rate: Double { object.rate }
  /// The rate relative to the ultimate clock.
  public var effectiveRate: Double { object.effectiveRate }
  /// The time and the rate at one moment.
  public var timeAndRate: (time: CMTime, rate: Double) { object.timeAndRate }

  /// Sets the rate; the time continues from its present value.
  public func setRate(_ rate: Double) throws {
    try throwingErrors { () throws(Failure) in try object.setRate(rate) }
  }

  /// Sets the time.
  public func setTime(_ time: CMTime) throws {
    try throwingErrors { () throws(Failure) in try object.setAnchor(time) }
  }

  /// Sets the time that corresponds to a time of the source.
  public func setAnchorTime(_ anchorTime: CMTime, referenceTime: CMTime) throws {
    try throwingErrors { () throws(Failure) in try object.setAnchor(anchorTime, at: referenceTime) }
  }

  /// Sets the rate, and the time that corresponds to a time of the source.
  public func setRateAndAnchorTime(rate: Double, anchorTime: CMTime, referenceTime: CMTime) throws {
    try throwingErrors { () throws(Failure) in try object.setAnchor(anchorTime, at: referenceTime, rate: rate) }
  }

  /// Waits until all changes have been reported.
  public func notificationBarrier() throws { TimebaseObject.waitForNotices() }

  // MARK: Timers

  private static func key(_ timer: AnyObject) -> UInt { UInt(bitPattern: unsafe address(ofObject: timer)) }

  /// Adds a dispatch queue's timer, which then fires by this timebase.
  public func addTimer<T: DispatchSourceTimer>(_ timer: T) throws { object.add(TimebaseTimer.dispatchTimer(timer)) }

  /// Adds a run loop's timer, which then fires according to this timebase.
  ///
  /// - Throws: ``Error/timerIntervalTooShort`` for a timer that would repeat before ``veryLongTimeInterval``.
  public func addTimer(_ timer: Timer, on runloop: RunLoop) throws {
    try throwingErrors { () throws(Failure) in object.add(try TimebaseTimer.foundationTimer(timer)) }
    runloop.add(timer, forMode: .common)
  }

  /// Detaches a timer from the timebase.
  public func removeTimer(_ timer: Timer) throws {
    try throwingErrors { () throws(Failure) in try object.removeTimer(Self.key(timer as AnyObject)) }
  }

  /// Sets the time at which a timer fires.
  public func setTimerNextFireTime(_ timer: Timer, fireTime: CMTime) throws {
    try throwingErrors { () throws(Failure) in
      try object.timer(Self.key(timer as AnyObject)).fire(at: fireTime, by: object)
    }
  }

  /// Fires a timer now.
  public func setTimerToFireImmediately(_ timer: Timer) throws {
    try throwingErrors { () throws(Failure) in try object.timer(Self.key(timer as AnyObject)).fireNow() }
  }

  /// Detaches a timer from the timebase.
  public func removeTimer<T: DispatchSourceTimer>(_ timer: T) throws {
    try throwingErrors { () throws(Failure) in try object.removeTimer(Self.key(timer as AnyObject)) }
  }

  /// Sets the time at which a timer fires.
  public func setTimerNextFireTime<T: DispatchSourceTimer>(_ timer: T, fireTime: CMTime) throws {
    try throwingErrors { () throws(Failure) in
      try object.timer(Self.key(timer as AnyObject)).fire(at: fireTime, by: object)
    }
  }

  /// Fires a timer now.
  public func setTimerToFireImmediately<T: DispatchSourceTimer>(_ timer: T) throws {
    try throwingErrors { () throws(Failure) in try object.timer(Self.key(timer as AnyObject)).fireNow() }
  }
}
