import Transforms

// Bound throughout: frames have 480, 512, 960 or 1,024 lines and streams at most 64 channels: AACConfiguration checks
// it.
// Holds throughout: blocks end within lines of Concealment, which hold two frames at least: OutputRing keeps three.

/// Bands about as wide as those of the ear, in which the level of a replacement follows the sound around it.
package struct LevelBands: Sendable {
  /// The first line of each band of a long window, and the end of the spectrum.
  package let edges: [Int]

  package var count: Int { edges.count - 1 }

  /// The smallest width of a band: in lines, in Hz, and as a fraction of its frequency.
  private static let narrowest = (lines: 4, hertz: 100.0, part: 0.12)

  package init(frameLength: Int, sampleRate: Double) {
    let spacing = sampleRate / Double(2 * frameLength)
    var edges = [0]
    var next = 0
    while next < frameLength {
      let width = max(LevelBands.narrowest.hertz, LevelBands.narrowest.part * Double(next) * spacing)
      next += max(LevelBands.narrowest.lines, Int((width / spacing).rounded()))
      edges.append(min(next, frameLength))
    }
    if edges.count > 2, frameLength - edges[edges.count - 2] < LevelBands.narrowest.lines {
      edges.remove(at: edges.count - 2)
    }
    self.edges = edges
  }

  /// Writes the mean energy of the lines in each band of a frame's spectrum; short windows are converted to the lines
  /// of a long one.
  func measure(_ spectrum: Span<Float>, isShort: Bool, scale: Float, into levels: inout [Float]) {
    for band in 0..<count {
      let energy =
        isShort
        ? shortEnergy(spectrum, edges[band]..<edges[band + 1])
        : LevelBands.energy(spectrum, edges[band]..<edges[band + 1])
      // Damaged packets may hold anything; levels louder than 40 dB above full scale count as silence.
      levels[band] = energy * scale < 1e4 ? energy * scale : 0
    }
  }

  /// Returns the mean energy of some lines.
  static func energy(_ spectrum: Span<Float>, _ lines: Range<Int>) -> Float {
    var sum: Float = 0
    for line in lines { sum += spectrum[line] * spectrum[line] }
    return sum / Float(lines.count)
  }

  /// Returns the same for eight short windows, whose lines have an eighth of the energy of long ones.
  private func shortEnergy(_ spectrum: Span<Float>, _ lines: Range<Int>) -> Float {
    let short = spectrum.count / 8
    let first = min(lines.lowerBound / 8, short - 1)
    let end = min(max((lines.upperBound + 7) / 8, first + 1), short)
    var sum: Float = 0
    for window in 0..<8 { sum += LevelBands.energy(spectrum, (window * short + first)..<(window * short + end)) }
    return sum
  }
}

