import AudioBase

/// Numbers that stay in effects with feedback: a single NaN would otherwise be heard for ever.
extension PlaneSample {
  /// The sample as a loop takes it: silence in place of NaN, infinity and all beyond ±2^64.
  @inline(__always)
  var forLoop: Double {
    let number = inDoublePrecision
    return number.magnitude <= 0x1p64 ? number : 0
  }
}

extension Double {
  /// The number without what nobody hears: below −600 dB it is 0, for numbers that fade out are slow to compute once
  /// they are subnormal. One that has outgrown ±2^64 is 0, too.
  @inline(__always)
  var kept: Double { magnitude > 0x1p-100 && magnitude <= 0x1p64 ? self : 0 }

  /// The number within a range; the lower end for NaN.
  func limited(to range: ClosedRange<Double>) -> Double {
    self >= range.lowerBound ? Swift.min(self, range.upperBound) : range.lowerBound
  }
}
