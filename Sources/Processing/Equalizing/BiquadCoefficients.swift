/// A second-order filter: `y = (b0 + b1·z⁻¹ + b2·z⁻²) / (1 + a1·z⁻¹ + a2·z⁻²) · x`.
package struct BiquadCoefficients: Hashable, Sendable, BitwiseCopyable {
  /// The factor of the present input.
  package var b0: Double
  /// The factor of the previous input.
  package var b1: Double
  /// The factor of the input two frames earlier.
  package var b2: Double
  /// The factor of the previous output, with its sign in the denominator.
  package var a1: Double
  /// The factor of the output two frames earlier.
  package var a2: Double

  /// The filter that changes nothing.
  package static let identity = BiquadCoefficients(b0: 1, b1: 0, b2: 0, a1: 0, a2: 0)
}
