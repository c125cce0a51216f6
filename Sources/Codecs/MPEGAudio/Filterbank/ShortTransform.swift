import SignalProcessing

/// The transform of short blocks: discrete cosine transforms of type IV of six values, one for each of three windows.
///
/// `y[n] = Σ_{k<6} X[k] · cos(π/24 · (2n+1)(2k+1))`, computed as ``LongTransform`` is. Row `3k + w` of the input is value k of
/// window w; row `6w + n` of the output is result n of it.
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

  /// Transforms the columns `subbands` of 18 rows of 32 values.
  func transform(_ input: Span<Float>, _ subbands: Range<Int>, into values: inout [Float]) {
    var output = values.mutableSpan
    precondition(input.count >= 576 && output.count >= 576)
    precondition(subbands.lowerBound >= 0 && subbands.upperBound <= 32)
    let (outer, inner) = (outer, inner)
    for window in 0..<3 {
      for subband in subbands {
        var sums: [3 of Float] = [0, 0, 0]
        var differences: [3 of Float] = [0, 0, 0]
        for k in 0..<3 {
          let low = input[32 &* (3 &* k &+ window) &+ subband] * outer[k]
          let high = input[32 &* (3 &* (5 &- k) &+ window) &+ subband] * outer[5 &- k]
          sums[k] = low + high
          differences[k] = (low - high) * inner[k]
        }
        let even = Self.cosineTransform(sums)
        let odd = Self.cosineTransform(differences)
        let start = 192 &* window &+ subband
        var above = odd[0] * 0.5
        var value = even[0] * 0.5
        output[start] = value
        value = above - value
        output[start &+ 32] = value
        for n in 1..<3 {
          value = even[n] - value
          output[start &+ 64 &* n] = value
          above = odd[n] - above
          value = above - value
          output[start &+ 64 &* n &+ 32] = value
        }
      }
    }
  }

  /// A DCT-II of three values.
  @inline(__always)
  private static func cosineTransform(_ x: [3 of Float]) -> [3 of Float] {
    let outer = x[0] + x[2]
    return [outer + x[1], 0.866_025_403_784_438_65 * (x[0] - x[2]), 0.5 * outer - x[1]]
  }
}
