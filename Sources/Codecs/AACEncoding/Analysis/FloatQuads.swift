import Transforms

// Four numbers at a time. The operations are those of FloatFunctions in the same order, so that each lane has the same
// bits as the plain function gives.

extension SIMD4<Float> {
  /// The bits of each lane.
  @inline(__always)
  var bitPatterns: SIMD4<UInt32> {
    SIMD4<UInt32>(self[0].bitPattern, self[1].bitPattern, self[2].bitPattern, self[3].bitPattern)
  }

  /// Lanes of given bits.
  @inline(__always)
  init(bitPatterns bits: SIMD4<UInt32>) {
    self.init(
      Float(bitPattern: bits[0]), Float(bitPattern: bits[1]), Float(bitPattern: bits[2]), Float(bitPattern: bits[3]))
  }

  /// Returns the smaller value of each two lanes; that of `first` if they are equal or one is NaN.
  @inline(__always)
  static func lesser(_ first: SIMD4, _ second: SIMD4) -> SIMD4 { first.replacing(with: second, where: second .< first) }

  /// Returns the larger value of each two lanes; that of `first` if they are equal or one is NaN.
  @inline(__always)
  static func greater(_ first: SIMD4, _ second: SIMD4) -> SIMD4 {
    first.replacing(with: second, where: second .> first)
  }

  /// The smallest lane.
  @inline(__always)
  var least: Float {
    let first = self[2] < self[0] ? self[2] : self[0]
    let second = self[3] < self[1] ? self[3] : self[1]
    return second < first ? second : first
  }

  /// The largest lane: `max()` of the standard library is not inlined, and proceeds lane by lane.
  @inline(__always)
  var greatest: Float {
    let first = self[2] > self[0] ? self[2] : self[0]
    let second = self[3] > self[1] ? self[3] : self[1]
    return second > first ? second : first
  }
}

extension SIMD4<Int32> {
  /// The largest lane.
  @inline(__always)
  var greatest: Int32 {
    let first = self[2] > self[0] ? self[2] : self[0]
    let second = self[3] > self[1] ? self[3] : self[1]
    return second > first ? second : first
  }
}

extension FloatFunctions {
  /// `log2(x)` of four normal x > 0.
  @inline(__always)
  package static func log2(_ x: SIMD4<Float>) -> SIMD4<Float> {
    let bits = SIMD4<Int32>(truncatingIfNeeded: x.bitPatterns)
    let exponent = (bits &- 0x3F35_04F3) &>> 23
    let mantissa = SIMD4<Float>(bitPatterns: SIMD4<UInt32>(truncatingIfNeeded: bits &- (exponent &<< 23)))
    let t = (mantissa - 1) / (mantissa + 1)
    let s = t * t
    var series = 0.5770780 + s * 0.4121986
    series = 0.9617967 + s * series
    series = 2.885390 + s * series
    return SIMD4<Float>(exponent) + t * series
  }

  /// `2^x` of four −126 < x < 127.
  @inline(__always)
  package static func exp2(_ x: SIMD4<Float>) -> SIMD4<Float> {
    let rounded = x + 12_582_912
    let fraction = x - (rounded - 12_582_912)
    let scale = SIMD4<Float>(bitPatterns: (rounded.bitPatterns &<< 23) &+ 0x3F80_0000)
    var polynomial = 0.009618129 + fraction * 0.0013333558
    polynomial = 0.05550411 + fraction * polynomial
    polynomial = 0.24022651 + fraction * polynomial
    polynomial = 0.69314718 + fraction * polynomial
    polynomial = 1 + fraction * polynomial
    return scale * polynomial
  }

  /// `10^(x/10)` of four numbers.
  @inline(__always)
  static func ratio(decibels x: SIMD4<Float>) -> SIMD4<Float> { exp2(x * 0.33219281) }
}
