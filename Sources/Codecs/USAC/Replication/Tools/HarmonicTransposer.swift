package import AACReplication
package import AACSyntax
import Transforms

// Bound throughout: frames have at most 64 columns.
// Holds throughout: the arrays have the sizes of the largest bank and of the frame, and columns are in the frame.

/// Makes high subbands of a channel by multiplying the frequencies of the low ones by 2, 3 and 4.
///
/// ISO/IEC 23003-3, 7.5, the transposer of the QMF domain.
/// ```
/// low columns ── synthesis of M bands ── samples ── analysis of 2M half as wide ── rows, one for two columns
/// rows ── products of two, three, four of their numbers ── columns of 64 subbands
/// ```
/// It looks ahead: a row is the middle one of 13, so that with it all subbands of an element are a frame later. Frames
/// whose subbands are copied are transposed as well, or the next one that is not would begin without a history.
package struct HarmonicTransposer: Sendable {
  /// Rows before a frame's that its products need.
  private static let rowHistory = 12
  /// Columns after the frame that its products reach.
  private static let reach = 9
  /// The transposer's own delay, in columns: from its input to its output, without the history of its filters.
  private static let lead = 32

  private let columnCount: Int
  private let ratio: SBREnhancement.Ratio
  private var size = HarmonicBanks.shared.size(bandCount: 4)
  private var bands: Bands?
  /// `sbrPitchInBins` of the last frame.
  private var lastPitch = 0
  /// Parts of the synthesis, the newest last.
  private var memory: [Float]
  private var samples: [Float]
  /// A column of the synthesis' bands.
  private var column = [Float](repeating: 0, count: HarmonicBanks.mostBands)
  private var folded = HarmonicBanks.Size.Folded()
  private var products: HarmonicProducts

  /// The bands that a header leads to.
  private struct Bands: Sendable {
    var first: Int
    var end: Int
    /// The lowest band of the synthesis.
    var start: Int
    var transposed: TransposedBands
  }

  package init(columnCount: Int, _ ratio: SBREnhancement.Ratio) {
    self.columnCount = columnCount
    self.ratio = ratio
    memory = Array(repeating: 0, count: (HarmonicBanks.partCount + columnCount) * 2 * HarmonicBanks.mostBands)
    samples = Array(repeating: 0, count: (HarmonicBanks.sampleCount + columnCount) * HarmonicBanks.mostBands)
    products = HarmonicProducts(
      historyCount: HarmonicTransposer.rowHistory, rowCount: columnCount / 2,
      columnCount: columnCount + HarmonicTransposer.reach)
  }

  /// Restarts with the bands of another header, from the columns before the next frame on.
  package mutating func restart(_ new: borrowing SBRBands, _ channel: inout SBRChannelState) {
    guard let transposed = new.transposed else { return }
    for index in memory.indices { memory[index] = 0 }
    for index in samples.indices { samples[index] = 0 }
    products.clear()
    let bandCount = 4 * ((new.first + 4) / 8) + 4
    size = HarmonicBanks.shared.size(bandCount: bandCount)
    let start = min(harmonicStarts[new.first], ratio.analysisBandCount - bandCount)
    bands = Bands(first: new.first, end: new.end, start: start, transposed: transposed)
    let history = channel.low.historyCount - columnCount
    transpose(&channel, history..<(history + HarmonicTransposer.lead), pitch: lastPitch)
  }

  /// Transposes the columns of a frame.
  package mutating func transpose(_ channel: inout SBRChannelState, pitch: Int) {
    let first = channel.low.historyCount - columnCount + HarmonicTransposer.lead
    transpose(&channel, first..<(first + columnCount), pitch: pitch)
    lastPitch = pitch
  }

  private mutating func transpose(_ channel: inout SBRChannelState, _ columns: Range<Int>, pitch: Int) {
    guard let bands else { return }
    let m = size.bandCount
    synthesize(channel.low, columns, bands)
    let halfBands = (2 * bands.start)..<(2 * bands.start + 2 * m)
    let plan = HarmonicProducts.Plan(
      bands.transposed, halfBands, pitch: pitch, pitchUnit: ratio == .quadruple ? 24 : 12)
    let newest = HarmonicBanks.sampleCount * m + m
    for block in 0..<(columns.count / 2) {
      let row = HarmonicTransposer.rowHistory + block
      size.fold(samples, newest: newest + 2 * m * block, into: &folded)
      size.analyze(
        folded, into: &products.rows.real, &products.rows.imaginary,
        at: row * HarmonicRows.width + halfBands.lowerBound)
      products.add(plan, newest: row, at: 2 * block)
    }
    if channel.transposed != nil { write(columns.count, bands, to: &channel.transposed!) }  // Holds: looked at here.
    HarmonicRows.move(&memory, 2 * m * columns.count, 2 * m * HarmonicBanks.partCount)
    HarmonicRows.move(&samples, m * columns.count, m * HarmonicBanks.sampleCount)
    products.advance(by: columns.count)
  }

  /// Converts columns to samples.
  private mutating func synthesize(_ low: borrowing LowSubbands, _ columns: Range<Int>, _ bands: Bands) {
    let m = size.bandCount
    let sign: Float = bands.start & 2 == 0 ? -1 : 1
    for index in 0..<columns.count {
      let place = (columns.lowerBound + index) * LowSubbands.bandCount + bands.start
      for k in 0..<m {
        let turn = HarmonicTransposer.turns[bands.start + k]
        column[k] = sign * (low.real[place + k] * turn.real - low.imaginary[place + k] * turn.imaginary)
      }
      let newest = (HarmonicBanks.partCount + index) * 2 * m
      size.modulate(column, into: &memory, at: newest)
      size.window(memory, newest: newest, into: &samples, at: (HarmonicBanks.sampleCount + index) * m)
    }
  }

  /// Rotates the columns of the products back, and appends them to the others.
  private mutating func write(_ count: Int, _ bands: Bands, to output: inout TransposedSubbands) {
    output.lower.advance()
    output.upper.advance()
    let start = output.lower.historyCount + columnCount - count
    for index in 0..<count {
      let place = (start + index) * LowSubbands.bandCount
      for band in 0..<64 {
        var value = ComplexFloat()
        if band >= bands.first, band < bands.end {
          value = products.columns.value(index, band) * HarmonicTransposer.outputTurns[band]
        }
        if band < LowSubbands.bandCount {
          (output.lower.real[place + band], output.lower.imaginary[place + band]) = (value.real, value.imaginary)
        } else {
          let upper = place + band - LowSubbands.bandCount
          (output.upper.real[upper], output.upper.imaginary[upper]) = (value.real, value.imaginary)
        }
      }
      if ratio == .quadruple { HarmonicTransposer.fillTop(bands, place, &output) }
    }
  }
}

