package import AACSyntax
import MPEG4Systems

/// The state that SBR keeps of an element of the stream.
struct SBRElementState: Sendable {
  /// The kind of the next frame.
  enum Mode: Sendable, BitwiseCopyable {
    /// Only the rate is doubled: there are no data for high subbands.
    case upsampled
    /// High subbands are generated.
    case replicated
  }

  /// The largest number of successive frames that are concealed; after that the high subbands stay empty.
  static let longestGap = 10

  let isPair: Bool
  /// The bands of the last header, or `nil` before the first one.
  var bands: SBRBands?
  /// `bs_coupling` of the last payload.
  var isCoupled = false
  var mode = Mode.upsampled
  /// The number of frames concealed since the last payload.
  var missingCount = 0
  var first: SBRChannelState
  var second: SBRChannelState

  init(_ configuration: SBRConfiguration, isPair: Bool) {
    self.isPair = isPair
    first = SBRChannelState(configuration)
    second = SBRChannelState(configuration)
  }

  /// The header of ``bands``, without copying the whole value.
  var header: SBRHeader? { mutating get { bands?.header } }

  /// Adopts the bands of a payload; if they differ in more than the limiter, the channels start over.
  mutating func adopt(_ new: borrowing SBRBands) {
    if let old = header, SBRBands.areSame(old, new.header) {
      if old != new.header { bands = copy new }
      return
    }
    bands = copy new
    first.restart()
    second.restart()
  }
}

/// The state that SBR keeps of a channel.
package struct SBRChannelState: Sendable {
  var analysis: SubbandAnalysis.History
  var synthesis: SubbandSynthesis.History
  package var low: LowSubbands
  /// The output of a harmonic transposer, or `nil`.
  package var transposed: TransposedSubbands?
  /// The subbands of the frame, which Parametric Stereo may change before they are synthesised.
  package var matrix: QuadratureMirrorMatrix
  package var envelopes = SBREnvelopeHistory()
  package var generation = SBRHighFrequencyGeneration.State()
  package var adjustment = SBRAdjustment.State()
  /// The number of slots by which the last frame's envelopes extend past its end.
  package var overhang = 0
  /// `kx` of the last frame: the first generated subband, 32 if there was none.
  var crossover = LowSubbands.bandCount

  package init(_ configuration: SBRConfiguration) {
    let (history, columns, delay) =
      (configuration.historyCount, configuration.columnCount, configuration.transpositionDelay)
    low = LowSubbands(historyCount: history + delay, columnCount: columns, delay: delay)
    if delay > 0 { transposed = TransposedSubbands(historyCount: history, columnCount: columns) }
    matrix = QuadratureMirrorMatrix(columnCount: configuration.columnCount)
    analysis = SubbandAnalysis.History(bandCount: configuration.analysisBandCount)
    synthesis = SubbandSynthesis.History(bandCount: configuration.synthesisBandCount)
  }

  /// Loads the core's low subbands into the matrix, delayed by six columns, because hybrid filters look ahead.
  package mutating func loadLow() {
    let ahead = QuadratureMirrorMatrix.lookAheadCount
    SBRChannelState.copy(
      low.real, from: low.historyCount - ahead, to: &matrix.real, columnCount: matrix.columnCount + ahead)
    SBRChannelState.copy(
      low.imaginary, from: low.historyCount - ahead, to: &matrix.imaginary, columnCount: matrix.columnCount + ahead)
  }

  /// Copies the low subbands of another channel's matrix, as the core's of the next frame.
  package mutating func takeLow(_ matrix: borrowing QuadratureMirrorMatrix) {
    low.advance()
    SBRChannelState.take(matrix.real, to: &low.real, from: low.historyCount, columnCount: matrix.columnCount)
    SBRChannelState.take(matrix.imaginary, to: &low.imaginary, from: low.historyCount, columnCount: matrix.columnCount)
  }

  private static func copy(_ low: [Float], from first: Int, to matrix: inout [Float], columnCount: Int) {
    var target = matrix.mutableSpan
    for column in 0..<columnCount {
      let (source, place) = ((first + column) * LowSubbands.bandCount, column * QuadratureMirrorMatrix.bandCount)
      for band in 0..<LowSubbands.bandCount { target[place + band] = low[source + band] }
    }
  }

  private static func take(_ matrix: [Float], to low: inout [Float], from first: Int, columnCount: Int) {
    var target = low.mutableSpan
    for column in 0..<columnCount {
      let (source, place) = (column * QuadratureMirrorMatrix.bandCount, (first + column) * LowSubbands.bandCount)
      for band in 0..<LowSubbands.bandCount { target[place + band] = matrix[source + band] }
    }
  }

  /// Starts over after a change of the bands: the envelopes, the noise and the smoothing of gains.
  ///
  /// Signal, strengths of the inverse filtering and sinusoids run on. ISO/IEC 14496-3 does not say so; fdk-aac 2.0.3
  /// and FFmpeg 5.1 do, by streams whose headers change every few frames.
  package mutating func restart() {
    envelopes.clear()
    adjustment.restart()
  }

  /// Conceals a missing frame by continuing the last one.
  package func makeUp(_ frame: inout SBRFrame, to end: Int, isBalance: Bool) {
    frame.repeatLast(envelopes, from: overhang, to: end, isBalance: isBalance)
    frame.inverseFiltering = generation.modes
  }
}
