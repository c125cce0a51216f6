/// The two laws of ITU-T G.711, which give small samples finer steps than large ones: 8 bits in place of 14 or 13.
///
/// ```
/// 7 sign │ 6…4 segment │ 3…0 step        segment s has steps twice as wide as segment s−1
/// ```
/// A step is found by the decision values of G.711's tables. FFmpeg takes the nearest output value instead, which
/// differs where two segments meet.
enum CompandingLaw: Sendable, BitwiseCopyable {
  /// mu-law: all bits inverted, so that silence is 0xFF.
  case muLaw
  /// A-law: the even bits and the sign inverted, so that silence is 0xD5.
  case aLaw

  /// Returns the sample of a code, in units of 16-bit samples (G.711, tables 1 and 2).
  func expand(_ code: UInt8) -> Int16 {
    switch self {
    case .muLaw:
      let bits = ~code
      let magnitude = (Int16(bits & 15) << 3 + Self.bias) << Int16(bits >> 4 & 7) - Self.bias
      return bits & 0x80 == 0 ? magnitude : -magnitude
    case .aLaw:
      let bits = code ^ 0x55
      let segment = Int16(bits >> 4 & 7)
      let step = Int16(bits & 15) << 4 + 8
      let magnitude = segment == 0 ? step : (step + 0x100) << (segment - 1)
      return bits & 0x80 == 0 ? -magnitude : magnitude
    }
  }

  /// Returns the code of a sample.
  ///
  /// A magnitude that is a decision value belongs to the step above it; for A-law's negative samples, which are cut to
  /// 13 bits in two's complement first, to the step below.
  @inline(__always)
  func compress(_ sample: Int32) -> UInt8 {
    switch self {
    case .muLaw:
      let magnitude = min(sample.magnitude, Self.clippingLevel) + UInt32(Self.bias)
      // The bias sets bit 7 at least, and the clipping keeps bit 15 clear: the segment is 0…7.
      let segment = 24 - UInt32(magnitude.leadingZeroBitCount)
      let code = segment << 4 | (magnitude >> (segment + 3) & 15)
      return ~UInt8(truncatingIfNeeded: sample < 0 ? code | 0x80 : code)
    case .aLaw:
      let magnitude = UInt32(bitPattern: (sample < 0 ? ~sample : sample) >> 4)
      // Eleven bits: segment 0 for magnitudes below 16, otherwise by the leading bit, up to 7.
      let segment = 28 - UInt32((magnitude | 15).leadingZeroBitCount)
      let code = segment << 4 | (magnitude >> (segment == 0 ? 0 : segment - 1) & 15)
      return UInt8(truncatingIfNeeded: sample < 0 ? code : code | 0x80) ^ 0x55
    }
  }

  /// The amount that mu-law adds to a magnitude so that each segment begins at a power of two.
  private static let bias: Int16 = 132
  /// The largest magnitude that mu-law distinguishes.
  private static let clippingLevel: UInt32 = 32635
}
