/// Temporal shaping of the decorrelated signal (STP): it follows the envelope of the direct signal.
///
/// ISO/IEC 23003-2. Energies are those of subbands 13…31, weighted; in USAC these are hybrid bands.
package struct SurroundShaping: Sendable {
  /// The first subband that is shaped, and the first whose energy is measured.
  private static let firstShaped = 12
  private static let firstWeighted = 13
  private static let keep: Float = 0.95
  private static let damping: Float = 0.1
  private static let limit: Float = 2.82
  private static let smoothing: Float = 0.45
  /// The slots after which the references are taken again.
  private static let period = 32

  /// The increment that is added to the references at such a time, which represents silence.
  private let floor: Float

  /// Smoothed energies of the direct signal, and of the decorrelated one left and right.
  private var smoothed: [3 of Float] = .init(repeating: 0)
  private var references: [3 of Float] = .init(repeating: 0x1p20)
  private var scales: [2 of Float] = .init(repeating: 1)
  private var slot = 0

  /// Prepares the subbands of LD MPEG Surround.
  package init() { floor = 4.295 }

  /// Prepares the hybrid bands of USAC.
  ///
  /// The floor is 2^30 · 10^−9, a quarter of that of LD MPEG Surround. ISO/IEC 23003-3 has no number for it. By this
  /// one three streams agree with fdk-aac to 0.4 units of 16 bits, by the other to 20, 26 and 90.
  package static var hybrid: SurroundShaping { SurroundShaping(floor: 1.073_741_824) }

  private init(floor: Float) { self.floor = floor }

  /// Clears the history.
  package mutating func reset() { self = SurroundShaping(floor: floor) }

  /// Shapes the decorrelated parts of the next slot in the channels that are to be shaped.
  package mutating func apply(_ isShaped: borrowing [2 of Bool], to parts: inout SurroundParts) {
    let energies = Self.energies(parts)
    if slot == Self.period {
      for index in 0..<3 { references[index] = smoothed[index] + floor }
      slot = 0
    }
    slot += 1
    for index in 0..<3 { smoothed[index] = Self.keep * smoothed[index] + (1 - Self.keep) * energies[index] }
    for channel in 0..<2 {
      // Far below the least significant bit there is nothing to be divided by.
      let direct = max(energies[0], 1e-12) / references[0]
      let wet = max(energies[channel + 1], 1e-12) / references[channel + 1]
      let damped = Self.damping + (1 - Self.damping) * (direct / wet).squareRoot()
      let limited = min(max(damped, 1 / Self.limit), Self.limit)
      scales[channel] = Self.smoothing * limited + (1 - Self.smoothing) * scales[channel]
    }
    if isShaped[0] { Self.shape(&parts.wetLeft, by: scales[0]) }
    if isShaped[1] { Self.shape(&parts.wetRight, by: scales[1]) }
  }

  private static func energies(_ parts: borrowing SurroundParts) -> [3 of Float] {
    var energies: [3 of Float] = .init(repeating: 0)
    for index in surroundShapingWeights.indices {
      let weight = surroundShapingWeights[index]
      let subband = firstWeighted + index
      energies[0] += weight * SurroundColumn.energy(parts.dryLeft, parts.dryRight, subband)
      energies[1] += weight * parts.wetLeft.energy(subband)
      energies[2] += weight * parts.wetRight.energy(subband)
    }
    return energies
  }

  private static func shape(_ column: inout SurroundColumn, by scale: Float) {
    for place in surroundShapingHighPass.indices {
      let subband = firstShaped + place
      column.scale(subband..<(subband + 1), by: surroundShapingHighPass[place] * scale)
    }
    column.scale((firstShaped + surroundShapingHighPass.count)..<column.real.count, by: scale)
  }
}
