#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// What a band of an equalizer does.
package enum BandKind: UInt, Sendable, CaseIterable {
  /// Raises or lowers a band around its frequency.
  case parametric = 0
  /// Lets pass what is below the frequency: Butterworth's of the second order.
  case lowPass
  /// Lets pass what is above the frequency: Butterworth's of the second order.
  case highPass
  /// Lets pass what is below the frequency, with a peak there as narrow as the bandwidth.
  case resonantLowPass
  /// Lets pass what is above the frequency, with a peak there as narrow as the bandwidth.
  case resonantHighPass
  /// Lets a band pass.
  case bandPass
  /// Takes a band away.
  case bandStop
  /// Raises or lowers what is below the frequency.
  case lowShelf
  /// Raises or lowers what is above the frequency.
  case highShelf
  /// As ``lowShelf``, as steep as the bandwidth says.
  case resonantLowShelf
  /// As ``highShelf``, as steep as the bandwidth says.
  case resonantHighShelf
}

/// One band of an equalizer.
package struct EqualizerBand: Sendable, Hashable {
  /// What it does.
  package var kind = BandKind.parametric
  /// Hertz.
  package var frequency: Float = 1000
  /// Octaves.
  package var bandwidth: Float = 0.5
  /// Decibels, of parametric bands and shelves.
  package var gain: Float = 0
  /// True if it does nothing.
  package var isBypassed = true

  /// Creates a band that does nothing, at 1 kHz and half an octave wide.
  package init() {}
}

/// The coefficients of a filter of the second order, that of the undelayed output being 1.
///
/// The formulas are those of Robert Bristow-Johnson's "Cookbook formulae for audio EQ biquad filter coefficients",
/// which the W3C publishes as "Audio EQ Cookbook": bandwidths count between the points 3 dB down, or half the gain in
/// decibels; shelves without a bandwidth have the slope 1, passes without one a Q of 1/√2.
package struct Biquad: Sendable, Hashable {
  /// Of the present input and the two before it.
  package var b0 = 1.0
  /// Of the input before.
  package var b1 = 0.0
  /// Of the input two frames before.
  package var b2 = 0.0
  /// Of the output before, with its sign as it stands in the denominator.
  package var a1 = 0.0
  /// Of the output two frames before.
  package var a2 = 0.0

  /// The coefficients of a band at a rate; frequencies from half the rate on are treated as just below it.
  package init(_ band: EqualizerBand, sampleRate: Double) {
    guard !band.isBypassed, sampleRate > 0 else { return }
    let frequency = min(max(Double(band.frequency), 1), sampleRate * 0.499)
    let angle = 2 * Double.pi * frequency / sampleRate
    let (sine, cosine) = (sin(angle), cos(angle))
    let amplitude = pow(10, Double(band.gain) / 40)
    let octaves = max(Double(band.bandwidth), 0.001)
    let wide = sine * sinh(0.346_573_590_279_972_65 * octaves * angle / sine)
    let plain = sine * 0.5.squareRoot()
    switch band.kind {
    case .parametric:
      set(
        (1 + wide * amplitude, -2 * cosine, 1 - wide * amplitude),
        (1 + wide / amplitude, -2 * cosine, 1 - wide / amplitude))
    case .lowPass: setPass(-1, cosine, plain)
    case .highPass: setPass(1, cosine, plain)
    case .resonantLowPass: setPass(-1, cosine, wide)
    case .resonantHighPass: setPass(1, cosine, wide)
    case .bandPass: set((wide, 0, -wide), (1 + wide, -2 * cosine, 1 - wide))
    case .bandStop: set((1, -2 * cosine, 1), (1 + wide, -2 * cosine, 1 - wide))
    case .lowShelf: setShelf(1, cosine, plain, amplitude)
    case .highShelf: setShelf(-1, cosine, plain, amplitude)
    case .resonantLowShelf: setShelf(1, cosine, wide, amplitude)
    case .resonantHighShelf: setShelf(-1, cosine, wide, amplitude)
    }
  }

  private mutating func set(_ b: (Double, Double, Double), _ a: (Double, Double, Double)) {
    (b0, b1, b2) = (b.0 / a.0, b.1 / a.0, b.2 / a.0)
    (a1, a2) = (a.1 / a.0, a.2 / a.0)
  }

  /// - Parameter side: −1 for what is below the frequency, 1 for what is above.
  private mutating func setPass(_ side: Double, _ cosine: Double, _ alpha: Double) {
    let edge = 1 + side * cosine
    set((edge / 2, -side * edge, edge / 2), (1 + alpha, -2 * cosine, 1 - alpha))
  }

  /// - Parameter side: 1 for what is below the frequency, −1 for what is above.
  private mutating func setShelf(_ side: Double, _ cosine: Double, _ alpha: Double, _ amplitude: Double) {
    let (more, less) = (amplitude + 1, amplitude - 1)
    let root = 2 * amplitude.squareRoot() * alpha
    let turned = side * cosine
    set(
      (
        amplitude * (more - less * turned + root), side * 2 * amplitude * (less - more * turned),
        amplitude * (more - less * turned - root)
      ),
      (more + less * turned + root, -side * 2 * (less + more * turned), more + less * turned - root))
  }

  /// The factor by which a sine of a frequency is made louder.
  package func magnitude(at frequency: Double, sampleRate: Double) -> Double {
    let angle = 2 * Double.pi * frequency / sampleRate
    let (cosine, sine) = (cos(angle), sin(angle))
    let (cosine2, sine2) = (cos(2 * angle), sin(2 * angle))
    let (top, topI) = (b0 + b1 * cosine + b2 * cosine2, b1 * sine + b2 * sine2)
    let (bottom, bottomI) = (1 + a1 * cosine + a2 * cosine2, a1 * sine + a2 * sine2)
    return ((top * top + topI * topI) / (bottom * bottom + bottomI * bottomI)).squareRoot()
  }
}