/// Measures the levels of samples in bands, independently of their phases: by the cosine and the sine transform
/// together.
package struct LevelMeter: Sendable {
  package let bands: LevelBands
  /// The weighting of a block.
  package enum Weighting: Sendable {
    /// The last 40 ms of the block, with most weight a quarter before the end.
    case recent
    /// The whole block, with most weight in the middle.
    case whole
  }

  private let recentWindow: [Float]
  private let wholeWindow: [Float]
  /// The number of samples of a block after the sample with the largest weight.
  let fallCount: Int
  private var transform: MDCT
  private var weighted: [Float]
  /// The lines of the last measurement, by the cosine transform.
  private(set) var lines: [Float]
  private var sines: [Float]
  /// The number of samples from one measurement of the past to the next.
  private let step: Int

  /// The length of the window in seconds, and the fraction of it after the peak.
  private static let duration = 0.04
  private static let falling = 0.25
  /// The seconds from one measurement of the past to the next.
  private static let stepDuration = 0.02
  /// The largest number of measurements in a frame of the past. Rates from 8 kHz on need fewer; the limit bounds the
  /// work at lower rates.
  private static let mostStepsPerFrame = 8
  /// The range of levels, 40 dB below the level at the end, in powers of 2: lower levels count as its bottom.
  private static let range: Float = 13.3

  package init(frameLength: Int, sampleRate: Double) {
    bands = LevelBands(frameLength: frameLength, sampleRate: sampleRate)
    transform = MDCT(size: frameLength)
    // A configuration can name any rate from 1 Hz on: at low ones a few samples serve.
    let length = max(min(2 * frameLength, Int(LevelMeter.duration * sampleRate)) & ~7, 8)
    fallCount = Int(Double(length) * LevelMeter.falling)
    wholeWindow = WindowSlope.sine(count: frameLength) + WindowSlope.sine(count: frameLength).reversed()
    recentWindow =
      Array(repeating: 0, count: 2 * frameLength - length) + WindowSlope.sine(count: length - fallCount)
      + WindowSlope.sine(count: fallCount).reversed()
    weighted = Array(repeating: 0, count: 2 * frameLength)
    lines = Array(repeating: 0, count: frameLength)
    sines = Array(repeating: 0, count: frameLength)
    step = max(Int(LevelMeter.stepDuration * sampleRate), frameLength / LevelMeter.mostStepsPerFrame)
  }

  /// The number of samples of a block.
  var blockCount: Int { weighted.count }

  /// Writes the levels of the block that ends before `end`; a line of samples of variance 1 has energy 1.
  package mutating func measure(
    _ samples: [Float], end: Int, _ weighting: Weighting = .recent, into levels: inout [Float]
  ) {
    let count = weighted.count
    precondition(end >= count && samples.count >= end)
    let first = end - count
    let energy = weigh(samples, from: first, weighting == .recent ? recentWindow : wholeWindow)
    LevelMeter.forward(&transform, weighted, into: &lines)
    for n in 0..<(count / 2) { weighted.swapAt(n, count - 1 - n) }
    // The sine transform has, except for signs, the lines of the cosine transform of the block backward.
    LevelMeter.forward(&transform, weighted, into: &sines)
    let scale = 1 / max(4 * energy, 1e-30)
    for band in 0..<bands.count {
      let range = bands.edges[band]..<bands.edges[band + 1]
      levels[band] = (LevelBands.energy(lines.span, range) + LevelBands.energy(sines.span, range)) * scale
    }
  }

  /// Writes the levels at the end of the samples, and their mean levels; ``lines`` are then those of the end.
  ///
  /// - Parameters:
  ///   - first: The first sample that counts.
  ///   - levels: Room for the levels of a block.
  mutating func measurePast(
    _ samples: [Float], from first: Int, _ levels: inout [Float], into expectation: inout LevelExpectation
  ) {
    measure(samples, end: samples.count, into: &levels)
    for band in levels.indices {
      expectation.last[band] = LevelExpectation.logarithm(levels[band])
      expectation.usual[band] = expectation.last[band]
      expectation.deviation[band] = expectation.last[band] * expectation.last[band]
    }
    var count: Float = 1
    var end = samples.count - step
    while end >= first + weighted.count {
      measure(samples, end: end, into: &levels)
      for band in levels.indices {
        let level = max(
          LevelExpectation.logarithm(levels[band]), expectation.last[band] - LevelMeter.range)
        expectation.usual[band] += level
        expectation.deviation[band] += level * level
      }
      count += 1
      end -= step
    }
    for band in levels.indices {
      let mean = expectation.usual[band] / count
      expectation.usual[band] = mean
      expectation.deviation[band] = max(expectation.deviation[band] / count - mean * mean, 0).squareRoot()
    }
    measure(samples, end: samples.count, into: &levels)
  }

  /// Weights a block and returns the energy of the weights.
  private mutating func weigh(_ samples: [Float], from first: Int, _ window: [Float]) -> Float {
    var energy: Float = 0
    for n in window.indices {
      energy += window[n] * window[n]
      weighted[n] = samples[first + n] * window[n]
    }
    return energy
  }

  private static func forward(_ transform: inout MDCT, _ block: [Float], into spectrum: inout [Float]) {
    var lines = spectrum.mutableSpan
    transform.forward(block.span, into: &lines)
  }
}
