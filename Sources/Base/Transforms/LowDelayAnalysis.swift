// Bound throughout: frames have 480 or 512 samples.
// Holds throughout: spans are cut to the plan's own size, which is a constant of the codec that made it.

/// The analysis side of the low-delay filterbank; see ``LowDelaySynthesis`` for the formulas.
public struct LowDelayAnalysis: Sendable {
  /// M: samples and spectral values of a frame.
  public let frameLength: Int
  private var transform: DCT4
  /// The window in the order of the history, oldest sample first.
  private let window: [Float]
  private var windowed: [Float]
  private var folded: [Float]

  /// Prepares frames of `frameLength` = M = 8 · 2^a · 3^b · 5^c ≥ 48 samples; `window` as in ``LowDelaySynthesis``.
  public init(frameLength: Int, window: Span<Float>) {
    precondition(frameLength % 8 == 0 && window.count == 4 * frameLength)
    self.frameLength = frameLength
    transform = DCT4(size: frameLength, scale: -2)
    self.window = window.indices.map { window[window.count - 1 - $0] }
    windowed = Array(repeating: 0, count: 4 * frameLength)
    folded = Array(repeating: 0, count: frameLength)
  }

  /// Computes the M spectral values of the frame that ends with `input`, the next M samples.
  public mutating func analyze(
    _ input: Span<Float>, state: inout LowDelayAnalysisState, into spectrum: inout MutableSpan<Float>
  ) {
    precondition(input.count == frameLength && spectrum.count == frameLength)
    precondition(state.frames.frameLength == frameLength, "the state is of another frame length")
    state.frames.rotate()
    state.frames.setNewest(input)
    LowDelayAnalysis.multiply(state.frames, window, &windowed)
    LowDelayAnalysis.fold(windowed, &folded)
    transform.transform(folded, into: &spectrum)
  }

  /// Multiplies the last 15M/4 samples by the window; the last M/4 products stay 0.
  private static func multiply(_ frames: FrameHistory, _ window: [Float], _ windowed: inout [Float]) {
    let quarter = frames.frameLength / 4
    let factors = window.span
    var products = windowed.mutableSpan
    multiply(frames.oldest.span.extracting(quarter..<(4 * quarter)), factors, &products, at: 0)
    multiply(frames.third.span, factors, &products, at: 3 * quarter)
    multiply(frames.second.span, factors, &products, at: 7 * quarter)
    multiply(frames.newest.span, factors, &products, at: 11 * quarter)
  }

  private static func multiply(
    _ samples: Span<Float>, _ window: Span<Float>, _ products: inout MutableSpan<Float>, at start: Int
  ) {
    let count = samples.count
    let factors = window.extracting(start..<(start + count))
    var part = products._mutatingExtracting(start..<(start + count))
    precondition(factors.count == count && part.count == count)
    for index in 0..<count { part[index] = samples[index] * factors[index] }
  }

  /// Computes the M values whose DCT-IV is the spectrum:
  /// `v[m] = z[m+M/2] + z[M/2−1−m] − z[m−3M/2] − (m < M/2 ? z[−3M/2−1−m] : z[5M/2−1−m])`, `windowed` starting at
  /// z[−2M].
  private static func fold(_ windowed: [Float], _ folded: inout [Float]) {
    let z = windowed.span
    let half = folded.count / 2
    var values = folded.mutableSpan
    let low = FoldedHalves(z, count: half, plus: (5, 4), minus: (1, 0))
    low.write(to: &values, at: 0)
    let high = FoldedHalves(z, count: half, plus: (6, 3), minus: (2, 7))
    high.write(to: &values, at: half)
  }
}

/// Four half frames to be summed, the second of each pair reversed.
private struct FoldedHalves: ~Escapable {
  private let plus: Span<Float>
  private let plusBackward: Span<Float>
  private let minus: Span<Float>
  private let minusBackward: Span<Float>

  @_lifetime(copy z)
  init(_ z: Span<Float>, count: Int, plus: (Int, Int), minus: (Int, Int)) {
    self.plus = z.extracting((plus.0 * count)..<(plus.0 * count + count))
    plusBackward = z.extracting((plus.1 * count)..<(plus.1 * count + count))
    self.minus = z.extracting((minus.0 * count)..<(minus.0 * count + count))
    minusBackward = z.extracting((minus.1 * count)..<(minus.1 * count + count))
  }

  func write(to values: inout MutableSpan<Float>, at start: Int) {
    let count = plus.count
    var part = values._mutatingExtracting(start..<(start + count))
    precondition(part.count == count && plusBackward.count == count)
    precondition(minus.count == count && minusBackward.count == count)
    for index in 0..<count {
      let mirror = count &- 1 &- index
      part[index] = plus[index] + plusBackward[mirror] - minus[index] - minusBackward[mirror]
    }
  }
}
