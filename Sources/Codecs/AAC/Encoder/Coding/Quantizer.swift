/// The non-uniform quantiser: lines to integers, four at a time.
///
/// ISO/IEC 14496-3, 4.6.1: `q = ⌊(|X| · 2^(−(sf − 100)/4))^(3/4) + 0.4054⌋`, with the sign of X.
enum Quantizer {
  /// The largest magnitude that the bit stream carries.
  static let largest: Float = 8191

  /// Returns the factor of `|X|^(3/4)` for a scale factor: `2^(−3/16 (sf − 100))`.
  static func gain(_ scaleFactor: Int) -> Float { FloatFunctions.exp2(-0.1875 * Float(scaleFactor - 100)) }

  /// Returns the magnitudes of four lines.
  @inline(__always)
  static func magnitudes(_ powers: SIMD4<Float>, _ gain: Float, _ rounding: Float) -> SIMD4<Int32> {
    // Adding 1.5 · 2^23 leaves the nearest integer in the low bits.
    let shifted = powers * gain + (rounding - 0.5) + 12_582_912
    return SIMD4<Int32>(
      Int32(truncatingIfNeeded: shifted[0].bitPattern & 0x3F_FFFF),
      Int32(truncatingIfNeeded: shifted[1].bitPattern & 0x3F_FFFF),
      Int32(truncatingIfNeeded: shifted[2].bitPattern & 0x3F_FFFF),
      Int32(truncatingIfNeeded: shifted[3].bitPattern & 0x3F_FFFF))
  }
}
