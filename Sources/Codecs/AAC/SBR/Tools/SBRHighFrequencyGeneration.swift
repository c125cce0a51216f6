// Bound throughout: there are 32 low subbands and a few.
// Holds throughout: the spans are cut to one count by the callers in this file.

/// Makes high subbands of low ones: patches, flattened by a linear prediction where the header's modes say so.
///
/// ISO/IEC 14496-3, 4.6.18.6. One value serves all channels in turn.
struct SBRHighFrequencyGeneration: Sendable {
  private static let lowCount = LowSubbands.bandCount

  /// `bwArray` and the modes that led to it: what the inverse filtering keeps of a channel.
  struct State: Sendable, BitwiseCopyable {
    var modes: [5 of UInt8] = .init(repeating: 0)
    var strengths: [5 of Float] = .init(repeating: 0)
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

  init() {}

  /// Moves the strengths of the inverse filtering towards what a frame's modes ask for.
  static func advance(_ state: inout State, to modes: [5 of UInt8], bandCount: Int) {
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
    let state = channel.generation
    let isFlat = (0..<bands.noiseBandCount).allSatisfy { state.strengths[$0] == 0 }
    if !isFlat {
      SBRHighFrequencyGeneration.correlate(channel.low, &correlation)
      predict(channel.low)
    }
    var target = bands.first
    for patch in bands.patches {
      var done = 0
      while done < patch.count {
        let band = Int(bands.noiseBandOfSubband[target - bands.first])
        let count = min(patch.count - done, bands.noise[band + 1] - target)
        let run = Run(
          source: patch.source + done, target: target, count: count, columns: columns, strength: state.strengths[band])
        if run.strength == 0 {
          SBRHighFrequencyGeneration.copy(run, channel.low.real, to: &channel.matrix.real)
          SBRHighFrequencyGeneration.copy(run, channel.low.imaginary, to: &channel.matrix.imaginary)
        } else {
          filter(run, channel.low, to: &channel.matrix.real, &channel.matrix.imaginary)
        }
        done += count
        target += count
      }
    }
    SBRHighFrequencyGeneration.clear(target..<bands.end, columns, &channel.matrix.real)
    SBRHighFrequencyGeneration.clear(target..<bands.end, columns, &channel.matrix.imaginary)
  }

  /// Subbands side by side that are made of others with one strength of the filter, in some columns.
  private struct Run {
    var source: Int
    var target: Int
    var count: Int
    var columns: Range<Int>
    var strength: Float
  }

  private static func copy(_ run: Run, _ low: [Float], to matrix: inout [Float]) {
    let source = low.span
    var target = matrix.mutableSpan
    for column in run.columns {
      let from = (column + 2) * lowCount + run.source
      let to = column * QuadratureMirrorMatrix.bandCount + run.target
      let low = source.extracting(from..<(from + run.count))
      var high = target._mutatingExtracting(to..<(to + run.count))
      copy(low, to: &high)
    }
  }

  @inline(__always)
  private static func copy(_ source: Span<Float>, to target: inout MutableSpan<Float>) {
    let count = source.count
    precondition(target.count == count)
    for band in 0..<count { target[band] = source[band] }
  }

  private static func clear(_ bands: Range<Int>, _ columns: Range<Int>, _ matrix: inout [Float]) {
    var target = matrix.mutableSpan
    for column in columns {
      for band in bands { target[column * QuadratureMirrorMatrix.bandCount + band] = 0 }
    }
  }

  /// x[l+2] + b·α0·x[l+1] + b²·α1·x[l].
  private func filter(
    _ run: Run, _ low: borrowing LowSubbands, to real: inout [Float], _ imaginary: inout [Float]
  ) {
    let places = run.source..<(run.source + run.count)
    let (a, b) = (first.real.span.extracting(places), first.imaginary.span.extracting(places))
    let (c, d) = (second.real.span.extracting(places), second.imaginary.span.extracting(places))
    let (re, im) = (low.real.span, low.imaginary.span)
    var toReal = real.mutableSpan
    var toImaginary = imaginary.mutableSpan
    let count = run.count
    let width = SBRHighFrequencyGeneration.lowCount
    let strength = run.strength
    let square = strength * strength
    precondition(a.count == count && b.count == count && c.count == count && d.count == count)
    for column in run.columns {
      let from = column * width + run.source
      let (re0, im0) = (re.extracting(from..<(from + count)), im.extracting(from..<(from + count)))
      let near = from + width
      let (re1, im1) = (re.extracting(near..<(near + count)), im.extracting(near..<(near + count)))
      let now = near + width
      let (re2, im2) = (re.extracting(now..<(now + count)), im.extracting(now..<(now + count)))
      let to = column * QuadratureMirrorMatrix.bandCount + run.target
      var outReal = toReal._mutatingExtracting(to..<(to + count))
      var outImaginary = toImaginary._mutatingExtracting(to..<(to + count))
      for k in 0..<count {
        let real1 = strength * (a[k] * re1[k] - b[k] * im1[k])
        let imaginary1 = strength * (a[k] * im1[k] + b[k] * re1[k])
        outReal[k] = re2[k] + real1 + square * (c[k] * re0[k] - d[k] * im0[k])
        outImaginary[k] = im2[k] + imaginary1 + square * (c[k] * im0[k] + d[k] * re0[k])
      }
    }
  }
}

// MARK: - Linear prediction

extension SBRHighFrequencyGeneration {
  /// Sums over the columns that `φ(1,1)` and `φ(2,2)`, `φ(0,1)` and `φ(1,2)` have in common; all of `φ(0,2)`.
  private static func correlate(_ low: borrowing LowSubbands, _ correlation: inout [Float]) {
    let (re, im) = (low.real.span, low.imaginary.span)
    var sums = correlation.mutableSpan
    precondition(sums.count == 160 && re.count >= 96 && im.count == re.count)
    for p in 0..<32 {
      sums[p] = 0
      sums[p + 32] = 0
      sums[p + 64] = 0
      sums[p + 96] = re[p + 64] * re[p] + im[p + 64] * im[p]
      sums[p + 128] = im[p + 64] * re[p] - re[p + 64] * im[p]
    }
    for column in 1..<(low.historyCount + low.columnCount - 2) {
      let start = column * lowCount
      let (x, y) = (re.extracting(start..<(start + 96)), im.extracting(start..<(start + 96)))
      for p in 0..<32 {
        sums[p] += x[p] * x[p] + y[p] * y[p]
        sums[p + 32] += x[p + 32] * x[p] + y[p + 32] * y[p]
        sums[p + 64] += y[p + 32] * x[p] - x[p + 32] * y[p]
        sums[p + 96] += x[p + 64] * x[p] + y[p + 64] * y[p]
        sums[p + 128] += y[p + 64] * x[p] - x[p + 64] * y[p]
      }
    }
  }

  /// `α0` and `α1` of every low subband.
  private mutating func predict(_ low: borrowing LowSubbands) {
    let last = (low.historyCount + low.columnCount - 2) * SBRHighFrequencyGeneration.lowCount
    for p in 0..<SBRHighFrequencyGeneration.lowCount {
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

extension LowSubbands {
  fileprivate func sample(_ place: Int) -> ComplexDouble {
    ComplexDouble(Double(real[place]), Double(imaginary[place]))
  }
}

/// A complex number; a prediction of tones hangs on the last digits of its sums.
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
