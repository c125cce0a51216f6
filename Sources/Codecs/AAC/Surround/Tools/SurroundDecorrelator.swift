// Bound throughout: 64 subbands, 23 parameter bands.
// Holds throughout: spans have the number of subbands.

/// Makes a second signal like the downmix in its energies but unlike in its phases.
///
/// ISO/IEC 23003-2: a delay and an all-pass filter in each subband, of three kinds by region, and gains that hold the energies of
/// 23 bands to those of the downmix.
struct SurroundDecorrelator: Sendable {
  private static let width = QuadratureMirrorMatrix.bandCount
  private static let historyCount = 8

  /// Neighbouring subbands with the same filter.
  private struct Region: Sendable {
    var subbands: Range<Int>
    /// Slots.
    var delay: Int
    /// b[0] … b[K]; the denominator is the same backward.
    var numerator: [Float]
  }

  private var regions: [Region] = []
  /// The last eight columns of the downmix.
  private var pastReal = [Float](repeating: 0, count: historyCount * width)
  private var pastImaginary = [Float](repeating: 0, count: historyCount * width)
  private var next = 0
  /// The memories of the all-pass filters, those of one depth side by side; the last depth stays 0.
  private var memoryReal = [Float](repeating: 0, count: 16 * width)
  private var memoryImaginary = [Float](repeating: 0, count: 16 * width)
  private var balance: SurroundEnergyBalance

  /// Prepares so many subbands.
  init(subbandCount: Int, arrangement: Int) {
    balance = SurroundEnergyBalance(subbandCount: subbandCount)
    let low = surroundAllPassLow.indices.map { surroundAllPassLow[$0] }
    let middle = surroundAllPassMiddle.indices.map { surroundAllPassMiddle[$0] }
    let high = surroundAllPassHigh.indices.map { surroundAllPassHigh[$0] }
    let ends: (Int, Int) = arrangement == 0 ? (14, 23) : arrangement == 1 ? (49, 64) : (14, 64)
    let (first, second) = (min(ends.0, subbandCount), min(ends.1, subbandCount))
    regions = [
      Region(subbands: 0..<first, delay: 7, numerator: low),
      Region(subbands: first..<second, delay: 2, numerator: middle),
      Region(subbands: second..<subbandCount, delay: 1, numerator: high),
    ]
  }

  /// Forgets the past.
  mutating func reset() {
    for place in pastReal.indices {
      pastReal[place] = 0
      pastImaginary[place] = 0
    }
    for place in memoryReal.indices {
      memoryReal[place] = 0
      memoryImaginary[place] = 0
    }
    balance.reset()
  }

  /// Makes the twin of the next column.
  mutating func apply(_ column: borrowing SurroundColumn, into twin: inout SurroundColumn) {
    Self.copy(column.real.span, to: &pastReal, at: next * Self.width)
    Self.copy(column.imaginary.span, to: &pastImaginary, at: next * Self.width)
    for region in regions {
      let start = ((next - region.delay) & (Self.historyCount - 1)) * Self.width
      Self.filter(region, pastReal, from: start, &memoryReal, into: &twin.real)
      Self.filter(region, pastImaginary, from: start, &memoryImaginary, into: &twin.imaginary)
    }
    next = (next + 1) & (Self.historyCount - 1)
    balance.apply(column, to: &twin)
  }

  private static func copy(_ source: Span<Float>, to target: inout [Float], at start: Int) {
    let all = target.mutableSpan
    var part = all._consumingExtracting(start..<(start + width))
    precondition(source.count == width)
    for index in 0..<width { part[index] = source[index] }
  }

  /// y = s[0] + b[0]·x; s[j−1] = s[j] + b[j]·x − b[K−j]·y.
  private static func filter(
    _ region: borrowing Region, _ past: [Float], from start: Int, _ memory: inout [Float], into output: inout [Float]
  ) {
    let count = region.subbands.count
    let first = region.subbands.lowerBound
    let input = past.span.extracting((start + first)..<(start + first + count))
    var all = memory.mutableSpan
    let target = output.mutableSpan
    var y = target._consumingExtracting(region.subbands)
    let order = region.numerator.count - 1
    let b = region.numerator.span
    precondition(input.count == count && y.count == count)
    for k in 0..<count { y[k] = all[first &+ k] + b[0] * input[k] }
    // The places below are those of the memory, which has a depth more than the filter.
    precondition(all.count >= (order + 1) * width && first + count <= width)
    for j in 1...order {
      let (front, back) = (b[j], b[order - j])
      let (to, from) = ((j - 1) * width + first, j * width + first)
      for k in 0..<count { all[to &+ k] = all[from &+ k] + front * input[k] - back * y[k] }
    }
  }
}

/// Holds the energies of the decorrelated signal to those of the downmix.
struct SurroundEnergyBalance: Sendable {
  private static let bandCount = 23
  private static let keep: Float = 0.8
  private static let tolerance: Float = 1.5

  private let bandOfSubband: [Int]
  private var direct = [Float](repeating: 0, count: bandCount)
  private var twin = [Float](repeating: 0, count: bandCount)
  private var sums = [Float](repeating: 0, count: 2 * bandCount)
  private var gains = [Float](repeating: 1, count: bandCount)

  init(subbandCount: Int) { bandOfSubband = (0..<subbandCount).map { Int(surroundBandOfSubband23[$0]) } }

  /// Forgets the past.
  mutating func reset() {
    for band in direct.indices {
      direct[band] = 0
      twin[band] = 0
    }
  }

  /// Adjusts the decorrelated column of a column of the downmix.
  mutating func apply(_ column: borrowing SurroundColumn, to decorrelated: inout SurroundColumn) {
    for place in sums.indices { sums[place] = 0 }
    for subband in bandOfSubband.indices {
      let band = bandOfSubband[subband]
      sums[band] += column.energy(subband)
      sums[Self.bandCount + band] += decorrelated.energy(subband)
    }
    for band in direct.indices {
      direct[band] = Self.keep * direct[band] + (1 - Self.keep) * sums[band]
      twin[band] = Self.keep * twin[band] + (1 - Self.keep) * sums[Self.bandCount + band]
      gains[band] = Self.gain(direct[band], twin[band])
    }
    Self.scale(&decorrelated.real, bandOfSubband, gains)
    Self.scale(&decorrelated.imaginary, bandOfSubband, gains)
  }

  private static func scale(_ values: inout [Float], _ bandOfSubband: [Int], _ gains: [Float]) {
    var span = values.mutableSpan
    for subband in bandOfSubband.indices { span[subband] *= gains[bandOfSubband[subband]] }
  }

  private static func gain(_ direct: Float, _ twin: Float) -> Float {
    if twin > tolerance * direct { return (tolerance * direct / twin).squareRoot() }
    // What is far below the least significant bit is silence.
    guard direct > tolerance * twin, direct > 1e-10 else { return 1 }
    return min(2, (direct / max(tolerance * twin, 1e-20)).squareRoot())
  }
}
