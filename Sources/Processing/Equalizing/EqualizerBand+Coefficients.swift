import AudioBase
import Transforms

/// The formulas are those of Robert Bristow-Johnson's "Cookbook formulae for audio EQ biquad filter coefficients",
/// which the W3C publishes as "Audio EQ Cookbook": bandwidths count between the points 3 dB down, or half the gain in
/// decibels; shelves without a bandwidth have the slope 1, passes without one a Q of 1/√2.
extension EqualizerBand {
  /// Returns the filter of the band at a rate; the identity if it is bypassed or there is no rate.
  ///
  /// - Parameter sampleRate: The rate, in Hz. Frequencies from half of it on are treated as just below it.
  package func coefficients(sampleRate: Double) -> BiquadCoefficients {
    guard !isBypassed, sampleRate > 0 else { return .identity }
    let turns = Self.turns(frequency, sampleRate)
    let (cosine, sine) = Trigonometry.cosineAndSine(turns: turns)
    let amplitude = Decibels.amplitude(ofLevel: Double(gain) / 2)
    let plain = sine * 0.5.squareRoot()
    let wide = sine * Self.hyperbolicSine(halfWidth(turns: turns, sine: sine))
    switch kind {
    case .parametric:
      return Self.filter(
        (1 + wide * amplitude, -2 * cosine, 1 - wide * amplitude),
        (1 + wide / amplitude, -2 * cosine, 1 - wide / amplitude))
    case .lowPass: return Self.pass(-1, cosine, plain)
    case .highPass: return Self.pass(1, cosine, plain)
    case .resonantLowPass: return Self.pass(-1, cosine, wide)
    case .resonantHighPass: return Self.pass(1, cosine, wide)
    case .bandPass: return Self.filter((wide, 0, -wide), (1 + wide, -2 * cosine, 1 - wide))
    case .bandStop: return Self.filter((1, -2 * cosine, 1), (1 + wide, -2 * cosine, 1 - wide))
    case .lowShelf: return Self.shelf(1, cosine, plain, amplitude)
    case .highShelf: return Self.shelf(-1, cosine, plain, amplitude)
    case .resonantLowShelf: return Self.shelf(1, cosine, wide, amplitude)
    case .resonantHighShelf: return Self.shelf(-1, cosine, wide, amplitude)
    }
  }

  /// Creates a band that is not bypassed.
  package init(_ kind: BandKind, frequency: Float, gain: Float = 0) {
    self.init()
    (self.kind, self.frequency, self.gain, isBypassed) = (kind, frequency, gain, false)
  }

  /// Creates a band of a quality (Q), which for passes is the gain at the frequency.
  ///
  /// The bandwidth is made so that its filter has just that quality, also where bands are narrowed near half the rate.
  package init(_ kind: BandKind, frequency: Float, quality: Double, sampleRate: Double) {
    self.init(kind, frequency: frequency)
    let turns = Self.turns(frequency, sampleRate)
    let half = 0.5 / min(max(quality, 0.01), 1000)
    let width = ElementaryFunctions.logarithm(half + (half * half + 1).squareRoot())
    let sine = Trigonometry.cosineAndSine(turns: turns).sine
    bandwidth = Float(width * sine / (0.346_573_590_279_972_65 * 2 * Double.pi * turns))
  }

  /// Returns the part of the sampling rate that a frequency is.
  private static func turns(_ frequency: Float, _ sampleRate: Double) -> Double {
    min(max(Double(frequency), 1), sampleRate * 0.499) / sampleRate
  }

  /// Returns ln 2 / 2 · bandwidth · ω₀ / sin ω₀, the argument of the hyperbolic sine in the cookbook.
  ///
  /// Just below half the rate it grows without bound with wide bands. 300 already is a band without edges, whose
  /// hyperbolic sine can be multiplied and divided by any gain.
  private func halfWidth(turns: Double, sine: Double) -> Double {
    let octaves = max(Double(bandwidth), 0.001)
    return min(0.346_573_590_279_972_65 * octaves * 2 * Double.pi * turns / sine, 300)
  }

  /// Returns (eˣ − e⁻ˣ) / 2, for 0 ≤ x ≤ 700.
  private static func hyperbolicSine(_ x: Double) -> Double {
    // The difference loses digits where x is small; the series' next term is below 1e-18 of the sum there.
    guard x > 0.1 else {
      let square = x * x
      return x * (1 + square / 6 * (1 + square / 20 * (1 + square / 42 * (1 + square / 72))))
    }
    let power = ElementaryFunctions.exponential(x)
    return (power - 1 / power) / 2
  }

  private static func filter(
    _ b: (Double, Double, Double), _ a: (Double, Double, Double)
  ) -> BiquadCoefficients {
    BiquadCoefficients(b0: b.0 / a.0, b1: b.1 / a.0, b2: b.2 / a.0, a1: a.1 / a.0, a2: a.2 / a.0)
  }

  /// - Parameter side: −1 for frequencies below, 1 for those above.
  private static func pass(_ side: Double, _ cosine: Double, _ alpha: Double) -> BiquadCoefficients {
    let edge = 1 + side * cosine
    return filter((edge / 2, -side * edge, edge / 2), (1 + alpha, -2 * cosine, 1 - alpha))
  }

  /// - Parameter side: 1 for frequencies below, −1 for those above.
  private static func shelf(
    _ side: Double, _ cosine: Double, _ alpha: Double, _ amplitude: Double
  ) -> BiquadCoefficients {
    let (more, less) = (amplitude + 1, amplitude - 1)
    let root = 2 * amplitude.squareRoot() * alpha
    let turned = side * cosine
    return filter(
      (
        amplitude * (more - less * turned + root), side * 2 * amplitude * (less - more * turned),
        amplitude * (more - less * turned - root)
      ),
      (more + less * turned + root, -side * 2 * (less + more * turned), more + less * turned - root))
  }
}
