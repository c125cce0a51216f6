/// The 80-bit floating point of the 68881: sign and 15 bits of exponent, then a significand of 64 bits with an explicit
/// first bit. AIFF states sample rates in it.
package struct ExtendedFloat: Equatable {
  /// Sign and exponent; an exponent of 16383 stands for 2^0.
  var signAndExponent: UInt16
  /// The significand; its highest bit has the weight 1.
  var significand: UInt64

  private static let bias = 16383

  /// Creates a number from its two fields.
  package init(signAndExponent: UInt16, significand: UInt64) {
    self.signAndExponent = signAndExponent
    self.significand = significand
  }

  /// Converts a `Double`: every positive normal one has an exact counterpart.
  package init(_ value: Double) {
    precondition(value.isNormal && value > 0)
    signAndExponent = UInt16(Self.bias + Int(value.exponent))
    // The 52 fractional bits move up to the 63 of the format.
    significand = 1 << 63 | value.significandBitPattern << 11
  }

  /// The value, rounded to the nearest `Double`; `nil` if it is out of range, infinite or NaN.
  package var value: Double? {
    let exponent = Int(signAndExponent & 0x7FFF) - Self.bias - 63
    guard exponent + 63 <= 1023, exponent >= -1022 - 63 else { return significand == 0 ? 0 : nil }
    let magnitude = Double(sign: .plus, exponent: exponent, significand: Double(significand))
    return signAndExponent & 0x8000 == 0 ? magnitude : -magnitude
  }
}
