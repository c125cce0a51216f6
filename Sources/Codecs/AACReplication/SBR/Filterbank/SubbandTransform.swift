import Transforms

// Bound throughout: there are 8 to 64 bands.
// Holds throughout: tables and spans have the transform's own size.

/// The transform of complex exponentially modulated filterbanks of N = 64, 32, 24, 16 or 8 bands.
///
/// With θ(k) = π/N · (k + ½) and a phase p,
/// ```
/// analysis    X[k] = gain · Σ_{n<2N} u[n] · e^(iθ(k)(n − p))
/// synthesis   v[n] = gain · Re Σ_{k<N} X[k] · e^(iθ(k)(n − p))       n < 2N
/// ```
/// Both are one complex Fourier transform of N numbers. In the analysis, u[n] + i·u[n+N] carries the even bands in its
/// lower half and, mirrored and conjugated, the odd ones in its upper half; the synthesis is the reverse of it.
///
/// ``ColumnTransform`` is the same for several columns of 64 or 32 bands at once; this one serves the banks of reduced
/// delay and very short frames, and is the plain form that the other is tested against.
struct SubbandTransform: Sendable {
  /// N, the number of bands.
  let bandCount: Int
  private var fft: FFT?
  /// The transform in place of ``fft`` for 16 or 8 bands.
  private var small: SmallFourierTransform?
  private var real: [Float]
  private var imaginary: [Float]
  /// See ``Rotations``.
  private let halfSteps: [ComplexQuad]
  private let rotations: [ComplexQuad]

  /// The direction, with its parameters.
  enum Direction: Sendable, BitwiseCopyable { case analysis, synthesis }

  /// Prepares a transform.
  ///
  /// - Parameter sixteenthPhase: 16p.
  init(_ direction: Direction, bandCount: Int, sixteenthPhase: Int, gain: Double) {
    self.bandCount = bandCount
    if bandCount < 24 { small = SmallFourierTransform(size: bandCount) } else { fft = FFT(size: bandCount) }
    real = Array(repeating: 0, count: bandCount)
    imaginary = real
    let tables = Rotations(direction, bandCount: bandCount, sixteenthPhase: sixteenthPhase, gain: gain)
    halfSteps = (0..<(bandCount / 4)).map { quad in ComplexQuad { lane in tables.halfSteps[4 * quad + lane] } }
    rotations = (0..<(bandCount / 4)).map { quad in ComplexQuad { lane in tables.rotations[4 * quad + lane] } }
  }

  /// The factors of a transform.
  struct Rotations {
    /// The factors e^(−iπq/2N), q < N.
    let halfSteps: [(real: Double, imaginary: Double)]
    /// The rotations that turn the Fourier transform into bands, or bands into its input: even bands in the lower half,
    /// odd bands, mirrored and conjugated, in the upper half.
    let rotations: [(real: Double, imaginary: Double)]

    init(_ direction: Direction, bandCount: Int, sixteenthPhase: Int, gain: Double) {
      let turn = 64 * bandCount
      halfSteps = (0..<bandCount).map { q in
        let (cosine, sine) = Trigonometry.cosineAndSine(turns: -16 * q, over: turn)
        return (cosine, sine)
      }
      let last = bandCount - 1
      // The analysis window gives u from its end on, which shifts the transform: its own factor for each result.
      let shift = { (m: Int) in direction == .analysis ? 16 * last + 64 * m * last : 0 }
      rotations = (0..<bandCount).map { place in
        let turns =
          place < bandCount / 2
          ? -(4 * place + 1) * sixteenthPhase + shift(place) : -(4 * (last - place) + 3) * sixteenthPhase - shift(place)
        let (cosine, sine) = Trigonometry.cosineAndSine(turns: turns, over: turn)
        return (gain * cosine, gain * sine)
      }
    }
  }

  /// Transforms `folded`, the values u[2N−1] … u[0], into a column of N bands at `place`.
  mutating func analyze(
    _ folded: [Float], into real: inout [Float], _ imaginary: inout [Float], at place: Int
  ) {
    SubbandTransform.turn(folded, by: halfSteps, &self.real, &self.imaginary)
    SubbandTransform.transform(&fft, &small, real: &self.real, imaginary: &self.imaginary)
    SubbandTransform.rotate(&self.real, &self.imaginary, by: rotations)
    SubbandTransform.interleave(self.real, into: &real, at: place)
    SubbandTransform.interleave(self.imaginary, into: &imaginary, at: place)
  }

  /// Transforms the N bands at `place` of a column into v[0] … v[N−1] and v[N] … v[2N−1].
  mutating func synthesize(
    _ matrix: borrowing QuadratureMirrorMatrix, at place: Int, into rising: inout MutableSpan<Float>,
    _ falling: inout MutableSpan<Float>
  ) {
    let range = place..<(place + bandCount)
    let bands = ComplexParts(
      real: matrix.real.span.extracting(range), imaginary: matrix.imaginary.span.extracting(range))
    SubbandTransform.fold(bands, rotations, &real, &imaginary)
    // Exchanged real and imaginary parts make the inverse transform of the forward one.
    SubbandTransform.transform(&fft, &small, real: &imaginary, imaginary: &real)
    SubbandTransform.turnBack(
      ComplexParts(real: real.span, imaginary: imaginary.span), by: halfSteps, &rising, &falling)
  }

