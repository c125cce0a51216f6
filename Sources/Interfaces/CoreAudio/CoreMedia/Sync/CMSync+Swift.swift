public import CCoreMedia
public import CoreFoundation
public import Foundation

// Apple's Swift view of clocks and timebases.

/// A source of time: a clock or a timebase.
public protocol CMSyncProtocol: AnyObject {}

extension CMClock: CMSyncProtocol {}
extension CMTimebase: CMSyncProtocol {}

extension CMSyncProtocol {
  /// The object itself.
  var syncObject: SyncObject { sameObject(self) }

  /// The present time.
  public var time: CMTime { syncObject.now }

  /// Returns the time of another clock or timebase at a time of this one; invalid while this one is stopped.
  public func convertTime<T: CMSyncProtocol>(_ time: CMTime, to clockOrTimebase: T) -> CMTime {
    syncObject.convert(time, to: clockOrTimebase.syncObject) ?? .invalid
  }

  /// Returns the rate relative to another clock or timebase; 0 while that is stopped.
  public func rate<T: CMSyncProtocol>(relativeTo clockOrTimebase: T) -> Double {
    syncObject.rate(relativeTo: clockOrTimebase.syncObject)
  }

  /// Returns the rate, and the times of both at one moment.
  ///
  /// - Throws: `kCMSyncError_RateMustBeNonZero` if the other one is stopped.
  public func rateAndAnchorTime<T: CMSyncProtocol>(
    relativeTo clockOrTimebase: T
  ) throws -> (rate: Double, anchorTime: CMTime, referenceTime: CMTime) {
    let other = clockOrTimebase.syncObject
    guard other.effectiveRate != 0 else { throw Failure(kCMSyncError_RateMustBeNonZero).error }
    let anchors = syncObject.anchors(relativeTo: other)
    return (syncObject.rate(relativeTo: other), anchors.own, anchors.other)
  }

  /// Returns true if both follow different clocks.
  public func mightDrift<T: CMSyncProtocol>(relativeTo clockOrTimebase: T) -> Bool {
    syncObject.ultimateClock !== clockOrTimebase.syncObject.ultimateClock
  }
}

extension CMClock {
  /// The errors of the block buffer functions.
  public struct Error {
    /// A required argument is missing.
    public static let missingRequiredParameter = Failure(kCMClockError_MissingRequiredParameter).error
    /// A parameter's value is invalid.
    public static let invalidParameter = Failure(kCMClockError_InvalidParameter).error
    /// There is no memory for the clock.
    public static let allocationFailed = Failure(kCMClockError_AllocationFailed).error
    /// The clock cannot do this.
    public static let unsupportedOperation = Failure(kCMClockError_UnsupportedOperation).error
  }

  private var object: ClockObject { sameObject(self) }

  /// The type of all clocks.
  public static var typeID: CFTypeID { ClockObject.typeID }
  /// The host's clock.
  public static var hostTimeClock: CMClock { sameObject(ClockObject.host) }

  /// Returns the nanoseconds of a time of the host's clock.
  public static func convertHostTimeToSystemUnits(_ hostTime: CMTime) -> UInt64 {
    CMClockConvertHostTimeToSystemUnits(hostTime)
  }

  /// Returns the time of a number of nanoseconds of the host's clock.
  public static func convertSystemUnitsToHostTime(_ systemUnits: UInt64) -> CMTime {
    CMClockMakeHostTimeFromSystemUnits(systemUnits)
  }

  /// Returns the times of this clock and of the host's clock at one moment.
  ///
  /// - Throws: ``Error/invalidParameter`` if the clock has no time.
  public func anchorTime() throws -> (anchorTime: CMTime, referenceTime: CMTime) {
    let anchors = object.anchors(relativeTo: ClockObject.host)
    guard anchors.own.isNumeric else { throw Error.invalidParameter }
    return (anchors.own, anchors.other)
  }

  /// Returns true if another clock may run at a different rate.
  public func mightDrift(relativeTo otherClock: CMClock) -> Bool { self !== otherClock }

  /// Invalidates the clock, which then has no time.
  public func invalidate() { object.invalidate() }

  /// Returns the device that the clock follows; without a UID if it follows the present default device.
  ///
  /// - Throws: ``Error/unsupportedOperation`` for the host's clock.
  public func audioDevice() throws -> (deviceUID: String?, deviceID: AudioDeviceID, trackingDefaultDevice: Bool) {
    guard let device = object.device else { throw Error.unsupportedOperation }
    return (device.identifier, device.id, device.identifier == nil)
  }

  /// Follows the clock of another device.
  public func setAudioDeviceID(_ deviceID: AudioDeviceID) throws {
    try throwingErrors { () throws(Failure) in try object.setDevice(ClockObject.Device(id: deviceID)) }
  }

  /// Follows the clock of another device, by default the default device.
  public func setAudioDeviceUID(_ deviceUID: String?) throws {
    try throwingErrors { () throws(Failure) in
      try object.setDevice(deviceUID.map { name throws(Failure) in try ClockObject.Device(known: name) } ?? .init())
    }
  }
}
