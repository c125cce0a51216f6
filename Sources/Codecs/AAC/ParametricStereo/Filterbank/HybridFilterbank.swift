import Transforms

// Bound throughout: a frame has at most 64 columns.
// Holds throughout: the spans are cut to the count of taps in this file.

/// Splits the lowest subbands into narrower ones, and joins them again.
///
/// ISO/IEC 14496-3, 8.6.4.3: filters of 13 taps, centred, so that they look six columns ahead and none is delayed. The
/// parts of a subband add up to it exactly.
package struct HybridFilterbank: Sendable {
  static let tapCount = 13
  /// Columns that the filters look back and ahead.
  static let reach = 6

  /// The most subbands that are split.
  private static let splitCount = 5

  let resolution: HybridResolution
  /// The parameter band of each slot of a ``StereoColumn``; 0 for those that mean nothing.
  let bandOfSlot: [UInt8]
  /// Taps of the parts of quad `q` at `13 q`, in the order of time.
  private let taps: [ComplexQuad]

  package init(_ resolution: HybridResolution) {
    self.resolution = resolution
    bandOfSlot = resolution.bandOfSlot()
    var taps: [ComplexQuad] = []
    for quad in resolution.partQuads {
      for time in 0..<HybridFilterbank.tapCount {
        taps.append(
          ComplexQuad { lane in
            let part = 4 * quad + lane
            guard part < resolution.partCount else { return (0, 0) }
            // Tap n weights the column 6 − n ahead.
            return HybridFilterbank.tap(resolution, part, HybridFilterbank.tapCount - 1 - time)
          })
      }
    }
    self.taps = taps
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

  /// Tap `n` of the filter for band `q` of `count`: `g[n] exp(i 2π/Q (q + ½)(n − 6))`.
  private static func modulated(_ prototype: Float, _ q: Int, of count: Int, _ n: Int) -> (
    real: Double, imaginary: Double
  ) {
    let (cosine, sine) = Trigonometry.cosineAndSine(turns: (2 * q + 1) * (n - reach), over: 2 * count)
    return (Double(prototype) * cosine, Double(prototype) * sine)
  }

  /// The columns of the subbands that are split: six of the frame before, the frame's, six ahead.
  package struct Lines: Sendable {
    private let columnCount: Int
    private var values: [SIMD2<Float>]

    package init(columnCount: Int) {
      self.columnCount = columnCount
      values = Array(repeating: SIMD2(), count: splitCount * (columnCount + 2 * reach))
    }

    private var length: Int { columnCount + 2 * reach }

    /// Takes in a frame.
    package mutating func append(_ matrix: borrowing QuadratureMirrorMatrix) {
      Lines.append(matrix, columnCount, to: &values)
    }

    private static func append(
      _ matrix: borrowing QuadratureMirrorMatrix, _ columnCount: Int, to values: inout [SIMD2<Float>]
    ) {
      let length = columnCount + 2 * reach
      let (real, imaginary) = (matrix.real.span, matrix.imaginary.span)
      var lines = values.mutableSpan
      for band in 0..<splitCount {
        let start = band * length
        for column in 0..<reach { lines[start + column] = lines[start + columnCount + column] }
        for column in 0..<(columnCount + reach) {
          let place = column * QuadratureMirrorMatrix.bandCount + band
          lines[start + reach + column] = SIMD2(real[place], imaginary[place])
        }
      }
    }

    /// What the filters of a subband see at a column: real and imaginary parts.
    @_lifetime(borrow self)
    fileprivate func input(_ band: Int, _ column: Int) -> Span<SIMD2<Float>> {
      let start = band * length + column
      return values.span.extracting(start..<(start + tapCount))
    }
  }

  /// Writes the sub-subbands and subbands of a column.
  package func analyze(
    _ lines: borrowing Lines, _ matrix: borrowing QuadratureMirrorMatrix, column: Int, into output: inout StereoColumn
  ) {
    var quads = output.quads.mutableSpan
    for quad in resolution.partQuads {
      let (first, second) = sources(of: quad)
      let start = HybridFilterbank.tapCount * quad
      quads[quad] = HybridFilterbank.filter(
        taps.span.extracting(start..<(start + HybridFilterbank.tapCount)),
        lines.input(first, column), lines.input(second, column))
    }
    let bands = (column * QuadratureMirrorMatrix.bandCount)..<((column + 1) * QuadratureMirrorMatrix.bandCount)
    let (real, imaginary) = (matrix.real.span.extracting(bands), matrix.imaginary.span.extracting(bands))
    for quad in StereoColumn.wholeQuads {
      let band = 4 &* quad &- StereoColumn.wholeStart
      quads[quad] = ComplexQuad(real: real.quad(at: band), imaginary: imaginary.quad(at: band))
    }
  }

  /// The subbands that the first two and the last two parts of a quad are parts of.
  private func sources(of quad: Int) -> (first: Int, second: Int) {
    (resolution.source(4 * quad), resolution.source(4 * quad + 2))
  }

  /// Four parts of a column: two of one subband, two of another.
  ///
  /// Tap 12 − n is the conjugate of tap n, as each prototype is its own mirror image: the sums and differences of
  /// columns as far before as behind take half as many products (293 instructions became 243).
  private static func filter(
    _ taps: Span<ComplexQuad>, _ first: Span<SIMD2<Float>>, _ second: Span<SIMD2<Float>>
  ) -> ComplexQuad {
    let last = tapCount - 1
    let factors = taps.extracting(0..<tapCount)
    let (firsts, seconds) = (first.extracting(0..<tapCount), second.extracting(0..<tapCount))
    let (a, b) = (firsts[reach], seconds[reach])
    var real = factors[reach].real * SIMD4(a[0], a[0], b[0], b[0])
    var imaginary = factors[reach].real * SIMD4(a[1], a[1], b[1], b[1])
    for n in 0..<reach {
      let before = SIMD4(lowHalf: firsts[n], highHalf: seconds[n])
      let behind = SIMD4(lowHalf: firsts[last &- n], highHalf: seconds[last &- n])
      let (sum, difference) = (before + behind, before - behind)
      let factor = factors[n]
      real += factor.real * SIMD4(sum[0], sum[0], sum[2], sum[2])
      real -= factor.imaginary * SIMD4(difference[1], difference[1], difference[3], difference[3])
      imaginary += factor.real * SIMD4(sum[1], sum[1], sum[3], sum[3])
      imaginary += factor.imaginary * SIMD4(difference[0], difference[0], difference[2], difference[2])
    }
    return ComplexQuad(real: real, imaginary: imaginary)
  }

  /// Joins the sub-subbands of a column into a matrix.
  package func synthesize(_ input: borrowing StereoColumn, column: Int, into matrix: inout QuadratureMirrorMatrix) {
    let bands = (column * QuadratureMirrorMatrix.bandCount)..<((column + 1) * QuadratureMirrorMatrix.bandCount)
    let quads = input.quads.span
    var sums: [5 of (real: Float, imaginary: Float)] = .init(repeating: (0, 0))
    for quad in resolution.partQuads {
      let (first, second) = sources(of: quad)
      let (real, imaginary) = (quads[quad].real, quads[quad].imaginary)
      sums[first].real += real[0] + real[1]
      sums[first].imaginary += imaginary[0] + imaginary[1]
      sums[second].real += real[2] + real[3]
      sums[second].imaginary += imaginary[2] + imaginary[3]
    }
    let allReals = matrix.real.mutableSpan
    var reals = allReals._consumingExtracting(bands)
    for quad in StereoColumn.wholeQuads {
      reals.setQuad(quads[quad].real, at: 4 &* quad &- StereoColumn.wholeStart)
    }
    for band in 0..<resolution.splitCount { reals[band] = sums[band].real }
    let allImaginaries = matrix.imaginary.mutableSpan
    var imaginaries = allImaginaries._consumingExtracting(bands)
    for quad in StereoColumn.wholeQuads {
      imaginaries.setQuad(quads[quad].imaginary, at: 4 &* quad &- StereoColumn.wholeStart)
    }
    for band in 0..<resolution.splitCount { imaginaries[band] = sums[band].imaginary }
  }
}
