import Transforms

// Holds throughout: subframes have 64 samples, and lines a history and a region around them.

/// ACELP: a quarter of a frame by adaptive and algebraic codebooks (ISO/IEC 23003-3, 7.14).
struct ExcitationDecoder: Sendable {
  private let codebook = AdaptiveCodebook()
  /// The part of the adaptive codebook.
  private var adaptive: [Float]
  /// The innovation between two zeros.
  private var innovation: [Float]
  /// 16 samples of memory and the subframe.
  private var synthesis: [Float]

  init() {
    // Bound: a subframe has 64 samples.
    adaptive = Array(repeating: 0, count: 64)
    innovation = Array(repeating: 0, count: 66)
    synthesis = Array(repeating: 0, count: 80)
  }

  /// The gains of a subframe.
  private struct Gains {
    var adaptive: Float
    var innovation: Float
    /// 1 if all is periodic, −1 if nothing is.
    var voicing: Float
  }

  /// Decodes a quarter of the frame after the line's and the excitation's samples before it.
  mutating func decode(
    _ stream: borrowing LinearPredictionStream, quarter: Int, points: FilterPoints, state: inout LinearPredictionState
  ) {
    let count = stream.subframeCount
    let (first, last) = (points.pairs[quarter], points.pairs[quarter + 1])
    let distance = points.spectra[quarter].squaredDistance(to: points.spectra[quarter + 1])
    let stationarity = Float(min(max(1.25 - distance / 400_000, 0), 1))
    var reachable = state.pitchRange.shortest
    for number in 0..<count {
      let subframe = stream.subframes[4 * quarter + number]
      let delay: PitchRange.Delay
      if LinearPredictionStream.hasWholePitch(number, of: count) {
        (delay, reachable) = state.pitchRange.delay(subframe.pitchIndex)
      } else {
        delay = state.pitchRange.delay(subframe.pitchIndex, from: reachable)
      }
      let start = quarter * stream.divisionLength + 64 * number
      predict(
        delay, isUnfiltered: subframe.isUnfiltered, in: &state.excitation, at: LinearPredictionState.history + start)
      makeInnovation(subframe, coreMode: stream.coreMode, period: delay.rounded)
      let gains = findGains(subframe.gainIndex, meanEnergy: stream.divisions[quarter].meanEnergy)
      addUp(gains, stationarity, &state, at: LinearPredictionState.history + start)
      let part = Double(2 * number + 1) / Double(2 * count)
      synthesize(first.interpolated(to: last, part: part).filter, &state, at: state.regionStart + start)
      let unit = stream.frameLength / 128 + start / 64
      state.postFilter.pitches[unit] = min(delay.rounded, state.pitchRange.longest)
      state.postFilter.gains[unit] = gains.adaptive
    }
  }

  /// The adaptive codebook's part.
  private mutating func predict(
    _ delay: PitchRange.Delay, isUnfiltered: Bool, in excitation: inout [Float], at start: Int
  ) {
    var line = excitation.mutableSpan
    codebook.predict(delay, in: &line, at: start)
    var output = adaptive.mutableSpan
    if isUnfiltered {
      for n in 0..<64 { output[n] = line[start + n] }
    } else {
      for n in 0..<64 {
        output[n] = 0.18 * (line[start + n - 1] + line[start + n + 1]) + 0.64 * line[start + n]
      }
    }
  }

  /// The innovation's pulses, filtered; 64 samples from 1 on.
  private mutating func makeInnovation(_ subframe: LinearPredictionStream.Subframe, coreMode: Int, period: Int) {
    var whole = innovation.mutableSpan
    var code = whole._mutatingExtracting(1..<65)
    InnovationCodebook.decode(subframe.innovation, coreMode: coreMode, into: &code)
    for n in (1..<64).reversed() { code[n] -= 0.3 * code[n - 1] }
    for n in min(period, 64)..<64 { code[n] += 0.85 * code[n - period] }
  }

  private func findGains(_ index: Int, meanEnergy: Int) -> Gains {
    let levels: [4 of Float] = [7.9432823, 31.622777, 125.89254, 501.18723]
    var (codeEnergy, adaptiveEnergy): (Float, Float) = (0.01, 0)
    for n in 0..<64 {
      codeEnergy += innovation[n + 1] * innovation[n + 1]
      adaptiveEnergy += adaptive[n] * adaptive[n]
    }
    let gain = excitationGains[2 * index]
    let scale = excitationGains[2 * index + 1] * levels[meanEnergy] / (codeEnergy / 64).squareRoot()
    let (a, b) = (gain * gain * adaptiveEnergy, scale * scale * codeEnergy)
    return Gains(adaptive: gain, innovation: scale, voicing: (a - b) / (a + b))
  }

  /// Stores the excitation in its line, and an enhanced one in the memory of the synthesis.
  private mutating func addUp(
    _ gains: Gains, _ stationarity: Float, _ state: inout LinearPredictionState, at start: Int
  ) {
    let threshold = state.noiseThreshold
    let scale = gains.innovation
    let smooth = scale < threshold ? min(1.19 * scale, threshold) : max(scale / 1.19, threshold)
    state.noiseThreshold = smooth
    let share = stationarity * (1 - gains.voicing) / 2
    let enhanced = share * smooth + (1 - share) * scale
    let tilt = (1 + gains.voicing) / 8
    var line = state.excitation.mutableSpan
    for n in 0..<64 {
      let periodic = gains.adaptive * adaptive[n]
      let (before, here, after) = (innovation[n], innovation[n + 1], innovation[n + 2])
      line[start + n] = periodic + scale * here
      synthesis[16 + n] = periodic + enhanced * (here - tilt * (before + after))
    }
  }

  /// Filters the subframe and writes it to the line.
  private mutating func synthesize(_ filter: PredictionFilter, _ state: inout LinearPredictionState, at start: Int) {
    for n in 0..<16 { synthesis[n] = state.synthesisMemory[n] }
    var samples = synthesis.mutableSpan
    filter.synthesize(&samples, from: 16, count: 64)
    for n in 0..<16 { state.synthesisMemory[n] = samples[64 + n] }
    var past = state.line[start - 1]
    for n in 0..<64 {
      past = samples[16 + n] + 0.68 * past
      state.line[start + n] = past
    }
  }
}
