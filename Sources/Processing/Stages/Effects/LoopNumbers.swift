import AudioBase

/// Numbers that stay in effects with feedback: a single NaN would otherwise be heard for ever.
extension PlaneSample {
  /// The sample for a feedback loop: silence in place of NaN, infinity and values beyond ±2^64.
  @inline(__always)
  var forLoop: Double {
    let number = inDoublePrecision
    return number.magnitude <= 0x1p64 ? number : 0
  }
}

extension Double {
  /// The number, or 0 if it is inaudible, below −600 dB, because subnormal numbers are slow to compute; 0 also beyond
  /// ±2^64.
  @inline(__always)
  var kept: Double { magnitude > 0x1p-100 && magnitude <= 0x1p64 ? self : 0 }

  /// The number within a range; the lower end for NaN.
  func limited(to range: ClosedRange<Double>) -> Double {
    self >= range.lowerBound ? Swift.min(self, range.upperBound) : range.lowerBound
  }
}
