extension Float {
  /// Returns the sample limited to a magnitude; NaN and infinities become silence.
  ///
  /// Of samples far beyond full scale, or of no numbers, some libraries make silence or noise; some end the process.
  @inlinable
  package func limited(to magnitude: Float) -> Float {
    isFinite ? Swift.min(Swift.max(self, -magnitude), magnitude) : 0
  }
}
