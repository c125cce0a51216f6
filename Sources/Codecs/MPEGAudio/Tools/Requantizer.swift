import Transforms

// Bound throughout: the tables have a place for each value of thirteen bits more than 15.
// Holds throughout: values and exponents are those that the syntax allows.

/// The tables that requantise lines: `|q|^(4/3)` with the sign of q, times a power of two set by scale factors.
///
/// ISO/IEC 11172-3, 2.4.3.4.
package struct Requantizer: Sendable {
  /// The requantizer, made once for all decoders.
  package static let shared = Requantizer()

  /// The largest quantised value: 15 plus 13 bits.
  package static let largest = 15 + 8191
  /// A power of two that no exponent is below: 210, 8 · 7 of a window, and 4 · (31 + 3) of a band.
  package static let lowestExponent = -448

  /// `|q|^(4/3)`.
  private let powers: [Float]
  /// `2^((i + lowestExponent) / 4)`.
  private let gains: [Float]

  private init() {
    var powers = [Float](repeating: 0, count: Requantizer.largest + 1)
    var root = 1.0
    for magnitude in 1...Requantizer.largest {
      root = Requantizer.cubeRoot(Double(magnitude), near: root)
      powers[magnitude] = Float(Double(magnitude) * root)
    }
    self.powers = powers
    gains = (0..<512).map { Float(Requantizer.quarterPower($0 + Requantizer.lowestExponent)) }
  }

  /// Returns `sign(q) |q|^(4/3)`.
  package func power(_ value: Int) -> Float { value < 0 ? -powers[-value] : powers[value] }

  /// Returns `2^(exponent / 4)`.
  package func gain(_ exponent: Int) -> Float { gains[exponent - Requantizer.lowestExponent] }

  /// Returns the cube root by Newton's method; without Foundation the standard library has none.
  ///
  /// The start must be off by less than 30 %. The error is squared in each step, so that six reach full precision.
  private static func cubeRoot(_ value: Double, near start: Double) -> Double {
    var root = start
    for _ in 0..<6 { root = (2 * root + value / (root * root)) / 3 }
    return root
  }

  /// `2^(exponent / 4)`.
  static func quarterPower(_ exponent: Int) -> Double {
    let root = 2.0.squareRoot()
    let fourthRoot = root.squareRoot()
    let roots: [4 of Double] = [1, fourthRoot, root, root * fourthRoot]
    return Double(sign: .plus, exponent: exponent >> 2, significand: roots[exponent & 3])
  }

  /// Computes the gains of all bands of a part from their scale factors.
  func makeGains(
    _ part: GranulePart, _ plan: borrowing BandPlan, _ factors: Span<UInt8>, into result: inout [Float]
  ) {
    for band in 0..<plan.count {
      let preemphasis = part.hasPreemphasis ? Int(plan.preemphases[band]) : 0
      let window = Int(part.subblockGains[Int(plan.windows[band])])
      let step = part.scaleFactorStep * (Int(factors[band]) + preemphasis)
      result[band] = gain(part.globalGain - 210 - 8 * window - step)
    }
  }
}
