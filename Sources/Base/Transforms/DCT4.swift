// Bound throughout: sizes of transforms are constants of the codecs, 4,096 at most, or follow a rate that its user
// has bounded.
// Holds throughout: spans are cut to the plan's own size, which is a constant of the codec that made it.

/// A discrete cosine transform of type IV: `u[m] = scale · Σ_{k<M} X[k] · cos(π/M · (m+½)(k+½))`.
///
/// M is 2 · N with a size N that ``FFT`` has, N = 4 · Q. The value owns its working memory, so one per decoder serves
/// all channels in turn.
///
/// The package's `PlainDCT4` shows what is computed. Here, where Q is even, no loop takes numbers apart or puts them
/// together that lie one by one in memory, because lanes take what neighbours are, which saves 5,600 of the 114,000
/// instructions of a packet of AAC-LC in stereo:
/// ```
/// x[k]     = X[2k] + i·X[M−1−2k]
/// z[p]     = X[8p…8p+3] + i·X[M−1−8p…M−4−8p]     lanes: x[4p], i·x*[N−1−4p], x[4p+1], i·x*[N−2−4p]
/// ```
/// so that lanes hold the numbers k = 4p + r of r = 0, 3, 1, 2, those of 3 and 2 conjugate and in opposite order. With
/// S_r the transform of such numbers and W = e^(−2πi/N), a lane's transform F is S_r, or W^(4m)·F is S_r*:
/// ```
/// G_r[m]   = S_r[m] · W^(rm)                     lanes by W^0, W^m, W^m, W^2m: G_0, G_3*, G_1, G_2*
/// y[m+Qj]  = Σ_r G_r[m] · (−i)^(rj)
/// ```
/// The last step works on m, Q−1−m, m+1, Q−2−m at once, and for the two mirrored ones on y*[Q−1−m + Q(3−j)], which is
/// the same sum over G_r*·(−i)^r. Then real and imaginary parts of four numbers are four neighbours of u.
public struct DCT4: Sendable {
  /// M: values in, and out.
  public let size: Int
  private var fft: FFT
  /// scale · e^(−iθ), and −i·scale·e^(iθ) for lanes of conjugate numbers.
  private let rotationBefore: [ComplexQuad]
  /// e^(iθ), and i·e^(−iθ) for conjugate results, in the order in which the lane pass asks for it.
  private let rotationAfter: [ComplexQuad]
  /// For an odd Q, whose middle block is its own mirror image.
  private var plain: PlainDCT4?

  /// Prepares a transform of `size` = 8 · 2^a · 3^b · 5^c ≥ 48 values, whose result is multiplied by `scale`.
  public init(size: Int, scale: Double = 1) {
    precondition(size >= 48 && size % 8 == 0)
    self.size = size
    let quarter = size / 8
    plain = quarter % 2 == 0 ? nil : PlainDCT4(size: size, scale: scale)
    fft = FFT(size: size / 2) { lane, m in DCT4.laneFactor(lane, m, quarter) }
    rotationBefore = (0..<quarter).map { block in
      ComplexQuad { lane in
        let (cosine, sine) = DCT4.rotation(DCT4.number(lane, 4 * block, of: size / 2), of: size)
        return lane % 2 == 0 ? (scale * cosine, -scale * sine) : (scale * sine, -scale * cosine)
      }
    }
    rotationAfter = DCT4.laneStarts(quarter).flatMap { start in
      (0..<4).map { leg in
        ComplexQuad { lane in
          let (cosine, sine) = DCT4.rotation(DCT4.number(lane, start + leg * quarter, of: size / 2), of: size)
          return lane % 2 == 0 ? (cosine, sine) : (sine, cosine)
        }
      }
    }
  }

  /// k, N−1−k, k+1, N−2−k.
  private static func number(_ lane: Int, _ k: Int, of count: Int) -> Int {
    lane % 2 == 0 ? k + lane / 2 : count - 1 - k - lane / 2
  }

  /// What a lane of block `m` is multiplied by behind the passes over blocks.
  ///
  /// Blocks of the upper half are the mirrored ones. Their real and imaginary parts change places when they are
  /// transposed, which makes i·v* of v.
  private static func laneFactor(_ lane: Int, _ m: Int, _ quarter: Int) -> (real: Double, imaginary: Double) {
    let row = [0, 3, 1, 2][lane]
    let isConjugate = lane % 2 == 1
    var part = (isConjugate ? 4 - row : row) * m
    if m >= quarter / 2 { part += isConjugate ? (row - 1) * quarter : -(row + 1) * quarter }
    let count = 4 * quarter
    return FFT.root((part % count + count) % count, of: count)
  }

  /// The first numbers m of the groups of four that the lane pass works on.
  ///
  /// If half of Q is odd the last group overlaps the one before.
  private static func laneStarts(_ quarter: Int) -> [Int] {
    stride(from: 0, to: quarter / 2, by: 2).map { min($0, quarter / 2 - 2) }
  }

