import AudioDevices
import CCoreMedia
import CoreFoundation

/// The base of clocks and timebases: a time, and its relation to that of a clock.
///
/// `@unchecked`: whatever changes is guarded by the object's lock.
class SyncObject: MediaObject, @unchecked Sendable {
  /// The time now.
  var now: CMTime { .nowhere }
  /// The clock at the end of the chain of sources.
  var ultimateClock: ClockObject { .host }
  /// The seconds for each second of the ultimate clock.
  var effectiveRate: Double { 1 }

  /// Returns the ultimate clock's time at a time of this object; `nil` while that is stopped.
  func clockTime(at time: CMTime) -> CMTime? { time }
  /// Returns the time of this object at a time of the ultimate clock.
  func time(atClockTime time: CMTime) -> CMTime { time }

  /// Returns a time of the host's clock, in nanoseconds.
  static func time(nanoseconds: UInt64) -> CMTime {
    CMTime(value: Int64(clamping: nanoseconds), timescale: 1_000_000_000, flags: .valid, epoch: 0)
  }

  /// Returns the nanoseconds of a time of the host's clock; `nil` for a time that is not numeric.
  static func nanoseconds(_ time: CMTime) -> Int64? {
    let fine = CMTimeConvertScale(time, timescale: 1_000_000_000, method: .default)
    return fine.kind == .numeric ? fine.value : nil
  }

  // MARK: One in the time of another

  /// Returns the rate of this object relative to another one; 0 if that is stopped.
  func rate(relativeTo other: SyncObject) -> Double {
    let (clock, otherClock) = (ultimateClock, other.ultimateClock)
    let drift = clock === otherClock ? 1 : clock.hostRate / otherClock.hostRate
    let divisor = other.effectiveRate
    return divisor == 0 ? 0 : effectiveRate / divisor * drift
  }

  /// Returns the time of another object at a time of this one; `nil` while this one is stopped.
  func convert(_ time: CMTime, to other: SyncObject) -> CMTime? {
    guard let moment = clockTime(at: time) else { return nil }
    let (clock, otherClock) = (ultimateClock, other.ultimateClock)
    if clock === otherClock { return other.time(atClockTime: moment) }
    return other.time(atClockTime: otherClock.time(atHost: clock.hostTime(at: moment)))
  }

  /// Returns the times of this object and of another one at a moment.
  func anchors(relativeTo other: SyncObject) -> (own: CMTime, other: CMTime) {
    let moment = ClockObject.host.now
    return (momentTime(moment), other.momentTime(moment))
  }

  /// Returns the time at a time of the host's clock.
  final func momentTime(_ moment: CMTime) -> CMTime { time(atClockTime: ultimateClock.time(atHost: moment)) }
}

/// The object that a `CMClockRef` points to: the host's clock, or that of an audio device.
///
/// `@unchecked` for the reason given at `SyncObject`.
final class ClockObject: SyncObject, @unchecked Sendable {
  static let typeID = register("CMClock", ClockObject.self)
  /// The host's only clock.
  static let host = ClockObject(device: nil)

  /// The device that the clock belongs to.
  struct Device: Sendable {
    /// The device's UID; `nil` for the standard device, whichever that is.
    var identifier: String?

    /// The device; `nil` if it is not there.
    var device: (any AudioDevice)? { identifier.map { DeviceList.device(identifier: $0) } ?? DeviceList.standard }
  }

  private struct State: Sendable {
    var device: Device?
    var isInvalid = false
  }
  private var state: State

  /// - Parameter device: `nil` for the host's clock.
  init(device: Device?) {
    state = State(device: device)
    super.init(Self.typeID)
  }

  /// The device; `nil` of the host's clock.
  var device: Device? { stateLock.locked { state.device } }

  /// Takes another device.
  ///
  /// - Throws: `kCMClockError_UnsupportedOperation` for the host's clock.
  func setDevice(_ device: Device) throws(Failure) {
    try stateLock.locked { () throws(Failure) in
      guard state.device != nil else { throw Failure(kCMClockError_UnsupportedOperation) }
      state.device = device
    }
  }

  /// Invalidates the clock, which has no time any more; the host's clock continues.
  func invalidate() {
    stateLock.locked { state.isInvalid = state.device != nil }
  }

  /// The device that gives the time; `nil` for the host's clock.
  private var teller: (device: (any AudioDevice)?, isHost: Bool) {
    let state = stateLock.locked { self.state }
    guard let device = state.device else { return (nil, true) }
    return (state.isInvalid ? nil : device.device, false)
  }

  override var now: CMTime {
    let (device, isHost) = teller
    if isHost { return Self.time(nanoseconds: HostClock.now) }
    return device.map { Self.time($0, $0.currentTime.sampleTime) } ?? .nowhere
  }

  override var ultimateClock: ClockObject { self }

  /// Returns a device's time: whole frames if its rate is a whole number.
  private static func time(_ device: any AudioDevice, _ sampleTime: Double) -> CMTime {
    let rate = device.format.sampleRate
    guard let scale = Int32(exactly: rate), let frames = Int64(exactly: sampleTime.rounded(.down)) else {
      return CMTimeMakeWithSeconds(sampleTime / rate, preferredTimescale: 1_000_000_000)
    }
    return CMTime(value: frames, timescale: scale, flags: .valid, epoch: 0)
  }

  /// The seconds of this clock for each second of the host's.
  var hostRate: Double {
    guard let device = teller.device else { return 1 }
    let moment = HostClock.now
    let frames =
      device.time(atHostTime: moment &+ 1_000_000_000).sampleTime - device.time(atHostTime: moment).sampleTime
    return frames > 0 ? frames / device.format.sampleRate : 1
  }

  /// Returns the host's time at a time of this clock.
  func hostTime(at time: CMTime) -> CMTime {
    let (device, isHost) = teller
    if isHost { return time }
    guard let device, time.kind == .numeric else { return .nowhere }
    let frame = CMTimeGetSeconds(time) * device.format.sampleRate
    return Self.time(nanoseconds: device.time(atSampleTime: frame).hostTime)
  }

  /// Returns the time of this clock at a time of the host's.
  func time(atHost moment: CMTime) -> CMTime {
    let (device, isHost) = teller
    if isHost { return moment }
    guard let device, let nanoseconds = Self.nanoseconds(moment) else { return .nowhere }
    let frame = device.time(atHostTime: UInt64(clamping: nanoseconds)).sampleTime
    return CMTimeMakeWithSeconds(frame / device.format.sampleRate, preferredTimescale: 1_000_000_000)
  }
}
