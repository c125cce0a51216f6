import Transforms

/// Functions for the design of filters, accurate to a few units of 1e-16. The module has no C library.
package enum ElementaryFunctions {
  /// Returns the natural logarithm of a positive, finite, normal number.
  package static func logarithm(_ x: Double) -> Double {
    var significand = x.significand
    var exponent = Double(x.exponent)
    if significand > 1.414_213_562_373_095 {
      significand /= 2
      exponent += 1
    }
    // ln m = 2 artanh((m − 1)/(m + 1)); the argument is at most 0.172, so that the terms left out are below 1e-18.
    let z = (significand - 1) / (significand + 1)
    let square = z * z
    var sum = 0.0
    for odd in stride(from: 23.0, through: 1, by: -2) {
      sum = sum * square + 1 / odd
    }
    return exponent * 0.693_147_180_559_945_3 + 2 * z * sum
  }

  /// Returns e to the power of `x`, for −700 ≤ x ≤ 700.
  package static func exponential(_ x: Double) -> Double {
    let power = (x / 0.693_147_180_559_945_3).rounded()
    // ln 2 in two parts, the first of which has few digits, so that no precision is lost.
    let rest = (x - power * 0.693_147_180_369_123_8) - power * 1.908_214_929_270_587_7e-10
    var sum = 1.0
    for index in stride(from: 16.0, through: 1, by: -1) {
      sum = 1 + sum * rest / index
    }
    return sum * Double(sign: .plus, exponent: Int(power), significand: 1)
  }

  /// Returns 10^(−`decibels`/20).
  package static func amplitude(ofAttenuation decibels: Double) -> Double {
    exponential(-decibels / 20 * 2.302_585_092_994_046)
  }

  /// Returns sin(πx)/(πx).
  package static func sinc(_ x: Double) -> Double {
    // The series' next term is below 1e-18 here.
    if abs(x) < 1e-5 { return 1 - (Double.pi * x) * (Double.pi * x) / 6 }
    return Trigonometry.cosineAndSine(turns: x / 2).sine / (.pi * x)
  }
}