extension HarmonicTransposer {
  /// e^(iπ · 65/128 · (k + ½)) of the low subbands.
  private static let turns: [32 of ComplexFloat] = .init { band in
    let (cosine, sine) = Trigonometry.cosineAndSine(turns: 65 * (2 * band + 1), over: 512)
    return ComplexFloat(real: Float(cosine), imaginary: Float(sine))
  }

  /// e^(iπ · 127/128 · (k + ½)) of all subbands.
  private static let outputTurns: [64 of ComplexFloat] = .init { band in
    let (cosine, sine) = Trigonometry.cosineAndSine(turns: 127 * (2 * band + 1), over: 512)
    return ComplexFloat(real: Float(cosine), imaginary: Float(sine))
  }

  /// Fills the subbands of a column above the last factor with copies of its subbands, even ones with even ones.
  private static func fillTop(_ bands: Bands, _ place: Int, _ output: inout TransposedSubbands) {
    let (borders, last) = (bands.transposed.borders, bands.transposed.maximumFactor - 1)
    guard last > 0, last < borders.count else { return }
    let width = borders[last] - borders[last - 1]
    for range in last..<max(last, borders.count - 1) {
      var target = borders[range]
      let stop = borders[range + 1]
      while target < stop {
        var count = min(width, stop - target)
        var top = borders[last] - 1
        if (target + count - 1 - top) & 1 != 0 {
          if count == width { count -= 1 } else { top -= 1 }
        }
        guard count > 0 else { break }
        for index in 0..<count { output.copy(top - index, to: target + count - 1 - index, place) }
        target += count
      }
    }
  }
}

extension TransposedSubbands {
  /// Copies a subband of the column at `place` to another.
  fileprivate mutating func copy(_ source: Int, to target: Int, _ place: Int) {
    let middle = LowSubbands.bandCount
    let value =
      source < middle
      ? (lower.real[place + source], lower.imaginary[place + source])
      : (upper.real[place + source - middle], upper.imaginary[place + source - middle])
    if target < middle {
      (lower.real[place + target], lower.imaginary[place + target]) = value
    } else {
      (upper.real[place + target - middle], upper.imaginary[place + target - middle]) = value
    }
  }
}
