import Transforms

/// The distribution of noise over the spectrum and the channels of a pair, by the bit rate.
///
/// At low rates most lines above some kHz are noise or nothing, and the bits go to all bands alike. At higher ones it
/// pays to think of what a band costs. The loudness of noise grows with its energy in a critical band, and half of that
/// energy costs half a bit of each line; a critical band has 5 lines of a long window at 200 Hz and 100 at 10 kHz. So
/// noise is least heard for its bits if it is in proportion to the lines of the critical band.
package struct NoiseDistribution: Sendable, BitwiseCopyable {
  /// 0 at low rates … 1 at high ones.
  let plenty: Float
  /// The exponent of a critical band's lines: 1 follows from the costs. AAC-ELD without noise substitution has less
  /// from 48 kbit/s a channel on, or bands of loud music would be empty at the top (0.15 in ViSQOL).
  private let exponent: Float
  /// The decibels by which noise is less below ``lowStart``. Most of the sound is there, and its tones are heard best;
  /// 5 dB cost one bit in forty.
  let lowDistance: Float

  /// The distribution of low rates.
  package static let ofLowRates = NoiseDistribution(plenty: 0, exponent: 0, lowDistance: 0)

  private init(plenty: Float, exponent: Float, lowDistance: Float) {
    self.plenty = plenty
    self.exponent = exponent
    self.lowDistance = lowDistance
    nearness = 0
    toneDistance = 4
  }

  /// - Parameters:
  ///   - bitRate: Bits per second of a channel; a single channel costs more than one of a pair.
  ///   - hasLowDelay: True in AAC-LD and AAC-ELD, which have more frames and side information.
  package init(bitRate: Double, isPair: Bool, hasLowDelay: Bool = false) {
    let rate = bitRate * (isPair ? 1 : 0.8)
    let (least, most) = hasLowDelay ? (32000.0, 48000.0) : (24000.0, 32000.0)
    plenty = Float(min(max((rate - least) / (most - least), 0), 1))
    exponent = hasLowDelay ? plenty * (1 - 0.4 * Float(min(max((rate - 48000) / 16000, 0), 1))) : plenty
    nearness = hasLowDelay ? 2.5 * plenty : 0
    toneDistance = hasLowDelay ? 4 + 4 * plenty : 4
    lowDistance = (hasLowDelay ? 11 : 10) * Float(min(max((rate - 40000) / 24000, 0), 1))
  }

  /// The frequencies below which ``lowDistance`` applies completely, and above which it does not apply.
  private static let lowStart = 400.0
  private static let lowEnd = 1400.0

  /// Returns the factor by which the noise at a low frequency is reduced further; 1 at higher frequencies. It applies
  /// at every bit rate.
  package func lowFactor(at frequency: Double) -> Float {
    let range = NoiseDistribution.lowEnd - NoiseDistribution.lowStart
    let share = Float(min(max((NoiseDistribution.lowEnd - frequency) / range, 0), 1))
    return lowDistance * share > 0 ? FloatFunctions.ratio(decibels: -lowDistance * share) : 1
  }

  /// The distance of noise below the energy of a band of noise, in decibels, where a critical band has
  /// ``usualLineCount`` lines.
  var noiseDistance: Float { 28 - 6 * plenty - nearness }
  /// The decibels by which noise is nearer in AAC-LD and AAC-ELD. In return tones, which cost few bits, have more
  /// ``toneDistance`` there: so loud music keeps its high bands, and calm music its tones.
  let nearness: Float
  /// The further distance below a band of pure tones.
  let toneDistance: Float

  /// The fraction of a channel's noise that the sum and the difference may each have. The noise of both adds up in
  /// either channel, so that half of it leaves the noise as it is; but where the bits go down to both ends of that,
  /// pairs are joined too rarely.
  var jointShare: Float { 1 - 0.3 * plenty }

  private static let usualLineCount: Float = 10

  /// Returns the factor of the noise at a frequency.
  ///
  /// - Parameter lineWidth: The distance of two lines, in Hz.
  func factor(at frequency: Double, lineWidth: Double) -> Float {
    let lineCount = NoiseDistribution.criticalBandwidth(at: frequency) / Float(lineWidth)
    return FloatFunctions.power(lineCount / NoiseDistribution.usualLineCount, exponent)
  }

  /// Returns the width of the critical band around a frequency, in Hz: Zwicker and Terhardt, "Analytical expressions
  /// for critical-band rate and critical bandwidth as a function of frequency", 1980.
  package static func criticalBandwidth(at frequency: Double) -> Float {
    let kilohertz = Float(frequency / 1000)
    return 25 + 75 * FloatFunctions.power(1 + 1.4 * kilohertz * kilohertz, 0.69)
  }
}
