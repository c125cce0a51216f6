package import AudioBase

/// A scheduled change of a parameter: a jump or a linear ramp.
package struct ParameterChange: Sendable, BitwiseCopyable {
  /// The number of the parameter, or of a mixer's input; `nil` for a mixer's output.
  package let target: Int?
  /// The first frame, counted from the next slice on, or from the start of the time line if ``isAbsolute`` is true.
  package var start: Int
  /// True if the time line counts.
  package var isAbsolute = false
  /// The number of frames from the first value to the last; 0 for a jump.
  package let duration: Int
  /// The first value; NaN for the parameter's value at that time.
  package var from: Float
  /// The last value.
  package let to: Float

  /// Creates a change.
  ///
  /// - Parameters:
  ///   - target: The number of the parameter.
  ///   - start: The first frame.
  ///   - duration: The frames from the first value to the last, limited to 2^30; 0 for a jump.
  ///   - values: The first and the last value.
  package init(_ target: Int?, start: Int, duration: Int = 0, values: (from: Float, to: Float)) {
    (self.target, self.start, self.duration) = (target, start, min(max(duration, 0), 1 << 30))
    (from, to) = values
  }

  /// The values by frame: the first value at the start, the last value after the duration.
  package var ramp: GainRamp {
    duration > 0 ? GainRamp(to: to, step: (to - from) / Float(duration), frameCount: duration + 1) : GainRamp(to)
  }
}
