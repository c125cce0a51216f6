/// The scale of samples between the transforms.
package enum AudioScale {
  /// The value of the standard's formulas for a sample of 1.0.
  package static let fullScale = 32768.0
}
