// Holds throughout: denominators are sizes of transforms, or 2^40.

/// Sines and cosines of rational parts of a turn, for computing windows and twiddle factors.
///
/// The angle is reduced exactly, in integers, so the result is the same on every platform and right to about 1e-16.
public enum Trigonometry {
  /// Returns cosine and sine of 2π · `numerator` / `denominator`.
  ///
  /// - Parameters:
  ///   - numerator: Any number of parts; at most 2^40 in magnitude.
  ///   - denominator: Parts of one turn, 1…2^40.
  public static func cosineAndSine(
    turns numerator: Int, over denominator: Int
  ) -> (cosine: Double, sine: Double) {
    // An `Int` may have 32 bits.
    let (numerator, denominator) = (Int64(numerator), Int64(denominator))
    precondition(denominator > 0 && denominator <= 1 << 40 && abs(numerator) <= 1 << 40)
    var part = numerator % denominator
    if part < 0 { part += denominator }
    // The nearest quarter turn, and the remainder: at most an eighth of a turn either way.
    let quarter = (8 * part + denominator) / (2 * denominator)
    let rest = 4 * part - quarter * denominator
    let angle = Double.pi / 2 * Double(rest) / Double(denominator)
    let (cosine, sine) = series(angle)
    return switch quarter & 3 {
    case 0: (cosine, sine)
    case 1: (-sine, cosine)
    case 2: (-cosine, -sine)
    default: (sine, -cosine)
    }
  }

  /// Returns the cosine of 2π · `numerator` / `denominator`; see ``cosineAndSine(turns:over:)``.
  public static func cosine(turns numerator: Int, over denominator: Int) -> Double {
    cosineAndSine(turns: numerator, over: denominator).cosine
  }

  /// Returns the sine of 2π · `numerator` / `denominator`; see ``cosineAndSine(turns:over:)``.
  public static func sine(turns numerator: Int, over denominator: Int) -> Double {
    cosineAndSine(turns: numerator, over: denominator).sine
  }

  /// Returns cosine and sine of 2π · `turns`, for any angle, including irrational parts of a turn.
  ///
  /// Turns are reduced to one without an error; the remainder is as exact as they were.
  package static func cosineAndSine(turns: Double) -> (cosine: Double, sine: Double) {
    let part = turns - turns.rounded()
    let quarter = (4 * part).rounded()
    let (cosine, sine) = series(2 * Double.pi * (part - quarter / 4))
    return switch quarter {
    case 0: (cosine, sine)
    case 1: (-sine, cosine)
    case -1: (sine, -cosine)
    default: (-cosine, -sine)
    }
  }

  /// Evaluates power series for angles up to π/4; the terms left out are below 1e-18.
  ///
  /// The coefficients are constants: successive divisions were a quarter of the time that making a decoder takes.
  private static func series(_ angle: Double) -> (cosine: Double, sine: Double) {
    let square = angle * angle
    // (−1)ᵏ / (2k)! and (−1)ᵏ / (2k + 1)! for k = 9…1.
    var cosine = -1 / 6_402_373_705_728_000.0
    cosine = cosine * square + 1 / 20_922_789_888_000
    cosine = cosine * square - 1 / 87_178_291_200
    cosine = cosine * square + 1 / 479_001_600
    cosine = cosine * square - 1 / 3_628_800
    cosine = cosine * square + 1 / 40_320
    cosine = cosine * square - 1 / 720
    cosine = cosine * square + 1 / 24
    cosine = cosine * square - 1 / 2
    var sine = -1 / 121_645_100_408_832_000.0
    sine = sine * square + 1 / 355_687_428_096_000
    sine = sine * square - 1 / 1_307_674_368_000
    sine = sine * square + 1 / 6_227_020_800
    sine = sine * square - 1 / 39_916_800
    sine = sine * square + 1 / 362_880
    sine = sine * square - 1 / 5_040
    sine = sine * square + 1 / 120
    sine = sine * square - 1 / 6
    return (1 + cosine * square, angle + angle * (sine * square))
  }
}
