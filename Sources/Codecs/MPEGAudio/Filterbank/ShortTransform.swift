import Transforms

// Holds throughout: sizes are constants of layer III: 18 lines of a subband, subbands in fours.

/// The transform of short blocks: discrete cosine transforms of type IV of six values, one for each of three windows,
/// of four subbands at once, with windows and overlap.
///
/// `y[n] = Σ_{k<6} X[k] · cos(π/24 · (2n+1)(2k+1))`. With `2 cos φ · cos (2n+1)φ = cos (2n+2)φ + cos 2nφ`,
/// ```
/// C = DCT-II of X[k] · 2 cos((2k+1)π/24)        y[0] = C[0] / 2,  y[n] = C[n] − y[n−1]
/// ```
/// and the even half of C is a DCT-II of three values, the odd half a DCT-IV of three, which is treated in the same
/// way. Line 3k + w of a subband is value k of window w.
struct ShortTransform: Sendable {
  /// `2 cos((2k+1)π/24)`.
  private let outer: [6 of Float]
  /// `2 cos((2k+1)π/12)`.
  private let inner: [3 of Float]

  init() {
    var outer: [6 of Float] = .init(repeating: 0)
    for k in 0..<6 { outer[k] = Float(2 * Trigonometry.cosine(turns: 2 * k + 1, over: 48)) }
    var inner: [3 of Float] = .init(repeating: 0)
    for k in 0..<3 { inner[k] = Float(2 * Trigonometry.cosine(turns: 2 * k + 1, over: 24)) }
    self.outer = outer
    self.inner = inner
  }

  /// Transforms 18 lines of each of four subbands, and adds the three blocks at positions 6, 12 and 18 of the 36 of a
  /// long block.
  @inline(never)
  func synthesize(
    _ lines: Span<SIMD4<Float>>, _ windows: Span<SIMD4<Float>>, _ kept: inout MutableSpan<SIMD4<Float>>,
    into output: inout MutableSpan<SIMD4<Float>>
  ) {
    let x = lines.extracting(0..<18)
    let window = windows.extracting(0..<12)
    var overlap = kept._mutatingExtracting(0..<18)
    var slots = output._mutatingExtracting(0..<18)
    let first = transform((x[0], x[3], x[6], x[9], x[12], x[15]))
    let second = transform((x[1], x[4], x[7], x[10], x[13], x[16]))
    let third = transform((x[2], x[5], x[8], x[11], x[14], x[17]))
    // One by one: a loop would copy the arrays in each turn.
    Self.add(((first[0], second[0], third[0]), (first[5], second[5], third[5]), 0), window, &overlap, &slots)
    Self.add(((first[1], second[1], third[1]), (first[4], second[4], third[4]), 1), window, &overlap, &slots)
    Self.add(((first[2], second[2], third[2]), (first[3], second[3], third[3]), 2), window, &overlap, &slots)
  }

  private typealias Blocks = (SIMD4<Float>, SIMD4<Float>, SIMD4<Float>)

  /// Adds y[n] of the three blocks, which belongs to their second halves, and y[5 − n], which belongs to the first
  /// ones.
  @inline(__always)
  private static func add(
    _ values: (late: Blocks, early: Blocks, n: Int), _ window: Span<SIMD4<Float>>,
    _ overlap: inout MutableSpan<SIMD4<Float>>, _ slots: inout MutableSpan<SIMD4<Float>>
  ) {
    let (late, early, n) = values
    let (row, opposite) = (2 &- n, 3 &+ n)
    let (w0, w1, w2, w3) = (window[4 &* n], window[4 &* n &+ 1], window[4 &* n &+ 2], window[4 &* n &+ 3])
    slots[row] = overlap[row]
    slots[opposite] = overlap[opposite]
    slots[6 &+ row] = overlap[6 &+ row] + early.0 * w0
    slots[6 &+ opposite] = overlap[6 &+ opposite] + early.0 * w1
    slots[12 &+ row] = overlap[12 &+ row] + late.0 * w2 + early.1 * w0
    slots[12 &+ opposite] = overlap[12 &+ opposite] + late.0 * w3 + early.1 * w1
    overlap[row] = late.1 * w2 + early.2 * w0
    overlap[opposite] = late.1 * w3 + early.2 * w1
    overlap[6 &+ row] = late.2 * w2
    overlap[6 &+ opposite] = late.2 * w3
    overlap[12 &+ row] = SIMD4(repeating: 0)
    overlap[12 &+ opposite] = SIMD4(repeating: 0)
  }

  private typealias Lines = (SIMD4<Float>, SIMD4<Float>, SIMD4<Float>, SIMD4<Float>, SIMD4<Float>, SIMD4<Float>)

  /// Transforms six lines of a window.
  @inline(__always)
  private func transform(_ lines: Lines) -> [6 of SIMD4<Float>] {
    let (x0, x1, x2, x3, x4, x5) = lines
    let (low0, low1, low2) = (x0 * outer[0], x1 * outer[1], x2 * outer[2])
    let (high0, high1, high2) = (x5 * outer[5], x4 * outer[4], x3 * outer[3])
    let even = Self.cosineTransform(low0 + high0, low1 + high1, low2 + high2)
    let odd = Self.cosineTransform(
      (low0 - high0) * inner[0], (low1 - high1) * inner[1], (low2 - high2) * inner[2])
    let above0 = odd[0] * 0.5
    let y0 = even[0] * 0.5
    let y1 = above0 - y0
    let y2 = even[1] - y1
    let above1 = odd[1] - above0
    let y3 = above1 - y2
    let y4 = even[2] - y3
    let above2 = odd[2] - above1
    return [y0, y1, y2, y3, y4, above2 - y4]
  }

  /// Returns a DCT-II of three values.
  @inline(__always)
  private static func cosineTransform(_ a: SIMD4<Float>, _ b: SIMD4<Float>, _ c: SIMD4<Float>) -> [3 of SIMD4<Float>] {
    let outer = a + c
    return [outer + b, 0.866_025_403_784_438_65 * (a - c), 0.5 * outer - b]
  }
}
