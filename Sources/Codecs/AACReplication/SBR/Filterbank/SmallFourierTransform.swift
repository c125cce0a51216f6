import Transforms

// Bound throughout: 8 or 16 numbers.
// Holds throughout: spans have the transform's own size.

/// A complex Fourier transform of 8 or 16 numbers, `Y[k] = Σ_{n<N} x[n] · e^(−2πi·nk/N)`, by its formula.
///
/// The banks of reduced delay are so small; ``FFT`` begins at 24 numbers.
struct SmallFourierTransform: Sendable {
  /// The factors e^(−2πi·nk/N), stored side by side for each n.
  private let factors: ComplexFactors
  private var sumReal: [Float]
  private var sumImaginary: [Float]

  init(size: Int) {
    let turns = (0..<(size * size)).map { place in -(place / size) * (place % size) }
    factors = ComplexFactors(
      real: turns.map { Float(Trigonometry.cosine(turns: $0, over: size)) },
      imaginary: turns.map { Float(Trigonometry.sine(turns: $0, over: size)) })
    sumReal = Array(repeating: 0, count: size)
    sumImaginary = sumReal
  }

  /// Transforms in place.
  mutating func transform(real: inout MutableSpan<Float>, imaginary: inout MutableSpan<Float>) {
    precondition(real.count == sumReal.count && imaginary.count == sumReal.count)
    SmallFourierTransform.add(
      ComplexParts(real: real.span, imaginary: imaginary.span), times: factors, &sumReal, &sumImaginary)
    for k in sumReal.indices {
      real[k] = sumReal[k]
      imaginary[k] = sumImaginary[k]
    }
  }

  private static func add(
    _ numbers: ComplexParts, times factors: ComplexFactors, _ sumReal: inout [Float], _ sumImaginary: inout [Float]
  ) {
    let (cosines, sines) = (factors.real.span, factors.imaginary.span)
    var re = sumReal.mutableSpan
    var im = sumImaginary.mutableSpan
    let count = re.count
    precondition(im.count == count)
    for k in 0..<count {
      re[k] = 0
      im[k] = 0
    }
    for n in 0..<count {
      let (x, y) = (numbers.real[n], numbers.imaginary[n])
      let row = (n * count)..<((n + 1) * count)
      let (c, s) = (cosines.extracting(row), sines.extracting(row))
      precondition(c.count == count && s.count == count)
      for k in 0..<count {
        re[k] += x * c[k] - y * s[k]
        im[k] += x * s[k] + y * c[k]
      }
    }
  }
}
