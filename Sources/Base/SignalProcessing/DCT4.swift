/// A discrete cosine transform of type IV: `u[m] = scale · Σ_{k<M} X[k] · cos(π/M · (m+½)(k+½))`.
///
/// M is 2 · N with a size N that ``FFT`` has. With θ(k) = π/M · (k+⅛) the transform is one of N complex numbers:
/// ```
/// t[k] = (X[2k] + i·X[M−1−2k]) · e^(−iθ(k))       while the first pass reads
/// y    = FFT(t) · e^(−iθ(k))                      while the last pass writes
/// u[2k] = Re y[k],  u[M−1−2k] = −Im y[k]
/// ```
/// The value owns its working memory, so one per decoder serves all channels in turn.
public struct DCT4: Sendable {
  /// M: values in, and out.
  public let size: Int
  private var fft: FFT
  /// e^(−iθ), in the order in which the first pass asks for it; the scale is in here.
  private let rotationBefore: [ComplexQuad]
  /// cos θ and sin θ of blocks of four.
  private let rotationAfter: [ComplexQuad]

  /// Prepares a transform of `size` = 8 · 2^a · 3^b · 5^c ≥ 32 values, whose result is multiplied by `scale`.
  public init(size: Int, scale: Double = 1) {
    precondition(size >= 32 && size % 8 == 0)
    self.size = size
    fft = FFT(size: size / 2)
    let quarter = size / 8
    rotationBefore = FFT.firstBlocks(size / 2).flatMap { start in
      (0..<4).map { leg in
        ComplexQuad { lane in
          let (cosine, sine) = DCT4.rotation(start + leg * quarter + lane, of: size)
          return (scale * cosine, -scale * sine)
        }
      }
    }
    rotationAfter = (0..<quarter).map { block in
      ComplexQuad { lane in
        let (cosine, sine) = DCT4.rotation(4 * block + lane, of: size)
        return (cosine, sine)
      }
    }
  }

  /// Transforms M values of `input` into M values of `output`.
  public mutating func transform(_ input: Span<Float>, into output: inout MutableSpan<Float>) {
    precondition(input.count == size && output.count == size)
    fft.firstPass(input, rotationBefore)
    for index in 0..<(fft.passes.count - 1) { fft.run(fft.passes[index]) }
    fft.lastPass(rotationAfter, into: &output)
  }

  /// Cosine and sine of π/M · (k+⅛).
  private static func rotation(_ k: Int, of size: Int) -> (cosine: Double, sine: Double) {
    Trigonometry.cosineAndSine(turns: 8 * k + 1, over: 16 * size)
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
  func quad(at index: Int, serial: Int) -> ComplexQuad {
    let rise = 2 &* index
    let fall = input.count &- 8 &- rise
    let first = input.quad(at: rise)
    let second = input.quad(at: rise &+ 4)
    let third = input.quad(at: fall)
    let fourth = input.quad(at: fall &+ 4)
    return ComplexQuad(
      real: SIMD4(first[0], first[2], second[0], second[2]), imaginary: SIMD4(fourth[3], fourth[1], third[3], third[1]))
      * rotation[serial]
  }
}

extension FFT {
  /// The first pass of a DCT-IV over `input`.
  fileprivate mutating func firstPass(_ input: Span<Float>, _ rotation: [ComplexQuad]) {
    firstPass(FoldedReal(input, rotation.span))
  }

  /// The last pass of a DCT-IV, which needs blocks K and N/4−1−K together and so works from both ends inwards.
  fileprivate mutating func lastPass(_ rotation: [ComplexQuad], into output: inout MutableSpan<Float>) {
    let last = passes[passes.count - 1]
    let factors = rotation.span
    switch last.radix {
    case 4: FFT.lastFours(work.span, last.stride, factors, &output)
    case 3: FFT.lastThrees(work.span, last.stride, factors, &output)
    case 2: FFT.lastTwos(work.span, last.stride, factors, &output)
    default:
      run(last)
      FFT.unfold(work.span, factors, &output)
    }
  }

