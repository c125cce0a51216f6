import Transforms

// Bound throughout: a band has at least four of a frame's lines: at most 256.

/// The levels that a lost packet may have had, in bands: binary logarithms of energies.
///
/// Weights and offsets are those of a linear regression over the packets of test vectors: the true level of each
/// against what was known of it. The level of a packet is predicted to 3…4 dB where the next packet is known, to 6…7 dB
/// if it is not. All are then lowered a little: in listening comparisons, sound that is too loud for its moment costs
/// more than missing sound.
package struct LevelExpectation: Sendable {
  /// The levels of the last frames before the loss.
  var last: [Float]
  /// The mean levels before the loss.
  var usual: [Float]
  /// The mean deviations from the usual levels.
  var deviation: [Float]
  /// The expected levels of the last lost packet.
  package private(set) var present: [Float]

  /// The weights of the last levels before the loss, and of the usual level, against the levels of the gap, and the
  /// deviations by which the expected level is lowered.
  private static let first = (last: Float(0.03), usual: Float(0.3), gain: Float(2.7), caution: Float(1))
  /// The weights of the next packet's level and of the previous level relative to those of the gap.
  private static let between = (next: Float(0.1), before: Float(0.05), gain: Float(1.1))
  /// The part of the last expectation that holds for the next packet; the rest falls to well below the usual level.
  private static let later = (kept: Float(0.7), below: Float(5))
  /// The lowest level, −140 dB, which lower levels are raised to.
  static let least: Float = 1e-14

  package init(bandCount: Int) {
    // Copies would share their storage, and the first loss would have to allocate.
    last = Array(repeating: 0, count: bandCount)
    usual = Array(repeating: 0, count: bandCount)
    deviation = Array(repeating: 0, count: bandCount)
    present = Array(repeating: 0, count: bandCount)
  }

  /// Predicts the levels of a lost packet after good ones, of which only the overlap is known.
  package mutating func expectFirst(gap: [Float]) {
    let parts = LevelExpectation.first
    for band in present.indices {
      let level = (1 - parts.last - parts.usual) * LevelExpectation.logarithm(gap[band]) + parts.usual * usual[band]
      let changed = level + parts.last * last[band] + parts.gain - parts.caution * deviation[band]
      present[band] = LevelExpectation.weigh(steady: last[band], changed, deviation[band])
    }
  }

  /// Predicts the levels of a packet followed by a good one.
  package mutating func expect(gap: [Float], next: [Float], isFirst: Bool) {
    let parts = LevelExpectation.between
    for band in present.indices {
      let before = isFirst ? last[band] : present[band]
      let level = (1 - parts.next - parts.before) * LevelExpectation.logarithm(gap[band]) + parts.before * before
      let behind = LevelExpectation.logarithm(next[band])
      let changed = level + parts.next * behind + parts.gain
      let deviation = max(deviation[band], abs(behind - before) / 2)
      present[band] = LevelExpectation.weigh(steady: before, changed, deviation)
    }
  }

  /// Predicts the levels of a lost packet after another lost one, when nothing is known about it.
  mutating func expectLater() {
    let parts = LevelExpectation.later
    for band in present.indices {
      let changed = parts.kept * present[band] + (1 - parts.kept) * (usual[band] - parts.below)
      present[band] = LevelExpectation.weigh(steady: present[band], changed, deviation[band])
    }
  }

  /// Returns the mean of a steady and a changed level, weighted by the deviation: where levels have changed little for
  /// a long time, the steady one is more reliable, because the remainder of a tone in the windows depends on its phase.
  private static func weigh(steady: Float, _ changed: Float, _ deviation: Float) -> Float {
    let part = 1 / (1 + deviation * deviation)
    return part * steady + (1 - part) * changed
  }

  /// Writes the levels expected, as energies.
  func write(into levels: inout [Float]) {
    for band in present.indices { levels[band] = FloatFunctions.exp2(min(max(present[band], -100), 14)) }
  }

  /// Returns the logarithm of an energy. Impossible levels count as silence.
  static func logarithm(_ level: Float) -> Float {
    guard level < 1e4 else { return FloatFunctions.log2(least) }
    return FloatFunctions.log2(max(level, least))
  }
}
