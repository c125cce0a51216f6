/// The relation of a device's frames to the host's clock: frame 0, and a rate.
struct DeviceClock: Sendable, Hashable {
  /// The moment of frame 0, in nanoseconds.
  var origin: UInt64
  /// The sample rate, in Hz.
  var sampleRate: Double

  /// Returns the number of frames until a moment; negative before ``origin``.
  func sampleTime(atHostTime hostTime: UInt64) -> Double {
    let distance =
      hostTime >= origin ? Double(hostTime - origin) : -Double(origin - hostTime)
    return distance * sampleRate / 1e9
  }

  /// Returns the moment of a frame, rounded to whole nanoseconds.
  func hostTime(atSampleTime sampleTime: Double) -> UInt64 {
    let distance = (sampleTime / sampleRate * 1e9).rounded()
    guard let offset = Int64(exactly: distance) else { return distance > 0 ? .max : 0 }
    let (moment, overflow) = origin.addingReportingOverflow(UInt64(max(0, offset)))
    if offset >= 0 { return overflow ? .max : moment }
    return origin >= offset.magnitude ? origin - offset.magnitude : 0
  }
}
