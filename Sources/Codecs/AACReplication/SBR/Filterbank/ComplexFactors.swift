/// Complex factors, real and imaginary parts apart.
struct ComplexFactors: Sendable {
  let real: [Float]
  let imaginary: [Float]
}

/// Complex numbers whose real and imaginary parts are in two places; the input of a transform.
struct ComplexParts: ~Escapable {
  let real: Span<Float>
  let imaginary: Span<Float>

  @_lifetime(copy real, copy imaginary)
  init(real: Span<Float>, imaginary: Span<Float>) {
    self.real = real
    self.imaginary = imaginary
  }
}
