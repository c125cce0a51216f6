import Transforms

// Bound throughout: a frame has at most 64 columns of 64 bands.
// Holds throughout: histories, matrices and windows are made for the same configuration as the filterbank.

/// The low subbands of a channel: what the analysis bank makes of the core's samples.
///
/// Columns of 32 bands side by side, in planes of real and imaginary parts. The first ``historyCount`` columns are the
/// last ones of the frame before.
package struct LowSubbands: Sendable {
  /// Bands of a column.
  static let bandCount = 32

  let historyCount: Int
  /// Columns of a frame.
  let columnCount: Int
  package var real: [Float]
  package var imaginary: [Float]

  package init(historyCount: Int, columnCount: Int) {
    self.historyCount = historyCount
    self.columnCount = columnCount
    real = Array(repeating: 0, count: (historyCount + columnCount) * LowSubbands.bandCount)
    imaginary = real
  }

  /// Makes the last columns the history of the next frame.
  package mutating func advance() {
    LowSubbands.moveToFront(&real, count: historyCount * LowSubbands.bandCount)
    LowSubbands.moveToFront(&imaginary, count: historyCount * LowSubbands.bandCount)
  }

  private static func moveToFront(_ values: inout [Float], count: Int) {
    var span = values.mutableSpan
    let start = span.count - count
    for index in 0..<count { span[index] = span[start + index] }
  }
}

