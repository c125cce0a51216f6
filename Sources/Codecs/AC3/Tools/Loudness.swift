import AudioBase

/// Levels and gains as numbers.
enum Loudness {
  /// Returns a gain with its part above or below 1 scaled.
  static func scaled(_ gain: Float, by scale: DynamicRangeScale) -> Float {
    let part = gain > 1 ? scale.boost : scale.cut
    return part == 1 ? gain : part == 0 ? 1 : Float(power(Double(gain), part))
  }

  /// Returns the factor that scales dialogue from the given number of dB below full scale to a level in dB.
  static func factor(from dialogueLevel: Int, to target: Double) -> Float {
    Float(power(10, (target + Double(dialogueLevel)) / 20))
  }

  /// Returns a positive number to a power, by square roots: exact to the last bits, for values computed once per frame.
  static func power(_ base: Double, _ exponent: Double) -> Double {
    guard exponent >= 0 else { return 1 / power(base, -exponent) }
    var (result, whole) = (1.0, min(exponent, 64).rounded(.down))
    var rest = min(exponent, 64) - whole
    while whole > 0 {
      result *= base
      whole -= 1
    }
    var root = base
    for _ in 0..<53 where rest > 0 {
      root = root.squareRoot()
      rest *= 2
      if rest >= 1 {
        result *= root
        rest -= 1
      }
    }
    return result
  }
}
