// Bound throughout: sizes of transforms are constants of the codecs, 4,096 at most, or follow a rate that its user
// has bounded.
// Holds throughout: spans are cut to the plan's own size, which is a constant of the codec that made it.

/// A discrete cosine transform of type IV: `u[m] = scale · Σ_{k<M} X[k] · cos(π/M · (m+½)(k+½))`.
///
/// M is 2 · N with a size N that ``FFT`` has. With θ(k) = π/M · (k+⅛) the transform is one of N complex numbers:
/// ```
/// t[k] = (X[2k] + i·X[M−1−2k]) · e^(−iθ(k))       while the first pass reads
/// y    = FFT(t) · e^(−iθ(k))                      while the lane pass writes
/// u[2k] = Re y[k],  u[M−1−2k] = −Im y[k]
/// ```
/// The value owns its working memory, so one per decoder serves all channels in turn.
public struct DCT4: Sendable {
  /// M: values in, and out.
  public let size: Int
  private var fft: FFT
  /// scale · e^(−iθ).
  private let rotationBefore: [ComplexQuad]
  /// e^(iθ), in the order in which the lane pass asks for it.
  private let rotationAfter: [ComplexQuad]
  /// Re y and −Im y.
  private var rising: [Float]
  private var falling: [Float]

  /// Prepares a transform of `size` = 8 · 2^a · 3^b · 5^c ≥ 48 values, whose result is multiplied by `scale`.
  public init(size: Int, scale: Double = 1) {
    precondition(size >= 48 && size % 8 == 0)
    self.size = size
    fft = FFT(size: size / 2)
    let quarter = size / 8
    rotationBefore = (0..<quarter).map { block in
      ComplexQuad { lane in
        let (cosine, sine) = DCT4.rotation(4 * block + lane, of: size)
        return (scale * cosine, -scale * sine)
      }
    }
    rotationAfter = FFT.laneBlocks(quarter).flatMap { start in
      (0..<4).map { leg in
        ComplexQuad { lane in
          let (cosine, sine) = DCT4.rotation(start + leg * quarter + lane, of: size)
          return (cosine, sine)
        }
      }
    }
    rising = Array(repeating: 0, count: size / 2)
    falling = Array(repeating: 0, count: size / 2)
  }

  /// Transforms M values of `input` into M values of `output`.
  public mutating func transform(_ input: Span<Float>, into output: inout MutableSpan<Float>) {
    precondition(input.count == size && output.count == size)
    DCT4.firstPass(input, rotationBefore, &fft)
    fft.laterPasses()
    fft.transpose()
    DCT4.lanePass(fft.work, rotationAfter, &rising, &falling)
    DCT4.interleave(rising.span, falling.span, &output)
  }

  /// Transforms an array; for callers that own the transform and the array alike, whose spans would overlap.
  public mutating func transform(_ input: [Float], into output: inout MutableSpan<Float>) {
    transform(input.span, into: &output)
  }

  /// Transforms into an array of M values.
  public mutating func transform(_ input: Span<Float>, into output: inout [Float]) {
    var values = output.mutableSpan
    transform(input, into: &values)
  }

  /// Cosine and sine of π/M · (k+⅛).
  private static func rotation(_ k: Int, of size: Int) -> (cosine: Double, sine: Double) {
    Trigonometry.cosineAndSine(turns: 8 * k + 1, over: 16 * size)
  }

  private static func firstPass(_ input: Span<Float>, _ rotation: [ComplexQuad], _ fft: inout FFT) {
    fft.firstPass(FoldedReal(input, rotation.span))
  }

  private static func lanePass(
    _ numbers: [ComplexQuad], _ rotation: [ComplexQuad], _ rising: inout [Float], _ falling: inout [Float]
  ) {
    let source = numbers.span
    let factors = rotation.span
    var rise = rising.mutableSpan
    var fall = falling.mutableSpan
    let quarter = rise.count / 4
    for block in 0..<(source.count / 4) {
      let start = min(4 &* block, quarter &- 4)
      let (y0, y1, y2, y3) = Butterfly.four(
        (source[4 &* block], source[4 &* block &+ 1], source[4 &* block &+ 2], source[4 &* block &+ 3]))
      let (w0, w1) = (factors[4 &* block], factors[4 &* block &+ 1])
      rise.setQuad(y0.real * w0.real + y0.imaginary * w0.imaginary, at: start)
      fall.setQuad(y0.real * w0.imaginary - y0.imaginary * w0.real, at: start)
      rise.setQuad(y1.real * w1.real + y1.imaginary * w1.imaginary, at: start &+ quarter)
      fall.setQuad(y1.real * w1.imaginary - y1.imaginary * w1.real, at: start &+ quarter)
      let (w2, w3) = (factors[4 &* block &+ 2], factors[4 &* block &+ 3])
      rise.setQuad(y2.real * w2.real + y2.imaginary * w2.imaginary, at: start &+ 2 &* quarter)
      fall.setQuad(y2.real * w2.imaginary - y2.imaginary * w2.real, at: start &+ 2 &* quarter)
      rise.setQuad(y3.real * w3.real + y3.imaginary * w3.imaginary, at: start &+ 3 &* quarter)
      fall.setQuad(y3.real * w3.imaginary - y3.imaginary * w3.real, at: start &+ 3 &* quarter)
    }
  }

  /// u[2k] = rise[k], u[2k+1] = fall[N−1−k].
  private static func interleave(_ rise: Span<Float>, _ fall: Span<Float>, _ output: inout MutableSpan<Float>) {
    let count = rise.count
    precondition(fall.count == count && output.count == 2 * count)
    for index in 0..<count {
      output[2 &* index] = rise[index]
      output[2 &* index &+ 1] = fall[count &- 1 &- index]
    }
  }
}

/// The values of a DCT-IV as the complex numbers t[k].
private struct FoldedReal: ComplexSource, ~Escapable {
  let input: Span<Float>
  let rotation: Span<ComplexQuad>

  @_lifetime(copy input, copy rotation)
  init(_ input: Span<Float>, _ rotation: Span<ComplexQuad>) {
    self.input = input
    self.rotation = rotation
  }

  @inline(__always)
  subscript(block: Int) -> ComplexQuad {
    let real = input.deinterleaved(at: 8 &* block).even
    let imaginary = input.deinterleaved(at: input.count &- 8 &- 8 &* block).odd.mirrored
    return ComplexQuad(real: real, imaginary: imaginary) * rotation[block]
  }
}
