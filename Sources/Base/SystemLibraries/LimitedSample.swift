extension Float {
  /// Returns the sample within a magnitude, for libraries that end the process, or spread it, where a sample is far beyond
  /// full scale or no number; NaN becomes silence.
  @inlinable
  package func limited(to magnitude: Float) -> Float {
    isNaN ? 0 : Swift.min(Swift.max(self, -magnitude), magnitude)
  }
}