  /// Cosine and sine of θ(k) = π/M · (k+⅛).
  static func rotation(_ k: Int, of size: Int) -> (real: Double, imaginary: Double) {
    let (cosine, sine) = Trigonometry.cosineAndSine(turns: 8 * k + 1, over: 16 * size)
    return (cosine, sine)
  }

  /// Transforms M values of `input` into M values of `output`.
  public mutating func transform(_ input: Span<Float>, into output: inout MutableSpan<Float>) {
    precondition(input.count == size && output.count == size)
    if plain != nil {
      plain?.transform(input, into: &output)
      return
    }
    DCT4.firstPass(input, rotationBefore, &fft)
    fft.laterPasses()
    fft.transposeMirrored()
    DCT4.lanePass(fft.work, rotationAfter, &output)
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
}

// The loops exist once for each of the commonest sizes, with lengths that the compiler knows, so that no checks are
// left in them and addresses are constants, and once for all others.
extension DCT4 {
  private static func firstPass(_ input: Span<Float>, _ rotation: [ComplexQuad], _ fft: inout FFT) {
    let factors = rotation.span
    switch input.count {
    case 1024: fft.firstPass(LaneFolded(input.extracting(0..<1024), factors.extracting(0..<128)), groups: 32)
    case 512: fft.firstPass(LaneFolded(input.extracting(0..<512), factors.extracting(0..<64)), groups: 16)
    case 480: fft.firstPass(LaneFolded(input.extracting(0..<480), factors.extracting(0..<60)), groups: 15)
    case 128: fft.firstPass(LaneFolded(input.extracting(0..<128), factors.extracting(0..<16)), groups: 4)
    default: fft.firstPass(LaneFolded(input, factors))
    }
  }

  private static func lanePass(
    _ numbers: [ComplexQuad], _ rotation: [ComplexQuad], _ output: inout MutableSpan<Float>
  ) {
    let (source, factors) = (numbers.span, rotation.span)
    switch output.count {
    case 1024: lanePass(source, factors, 128, &output)
    case 512: lanePass(source, factors, 64, &output)
    case 480: lanePass(source, factors, 60, &output)
    case 128: lanePass(source, factors, 16, &output)
    default: lanePass(source, factors, output.count / 8, &output)
    }
  }

  /// Radix 4 over the lanes, from four rows of G_0, G_3*, G_1, G_2* to u.
  @inline(__always)
  private static func lanePass(
    _ numbers: Span<ComplexQuad>, _ rotation: Span<ComplexQuad>, _ quarter: Int, _ output: inout MutableSpan<Float>
  ) {
    let groups = (quarter &+ 3) / 4
    let source = numbers.extracting(0..<(4 &* groups))
    let factors = rotation.extracting(0..<(4 &* groups))
    var result = output._mutatingExtracting(0..<(8 &* quarter))
    for group in 0..<groups {
      let start = min(4 &* group, quarter &- 4)
      let mirror = 8 &* quarter &- 4 &- start
      let (y0, y1, y2, y3) = Butterfly.fourHalfConjugate(
        (source[4 &* group], source[4 &* group &+ 2], source[4 &* group &+ 3], source[4 &* group &+ 1]))
      let (w0, w1) = (factors[4 &* group], factors[4 &* group &+ 1])
      result.setQuad(y0.real * w0.real + y0.imaginary * w0.imaginary, at: start)
      result.setQuad((y0.real * w0.imaginary - y0.imaginary * w0.real).mirrored, at: mirror)
      result.setQuad(y1.real * w1.real + y1.imaginary * w1.imaginary, at: start &+ 2 &* quarter)
      result.setQuad((y1.real * w1.imaginary - y1.imaginary * w1.real).mirrored, at: mirror &- 2 &* quarter)
      let (w2, w3) = (factors[4 &* group &+ 2], factors[4 &* group &+ 3])
      result.setQuad(y2.real * w2.real + y2.imaginary * w2.imaginary, at: start &+ 4 &* quarter)
      result.setQuad((y2.real * w2.imaginary - y2.imaginary * w2.real).mirrored, at: mirror &- 4 &* quarter)
      result.setQuad(y3.real * w3.real + y3.imaginary * w3.imaginary, at: start &+ 6 &* quarter)
      result.setQuad((y3.real * w3.imaginary - y3.imaginary * w3.real).mirrored, at: mirror &- 6 &* quarter)
    }
  }
}

/// The values of a DCT-IV as complex numbers z[p], rotated.
private struct LaneFolded: ComplexSource, ~Escapable {
  let input: Span<Float>
  let rotation: Span<ComplexQuad>

  @_lifetime(copy input, copy rotation)
  init(_ input: Span<Float>, _ rotation: Span<ComplexQuad>) {
    self.input = input
    self.rotation = rotation
  }

  @inline(__always)
  subscript(block: Int) -> ComplexQuad {
    let imaginary = input.quad(at: input.count &- 4 &- 8 &* block).mirrored
    return ComplexQuad(real: input.quad(at: 8 &* block), imaginary: imaginary) * rotation[block]
  }
}
