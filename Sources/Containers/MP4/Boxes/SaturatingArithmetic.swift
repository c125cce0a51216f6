extension Int64 {
  /// Returns the sum, or the largest number if it does not fit: sums of numbers stated in a file never trap.
  func saturatingAdd(_ other: Int64) -> Int64 {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? (other < 0 ? .min : .max) : sum
  }

  /// Returns the product of two numbers that are not negative, or the largest number if it does not fit.
  func saturatingMultiply(_ other: Int64) -> Int64 {
    let (product, overflow) = multipliedReportingOverflow(by: other)
    return overflow ? .max : product
  }

  /// Returns the number in units of another rate, rounded to the nearest, halves up; `nil` if it does not fit.
  package func rescaled(from: UInt32, to: UInt32) -> Int64? {
    guard self >= 0, from > 0 else { return nil }
    let whole = self / Int64(from)
    let rest = self % Int64(from)
    // Both factors have 32 bits, so their product fits 64 without a sign.
    let part = (UInt64(rest) * UInt64(to) + UInt64(from) / 2) / UInt64(from)
    let (product, overflow) = whole.multipliedReportingOverflow(by: Int64(to))
    guard !overflow, let fraction = Int64(exactly: part) else { return nil }
    let (sum, more) = product.addingReportingOverflow(fraction)
    return more ? nil : sum
  }
}