  /// Computes real parts of the numbers times e^(iπq/2N), and those of the numbers times −i e^(iπq/2N).
  private static func turnBack(
    _ numbers: borrowing ComplexParts, by halfSteps: [ComplexQuad], _ rising: inout MutableSpan<Float>,
    _ falling: inout MutableSpan<Float>
  ) {
    let factors = halfSteps.span
    let (re, im) = (numbers.real, numbers.imaginary)
    let count = rising.count
    precondition(re.count == count && im.count == count && 4 * factors.count == count)
    precondition(falling.count == count)
    for quad in factors.indices {
      let n = 4 &* quad
      let (a, b) = (re.quad(at: n), im.quad(at: n))
      let (c, d) = (factors[quad].real, factors[quad].imaginary)
      rising.setQuad(a * c + b * d, at: n)
      falling.setQuad(a * d - b * c, at: n)
    }
  }

  private static func transform(
    _ fft: inout FFT?, _ small: inout SmallFourierTransform?, real: inout [Float], imaginary: inout [Float]
  ) {
    var re = real.mutableSpan
    var im = imaginary.mutableSpan
    fft?.transform(real: &re, imaginary: &im)
    small?.transform(real: &re, imaginary: &im)
  }

  /// Computes (u[n] + i · u[n+N]) · e^(−iπq/2N) with q = N − 1 − n.
  private static func turn(
    _ folded: [Float], by halfSteps: [ComplexQuad], _ real: inout [Float], _ imaginary: inout [Float]
  ) {
    let count = real.count
    let numbers = ComplexParts(
      real: folded.span.extracting(count..<(2 * count)), imaginary: folded.span.extracting(0..<count))
    let factors = halfSteps.span
    var re = real.mutableSpan
    var im = imaginary.mutableSpan
    precondition(im.count == count && 4 * factors.count == count)
    for quad in factors.indices {
      let q = 4 &* quad
      let (a, b) = (numbers.real.quad(at: q), numbers.imaginary.quad(at: q))
      let (c, s) = (factors[quad].real, factors[quad].imaginary)
      re.setQuad(a * c - b * s, at: q)
      im.setQuad(a * s + b * c, at: q)
    }
  }

  /// Turns the results of the analysis, those of the upper half conjugated.
  private static func rotate(
    _ real: inout [Float], _ imaginary: inout [Float], by rotations: [ComplexQuad]
  ) {
    let factors = rotations.span
    var re = real.mutableSpan
    var im = imaginary.mutableSpan
    let count = re.count
    precondition(im.count == count && 4 * factors.count == count)
    for quad in 0..<(count / 8) {
      let place = 4 &* quad
      let (a, b) = (re.quad(at: place), im.quad(at: place))
      let (c, s) = (factors[quad].real, factors[quad].imaginary)
      re.setQuad(a * c - b * s, at: place)
      im.setQuad(a * s + b * c, at: place)
    }
    for quad in (count / 8)..<(count / 4) {
      let place = 4 &* quad
      let (a, b) = (re.quad(at: place), im.quad(at: place))
      let (c, s) = (factors[quad].real, factors[quad].imaginary)
      re.setQuad(a * c + b * s, at: place)
      im.setQuad(a * s - b * c, at: place)
    }
  }

  /// Takes band 2m from place m, band 2m + 1 from place N − 1 − m.
  private static func interleave(_ values: [Float], into column: inout [Float], at start: Int) {
    let source = values.span
    let count = source.count
    var all = column.mutableSpan
    var bands = all._mutatingExtracting(start..<(start + count))
    for place in stride(from: 0, to: count / 2, by: 4) {
      bands.setInterleaved(source.quad(at: place), source.quad(at: count &- 4 &- place).mirrored, at: 2 &* place)
    }
  }

  /// Folds the reverse of both: even bands turned to the lower half, odd ones mirrored, turned and conjugated to the
  /// upper half.
  private static func fold(
    _ bands: borrowing ComplexParts, _ rotations: [ComplexQuad], _ real: inout [Float], _ imaginary: inout [Float]
  ) {
    let factors = rotations.span
    var toReal = real.mutableSpan
    var toImaginary = imaginary.mutableSpan
    let (re, im) = (bands.real, bands.imaginary)
    let count = re.count
    precondition(im.count == count && toReal.count == count && toImaginary.count == count)
    precondition(4 * factors.count == count)
    for quad in 0..<(count / 8) {
      let place = 4 &* quad
      let (a, b) = (re.deinterleaved(at: 2 &* place), im.deinterleaved(at: 2 &* place))
      let (c, s) = (factors[quad].real, factors[quad].imaginary)
      toReal.setQuad(a.even * c - b.even * s, at: place)
      toImaginary.setQuad(a.even * s + b.even * c, at: place)
      let mirror = count &- 4 &- place
      let (x, y) = (a.odd.mirrored, b.odd.mirrored)
      let opposite = factors[count / 4 &- 1 &- quad]
      let (e, f) = (opposite.real, opposite.imaginary)
      toReal.setQuad(x * e - y * f, at: mirror)
      toImaginary.setQuad(SIMD4(repeating: 0) - x * f - y * e, at: mirror)
    }
  }
}
