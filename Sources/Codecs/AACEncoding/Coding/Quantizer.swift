import AACCodec
import Transforms

/// The non-uniform quantiser: lines to integers, four at a time.
///
/// ISO/IEC 14496-3, 4.6.1: `q = ⌊(|X| · 2^(−(sf − 100)/4))^(3/4) + 0.4054⌋`, with the sign of X.
enum Quantizer {
  /// The largest magnitude that the bit stream carries.
  static let largest: Float = 8191

  /// The scale factor at which lines are quantised as they are.
  static let unity: Float = 100
  /// The power of two by which `|X|^(3/4)` becomes smaller a scale factor: 3/4 of a quarter.
  static let exponent: Float = -0.1875
  /// The part of a step that is added before rounding down: less than half, for small lines are more frequent than
  /// large ones.
  static let rounding: Float = 0.4054

  /// Returns the factor of `|X|^(3/4)` for a scale factor: `2^(−3/16 (sf − 100))`.
  static func gain(_ scaleFactor: Int) -> Float { FloatFunctions.exp2(exponent * (Float(scaleFactor) - unity)) }

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