  private static func lastFours(
    _ source: Span<ComplexQuad>, _ stride: Int, _ factors: Span<ComplexQuad>, _ output: inout MutableSpan<Float>
  ) {
    for low in 0..<((stride &+ 1) / 2) {
      let high = stride &- 1 &- low
      let (a0, a1, a2, a3) = Butterfly.four(
        source[low], source[low &+ stride], source[low &+ 2 &* stride], source[low &+ 3 &* stride])
      let (b0, b1, b2, b3) = Butterfly.four(
        source[high], source[high &+ stride], source[high &+ 2 &* stride], source[high &+ 3 &* stride])
      unfold(a0, low, b3, factors, &output)
      unfold(a1, low &+ stride, b2, factors, &output)
      unfold(a2, low &+ 2 &* stride, b1, factors, &output)
      unfold(a3, low &+ 3 &* stride, b0, factors, &output)
    }
  }

  private static func lastThrees(
    _ source: Span<ComplexQuad>, _ stride: Int, _ factors: Span<ComplexQuad>, _ output: inout MutableSpan<Float>
  ) {
    for low in 0..<((stride &+ 1) / 2) {
      let high = stride &- 1 &- low
      let (a0, a1, a2) = Butterfly.three(source[low], source[low &+ stride], source[low &+ 2 &* stride])
      let (b0, b1, b2) = Butterfly.three(source[high], source[high &+ stride], source[high &+ 2 &* stride])
      unfold(a0, low, b2, factors, &output)
      unfold(a1, low &+ stride, b1, factors, &output)
      unfold(a2, low &+ 2 &* stride, b0, factors, &output)
    }
  }

  private static func lastTwos(
    _ source: Span<ComplexQuad>, _ stride: Int, _ factors: Span<ComplexQuad>, _ output: inout MutableSpan<Float>
  ) {
    for low in 0..<((stride &+ 1) / 2) {
      let high = stride &- 1 &- low
      let (a0, a1) = (source[low] + source[low &+ stride], source[low] - source[low &+ stride])
      let (b0, b1) = (source[high] + source[high &+ stride], source[high] - source[high &+ stride])
      unfold(a0, low, b1, factors, &output)
      unfold(a1, low &+ stride, b0, factors, &output)
    }
  }

  private static func unfold(
    _ source: Span<ComplexQuad>, _ factors: Span<ComplexQuad>, _ output: inout MutableSpan<Float>
  ) {
    for low in 0..<((source.count &+ 1) / 2) {
      unfold(source[low], low, source[source.count &- 1 &- low], factors, &output)
    }
  }

  /// Rotates block `index` and its mirror image and stores the values of both.
  @inline(__always)
  private static func unfold(
    _ block: ComplexQuad, _ index: Int, _ mirror: ComplexQuad, _ factors: Span<ComplexQuad>,
    _ output: inout MutableSpan<Float>
  ) {
    let opposite = factors.count &- 1 &- index
    let a = factors[index]
    let b = factors[opposite]
    let rise = block.real * a.real + block.imaginary * a.imaginary
    let fall = (block.real * a.imaginary - block.imaginary * a.real)
    let mirrorRise = mirror.real * b.real + mirror.imaginary * b.imaginary
    let mirrorFall = (mirror.real * b.imaginary - mirror.imaginary * b.real)
    output.setQuad(SIMD4(rise[0], mirrorFall[3], rise[1], mirrorFall[2]), at: 8 &* index)
    output.setQuad(SIMD4(rise[2], mirrorFall[1], rise[3], mirrorFall[0]), at: 8 &* index &+ 4)
    output.setQuad(SIMD4(mirrorRise[0], fall[3], mirrorRise[1], fall[2]), at: 8 &* opposite)
    output.setQuad(SIMD4(mirrorRise[2], fall[1], mirrorRise[3], fall[0]), at: 8 &* opposite &+ 4)
  }
}
