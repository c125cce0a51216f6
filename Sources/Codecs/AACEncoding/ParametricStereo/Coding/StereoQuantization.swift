/// Quantises levels and coherences: the inverse of ISO/IEC 14496-3, 8.6.4.6.2.
package enum StereoQuantization {
  /// Levels of the steps 0…7 in dB, which have both signs.
  private static let levels: [8 of Float] = [0, 2, 4, 7, 10, 14, 18, 25]
  /// The same of the fine steps 0…15.
  private static let fineLevels: [16 of Float] = [0, 2, 4, 6, 8, 10, 13, 16, 19, 22, 25, 30, 35, 40, 45, 50]
  /// Coherences of the steps 0…7.
  private static let coherences: [8 of Float] = [1, 0.937, 0.84118, 0.60092, 0.36764, 0, -0.589, -1]
  /// The fraction of the distance to the next step within which a value keeps its previous step: changes cost bits and
  /// are audible.
  private static let inertia: Float = 0.65

  /// Returns the level of a step, in dB.
  package static func level(_ step: Int, isFine: Bool) -> Float {
    let size = isFine ? fineLevels[min(abs(step), 15)] : levels[min(abs(step), 7)]
    return step < 0 ? -size : size
  }

  /// Returns the coherence of a step.
  package static func coherence(_ step: Int) -> Float { coherences[min(max(step, 0), 7)] }

  /// Returns the step of a level in dB.
  package static func level(_ value: Float, isFine: Bool, after last: Int8) -> Int8 {
    let most = isFine ? 15 : 7
    return step(value, in: -most...most, after: Int(last)) { level($0, isFine: isFine) }
  }

  /// Returns the step of a coherence.
  package static func coherence(_ value: Float, after last: Int8) -> Int8 {
    step(value, in: 0...7, after: Int(last)) { coherence($0) }
  }

  /// Returns the step whose value is nearest to a given one, or the last step if that is nearly as near.
  static func step(
    _ value: Float, in range: ClosedRange<Int>, after last: Int, _ meaning: (Int) -> Float
  ) -> Int8 {
    var nearest = range.lowerBound
    for step in range where abs(value - meaning(step)) < abs(value - meaning(nearest)) { nearest = step }
    let isNext = abs(nearest - last) == 1
    if isNext, abs(value - meaning(last)) < inertia * abs(meaning(nearest) - meaning(last)) { return Int8(last) }
    return Int8(nearest)
  }
}
