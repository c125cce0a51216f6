import SignalProcessing

/// Which subbands are split further, and how.
enum HybridResolution: Sendable, BitwiseCopyable {
  /// 20 parameter bands: subbands 0, 1 and 2 are split into 6, 2 and 2.
  case coarse
  /// 34 parameter bands: subbands 0…4 are split into 12, 8, 4, 4 and 4.
  case fine

  /// Subbands that are split.
  var splitCount: Int { self == .coarse ? 3 : 5 }
  /// Sub-subbands that these become.
  var partCount: Int { self == .coarse ? 10 : 32 }
  /// Sub-subbands and whole subbands together: 71 or 91.
  var subbandCount: Int { partCount + QuadratureMirrorMatrix.bandCount - splitCount }
  /// Parameter bands.
  var parameterBandCount: Int { self == .coarse ? 20 : 34 }

  /// The subband that sub-subband `part` is a part of.
  func source(_ part: Int) -> Int {
    switch self {
    case .coarse: part < 6 ? 0 : part < 8 ? 1 : 2
    case .fine: part < 12 ? 0 : part < 20 ? 1 : 2 + (part - 20) / 4
    }
  }

  /// The parameter band of a sub-subband.
  func parameterBand(_ subband: Int) -> Int {
    Int(self == .coarse ? stereoBandOfSubband20[subband] : stereoBandOfSubband34[subband])
  }

  /// Sub-subbands of negative frequency, whose phases turn the other way.
  var conjugated: Range<Int> { self == .coarse ? 0..<2 : 9..<12 }
}

/// Splits the lowest subbands into narrower ones, and joins them again.
///
/// ISO/IEC 14496-3, 8.6.4.3: filters of 13 taps, centred, so that they look six columns ahead and none is delayed. The parts of
/// a subband add up to it exactly.
struct HybridFilterbank: Sendable {
  static let tapCount = 13
  /// Columns that the filters look back and ahead.
  static let reach = 6

  /// The most subbands that are split.
  private static let splitCount = 5

  let resolution: HybridResolution
  /// Taps of part `p` at `13 p`, in the order of time.
  private let real: [Float]
  private let imaginary: [Float]

  init(_ resolution: HybridResolution) {
    self.resolution = resolution
    var real: [Float] = []
    var imaginary: [Float] = []
    for part in 0..<resolution.partCount {
      for time in 0..<HybridFilterbank.tapCount {
        // Tap n weights the column 6 − n ahead.
        let tap = HybridFilterbank.tap(resolution, part, HybridFilterbank.tapCount - 1 - time)
        real.append(Float(tap.real))
        imaginary.append(Float(tap.imaginary))
      }
    }
    self.real = real
    self.imaginary = imaginary
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
  struct Lines: Sendable {
    private let columnCount: Int
    fileprivate var real: [Float]
    fileprivate var imaginary: [Float]

    init(columnCount: Int) {
      self.columnCount = columnCount
      real = Array(repeating: 0, count: splitCount * (columnCount + 2 * reach))
      imaginary = real
    }

    fileprivate var length: Int { columnCount + 2 * reach }

    /// Takes in a frame.
    mutating func append(_ matrix: borrowing QuadratureMirrorMatrix) {
      Lines.append(matrix.real, columnCount, to: &real)
      Lines.append(matrix.imaginary, columnCount, to: &imaginary)
    }

    private static func append(_ source: [Float], _ columnCount: Int, to lines: inout [Float]) {
      let length = columnCount + 2 * reach
      for band in 0..<splitCount {
        let start = band * length
        for column in 0..<reach { lines[start + column] = lines[start + columnCount + column] }
        for column in 0..<(columnCount + reach) {
          lines[start + reach + column] = source[column * QuadratureMirrorMatrix.bandCount + band]
        }
      }
    }
  }

  /// Writes the sub-subbands and subbands of a column.
  func analyze(
    _ lines: borrowing Lines, _ matrix: borrowing QuadratureMirrorMatrix, column: Int, into output: inout StereoColumn
  ) {
    for part in 0..<resolution.partCount {
      let start = resolution.source(part) * lines.length + column
      let taps = (HybridFilterbank.tapCount * part)..<(HybridFilterbank.tapCount * (part + 1))
      let sum = HybridFilterbank.inner(
        real.span.extracting(taps), imaginary.span.extracting(taps),
        lines.real.span.extracting(start..<(start + taps.count)),
        lines.imaginary.span.extracting(start..<(start + taps.count)))
      output.real[part] = sum.real
      output.imaginary[part] = sum.imaginary
    }
    let first = column * QuadratureMirrorMatrix.bandCount
    copyWhole(matrix.real, first, to: &output.real)
    copyWhole(matrix.imaginary, first, to: &output.imaginary)
  }

  /// The sum of the products of two rows of complex numbers.
  private static func inner(
    _ real: Span<Float>, _ imaginary: Span<Float>, _ otherReal: Span<Float>, _ otherImaginary: Span<Float>
  ) -> (real: Float, imaginary: Float) {
    var sum: (real: Float, imaginary: Float) = (0, 0)
    let count = real.count
    precondition(imaginary.count == count && otherReal.count == count && otherImaginary.count == count)
    for n in 0..<count {
      sum.real += real[n] * otherReal[n] - imaginary[n] * otherImaginary[n]
      sum.imaginary += real[n] * otherImaginary[n] + imaginary[n] * otherReal[n]
    }
    return sum
  }

  /// Copies the subbands that are not split.
  private func copyWhole(_ source: [Float], _ first: Int, to output: inout [Float]) {
    let bands = source.span.extracting(first..<(first + QuadratureMirrorMatrix.bandCount))
    var column = output.mutableSpan
    let shift = resolution.partCount - resolution.splitCount
    for band in resolution.splitCount..<QuadratureMirrorMatrix.bandCount { column[band + shift] = bands[band] }
  }

  /// Joins the sub-subbands of a column into a matrix.
  func synthesize(_ input: borrowing StereoColumn, column: Int, into matrix: inout QuadratureMirrorMatrix) {
    let first = column * QuadratureMirrorMatrix.bandCount
    join(input.real, first, &matrix.real)
    join(input.imaginary, first, &matrix.imaginary)
  }

  private func join(_ values: [Float], _ first: Int, _ output: inout [Float]) {
    let source = values.span
    let all = output.mutableSpan
    var bands = all._consumingExtracting(first..<(first + QuadratureMirrorMatrix.bandCount))
    for band in 0..<resolution.splitCount { bands[band] = 0 }
    for part in 0..<resolution.partCount { bands[resolution.source(part)] += source[part] }
    let shift = resolution.partCount - resolution.splitCount
    for band in resolution.splitCount..<QuadratureMirrorMatrix.bandCount { bands[band] = source[band + shift] }
  }
}

/// One column of complex sub-subbands.
struct StereoColumn: Sendable {
  /// Room for the 91 of the finer resolution.
  static let capacity = 96

  var real = [Float](repeating: 0, count: capacity)
  var imaginary = [Float](repeating: 0, count: capacity)
}
