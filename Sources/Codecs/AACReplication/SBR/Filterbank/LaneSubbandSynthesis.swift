import AACSyntax
package import Transforms

// Bound throughout: a frame has at most 64 columns of 64 bands.
// Holds throughout: histories, matrices and windows are made for the same configuration as the filterbank.

/// ``SubbandSynthesis`` with vectors of a number of lanes.
package struct LaneSubbandSynthesis<Lanes: FloatLanes>: Sendable {
  /// The number of bands, and of samples that each column yields.
  let bandCount: Int
  private var columnTransform: ColumnTransform<Lanes>?
  /// The transform used in place of ``columnTransform`` if that does not exist for the number of bands.
  private var transform: SubbandTransform?
  /// The window: ten pieces of ``bandCount`` values, in vectors that a multiplication can load directly from memory.
  private let window: [Lanes]
  /// The first and second halves of the transformed columns, preceded by the history.
  private var rising: [Float]
  private var falling: [Float]

  package init(_ kind: SubbandBankKind, bandCount: Int, columnCount: Int) {
    self.bandCount = bandCount
    let phases = kind.sixteenthPhases(analysisBandCount: bandCount, synthesisBandCount: bandCount)
    let gain = kind.sign / (64 * AudioScale.fullScale)
    if ColumnTransform<Lanes>.exists(bandCount: bandCount, columnCount: columnCount) {
      columnTransform = ColumnTransform(
        .synthesis, bandCount: bandCount, sixteenthPhase: phases.synthesis, gain: gain)
    } else {
      transform = SubbandTransform(.synthesis, bandCount: bandCount, sixteenthPhase: phases.synthesis, gain: gain)
    }
    window = Lanes.vectors(of: kind.window(bandCount: bandCount))
    rising = Array(repeating: 0, count: (SubbandSynthesis.historyCount + columnCount) * bandCount)
    falling = rising
  }

  /// Converts the columns of a frame to `columnCount * bandCount` samples.
  package mutating func synthesize(
    _ matrix: borrowing QuadratureMirrorMatrix, history: inout SubbandSynthesis.History,
    into output: inout MutableSpan<Float>
  ) {
    let columnCount = matrix.columnCount
    precondition(rising.count == (SubbandSynthesis.historyCount + columnCount) * bandCount)
    precondition(output.count == columnCount * bandCount)
    Self.copy(history.rising, toStartOf: &rising)
    Self.copy(history.falling, toStartOf: &falling)
    if columnTransform != nil {
      Self.transformGroups(matrix, with: &columnTransform, rising: &rising, falling: &falling)
    } else {
      Self.transformColumns(matrix, with: &transform, rising: &rising, falling: &falling)
    }
    Self.windowAll(
      ComplexParts(real: rising.span, imaginary: falling.span), window.span, columnCount: columnCount, &output)
    Self.copy(endOf: rising, to: &history.rising)
    Self.copy(endOf: falling, to: &history.falling)
  }

  private static func transformColumns(
    _ matrix: borrowing QuadratureMirrorMatrix, with transform: inout SubbandTransform?, rising: inout [Float],
    falling: inout [Float]
  ) {
    var rise = rising.mutableSpan
    var fall = falling.mutableSpan
    let bandCount = rise.count / (SubbandSynthesis.historyCount + matrix.columnCount)
    for column in 0..<matrix.columnCount {
      let start = (SubbandSynthesis.historyCount + column) * bandCount
      var risePart = rise._mutatingExtracting(start..<(start + bandCount))
      var fallPart = fall._mutatingExtracting(start..<(start + bandCount))
      transform?.synthesize(matrix, at: column * QuadratureMirrorMatrix.bandCount, into: &risePart, &fallPart)
    }
  }

  private static func transformGroups(
    _ matrix: borrowing QuadratureMirrorMatrix, with transform: inout ColumnTransform<Lanes>?, rising: inout [Float],
    falling: inout [Float]
  ) {
    let groupCount = ColumnTransform<Lanes>.columnCount
    var rise = rising.mutableSpan
    var fall = falling.mutableSpan
    let bandCount = rise.count / (SubbandSynthesis.historyCount + matrix.columnCount)
    for group in 0..<((matrix.columnCount + groupCount - 1) / groupCount) {
      // Where columns do not come in whole groups the last ones overlap those before, and are made twice.
      let column = min(groupCount * group, matrix.columnCount - groupCount)
      let start = (SubbandSynthesis.historyCount + column) * bandCount
      var risePart = rise._mutatingExtracting(start..<(start + groupCount * bandCount))
      var fallPart = fall._mutatingExtracting(start..<(start + groupCount * bandCount))
      let range =
        (column * QuadratureMirrorMatrix.bandCount)..<((column + groupCount) * QuadratureMirrorMatrix.bandCount)
      let bands = ComplexParts(
        real: matrix.real.span.extracting(range), imaginary: matrix.imaginary.span.extracting(range))
      transform?.synthesize(bands, into: &risePart, &fallPart)
    }
  }

  /// Windows all columns, in fours the first with the third and the second with the fourth.
  private static func windowAll(
    _ halves: borrowing ComplexParts, _ window: Span<Lanes>, columnCount: Int, _ output: inout MutableSpan<Float>
  ) {
    let count = output.count / columnCount
    let (rise, fall) = (halves.real, halves.imaginary)
    let paired = count == 64 || count == 32 ? columnCount & ~3 : 0
    for column in 0..<paired where column & 2 == 0 {
      let range = (column * count)..<((column + SubbandSynthesis.historyCount + 3) * count)
      var samples = output._mutatingExtracting((column * count)..<((column + 3) * count))
      let columns = ComplexParts(real: rise.extracting(range), imaginary: fall.extracting(range))
      if count == 64 {
        windowTwo(SixtyFour.self, columns, window, &samples)
      } else {
        windowTwo(ThirtyTwo.self, columns, window, &samples)
      }
    }
    for column in paired..<columnCount {
      let range = (column * count)..<((column + SubbandSynthesis.historyCount + 1) * count)
      var samples = output._mutatingExtracting((column * count)..<((column + 1) * count))
      self.window(rise.extracting(range), fall.extracting(range), window, &samples)
    }
  }

  /// Windows a column and the second one after it, in a span of three: what is loaded serves both, four fifths of the
  /// columns' values and all of the window, since loads limit the speed: two thirds of the time of one after the other.
  @inline(never)
  private static func windowTwo<Size: ColumnBandCount>(
    _ size: Size.Type, _ halves: borrowing ComplexParts, _ window: Span<Lanes>, _ output: inout MutableSpan<Float>
  ) {
    let count = Size.value
    let step = count / Lanes.scalarCount
    let (rise, fall) = (halves.real.extracting(0..<(12 &* count)), halves.imaginary.extracting(0..<(12 &* count)))
    let weights = window.extracting(0..<(10 &* step))
    var samples = output._mutatingExtracting(0..<(3 &* count))
    for index in 0..<step {
      let k = Lanes.scalarCount &* index
      var (x, y) = (Lanes(rise, at: k &+ 9 &* count), Lanes(fall, at: k &+ 8 &* count))
      var first = x * weights[index] + y * weights[index &+ step]
      var second =
        Lanes(rise, at: k &+ 11 &* count) * weights[index] + Lanes(fall, at: k &+ 10 &* count) * weights[index &+ step]
      for pair in 1..<5 {
        let (u, v) = (weights[index &+ 2 &* pair &* step], weights[index &+ (2 &* pair &+ 1) &* step])
        second += x * u + y * v
        x = Lanes(rise, at: k &+ (9 &- 2 &* pair) &* count)
        y = Lanes(fall, at: k &+ (8 &- 2 &* pair) &* count)
        first += x * u + y * v
      }
      first.store(in: &samples, at: k)
      second.store(in: &samples, at: k &+ 2 &* count)
    }
  }

  /// Sums ten windowed pieces: first halves of every other column, second halves of those between.
  private static func window(
    _ rise: Span<Float>, _ fall: Span<Float>, _ window: Span<Lanes>, _ output: inout MutableSpan<Float>
  ) {
    switch output.count {
    case 64:
      var part = output._mutatingExtracting(0..<64)
      add(rise.extracting(0..<640), fall.extracting(0..<640), window.extracting(0..<(640 / Lanes.scalarCount)), &part)
    case 32:
      var part = output._mutatingExtracting(0..<32)
      add(rise.extracting(0..<320), fall.extracting(0..<320), window.extracting(0..<(320 / Lanes.scalarCount)), &part)
    default: add(rise, fall, window, &output)
    }
  }

  @inline(__always)
  private static func add(
    _ rise: Span<Float>, _ fall: Span<Float>, _ window: Span<Lanes>, _ output: inout MutableSpan<Float>
  ) {
    let count = output.count
    let step = count / Lanes.scalarCount
    precondition(window.count == 10 * step && rise.count == 10 * count && fall.count == 10 * count)
    for index in 0..<step {
      let k = Lanes.scalarCount &* index
      var sum =
        Lanes(rise, at: k &+ 9 &* count) * window[index] + Lanes(fall, at: k &+ 8 &* count) * window[index &+ step]
      sum +=
        Lanes(rise, at: k &+ 7 &* count) * window[index &+ 2 &* step]
        + Lanes(fall, at: k &+ 6 &* count) * window[index &+ 3 &* step]
      sum +=
        Lanes(rise, at: k &+ 5 &* count) * window[index &+ 4 &* step]
        + Lanes(fall, at: k &+ 4 &* count) * window[index &+ 5 &* step]
      sum +=
        Lanes(rise, at: k &+ 3 &* count) * window[index &+ 6 &* step]
        + Lanes(fall, at: k &+ 2 &* count) * window[index &+ 7 &* step]
      sum += Lanes(rise, at: k &+ count) * window[index &+ 8 &* step] + Lanes(fall, at: k) * window[index &+ 9 &* step]
      sum.store(in: &output, at: k)
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
