// Holds throughout: spectra have a constant size, and subband counts come from the bands of a plan.

/// Undoes the aliasing between neighbouring subbands of the encoder's filterbank (ISO/IEC 11172-3, 2.4.3.4).
package struct AliasReduction: Sendable {
  /// `ci` of Table B.9.
  private static let coefficients: [8 of Double] = [-0.6, -0.535, -0.33, -0.185, -0.095, -0.041, -0.0142, -0.0037]

  private let cosines: [8 of Float]
  private let sines: [8 of Float]

  package init() {
    var cosines: [8 of Float] = .init(repeating: 0)
    var sines: [8 of Float] = .init(repeating: 0)
    for index in 0..<8 {
      let c = AliasReduction.coefficients[index]
      cosines[index] = Float(1 / (1 + c * c).squareRoot())
      sines[index] = Float(c / (1 + c * c).squareRoot())
    }
    self.cosines = cosines
    self.sines = sines
  }

  /// Applies eight butterflies at each border of the lowest `subbandCount` subbands, 1…32.
  package func apply(_ values: inout [Float], subbandCount: Int) {
    var spectrum = values.mutableSpan
    precondition(spectrum.count == Spectrum.capacity && subbandCount >= 1 && subbandCount <= 32)
    for index in 0..<8 {
      let cosine = cosines[index]
      let sine = sines[index]
      let below = 32 &* (17 &- index)
      let above = 32 &* index &+ 1
      for border in 0..<(subbandCount &- 1) {
        let lower = spectrum[below &+ border]
        let upper = spectrum[above &+ border]
        spectrum[below &+ border] = lower * cosine - upper * sine
        spectrum[above &+ border] = lower * sine + upper * cosine
      }
    }
  }
}
