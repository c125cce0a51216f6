/// The single definition of the conversion of a sample to an integer.
///
/// The sample is scaled, clipped to the range of two's complement and rounded to the nearest integer, ties to even. NaN
/// becomes silence.
///
/// Rounding adds a number so large that the fraction falls off the end of the significand, which rounds as IEEE 754
/// does; the integer is then read off the lowest bits. It needs no call and no instruction beyond SSE2, so that the
/// loops around it vectorise, and no conversion that could trap.
struct SampleRounding {
  /// The integer of a sample of 1.0, before clipping.
  let scale: Double
  /// The smallest integer.
  let least: Double
  /// The largest integer.
  let most: Double
  let singleScale: Float
  let singleLeast: Float
  let singleMost: Float

  /// - Parameters:
  ///   - bits: The number of bits of the integer, 1…32.
  ///   - fractionBits: Bits below the binary point.
  init(bits: Int, fractionBits: Int) {
    scale = Double(sign: .plus, exponent: fractionBits, significand: 1)
    let limit = Double(sign: .plus, exponent: bits - 1, significand: 1)
    least = -limit
    most = limit - 1
    singleScale = Float(scale)
    singleLeast = Float(least)
    singleMost = Float(most)
  }
}
