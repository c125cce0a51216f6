import SignalProcessing

/// Bands about as wide as those of the ear, in which the level of a replacement follows the sound around it.
struct LevelBands: Sendable {
  /// Lines of a long window where bands begin; the last one is the end of the spectrum.
  let edges: [Int]

  var count: Int { edges.count - 1 }

  /// At least this wide, in lines and in Hz, and this part of the frequency.
  private static let narrowest = (lines: 4, hertz: 100.0, part: 0.12)

  init(frameLength: Int, sampleRate: Double) {
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

  /// Writes the mean energy of the lines of each band of a frame's spectrum, as a long window would have them.
  func measure(_ spectrum: Span<Float>, isShort: Bool, scale: Float, into levels: inout [Float]) {
    for band in 0..<count {
      let energy =
        isShort
        ? shortEnergy(spectrum, edges[band]..<edges[band + 1])
        : LevelBands.energy(spectrum, edges[band]..<edges[band + 1])
      // Damaged packets may hold anything; what is louder than 40 dB above full scale counts as nothing.
      levels[band] = energy * scale < 1e4 ? energy * scale : 0
    }
  }

  /// The mean energy of some lines.
  static func energy(_ spectrum: Span<Float>, _ lines: Range<Int>) -> Float {
    var sum: Float = 0
    for line in lines { sum += spectrum[line] * spectrum[line] }
    return sum / Float(lines.count)
  }

  /// The same of eight short windows, whose lines have an eighth of the energy of long ones.
  private func shortEnergy(_ spectrum: Span<Float>, _ lines: Range<Int>) -> Float {
    let short = spectrum.count / 8
    let first = min(lines.lowerBound / 8, short - 1)
    let end = min(max((lines.upperBound + 7) / 8, first + 1), short)
    var sum: Float = 0
    for window in 0..<8 { sum += LevelBands.energy(spectrum, (window * short + first)..<(window * short + end)) }
    return sum
  }
}

/// Measures the levels of samples in bands, without the chance of a phase: cosine and sine transform together.
struct LevelMeter: Sendable {
  let bands: LevelBands
  /// The weights of a block: those of its last 40 ms, most of all a quarter in front of the end.
  private let window: [Float]
  /// Samples of a block behind the one that counts most.
  let fallCount: Int
  private var transform: MDCT
  private var weighted: [Float]
  /// The lines of the last measurement, by the cosine transform.
  private(set) var lines: [Float]
  private var sines: [Float]
  /// Sums of logarithms of levels, and of their squares.
  private var sums: [Float]
  private var squares: [Float]
  /// Logarithms of the levels of the end.
  private var lasts: [Float]
  /// Samples from one measurement of the past to the next.
  private let step: Int

  /// Seconds, and the part of them that is behind the peak.
  private static let duration = 0.04
  private static let falling = 0.25
  /// Seconds from one measurement of the past to the next.
  private static let stepDuration = 0.02
  /// How far the expectation lies below the mean, in deviations.
  private static let caution: Float = 1.2
  /// 40 dB below the end, in powers of 2: what is fainter counts as this.
  private static let range: Float = 13.3
  /// −140 dB: what is fainter counts as this.
  private static let least: Float = 1e-14

  init(frameLength: Int, sampleRate: Double) {
    bands = LevelBands(frameLength: frameLength, sampleRate: sampleRate)
    transform = MDCT(size: frameLength)
    let length = min(2 * frameLength, Int(LevelMeter.duration * sampleRate)) & ~7
    fallCount = Int(Double(length) * LevelMeter.falling)
    window =
      Array(repeating: 0, count: 2 * frameLength - length) + WindowSlope.sine(count: length - fallCount)
      + WindowSlope.sine(count: fallCount).reversed()
    weighted = Array(repeating: 0, count: 2 * frameLength)
    lines = Array(repeating: 0, count: frameLength)
    sines = lines
    sums = Array(repeating: 0, count: bands.count)
    squares = sums
    lasts = sums
    step = max(Int(LevelMeter.stepDuration * sampleRate), 1)
  }

  /// Samples of a block.
  var blockCount: Int { weighted.count }

  /// Writes the levels of the block that ends in front of `end`: the energy of a line of samples of variance 1 is 1.
  mutating func measure(_ samples: [Float], end: Int, into levels: inout [Float]) {
    let count = weighted.count
    precondition(end >= count && samples.count >= end)
    let first = end - count
    let energy = weigh(samples, from: first)
    LevelMeter.forward(&transform, weighted, into: &lines)
    for n in 0..<(count / 2) { weighted.swapAt(n, count - 1 - n) }
    // The sine transform has, but for signs, the lines of the cosine transform of the block backward.
    LevelMeter.forward(&transform, weighted, into: &sines)
    let scale = 1 / max(4 * energy, 1e-30)
    for band in 0..<bands.count {
      let range = bands.edges[band]..<bands.edges[band + 1]
      levels[band] = (LevelBands.energy(lines.span, range) + LevelBands.energy(sines.span, range)) * scale
    }
  }

  /// Writes the levels that may be expected behind some samples; the lines are then those of the end.
  ///
  /// Not above those of the end. Where a band has been changing, less: halfway back to its usual level, and down by as
  /// much as it has strayed from that. What is too faint for the moment of a loss is heard less than what is too loud,
  /// and a change has more often been down than up from where much was heard last.
  ///
  /// - Parameter first: Where the samples begin to count.
  mutating func measureExpected(_ samples: [Float], from first: Int, into levels: inout [Float]) {
    measure(samples, end: samples.count, into: &levels)
    for band in sums.indices {
      lasts[band] = FloatFunctions.log2(max(levels[band], LevelMeter.least))
      sums[band] = lasts[band]
      squares[band] = lasts[band] * lasts[band]
    }
    var count: Float = 1
    var end = samples.count - step
    while end >= first + weighted.count {
      measure(samples, end: end, into: &levels)
      for band in sums.indices {
        let level = max(FloatFunctions.log2(max(levels[band], LevelMeter.least)), lasts[band] - LevelMeter.range)
        sums[band] += level
        squares[band] += level * level
      }
      count += 1
      end -= step
    }
    measure(samples, end: samples.count, into: &levels)
    for band in sums.indices {
      let mean = sums[band] / count
      let deviation = max(squares[band] / count - mean * mean, 0).squareRoot()
      let expected = (lasts[band] + mean) / 2 - LevelMeter.caution * deviation
      levels[band] = min(levels[band], FloatFunctions.exp2(max(expected, -100)))
    }
  }

  /// Weights a block and returns the energy of the weights.
  private mutating func weigh(_ samples: [Float], from first: Int) -> Float {
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
