import Transforms

// Bound throughout: the counts are constants of this file.
// Holds throughout: spectra have a constant size, and subband counts come from the bands of a plan.

/// Undoes the aliasing between neighbouring subbands of the encoder's filterbank (ISO/IEC 11172-3, 2.4.3.4), by
/// rotations of eight lines on either side of each border.
package struct AliasReduction: Sendable {
  /// `ci` of Table B.9.
  private static let coefficients: [8 of Double] = [-0.6, -0.535, -0.33, -0.185, -0.095, -0.041, -0.0142, -0.0037]

  /// Cosine and sine of each rotation, in all lanes; the lines above borders need the first set in the lowest column,
  /// the second in others: below the lowest subband there is no border.
  private let above: [SIMD4<Float>]
  /// The same for the lines below borders: the first set is for columns with a border above, the second for the last.
  private let below: [SIMD4<Float>]

  package init() {
    func factors(withoutBorder lane: Int?) -> [SIMD4<Float>] {
      var result: [SIMD4<Float>] = []
      for index in 0..<8 {
        let c = AliasReduction.coefficients[index]
        var cosines = SIMD4(repeating: Float(1 / (1 + c * c).squareRoot()))
        var sines = SIMD4(repeating: Float(c / (1 + c * c).squareRoot()))
        if let lane {
          cosines[lane] = 1
          sines[lane] = 0
        }
        result += [cosines, sines]
      }
      return result
    }
    above = factors(withoutBorder: 0) + factors(withoutBorder: nil)
    below = factors(withoutBorder: nil) + factors(withoutBorder: 3)
  }

  /// Copies the lines of the lowest columns of four subbands, all other lines being zero, and reduces the aliases of
  /// all.
  package func apply(_ spectrum: Span<Float>, columnCount: Int, to lines: inout SubbandLines) {
    precondition(spectrum.count == Spectrum.capacity && columnCount <= SubbandSlots.columnCount)
    let (above, below) = (above.span.extracting(0..<32), below.span.extracting(0..<32))
    var vectors = lines.vectors.mutableSpan
    for column in 0..<columnCount {
      let place = Spectrum.rowCount &* column
      var output = vectors._mutatingExtracting(place..<place &+ Spectrum.rowCount)
      let (first, last) = (column == 0 ? 0 : 16, column == SubbandSlots.columnCount - 1 ? 16 : 0)
      // The four numbers before and behind a row are those of others.
      Self.rotate(
        spectrum.extracting(4 &* column..<4 &* column &+ 548), above.extracting(first..<first &+ 16),
        below.extracting(last..<last &+ 16), &output)
    }
  }

  @inline(never)
  private static func rotate(
    _ spectrum: Span<Float>, _ aboveFactors: Span<SIMD4<Float>>, _ belowFactors: Span<SIMD4<Float>>,
    _ output: inout MutableSpan<SIMD4<Float>>
  ) {
    // Literal lengths leave one check for all rows.
    let rows = spectrum.extracting(0..<548)
    let (above, below) = (aboveFactors.extracting(0..<16), belowFactors.extracting(0..<16))
    var lines = output._mutatingExtracting(0..<18)
    for index in 0..<8 {
      let (low, high) = (32 &* (17 &- index), 32 &* index)
      let (lower, upper) = (rows.quad(at: low), rows.quad(at: high))
      lines[index] = rows.quad(at: low &- 1) * above[2 &* index &+ 1] + upper * above[2 &* index]
      lines[17 &- index] = lower * below[2 &* index] - rows.quad(at: high &+ 1) * below[2 &* index &+ 1]
    }
    lines[8] = rows.quad(at: 32 &* 8)
    lines[9] = rows.quad(at: 32 &* 9)
  }

  /// Copies the lines of the lowest columns unchanged, except at the border of the two lowest subbands in a mixed
  /// granule.
  package func copy(_ spectrum: Span<Float>, columnCount: Int, isMixed: Bool, to lines: inout SubbandLines) {
    precondition(spectrum.count == Spectrum.capacity && columnCount <= SubbandSlots.columnCount)
    for column in 0..<columnCount {
      for row in 0..<Spectrum.rowCount {
        lines.vectors[Spectrum.rowCount &* column &+ row] = spectrum.quad(at: 32 &* row &+ 4 &* column)
      }
    }
    guard isMixed, columnCount > 0 else { return }
    for index in 0..<8 {
      let (cosine, sine) = (above[16 &+ 2 &* index][0], above[17 &+ 2 &* index][0])
      let (lower, upper) = (lines[17 &- index, 0], lines[index, 1])
      lines[17 &- index, 0] = lower * cosine - upper * sine
      lines[index, 1] = lower * sine + upper * cosine
    }
  }
}
