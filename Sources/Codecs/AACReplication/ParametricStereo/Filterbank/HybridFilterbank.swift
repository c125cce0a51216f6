import Transforms

// Bound throughout: a frame has at most 64 columns.
// Holds throughout: the spans are cut to the counts of taps and columns in this file.

/// Splits the lowest subbands into narrower ones, and joins them again.
///
/// ISO/IEC 14496-3, 8.6.4.3: filters of 13 taps, centred, so that they look six columns ahead and none is delayed. The
/// parts of a subband add up to it exactly.
package struct HybridFilterbank: Sendable {
  static let tapCount = 13
  /// The number of columns that the filters look back and ahead.
  package static let reach = 6

  /// The largest number of subbands that are split.
  private static let splitCount = 5

  let resolution: HybridResolution
  /// The parameter bands of the lanes of each quad; 0 for unused lanes.
  private let bandsOfQuads: [SIMD4<UInt8>]
  private let filters: [Filter]
  /// Taps of filter `f` at `13 f`: real parts, the middle one last, then the imaginary parts of the first six.
  private let taps: [SIMD4<Float>]

  /// The filter of a part, and, if there is one, of the part with conjugate taps.
  private struct Filter: Sendable, BitwiseCopyable {
    var source: Int
    var part: Int
    var mirror: Int?
  }

  package init(_ resolution: HybridResolution) {
    self.resolution = resolution
    let bands = resolution.bandOfSlot()
    bandsOfQuads = (0..<StereoColumn.quadCount).map { quad in
      SIMD4(bands[4 * quad], bands[4 * quad + 1], bands[4 * quad + 2], bands[4 * quad + 3])
    }
    var filters: [Filter] = []
    var taps: [SIMD4<Float>] = []
    for part in 0..<resolution.partCount {
      let mirror = resolution.mirror(part)
      if let mirror, mirror < part { continue }
      filters.append(Filter(source: resolution.source(part), part: part, mirror: mirror))
      // Tap n weights the column 6 − n ahead.
      let values = (0..<HybridFilterbank.tapCount).map {
        HybridFilterbank.tap(resolution, part, HybridFilterbank.tapCount - 1 - $0)
      }
      taps += values.prefix(HybridFilterbank.reach + 1).map { SIMD4(repeating: Float($0.real)) }
      taps += values.prefix(HybridFilterbank.reach).map { SIMD4(repeating: Float($0.imaginary)) }
    }
    self.filters = filters
    self.taps = taps
  }

  /// Returns the properties of a quad that its mixing needs.
  ///
  /// - Parameter band: The first of the four subbands of a matrix that it becomes.
  func place(_ quad: Int, band: Int) -> StereoMixing.Place {
    StereoMixing.Place(quad: quad, band: band, bands: bandsOfQuads[quad], signs: resolution.signs(quad))
  }

  private static func tap(_ resolution: HybridResolution, _ part: Int, _ n: Int) -> (real: Double, imaginary: Double) {
    switch resolution {
    case .fine:
      if part < 12 { return modulated(stereoFilterSub1234[n], part, of: 12, n) }
      if part < 20 { return modulated(stereoFilterSub834[n], part - 12, of: 8, n) }
      return modulated(stereoFilterSub434[n], (part - 20) % 4, of: 4, n)
    case .coarse:
      if part < 6 {
        let bands: [6 of (Int, Int?)] = [(6, nil), (7, nil), (0, nil), (1, nil), (2, 5), (3, 4)]
        let one = modulated(stereoFilterSub820[n], bands[part].0, of: 8, n)
        guard let second = bands[part].1 else { return one }
        let other = modulated(stereoFilterSub820[n], second, of: 8, n)
        return (one.real + other.real, one.imaginary + other.imaginary)
      }
      // Subband 1 has its halves in the other order.
      let isUpper = part == 6 || part == 9
      return (Double(stereoFilterSub220[n]) * (isUpper && n % 2 != 0 ? -1 : 1), 0)
    }
  }

  /// Returns tap `n` of the filter for band `q` of `count`: `g[n] exp(i 2π/Q (q + ½)(n − 6))`.
  private static func modulated(_ prototype: Float, _ q: Int, of count: Int, _ n: Int) -> (
    real: Double, imaginary: Double
  ) {
    let (cosine, sine) = Trigonometry.cosineAndSine(turns: (2 * q + 1) * (n - reach), over: 2 * count)
    return (Double(prototype) * cosine, Double(prototype) * sine)
  }

  /// The columns of the subbands that are split: six of the previous frame, the frame's, six ahead.
  package struct Lines: Sendable {
    /// The number of columns: 44, and four unused ones.
    fileprivate static let length = 48

    private let columnCount: Int
    fileprivate var real: [Float]
    fileprivate var imaginary: [Float]

    package init(columnCount: Int) {
      self.columnCount = columnCount
      real = Array(repeating: 0, count: splitCount * Lines.length)
      imaginary = real
    }

    /// Clears all frames.
    package mutating func reset() {
      for place in real.indices {
        real[place] = 0
        imaginary[place] = 0
      }
    }

    /// Adds a frame.
    package mutating func append(_ matrix: borrowing QuadratureMirrorMatrix) {
      Lines.append(matrix.real.span, columnCount, to: &real)
      Lines.append(matrix.imaginary.span, columnCount, to: &imaginary)
    }

    /// Appends four columns at a time, splitting the lowest four subbands of each into lines.
    private static func append(_ matrix: Span<Float>, _ columnCount: Int, to values: inout [Float]) {
      let width = QuadratureMirrorMatrix.bandCount
      var lines = values.mutableSpan
      for band in 0..<splitCount {
        for column in 0..<reach { lines[band * length + column] = lines[band * length + columnCount + column] }
      }
      let last = columnCount + reach - 4
      for block in 0...((last + 3) / 4) {
        // The last four are partly on those before them.
        let column = min(4 * block, last)
        let columns = matrix.extracting((width * column)..<(width * (column + 4))).extracting(0..<(4 * width))
        let rows = SIMD4.transpose(
          columns.known(at: 0), columns.known(at: width), columns.known(at: 2 * width), columns.known(at: 3 * width))
        let place = reach + column
        lines.setQuad(rows.0, at: place)
        lines.setQuad(rows.1, at: length + place)
        lines.setQuad(rows.2, at: 2 * length + place)
        lines.setQuad(rows.3, at: 3 * length + place)
        let fifth = SIMD4(columns[4], columns[width + 4], columns[2 * width + 4], columns[3 * width + 4])
        lines.setQuad(fifth, at: 4 * length + place)
      }
    }
  }

  /// Splits a frame's subbands and writes the parts.
  package func split(_ lines: borrowing Lines, into output: inout StereoSignal) {
    let all = output.quads.mutableSpan
    var quads = all._consumingExtracting(0..<(StereoSignal.rowLength * StereoColumn.wholeQuads.lowerBound))
    for place in filters.indices {
      let filter = filters[place]
      let line = (Lines.length * filter.source)..<(Lines.length * (filter.source + 1))
      let start = HybridFilterbank.tapCount * place
      let taps = taps.span.extracting(start..<(start + HybridFilterbank.tapCount))
      let input = (real: lines.real.span.extracting(line), imaginary: lines.imaginary.span.extracting(line))
      if let mirror = filter.mirror {
        HybridFilterbank.filterPair(taps, input, into: &quads, (filter.part, mirror))
      } else {
        HybridFilterbank.filter(taps, input, into: &quads, filter.part)
      }
    }
    for part in resolution.partCount..<(4 * resolution.partQuads.upperBound) {
      for block in 0..<HybridFilterbank.blockCount { quads[HybridFilterbank.place(part, block)] = .zero }
    }
    for quad in resolution.partQuads { HybridFilterbank.transpose(&quads, from: StereoSignal.place(quad, 0)) }
  }

  /// Blocks of four columns in a frame.
  private static let blockCount = StereoSignal.columnCount / 4

  /// Returns the position of four columns of a part in the temporary storage, which is transposed as soon as all four
  /// parts of a quad are available.
  private static func place(_ part: Int, _ block: Int) -> Int { StereoSignal.place(part / 4, 4 * block + part % 4) }

  /// Filters a part with real taps, four columns at a time.
  ///
  /// Each prototype is its own mirror image: columns at equal distances before and after share a tap.
  private static func filter(
    _ taps: Span<SIMD4<Float>>, _ line: (real: Span<Float>, imaginary: Span<Float>),
    into quads: inout MutableSpan<ComplexQuad>, _ part: Int
  ) {
    let factors = taps.extracting(0..<tapCount)
    let (x, y) = (line.real.extracting(0..<Lines.length), line.imaginary.extracting(0..<Lines.length))
    for block in 0..<blockCount {
      let start = 4 &* block
      var (sumReal, sumImaginary) = (
        factors[reach] * x.known(at: start &+ reach), factors[reach] * y.known(at: start &+ reach)
      )
      for n in 0..<reach {
        let (before, behind) = (start &+ n, start &+ (2 &* reach &- n))
        sumReal += factors[n] * (x.known(at: before) + x.known(at: behind))
        sumImaginary += factors[n] * (y.known(at: before) + y.known(at: behind))
      }
      quads[place(part, block)] = ComplexQuad(real: sumReal, imaginary: sumImaginary)
    }
  }

  /// Filters a part and the one with conjugate taps: they differ only in the signs of the imaginary taps.
  ///
  /// Lanes are columns, so that no number has to be spread over lanes: with four parts as lanes, and column by column,
  /// all parts took 39,000 instructions per frame of HE-AAC v2.
  private static func filterPair(
    _ taps: Span<SIMD4<Float>>, _ line: (real: Span<Float>, imaginary: Span<Float>),
    into quads: inout MutableSpan<ComplexQuad>, _ parts: (Int, Int)
  ) {
    let factors = taps.extracting(0..<tapCount)
    let (x, y) = (line.real.extracting(0..<Lines.length), line.imaginary.extracting(0..<Lines.length))
    for block in 0..<blockCount {
      let start = 4 &* block
      // The result of real taps, and that of imaginary taps if they were real.
      var (evenReal, evenImaginary) = (
        factors[reach] * x.known(at: start &+ reach), factors[reach] * y.known(at: start &+ reach)
      )
      var (oddReal, oddImaginary) = (SIMD4<Float>(repeating: 0), SIMD4<Float>(repeating: 0))
      for n in 0..<reach {
        let (before, behind) = (start &+ n, start &+ (2 &* reach &- n))
        let (a, b, c, d) = (x.known(at: before), x.known(at: behind), y.known(at: before), y.known(at: behind))
        evenReal += factors[n] * (a + b)
        evenImaginary += factors[n] * (c + d)
        oddReal += factors[n &+ reach &+ 1] * (a - b)
        oddImaginary += factors[n &+ reach &+ 1] * (c - d)
      }
      quads[place(parts.0, block)] = ComplexQuad(real: evenReal - oddImaginary, imaginary: evenImaginary + oddReal)
      quads[place(parts.1, block)] = ComplexQuad(real: evenReal + oddImaginary, imaginary: evenImaginary - oddReal)
    }
  }

  /// Transposes four columns of a part each to quads of four parts.
  private static func transpose(_ quads: inout MutableSpan<ComplexQuad>, from start: Int) {
    var row = quads._mutatingExtracting(start..<(start + StereoSignal.columnCount))
    for block in 0..<blockCount {
      let at = 4 &* block
      let (a, b, c, d) = (row[at], row[at &+ 1], row[at &+ 2], row[at &+ 3])
      let real = SIMD4.transpose(a.real, b.real, c.real, d.real)
      let imaginary = SIMD4.transpose(a.imaginary, b.imaginary, c.imaginary, d.imaginary)
      row[at] = ComplexQuad(real: real.0, imaginary: imaginary.0)
      row[at &+ 1] = ComplexQuad(real: real.1, imaginary: imaginary.1)
      row[at &+ 2] = ComplexQuad(real: real.2, imaginary: imaginary.2)
      row[at &+ 3] = ComplexQuad(real: real.3, imaginary: imaginary.3)
    }
  }

  /// Joins the sub-subbands of a frame into a matrix; those of a column are the first slots of `parts`.
  package func join(_ parts: borrowing QuadratureMirrorMatrix, into matrix: inout QuadratureMirrorMatrix) {
    join(parts.real.span, columnCount: parts.columnCount, into: &matrix.real)
    join(parts.imaginary.span, columnCount: parts.columnCount, into: &matrix.imaginary)
  }

  private func join(_ parts: Span<Float>, columnCount: Int, into values: inout [Float]) {
    let parts = parts.extracting(SubbandRows.places)
    let all = values.mutableSpan
    var matrix = all._consumingExtracting(SubbandRows.places)
    for column in 0..<columnCount {
      let start = SubbandRows.place(column, 0)
      switch resolution {
      case .coarse:
        let (a, b, c) = (parts.quad(row: column, 0), parts.quad(row: column, 4), parts.quad(row: column, 8))
        let first = a.lowHalf + a.highHalf + b.lowHalf
        matrix[start] = first[0] + first[1]
        matrix[start | 1] = b[2] + b[3]
        matrix[start | 2] = c[0] + c[1]
      case .fine:
        let (a, b, c) = (parts.quad(row: column, 0), parts.quad(row: column, 4), parts.quad(row: column, 8))
        matrix[start] = HybridFilterbank.sum(a + b + c)
        matrix[start | 1] = HybridFilterbank.sum(parts.quad(row: column, 12) + parts.quad(row: column, 16))
        matrix[start | 2] = HybridFilterbank.sum(parts.quad(row: column, 20))
        matrix[start | 3] = HybridFilterbank.sum(parts.quad(row: column, 24))
        matrix[start | 4] = HybridFilterbank.sum(parts.quad(row: column, 28))
      }
    }
  }

  @inline(__always)
  private static func sum(_ values: SIMD4<Float>) -> Float { (values[0] + values[1]) + (values[2] + values[3]) }
}
