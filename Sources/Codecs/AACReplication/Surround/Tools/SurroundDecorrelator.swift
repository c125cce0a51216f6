// Bound throughout: 64 subbands.

/// Makes a second signal with the energies of the downmix but different phases.
///
/// ISO/IEC 23003-2: a delay and an all-pass filter in each subband, of three kinds by region, and gains that hold the
/// energies of 23 bands to those of the downmix.
package struct SurroundDecorrelator: Sendable {
  private var regions: [SurroundAllPass] = []
  private var balance: SurroundEnergyBalance

  /// Prepares frames of a number of slots and subbands.
  ///
  /// - Parameter arrangement: `bsDecorrConfig`, 0…2: where the regions begin.
  package init(slotCount: Int, subbandCount: Int, arrangement: Int) {
    balance = SurroundEnergyBalance(
      bandCount: 23, planes: [(0..<subbandCount).map { surroundBandOfSubband23[$0] }])
    let low = surroundAllPassLow.indices.map { surroundAllPassLow[$0] }
    let middle = surroundAllPassMiddle.indices.map { surroundAllPassMiddle[$0] }
    let high = surroundAllPassHigh.indices.map { surroundAllPassHigh[$0] }
    let ends: (Int, Int) = arrangement == 0 ? (14, 23) : arrangement == 1 ? (49, 64) : (14, 64)
    let (first, second) = (min(ends.0, subbandCount), min(ends.1, subbandCount))
    let kinds = [(0..<first, low, 7), (first..<second, middle, 2), (second..<subbandCount, high, 1)]
    regions = kinds.filter { !$0.0.isEmpty }.map { subbands, numerator, delay in
      SurroundAllPass(subbands: subbands, numerator: numerator, delay: delay, slotCount: slotCount)
    }
  }

  /// Clears the history.
  mutating func reset() {
    for index in regions.indices { regions[index].reset() }
    balance.reset()
  }

  /// Computes the decorrelated signal of the next frame of the downmix.
  package mutating func apply(_ downmix: borrowing QuadratureMirrorMatrix, into twin: inout QuadratureMirrorMatrix) {
    for index in regions.indices { regions[index].apply(downmix, to: &twin) }
    balance.apply(downmix, to: &twin)
  }
}
