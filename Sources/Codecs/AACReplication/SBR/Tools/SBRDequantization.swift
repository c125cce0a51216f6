/// Dequantises steps to energies: ISO/IEC 14496-3, 4.6.18.3.5 and 4.6.18.3.6 for coupled pairs.
///
/// All tables use steps of 1.5 dB; a step of 3 dB is two of them.
package struct SBRDequantization: Sendable {
  /// 64 · 2^(h/2).
  private let levels: [Float]
  /// 2 / (1 + 2^((24 − h)/2)), and with the opposite sign.
  private let leftShares: [Float]
  private let rightShares: [Float]
  /// 2^(6 − v).
  private let noiseLevels: [Float]
  /// 2 / (1 + 2^(12 − v)), and with the opposite sign.
  private let leftNoiseShares: [Float]
  private let rightNoiseShares: [Float]

  package init() {
    func half(_ steps: Int) -> Double { BinaryLogarithm.exponential(Double(steps) / 2) }
    levels = (0..<128).map { Float(64 * half($0)) }
    leftShares = (0..<128).map { Float(2 / (1 + half(24 - $0))) }
    rightShares = (0..<128).map { Float(2 / (1 + half($0 - 24))) }
    noiseLevels = (0..<31).map { Float(half(2 * (6 - $0))) }
    leftNoiseShares = (0..<31).map { Float(2 / (1 + half(2 * (12 - $0)))) }
    rightNoiseShares = (0..<31).map { Float(2 / (1 + half(2 * ($0 - 12)))) }
  }

  // Beyond the bands of an envelope there may be values of an earlier one with another step.

  /// Computes the energies of an uncoupled channel.
  package func apply(to frame: inout SBRFrame) {
    let width = frame.step == .fine ? 1 : 2
    for place in 0..<(frame.time.envelopeCount * SBRChannelData.envelopeStride) {
      frame.energies[place] = levels[min(127, width * Int(frame.envelopes[place]))]
    }
    for place in 0..<(frame.time.noiseCount * SBRChannelData.noiseStride) {
      frame.noiseRatios[place] = noiseLevels[Int(frame.noise[place])]
    }
  }

  /// Computes the energies of a coupled pair: the first channel has levels, the second the balance.
  package func apply(left: inout SBRFrame, right: inout SBRFrame) {
    let width = left.step == .fine ? 1 : 2
    for place in 0..<(left.time.envelopeCount * SBRChannelData.envelopeStride) {
      let level = levels[min(127, width * Int(left.envelopes[place]))]
      let balance = min(127, width * Int(right.envelopes[place]))
      left.energies[place] = level * leftShares[balance]
      right.energies[place] = level * rightShares[balance]
    }
    for place in 0..<(left.time.noiseCount * SBRChannelData.noiseStride) {
      let level = noiseLevels[Int(left.noise[place])]
      let balance = Int(right.noise[place])
      left.noiseRatios[place] = level * leftNoiseShares[balance]
      right.noiseRatios[place] = level * rightNoiseShares[balance]
    }
  }
}
