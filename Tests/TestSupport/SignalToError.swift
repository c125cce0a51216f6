import Foundation

/// Signal to error ratio in decibels.
package func ratio(of actual: [Float], to reference: [Double]) -> Double {
  precondition(actual.count == reference.count)
  var signal = 0.0
  var error = 0.0
  for (value, wanted) in zip(actual, reference) {
    signal += wanted * wanted
    error += (Double(value) - wanted) * (Double(value) - wanted)
  }
  return error == 0 ? .infinity : 10 * log10(signal / error)
}
