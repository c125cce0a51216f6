// Bound throughout: a frame has at most 64 columns of 64 bands.

/// Complex subband samples of one channel over one frame, for the tools between analysis and synthesis.
///
/// ```
/// column 0:    band 0  band 1  …  band 63     earliest
/// column 1:    band 0  band 1  …  band 63
///   …
/// column n−1                                  the last one that is synthesised
///   …                                         look-ahead: bands below the crossover only, for Parametric Stereo
/// ```
/// Real and imaginary parts are in two arrays, the bands of a column side by side: sample (column, band) is at `column
/// * bandCount + band`. Samples are those of ISO/IEC 14496-3, 4.6.18.4 for a signal of full scale ±32768.
///
/// A frame of SBR has 32 columns (1024 samples of the core) or 30 (960); of LD-SBR 16 (512) or 15 (480).
package struct QuadratureMirrorMatrix: Sendable {
  /// The number of bands of a column. With an output at the core's rate the upper 32 are not synthesised.
  package static let bandCount = 64
  /// The columns behind the frame that the hybrid filters of Parametric Stereo need: ISO/IEC 14496-3, 8.6.4.3.
  package static let lookAheadCount = 6
  /// The largest number of columns that envelopes extend beyond a frame: three slots, which have four columns if a
  /// frame has 64.
  let reachCount: Int

  /// The number of columns to synthesise.
  package let columnCount: Int
  /// The real parts of ``columnCount`` + ``reachCount`` columns and of an unused one, so that a span of whole columns
  /// may begin at any band, which removes the checks from loops over columns.
  package var real: [Float]
  /// The imaginary parts, likewise.
  package var imaginary: [Float]

  /// Creates a matrix of zeros.
  package init(columnCount: Int) {
    self.columnCount = columnCount
    reachCount = columnCount > 32 ? 2 * Self.lookAheadCount : Self.lookAheadCount
    real = Array(repeating: 0, count: (columnCount + reachCount + 1) * Self.bandCount)
    imaginary = real
  }
}
