// Holds throughout: spans are cut to the plan's own size, which is a constant of the codec that made it.

/// The low-delay filterbank of AAC-ELD (ISO/IEC 14496-3, 4.6.20) for frames of M samples.
///
/// Its window w has 4M values over four frames, of which the first M/4 are 0. With n0 = (1−M)/2:
/// ```
/// synthesis   x[n] = −1/M · Σ_{k<M} X[k] · cos(π/M · (n+n0)(k+½))               0 ≤ n < 4M
///             out[n] = Σ_{j<4} (w·x)[n + jM + M/4] of the frame j frames ago    0 ≤ n < M, nothing from 4M on
/// analysis    X[k] = −2 · Σ_{−2M≤n<2M} w[2M−1−n] · in[n] · cos(π/M · (n+n0)(k+½))
/// ```
/// Because of the zeros the synthesis gives its samples M/4 earlier than the textbook form, and the newest sample of
/// the analysis is in[7M/4−1]. Both together delay by M/2 samples beyond the M of a frame.
///
/// A plan holds tables and working memory and serves any number of channels in turn; the memory of a channel is a
/// ``LowDelaySynthesisState`` or ``LowDelayAnalysisState``.
public struct LowDelaySynthesis: Sendable {
  /// M: spectral values and samples of a frame.
  public let frameLength: Int
  private var transform: DCT4
  /// The window for the frames of age 0, 1, 2 and 3, M values each, with the signs of their mirror images.
  private let window: [Float]

  /// Prepares frames of `frameLength` = M = 8 · 2^a · 3^b · 5^c ≥ 48 samples.
  ///
  /// - Parameters:
  ///   - frameLength: M, the new samples of a frame.
  ///   - window: 4M values, the first M/4 of them 0; index 0 is the earliest output.
  ///   - scale: Multiplies the output.
  public init(frameLength: Int, window: Span<Float>, scale: Double = 1) {
    precondition(frameLength % 8 == 0 && window.count == 4 * frameLength)
    self.frameLength = frameLength
    transform = DCT4(size: frameLength, scale: -scale / Double(frameLength))
    self.window = (0..<(4 * frameLength)).map { place in
      let (age, index) = place.quotientAndRemainder(dividingBy: frameLength)
      guard place + frameLength / 4 < 4 * frameLength else { return 0 }
      let negative = index < frameLength / 4 ? age >= 2 : age == 1 || age == 2
      return negative ? -window[place + frameLength / 4] : window[place + frameLength / 4]
    }
  }

  /// Computes the M samples that `spectrum`, M values, completes.
  public mutating func synthesize(
    _ spectrum: Span<Float>, state: inout LowDelaySynthesisState, into output: inout MutableSpan<Float>
  ) {
    precondition(spectrum.count == frameLength && output.count == frameLength)
    precondition(state.frames.frameLength == frameLength, "the state is of another frame length")
    state.frames.rotate()
    transform.transform(spectrum, into: &state.frames.newest)
    LowDelaySynthesis.overlap(state.frames, window, &output)
  }

  /// Windows and adds the frames; which of them run backward changes a quarter into the output.
  private static func overlap(_ frames: FrameHistory, _ window: [Float], _ output: inout MutableSpan<Float>) {
    let (u0, u1, u2, u3) = (frames.newest.span, frames.second.span, frames.third.span, frames.oldest.span)
    let factors = window.span
    let size = output.count
    let quarter = size / 4
    let (w0, w1) = (factors.extracting(0..<size), factors.extracting(size..<(2 * size)))
    let (w2, w3) = (factors.extracting((2 * size)..<(3 * size)), factors.extracting((3 * size)..<(4 * size)))
    let (first, rest) = (0..<quarter, quarter..<size)
    let (start, end) = (0..<(3 * quarter), (3 * quarter)..<size)
    let young = WindowedPair(
      forward: u1.extracting(end), window: w1.extracting(first),
      backward: u0.extracting(first), window: w0.extracting(first))
    young.write(to: &output, first)
    let old = WindowedPair(
      forward: u3.extracting(end), window: w3.extracting(first),
      backward: u2.extracting(first), window: w2.extracting(first))
    old.add(to: &output, first)
    let youngRest = WindowedPair(
      forward: u0.extracting(start), window: w0.extracting(rest),
      backward: u1.extracting(rest), window: w1.extracting(rest))
    youngRest.write(to: &output, rest)
    let oldRest = WindowedPair(
      forward: u2.extracting(start), window: w2.extracting(rest),
      backward: u3.extracting(rest), window: w3.extracting(rest))
    oldRest.add(to: &output, rest)
  }
}

/// Two windowed runs of samples, one of them reversed.
///
/// The loops are over plain numbers and spans of one length, because LLVM then drops the bounds checks and vectorises.
private struct WindowedPair: ~Escapable {
  private let forward: Span<Float>
  private let forwardWindow: Span<Float>
  private let backward: Span<Float>
  private let backwardWindow: Span<Float>

  @_lifetime(copy forward, copy forwardWindow, copy backward, copy backwardWindow)
  init(
    forward: Span<Float>, window forwardWindow: Span<Float>, backward: Span<Float>, window backwardWindow: Span<Float>
  ) {
    self.forward = forward
    self.forwardWindow = forwardWindow
    self.backward = backward
    self.backwardWindow = backwardWindow
  }

  @inline(never)
  func write(to output: inout MutableSpan<Float>, _ range: Range<Int>) {
    var part = output._mutatingExtracting(range)
    let count = forward.count
    precondition(part.count == count && forwardWindow.count == count)
    precondition(backward.count == count && backwardWindow.count == count)
    for index in 0..<count {
      part[index] = forward[index] * forwardWindow[index] + backward[count &- 1 &- index] * backwardWindow[index]
    }
  }

  @inline(never)
  func add(to output: inout MutableSpan<Float>, _ range: Range<Int>) {
    var part = output._mutatingExtracting(range)
    let count = forward.count
    precondition(part.count == count && forwardWindow.count == count)
    precondition(backward.count == count && backwardWindow.count == count)
    for index in 0..<count {
      part[index] += forward[index] * forwardWindow[index] + backward[count &- 1 &- index] * backwardWindow[index]
    }
  }
}
