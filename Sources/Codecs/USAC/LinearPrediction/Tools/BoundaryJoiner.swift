import Transforms

// Bound throughout: frames have 768 or 1,024 samples: USACConfiguration checks it.
// Holds throughout: boundaries lie half a frame or more after the history, and a quarter or more before a line's end.

/// Joins blocks of linear prediction, transforms and the frequency domain (ISO/IEC 23003-3, 7.16).
///
/// A block before a boundary b is in the line as its transform has made it; it continues after b as its mirror image,
/// and a transform after b continues before it as its mirror image with the opposite sign. All slopes are sines.
package struct BoundaryJoiner: Sendable {
  private var canceller: AliasingCanceller
  /// Rising slopes of a quarter and an eighth of a frame.
  private let longSlope: [Float]
  private let shortSlope: [Float]
  /// 16 samples of memory and the filter's ringing.
  private var decay: [Float]
  /// The input for an excitation, with 16 samples before it.
  private var emphasized: [Float]

  init(frameLength: Int) {
    canceller = AliasingCanceller(frameLength: frameLength)
    longSlope = WindowSlope.sine(count: frameLength / 4)
    shortSlope = WindowSlope.sine(count: frameLength / 8)
    decay = Array(repeating: 0, count: 16 + frameLength / 8)
    emphasized = Array(repeating: 0, count: 16 + LinearPredictionState.history)
  }

  /// A position at which two blocks meet.
  struct Boundary: Sendable {
    /// The place of the boundary in the line.
    var place: Int
    var filter: PredictionFilter
  }

  private func slope(isShort: Bool) -> [Float] { isShort ? shortSlope : longSlope }

  /// Overlaps a transform, or the frequency domain, with the transform after the boundary.
  mutating func overlap(_ state: inout LinearPredictionState, _ boundary: Boundary) {
    BoundaryJoiner.rotate(&state.line, at: boundary.place, slope(isShort: state.block == .shortWindows).span)
    finishLeft(&state, boundary)
  }

  package static func rotate(_ line: inout [Float], at place: Int, _ slope: Span<Float>) {
    var samples = line.mutableSpan
    let half = slope.count / 2
    for n in 0..<half {
      let (left, right) = (samples[place - 1 - n], samples[place + n])
      let (rising, falling) = (slope[half + n], slope[half - 1 - n])
      samples[place - 1 - n] = left * rising - right * falling
      samples[place + n] = left * falling + right * rising
    }
  }

  /// Overlaps a transform with a frame of the frequency domain, N samples from half a frame before the boundary on with
  /// its slope.
  mutating func overlap(
    _ state: inout LinearPredictionState, _ place: Int, with block: Span<Float>, isShort: Bool
  ) {
    let slope = slope(isShort: isShort)
    let (half, middle) = (slope.count / 2, block.count / 2)
    for n in 0..<half {
      let left = state.line[place - 1 - n]
      state.line[place - 1 - n] = left * slope[half + n] + block[middle - 1 - n] * 32768
      state.line[place + n] += left * slope[half - 1 - n]
    }
    addRinging(&state, before: place, slope)
  }

  /// Ends a transform, or the frequency domain, where an excitation begins, and initialises the excitation's memories.
  mutating func enterExcitation(
    _ state: inout LinearPredictionState, _ boundary: Boundary, _ data: ForwardAliasingData?
  ) {
    let place = boundary.place
    let slope = slope(isShort: state.block == .shortWindows)
    let half = slope.count / 2
    for n in 0..<half { state.line[place - 1 - n] *= slope[half + n] }
    if let data {
      if state.block == .transform {
        canceller.synthesize(data, weighted: boundary.filter.weighted, gains: state.transform)
      } else {
        canceller.synthesize(data, weighted: boundary.filter.weighted)
      }
      for n in 0..<data.count {
        state.line[place - data.count + n] += canceller.signal[AliasingCanceller.start + n]
      }
    }
    finishLeft(&state, boundary)
    for n in 0..<16 {
      state.synthesisMemory[n] = state.line[place - 16 + n] - 0.68 * state.line[place - 17 + n]
    }
  }

  /// Adds an excitation's side of a boundary to a transform, and applies the transform's slope.
  mutating func leaveExcitation(
    _ state: inout LinearPredictionState, _ boundary: Boundary, _ data: ForwardAliasingData?
  ) {
    let half = longSlope.count / 2
    for n in 0..<half { state.line[boundary.place + n] *= longSlope[half + n] }
    if let data { canceller.synthesize(data, weighted: boundary.filter.weighted, gains: state.transform) }
    addDecay(&state, boundary, longSlope)
    guard let data, data.count > 0 else { return }
    addSignal(&state, boundary.place, data.count)
    let rest = AliasingCanceller.start + data.count
    if state.transform.lineCount == longSlope.count {
      // The block's end, which is still to be overlapped.
      for n in 0..<data.count { state.ringing[n] = canceller.signal[rest + n] }
      state.hasRinging = true
    } else {
      addRinging(&state, boundary.place, data.count)
    }
  }

  /// Adds an excitation's side of a boundary to a frame of the frequency domain with its slope.
  mutating func leaveExcitation(
    _ state: inout LinearPredictionState, _ boundary: Boundary, isShort: Bool, _ data: ForwardAliasingData?
  ) {
    addDecay(&state, boundary, slope(isShort: isShort))
    guard let data, data.count > 0 else { return }
    canceller.synthesize(data, weighted: boundary.filter.weighted)
    addSignal(&state, boundary.place, data.count)
    addRinging(&state, boundary.place, data.count)
  }

  private func addSignal(_ state: inout LinearPredictionState, _ place: Int, _ count: Int) {
    for n in 0..<count { state.line[place + n] += canceller.signal[AliasingCanceller.start + n] }
  }

  private func addRinging(_ state: inout LinearPredictionState, _ place: Int, _ count: Int) {
    for n in count..<(2 * count) { state.line[place + n] += canceller.signal[AliasingCanceller.start + n] }
  }

  /// Adds the windowed ringing of the synthesis filter, and the windowed mirror image of the excitation's end.
  private mutating func addDecay(_ state: inout LinearPredictionState, _ boundary: Boundary, _ slope: [Float]) {
    let half = slope.count / 2
    let place = boundary.place
    for n in 0..<16 { decay[n] = state.synthesisMemory[n] }
    for n in 16..<decay.count { decay[n] = 0 }
    var samples = decay.mutableSpan
    boundary.filter.synthesize(&samples, from: 16, count: half)
    var past = state.line[place - 1]
    for n in 0..<half {
      past = samples[16 + n] + 0.68 * past
      let (rising, falling) = (slope[half + n], slope[half - 1 - n])
      let mirrored = state.line[place - 1 - n]
      state.line[place + n] += past * (1 - rising * rising) + mirrored * falling * rising
    }
  }

  /// Adds the windowed samples from the aliasing cancellation at the start of a block to its end.
  ///
  /// It has no mirror image after the boundary: streams' reference decodes show both (0.3 to 20 steps of 16 bits).
  private func addRinging(_ state: inout LinearPredictionState, before place: Int, _ slope: [Float]) {
    guard state.hasRinging else { return }
    let (half, count) = (slope.count / 2, state.ringing.count)
    for n in 0..<count {
      let weight = n < half ? slope[half + n] : 1
      state.line[place - 1 - n] += weight * state.ringing[count - 1 - n]
    }
    state.hasRinging = false
  }

  /// Completes the block before a boundary: its end, and the excitation that would have produced it.
  private mutating func finishLeft(_ state: inout LinearPredictionState, _ boundary: Boundary) {
    addRinging(&state, before: boundary.place, slope(isShort: state.block == .shortWindows))
    let length = state.block == .transform ? state.transform.lineCount : state.frameLength / 2
    let count = min(length, LinearPredictionState.history)
    let start = boundary.place - count - 16
    for n in 0..<(count + 16) { emphasized[n] = state.line[start + n] - 0.68 * state.line[start + n - 1] }
    let end = boundary.place - state.regionStart + LinearPredictionState.history
    var excitation = state.excitation.mutableSpan
    var part = excitation._mutatingExtracting((end - count)..<end)
    boundary.filter.analyze(emphasized.span.extracting(0..<(count + 16)), into: &part)
  }
}
