import Transforms

// Bound throughout: a frame has at most 64 columns of 64 bands.
// Holds throughout: histories, matrices and windows are made for the same configuration as the filterbank.

/// Joins complex subbands into samples: 64 bands at twice the core's rate, or the lower 32 at the core's rate, or fewer
/// with reduced delay.
///
/// ISO/IEC 14496-3, 4.6.18.4.2 and 4.6.18.4.3. One value serves all channels in turn; what a channel keeps is its
/// ``History``.
package struct SubbandSynthesis: Sendable {
  /// Transformed columns before the present one that the window spans.
  private static let historyCount = 9

  /// The last transformed columns of a channel.
  package struct History: Sendable {
    fileprivate var rising: [Float]
    fileprivate var falling: [Float]

    package init(bandCount: Int) {
      rising = Array(repeating: 0, count: historyCount * bandCount)
      falling = rising
    }
  }

  /// Samples that each column gives, of so many bands.
  let bandCount: Int
  private var quadTransform: ColumnQuadTransform?
  /// In the place of ``quadTransform`` where there is none for the number of bands.
  private var transform: SubbandTransform?
  /// Ten pieces of ``bandCount`` values, in vectors, which a product takes from memory by itself.
  private let window: [SIMD4<Float>]
  /// The first and second halves of the transformed columns, the history in front.
  private var rising: [Float]
  private var falling: [Float]

  package init(_ kind: SubbandBankKind, bandCount: Int, columnCount: Int) {
    self.bandCount = bandCount
    let phases = kind.quarterPhases(analysisBandCount: bandCount, synthesisBandCount: bandCount)
    let gain = kind.sign / (64 * AudioScale.fullScale)
    if ColumnQuadTransform.exists(bandCount: bandCount, columnCount: columnCount) {
      quadTransform = ColumnQuadTransform(
        .synthesis, bandCount: bandCount, quarterPhase: phases.synthesis, gain: gain)
    } else {
      transform = SubbandTransform(.synthesis, bandCount: bandCount, quarterPhase: phases.synthesis, gain: gain)
    }
    window = SIMD4.quads(of: kind.window(bandCount: bandCount))
    rising = Array(repeating: 0, count: (SubbandSynthesis.historyCount + columnCount) * bandCount)
    falling = rising
  }

  /// Turns the columns of a frame into `columnCount * bandCount` samples.
  package mutating func synthesize(
    _ matrix: borrowing QuadratureMirrorMatrix, history: inout History, into output: inout MutableSpan<Float>
  ) {
    let columnCount = matrix.columnCount
    precondition(rising.count == (SubbandSynthesis.historyCount + columnCount) * bandCount)
    precondition(output.count == columnCount * bandCount)
    SubbandSynthesis.copy(history.rising, toStartOf: &rising)
    SubbandSynthesis.copy(history.falling, toStartOf: &falling)
    if quadTransform != nil {
      SubbandSynthesis.transformQuads(matrix, with: &quadTransform, rising: &rising, falling: &falling)
    } else {
      SubbandSynthesis.transformColumns(matrix, with: &transform, rising: &rising, falling: &falling)
    }
    for column in 0..<columnCount {
      var samples = output._mutatingExtracting((column * bandCount)..<((column + 1) * bandCount))
      let range = (column * bandCount)..<((column + SubbandSynthesis.historyCount + 1) * bandCount)
      SubbandSynthesis.window(
        rising.span.extracting(range), falling.span.extracting(range), window.span, &samples)
    }
    SubbandSynthesis.copy(endOf: rising, to: &history.rising)
    SubbandSynthesis.copy(endOf: falling, to: &history.falling)
  }

  private static func transformColumns(
    _ matrix: borrowing QuadratureMirrorMatrix, with transform: inout SubbandTransform?, rising: inout [Float],
    falling: inout [Float]
  ) {
    var rise = rising.mutableSpan
    var fall = falling.mutableSpan
    let bandCount = rise.count / (historyCount + matrix.columnCount)
    for column in 0..<matrix.columnCount {
      let start = (historyCount + column) * bandCount
      var risePart = rise._mutatingExtracting(start..<(start + bandCount))
      var fallPart = fall._mutatingExtracting(start..<(start + bandCount))
      transform?.synthesize(matrix, at: column * QuadratureMirrorMatrix.bandCount, into: &risePart, &fallPart)
    }
  }

  private static func transformQuads(
    _ matrix: borrowing QuadratureMirrorMatrix, with transform: inout ColumnQuadTransform?, rising: inout [Float],
    falling: inout [Float]
  ) {
    let quadCount = ColumnQuadTransform.columnCount
    var rise = rising.mutableSpan
    var fall = falling.mutableSpan
    let bandCount = rise.count / (historyCount + matrix.columnCount)
    for quad in 0..<((matrix.columnCount + quadCount - 1) / quadCount) {
      // Where columns do not come in fours the last ones overlap those before, and are made twice.
      let column = min(quadCount * quad, matrix.columnCount - quadCount)
      let start = (historyCount + column) * bandCount
      var risePart = rise._mutatingExtracting(start..<(start + quadCount * bandCount))
      var fallPart = fall._mutatingExtracting(start..<(start + quadCount * bandCount))
      let range =
        (column * QuadratureMirrorMatrix.bandCount)..<((column + quadCount) * QuadratureMirrorMatrix.bandCount)
      let bands = ComplexParts(
        real: matrix.real.span.extracting(range), imaginary: matrix.imaginary.span.extracting(range))
      transform?.synthesize(bands, into: &risePart, &fallPart)
    }
  }

  /// Ten windowed pieces added up: first halves of every other column, second halves of those between.
  ///
  /// Spans of a literal length leave neither checks nor addresses to be worked out in the loop, twenty of which do not
  /// fit the registers: 18,000 instructions a channel and frame of HE-AAC instead of 46,000.
  private static func window(
    _ rise: Span<Float>, _ fall: Span<Float>, _ window: Span<SIMD4<Float>>, _ output: inout MutableSpan<Float>
  ) {
    switch output.count {
    case 64:
      var part = output._mutatingExtracting(0..<64)
      add(rise.extracting(0..<640), fall.extracting(0..<640), window.extracting(0..<160), &part)
    case 32:
      var part = output._mutatingExtracting(0..<32)
      add(rise.extracting(0..<320), fall.extracting(0..<320), window.extracting(0..<80), &part)
    default: add(rise, fall, window, &output)
    }
  }

  @inline(__always)
  private static func add(
    _ rise: Span<Float>, _ fall: Span<Float>, _ window: Span<SIMD4<Float>>, _ output: inout MutableSpan<Float>
  ) {
    let count = output.count
    let step = count / 4
    precondition(window.count == 10 * step && rise.count == 10 * count && fall.count == 10 * count)
    for quad in 0..<step {
      let k = 4 &* quad
      var sum = rise.quad(at: k &+ 9 &* count) * window[quad] + fall.quad(at: k &+ 8 &* count) * window[quad &+ step]
      sum +=
        rise.quad(at: k &+ 7 &* count) * window[quad &+ 2 &* step]
        + fall.quad(at: k &+ 6 &* count) * window[quad &+ 3 &* step]
      sum +=
        rise.quad(at: k &+ 5 &* count) * window[quad &+ 4 &* step]
        + fall.quad(at: k &+ 4 &* count) * window[quad &+ 5 &* step]
      sum +=
        rise.quad(at: k &+ 3 &* count) * window[quad &+ 6 &* step]
        + fall.quad(at: k &+ 2 &* count) * window[quad &+ 7 &* step]
      sum += rise.quad(at: k &+ count) * window[quad &+ 8 &* step] + fall.quad(at: k) * window[quad &+ 9 &* step]
      output.setQuad(sum, at: k)
    }
  }

  private static func copy(_ source: [Float], toStartOf destination: inout [Float]) {
    let from = source.span
    var to = destination.mutableSpan
    for index in from.indices { to[index] = from[index] }
  }

  private static func copy(endOf source: [Float], to destination: inout [Float]) {
    var to = destination.mutableSpan
    let from = source.span.extracting(last: to.count)
    for index in from.indices { to[index] = from[index] }
  }
}
