// Holds throughout: spectra have the length that the lines were made for, and segments lie within it.

/// The lines of a channel as the quantiser takes them.
struct QuantizerLines: Sendable {
  /// `|X|^(3/4)` of all lines.
  private(set) var powers: [SIMD4<Float>]
  /// −1 where a line is negative.
  private(set) var signs: [SIMD4<Int32>]

  init(quadCount: Int) {
    powers = Array(repeating: SIMD4(), count: quadCount)
    signs = Array(repeating: SIMD4(), count: quadCount)
  }

  /// Takes over the lines of a segment.
  ///
  /// - Returns: Σ √|X| and the largest `|X|^(3/4)`.
  mutating func set(_ segment: BandSegments.Segment, _ spectrum: [Float]) -> (root: Float, largest: Float) {
    QuantizerLines.set(segment, spectrum, &powers, &signs)
  }

  private static func set(
    _ segment: BandSegments.Segment, _ spectrum: [Float], _ powers: inout [SIMD4<Float>],
    _ signs: inout [SIMD4<Int32>]
  ) -> (root: Float, largest: Float) {
    let range = segment.start..<segment.end
    var lines = spectrum.span.extracting((4 * segment.start)..<(4 * segment.end))
    var allPowers = powers.mutableSpan
    var power = allPowers._mutatingExtracting(range)
    var allSigns = signs.mutableSpan
    var sign = allSigns._mutatingExtracting(range)
    let count = power.count
    precondition(sign.count == count && lines.count == 4 * count)
    var largest = SIMD4<Float>()
    var sum = SIMD4<Float>()
    var quad = 0
    while quad < count, lines.count >= 4 {
      let four = SIMD4(lines[0], lines[1], lines[2], lines[3])
      let magnitudes = four.magnitudes
      let root = magnitudes.roots
      let value = (magnitudes * root).roots
      power[quad] = value
      sign[quad] = four.signs
      largest = SIMD4.greater(largest, value)
      sum += root
      lines = lines.extracting(droppingFirst: 4)
      quad &+= 1
    }
    return (sum.sum(), largest.max())
  }
}

extension SIMD4<Float> {
  /// −1 where a lane is negative, otherwise 0.
  @inline(__always)
  fileprivate var signs: SIMD4<Int32> {
    let isNegative = self .< SIMD4<Float>()
    return SIMD4<Int32>().replacing(with: -1, where: isNegative)
  }
}
