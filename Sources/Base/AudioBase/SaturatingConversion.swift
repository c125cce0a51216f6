extension FixedWidthInteger {
  /// Creates the integer nearest to a number, rounded towards zero and clamped to the type's bounds; 0 for NaN.
  ///
  /// For rates, times and sizes that files and callers state in floating point, where the plain conversion would trap.
  @inlinable
  package init(saturating value: Double) {
    if let whole = Self(exactly: value.rounded(.towardZero)) {
      self = whole
    } else {
      self = value.isNaN ? 0 : value < 0 ? .min : .max
    }
  }
}
