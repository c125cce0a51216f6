import Transforms

// Holds throughout: sizes are constants of layer III: 576 lines, 32 subbands in fours.

/// The transform of long blocks: a discrete cosine transform of type IV of 18 values, of four subbands at once, with
/// windows and overlap.
///
/// `y[n] = Σ_{k<18} X[k] · cos(π/72 · (2n+1)(2k+1))`; the inverse modified transform of ISO/IEC 11172-3, 2.4.3.4
/// consists of these values, some of them twice. Since `2 cos φ · cos (2k+1)φ = cos (2k+2)φ + cos 2kφ`,
/// ```
/// y[n] · 2 cos((2n+1)π/72) = Σ_{k<18} Z[k] · cos(π/36 · (2n+1)k)        Z[k] = X[k] + X[k−1]
/// ```
/// whose even members make a DCT-III of nine values, A; its odd ones a DCT-IV of nine, which is treated in the same
/// way: a DCT-III B of sums of neighbours. Then
/// ```
/// y[n]    · 2 cos((2n+1)π/72)  = A[n] + B[n] / (2 cos((2n+1)π/36))
/// y[17−n] · 2 cos((35−2n)π/72) = A[n] − B[n] / (2 cos((2n+1)π/36))
/// ```
/// The factors of y are those of the window's (see ``FoldedWindow/factors(_:)``). That of y[17] would be 11.5, and
/// rounding errors as many times as large, 6 dB in all: so y[17] is summed from its formula.
struct LongTransform: Sendable {
  /// `1 / (2 cos((2n+1)π/36))`.
  private let inner: [SIMD4<Float>]
  /// `cos(35(2k+1)π/72)`.
  private let last: [SIMD4<Float>]

  init() {
    inner = (0..<9).map { SIMD4(repeating: Float(0.5 / Trigonometry.cosine(turns: 2 * $0 + 1, over: 72))) }
    last = (0..<18).map { SIMD4(repeating: Float(Trigonometry.cosine(turns: 35 * (2 * $0 + 1), over: 144))) }
  }

  /// `1 / (2 cos((2n+1)π/72))`, the factor that the results lack; the last result already has it.
  static func scale(_ n: Int) -> Double { n == 17 ? 1 : 0.5 / Trigonometry.cosine(turns: 2 * n + 1, over: 144) }

  /// Transforms 18 lines of each of four subbands: the first half of each block goes to the slots, added to the
  /// previous remainder; the second half is kept.
  @inline(never)
  func synthesize(
    _ lines: Span<SIMD4<Float>>, _ windows: Span<SIMD4<Float>>, _ kept: inout MutableSpan<SIMD4<Float>>,
    into output: inout MutableSpan<SIMD4<Float>>
  ) {
    let x = lines.extracting(0..<18)
    let (window, inner) = (windows.extracting(0..<36), inner.span.extracting(0..<9))
    var overlap = kept._mutatingExtracting(0..<18)
    var slots = output._mutatingExtracting(0..<18)
    let lastFactors = last.span.extracting(0..<18)
    var (y17, other) = (x[0] * lastFactors[0], x[1] * lastFactors[1])
    for k in 1..<9 {
      y17 += x[2 &* k] * lastFactors[2 &* k]
      other += x[2 &* k &+ 1] * lastFactors[2 &* k &+ 1]
    }
    y17 += other
    let (z1, z3, z5, z7) = (x[1] + x[0], x[3] + x[2], x[5] + x[4], x[7] + x[6])
    let (z9, z11, z13, z15) = (x[9] + x[8], x[11] + x[10], x[13] + x[12], x[15] + x[14])
    let odd = Self.cosineTransform([
      z1, z3 + z1, z5 + z3, z7 + z5, z9 + z7, z11 + z9, z13 + z11, z15 + z13, (x[17] + x[16]) + z15,
    ])
    let even = Self.cosineTransform([
      x[0], x[2] + x[1], x[4] + x[3], x[6] + x[5], x[8] + x[7], x[10] + x[9], x[12] + x[11], x[14] + x[13],
      x[16] + x[15],
    ])
    // One by one: a loop would copy both arrays in each turn.
    Self.add((0, even[0] + odd[0] * inner[0], y17), window, &overlap, &slots)
    Self.addBoth((1, even[1], odd[1] * inner[1]), window, &overlap, &slots)
    Self.addBoth((2, even[2], odd[2] * inner[2]), window, &overlap, &slots)
    Self.addBoth((3, even[3], odd[3] * inner[3]), window, &overlap, &slots)
    Self.addBoth((4, even[4], odd[4] * inner[4]), window, &overlap, &slots)
    Self.addBoth((5, even[5], odd[5] * inner[5]), window, &overlap, &slots)
    Self.addBoth((6, even[6], odd[6] * inner[6]), window, &overlap, &slots)
    Self.addBoth((7, even[7], odd[7] * inner[7]), window, &overlap, &slots)
    Self.addBoth((8, even[8], odd[8] * inner[8]), window, &overlap, &slots)
  }

