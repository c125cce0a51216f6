// Bound throughout: there are 32 low subbands and a few.
// Holds throughout: columns are in the frame, and sources below the first subband of the master bands.

/// Removes the slope of the low subbands' levels from the copied subbands: `bs_sbr_preprocessing`.
///
/// ISO/IEC 23003-3, 7.5.
enum SBRFlattening {
  /// Flattens the generated subbands of some columns by the levels of a frame's envelopes.
  static func apply(
    _ bands: borrowing SBRBands, envelopes: Range<Int>, to columns: Range<Int>, in channel: inout SBRChannelState
  ) {
    let gains = gains(levels(channel.low, envelopes, count: bands.masterFirst), count: bands.masterFirst)
    var target = bands.first
    for patch in bands.patches {
      for x in 0..<patch.count {
        let gain = gains[min(patch.source + x, 31)]
        for column in columns {
          let place = column * QuadratureMirrorMatrix.bandCount + target + x
          channel.matrix.real[place] *= gain
          channel.matrix.imaginary[place] *= gain
        }
      }
      target += patch.count
    }
  }

  /// The levels of the lowest subbands, in dB.
  private static func levels(
    _ low: borrowing LowSubbands, _ columns: Range<Int>, count: Int
  ) -> [32 of Double] {
    var levels: [32 of Double] = .init(repeating: 0)
    let (real, imaginary) = (low.real.span, low.imaginary.span)
    for band in 0..<min(count, 32) {
      var sum = 0.0
      for column in columns {
        let place = (column + 2) * LowSubbands.bandCount + band
        sum += Double(real[place] * real[place] + imaginary[place] * imaginary[place])
      }
      // 10 · log10(x) = 3.01… · log2(x)
      levels[band] = 3.010299956639812 * BinaryLogarithm.of(sum / Double(columns.count) + 1)
    }
    return levels
  }

  /// The gains that bring the levels from a fitted cubic polynomial to their mean.
  private static func gains(_ levels: [32 of Double], count: Int) -> [32 of Float] {
    var gains: [32 of Float] = .init(repeating: 1)
    let count = min(count, 32)
    guard count > 0 else { return gains }
    var mean = 0.0
    for band in 0..<count { mean += levels[band] / Double(count) }
    let polynomial = count > 4 ? fit(levels, count) : nil
    for band in 0..<count {
      let x = place(band, count)
      let level = polynomial.map { $0[0] + x * ($0[1] + x * ($0[2] + x * $0[3])) } ?? levels[band]
      // 10^(dB / 20) = 2^(dB / 6.02…)
      gains[band] = Float(BinaryLogarithm.exponential((mean - level) / 6.020599913279624))
    }
    return gains
  }

  /// Maps subbands to positions from −1 to 1, for which the equations are well conditioned.
  private static func place(_ band: Int, _ count: Int) -> Double { 2 * Double(band) / Double(count - 1) - 1 }

  /// The polynomial of least squares, by the normal equations.
  private static func fit(_ levels: [32 of Double], _ count: Int) -> SIMD4<Double> {
    var rows: [4 of SIMD8<Double>] = .init(repeating: SIMD8(repeating: 0))
    for band in 0..<count {
      let x = place(band, count)
      let powers = SIMD4(1, x, x * x, x * x * x)
      for row in 0..<4 {
        for column in 0..<4 { rows[row][column] += powers[row] * powers[column] }
        rows[row][4] += powers[row] * levels[band]
      }
    }
    // The matrix is positive definite: no pivots are needed.
    for row in 0..<4 {
      rows[row] /= rows[row][row]
      for other in 0..<4 where other != row { rows[other] -= rows[other][row] * rows[row] }
    }
    return SIMD4(rows[0][4], rows[1][4], rows[2][4], rows[3][4])
  }
}
