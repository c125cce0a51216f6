public import CCoreMedia
public import CoreFoundation
public import Dispatch
public import Foundation

// Apple's Swift view of timebases.

// The names are Apple's.
// swift-format-ignore-file: NoLeadingUnderscores

/// What gives `CMTimebase` its initializers, for a class of Core Foundation's takes none in an extension.
public protocol _CMTimebaseInitTrampoline {}

extension _CMTimebaseInitTrampoline {
  /// A timebase at 0 that stands still, and goes by a clock.
  public init(sourceClock: CMClock) throws {
    self = unsafe unsafeBitCast(TimebaseObject(source: sourceClock.syncObject), to: Self.self)
  }

  /// A timebase at 0 that stands still, and goes by another one.
  public init(sourceTimebase: CMTimebase) throws {
    self = unsafe unsafeBitCast(TimebaseObject(source: sourceTimebase.syncObject), to: Self.self)
  }
}

extension CMTimebase: _CMTimebaseInitTrampoline {}

extension CMTimebase {
  /// What the functions throw.
  public struct Error {
    /// Something that is needed was not given.
    public static let missingRequiredParameter = Failure(kCMTimebaseError_MissingRequiredParameter).error
    /// A value is none that is possible.
    public static let invalidParameter = Failure(kCMTimebaseError_InvalidParameter).error
    /// There is no memory for the timebase.
    public static let allocationFailed = Failure(kCMTimebaseError_AllocationFailed).error
    /// The timer would go off again by itself.
    public static let timerIntervalTooShort = Failure(kCMTimebaseError_TimerIntervalTooShort).error
    /// The timebase cannot be changed.
    public static let readOnly = Failure(kCMTimebaseError_ReadOnly).error
  }

  /// What notifications tell.
  public struct NotificationKey {
    /// When it happened: a time of the host's clock, as a dictionary.
    public static let eventTime = text(kCMTimebaseNotificationKey_EventTime)
  }

  /// The rate by the ultimate clock has changed.
  public static let effectiveRateChanged = NSNotification.Name(text(kCMTimebaseNotification_EffectiveRateChanged))
  /// The time has become another one.
  public static let timeJumped = NSNotification.Name(text(kCMTimebaseNotification_TimeJumped))
  /// Seconds between the times at which a timer goes off by itself that stand for never.
  public static let veryLongTimeInterval: CFTimeInterval = TimebaseTimer.farFuture
  /// A moment that stands for never.
  public static let farFuture: CFAbsoluteTime = TimebaseTimer.farFuture

  private var object: TimebaseObject { sameObject(self) }

  /// The type of all timebases.
  public static var typeID: CFTypeID { TimebaseObject.typeID }

  // MARK: What it goes by

  /// The clock or timebase that it goes by. A timebase that goes by this one is not taken.
  public var source: any CMSyncProtocol {
    get { sourceTimebase ?? sourceClock ?? CMClock.hostTimeClock }
    set { try? object.setSource(newValue.syncObject) }
  }

  /// The clock that it goes by; `nil` where that is a timebase.
  public var sourceClock: CMClock? { (object.source as? ClockObject).map { sameObject($0) } }
  /// The timebase that it goes by; `nil` where that is a clock.
  public var sourceTimebase: CMTimebase? { (object.source as? TimebaseObject).map { sameObject($0) } }
  /// The clock that it goes by in the end.
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

  /// The time now, in units of a scale.
  public func time(withTimescale timescale: CMTimeScale, rounding: CMTimeRoundingMethod = .default) -> CMTime {
    CMTimeConvertScale(object.now, timescale: timescale, method: rounding)
  }

  /// Seconds for each second of what it goes by.
  public var rate: Double { object.rate }
  /// Seconds for each second of the ultimate clock.
  public var effectiveRate: Double { object.effectiveRate }
  /// The time and the rate of one moment.
  public var timeAndRate: (time: CMTime, rate: Double) { object.timeAndRate }

  /// Sets the rate; the time goes on from where it is.
  public func setRate(_ rate: Double) throws {
    try throwingErrors { () throws(Failure) in try object.setRate(rate) }
  }

  /// Sets the time.
  public func setTime(_ time: CMTime) throws {
    try throwingErrors { () throws(Failure) in try object.setAnchor(time) }
  }

  /// Sets the time that it is at a time of what it goes by.
  public func setAnchorTime(_ anchorTime: CMTime, referenceTime: CMTime) throws {
    try throwingErrors { () throws(Failure) in try object.setAnchor(anchorTime, at: referenceTime) }
  }

  /// Sets the rate, and the time that it is at a time of what it goes by.
  public func setRateAndAnchorTime(rate: Double, anchorTime: CMTime, referenceTime: CMTime) throws {
    try throwingErrors { () throws(Failure) in try object.setAnchor(anchorTime, at: referenceTime, rate: rate) }
  }

  /// Waits until all that has changed has been told.
  public func notificationBarrier() throws { TimebaseObject.waitForNotices() }

  // MARK: Timers

  private static func key(_ timer: AnyObject) -> UInt { UInt(bitPattern: unsafe address(ofObject: timer)) }

  /// Lets a timer of a dispatch queue go off by this time.
  public func addTimer<T: DispatchSourceTimer>(_ timer: T) throws { object.add(TimebaseTimer.dispatchTimer(timer)) }

  /// Lets a timer of a run loop go off by this time.
  ///
  /// - Throws: ``Error/timerIntervalTooShort`` for one that would go off again by itself before
  ///   ``veryLongTimeInterval``.
  public func addTimer(_ timer: Timer, on runloop: RunLoop) throws {
    try throwingErrors { () throws(Failure) in object.add(try TimebaseTimer.foundationTimer(timer)) }
    runloop.add(timer, forMode: .common)
  }

  /// Lets a timer go off by no timebase any more.
  public func removeTimer(_ timer: Timer) throws {
    try throwingErrors { () throws(Failure) in try object.removeTimer(Self.key(timer as AnyObject)) }
  }

  /// Lets a timer go off at a time.
  public func setTimerNextFireTime(_ timer: Timer, fireTime: CMTime) throws {
    try throwingErrors { () throws(Failure) in
      try object.timer(Self.key(timer as AnyObject)).fire(at: fireTime, by: object)
    }
  }

  /// Lets a timer go off now.
  public func setTimerToFireImmediately(_ timer: Timer) throws {
    try throwingErrors { () throws(Failure) in try object.timer(Self.key(timer as AnyObject)).fireNow() }
  }

  /// Lets a timer go off by no timebase any more.
  public func removeTimer<T: DispatchSourceTimer>(_ timer: T) throws {
    try throwingErrors { () throws(Failure) in try object.removeTimer(Self.key(timer as AnyObject)) }
  }

  /// Lets a timer go off at a time.
  public func setTimerNextFireTime<T: DispatchSourceTimer>(_ timer: T, fireTime: CMTime) throws {
    try throwingErrors { () throws(Failure) in
      try object.timer(Self.key(timer as AnyObject)).fire(at: fireTime, by: object)
    }
  }

  /// Lets a timer go off now.
  public func setTimerToFireImmediately<T: DispatchSourceTimer>(_ timer: T) throws {
    try throwingErrors { () throws(Failure) in try object.timer(Self.key(timer as AnyObject)).fireNow() }
  }
}
