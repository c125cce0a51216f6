import CProcessor
import Transforms

// Bound throughout: a frame has at most 64 columns of 64 bands.
// Holds throughout: histories, matrices and windows are made for the same configuration as the filterbank.

/// Joins complex subbands into samples: 64 bands at twice the core's rate, or the lower 32 at the core's rate, or fewer
/// with reduced delay.
///
/// ISO/IEC 14496-3, 4.6.18.4.2 and 4.6.18.4.3. One value serves all channels in turn; the state of a channel is its
/// ``History``.
package struct SubbandSynthesis: Sendable {
  /// The transformed columns before the present one that the window spans.
  static let historyCount = 9

  /// The last transformed columns of a channel.
  package struct History: Sendable {
    var rising: [Float]
    var falling: [Float]

    package init(bandCount: Int) {
      rising = Array(repeating: 0, count: SubbandSynthesis.historyCount * bandCount)
      falling = rising
    }
  }

  /// The synthesis by vectors that fill the registers of the processor.
  private var lanes: LaneSubbandSynthesis<ProcessorFloats>

  package init(_ kind: SubbandBankKind, bandCount: Int, columnCount: Int) {
    lanes = LaneSubbandSynthesis(kind, bandCount: bandCount, columnCount: columnCount)
  }

  /// Converts the columns of a frame to `columnCount * bandCount` samples.
  package mutating func synthesize(
    _ matrix: borrowing QuadratureMirrorMatrix, history: inout History, into output: inout MutableSpan<Float>
  ) {
    lanes.synthesize(matrix, history: &history, into: &output)
  }
}
