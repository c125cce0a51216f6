import Transforms

// Bound throughout: there are 32 low subbands and a few.
// Holds throughout: the spans are cut to one count by the callers in this file.

/// Generates high subbands from low ones: patches, flattened by linear prediction if the header's modes require it.
///
/// ISO/IEC 14496-3, 4.6.18.6. One value serves all channels in turn.
package struct SBRHighFrequencyGeneration: Sendable {
  private static let lowCount = LowSubbands.bandCount

  /// The state that inverse filtering keeps of a channel: `bwArray` and the modes that led to it.
  package struct State: Sendable, BitwiseCopyable {
    package var modes: [5 of UInt8] = .init(repeating: 0)
    package var strengths: [5 of Float] = .init(repeating: 0)

    package init() {}
  }

  /// `α0` and `α1` of each low subband.
  private var first = Coefficients()
  private var second = Coefficients()
  /// `φ(i,j)`: five rows of sums over the columns of a frame, one a low subband; some `φ` differ only at the ends.
  /// ```
  /// φ(1,1), φ(2,2)  |  φ(0,1), φ(1,2): real, imaginary  |  φ(0,2): real, imaginary
  /// ```
  private var correlation = [Float](repeating: 0, count: 5 * lowCount)

  /// Complex numbers, one a low subband.
  private struct Coefficients: Sendable {
    var real = [Float](repeating: 0, count: lowCount)
    var imaginary = [Float](repeating: 0, count: lowCount)
  }

  package init() {}

  /// Moves the strengths of the inverse filtering towards a frame's modes.
  package static func advance(_ state: inout State, to modes: [5 of UInt8], bandCount: Int) {
    for band in 0..<bandCount {
      let old = state.strengths[band]
      let new = strength(mode: modes[band], previous: state.modes[band])
      let value = new < old ? 0.75 * new + 0.25 * old : 0.90625 * new + 0.09375 * old
      state.strengths[band] = value < 0.015625 ? 0 : min(value, 0.99609375)
      state.modes[band] = modes[band]
    }
  }

  private static func strength(mode: UInt8, previous: UInt8) -> Float {
    switch (mode, previous) {
    case (0, 1), (1, 0): 0.6
    case (0, _): 0
    case (1, _): 0.75
    case (2, _): 0.9
    default: 0.98
    }
  }

  /// Writes columns `columns` of the bands' subbands into a channel's matrix.
  mutating func generate(_ bands: inout SBRBands, columns: Range<Int>, in channel: inout SBRChannelState) {
    let task = Task(
      patches: bands.patches, target: bands.first, columns: columns, state: channel.generation)
    generate(task, from: channel.low, &bands, &channel.matrix)
  }

  /// Writes columns of the bands' subbands from the same subbands of a harmonic transposer.
  mutating func generateTransposed(_ bands: inout SBRBands, columns: Range<Int>, in channel: inout SBRChannelState) {
    guard let transposed = channel.transposed else { return }
    let lowCount = SBRHighFrequencyGeneration.lowCount
    var task = Task(
      patches: SBRBands.Patches(filler: SBRBands.Patch(source: 0, count: 0)), target: bands.first, columns: columns,
      state: channel.generation)
    let middle = min(bands.end, lowCount)
    if bands.first < middle {
      task.patches.append(SBRBands.Patch(source: bands.first, count: middle - bands.first))
      generate(task, from: transposed.lower, &bands, &channel.matrix)
      task.patches.remove(at: 0)
    }
    task.target = max(bands.first, lowCount)
    if task.target < bands.end {
      task.patches.append(SBRBands.Patch(source: task.target - lowCount, count: bands.end - task.target))
      generate(task, from: transposed.upper, &bands, &channel.matrix)
    }
  }

  /// The patches made from one set of subbands: its first subband, and the columns.
  private struct Task {
    var patches: SBRBands.Patches
    var target: Int
    var columns: Range<Int>
    var state: State
  }

  private mutating func generate(
    _ task: Task, from low: borrowing LowSubbands, _ bands: inout SBRBands, _ matrix: inout QuadratureMirrorMatrix
  ) {
    let (patches, columns, state) = (task.patches, task.columns, task.state)
    let isFlat = (0..<bands.noiseBandCount).allSatisfy { state.strengths[$0] == 0 }
    if !isFlat {
      let sources = SBRHighFrequencyGeneration.sourceQuads(patches)
      SBRHighFrequencyGeneration.correlate(low, sources, &correlation)
      predict(low, (4 * sources.lowerBound)..<(4 * sources.upperBound))
    }
    var target = task.target
    var written = target
    for patch in patches {
      var done = 0
      while done < patch.count {
        // The last four are partly on those before them where a patch is not a multiple of four.
        let place = min(done, max(patch.count - 4, 0))
        var run = Run(
          source: patch.source + place, target: target + place, count: min(patch.count, 4), columns: columns)
        run.weights = weights(run, SBRHighFrequencyGeneration.strengths(state, bands, run))
        SBRHighFrequencyGeneration.filter(
          run, low, to: &matrix.real, &matrix.imaginary)
        done += 4
      }
      target += patch.count
      // Of a patch of fewer than four subbands a run writes more, which the next patch overwrites, if there is one.
      written = target + max(4 - patch.count, 0)
    }
    let end = min(max(bands.end, written), QuadratureMirrorMatrix.bandCount)
    SBRHighFrequencyGeneration.clear(target..<end, columns, &matrix.real)
    SBRHighFrequencyGeneration.clear(target..<end, columns, &matrix.imaginary)
  }

  /// Up to four adjacent subbands that are made from others, in some columns.
  private struct Run {
    var source: Int
    var target: Int
    var count: Int
    var columns: Range<Int>
    var weights = Weights()

    /// The index of the earliest low subbands that the filters of the first column need.
    var start: Int { columns.lowerBound * lowCount + source }
    /// The index of the first column in a matrix.
    var place: Int { columns.lowerBound * QuadratureMirrorMatrix.bandCount + target }
  }

  /// `b·α0` and `b²·α1` of a run's subbands.
  private struct Weights {
    /// True if all values are zero, including `b`.
    var isZero = false
    var near = ComplexQuad.zero
    var far = ComplexQuad.zero
  }

  /// Returns the fours of low subbands that patches are made of.
  private static func sourceQuads(_ patches: SBRBands.Patches) -> Range<Int> {
    var (first, end) = (lowCount, 0)
    for patch in patches where patch.count > 0 {
      first = min(first, patch.source)
      end = max(end, patch.source + patch.count)
    }
    return first < end ? (first / 4)..<((end + 3) / 4) : 0..<0
  }

  /// `b` of a run's subbands.
  private static func strengths(_ state: State, _ bands: borrowing SBRBands, _ run: Run) -> SIMD4<Float> {
    let (bandOfSubband, values) = (bands.noiseBandOfSubband.span, state.strengths.span)
    var strengths = SIMD4<Float>()
    for lane in 0..<run.count { strengths[lane] = values[Int(bandOfSubband[run.target - bands.first + lane])] }
    return strengths
  }

  private func weights(_ run: Run, _ strengths: SIMD4<Float>) -> Weights {
    let squares = strengths * strengths
    var weights = Weights(isZero: strengths == SIMD4())
    if weights.isZero { return weights }
    for lane in 0..<run.count {
      weights.near.real[lane] = strengths[lane] * first.real[run.source + lane]
      weights.near.imaginary[lane] = strengths[lane] * first.imaginary[run.source + lane]
      weights.far.real[lane] = squares[lane] * second.real[run.source + lane]
      weights.far.imaginary[lane] = squares[lane] * second.imaginary[run.source + lane]
    }
    return weights
  }

  private static func clear(_ bands: Range<Int>, _ columns: Range<Int>, _ matrix: inout [Float]) {
    guard !bands.isEmpty else { return }
    var target = matrix.mutableSpan
    for column in columns {
      for band in bands { target[column * QuadratureMirrorMatrix.bandCount + band] = 0 }
    }
  }

  /// Computes x[l+2] + b·α0·x[l+1] + b²·α1·x[l].
  ///
  /// Four subbands at a time, all columns, so that weights and the last two columns stay in registers. The lengths hang
  /// on the count of columns in a way that the compiler sees, which leaves no checks in the loop: column by column this
  /// took 34,000 instructions per frame of HE-AAC v2.
  private static func filter(
    _ run: Run, _ low: borrowing LowSubbands, to real: inout [Float], _ imaginary: inout [Float]
  ) {
    guard run.source <= lowCount - 4, run.target <= QuadratureMirrorMatrix.bandCount - 4 else {
      return filterSingly(run, low, to: &real, &imaginary)
    }
    let count = run.columns.count
    // All but the last column, which no whole one may follow.
    let length = lowCount &* (count &+ 1)
    let size = QuadratureMirrorMatrix.bandCount &* count
    guard count > 0, count <= 2 * QuadratureMirrorMatrix.bandCount else { return }
    let x = low.real.span.extracting(run.start..<(run.start + length))
    let y = low.imaginary.span.extracting(run.start..<(run.start + length))
    let allReals = real.mutableSpan
    var reals = allReals._consumingExtracting(run.place..<(run.place + size))
    let allImaginaries = imaginary.mutableSpan
    var imaginaries = allImaginaries._consumingExtracting(run.place..<(run.place + size))
    precondition(x.count == length && y.count == length && reals.count == size && imaginaries.count == size)
    let end = run.start + length
    let newest = ComplexQuad(real: low.real.span.quad(at: end), imaginary: low.imaginary.span.quad(at: end))
    let place = QuadratureMirrorMatrix.bandCount &* (count &- 1)
    if run.weights.isZero {
      for column in 0..<(count &- 1) {
        let (from, to) = (lowCount &* (column &+ 2), QuadratureMirrorMatrix.bandCount &* column)
        reals.setKnown(x.known(at: from), at: to)
        imaginaries.setKnown(y.known(at: from), at: to)
      }
      reals.setKnown(newest.real, at: place)
      imaginaries.setKnown(newest.imaginary, at: place)
      return
    }
    let (near, far) = (run.weights.near, run.weights.far)
    var last = ComplexQuad(real: x.known(at: 0), imaginary: y.known(at: 0))
    var middle = ComplexQuad(real: x.known(at: lowCount), imaginary: y.known(at: lowCount))
    for column in 0..<(count &- 1) {
      let from = lowCount &* (column &+ 2)
      let next = ComplexQuad(real: x.known(at: from), imaginary: y.known(at: from))
      let value = next + near * middle + far * last
      reals.setKnown(value.real, at: QuadratureMirrorMatrix.bandCount &* column)
      imaginaries.setKnown(value.imaginary, at: QuadratureMirrorMatrix.bandCount &* column)
      (last, middle) = (middle, next)
    }
    let value = newest + near * middle + far * last
    reals.setKnown(value.real, at: place)
    imaginaries.setKnown(value.imaginary, at: place)
  }

  /// Filters number by number in the same way, for runs that end at the last subband.
  private static func filterSingly(
    _ run: Run, _ low: borrowing LowSubbands, to real: inout [Float], _ imaginary: inout [Float]
  ) {
    let (x, y) = (low.real.span, low.imaginary.span)
    let (near, far) = (run.weights.near, run.weights.far)
    for lane in 0..<run.count {
      for column in 0..<run.columns.count {
        let last = run.start + column * lowCount + lane
        let (middle, next) = (last + lowCount, last + 2 * lowCount)
        let to = run.place + column * QuadratureMirrorMatrix.bandCount + lane
        real[to] =
          x[next] + (near.real[lane] * x[middle] - near.imaginary[lane] * y[middle])
          + (far.real[lane] * x[last] - far.imaginary[lane] * y[last])
        imaginary[to] =
          y[next] + (near.real[lane] * y[middle] + near.imaginary[lane] * x[middle])
          + (far.real[lane] * y[last] + far.imaginary[lane] * x[last])
      }
    }
  }
}

