/// Sums of products of neighbouring samples and taps.
///
/// The order of summation is fixed by the count alone, so that equal samples give equal sums wherever they lie.
enum InnerProduct<Real: ResamplerSample> {
  /// Σ a·b. The counts are equal and multiples of 8.
  @inline(__always)
  static func of(_ a: Span<Real>, _ b: Span<Real>) -> Real {
    precondition(a.count == b.count && a.count % 8 == 0)
    var even = SIMD8<Real>(repeating: 0)
    var odd = even
    var index = 0
    while index &+ 16 <= a.count {
      even += a.eight(at: index) * b.eight(at: index)
      odd += a.eight(at: index &+ 8) * b.eight(at: index &+ 8)
      index &+= 16
    }
    if index < a.count {
      even += a.eight(at: index) * b.eight(at: index)
    }
    return (even + odd).sum()
  }

  /// The products of `a` with four rows of `rows` one after the other, each as long as `a`, weighted.
  @inline(__always)
  static func of(_ a: Span<Real>, _ rows: Span<Real>, weights: SIMD4<Real>) -> Real {
    let count = a.count
    precondition(rows.count == 4 &* count && count % 8 == 0)
    var sum = SIMD8<Real>(repeating: 0)
    var index = 0
    while index < count {
      let taps =
        (rows.eight(at: index) * weights[0] + rows.eight(at: index &+ count) * weights[1])
        + (rows.eight(at: index &+ 2 &* count) * weights[2] + rows.eight(at: index &+ 3 &* count) * weights[3])
      sum += a.eight(at: index) * taps
      index &+= 8
    }
    return sum.sum()
  }
}

extension Span where Element: ResamplerSample {
  /// The eight numbers from `index` on; one check.
  @inline(__always)
  func eight(at index: Int) -> SIMD8<Element> {
    let eight = extracting(droppingFirst: index)
    let last = eight[7]
    return SIMD8(eight[0], eight[1], eight[2], eight[3], eight[4], eight[5], eight[6], last)
  }
}
