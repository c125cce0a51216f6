import AACReplication

/// Quantises levels and coherences to indices, in the fine quantiser: ISO/IEC 23003-2.
package enum SurroundQuantization {
  /// The level difference, in dB, from which a channel counts as silent (index 15): 5 dB beyond that of index 14.
  private static let silent: Float = 50

  /// Returns the index −15…15 of a level in dB.
  package static func level(_ value: Float, after last: Int) -> Int {
    Int(StereoQuantization.step(value, in: -15...15, after: last) { level($0) })
  }

  private static func level(_ index: Int) -> Float {
    switch index {
    case ...(-15): -silent
    case 15...: silent
    default: Float(surroundLevelDifferences[index + 15])
    }
  }

  /// Returns the index 0…7 of a coherence, −1…1.
  package static func coherence(_ value: Float, after last: Int) -> Int {
    Int(
      StereoQuantization.step(value, in: 0...7, after: last) {
        Float(surroundCoherences[min(max($0, 0), 7)])
      })
  }
}
