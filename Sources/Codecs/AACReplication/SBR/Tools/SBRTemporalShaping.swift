// Bound throughout: at most 76 columns of 64 subbands.
// Holds throughout: columns are in the matrix.

/// Applies the temporal envelope of the subbands below to generated subbands, inside an envelope of enhanced SBR.
///
/// ISO/IEC 23003-3, 7.6.
package enum SBRTemporalShaping {
  private static let width = QuadratureMirrorMatrix.bandCount

  /// Shapes the columns of an envelope with mode 1, 2 or 3.
  package static func apply(
    _ mode: Int, _ bands: Range<Int>, _ columns: Range<Int>, to matrix: inout QuadratureMirrorMatrix
  ) {
    let strength: Float = mode == 3 ? 4 : Float(mode)
    var (low, high): ([76 of Float], [76 of Float]) = (.init(repeating: 0), .init(repeating: 0))
    let count = min(columns.count, 76)
    var (lowSum, highSum): (Float, Float) = (0, 0)
    for index in 0..<count {
      let start = (columns.lowerBound + index) * width
      low[index] = power(matrix, start..<(start + bands.lowerBound))
      high[index] = power(matrix, (start + bands.lowerBound)..<(start + bands.upperBound))
      lowSum += low[index]
      highSum += high[index]
    }
    var shaped: Float = 0
    for index in 0..<count {
      let gain = (low[index] * Float(count) / (lowSum + 1e-6)).squareRoot()
      low[index] = max(1 + strength * (gain - 1), 0.2)
      shaped += high[index] * low[index] * low[index]
    }
    let level = (highSum / (shaped + 1e-6)).squareRoot()
    for index in 0..<count {
      let start = (columns.lowerBound + index) * width
      for place in (start + bands.lowerBound)..<(start + bands.upperBound) {
        matrix.real[place] *= low[index] * level
        matrix.imaginary[place] *= low[index] * level
      }
    }
  }

  private static func power(_ matrix: borrowing QuadratureMirrorMatrix, _ places: Range<Int>) -> Float {
    let (real, imaginary) = (matrix.real.span, matrix.imaginary.span)
    var sum: Float = 0
    for place in places { sum += real[place] * real[place] + imaginary[place] * imaginary[place] }
    return sum
  }
}
