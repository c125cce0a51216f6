import CProcessor
import Transforms

// Bound throughout: a frame has at most 64 columns of 64 bands.
// Holds throughout: histories, matrices and windows are made for the same configuration as the filterbank.

/// The low subbands of a channel: the analysis bank's output for the core's samples.
///
/// Columns of 32 bands side by side, in planes of real and imaginary parts. The first ``historyCount`` columns are the
/// last ones of the previous frame.
package struct LowSubbands: Sendable {
  /// The number of bands of a column.
  package static let bandCount = 32

  package let historyCount: Int
  /// The number of columns of a frame.
  package let columnCount: Int
  /// The number of columns that the tools of a frame use; with a harmonic transposer, without those of the newest
  /// frame.
  let usedCount: Int
  package var real: [Float]
  package var imaginary: [Float]

  package init(historyCount: Int, columnCount: Int, delay: Int = 0) {
    self.historyCount = historyCount
    self.columnCount = columnCount
    usedCount = historyCount + columnCount - delay
    real = Array(repeating: 0, count: (historyCount + columnCount) * LowSubbands.bandCount)
    imaginary = real
  }

  /// Keeps the last columns as the history of the next frame.
  package mutating func advance() {
    LowSubbands.moveToFront(&real, count: historyCount * LowSubbands.bandCount)
    LowSubbands.moveToFront(&imaginary, count: historyCount * LowSubbands.bandCount)
  }

  /// Clears bands of the history.
  mutating func clearHistory(_ bands: Range<Int>) {
    for column in 0..<historyCount {
      for band in bands {
        (real[column * Self.bandCount + band], imaginary[column * Self.bandCount + band]) = (0, 0)
      }
    }
  }

  private static func moveToFront(_ values: inout [Float], count: Int) {
    var span = values.mutableSpan
    let start = span.count - count
    for index in 0..<count { span[index] = span[start + index] }
  }
}

/// Splits the core's samples into complex subbands: 32, or fewer with reduced delay, or 64 for LD MPEG Surround alone.
///
/// ISO/IEC 14496-3, 4.6.18.4.1. One value serves all channels in turn; the state of a channel is its ``History``.
package struct SubbandAnalysis: Sendable {
  /// The last samples of a channel before the frame that its first column needs.
  package struct History: Sendable {
    var samples: [Float]

    package init(bandCount: Int) { samples = Array(repeating: 0, count: 9 * bandCount) }
  }

  /// The analysis by vectors that fill the registers of the processor.
  private var lanes: LaneSubbandAnalysis<ProcessorFloats>

  package init(_ kind: SubbandBankKind, bandCount: Int, columnCount: Int, synthesisBandCount: Int) {
    lanes = LaneSubbandAnalysis(
      kind, bandCount: bandCount, columnCount: columnCount, synthesisBandCount: synthesisBandCount)
  }

  /// Fills the columns of a frame after the history of `low`; bands that the bank does not have are left unchanged.
  package mutating func analyze(_ input: Span<Float>, history: inout History, into low: inout LowSubbands) {
    lanes.analyze(input, history: &history, into: &low)
  }

  /// Fills the columns of a frame with all subbands from `start` on.
  package mutating func analyze(
    _ input: Span<Float>, history: inout History, into matrix: inout QuadratureMirrorMatrix, from start: Int = 0
  ) {
    lanes.analyze(input, history: &history, into: &matrix, from: start)
  }
}
