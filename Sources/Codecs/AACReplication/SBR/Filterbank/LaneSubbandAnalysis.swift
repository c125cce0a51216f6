import AACSyntax
package import Transforms

// Bound throughout: a frame has at most 64 columns of 64 bands.
// Holds throughout: histories, matrices and windows are made for the same configuration as the filterbank.

/// ``SubbandAnalysis`` with vectors of a number of lanes.
package struct LaneSubbandAnalysis<Lanes: FloatLanes>: Sendable {
  /// The largest sample: far beyond any signal, and small enough that no energy overflows: 54 dB above full scale.
  private static var largestSample: Float { 512 }

  /// The samples from which each column is made, and its bands.
  let bandCount: Int
  private let columnCount: Int
  private var columnTransform: ColumnTransform<Lanes>?
  /// The transform used in place of ``columnTransform`` if that does not exist for the number of bands.
  private var transform: SubbandTransform?
  /// The reversed window, in vectors that a multiplication can load directly from memory.
  private let window: [Lanes]
  private var samples: [Float]
  private var folded: [Float]

  package init(_ kind: SubbandBankKind, bandCount: Int, columnCount: Int, synthesisBandCount: Int) {
    self.bandCount = bandCount
    self.columnCount = columnCount
    let phases = kind.sixteenthPhases(analysisBandCount: bandCount, synthesisBandCount: synthesisBandCount)
    let gain = kind.sign * 64 / Double(bandCount) * AudioScale.fullScale
    if ColumnTransform<Lanes>.exists(bandCount: bandCount, columnCount: columnCount) {
      columnTransform = ColumnTransform(
        .analysis, bandCount: bandCount, sixteenthPhase: phases.analysis, gain: gain)
    } else {
      transform = SubbandTransform(.analysis, bandCount: bandCount, sixteenthPhase: phases.analysis, gain: gain)
    }
    window = Lanes.vectors(of: kind.window(bandCount: bandCount).reversed())
    samples = Array(repeating: 0, count: (9 + columnCount) * bandCount)
    let groupCount = columnTransform == nil ? 1 : ColumnTransform<Lanes>.columnCount
    folded = Array(repeating: 0, count: groupCount * 2 * bandCount)
  }

  /// Fills the columns of a frame after the history of `low`; bands that the bank does not have are left unchanged.
  package mutating func analyze(
    _ input: Span<Float>, history: inout SubbandAnalysis.History, into low: inout LowSubbands
  ) {
    precondition(low.columnCount == columnCount)
    load(input, &history)
    let place = ColumnPlace(first: low.historyCount, distance: LowSubbands.bandCount)
    if columnTransform != nil {
      analyzeGroups(into: &low.real, &low.imaginary, place)
    } else {
      analyzeColumns(into: &low.real, &low.imaginary, place)
    }
  }

  /// Fills the columns of a frame with all subbands from `start` on.
  package mutating func analyze(
    _ input: Span<Float>, history: inout SubbandAnalysis.History, into matrix: inout QuadratureMirrorMatrix,
    from start: Int
  ) {
    precondition(start <= QuadratureMirrorMatrix.lookAheadCount)
    precondition(matrix.columnCount == columnCount)
    load(input, &history)
    let place = ColumnPlace(first: start, distance: QuadratureMirrorMatrix.bandCount)
    if columnTransform != nil {
      analyzeGroups(into: &matrix.real, &matrix.imaginary, place)
    } else {
      analyzeColumns(into: &matrix.real, &matrix.imaginary, place)
    }
  }

  /// The start of a frame's columns, and the number of bands from one to the next.
  private struct ColumnPlace {
    var first: Int
    var distance: Int
  }

  /// The start of a column's samples, and of their folded values.
  private struct FoldPlaces {
    var source: Int
    var target: Int
  }

  private mutating func analyzeColumns(into real: inout [Float], _ imaginary: inout [Float], _ place: ColumnPlace) {
    for column in 0..<columnCount {
      Self.fold(samples, window, FoldPlaces(source: column * bandCount, target: 0), &folded)
      transform?.analyze(folded, into: &real, &imaginary, at: (place.first + column) * place.distance)
    }
  }

  private mutating func analyzeGroups(into real: inout [Float], _ imaginary: inout [Float], _ place: ColumnPlace) {
    var re = real.mutableSpan
    var im = imaginary.mutableSpan
    let groupCount = ColumnTransform<Lanes>.columnCount
    for group in 0..<((columnCount + groupCount - 1) / groupCount) {
      // Where columns do not come in whole groups the last ones overlap those before, and are made twice.
      let column = min(groupCount * group, columnCount - groupCount)
      for lane in 0..<groupCount where lane & 2 == 0 {
        let places = FoldPlaces(source: (column + lane) * bandCount, target: 2 * bandCount * lane)
        Self.foldTwo(samples, window, places, &folded)
      }
      let start = (place.first + column) * place.distance
      var rePart = re._mutatingExtracting(start..<(start + groupCount * place.distance))
      var imPart = im._mutatingExtracting(start..<(start + groupCount * place.distance))
      columnTransform?.analyze(folded, into: &rePart, &imPart)
    }
  }

  private mutating func load(_ input: Span<Float>, _ history: inout SubbandAnalysis.History) {
    let length = 9 * bandCount
    precondition(history.samples.count == length && input.count == samples.count - length)
    var all = samples.mutableSpan
    var old = history.samples.mutableSpan
    let limit = Self.largestSample
    for n in 0..<length { all[n] = old[n] }
    for n in input.indices { all[length + n] = max(-limit, min(limit, input[n])) }
    let start = input.count
    for n in 0..<length { old[n] = all[start + n] }
  }

  /// Sums five windowed pieces of a column's samples, and those of the second column after it.
  private static func foldTwo(
    _ samples: [Float], _ window: [Lanes], _ places: FoldPlaces, _ folded: inout [Float]
  ) {
    let count = Lanes.scalarCount * window.count / 5
    let source = samples.span.extracting(places.source..<(places.source + 6 * count))
    var all = folded.mutableSpan
    var sums = all._mutatingExtracting(places.target..<(places.target + 3 * count))
    if count == 128 {
      addTwo(SixtyFour.self, source, window.span, &sums)
    } else {
      addTwo(ThirtyTwo.self, source, window.span, &sums)
    }
  }

  /// The two columns share four of five pieces: loads limit the speed.
  ///
  /// Spans of a literal length leave no checks in the loop: 11,000 instructions per channel and frame of HE-AAC instead
  /// of 24,000.
  @inline(never)
  private static func addTwo<Size: ColumnBandCount>(
    _ size: Size.Type, _ samples: Span<Float>, _ window: Span<Lanes>, _ folded: inout MutableSpan<Float>
  ) {
    let count = 2 &* Size.value
    let step = count / Lanes.scalarCount
    let source = samples.extracting(0..<(6 &* count))
    let weights = window.extracting(0..<(5 &* step))
    var sums = folded._mutatingExtracting(0..<(3 &* count))
    for index in 0..<step {
      let n = Lanes.scalarCount &* index
      var next = Lanes(source, at: n &+ count)
      var first = Lanes(source, at: n) * weights[index]
      var second = next * weights[index]
      for piece in 1..<5 {
        let weight = weights[index &+ piece &* step]
        first += next * weight
        next = Lanes(source, at: n &+ (piece &+ 1) &* count)
        second += next * weight
      }
      first.store(in: &sums, at: n)
      second.store(in: &sums, at: n &+ 2 &* count)
    }
  }

  /// Sums five windowed pieces of a column's samples.
  private static func fold(
    _ samples: [Float], _ window: [Lanes], _ places: FoldPlaces, _ folded: inout [Float]
  ) {
    let (start, place) = (places.source, places.target)
    let count = Lanes.scalarCount * window.count / 10
    var all = folded.mutableSpan
    var sum = all._mutatingExtracting(place..<(place + 2 * count))
    add(samples.span.extracting(start..<(start + 5 * sum.count)), window.span, &sum)
  }

  @inline(__always)
  private static func add(_ source: Span<Float>, _ weights: Span<Lanes>, _ sum: inout MutableSpan<Float>) {
    let count = sum.count
    let step = count / Lanes.scalarCount
    precondition(weights.count == 5 * step && source.count == 5 * count)
    for index in 0..<step {
      let n = Lanes.scalarCount &* index
      let near = Lanes(source, at: n) * weights[index] + Lanes(source, at: n &+ count) * weights[index &+ step]
      let middle = Lanes(source, at: n &+ 2 &* count) * weights[index &+ 2 &* step]
      let far =
        Lanes(source, at: n &+ 3 &* count) * weights[index &+ 3 &* step]
        + Lanes(source, at: n &+ 4 &* count) * weights[index &+ 4 &* step]
      (near + middle + far).store(in: &sum, at: n)
    }
  }
}
