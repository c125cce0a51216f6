import Transforms

// Holds throughout: sizes are constants of layer III: 576 lines, 32 subbands in quads.

/// The transform of long blocks: a discrete cosine transform of type IV of 18 values, for many subbands at once.
///
/// `y[n] = Σ_{k<18} X[k] · cos(π/72 · (2n+1)(2k+1))`; the inverse modified transform of ISO/IEC 11172-3, 2.4.3.4
/// consists of these values, some of them twice. Since `2 cos φ · cos (2n+1)φ = cos (2n+2)φ + cos 2nφ`,
/// ```
/// C = DCT-II of X[k] · 2 cos((2k+1)π/72)        y[0] = C[0] / 2,  y[n] = C[n] − y[n−1]
/// ```
/// and the even half of C is a DCT-II of nine values, the odd half a DCT-IV of nine, which is treated in the same way.
/// Rounding errors add up along y; so y[9] is summed from its formula, and the others are found from y[0] or from
/// there.
struct LongTransform: Sendable {
  /// `2 cos((2k+1)π/72)`.
  private let outer: [18 of Float]
  /// `2 cos((2k+1)π/36)`.
  private let inner: [9 of Float]
  /// `cos(19(2k+1)π/72)`.
  private let middle: [18 of Float]

  init() {
    var outer: [18 of Float] = .init(repeating: 0)
    for k in 0..<18 { outer[k] = Float(2 * Trigonometry.cosine(turns: 2 * k + 1, over: 144)) }
    var inner: [9 of Float] = .init(repeating: 0)
    for k in 0..<9 { inner[k] = Float(2 * Trigonometry.cosine(turns: 2 * k + 1, over: 72)) }
    var middle: [18 of Float] = .init(repeating: 0)
    for k in 0..<18 { middle[k] = Float(Trigonometry.cosine(turns: 19 * (2 * k + 1), over: 144)) }
    self.outer = outer
    self.inner = inner
    self.middle = middle
  }

  /// Transforms the first 4 · `quadCount` columns of 18 rows of 32 values.
  func transform(_ input: Span<Float>, quadCount: Int, into values: inout [Float]) {
    var output = values.mutableSpan
    precondition(input.count >= 576 && output.count >= 576 && quadCount <= 8)
    var results: [18 of SIMD4<Float>] = .init(repeating: SIMD4(repeating: 0))
    var vectors = results.mutableSpan
    for quad in 0..<quadCount {
      transform(input, column: 4 &* quad, into: &vectors)
      for n in 0..<18 { output.setQuad(vectors[n], at: 32 &* n &+ 4 &* quad) }
    }
  }

  /// Transforms four neighbouring columns of 18 rows of 32 values into 18 vectors.
  @inline(__always)
  func transform(_ input: Span<Float>, column: Int, into values: inout MutableSpan<SIMD4<Float>>) {
    // Literal lengths leave one check for all rows.
    let rows = input.extracting(column..<(column &+ 548)).extracting(0..<548)
    var results = values._mutatingExtracting(0..<18)
    let (outer, inner, middle) = (outer, inner, middle)
    var sums: [9 of SIMD4<Float>] = .init(repeating: SIMD4(repeating: 0))
    var differences = sums
    var anchor = SIMD4<Float>(repeating: 0)
    for k in 0..<9 {
      let lowest = rows.quad(at: 32 &* k)
      let highest = rows.quad(at: 32 &* (17 &- k))
      let low = lowest * outer[k]
      let high = highest * outer[17 &- k]
      sums[k] = low + high
      differences[k] = (low - high) * inner[k]
      anchor += lowest * middle[k] + highest * middle[17 &- k]
    }
    let even = Self.cosineTransform(sums)
    let odd = Self.oddMembers(Self.cosineTransform(differences))
    // Each value and the previous one make a member of C.
    var value = even[0] * 0.5
    results[0] = value
    for n in 1...4 {
      value = (n & 1 == 0 ? even[n / 2] : odd[n / 2]) - value
      results[n] = value
    }
    value = anchor
    results[9] = value
    for n in 10...17 {
      value = (n & 1 == 0 ? even[n / 2] : odd[n / 2]) - value
      results[n] = value
    }
    value = anchor
    for step in 0..<4 {
      let n = 8 - step
      value = (n & 1 == 0 ? odd[n / 2] : even[n / 2 + 1]) - value
      results[n] = value
    }
  }

  /// Returns a DCT-IV of nine values from the DCT-II of their products with `2 cos((2k+1)π/36)`.
  @inline(__always)
  private static func oddMembers(_ sums: [9 of SIMD4<Float>]) -> [9 of SIMD4<Float>] {
    var members = sums
    members[0] = sums[0] * 0.5
    for n in 1..<9 { members[n] = sums[n] - members[n - 1] }
    return members
  }

  /// Returns a DCT-II of nine values: `Σ_{k<9} x[k] · cos(π/18 · n(2k+1))`.
  ///
  /// The constants are cosines of multiples of 10°; cos 20° = cos 40° + cos 80° and cos 10° = cos 50° + cos 70° save
  /// products.
  @inline(__always)
  static func cosineTransform(_ x: [9 of SIMD4<Float>]) -> [9 of SIMD4<Float>] {
    let (s0, s1, s2, s3) = (x[0] + x[8], x[1] + x[7], x[2] + x[6], x[3] + x[5])
    let (d0, d1, d2, d3) = (x[0] - x[8], x[1] - x[7], x[2] - x[6], x[3] - x[5])
    let (cosine40, cosine80): (Float, Float) = (0.766_044_443_118_978_04, 0.173_648_177_666_930_35)
    let (cosine50, cosine70): (Float, Float) = (0.642_787_609_686_539_33, 0.342_020_143_325_668_73)
    let cosine30: Float = 0.866_025_403_784_438_65
    let outer = s0 + s2 + s3
    let middle = s1 + x[4]
    let base = x[4] - 0.5 * s1
    let turned = cosine30 * d1
    let y2 = cosine40 * (s0 - s3) + cosine80 * (s0 - s2) - base
    let y4 = cosine40 * (s0 - s2) + cosine80 * (s3 - s2) + base
    let y8 = cosine80 * (s0 - s3) + cosine40 * (s2 - s3) + base
    let y1 = cosine50 * (d0 + d2) + cosine70 * (d0 + d3) + turned
    let y5 = cosine50 * (d0 + d3) + cosine70 * (d3 - d2) - turned
    let y7 = cosine70 * (d0 + d2) + cosine50 * (d2 - d3) - turned
    return [
      outer + middle, y1, y2, cosine30 * (d0 - d2 - d3), y4, y5, 0.5 * outer - middle, y7, y8,
    ]
  }
}
