public import AudioToolbox
public import Foundation

/// A point in time: on the system's clock, as a number of samples, or both. It never changes.
///
/// Host time counts nanoseconds, as on systems whose clock has no unit of its own.
///
/// `@unchecked` because an open class cannot be checked; its properties never change.
open class AVAudioTime: NSObject, @unchecked Sendable {
  /// Ticks of the system's clock in a second.
  private static let ticksPerSecond = 1e9

  private let time: AudioTimeStamp
  /// The samples per second; 0 without a sample time.
  public let sampleRate: Double

  /// Creates the time of a time stamp.
  public init(audioTimeStamp ts: UnsafePointer<AudioTimeStamp>, sampleRate: Double) {
    unsafe time = ts.pointee
    self.sampleRate = sampleRate
    super.init()
  }

  /// Creates an invalid time.
  public override convenience init() {
    var stamp = AudioTimeStamp()
    unsafe self.init(audioTimeStamp: &stamp, sampleRate: 0)
  }

  /// Creates a time on the system's clock.
  public convenience init(hostTime: UInt64) {
    var stamp = AudioTimeStamp()
    stamp.mHostTime = hostTime
    stamp.mFlags = .hostTimeValid
    unsafe self.init(audioTimeStamp: &stamp, sampleRate: 0)
  }

  /// Creates a sample.
  public convenience init(sampleTime: AVAudioFramePosition, atRate sampleRate: Double) {
    var stamp = AudioTimeStamp()
    stamp.mSampleTime = Double(sampleTime)
    stamp.mFlags = .sampleTimeValid
    unsafe self.init(audioTimeStamp: &stamp, sampleRate: sampleRate)
  }

  /// Creates a sample time, and the time at which it sounds.
  public convenience init(hostTime: UInt64, sampleTime: AVAudioFramePosition, atRate sampleRate: Double) {
    var stamp = AudioTimeStamp()
    stamp.mHostTime = hostTime
    stamp.mSampleTime = Double(sampleTime)
    stamp.mFlags = [.hostTimeValid, .sampleTimeValid]
    unsafe self.init(audioTimeStamp: &stamp, sampleRate: sampleRate)
  }

  /// Returns seconds as ticks of the system's clock; 0 for impossible values.
  open class func hostTime(forSeconds seconds: TimeInterval) -> UInt64 {
    let ticks = (seconds * ticksPerSecond).rounded()
    return UInt64(exactly: ticks) ?? (ticks > 0 ? .max : 0)
  }

  /// Returns ticks of the system's clock as seconds.
  open class func seconds(forHostTime hostTime: UInt64) -> TimeInterval { Double(hostTime) / ticksPerSecond }

  /// True if the time is given on the system's clock.
  open var isHostTimeValid: Bool { time.mFlags.contains(.hostTimeValid) }
  /// The time on the system's clock.
  open var hostTime: UInt64 { time.mHostTime }
  /// True if the time is given in samples.
  open var isSampleTimeValid: Bool { time.mFlags.contains(.sampleTimeValid) }
  /// The time in samples.
  open var sampleTime: AVAudioFramePosition {
    AVAudioFramePosition(exactly: time.mSampleTime.rounded(.down)) ?? 0
  }
  /// The time as a time stamp.
  open var audioTimeStamp: AudioTimeStamp { time }

  /// Returns this time with both halves, the missing one extrapolated from a complete time.
  ///
  /// - Returns: `nil` if the anchor lacks a half or its rate, or this one lacks both.
  open func extrapolateTime(fromAnchor anchorTime: AVAudioTime) -> AVAudioTime? {
    let rate = anchorTime.sampleRate
    guard anchorTime.isHostTimeValid, anchorTime.isSampleTimeValid, rate > 0, rate.isFinite else { return nil }
    if isHostTimeValid, isSampleTimeValid { return self }
    var complete = time
    complete.mFlags.formUnion([.hostTimeValid, .sampleTimeValid])
    if isSampleTimeValid {
      let ownRate = sampleRate > 0 ? sampleRate : rate
      let seconds = time.mSampleTime / ownRate - anchorTime.time.mSampleTime / rate
      let ticks = Double(anchorTime.hostTime) + (seconds * Self.ticksPerSecond).rounded()
      guard let host = UInt64(exactly: ticks.rounded()) else { return nil }
      complete.mHostTime = host
      return unsafe AVAudioTime(audioTimeStamp: &complete, sampleRate: ownRate)
    }
    guard isHostTimeValid else { return nil }
    let distance = Double(hostTime) - Double(anchorTime.hostTime)
    complete.mSampleTime = (anchorTime.time.mSampleTime + distance / Self.ticksPerSecond * rate).rounded()
    return unsafe AVAudioTime(audioTimeStamp: &complete, sampleRate: rate)
  }

  /// Returns true if the other object is the same time, given in the same form.
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? AVAudioTime else { return false }
    let isSameHostTime = !isHostTimeValid || hostTime == other.hostTime
    let isSameSample =
      !isSampleTimeValid || (time.mSampleTime == other.time.mSampleTime && sampleRate == other.sampleRate)
    return time.mFlags == other.time.mFlags && isSameHostTime && isSameSample
  }

  /// A hash value, equal for equal times.
  open override var hash: Int { hostTime.hashValue ^ time.mSampleTime.hashValue }
}
