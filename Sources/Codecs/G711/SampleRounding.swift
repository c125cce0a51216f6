/// Converts full scale ±1.0 to 16 bits: scaled by 2^15, clipped, rounded to the nearest integer, ties to even. NaN
/// becomes silence.
///
/// Adding a number so large that the fraction falls off the end of the significand rounds as IEEE 754 does, without a
/// call and without a conversion that could trap.
@inline(__always)
func roundedInteger16(_ sample: Float) -> Int32 {
  let number = sample == sample ? sample * 0x1p15 : 0
  let clipped = min(max(number, -0x1p15), 0x1p15 - 1)
  return Int32(bitPattern: (clipped + 0x1.8p23).bitPattern) &- 0x4B40_0000
}
