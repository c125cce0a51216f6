/// Sums of products of neighbouring samples and taps.
///
/// The order of summation is fixed by the count alone, so that equal samples give equal sums at any address.
enum InnerProduct<Real: ResamplerSample> {
  /// Returns Σ a·b. The counts are equal and multiples of 4.
  @inline(__always)
  static func of(_ a: Span<Real>, _ b: Span<Real>) -> Real {
    precondition(a.count == b.count && a.count % 4 == 0)
    var even = SIMD8<Real>(repeating: 0)
    var odd = even
    var index = 0
    while index &+ 16 <= a.count {
      even += a.eight(at: index) * b.eight(at: index)
      odd += a.eight(at: index &+ 8) * b.eight(at: index &+ 8)
      index &+= 16
    }
    var rest = SIMD4<Real>(repeating: 0)
    while index < a.count {
      rest += a.four(at: index) * b.four(at: index)
      index &+= 4
    }
    return (even + odd).sum() + rest.sum()
  }

  /// Returns the products of `a` with four rows of `rows` one after the other, each as long as `a`, weighted.
  @inline(__always)
  static func of(_ a: Span<Real>, _ rows: Span<Real>, weights: SIMD4<Real>) -> Real {
    let count = a.count
    precondition(rows.count == 4 &* count && count % 4 == 0)
    var sum0 = SIMD4<Real>(repeating: 0)
    var sum1 = sum0
    var sum2 = sum0
    var sum3 = sum0
    var index = 0
    while index < count {
      let four = a.four(at: index)
      sum0 += four * rows.four(at: index)
      sum1 += four * rows.four(at: index &+ count)
      sum2 += four * rows.four(at: index &+ 2 &* count)
      sum3 += four * rows.four(at: index &+ 3 &* count)
      index &+= 4
    }
    let lower: SIMD4<Real> = sum0 * weights[0] + sum1 * weights[1]
    let upper: SIMD4<Real> = sum2 * weights[2] + sum3 * weights[3]
    return (lower + upper).sum()
  }
}

extension Span where Element: ResamplerSample {
  /// Returns the four numbers from `index` on, with one check and one load.
  @inline(__always)
  func four(at index: Int) -> SIMD4<Element> {
    let four = extracting(droppingFirst: index)
    let last = four[3]
    return SIMD4(four[0], four[1], four[2], last)
  }

  /// Returns the eight numbers from `index` on, with one check.
  @inline(__always)
  func eight(at index: Int) -> SIMD8<Element> {
    let eight = extracting(droppingFirst: index)
    let last = eight[7]
    return SIMD8(eight[0], eight[1], eight[2], eight[3], eight[4], eight[5], eight[6], last)
  }
}