// MARK: - Linear prediction

extension SBRHighFrequencyGeneration {
  /// Computes sums over the columns that `φ(1,1)` and `φ(2,2)`, `φ(0,1)` and `φ(1,2)` have in common; all of `φ(0,2)`.
  /// For fours of low subbands, each with all its columns.
  private static func correlate(_ low: borrowing LowSubbands, _ quads: Range<Int>, _ correlation: inout [Float]) {
    var sums = correlation.mutableSpan
    let count = low.usedCount - 2
    for quad in quads {
      let row = Lags(low.real.span, low.imaginary.span, at: 4 * quad, count: count)
      sums.setQuad(row.power, at: 4 * quad)
      sums.setQuad(row.near.real, at: 4 * quad + lowCount)
      sums.setQuad(row.near.imaginary, at: 4 * quad + 2 * lowCount)
      sums.setQuad(row.far.real, at: 4 * quad + 3 * lowCount)
      sums.setQuad(row.far.imaginary, at: 4 * quad + 4 * lowCount)
    }
  }

  /// The sums of four low subbands.
  private struct Lags {
    /// The sum of |x(t)|² of all columns but the first.
    var power = SIMD4<Float>()
    /// The sum of x(t+1)·x(t)*, likewise.
    var near = ComplexQuad.zero
    /// The sum of x(t+2)·x(t)*, with the first.
    var far: ComplexQuad

