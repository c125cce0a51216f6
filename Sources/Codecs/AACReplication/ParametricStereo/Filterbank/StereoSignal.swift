import Transforms

// Bound throughout: 24 quads of 48 columns.
// Holds throughout: matrices have 30 or 32 columns and six more after them.

/// A frame of one channel in the slots of a ``StereoColumn``, quad by quad, each with its columns before the frame:
/// ```
/// quad 0:    columns −14…−1    columns 0…31    2 that mean nothing
/// quad 1:    columns −14…−1    columns 0…31    2 that mean nothing
///   …
/// ```
/// A quad's columns are side by side, so that a filter keeps its factors in registers from column to column, and a
/// delay is another beginning. Loops run over all ``columnCount`` columns, a length that the compiler knows, also where
/// a frame has 30: the other two results are not used.
package struct StereoSignal: Sendable {
  /// The number of columns before the frame.
  static let pastCount = 14
  /// The largest number of columns of a frame.
  package static let columnCount = 32
  static let rowLength = 48

  /// Column `c` of quad `q` at `48 q + 14 + c`.
  var quads = [ComplexQuad](repeating: .zero, count: StereoColumn.quadCount * rowLength)
  /// The first quad from which on all is zero, in this frame and in the columns before it.
  private(set) var end = StereoColumn.wholeQuads.upperBound
  /// The same of this frame alone.
  private var ownEnd = StereoColumn.wholeQuads.upperBound

  package init() {}

  /// The quads of whole subbands that are not zero, now or in the columns before.
  package var usedWholeQuads: Range<Int> { StereoColumn.wholeQuads.lowerBound..<end }

  /// Returns the index of a column of a quad.
  static func place(_ quad: Int, _ column: Int) -> Int { rowLength * quad + pastCount + column }

  /// Returns the columns of a quad with the preceding ones.
  @_lifetime(borrow self)
  func row(_ quad: Int) -> Span<ComplexQuad> {
    quads.span.extracting((StereoSignal.rowLength * quad)..<(StereoSignal.rowLength * (quad + 1)))
  }

  /// The number in a slot.
  package subscript(slot slot: Int, column column: Int) -> (real: Float, imaginary: Float) {
    get {
      let quad = quads[StereoSignal.place(slot / 4, column)]
      return (quad.real[slot % 4], quad.imaginary[slot % 4])
    }
    set {
      quads[StereoSignal.place(slot / 4, column)].real[slot % 4] = newValue.real
      quads[StereoSignal.place(slot / 4, column)].imaginary[slot % 4] = newValue.imaginary
    }
  }

  /// Clears all columns.
  mutating func reset() {
    for place in quads.indices { quads[place] = .zero }
    ownEnd = StereoColumn.wholeQuads.upperBound
  }

  /// Copies the parts of split subbands into a matrix of 32 columns, laid out as whole subbands.
  package func copyParts(_ resolution: HybridResolution, to matrix: inout QuadratureMirrorMatrix) {
    for quad in resolution.partQuads {
      let row = row(quad).extracting(droppingFirst: StereoSignal.pastCount)
      StereoSignal.copy(row, to: &matrix.real, &matrix.imaginary, at: 4 * quad)
    }
  }

  private static func copy(_ row: Span<ComplexQuad>, to real: inout [Float], _ imaginary: inout [Float], at band: Int) {
    var x = real.mutableSpan
    var y = imaginary.mutableSpan
    for column in 0..<columnCount {
      let place = QuadratureMirrorMatrix.bandCount * column + band
      x.setQuad(row[column].real, at: place)
      y.setQuad(row[column].imaginary, at: place)
    }
  }

  /// Keeps the last columns of a frame as the history of the next one.
  package mutating func advance(_ count: Int, _ resolution: HybridResolution) {
    advance(resolution.partQuads, by: count)
    advance(usedWholeQuads, by: count)
  }

  private mutating func advance(_ range: Range<Int>, by count: Int) {
    var values = quads.mutableSpan
    for quad in range {
      var row = values._mutatingExtracting((StereoSignal.rowLength * quad)..<(StereoSignal.rowLength * (quad + 1)))
      for column in 0..<StereoSignal.pastCount { row[column] = row[column + count] }
    }
  }

  /// Loads the whole subbands of a frame.
  package mutating func load(_ matrix: borrowing QuadratureMirrorMatrix) {
    let own = StereoColumn.wholeQuads.lowerBound + matrix.usedQuadCount(atLeast: StereoDecorrelator.filteredCount)
    end = max(own, ownEnd)
    ownEnd = own
    let real = matrix.real.span.extracting(SubbandRows.places)
    let imaginary = matrix.imaginary.span.extracting(SubbandRows.places)
    let used = usedWholeQuads
    var values = quads.mutableSpan
    for quad in used {
      let start = StereoSignal.place(quad, 0)
      let part = values._mutatingExtracting(start..<(start + StereoSignal.columnCount))
      var row = part._consumingExtracting(0..<StereoSignal.columnCount)
      let band = 4 &* quad &- StereoColumn.wholeStart
      for column in 0..<StereoSignal.columnCount {
        row[column] = ComplexQuad(real: real.quad(row: column, band), imaginary: imaginary.quad(row: column, band))
      }
    }
  }
}

extension QuadratureMirrorMatrix {
  /// Returns the number of quads of subbands up to the last non-empty one, but at least `least`.
  fileprivate func usedQuadCount(atLeast least: Int) -> Int {
    let real = real.span.extracting(SubbandRows.places)
    let imaginary = imaginary.span.extracting(SubbandRows.places)
    var count = QuadratureMirrorMatrix.bandCount / 4
    while count > least {
      var sum = SIMD4<Float>(repeating: 0)
      for column in 0..<StereoSignal.columnCount {
        // So large that no square of a nonzero value is zero, except for numbers of less than a hundredth of 1e-40.
        let x = real.quad(row: column, 4 &* count &- 4) * 0x1p60
        let y = imaginary.quad(row: column, 4 &* count &- 4) * 0x1p60
        sum += x * x + y * y
      }
      guard sum == SIMD4(repeating: 0) else { break }
      count -= 1
    }
    return count
  }

  /// Empties the subbands from one on, a multiple of four.
  mutating func clear(from band: Int) {
    SubbandRows.clear(&real, columnCount, from: band)
    SubbandRows.clear(&imaginary, columnCount, from: band)
  }
}