/// Splits the core's samples into complex subbands: 32, or fewer with reduced delay, or 64 for LD MPEG Surround alone.
///
/// ISO/IEC 14496-3, 4.6.18.4.1. One value serves all channels in turn; what a channel keeps is its ``History``.
package struct SubbandAnalysis: Sendable {
  /// Far beyond any signal, and small enough that no energy overflows: 54 dB above full scale.
  private static let largestSample: Float = 512

  /// The last samples of a channel: those in front of a frame that its first column looks at.
  package struct History: Sendable {
    fileprivate var samples: [Float]

    package init(bandCount: Int) { samples = Array(repeating: 0, count: 9 * bandCount) }
  }

  /// Samples of which each column is made, and its bands.
  let bandCount: Int
  private let columnCount: Int
  private var quadTransform: ColumnQuadTransform?
  /// In the place of ``quadTransform`` where there is none for the number of bands.
  private var transform: SubbandTransform?
  /// The window from its end on, in vectors, which a product takes from memory by itself.
  private let window: [SIMD4<Float>]
  private var samples: [Float]
  private var folded: [Float]

  package init(_ kind: SubbandBankKind, bandCount: Int, columnCount: Int, synthesisBandCount: Int) {
    self.bandCount = bandCount
    self.columnCount = columnCount
    let phases = kind.quarterPhases(analysisBandCount: bandCount, synthesisBandCount: synthesisBandCount)
    let gain = kind.sign * 64 / Double(bandCount) * AudioScale.fullScale
    if ColumnQuadTransform.exists(bandCount: bandCount, columnCount: columnCount) {
      quadTransform = ColumnQuadTransform(
        .analysis, bandCount: bandCount, quarterPhase: phases.analysis, gain: gain)
    } else {
      transform = SubbandTransform(.analysis, bandCount: bandCount, quarterPhase: phases.analysis, gain: gain)
    }
    window = SIMD4.quads(of: kind.window(bandCount: bandCount).reversed())
    samples = Array(repeating: 0, count: (9 + columnCount) * bandCount)
    folded = Array(repeating: 0, count: (quadTransform == nil ? 1 : ColumnQuadTransform.columnCount) * 2 * bandCount)
  }

  /// Fills the columns of a frame behind the history of `low`; bands that the bank does not have are left as they are.
  package mutating func analyze(_ input: Span<Float>, history: inout History, into low: inout LowSubbands) {
    precondition(low.columnCount == columnCount)
    load(input, &history)
    let place = ColumnPlace(first: low.historyCount, distance: LowSubbands.bandCount)
    if quadTransform != nil {
      analyzeQuads(into: &low.real, &low.imaginary, place)
    } else {
      analyzeColumns(into: &low.real, &low.imaginary, place)
    }
  }

  /// Fills the columns of a frame of all subbands, the first of which is `start`.
  mutating func analyze(
    _ input: Span<Float>, history: inout History, into matrix: inout QuadratureMirrorMatrix, from start: Int = 0
  ) {
    precondition(start <= QuadratureMirrorMatrix.lookAheadCount)
    precondition(matrix.columnCount == columnCount)
    load(input, &history)
    let place = ColumnPlace(first: start, distance: QuadratureMirrorMatrix.bandCount)
    if quadTransform != nil {
      analyzeQuads(into: &matrix.real, &matrix.imaginary, place)
    } else {
      analyzeColumns(into: &matrix.real, &matrix.imaginary, place)
    }
  }

  /// Where the columns of a frame begin, and how many bands lie from one to the next.
  private struct ColumnPlace {
    var first: Int
    var distance: Int
  }

  /// Where the samples of a column begin, and where what they are folded to.
  private struct FoldPlaces {
    var source: Int
    var target: Int
  }

  private mutating func analyzeColumns(into real: inout [Float], _ imaginary: inout [Float], _ place: ColumnPlace) {
    for column in 0..<columnCount {
      SubbandAnalysis.fold(samples, window, FoldPlaces(source: column * bandCount, target: 0), &folded)
      transform?.analyze(folded, into: &real, &imaginary, at: (place.first + column) * place.distance)
    }
  }

  private mutating func analyzeQuads(into real: inout [Float], _ imaginary: inout [Float], _ place: ColumnPlace) {
    var re = real.mutableSpan
    var im = imaginary.mutableSpan
    let quadCount = ColumnQuadTransform.columnCount
    for quad in 0..<((columnCount + quadCount - 1) / quadCount) {
      // Where columns do not come in fours the last ones overlap those before, and are made twice.
      let column = min(quadCount * quad, columnCount - quadCount)
      for lane in 0..<quadCount {
        let places = FoldPlaces(source: (column + lane) * bandCount, target: 2 * bandCount * lane)
        SubbandAnalysis.fold(samples, window, places, &folded)
      }
      let start = (place.first + column) * place.distance
      var rePart = re._mutatingExtracting(start..<(start + quadCount * place.distance))
      var imPart = im._mutatingExtracting(start..<(start + quadCount * place.distance))
      quadTransform?.analyze(folded, into: &rePart, &imPart)
    }
  }

  private mutating func load(_ input: Span<Float>, _ history: inout History) {
    let length = 9 * bandCount
    precondition(history.samples.count == length && input.count == samples.count - length)
    var all = samples.mutableSpan
    var old = history.samples.mutableSpan
    let limit = SubbandAnalysis.largestSample
    for n in 0..<length { all[n] = old[n] }
    for n in input.indices { all[length + n] = max(-limit, min(limit, input[n])) }
    let start = input.count
    for n in 0..<length { old[n] = all[start + n] }
  }

  /// Five windowed pieces of two columns' samples added up.
  ///
  /// Spans of a literal length leave no checks in the loop: 11,000 instructions a channel and frame of HE-AAC instead
  /// of 24,000.
  private static func fold(
    _ samples: [Float], _ window: [SIMD4<Float>], _ places: FoldPlaces, _ folded: inout [Float]
  ) {
    let (start, place) = (places.source, places.target)
    let count = 2 * window.count / 5
    var all = folded.mutableSpan
    var sum = all._mutatingExtracting(place..<(place + 2 * count))
    if sum.count == 64 {
      var part = sum._mutatingExtracting(0..<64)
      add(samples.span.extracting(start..<(start + 320)).extracting(0..<320), window.span.extracting(0..<80), &part)
    } else {
      add(samples.span.extracting(start..<(start + 5 * sum.count)), window.span, &sum)
    }
  }

  @inline(__always)
  private static func add(_ source: Span<Float>, _ weights: Span<SIMD4<Float>>, _ sum: inout MutableSpan<Float>) {
    let count = sum.count
    let step = count / 4
    precondition(weights.count == 5 * step && source.count == 5 * count)
    for quad in 0..<step {
      let n = 4 &* quad
      let near = source.quad(at: n) * weights[quad] + source.quad(at: n &+ count) * weights[quad &+ step]
      let middle = source.quad(at: n &+ 2 &* count) * weights[quad &+ 2 &* step]
      let far =
        source.quad(at: n &+ 3 &* count) * weights[quad &+ 3 &* step]
        + source.quad(at: n &+ 4 &* count) * weights[quad &+ 4 &* step]
      sum.setQuad(near + middle + far, at: n)
    }
  }
}
