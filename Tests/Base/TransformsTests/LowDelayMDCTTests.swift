import Foundation
import TestSupport
import Testing
import Transforms

@Suite("Low-delay filterbank against its formulas")
struct LowDelayMDCTTests {
  /// The formulas are linear in the window, so any window that starts with M/4 zeros proves them.
  func window(_ size: Int, _ generator: inout SplitMix64) -> [Float] {
    [Float](repeating: 0, count: size / 4) + generator.samples(15 * size / 4)
  }

  @Test("synthesis is the windowed sum of four frames to 130 dB", arguments: [512, 480, 48], [1, 0.125])
  func synthesis(size: Int, scale: Double) {
    var generator = SplitMix64(seed: 5)
    let window = window(size, &generator)
    let frames = (0..<6).map { _ in generator.samples(size) }
    let windowed = frames.map { frame in
      (0..<(4 * size)).map { n in
        let sum = (0..<size).reduce(0.0) { $0 + Double(frame[$1]) * cosine(n, twiceOffset: 1 - size, $1, size: size) }
        return -sum / Double(size) * Double(window[n]) * scale
      }
    }
    var plan = LowDelaySynthesis(frameLength: size, window: window.span, scale: scale)
    var state = LowDelaySynthesisState(frameLength: size)
    var other = state
    func run(_ frame: [Float], _ state: inout LowDelaySynthesisState) -> [Float] {
      var output = [Float](repeating: .nan, count: size)
      var span = output.mutableSpan
      plan.synthesize(frame.span, state: &state, into: &span)
      return output
    }
    for (index, frame) in frames.enumerated() {
      let wanted = (0..<size).map { n in
        (0..<4).reduce(0.0) { sum, age in
          let place = n + age * size + size / 4
          return age <= index && place < 4 * size ? sum + windowed[index - age][place] : sum
        }
      }
      expectGreaterOrEqual(ratio(of: run(frame, &state), to: wanted), 130)
      // A second channel between the frames must leave no trace.
      _ = run(frames[5 - index], &other)
    }
    state.reset()
    let wanted = (0..<size).map { windowed[0][$0 + size / 4] }
    expectGreaterOrEqual(ratio(of: run(frames[0], &state), to: wanted), 130)
  }

  @Test("analysis is the formula over the last 15M/4 samples to 130 dB", arguments: [512, 480, 48])
  func analysis(size: Int) {
    var generator = SplitMix64(seed: 6)
    let window = window(size, &generator)
    let signal = generator.samples(6 * size)
    var plan = LowDelayAnalysis(frameLength: size, window: window.span)
    var state = LowDelayAnalysisState(frameLength: size)
    func run(_ start: Int) -> [Float] {
      var spectrum = [Float](repeating: .nan, count: size)
      var span = spectrum.mutableSpan
      plan.analyze(signal.span.extracting(start..<(start + size)), state: &state, into: &span)
      return spectrum
    }
    for frame in 0..<6 {
      // The newest sample, the last of the frame, is in[7M/4 − 1].
      let origin = (frame + 1) * size - 7 * size / 4
      let known = 0..<((frame + 1) * size)
      let wanted = (0..<size).map { k -> Double in
        var sum = 0.0
        for n in -2 * size..<2 * size where known.contains(origin + n) {
          // Two turns of the phase keep the remainder positive.
          let phase = cosine(n + 8 * size, twiceOffset: 1 - size, k, size: size)
          sum += Double(window[2 * size - 1 - n]) * Double(signal[origin + n]) * phase
        }
        return -2 * sum
      }
      expectGreaterOrEqual(ratio(of: run(frame * size), to: wanted), 130)
    }
    let last = run(5 * size)
    state.reset()
    let fresh = run(5 * size)
    #expect(last != fresh)
  }
}
