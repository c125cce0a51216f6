import Foundation

/// SplitMix64: a small generator whose sequence is fixed by its seed.
struct SplitMix64 {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ z >> 30) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ z >> 27) &* 0x94D0_49BB_1331_11EB
    return z ^ z >> 31
  }

  /// Uniform in −1…1.
  mutating func nextSample() -> Float { Float(Double(next() >> 11) / Double(1 << 52) - 1) }

  mutating func samples(_ count: Int) -> [Float] { (0..<count).map { _ in nextSample() } }
}

/// Signal to error ratio in decibels.
func ratio(of actual: [Float], to reference: [Double]) -> Double {
  precondition(actual.count == reference.count)
  var signal = 0.0
  var error = 0.0
  for (value, wanted) in zip(actual, reference) {
    signal += wanted * wanted
    error += (Double(value) - wanted) * (Double(value) - wanted)
  }
  return error == 0 ? .infinity : 10 * log10(signal / error)
}

/// cos(π/M · (n+n0)(k+½)), n0 = `twiceOffset`/2, straight from the formula.
func cosine(_ n: Int, twiceOffset: Int, _ k: Int, size: Int) -> Double {
  // The product is a whole number of quarters of π/M, so it is reduced to one turn without an error.
  let quarters = ((2 * n + twiceOffset) * (2 * k + 1)) % (8 * size)
  return cos(Double.pi / Double(4 * size) * Double(quarters))
}
