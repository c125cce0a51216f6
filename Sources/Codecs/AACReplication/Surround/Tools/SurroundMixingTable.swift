/// The shares of the downmix and of its decorrelated signal in left and right: dry left, wet left, dry right, wet
/// right.
package typealias SurroundMixing = SIMD4<Float>

/// The mixing for each pair of level difference and coherence.
///
/// ISO/IEC 23003-2. With c1 and c2 the amplitudes of left and right, and half the angle whose cosine is the coherence.
package struct SurroundMixingTable: Sendable {
  private let entries: [SurroundMixing]

  /// No level difference and full coherence: the downmix in both channels.
  package var center: SurroundMixing { entry(level: 0, coherence: 0) }

  package init() {
    entries = surroundLevelDifferences.indices.flatMap { level in
      surroundCoherences.indices.map { coherence in
        SurroundMixingTable.mixing(
          decibels: surroundLevelDifferences[level], coherence: surroundCoherences[coherence])
      }
    }
  }

  /// Returns the mixing for indices −15…15 and 0…7; other indices count as 0.
  package func entry(level: Int, coherence: Int) -> SurroundMixing {
    let row = SurroundQuantity.levelDifference.isValid(level) ? level : 0
    let column = SurroundQuantity.coherence.isValid(coherence) ? coherence : 0
    return entries[8 * (row + 15) + column]
  }

  private static func mixing(decibels: Double, coherence: Double) -> SurroundMixing {
    // 10^(x/20), as a power of 2.
    let ratio = BinaryLogarithm.exponential(decibels / 20 * 3.321_928_094_887_362)
    let norm = (1 + ratio * ratio).squareRoot()
    let (c1, c2) = (ratio / norm, 1 / norm)
    // tan(acos(x)/2) is the root of (1 − x)/(1 + x).
    let tangent = ((1 - coherence) / (1 + coherence)).squareRoot()
    let spread = Angle(tangent: tangent)
    let turn = Angle(tangent: tangent * (c2 - c1) / (c2 + c1))
    return SurroundMixing(
      Float(c1 * (turn.cosine * spread.cosine - turn.sine * spread.sine)),
      Float(c1 * (turn.sine * spread.cosine + turn.cosine * spread.sine)),
      Float(c2 * (turn.cosine * spread.cosine + turn.sine * spread.sine)),
      Float(c2 * (turn.sine * spread.cosine - turn.cosine * spread.sine)))
  }
}

/// An angle within ±90°, by its cosine and sine.
private struct Angle {
  let cosine: Double
  let sine: Double

  init(tangent: Double) {
    cosine = 1 / (1 + tangent * tangent).squareRoot()
    sine = tangent * cosine
  }
}
