// The one place where a sample becomes an integer. Full scale ±1.0 is scaled by 2^(bits−1), clipped to the range of
// two's complement and rounded to the nearest integer, ties to even. What is not a number becomes silence.
//
// Rounding adds a number so large that the fraction falls off the end of the significand, which rounds as IEEE 754
// does; the integer is then read off the lowest bits. It needs no call and no instruction beyond SSE2, so that the
// loops around it vectorise, and no conversion that could trap.

/// Rounds to at most 16 bits. The scaled value is below 2^22 after clipping, so the `Float` holds it exactly.
@inline(__always)
func roundedInteger16(_ sample: Float, scale: Float) -> Int32 {
  let number = sample == sample ? sample * scale : 0
  let clipped = min(max(number, -scale), scale - 1)
  return Int32(bitPattern: (clipped + 0x1.8p23).bitPattern) &- 0x4B40_0000
}

/// Rounds to at most 32 bits, in `Double`, so that no bit of the sample is lost.
@inline(__always)
func roundedInteger32(_ sample: Float, scale: Double) -> Int32 {
  let number = sample == sample ? Double(sample) * scale : 0
  let clipped = min(max(number, -scale), scale - 1)
  return Int32(truncatingIfNeeded: (clipped + 0x1.8p52).bitPattern)
}
