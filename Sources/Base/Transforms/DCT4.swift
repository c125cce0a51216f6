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
  /// Re y and −Im y of the last transform: u[0], u[2] … u[M−2], and u[M−1], u[M−3] … u[1].
  private(set) var rising: [Float]
  private(set) var falling: [Float]

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
    precondition(output.count == size)
    transform(input)
    DCT4.interleave(rising.span, falling.span, &output)
  }

  /// Transforms M values, of which the results stay in ``rising`` and ``falling``.
  mutating func transform(_ input: Span<Float>) {
    precondition(input.count == size)
    DCT4.firstPass(input, rotationBefore, &fft)
    fft.laterPasses()
    fft.transpose()
    DCT4.lanePass(fft.work, rotationAfter, &rising, &falling)
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

  // The loops exist once for each of the commonest sizes, with lengths that the compiler knows, so that no checks are
  // left in them and addresses are constants, and once for all others.

  private static func firstPass(_ input: Span<Float>, _ rotation: [ComplexQuad], _ fft: inout FFT) {
    let factors = rotation.span
    switch input.count {
    case 1024: fft.firstPass(FoldedReal(input.extracting(0..<1024), factors.extracting(0..<128)), groups: 32)
    case 512: fft.firstPass(FoldedReal(input.extracting(0..<512), factors.extracting(0..<64)), groups: 16)
    case 480: fft.firstPass(FoldedReal(input.extracting(0..<480), factors.extracting(0..<60)), groups: 15)
    case 128: fft.firstPass(FoldedReal(input.extracting(0..<128), factors.extracting(0..<16)), groups: 4)
    default: fft.firstPass(FoldedReal(input, factors))
    }
  }

  private static func lanePass(
    _ numbers: [ComplexQuad], _ rotation: [ComplexQuad], _ rising: inout [Float], _ falling: inout [Float]
  ) {
    let (source, factors) = (numbers.span, rotation.span)
    let count = rising.count
    let rise = rising.mutableSpan
    let fall = falling.mutableSpan
    switch count {
    case 512: lanePass(source, factors, rise._consumingExtracting(0..<512), fall._consumingExtracting(0..<512))
    case 256: lanePass(source, factors, rise._consumingExtracting(0..<256), fall._consumingExtracting(0..<256))
    case 240: lanePass(source, factors, rise._consumingExtracting(0..<240), fall._consumingExtracting(0..<240))
    case 64: lanePass(source, factors, rise._consumingExtracting(0..<64), fall._consumingExtracting(0..<64))
    default: lanePass(source, factors, rise, fall)
    }
  }

  @inline(__always)
  private static func lanePass(
    _ numbers: Span<ComplexQuad>, _ rotation: Span<ComplexQuad>, _ rising: consuming MutableSpan<Float>,
    _ falling: consuming MutableSpan<Float>
  ) {
    let quarter = rising.count / 4
    let blocks = (quarter &+ 3) / 4
    let source = numbers.extracting(0..<(4 &* blocks))
    let factors = rotation.extracting(0..<(4 &* blocks))
    var rise = rising._consumingExtracting(0..<(4 &* quarter))
    var fall = falling._consumingExtracting(0..<(4 &* quarter))
    for block in 0..<blocks {
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

  private static func interleave(_ rise: Span<Float>, _ fall: Span<Float>, _ output: inout MutableSpan<Float>) {
    switch rise.count {
    case 512: interleave(rise, fall, 512, &output)
    case 256: interleave(rise, fall, 256, &output)
    case 240: interleave(rise, fall, 240, &output)
    case 64: interleave(rise, fall, 64, &output)
    default: interleave(rise, fall, rise.count, &output)
    }
  }

  /// u[2k] = rise[k], u[2k+1] = fall[N−1−k].
  @inline(__always)
  private static func interleave(
    _ rising: Span<Float>, _ falling: Span<Float>, _ count: Int, _ output: inout MutableSpan<Float>
  ) {
    let rise = rising.extracting(0..<count)
    let fall = falling.extracting(0..<count)
    var result = output._mutatingExtracting(0..<(2 &* count))
    for block in 0..<(count / 4) {
      let index = 4 &* block
      result.setInterleaved(rise.quad(at: index), fall.quad(at: count &- 4 &- index).mirrored, at: 2 &* index)
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
