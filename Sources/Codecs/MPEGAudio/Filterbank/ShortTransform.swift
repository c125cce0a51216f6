import Transforms

// Holds throughout: sizes are constants of layer III: 576 lines, 32 subbands in quads.

/// The transform of short blocks: discrete cosine transforms of type IV of six values, one for each of three windows.
///
/// `y[n] = Σ_{k<6} X[k] · cos(π/24 · (2n+1)(2k+1))`, computed as ``LongTransform`` is. Row `3k + w` of the input is
/// value k of window w; row `6w + n` of the output is result n of it.
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

  /// Transforms the first 4 · `quadCount` columns of 18 rows of 32 values.
  func transform(_ input: Span<Float>, quadCount: Int, into values: inout [Float]) {
    var output = values.mutableSpan
    precondition(input.count >= 576 && output.count >= 576 && quadCount <= 8)
    let (outer, inner) = (outer, inner)
    for window in 0..<3 {
      for quad in 0..<quadCount {
        let subband = 4 &* quad
        var sums: [3 of SIMD4<Float>] = .init(repeating: SIMD4(repeating: 0))
        var differences = sums
        for k in 0..<3 {
          let low = input.quad(at: 32 &* (3 &* k &+ window) &+ subband) * outer[k]
          let high = input.quad(at: 32 &* (3 &* (5 &- k) &+ window) &+ subband) * outer[5 &- k]
          sums[k] = low + high
          differences[k] = (low - high) * inner[k]
        }
        let even = Self.cosineTransform(sums)
        let odd = Self.cosineTransform(differences)
        let start = 192 &* window &+ subband
        var above = odd[0] * 0.5
        var value = even[0] * 0.5
        output.setQuad(value, at: start)
        value = above - value
        output.setQuad(value, at: start &+ 32)
        for n in 1..<3 {
          value = even[n] - value
          output.setQuad(value, at: start &+ 64 &* n)
          above = odd[n] - above
          value = above - value
          output.setQuad(value, at: start &+ 64 &* n &+ 32)
        }
      }
    }
  }

  /// Returns a DCT-II of three values.
  @inline(__always)
  private static func cosineTransform(_ x: [3 of SIMD4<Float>]) -> [3 of SIMD4<Float>] {
    let outer = x[0] + x[2]
    return [outer + x[1], 0.866_025_403_784_438_65 * (x[0] - x[2]), 0.5 * outer - x[1]]
  }
}
