import SignalProcessing

/// The transform of complex exponentially modulated filterbanks of N = 32 or 64 bands.
///
/// With θ(k) = π/N · (k + ½) and a phase p,
/// ```
/// analysis    X[k] = gain · Σ_{n<2N} u[n] · e^(iθ(k)(n − p))
/// synthesis   v[n] = gain · Re Σ_{k<N} X[k] · e^(iθ(k)(n − p))       n < 2N
/// ```
/// Both are one complex Fourier transform of N numbers. In the analysis, u[n] + i·u[n+N] carries the even bands in its
/// lower half and, mirrored and conjugated, the odd ones in its upper half; the synthesis is the reverse of it.
struct SubbandTransform: Sendable {
  /// N.
  let bandCount: Int
  private var fft: FFT
  private var real: [Float]
  private var imaginary: [Float]
  /// e^(−iπq/2N), q < N.
  private let halfStepReal: [Float]
  private let halfStepImaginary: [Float]
  /// What turns the transform into the even and odd bands, or those into its input; N/2 each.
  private let even: (real: [Float], imaginary: [Float])
  private let odd: (real: [Float], imaginary: [Float])

  /// The direction, with what belongs to it.
  enum Direction: Sendable, BitwiseCopyable { case analysis, synthesis }

  /// Prepares a transform.
  ///
  /// - Parameter quarterPhase: 4p.
  init(_ direction: Direction, bandCount: Int, quarterPhase: Int, gain: Double) {
    self.bandCount = bandCount
    fft = FFT(size: bandCount)
    real = Array(repeating: 0, count: bandCount)
    imaginary = real
    let turn = 16 * bandCount
    halfStepReal = (0..<bandCount).map { Float(Trigonometry.cosine(turns: -4 * $0, over: turn)) }
    halfStepImaginary = (0..<bandCount).map { Float(Trigonometry.sine(turns: -4 * $0, over: turn)) }
    let last = bandCount - 1
    // The analysis window gives u from its end on, which shifts the transform: a factor of its own for each result.
    let shift = { (m: Int) in direction == .analysis ? 4 * last + 16 * m * last : 0 }
    let half = 0..<(bandCount / 2)
    let evenTurns = half.map { -(4 * $0 + 1) * quarterPhase + shift($0) }
    let oddTurns = half.map { -(4 * $0 + 3) * quarterPhase - shift(last - $0) }
    func factors(_ turns: [Int]) -> (real: [Float], imaginary: [Float]) {
      (
        turns.map { Float(gain * Trigonometry.cosine(turns: $0, over: turn)) },
        turns.map { Float(gain * Trigonometry.sine(turns: $0, over: turn)) }
      )
    }
    even = factors(evenTurns)
    odd = factors(oddTurns)
  }

  /// Transforms `folded`, the values u[2N−1] … u[0], into a column of N bands at `place`.
  mutating func analyze(
    _ folded: [Float], into real: inout [Float], _ imaginary: inout [Float], at place: Int
  ) {
    SubbandTransform.turnHalfStep(folded, halfStepReal, halfStepImaginary, &self.real, &self.imaginary)
    SubbandTransform.transform(&fft, real: &self.real, imaginary: &self.imaginary)
    var columnReal = real.mutableSpan
    var columnImaginary = imaginary.mutableSpan
    var toReal = columnReal._mutatingExtracting(place..<(place + bandCount))
    var toImaginary = columnImaginary._mutatingExtracting(place..<(place + bandCount))
    SubbandTransform.unfold(self.real.span, self.imaginary.span, even, odd, &toReal, &toImaginary)
  }

  /// Transforms the N bands at `place` of a column into v[0] … v[N−1] and v[N] … v[2N−1].
  mutating func synthesize(
    _ matrix: borrowing QuadratureMirrorMatrix, at place: Int, into rising: inout MutableSpan<Float>,
    _ falling: inout MutableSpan<Float>
  ) {
    let range = place..<(place + bandCount)
    SubbandTransform.fold(
      matrix.real.span.extracting(range), matrix.imaginary.span.extracting(range), even, odd, &real, &imaginary)
    // Exchanged real and imaginary parts make the inverse transform of the forward one.
    SubbandTransform.transform(&fft, real: &imaginary, imaginary: &real)
    let (cosines, sines) = (halfStepReal.span, halfStepImaginary.span)
    let (re, im) = (real.span, imaginary.span)
    let count = bandCount
    precondition(re.count == count && im.count == count && cosines.count == count && sines.count == count)
    precondition(rising.count == count && falling.count == count)
    for n in 0..<count {
      rising[n] = re[n] * cosines[n] + im[n] * sines[n]
      falling[n] = re[n] * sines[n] - im[n] * cosines[n]
    }
  }

