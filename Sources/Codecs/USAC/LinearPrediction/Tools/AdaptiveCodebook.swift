import Transforms

// Holds throughout: a line of excitation has the longest delay and 17 samples before the subframe and 68 after its
// start; delays are in a range of 16…411.

/// The past excitation, repeated a pitch period later (ISO/IEC 23003-3, 7.14).
package struct AdaptiveCodebook: Sendable {
  /// The interpolation filters of the four quarters of a sample: 33 taps each.
  private let filters: [[Float]]

  package init() {
    // Bound: 33 taps for each of four quarters.
    filters = (0..<4).map { quarter in
      (-16..<17).map { abs(4 * $0 + quarter) > 64 ? 0 : pitchInterpolation[abs(4 * $0 + quarter)] }
    }
  }

  /// Writes the subframe that begins at `start`, and at least one sample more.
  ///
  /// A delay shorter than the subframe repeats the samples just written.
  package func predict(_ delay: PitchRange.Delay, in line: inout MutableSpan<Float>, at start: Int) {
    let filter = filters[delay.quarter]
    let taps = filter.span.extracting(0..<33)
    let first = start - delay.lag - 16
    precondition(first >= 0 && start + 68 <= line.count && delay.lag >= 16)
    if delay.lag >= 20 {
      var n = 0
      // Sixteen samples at a time, if none of them is needed for another.
      while delay.lag >= 32, n < 64 {
        var sums = (SIMD4<Float>(), SIMD4<Float>(), SIMD4<Float>(), SIMD4<Float>())
        for tap in 0..<33 {
          let (weight, place) = (taps[tap], first &+ n &+ tap)
          sums.0 += weight * line.span.quad(at: place)
          sums.1 += weight * line.span.quad(at: place &+ 4)
          sums.2 += weight * line.span.quad(at: place &+ 8)
          sums.3 += weight * line.span.quad(at: place &+ 12)
        }
        line.setQuad(sums.0, at: start &+ n)
        line.setQuad(sums.1, at: start &+ n &+ 4)
        line.setQuad(sums.2, at: start &+ n &+ 8)
        line.setQuad(sums.3, at: start &+ n &+ 12)
        n &+= 16
      }
      while n < 68 {
        var sum = SIMD4<Float>(repeating: 0)
        for tap in 0..<33 { sum += taps[tap] * line.span.quad(at: first &+ n &+ tap) }
        line.setQuad(sum, at: start &+ n)
        n &+= 4
      }
    } else {
      // The sample of the last tap may not be there yet; its weight is 0.
      for n in 0..<65 {
        line[start + n] = 0
        var sum: Float = 0
        for tap in 0..<33 { sum += taps[tap] * line[first + n + tap] }
        line[start + n] = sum
      }
    }
  }
}
