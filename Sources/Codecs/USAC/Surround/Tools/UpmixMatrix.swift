import AACReplication
import MPEG4Systems
import Transforms

/// The shares of the downmix and of the second signal in left and right: those of ``SurroundMixing``, then the
/// imaginary parts of the downmix's shares in left and right, then the turns of left and right, 0 ..< 1.
typealias UpmixMixing = SIMD8<Float>

/// The mixing for level difference, coherence and phase difference.
///
/// ISO/IEC 23003-3, 7.11. Without a residual both signals are mixed as in LD MPEG Surround and then turned; with one
/// the difference of left and right is predicted from the downmix, and the second signal is what is left.
struct UpmixMatrix: Sendable {
  /// The smallest share of the predicted signals is 1/2.4.
  private static let leastWeight = 0.5 / 1.2

  private let kind: USACStereo.Kind
  private let residualBandCount: Int
  private let hasPhases: Bool
  private let gain: Float
  private let table = SurroundMixingTable()
  /// The amplitude of left over right of each level difference, −15…15.
  private let ratios: [Double]

  init(_ configuration: UpmixConfiguration) {
    kind = configuration.kind
    residualBandCount = configuration.residualBandCount
    hasPhases = configuration.hasPhases
    gain = configuration.gain
    // 10^(x/20), as a power of 2.
    ratios = surroundLevelDifferences.indices.map {
      BinaryLogarithm.exponential(surroundLevelDifferences[$0] / 20 * 3.321_928_094_887_362)
    }
  }

  /// Returns the mixing for indices −15…15, 0…7 and 0…15 in a parameter band; other indices count as 0.
  func entry(level: Int, coherence: Int, phase: Int, band: Int) -> UpmixMixing {
    let level = SurroundQuantity.levelDifference.isValid(level) ? level : 0
    let coherence = SurroundQuantity.coherence.isValid(coherence) ? coherence : 0
    guard kind == .parametric else {
      return gain * predicted(level, coherence, phase & 15, hasResidual: band < residualBandCount)
    }
    let plain = gain * table.entry(level: level, coherence: coherence)
    let turns = hasPhases ? turns(level, coherence, phase & 15) : (0, 0)
    return UpmixMixing(lowHalf: plain, highHalf: SIMD4(0, 0, Float(turns.0), Float(turns.1)))
  }

  /// The sine of half a turn in single precision. If the left channel is turned by that amount, it decides the
  /// direction from and to 0, which the standard leaves open: fdk-aac takes this direction.
  private static let sineOfHalf = -8.742_278e-8

  /// The phases of left and right, 0 ..< 1 turn; they differ by multiples of a sixteenth of a turn.
  private func turns(_ level: Int, _ coherence: Int, _ phase: Int) -> (Double, Double) {
    guard phase != 0 else { return (0, 0) }
    let difference = Double(phase) / 16
    guard !(phase == 8 && level == 0) else { return (0, 0.5) }
    let (cosine, sine) = Trigonometry.cosineAndSine(turns: phase, over: 16)
    let height = phase == 8 ? UpmixMatrix.sineOfHalf : sine
    let ratio = ratios[level + 15]
    let likeness = surroundCoherences[coherence]
    let sum = 1 + ratio * ratio
    let relation = (sum + 2 * ratio * likeness * cosine) / (sum + 2 * ratio * likeness)
    let weight = max(relation, 0).squareRoot().squareRoot()
    let left = Arctangent.turns(weight * height, over: (2 - weight) * ratio + weight * cosine)
    let right = left - difference
    return (left - left.rounded(.down), right - right.rounded(.down))
  }

  /// The mixing if the difference of left and right is predicted.
  private func predicted(_ level: Int, _ coherence: Int, _ phase: Int, hasResidual: Bool) -> UpmixMixing {
    guard !(level == 0 && coherence == 0 && phase == 8) else {
      let share = Float(UpmixMatrix.leastWeight)
      let wet = hasResidual ? share : 0
      return UpmixMixing(share, wet, hasResidual ? share : -share, -wet, 0, 0, 0, 0)
    }
    let (cosine, sine) = Trigonometry.cosineAndSine(turns: phase, over: 16)
    let ratio = ratios[level + 15]
    let likeness = surroundCoherences[coherence]
    let sum = 1 + ratio * ratio
    let total = sum + 2 * ratio * likeness * cosine
    let weight = max((total / sum).squareRoot() / 2, UpmixMatrix.leastWeight)
    let real = (1 - ratio * ratio) / total
    let imaginary = -2 * ratio * likeness * sine / total
    let wet = hasResidual ? weight : 2 * ratio * (1 - likeness * likeness).squareRoot() * weight / total
    return UpmixMixing(
      Float(weight * (1 - real)), Float(wet), Float(weight * (1 + real)), Float(-wet), Float(-weight * imaginary),
      Float(weight * imaginary), 0, 0)
  }
}

/// The arctangent of a ratio with the signs of both numbers.
package enum Arctangent {
  /// Returns the angle of the point (`x`, `y`) in turns, −½…½, with an error of about 1e-15.
  package static func turns(_ y: Double, over x: Double) -> Double {
    let (longer, shorter) = (max(abs(x), abs(y)), min(abs(x), abs(y)))
    guard longer > 0 else { return 0 }
    // Halved twice, the tangent is below 0.2: the terms left out are below 1e-17.
    let half = halved(halved(shorter / longer))
    var (power, sum) = (half, 0.0)
    for term in 0..<12 {
      sum += (term % 2 == 0 ? power : -power) / Double(2 * term + 1)
      power *= half * half
    }
    var turns = 4 * sum / (2 * .pi)
    if abs(y) > abs(x) { turns = 0.25 - turns }
    if x < 0 { turns = 0.5 - turns }
    return y < 0 ? -turns : turns
  }

  /// Returns the tangent of half the angle whose tangent this is.
  private static func halved(_ tangent: Double) -> Double { tangent / (1 + (1 + tangent * tangent).squareRoot()) }
}
