/// Converts signal levels to and from decibels, without the C library.
public enum Decibels {
  /// Returns 20 · log10 of an amplitude, -∞ for 0.
  ///
  /// - Parameter amplitude: Not negative.
  public static func level(ofAmplitude amplitude: Double) -> Double { 20 * decimalLogarithm(amplitude) }

  /// Returns 10 · log10 of a power, -∞ for 0.
  ///
  /// - Parameter power: Not negative.
  public static func level(ofPower power: Double) -> Double { 10 * decimalLogarithm(power) }

  /// Returns the amplitude of a level: 10 to the power of `level` / 20, 0 for -∞; with a relative error of about 1e-15.
  ///
  /// - Parameter level: The level in dB; 0 is an amplitude of 1.
  public static func amplitude(ofLevel level: Double) -> Double { power(ofLevel: level / 2) }

  /// Returns the power of a level: 10 to the power of `level` / 10, 0 for -∞; with a relative error of about 1e-15.
  ///
  /// - Parameter level: The level in dB; 0 is a power of 1.
  public static func power(ofLevel level: Double) -> Double {
    guard level > -3000 else { return level.isNaN ? level : 0 }
    guard level < 3000 else { return .infinity }
    // 10^(level/10) = 2^octaves; the whole octaves are the exponent, and the rest is at most half of one.
    let octaves = level * 0.33219280948873623479
    let whole = octaves.rounded()
    let argument = (octaves - whole) * 0.69314718055994530942
    var sum = 1.0
    for power in stride(from: 18, through: 1, by: -1) { sum = 1 + sum * argument / Double(power) }
    // Holds: the exponent lies within ±1000.
    return Double(sign: .plus, exponent: Int(whole), significand: sum)
  }

  /// Returns the decimal logarithm of a number that is not negative, with an error of about 1e-15.
  package static func decimalLogarithm(_ number: Double) -> Double {
    guard number > 0 else { return number == 0 ? -.infinity : .nan }
    guard number.isFinite else { return number }
    // A number in √½…√2 and a power of two.
    var fraction = number.significand
    var exponent = Double(number.exponent)
    if fraction > 2.0.squareRoot() {
      fraction /= 2
      exponent += 1
    }
    // ln x = 2 · artanh((x−1)/(x+1)); the argument is at most 0.172, so that the terms left out are below 1e-18.
    let argument = (fraction - 1) / (fraction + 1)
    let square = argument * argument
    var sum = 0.0
    for power in stride(from: 23, through: 1, by: -2) { sum = sum * square + 1 / Double(power) }
    return 2 * argument * sum * 0.43429448190325182765 + exponent * 0.30102999566398119521
  }
}
