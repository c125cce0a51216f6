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
  /// The number of values from one row of results to the next.
  static let rowLength = 36
  /// Values from the first of the results to the last.
  static let extent = 31 * rowLength + 4

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

  /// Transforms 32 vectors; C[m] of the four slots goes to ``rowLength`` · m and the three places after it.
  func transform(_ values: Span<SIMD4<Float>>, into rows: inout MutableSpan<Float>) {
    let input = values.extracting(0..<32)
    var results = rows._mutatingExtracting(0..<Self.extent)
    var sums: [16 of SIMD4<Float>] = .init(repeating: SIMD4(repeating: 0))
    var differences = sums
    for k in 0..<16 {
      let (low, high) = (input[k], input[31 &- k])
      sums[k] = low + high
      differences[k] = low - high
    }
    var inner: [8 of SIMD4<Float>] = .init(repeating: SIMD4(repeating: 0))
    var innerDifferences = inner
    for k in 0..<8 {
      inner[k] = sums[k] + sums[15 &- k]
      innerDifferences[k] = sums[k] - sums[15 &- k]
    }
    transformOdd(differences, &results)
    transformMiddle(innerDifferences, &results)
    Self.transformEven(inner, &results)
  }

  /// Computes C[2n + 1] from 16 values.
  @inline(__always)
  private func transformOdd(_ values: [16 of SIMD4<Float>], _ results: inout MutableSpan<Float>) {
    let rotations = longRotations.span.extracting(0..<8)
    var numbers: [8 of ComplexQuad] = .init(repeating: .zero)
    for k in 0..<8 {
      numbers[k] = Self.turned(values[2 &* k], values[15 &- 2 &* k], rotations[k])
    }
    let transformed = Self.fourier(numbers)
    for k in 0..<8 {
      let (number, rotation) = (transformed[k], rotations[k])
      let rising = number.real * rotation.real + number.imaginary * rotation.imaginary
      let falling = number.real * rotation.imaginary - number.imaginary * rotation.real
      results.setQuad(rising, at: Self.rowLength &* (4 &* k &+ 1))
      results.setQuad(falling, at: Self.rowLength &* (31 &- 4 &* k))
    }
  }

  /// Computes C[4n + 2] from eight values.
  @inline(__always)
  private func transformMiddle(_ values: [8 of SIMD4<Float>], _ results: inout MutableSpan<Float>) {
    let rotations = shortRotations.span.extracting(0..<4)
    let a = Self.turned(values[0], values[7], rotations[0])
    let b = Self.turned(values[2], values[5], rotations[1])
    let c = Self.turned(values[4], values[3], rotations[2])
    let d = Self.turned(values[6], values[1], rotations[3])
    let transformed = Self.fourier(a, b, c, d)
    for k in 0..<4 {
      let (number, rotation) = (transformed[k], rotations[k])
      let rising = number.real * rotation.real + number.imaginary * rotation.imaginary
      let falling = number.real * rotation.imaginary - number.imaginary * rotation.real
      results.setQuad(rising, at: Self.rowLength &* (8 &* k &+ 2))
      results.setQuad(falling, at: Self.rowLength &* (30 &- 8 &* k))
    }
  }

  /// Computes C[4n], a DCT-II of eight values: cosines of multiples of π/16 and, for the even half, of π/8.
  @inline(__always)
  private static func transformEven(_ x: [8 of SIMD4<Float>], _ results: inout MutableSpan<Float>) {
    let (s0, s1, s2, s3) = (x[0] + x[7], x[1] + x[6], x[2] + x[5], x[3] + x[4])
    let (d0, d1, d2, d3) = (x[0] - x[7], x[1] - x[6], x[2] - x[5], x[3] - x[4])
    let (cosine1, cosine3): (Float, Float) = (0.980_785_280_403_230_45, 0.831_469_612_302_545_24)
    let (cosine5, cosine7): (Float, Float) = (0.555_570_233_019_602_22, 0.195_090_322_016_128_27)
    let (cosine2, cosine6): (Float, Float) = (0.923_879_532_511_286_76, 0.382_683_432_365_089_77)
    let (outer, middle) = (s0 + s3, s1 + s2)
    let (p, q) = (s0 - s3, s1 - s2)
    func store(_ value: SIMD4<Float>, _ n: Int) { results.setQuad(value, at: 4 &* rowLength &* n) }
    store(outer + middle, 0)
    store(d0 * cosine1 + d1 * cosine3 + d2 * cosine5 + d3 * cosine7, 1)
    store(p * cosine2 + q * cosine6, 2)
    store(d0 * cosine3 - d1 * cosine7 - d2 * cosine1 - d3 * cosine5, 3)
    store((outer - middle) * 0.707_106_781_186_547_52, 4)
    store(d0 * cosine5 - d1 * cosine1 + d2 * cosine7 + d3 * cosine3, 5)
    store(p * cosine6 - q * cosine2, 6)
    store(d0 * cosine7 - d1 * cosine5 + d2 * cosine3 - d3 * cosine1, 7)
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