  /// Adds y[n] and y[17 − n], the sum and the difference of two numbers.
  @inline(__always)
  private static func addBoth(
    _ terms: (n: Int, SIMD4<Float>, SIMD4<Float>), _ window: Span<SIMD4<Float>>,
    _ overlap: inout MutableSpan<SIMD4<Float>>, _ slots: inout MutableSpan<SIMD4<Float>>
  ) {
    add((terms.n, terms.1 + terms.2, terms.1 - terms.2), window, &overlap, &slots)
  }

  /// Adds y[n], which belongs to the second half of the block, and y[17 − n], which belongs to the first one.
  @inline(__always)
  private static func add(
    _ values: (n: Int, second: SIMD4<Float>, first: SIMD4<Float>), _ window: Span<SIMD4<Float>>,
    _ overlap: inout MutableSpan<SIMD4<Float>>, _ slots: inout MutableSpan<SIMD4<Float>>
  ) {
    let (n, second, first) = values
    let (row, opposite) = (8 &- n, 9 &+ n)
    slots[row] = overlap[row] + first * window[4 &* n]
    slots[opposite] = overlap[opposite] + first * window[4 &* n &+ 1]
    overlap[row] = second * window[4 &* n &+ 2]
    overlap[opposite] = second * window[4 &* n &+ 3]
  }

  /// Returns a DCT-III of nine values: `Σ_{j<9} e[j] · cos(π/18 · (2n+1)j)`.
  ///
  /// The sums over even j and over odd j give the results n and 8 − n. The constants are cosines of multiples of 10°;
  /// cos 20° = cos 40° + cos 80° and cos 10° = cos 50° + cos 70° save products.
  @inline(__always)
  private static func cosineTransform(_ e: [9 of SIMD4<Float>]) -> [9 of SIMD4<Float>] {
    let (cosine40, cosine80): (Float, Float) = (0.766_044_443_118_978_04, 0.173_648_177_666_930_35)
    let (cosine50, cosine70): (Float, Float) = (0.642_787_609_686_539_33, 0.342_020_143_325_668_73)
    let cosine30: Float = 0.866_025_403_784_438_65
    let base = e[0] + 0.5 * e[6]
    let (s, t) = (e[2] + e[4], e[2] + e[8])
    let u = t - s
    let a0 = base + cosine40 * s + cosine80 * t
    let a2 = base - cosine80 * s + cosine40 * u
    let a3 = base - cosine40 * t - cosine80 * u
    let (rest, outer) = (e[0] - e[6], e[2] - (e[4] + e[8]))
    let a1 = rest + 0.5 * outer
    let a4 = rest - outer
    let turned = cosine30 * e[3]
    let (p, q) = (e[1] + e[5], e[1] + e[7])
    let r = q - p
    let b0 = cosine50 * p + cosine70 * q + turned
    let b1 = cosine30 * (e[1] - (e[5] + e[7]))
    let b2 = cosine50 * q + cosine70 * r - turned
    let b3 = cosine70 * p - cosine50 * r - turned
    return [a0 + b0, a1 + b1, a2 + b2, a3 + b3, a4, a3 - b3, a2 - b2, a1 - b1, a0 - b0]
  }
}
