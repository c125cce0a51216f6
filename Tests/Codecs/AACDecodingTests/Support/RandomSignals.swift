import Foundation
import TestSupport

extension SplitMix64 {
  /// A value of a normal distribution of variance 1.
  mutating func normal() -> Double {
    let radius = (-2 * log(Double.random(in: 1e-12..<1, using: &self))).squareRoot()
    return radius * cos(2 * .pi * Double.random(in: 0..<1, using: &self))
  }
}

/// The sine of a number of turns.
func sine(_ turns: Double) -> Double { sin(2 * .pi * turns) }
