/// The low-delay filterbank of AAC-ELD (ISO/IEC 14496-3, 4.6.20) for frames of M samples.
///
/// Its window w has 4M values over four frames, of which the first M/4 are 0. With n0 = (1−M)/2:
/// ```
/// synthesis   x[n] = −1/M · Σ_{k<M} X[k] · cos(π/M · (n+n0)(k+½))               0 ≤ n < 4M
///             out[n] = Σ_{j<4} (w·x)[n + jM + M/4] of the frame j frames ago    0 ≤ n < M, nothing from 4M on
/// analysis    X[k] = −2 · Σ_{−2M≤n<2M} w[2M−1−n] · in[n] · cos(π/M · (n+n0)(k+½))
/// ```
/// Because of the zeros the synthesis gives its samples M/4 earlier than the textbook form, and the newest sample of the
/// analysis is in[7M/4−1]. Both together delay by M/2 samples beyond the M of a frame.
///
/// A plan holds tables and working memory and serves any number of channels in turn; what a channel remembers is in a
/// ``LowDelaySynthesisState`` or ``LowDelayAnalysisState``.
public struct LowDelaySynthesis: Sendable {
  /// M: spectral values and samples of a frame.
  public let frameLength: Int
  private var transform: DCT4
  /// Four vectors a step: the window for the frames of age 0, 1, 2 and 3, with the signs of their mirror images.
  private let window: [SIMD4<Float>]

  /// Prepares frames of `frameLength` = M = 16 · 2^a · 3^b · 5^c ≥ 48 samples.
  ///
  /// - Parameters:
  ///   - window: 4M values, the first M/4 of them 0; index 0 is the earliest output.
  ///   - scale: Multiplies the output.
  public init(frameLength: Int, window: Span<Float>, scale: Double = 1) {
    precondition(frameLength % 16 == 0 && window.count == 4 * frameLength)
    self.frameLength = frameLength
    transform = DCT4(size: frameLength, scale: -scale / Double(frameLength))
    var ordered: [SIMD4<Float>] = []
    for start in stride(from: 0, to: frameLength, by: 4) {
      for age in 0..<4 {
        var values = SIMD4<Float>(repeating: 0)
        for lane in 0..<4 {
          let index = start + lane + age * frameLength + frameLength / 4
          let early = start < frameLength / 4
          let negative = early ? age >= 2 : age == 1 || age == 2
          if index < window.count { values[lane] = negative ? -window[index] : window[index] }
        }
        ordered.append(values)
      }
    }
    self.window = ordered
  }

  /// The M samples that `spectrum`, M values, completes.
  public mutating func synthesize(
    _ spectrum: Span<Float>, state: inout LowDelaySynthesisState, into output: inout MutableSpan<Float>
  ) {
    precondition(spectrum.count == frameLength && output.count == frameLength)
    precondition(state.frameLength == frameLength, "the state is of another frame length")
    state.rotate()
    transform.transform(spectrum, into: &state.newest)
    LowDelaySynthesis.overlap(state, window, &output)
  }

  /// Windows and adds the frames; which way a frame's values run changes a quarter into the output.
  private static func overlap(
    _ state: LowDelaySynthesisState, _ window: [SIMD4<Float>], _ output: inout MutableSpan<Float>
  ) {
    let (u0, u1, u2, u3) = (state.newest.span, state.second.span, state.third.span, state.oldest.span)
    let factors = window.span
    let size = output.count
    let quarter = size / 4
    for start in stride(from: 0, to: quarter, by: 4) {
      let sum0 = u0.quad(at: quarter &- 4 &- start).mirrored * factors[start]
      let sum1 = sum0 + u1.quad(at: 3 &* quarter &+ start) * factors[start &+ 1]
      let sum2 = sum1 + u2.quad(at: quarter &- 4 &- start).mirrored * factors[start &+ 2]
      let sum3 = sum2 + u3.quad(at: 3 &* quarter &+ start) * factors[start &+ 3]
      output.setQuad(sum3, at: start)
    }
    for start in stride(from: quarter, to: 3 &* quarter, by: 4) {
      let sum0 = u0.quad(at: start &- quarter) * factors[start]
      let sum1 = sum0 + u1.quad(at: 5 &* quarter &- 4 &- start).mirrored * factors[start &+ 1]
      let sum2 = sum1 + u2.quad(at: start &- quarter) * factors[start &+ 2]
      let sum3 = sum2 + u3.quad(at: 5 &* quarter &- 4 &- start).mirrored * factors[start &+ 3]
      output.setQuad(sum3, at: start)
    }
    for start in stride(from: 3 &* quarter, to: size, by: 4) {
      let sum0 = u0.quad(at: start &- quarter) * factors[start]
      let sum1 = sum0 + u1.quad(at: 5 &* quarter &- 4 &- start).mirrored * factors[start &+ 1]
      let sum2 = sum1 + u2.quad(at: start &- quarter) * factors[start &+ 2]
      output.setQuad(sum2, at: start)
    }
  }
}

