extension Float {
  /// Returns the sample limited to a magnitude; NaN becomes silence.
  ///
  /// Of samples far beyond full scale, or of no numbers, some libraries make silence or noise; some end the process.
  @inlinable
  package func limited(to magnitude: Float) -> Float {
    isNaN ? 0 : Swift.min(Swift.max(self, -magnitude), magnitude)
  }
}
