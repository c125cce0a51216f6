import AudioBase

/// The gain of a track over time: linear ramps, and constant values between them.
package struct VolumeCurve: Hashable, Sendable {
  /// A straight line.
  package struct Ramp: Hashable, Sendable {
    /// The start of the ramp, in seconds.
    package var start: Double
    /// The end of the ramp, in seconds.
    package var end: Double
    /// The gain at the start.
    package var from: Float
    /// The gain at the end, which holds until the next ramp begins.
    package var to: Float
  }

  private var ramps: [Ramp] = []

  /// Creates a curve that is 1 throughout.
  package init() {}

  /// True if nothing is changed.
  package var isUnity: Bool { ramps.allSatisfy { $0.from == 1 && $0.to == 1 } }

  /// Sets the gain of a range of time, replacing ramps that begin within it. NaN counts as 0, or as the start.
  package mutating func setRamp(from: Float, to: Float, start: Double, end: Double) {
    let start = start.isFinite ? start : 0
    let end = end.isNaN ? start : max(start, end)
    ramps.removeAll { $0.start >= start && ($0.start < end || $0.start == start) }
    ramps.append(Ramp(start: start, end: end, from: from, to: to))
    ramps.sort { $0.start < $1.start }
  }

  /// Returns the last ramp that has begun at a time; it applies until the next one begins.
  package func ramp(at seconds: Double) -> Ramp? { ramps.last { $0.start <= seconds } }

  /// Returns the gain at a time in seconds: 1 before the first ramp.
  package func factor(at seconds: Double) -> Float {
    guard let ramp = ramp(at: seconds) else { return 1 }
    guard seconds < ramp.end, ramp.end > ramp.start, ramp.end.isFinite else { return ramp.to }
    return ramp.from + (ramp.to - ramp.from) * Float((seconds - ramp.start) / (ramp.end - ramp.start))
  }

  /// Returns the gain of frames up to the end of a straight section of the curve.
  ///
  /// - Parameters:
  ///   - frame: The first one.
  ///   - count: Frames that are requested, at least 1.
  ///   - rate: The sample rate, in Hz.
  /// - Returns: The line, and for how many of the frames it holds, at least 1.
  func gain(from frame: Int64, _ count: Int, rate: Double) -> (ramp: GainRamp, frameCount: Int) {
    let seconds = Double(frame) / rate
    var end = ramps.first { $0.start > seconds }?.start ?? .infinity
    let line = ramp(at: seconds)
    let isInLine = line.map { seconds < $0.end && $0.end > $0.start && $0.end.isFinite } ?? false
    if isInLine, let line { end = min(end, line.end) }
    // The last frame before another line, or the end of this one.
    let length = (end * rate).rounded(.up) - Double(frame)
    let frames = length < Double(count) ? max(1, Int(length)) : count
    let first = factor(at: seconds)
    guard isInLine, frames > 1 else { return (GainRamp(first), frames) }
    let last = factor(at: Double(frame &+ Int64(frames - 1)) / rate)
    return (GainRamp(to: last, step: (last - first) / Float(frames - 1), frameCount: frames), frames)
  }
}
