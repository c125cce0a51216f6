import Foundation

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
