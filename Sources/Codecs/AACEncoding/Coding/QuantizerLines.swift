// Bound throughout: frames have 480, 512, 960 or 1,024 lines and streams at most 64 channels: AACConfiguration checks
// it.
// Holds throughout: spectra have the length that the lines were made for, and segments lie within it.

/// The lines of a channel in the form that the quantiser takes.
struct QuantizerLines: Sendable {
  /// `|X|^(3/4)` of all lines.
  private(set) var powers: [SIMD4<Float>]
  /// The signs of the lines: −1 if a line is negative.
  private(set) var signs: [SIMD4<Int32>]

  init(quadCount: Int) {
    powers = Array(repeating: SIMD4(), count: quadCount)
    signs = Array(repeating: SIMD4(), count: quadCount)
  }

  /// Adopts the lines of a segment.
  ///
  /// - Returns: Σ √|X| and the largest `|X|^(3/4)`.
  mutating func set(_ segment: BandSegments.Segment, _ spectrum: [Float]) -> (root: Float, largest: Float) {
    let lines = spectrum.span.extracting((4 * segment.start)..<(4 * segment.end))
    return QuantizerLines.set(segment.start..<segment.end, lines, &powers, &signs)
  }

  @inline(never)
  private static func set(
    _ range: Range<Int>, _ lines: Span<Float>, _ powers: inout [SIMD4<Float>], _ signs: inout [SIMD4<Int32>]
  ) -> (root: Float, largest: Float) {
    var allPowers = powers.mutableSpan
    var power = allPowers._mutatingExtracting(range)
    var allSigns = signs.mutableSpan
    var sign = allSigns._mutatingExtracting(range)
    let count = power.count
    precondition(sign.count == count && lines.count == 4 * count)
    var largest = SIMD4<Float>()
    var sum = SIMD4<Float>()
    var rest = lines
    var quad = 0
    while quad < count, rest.count >= 4 {
      let bits = SIMD4(rest[0], rest[1], rest[2], rest[3]).bitPatterns
      let magnitudes = SIMD4<Float>(bitPatterns: bits & 0x7FFF_FFFF)
      let root = magnitudes.roots
      let value = (magnitudes * root).roots
      power[quad] = value
      sign[quad] = SIMD4<Int32>(truncatingIfNeeded: bits) &>> 31
      largest = SIMD4.greater(largest, value)
      sum += root
      rest = rest.extracting(droppingFirst: 4)
      quad &+= 1
    }
    return (sum.sum(), largest.greatest)
  }
}

extension SIMD4<Float> {
  /// The square roots of lanes that are not negative, to about 10⁻⁶: Newton's iteration for 1/√x, which vectorises
  /// where the C library's function does not.
  @inline(__always)
  fileprivate var roots: SIMD4<Float> {
    let half = 0.5 * self
    var inverse = SIMD4<Float>(bitPatterns: 0x5F37_59DF &- bitPatterns &>> 1)
    inverse *= 1.5 - half * inverse * inverse
    inverse *= 1.5 - half * inverse * inverse
    inverse *= 1.5 - half * inverse * inverse
    return self * inverse
  }
}
