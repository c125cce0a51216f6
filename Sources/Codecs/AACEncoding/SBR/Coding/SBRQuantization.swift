package import AACReplication
import Transforms

// Holds throughout: energies and values have the strides of SBRChannelData.

/// The quantised envelopes and noise floors of a channel, as in the bit stream; balances in steps of the balance.
package struct SBRQuantizedChannel: Sendable {
  package var envelopes = [Int16](repeating: 0, count: SBRGrid.maximumEnvelopeCount * SBRChannelData.envelopeStride)
  package var noise = [Int16](repeating: 0, count: 2 * SBRChannelData.noiseStride)

  package init() {}
}

/// Quantises energies to steps: the inverse of ISO/IEC 14496-3, 4.6.18.3.5, and 4.6.18.3.6 for coupled pairs.
package enum SBRQuantization {
  /// The energy of the step 0.
  private static let lowest: Float = 64
  /// The step of a noise floor as strong as the patch: `NOISE_FLOOR_OFFSET`.
  private static let noiseOffset: Float = 6
  /// The largest step of a noise floor.
  private static let largestNoise = 30
  /// Returns the balance of equal channels in steps of the balance: half of `panOffset`.
  private static func middle(_ step: SBRAmplitudeStep) -> Float { step == .fine ? 12 : 6 }
  /// The smallest value, which keeps logarithms finite.
  private static let least: Float = 1e-3

  private static func stepsPerOctave(_ step: SBRAmplitudeStep) -> Float { step == .fine ? 2 : 1 }

  /// Returns the step of an energy.
  package static func level(_ energy: Float, _ step: SBRAmplitudeStep) -> Int16 {
    let value = stepsPerOctave(step) * FloatFunctions.log2(max(energy, least) / lowest)
    return rounded(value, 0...(step == .fine ? 127 : 63))
  }

  /// Returns the quantised ratio of two energies.
  package static func balance(_ left: Float, _ right: Float, _ step: SBRAmplitudeStep) -> Int16 {
    let octaves = FloatFunctions.log2(max(left, least) / max(right, least))
    return rounded(middle(step) + stepsPerOctave(step) / 2 * octaves, 0...(step == .fine ? 24 : 12))
  }

  /// Returns the step of a noise floor.
  package static func noise(_ ratio: Float) -> Int16 {
    rounded(noiseOffset - FloatFunctions.log2(ratio), 0...largestNoise)
  }

  /// Returns the quantised ratio of two noise floors.
  static func noiseBalance(_ left: Float, _ right: Float) -> Int16 {
    rounded(6 + FloatFunctions.log2(left / right) / 2, 0...12)
  }

  private static func rounded(_ value: Float, _ range: ClosedRange<Int>) -> Int16 {
    Int16(min(max(value.rounded(), Float(range.lowerBound)), Float(range.upperBound)))
  }
}
