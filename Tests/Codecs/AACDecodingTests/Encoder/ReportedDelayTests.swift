import AACDecoding
import AACEncoding
import AudioBase
import TestSupport
import Testing

/// The delay of each mode with SBR, Parametric Stereo or LD MPEG Surround, measured by pulses: it is what is reported,
/// to the sample.
@Suite("the delay of encoders with parametric tools") struct ReportedDelayTests {
  /// A stream whose delay is measured.
  struct Mode: Sendable, CustomTestStringConvertible {
    var formatID: FourCharacterCode
    var rate: Int
    var frames: Int
    /// Bits per second, or `nil` for the most that there are.
    var bitRate: Int?
    var testDescription: String { "\(formatID), \(rate) Hz, \(frames) frames" }
  }

  static let highEfficiency = [FourCharacterCode.aacHighEfficiency, .aacHighEfficiencyV2].flatMap { formatID in
    HighEfficiencyConfiguration.sampleRates.flatMap { rate in
      [2048, 1920].map { Mode(formatID: formatID, rate: rate, frames: $0) }
    }
  }
  static let lowDelay = LowDelayReplicationConfiguration.sampleRates.flatMap { rate in
    LowDelayReplicationTests.lengths.map { Mode(formatID: .aacEnhancedLowDelaySBR, rate: rate, frames: $0) }
  }
  /// Up to 24 kHz the bit rate decides whether there is SBR.
  static let surround = LowDelaySurroundEncoderTests.modes.map {
    Mode(
      formatID: .aacEnhancedLowDelayV2, rate: Int($0.rate), frames: $0.frames,
      bitRate: $0.hasReplication ? $0.bitRate * 3 / 2 : nil)
  }

  /// Half the samples of a pulse, whose spectrum ends below where SBR begins.
  private static let reach = 24

  /// Pulses `(1 − t²)⁴` at irregular places: nothing that is regular in packets, slots or columns meets them all alike.
  private func pulses(_ count: Int, every period: Int) -> [Float] {
    var signal = [Float](repeating: 0, count: count)
    var place = period
    while place + Self.reach < count {
      for offset in -Self.reach...Self.reach {
        let t = Float(offset) / Float(Self.reach)
        let half = (1 - t * t) * (1 - t * t)
        signal[place + offset] += 0.5 * half * half
      }
      place += period
    }
    return signal
  }

  /// By how many samples a decoded signal is later than another: where the two correlate best.
  private func lag(_ signal: [Float], _ decoded: [Float], within reach: Int) -> Int? {
    (-reach...reach).max { first, second in
      correlation(signal, decoded, first) < correlation(signal, decoded, second)
    }
  }

  private func correlation(_ signal: [Float], _ decoded: [Float], _ lag: Int) -> Double {
    var sum = 0.0
    for index in signal.indices where signal[index] != 0 && decoded.indices.contains(index + lag) {
      sum += Double(signal[index]) * Double(decoded[index + lag])
    }
    return sum
  }

  @Test("pulses come back at their samples", arguments: highEfficiency + lowDelay + surround)
  func pulses(mode: Mode) throws {
    var settings = encoderSettings(mode.formatID, rate: Double(mode.rate), frames: mode.frames)
    settings.bitRate = try mode.bitRate ?? AACEncoding.bitRates(for: settings).range.upperBound
    let count = 14 * mode.frames
    let left = pulses(count, every: mode.frames * 5 / 4 + 37)
    var encoding = try Encoding(settings)
    try encoding.encode([left, left.map { 0.7 * $0 }])
    for channel in try encoding.decoded(frameCount: count) {
      let lag = lag(left, channel, within: 40)
      expectEqual(lag, 0, "\(lag ?? 99) samples late")
      let strength = correlation(left, channel, 0) / correlation(left, left, 0)
      #expect(strength > 0.5 && strength < 1.2, "\(strength)")
    }
  }
}
