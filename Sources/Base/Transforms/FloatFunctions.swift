/// Logarithms and powers for the decisions of the encoder and of the concealment: relative error below 10⁻⁵, no
/// branches, so that loops vectorise.
public enum FloatFunctions {
  /// `log2(x)` for normal x > 0.
  @inlinable
  @inline(__always)
  public static func log2(_ x: Float) -> Float {
    let shifted = Int32(bitPattern: x.bitPattern) &- 0x3F35_04F3
    let exponent = shifted &>> 23
    let mantissa = Float(bitPattern: x.bitPattern &- UInt32(bitPattern: exponent &<< 23))
    let t = (mantissa - 1) / (mantissa + 1)
    let s = t * t
    return Float(exponent) + t * (2.885390 + s * (0.9617967 + s * (0.5770780 + s * 0.4121986)))
  }

  /// `2^x` for −126 < x < 127.
  @inlinable
  @inline(__always)
  public static func exp2(_ x: Float) -> Float {
    // Adding 1.5 · 2^23 leaves the nearest integer in the low bits.
    let rounded = x + 12_582_912
    let fraction = x - (rounded - 12_582_912)
    let scale = Float(bitPattern: (rounded.bitPattern &<< 23) &+ 0x3F80_0000)
    let polynomial =
      1
      + fraction
      * (0.69314718 + fraction
        * (0.24022651 + fraction * (0.05550411 + fraction * (0.009618129 + fraction * 0.0013333558))))
    return scale * polynomial
  }

  /// `10^(x/10)`, the ratio of energies that `x` decibels are.
  @inlinable
  public static func ratio(decibels x: Float) -> Float { exp2(x * 0.33219281) }

  /// Returns the critical band rate of a frequency in Hz, in Bark (Traunmüller's formula, corrected at both ends).
  @inlinable
  public static func bark(_ frequency: Double) -> Double {
    let z = 26.81 * frequency / (1960 + frequency) - 0.53
    if z < 2 { return z + 0.15 * (2 - z) }
    return z > 20.1 ? z + 0.22 * (z - 20.1) : z
  }

  /// `x^y` for table building, x > 0.
  @inlinable
  public static func power(_ x: Float, _ y: Float) -> Float { exp2(y * log2(x)) }
}
