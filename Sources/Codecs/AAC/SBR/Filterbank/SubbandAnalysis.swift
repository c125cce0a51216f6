// Bound throughout: a frame has at most 64 columns of 64 bands.
// Holds throughout: histories, matrices and windows are made for the same configuration as the filterbank.

/// The low subbands of a channel: what the analysis bank makes of the core's samples.
///
/// Columns of 32 bands side by side, in planes of real and imaginary parts. The first ``historyCount`` columns are the last
/// ones of the frame before.
struct LowSubbands: Sendable {
  /// Bands of a column.
  static let bandCount = 32

  let historyCount: Int
  /// Columns of a frame.
  let columnCount: Int
  var real: [Float]
  var imaginary: [Float]

  init(historyCount: Int, columnCount: Int) {
    self.historyCount = historyCount
    self.columnCount = columnCount
    real = Array(repeating: 0, count: (historyCount + columnCount) * LowSubbands.bandCount)
    imaginary = real
  }

  /// Makes the last columns the history of the next frame.
  mutating func advance() {
    LowSubbands.moveToFront(&real, count: historyCount * LowSubbands.bandCount)
    LowSubbands.moveToFront(&imaginary, count: historyCount * LowSubbands.bandCount)
  }

  private static func moveToFront(_ values: inout [Float], count: Int) {
    var span = values.mutableSpan
    let start = span.count - count
    for index in 0..<count { span[index] = span[start + index] }
  }
}

/// The kinds of complex filterbank that SBR uses.
enum SubbandBankKind: Sendable, BitwiseCopyable {
  /// That of SBR, linear in phase: ISO/IEC 14496-3, 4.6.18.4.
  case symmetric
  /// That of LD-SBR: ISO/IEC 14496-3, 4.6.20.
  case lowDelay

  /// Four times the phases of the banks' transforms, see ``SubbandTransform``.
  ///
  /// Only their sum is heard in what is not changed between the banks. How it is split turns what is copied from one subband
  /// to another; the split with a synthesis of 32 bands is that of fdk-aac.
  func quarterPhases(synthesisBandCount: Int) -> (analysis: Int, synthesis: Int) {
    switch (self, synthesisBandCount) {
    case (.symmetric, 64): (1, 510)
    case (.symmetric, _): (2, 254)
    case (.lowDelay, 64): (190, 126)
    case (.lowDelay, _): (190, 62)
    }
  }

  /// The 640 values of the prototype.
  func prototype(_ index: Int) -> Float {
    switch self {
    case .symmetric: quadratureMirrorWindow[index]
    case .lowDelay: lowDelayQuadratureMirrorWindow[index]
    }
  }

  /// The prototype of 32 bands: every other value, or in the low delay bank the mean of two.
  func halvedPrototype(_ index: Int) -> Float {
    switch self {
    case .symmetric: prototype(2 * index)
    case .lowDelay: (prototype(2 * index) + prototype(2 * index + 1)) / 2
    }
  }
}

/// Splits the core's samples into 32 complex subbands.
///
/// ISO/IEC 14496-3, 4.6.18.4.1. One value serves all channels in turn; what a channel keeps is its ``History``.
struct SubbandAnalysis: Sendable {
  private static let bandCount = LowSubbands.bandCount
  private static let windowLength = 320
  /// Samples in front of the frame that the first column looks at.
  private static let historyLength = windowLength - bandCount
  /// Far beyond any signal, and small enough that no energy overflows: 54 dB above full scale.
  private static let largestSample: Float = 512

  /// The last samples of a channel.
  struct History: Sendable {
    fileprivate var samples = [Float](repeating: 0, count: historyLength)
  }

  private var transform: SubbandTransform
  /// The window from its end on.
  private let window: [Float]
  private var samples: [Float]
  private var folded: [Float]

  init(_ kind: SubbandBankKind, columnCount: Int, synthesisBandCount: Int) {
    transform = SubbandTransform(
      .analysis, bandCount: 32, quarterPhase: kind.quarterPhases(synthesisBandCount: synthesisBandCount).analysis,
      gain: 2 * AudioScale.fullScale)
    window = (0..<SubbandAnalysis.windowLength).map { kind.halvedPrototype(SubbandAnalysis.windowLength - 1 - $0) }
    samples = Array(repeating: 0, count: SubbandAnalysis.historyLength + columnCount * SubbandAnalysis.bandCount)
    folded = Array(repeating: 0, count: 2 * SubbandAnalysis.bandCount)
  }

  /// Fills the columns of a frame behind the history of `low`.
  mutating func analyze(_ input: Span<Float>, history: inout History, into low: inout LowSubbands) {
    load(input, &history)
    for column in 0..<low.columnCount {
      SubbandAnalysis.fold(samples, window, from: column * SubbandAnalysis.bandCount, &folded)
      transform.analyze(
        folded, into: &low.real, &low.imaginary,
        at: (low.historyCount + column) * SubbandAnalysis.bandCount)
    }
  }

  private mutating func load(_ input: Span<Float>, _ history: inout History) {
    let length = SubbandAnalysis.historyLength
    precondition(input.count == samples.count - length && input.count >= length)
    var all = samples.mutableSpan
    var old = history.samples.mutableSpan
    let limit = SubbandAnalysis.largestSample
    for n in 0..<length { all[n] = old[n] }
    for n in input.indices { all[length + n] = max(-limit, min(limit, input[n])) }
    let start = input.count
    for n in 0..<length { old[n] = all[start + n] }
  }

  /// Five windowed pieces of 64 samples added up.
  private static func fold(_ samples: [Float], _ window: [Float], from start: Int, _ folded: inout [Float]) {
    let source = samples.span.extracting(start..<(start + windowLength))
    let weights = window.span
    var sum = folded.mutableSpan
    precondition(sum.count == 64 && weights.count == windowLength && source.count == windowLength)
    for n in 0..<64 {
      let near = source[n] * weights[n] + source[n + 64] * weights[n + 64]
      let middle = source[n + 128] * weights[n + 128]
      let far = source[n + 192] * weights[n + 192] + source[n + 256] * weights[n + 256]
      sum[n] = near + middle + far
    }
  }
}