    @inline(__always)
    init(_ real: Span<Float>, _ imaginary: Span<Float>, at start: Int, count: Int) {
      precondition(count > 2 && count <= 2 * QuadratureMirrorMatrix.bandCount)
      // All but the last column, which no whole one follows.
      let length = lowCount &* (count &+ 1)
      let x = real.extracting(start..<(start + length))
      let y = imaginary.extracting(start..<(start + length))
      precondition(x.count == length && y.count == length)
      let first = ComplexQuad(real: x.known(at: 0), imaginary: y.known(at: 0))
      var last = ComplexQuad(real: x.known(at: lowCount), imaginary: y.known(at: lowCount))
      var middle = ComplexQuad(real: x.quad(at: 2 &* lowCount), imaginary: y.quad(at: 2 &* lowCount))
      far = middle.timesConjugate(of: first)
      for column in 1..<(count &- 1) {
        let from = lowCount &* (column &+ 2)
        let next = ComplexQuad(real: x.known(at: from), imaginary: y.known(at: from))
        add(last, middle, next)
        (last, middle) = (middle, next)
      }
      let end = start + length
      add(last, middle, ComplexQuad(real: real.quad(at: end), imaginary: imaginary.quad(at: end)))
    }

    /// Adds a column's products with the two that follow it.
    @inline(__always)
    private mutating func add(_ last: ComplexQuad, _ middle: ComplexQuad, _ next: ComplexQuad) {
      power += last.power
      near = near + middle.timesConjugate(of: last)
      far = far + next.timesConjugate(of: last)
    }
  }