  private static func transform(_ fft: inout FFT, real: inout [Float], imaginary: inout [Float]) {
    var re = real.mutableSpan
    var im = imaginary.mutableSpan
    fft.transform(real: &re, imaginary: &im)
  }

  /// (u[n] + i · u[n+N]) · e^(−iπq/2N) with q = N − 1 − n.
  private static func turnHalfStep(
    _ folded: [Float], _ halfStepReal: [Float], _ halfStepImaginary: [Float], _ real: inout [Float],
    _ imaginary: inout [Float]
  ) {
    var re = real.mutableSpan
    var im = imaginary.mutableSpan
    let (cosines, sines) = (halfStepReal.span, halfStepImaginary.span)
    let count = re.count
    let (a, b) = (folded.span.extracting(count..<(2 * count)), folded.span.extracting(0..<count))
    precondition(im.count == count && a.count == count && b.count == count)
    precondition(cosines.count == count && sines.count == count)
    for q in 0..<count {
      re[q] = a[q] * cosines[q] - b[q] * sines[q]
      im[q] = a[q] * sines[q] + b[q] * cosines[q]
    }
  }

  /// The even bands from the lower half of the transform, the odd ones from the upper half, mirrored and conjugated.
  private static func unfold(
    _ re: Span<Float>, _ im: Span<Float>, _ even: (real: [Float], imaginary: [Float]),
    _ odd: (real: [Float], imaginary: [Float]), _ real: inout MutableSpan<Float>,
    _ imaginary: inout MutableSpan<Float>
  ) {
    let (evenReal, evenImaginary, oddReal, oddImaginary) =
      (even.real.span, even.imaginary.span, odd.real.span, odd.imaginary.span)
    let count = re.count
    let half = count / 2
    precondition(count == 2 * half && im.count == count && real.count == count && imaginary.count == count)
    precondition(evenReal.count == half && evenImaginary.count == half)
    precondition(oddReal.count == half && oddImaginary.count == half)
    for m in 0..<half {
      let mirror = count &- 1 &- m
      real[2 &* m] = re[m] * evenReal[m] - im[m] * evenImaginary[m]
      imaginary[2 &* m] = re[m] * evenImaginary[m] + im[m] * evenReal[m]
      real[2 &* m &+ 1] = re[mirror] * oddReal[m] + im[mirror] * oddImaginary[m]
      imaginary[2 &* m &+ 1] = re[mirror] * oddImaginary[m] - im[mirror] * oddReal[m]
    }
  }

  /// The reverse: even bands to the lower half, odd ones mirrored and conjugated to the upper half.
  private static func fold(
    _ re: Span<Float>, _ im: Span<Float>, _ even: (real: [Float], imaginary: [Float]),
    _ odd: (real: [Float], imaginary: [Float]), _ real: inout [Float], _ imaginary: inout [Float]
  ) {
    let (evenReal, evenImaginary, oddReal, oddImaginary) =
      (even.real.span, even.imaginary.span, odd.real.span, odd.imaginary.span)
    var toReal = real.mutableSpan
    var toImaginary = imaginary.mutableSpan
    let count = re.count
    let half = count / 2
    precondition(count == 2 * half && im.count == count && toReal.count == count && toImaginary.count == count)
    precondition(evenReal.count == half && evenImaginary.count == half)
    precondition(oddReal.count == half && oddImaginary.count == half)
    for m in 0..<half {
      let mirror = count &- 1 &- m
      let (a, b) = (re[2 &* m], im[2 &* m])
      let (c, d) = (re[2 &* m &+ 1], im[2 &* m &+ 1])
      toReal[m] = a * evenReal[m] - b * evenImaginary[m]
      toImaginary[m] = a * evenImaginary[m] + b * evenReal[m]
      toReal[mirror] = c * oddReal[m] - d * oddImaginary[m]
      toImaginary[mirror] = -(c * oddImaginary[m] + d * oddReal[m])
    }
  }
}
