import Transforms

// Bound throughout: the counts are constants of this file.
// Holds throughout: spans are cut to the transform's own sizes.

/// The cosine transform of the polyphase filterbank, of four slots at once.
///
/// `C[m] = Σ_{k<32} S[k] · cos(π/64 · m(2k+1))`. Each lane of a vector is a slot, so that no step rearranges
/// lanes. Sums and differences of mirrored values halve it:
/// ```
/// C[2n + 1]   DCT-IV of the 16 differences S[k] − S[31−k]
/// C[4n + 2]   DCT-IV of the eight differences of the 16 sums
/// C[4n]       DCT-II of the eight sums of them
/// ```
/// A DCT-IV of M values d is a Fourier transform of M/2 numbers: with θ(k) = π/M · (k+⅛),
/// ```
/// y      = FFT((d[2k] + i·d[M−1−2k]) · e^(−iθ(k)))
/// u[2k]  = Re y[k] · e^(−iθ(k)),  u[M−1−2k] = −Im y[k] · e^(−iθ(k))
/// ```
/// All factors but one are rotations, which keep rounding errors as small as they are.
struct SubbandCosineTransform: Sendable {
  /// The number of vectors that a transform works with.
  static let workCount = 64
  /// The indices of the results: C[m] is the m-th.
  static let results = 32..<64

  /// The rotations e^(iθ) for M = 16 and M = 8.
  private let longRotations: [ComplexQuad]
  private let shortRotations: [ComplexQuad]

  init() {
    func rotations(_ size: Int) -> [ComplexQuad] {
      (0..<(size / 2)).map { k in
        ComplexQuad { _ in
          let (cosine, sine) = Trigonometry.cosineAndSine(turns: 8 * k + 1, over: 16 * size)
          return (cosine, sine)
        }
      }
    }
    longRotations = rotations(16)
    shortRotations = rotations(8)
  }

  /// Transforms four slots of 32 subbands, from slot `first` on.
  func transform(_ slots: Span<SIMD4<Float>>, slot first: Int, _ work: inout MutableSpan<SIMD4<Float>>) {
    Self.spread(slots, first, &work)
    transform(&work)
  }

  /// Converts four slots of each four subbands to subbands of four slots, in its own function: LLVM mixes the shuffles
  /// with sums that follow.
  @inline(never)
  private static func spread(_ slots: Span<SIMD4<Float>>, _ first: Int, _ work: inout MutableSpan<SIMD4<Float>>) {
    let all = slots.extracting(first..<first &+ 256).extracting(0..<256)
    var vectors = work._mutatingExtracting(32..<64)
    for column in 0..<8 {
      let four = all.extracting(36 &* column..<36 &* column &+ 4).extracting(0..<4)
      let columns = SIMD4.transpose(four[0], four[1], four[2], four[3])
      vectors[4 &* column] = columns.0
      vectors[4 &* column &+ 1] = columns.1
      vectors[4 &* column &+ 2] = columns.2
      vectors[4 &* column &+ 3] = columns.3
    }
  }

  @inline(never)
  private func transform(_ work: inout MutableSpan<SIMD4<Float>>) {
    var vectors = work._mutatingExtracting(0..<Self.workCount)
    for k in 0..<16 {
      let (low, high) = (vectors[32 &+ k], vectors[63 &- k])
      vectors[k] = low + high
      vectors[k &+ 16] = low - high
    }
    transformOdd(&vectors)
    transformMiddle(&vectors)
    Self.transformEven(&vectors)
  }

  /// Computes C[2n + 1] from the 16 differences.
  @inline(__always)
  private func transformOdd(_ work: inout MutableSpan<SIMD4<Float>>) {
    let rotations = longRotations.span.extracting(0..<8)
    var numbers: [8 of ComplexQuad] = .init(repeating: .zero)
    for k in 0..<8 {
      numbers[k] = Self.turned(work[16 &+ 2 &* k], work[31 &- 2 &* k], rotations[k])
    }
    let transformed = Self.fourier(numbers)
    // One by one: a loop would copy the array in each turn.
    Self.store(transformed[0], rotations[0], &work, (33, 63))
    Self.store(transformed[1], rotations[1], &work, (37, 59))
    Self.store(transformed[2], rotations[2], &work, (41, 55))
    Self.store(transformed[3], rotations[3], &work, (45, 51))
    Self.store(transformed[4], rotations[4], &work, (49, 47))
    Self.store(transformed[5], rotations[5], &work, (53, 43))
    Self.store(transformed[6], rotations[6], &work, (57, 39))
    Self.store(transformed[7], rotations[7], &work, (61, 35))
  }

  /// Computes C[4n + 2] from the differences of the 16 sums.
  @inline(__always)
  private func transformMiddle(_ work: inout MutableSpan<SIMD4<Float>>) {
    let rotations = shortRotations.span.extracting(0..<4)
    let a = Self.turned(work[0] - work[15], work[7] - work[8], rotations[0])
    let b = Self.turned(work[2] - work[13], work[5] - work[10], rotations[1])
    let c = Self.turned(work[4] - work[11], work[3] - work[12], rotations[2])
    let d = Self.turned(work[6] - work[9], work[1] - work[14], rotations[3])
    let transformed = Self.fourier(a, b, c, d)
    Self.store(transformed[0], rotations[0], &work, (34, 62))
    Self.store(transformed[1], rotations[1], &work, (42, 54))
    Self.store(transformed[2], rotations[2], &work, (50, 46))
    Self.store(transformed[3], rotations[3], &work, (58, 38))
  }

