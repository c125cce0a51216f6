// Holds throughout: arguments are ratios of subbands, of which SBRMasterBands refuses 0.

/// Binary logarithms and powers for the band tables; the standard library has them only with Foundation.
package enum BinaryLogarithm {
  /// `log2(x)` of a positive number, with an error of about 1e-15.
  package static func of(_ x: Double) -> Double {
    precondition(x > 0)
    var exponent = Double(x.exponent)
    var significand = x.significand
    if significand > 1.414213562373095 {
      significand /= 2
      exponent += 1
    }
    // ln s = 2 artanh z with |z| < 0.172: the terms left out are below 1e-18.
    let z = (significand - 1) / (significand + 1)
    var power = z
    var sum = 0.0
    for term in stride(from: 1, through: 21, by: 2) {
      sum += power / Double(term)
      power *= z * z
    }
    return exponent + 2 * sum / naturalLogarithmOf2
  }

  /// `2^x` for |x| < 1000, with a relative error of about 1e-15.
  package static func exponential(_ x: Double) -> Double {
    let whole = x.rounded()
    let rest = (x - whole) * naturalLogarithmOf2
    var sum = 1.0
    for term in stride(from: 18, through: 1, by: -1) { sum = 1 + sum * rest / Double(term) }
    return Double(sign: .plus, exponent: Int(whole), significand: sum)
  }

  private static let naturalLogarithmOf2 = 0.693147180559945309
}
