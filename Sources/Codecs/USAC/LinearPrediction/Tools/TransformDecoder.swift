import Transforms

// Bound throughout: frames have 768 or 1,024 lines: USACConfiguration checks it.
// Holds throughout: blocks have a quarter, a half or all of the lines of a stream.

/// The gains of a transform, which the aliasing cancellation at its ends shares.
package struct TransformGains: Sendable {
  /// The gain of the lines.
  package var gain: Float = 0
  package var lineCount = 0
  /// The factor of each eight lines in the lowest quarter.
  package var lowFactors: [32 of Float] = .init(repeating: 1)

  package init() {}
}

/// Transform coded excitation: quantised lines to samples, shaped by two filters (ISO/IEC 23003-3, 7.15).
package struct TransformDecoder: Sendable {
  private var transforms: [DCT4]
  private let grid: ResponseGrid
  private let bandCount: Int
  /// 1 / |A| of the filters at the start and at the end, by bands.
  private var startGains: [Float]
  private var endGains: [Float]
  private var lines: [Float]
  private var transformed: [Float]

  package init(frameLength: Int) {
    bandCount = frameLength / 16
    transforms = [DCT4(size: frameLength / 4), DCT4(size: frameLength / 2), DCT4(size: frameLength)]
    grid = ResponseGrid(bandCount: bandCount)
    startGains = Array(repeating: 0, count: bandCount)
    endGains = Array(repeating: 0, count: bandCount)
    lines = Array(repeating: 0, count: frameLength)
    transformed = Array(repeating: 0, count: frameLength)
  }

  /// The filters at both ends of a block.
  package struct Ends: Sendable {
    package var start: PredictionFilter
    package var end: PredictionFilter

    package init(start: PredictionFilter, end: PredictionFilter) {
      self.start = start
      self.end = end
    }
  }

  /// Computes the samples of a block from its quantised lines: a quarter, a half or all of a frame.
  ///
  /// The block continues before them as their mirror image with the opposite sign, and after them as the mirror image.
  package mutating func decode(
    _ values: Span<Int32>, _ division: LinearPredictionStream.Division, ends: Ends, noise: inout NoiseSequence
  ) -> TransformGains {
    let count = values.count
    TransformDecoder.fillNoise(values, division.noiseFactor, &noise, &lines)
    var gains = TransformGains()
    gains.lineCount = count
    TransformDecoder.liftLowLines(&lines, count, &gains.lowFactors)
    let energy = 0.01 + TransformDecoder.energy(lines.span.extracting(0..<count))
    gains.gain = GainSteps.factor(division.globalGain) * Float(count) / (2 * energy.squareRoot())
    grid.gains(of: ends.start.weighted, into: &startGains)
    grid.gains(of: ends.end.weighted, into: &endGains)
    shape(count)
    transform(count, scale: -2 * gains.gain / Float(count))
    return gains
  }

  /// Returns the sum of the squares of lines, whose number is a multiple of four.
  private static func energy(_ lines: Span<Float>) -> Float {
    var sum = SIMD4<Float>(repeating: 0)
    for block in 0..<(lines.count / 4) {
      let quad = lines.quad(at: 4 &* block)
      sum += quad * quad
    }
    return sum.sum()
  }

  /// The samples of the last block, from index 0 on.
  package var samples: [Float] { lines }

  /// Writes the samples of the last block to a line.
  func write(_ count: Int, to line: inout [Float], at start: Int) {
    var target = line.mutableSpan
    for n in 0..<count { target[start + n] = lines[n] }
  }

  /// Converts integers to lines; groups of eight zeros above a sixth of the lines become noise.
  private static func fillNoise(
    _ values: Span<Int32>, _ factor: Int, _ noise: inout NoiseSequence, _ lines: inout [Float]
  ) {
    let count = values.count
    var output = lines.mutableSpan
    for k in 0..<count { output[k] = Float(values[k]) }
    let level = 0.0625 * Float(8 - factor)
    var start = count / 6
    while start < count {
      let end = min(start + 8, count)
      var bits: Int32 = 0
      for k in start..<end { bits |= values[k] }
      if bits == 0 {
        for k in start..<end {
          output[k] = noise.nextIsNegative() ? -level : level
        }
      }
      start = end
    }
  }

  /// Undoes the emphasis of low lines.
  private static func liftLowLines(_ lines: inout [Float], _ count: Int, _ factors: inout [32 of Float]) {
    var largest: Float = 0
    for group in 0..<(count / 32) {
      var energy: Float = 0.01
      for k in (8 * group)..<(8 * group + 8) { energy += lines[k] * lines[k] }
      factors[group] = energy
      largest = max(largest, energy)
    }
    var factor: Float = 0.1
    for group in 0..<(count / 32) {
      factor = max(factor, (factors[group] / largest).squareRoot())
      factors[group] = factor
      for k in (8 * group)..<(8 * group + 8) { lines[k] *= factor }
    }
  }

  /// Shapes the lines by a filter of one pole a band, which changes from the response at the start to that at the end.
  private mutating func shape(_ count: Int) {
    let width = count / bandCount
    var past: Float = 0
    for band in 0..<bandCount {
      let (g1, g2) = (startGains[band], endGains[band])
      let a = 2 * g1 * g2 / (g1 + g2)
      let b = (g2 - g1) / (g1 + g2)
      for k in (band * width)..<(band * width + width) {
        past = a * lines[k] + b * past
        lines[k] = past
      }
    }
  }

  private mutating func transform(_ count: Int, scale: Float) {
    let number = (4 * count / lines.count).trailingZeroBitCount
    TransformDecoder.transform(lines, count, &transforms[number], &transformed)
    for n in 0..<count { lines[n] = scale * transformed[count - 1 - n] }
  }

  private static func transform(_ lines: [Float], _ count: Int, _ transform: inout DCT4, _ output: inout [Float]) {
    var whole = output.mutableSpan
    var values = whole._mutatingExtracting(0..<count)
    transform.transform(lines.span.extracting(0..<count), into: &values)
  }
}

/// Gains in steps of 20/28 dB.
enum GainSteps {
  /// 10^(1/28).
  private static let step = 1.085711119402204206434777

  private static let factors: [Float] = {
    var factor = 1.0
    // Bound: an index has seven bits.
    return (0..<128).map { _ in
      defer { factor *= step }
      return Float(factor)
    }
  }()

  /// The factor of an index 0…127.
  static func factor(_ index: Int) -> Float { factors[index] }
}