  /// Computes C[4n], a DCT-II of eight values: cosines of multiples of π/16 and, for the even half, of π/8.
  @inline(__always)
  private static func transformEven(_ work: inout MutableSpan<SIMD4<Float>>) {
    let x: [8 of SIMD4<Float>] = [
      work[0] + work[15], work[1] + work[14], work[2] + work[13], work[3] + work[12], work[4] + work[11],
      work[5] + work[10], work[6] + work[9], work[7] + work[8],
    ]
    let (s0, s1, s2, s3) = (x[0] + x[7], x[1] + x[6], x[2] + x[5], x[3] + x[4])
    let (d0, d1, d2, d3) = (x[0] - x[7], x[1] - x[6], x[2] - x[5], x[3] - x[4])
    let (cosine1, cosine3): (Float, Float) = (0.980_785_280_403_230_45, 0.831_469_612_302_545_24)
    let (cosine5, cosine7): (Float, Float) = (0.555_570_233_019_602_22, 0.195_090_322_016_128_27)
    let (cosine2, cosine6): (Float, Float) = (0.923_879_532_511_286_76, 0.382_683_432_365_089_77)
    let (outer, middle) = (s0 + s3, s1 + s2)
    let (p, q) = (s0 - s3, s1 - s2)
    work[32] = outer + middle
    work[36] = d0 * cosine1 + d1 * cosine3 + d2 * cosine5 + d3 * cosine7
    work[40] = p * cosine2 + q * cosine6
    work[44] = d0 * cosine3 - d1 * cosine7 - d2 * cosine1 - d3 * cosine5
    work[48] = (outer - middle) * 0.707_106_781_186_547_52
    work[52] = d0 * cosine5 - d1 * cosine1 + d2 * cosine7 + d3 * cosine3
    work[56] = p * cosine6 - q * cosine2
    work[60] = d0 * cosine7 - d1 * cosine5 + d2 * cosine3 - d3 * cosine1
  }

  /// Stores both parts of y · e^(−iθ), the second with its sign turned.
  @inline(__always)
  private static func store(
    _ y: ComplexQuad, _ rotation: ComplexQuad, _ work: inout MutableSpan<SIMD4<Float>>,
    _ places: (rising: Int, falling: Int)
  ) {
    work[places.rising] = y.real * rotation.real + y.imaginary * rotation.imaginary
    work[places.falling] = y.real * rotation.imaginary - y.imaginary * rotation.real
  }

  /// Returns (a + ib) · e^(−iθ).
  @inline(__always)
  private static func turned(_ a: SIMD4<Float>, _ b: SIMD4<Float>, _ rotation: ComplexQuad) -> ComplexQuad {
    ComplexQuad(
      real: a * rotation.real + b * rotation.imaginary, imaginary: b * rotation.real - a * rotation.imaginary)
  }

  /// Returns a Fourier transform of four numbers.
  @inline(__always)
  private static func fourier(
    _ a: ComplexQuad, _ b: ComplexQuad, _ c: ComplexQuad, _ d: ComplexQuad
  ) -> [4 of ComplexQuad] {
    let (even, evenDifference) = (a + c, a - c)
    let (odd, oddDifference) = (b + d, b - d)
    let y1 = ComplexQuad(
      real: evenDifference.real + oddDifference.imaginary, imaginary: evenDifference.imaginary - oddDifference.real)
    let y3 = ComplexQuad(
      real: evenDifference.real - oddDifference.imaginary, imaginary: evenDifference.imaginary + oddDifference.real)
    return [even + odd, y1, even - odd, y3]
  }

  /// Returns a Fourier transform of eight numbers: two of four, the second turned by multiples of an eighth of a
  /// circle.
  @inline(__always)
  private static func fourier(_ x: [8 of ComplexQuad]) -> [8 of ComplexQuad] {
    let even = fourier(x[0], x[2], x[4], x[6])
    let odd = fourier(x[1], x[3], x[5], x[7])
    let eighth: Float = 0.707_106_781_186_547_52
    let (b, c, d) = (odd[1], odd[2], odd[3])
    let odd1 = ComplexQuad(real: b.real + b.imaginary, imaginary: b.imaginary - b.real) * eighth
    let odd2 = ComplexQuad(real: c.imaginary, imaginary: SIMD4(repeating: 0) - c.real)
    let odd3 = ComplexQuad(real: d.imaginary - d.real, imaginary: SIMD4(repeating: 0) - d.real - d.imaginary) * eighth
    return [
      even[0] + odd[0], even[1] + odd1, even[2] + odd2, even[3] + odd3, even[0] - odd[0], even[1] - odd1,
      even[2] - odd2, even[3] - odd3,
    ]
  }
}
