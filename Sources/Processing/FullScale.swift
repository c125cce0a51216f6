/// Counts samples that integers have no room for.
package enum FullScale {
  /// Returns the number of samples lie beyond a limit on either side; NaN does not.
  ///
  /// Eight samples are compared at once, and nothing is allocated.
  ///
  /// - Parameters:
  ///   - samples: Fewer than 2^24.
  ///   - limit: 0 or more.
  @specialized(where Sample == Float)
  @specialized(where Sample == Double)
  package static func count<Sample: ResamplerSample>(_ samples: Span<Sample>, beyond limit: Sample) -> Int {
    let (one, zero) = (SIMD8<Sample>(repeating: 1), SIMD8<Sample>(repeating: 0))
    let squared = SIMD8<Sample>(repeating: limit * limit)
    var counts = zero
    var (index, count) = (0, 0)
    while index &+ 8 <= samples.count {
      let eight = samples.eight(at: index)
      counts += zero.replacing(with: one, where: eight * eight .> squared)
      index &+= 8
    }
    while index < samples.count {
      if samples[index].magnitude > limit { count &+= 1 }
      index &+= 1
    }
    // Holds: a sum of fewer ones than 2^24.
    return count + Int(counts.sum())
  }
}
