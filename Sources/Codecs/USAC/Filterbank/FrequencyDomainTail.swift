// Bound throughout: frames have 768 or 1,024 lines: USACConfiguration checks it.

/// The signal of a frame of the frequency domain from the middle of its window on, before its falling slope is applied:
/// a frame of the linear prediction domain after it applies a different slope.
///
/// N being the frame length, S = N/8 and `u` the values of the inverse transform, sample i is
/// ```
/// long windows    0 ..< N/2     −u[N/2 − 1 − i]        N/2 ..< N      −u[i − N/2]
/// short windows   0 ..< 7S/2    all that overlaps, weighted
///                 7S/2 ..< 9S/2 the last window's second half without its slope
///                 9S/2 ..< N    0
/// ```
/// Full scale is 1.
struct FrequencyDomainTail: Sendable {
  /// The N samples.
  var samples: [Float]
  /// True if the frame has short windows, whose slope is half as long.
  var isShort = false

  init(coreFrameLength: Int) { samples = Array(repeating: 0, count: coreFrameLength) }
}
