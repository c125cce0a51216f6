extension FixedWidthInteger {
  /// The nearest integer at or towards zero of a number that may be anything: the type's bounds beyond them, 0 for what
  /// is not a number.
  ///
  /// For rates, times and sizes that files and callers state in floating point, where the plain conversion would trap.
  @inlinable
  public init(saturating value: Double) {
    if let whole = Self(exactly: value.rounded(.towardZero)) {
      self = whole
    } else {
      self = value.isNaN ? 0 : value < 0 ? .min : .max
    }
  }
}
