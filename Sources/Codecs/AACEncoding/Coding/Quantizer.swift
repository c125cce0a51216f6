import Transforms

/// The non-uniform quantiser: lines to integers, four at a time.
///
/// ISO/IEC 14496-3, 4.6.1, says what a decoder makes of them; the formula of its informative encoder is
/// `q = ⌊(|X| · 2^(−(sf − 100)/4))^(3/4) + 0.4054⌋`, with the sign of X. Here the part that is added grows with the
/// magnitude.
enum Quantizer {
  /// The largest magnitude that the bit stream carries.
  static let largest: Float = 8191

  /// The scale factor at which lines are quantised unscaled.
  static let unity: Float = 100
  /// The power of two by which `|X|^(3/4)` becomes smaller a scale factor: 3/4 of a quarter.
  static let exponent: Float = -0.1875
  /// The part of a step that is added to small magnitudes before they are rounded down, up to ``smallest``.
  ///
  /// 0.4054 minimises the error of a line, since it puts the threshold in the middle between 0 and 1. But a line that
  /// is hardly more than that costs four to six bits among zeros, and as 0 it adds next to no noise: these bits bring
  /// more elsewhere.
  private static let smallRounding: Float = 0.35
  /// The fraction that is added to large values before rounding down. The middle between the powers 4/3 of two
  /// neighbours is 0.47 below the upper one from 1 and 2 on, and tends to half.
  private static let largeRounding: Float = 0.46
  /// The magnitude from which on more is added, and that from which on the whole is.
  private static let smallest: Float = 0.6
  private static let large: Float = 1.6

  /// Returns the factor of `|X|^(3/4)` for a scale factor: `2^(−3/16 (sf − 100))`.
  static func gain(_ scaleFactor: Int) -> Float { FloatFunctions.exp2(exponent * (Float(scaleFactor) - unity)) }

  /// Returns four magnitudes, not whole yet, with the parts that are added before rounding down.
  @inline(__always)
  static func raised(_ magnitudes: SIMD4<Float>) -> SIMD4<Float> {
    let rise = (largeRounding - smallRounding) / (large - smallest)
    let excess = SIMD4.lesser(
      SIMD4.greater(magnitudes - smallest, SIMD4()), SIMD4(repeating: large - smallest))
    return magnitudes + (excess * rise + smallRounding)
  }

  /// Returns the magnitudes of four lines.
  @inline(__always)
  static func magnitudes(_ powers: SIMD4<Float>, _ gain: Float) -> SIMD4<Int32> {
    // Adding 1.5 · 2^23 leaves the nearest integer in the low bits; half less makes it the one below.
    let shifted = raised(powers * gain) - 0.5 + 12_582_912
    return SIMD4<Int32>(
      Int32(truncatingIfNeeded: shifted[0].bitPattern & 0x3F_FFFF),
      Int32(truncatingIfNeeded: shifted[1].bitPattern & 0x3F_FFFF),
      Int32(truncatingIfNeeded: shifted[2].bitPattern & 0x3F_FFFF),
      Int32(truncatingIfNeeded: shifted[3].bitPattern & 0x3F_FFFF))
  }
}