/// What one channel of the low-delay synthesis remembers: the transforms of the last four frames.
public struct LowDelaySynthesisState: Sendable {
  fileprivate var newest: [Float]
  fileprivate var second: [Float]
  fileprivate var third: [Float]
  fileprivate var oldest: [Float]

  /// A silent past of frames of `frameLength` samples.
  public init(frameLength: Int) {
    newest = Array(repeating: 0, count: frameLength)
    second = newest
    third = newest
    oldest = newest
  }

  fileprivate var frameLength: Int { newest.count }

  /// Makes every frame one older and the oldest one free.
  fileprivate mutating func rotate() {
    swap(&oldest, &third)
    swap(&third, &second)
    swap(&second, &newest)
  }

  /// Forgets the past.
  public mutating func reset() { self = LowDelaySynthesisState(frameLength: frameLength) }
}

/// The analysis side of the low-delay filterbank; see ``LowDelaySynthesis`` for the formulas.
public struct LowDelayAnalysis: Sendable {
  /// M: samples and spectral values of a frame.
  public let frameLength: Int
  private var transform: DCT4
  /// The window in the order of the history, oldest sample first.
  private let window: [Float]
  private var windowed: [Float]
  private var folded: [Float]

  /// Prepares frames of `frameLength` = M = 16 · 2^a · 3^b · 5^c ≥ 48 samples; `window` as in ``LowDelaySynthesis``.
  public init(frameLength: Int, window: Span<Float>) {
    precondition(frameLength % 16 == 0 && window.count == 4 * frameLength)
    self.frameLength = frameLength
    transform = DCT4(size: frameLength, scale: -2)
    self.window = window.indices.map { window[window.count - 1 - $0] }
    windowed = Array(repeating: 0, count: 4 * frameLength)
    folded = Array(repeating: 0, count: frameLength)
  }

  /// The M spectral values of the frame that ends with `input`, the next M samples.
  public mutating func analyze(
    _ input: Span<Float>, state: inout LowDelayAnalysisState, into spectrum: inout MutableSpan<Float>
  ) {
    precondition(input.count == frameLength && spectrum.count == frameLength)
    precondition(state.history.count == 4 * frameLength, "the state is of another frame length")
    LowDelayAnalysis.append(input, &state.history)
    LowDelayAnalysis.multiply(state.history, window, &windowed)
    LowDelayAnalysis.fold(windowed, &folded)
    transform.transform(folded, into: &spectrum)
  }

  /// Moves the history on by a frame; its last M/4 places stay 0.
  private static func append(_ input: Span<Float>, _ history: inout [Float]) {
    var samples = history.mutableSpan
    let size = input.count
    let kept = 11 * size / 4
    for index in 0..<kept { samples[index] = samples[index &+ size] }
    for index in 0..<size { samples[kept &+ index] = input[index] }
  }

  private static func multiply(_ history: [Float], _ window: [Float], _ windowed: inout [Float]) {
    let (samples, factors) = (history.span, window.span)
    var products = windowed.mutableSpan
    for start in stride(from: 0, to: products.count, by: 4) {
      products.setQuad(samples.quad(at: start) * factors.quad(at: start), at: start)
    }
  }

  /// The M values whose DCT-IV is the spectrum:
  /// `v[m] = z[m+M/2] + z[M/2−1−m] − z[m−3M/2] − (m < M/2 ? z[−3M/2−1−m] : z[5M/2−1−m])`, `windowed` starting at z[−2M].
  private static func fold(_ windowed: [Float], _ folded: inout [Float]) {
    let z = windowed.span
    var values = folded.mutableSpan
    let half = values.count / 2
    for index in stride(from: 0, to: half, by: 4) {
      let inner = z.quad(at: 5 &* half &+ index) + z.quad(at: 5 &* half &- 4 &- index).mirrored
      let outer = z.quad(at: half &+ index) + z.quad(at: half &- 4 &- index).mirrored
      values.setQuad(inner - outer, at: index)
      let plus = z.quad(at: 6 &* half &+ index) + z.quad(at: 4 &* half &- 4 &- index).mirrored
      let minus = z.quad(at: 2 &* half &+ index) + z.quad(at: 8 &* half &- 4 &- index).mirrored
      values.setQuad(plus - minus, at: half &+ index)
    }
  }
}

/// What one channel of the low-delay analysis remembers: its last samples.
public struct LowDelayAnalysisState: Sendable {
  fileprivate var history: [Float]

  /// A silent past of frames of `frameLength` samples.
  public init(frameLength: Int) { history = Array(repeating: 0, count: 4 * frameLength) }

  /// Forgets the past.
  public mutating func reset() { self = LowDelayAnalysisState(frameLength: history.count / 4) }
}
