import AACReplication
import AACSyntax
import AudioBase

// Holds throughout: states, spans and the matrix are made for the same frame length.

/// Splits the input into 64 subbands and joins the lower 32 into the core's signal at half the rate.
///
/// ISO/IEC 14496-3, 4.6.18.4: the banks of the decoder the other way round, so that subbands of the encoder lie where
/// the decoder's will, and the delay is known exactly.
struct HalvingFilterbank: Sendable {
  /// The state that a channel keeps from frame to frame.
  struct State: Sendable {
    fileprivate var analysis = SubbandAnalysis.History(bandCount: QuadratureMirrorMatrix.bandCount)
    fileprivate var synthesis = SubbandSynthesis.History(bandCount: LowSubbands.bandCount)
  }

  /// The delay of the core's signal, in samples of the input: half of each of two windows of 640 samples, less the 63
  /// samples that the first sample of a column waits for the last.
  static let delay = 577

  private var analysis: SubbandAnalysis
  private var synthesis: SubbandSynthesis
  /// The subbands of the frame that was split last.
  private(set) var matrix: QuadratureMirrorMatrix

  init(columnCount: Int) {
    analysis = SubbandAnalysis(
      .halving, bandCount: QuadratureMirrorMatrix.bandCount, columnCount: columnCount,
      synthesisBandCount: LowSubbands.bandCount)
    synthesis = SubbandSynthesis(.halving, bandCount: LowSubbands.bandCount, columnCount: columnCount)
    matrix = QuadratureMirrorMatrix(columnCount: columnCount)
  }

  /// Splits a frame of a channel in the scale ±1, and sets `core` to half as many samples in the scale ±32768.
  mutating func split(_ input: Span<Float>, state: inout State, core: inout MutableSpan<Float>) {
    analysis.analyze(input, history: &state.analysis, into: &matrix)
    join(matrix, state: &state, core: &core)
  }

  /// Splits a frame of a channel in the scale ±1 into the columns of a matrix from `start` on.
  mutating func analyze(
    _ input: Span<Float>, state: inout State, into matrix: inout QuadratureMirrorMatrix, from start: Int
  ) {
    analysis.analyze(input, history: &state.analysis, into: &matrix, from: start)
  }

  /// Sets `core` to the lower half of a frame's subbands, in the scale ±32768.
  mutating func join(_ matrix: borrowing QuadratureMirrorMatrix, state: inout State, core: inout MutableSpan<Float>) {
    synthesis.synthesize(matrix, history: &state.synthesis, into: &core)
    let scale = Float(AudioScale.fullScale)
    for index in core.indices { core[index] *= scale }
  }
}
