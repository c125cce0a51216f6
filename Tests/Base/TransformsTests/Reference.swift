import Foundation

/// cos(π/M · (n+n0)(k+½)), n0 = `twiceOffset`/2, straight from the formula.
func cosine(_ n: Int, twiceOffset: Int, _ k: Int, size: Int) -> Double {
  // The product is a whole number of quarters of π/M, so it is reduced to one turn without an error.
  let quarters = ((2 * n + twiceOffset) * (2 * k + 1)) % (8 * size)
  return cos(Double.pi / Double(4 * size) * Double(quarters))
}