  /// `α0` and `α1` of low subbands.
  private mutating func predict(_ low: borrowing LowSubbands, _ subbands: Range<Int>) {
    let last = (low.usedCount - 2) * SBRHighFrequencyGeneration.lowCount
    for p in subbands {
      let (x0, x1) = (low.sample(p), low.sample(p + 32))
      let (y0, y1) = (low.sample(p + last), low.sample(p + last + 32))
      let near = ComplexDouble(Double(correlation[p + 32]), Double(correlation[p + 64]))
      let phi12 = near + x1.timesConjugate(of: x0)
      let phi01 = near + y1.timesConjugate(of: y0)
      let phi02 = ComplexDouble(Double(correlation[p + 96]), Double(correlation[p + 128]))
      let phi22 = Double(correlation[p]) + x0.power
      let phi11 = Double(correlation[p]) + y0.power
      let determinant = phi22 * phi11 - phi12.power / 1.000001
      var alpha0 = ComplexDouble(0, 0)
      var alpha1 = alpha0
      if determinant != 0 { alpha1 = (phi01 * phi12 - phi02 * phi11) / determinant }
      if phi11 != 0 { alpha0 = (phi01 + alpha1.timesConjugate(of: phi12)) / -phi11 }
      let isUsable = alpha0.power < 16 && alpha1.power < 16
      first.real[p] = isUsable ? Float(alpha0.real) : 0
      first.imaginary[p] = isUsable ? Float(alpha0.imaginary) : 0
      second.real[p] = isUsable ? Float(alpha1.real) : 0
      second.imaginary[p] = isUsable ? Float(alpha1.imaginary) : 0
    }
  }
}

extension ComplexQuad {
  @inline(__always)
  fileprivate func timesConjugate(of other: ComplexQuad) -> ComplexQuad {
    ComplexQuad(
      real: real * other.real + imaginary * other.imaginary, imaginary: imaginary * other.real - real * other.imaginary)
  }
}

extension LowSubbands {
  fileprivate func sample(_ place: Int) -> ComplexDouble {
    ComplexDouble(Double(real[place]), Double(imaginary[place]))
  }
}

/// A complex number in double precision; the prediction of tones depends on the last digits of its sums.
private struct ComplexDouble: BitwiseCopyable {
  var real: Double
  var imaginary: Double

  init(_ real: Double, _ imaginary: Double) {
    self.real = real
    self.imaginary = imaginary
  }

  var power: Double { real * real + imaginary * imaginary }

  func timesConjugate(of other: ComplexDouble) -> ComplexDouble {
    ComplexDouble(
      real * other.real + imaginary * other.imaginary, imaginary * other.real - real * other.imaginary)
  }

  static func + (a: ComplexDouble, b: ComplexDouble) -> ComplexDouble {
    ComplexDouble(a.real + b.real, a.imaginary + b.imaginary)
  }

  static func - (a: ComplexDouble, b: ComplexDouble) -> ComplexDouble {
    ComplexDouble(a.real - b.real, a.imaginary - b.imaginary)
  }

  static func * (a: ComplexDouble, b: ComplexDouble) -> ComplexDouble {
    ComplexDouble(a.real * b.real - a.imaginary * b.imaginary, a.real * b.imaginary + a.imaginary * b.real)
  }

  static func * (a: ComplexDouble, factor: Double) -> ComplexDouble {
    ComplexDouble(a.real * factor, a.imaginary * factor)
  }

  static func / (a: ComplexDouble, divisor: Double) -> ComplexDouble {
    ComplexDouble(a.real / divisor, a.imaginary / divisor)
  }
}
