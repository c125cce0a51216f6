import AACReplication
import AACSyntax
import AudioBase

// Bound throughout: a frame has at most 16 columns of 64 bands.
// Holds throughout: states, spans and the matrix are made for the same frame length.

/// Splits the input of an LD-SBR encoder into subbands, and makes the core's signal of it.
///
/// ```
///          ┌─ low-pass, every other sample ── core            (dual rate; at single rate the input itself)
/// input ───┤
///          └─ delay of less than a column ── 64 or 32 subbands
/// ```
/// The bank is the decoder's, ISO/IEC 14496-3, 4.6.20, and the delay puts its columns exactly where those of the
/// decoder will lie in the sound.
struct LowDelayInputFilterbank: Sendable {
  /// The state that a channel keeps from frame to frame.
  struct State: Sendable {
    fileprivate var analysis: SubbandAnalysis.History
    fileprivate var halving = HalvingFilter()
    /// The last samples of the input, which the bank has not seen yet.
    fileprivate var waiting: [Float]
  }

  private let isDualRate: Bool
  private let bandCount: Int
  /// The delay of the filterbank's input, in samples.
  private let lateness: Int
  private var analysis: SubbandAnalysis
  private var delayed: [Float]
  /// The subbands of the frame that was split last.
  private(set) var matrix: QuadratureMirrorMatrix

  init(_ configuration: SBRConfiguration) {
    isDualRate = !configuration.isDownsampled
    bandCount = configuration.synthesisBandCount
    lateness = LowDelayInputFilterbank.delay(configuration) % bandCount
    analysis = SubbandAnalysis(
      .lowDelay, bandCount: bandCount, columnCount: configuration.columnCount, synthesisBandCount: bandCount)
    delayed = Array(repeating: 0, count: configuration.columnCount * bandCount)
    matrix = QuadratureMirrorMatrix(columnCount: configuration.columnCount)
  }

  /// Returns the delay of the core's samples, as they enter the decoder's filterbank, relative to those in this one, in
  /// samples of the input: the overlap of the core's transform and the low-pass filter.
  static func delay(_ configuration: SBRConfiguration) -> Int {
    configuration.factor * configuration.coreFrameLength / 2 + inputDelay(configuration)
  }

  /// Returns the delay of the core's signal, in samples of the input.
  static func inputDelay(_ configuration: SBRConfiguration) -> Int {
    configuration.isDownsampled ? 0 : HalvingFilter.delay
  }

  /// The initial state of a channel.
  var silence: State {
    State(
      analysis: SubbandAnalysis.History(bandCount: bandCount), waiting: Array(repeating: 0, count: lateness))
  }

  /// Splits a frame of a channel in the scale ±1, and sets `core` to the core's samples in the scale ±32768.
  mutating func split(_ input: Span<Float>, state: inout State, core: inout MutableSpan<Float>) {
    LowDelayInputFilterbank.delay(input, &state.waiting, into: &delayed)
    // Not a copy: the storage is shared until the next frame.
    let samples = delayed
    analysis.analyze(samples.span, history: &state.analysis, into: &matrix)
    let scale = Float(AudioScale.fullScale)
    if isDualRate {
      state.halving.halve(input, scale: Double(scale), into: &core)
    } else {
      for index in core.indices { core[index] = input[index] * scale }
    }
  }

  private static func delay(_ input: Span<Float>, _ waiting: inout [Float], into delayed: inout [Float]) {
    let lateness = waiting.count
    let fresh = input.count - lateness
    var samples = delayed.mutableSpan
    var rest = waiting.mutableSpan
    precondition(samples.count == input.count)
    for index in 0..<lateness {
      samples[index] = rest[index]
      rest[index] = input[fresh + index]
    }
    for index in 0..<fresh { samples[lateness + index] = input[index] }
  }
}
