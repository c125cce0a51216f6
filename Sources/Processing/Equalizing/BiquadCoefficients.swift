/// A filter of second order: `y = (b0 + b1·z⁻¹ + b2·z⁻²) / (1 + a1·z⁻¹ + a2·z⁻²) · x`.
package struct BiquadCoefficients: Hashable, Sendable, BitwiseCopyable {
  /// Of the present input.
  package var b0: Double
  /// Of the input before.
  package var b1: Double
  /// Of the input two frames before.
  package var b2: Double
  /// Of the output before, with its sign as it stands in the denominator.
  package var a1: Double
  /// Of the output two frames before.
  package var a2: Double

  /// Lets everything pass as it is.
  package static let identity = BiquadCoefficients(b0: 1, b1: 0, b2: 0, a1: 0, a2: 0)
}
