import Transforms

// Bound throughout: at most four sets of 23 bands.

/// Derives the mixing of every time slot from the indices of frames.
///
/// ISO/IEC 23003-2: mapping to values, smoothing, and interpolation between the sets of parameters.
package struct SurroundParameters: Sendable {
  private static let bandLimit = 23

  private let table = SurroundMixingTable()
  private var levels = SurroundLastIndices()
  private var coherences = SurroundLastIndices()
  /// The mixing of each band at the end of the last frame, then at the end of each set.
  private var sets = [SurroundMixing](repeating: .zero, count: 4 * bandLimit)
  /// The last slot of each, −1 for that of the last frame.
  private var slots: [4 of Int] = .init(repeating: -1)
  private(set) var setCount = 0
  /// The set for which ``before`` and ``after`` hold values of every subband; 0 if there is none yet.
  private var spreadSet = 0
  private var before: SurroundShares
  private var after: SurroundShares

  /// Prepares a number of subbands.
  package init(subbandCount: Int) {
    before = SurroundShares(count: subbandCount)
    after = before
  }

  /// Clears all frames: the next one fades in.
  mutating func reset() {
    levels = SurroundLastIndices()
    coherences = SurroundLastIndices()
    for place in sets.indices { sets[place] = .zero }
    setCount = 0
    spreadSet = 0
  }

  /// Adopts the next frame.
  package mutating func advance(to frame: borrowing SurroundFrame) {
    begin()
    for set in 0..<frame.setCount {
      // A set that ends before the frame is repeated by a further one.
      let source = min(set, frame.transmittedCount - 1)
      if set == source {
        levels.take(frame.levelDifferences.sets[set])
        coherences.take(frame.coherences.sets[set])
      }
      append(endingAt: frame.slots[set], frame.smoothing[source])
    }
  }

  /// Conceals a frame with one set.
  ///
  /// - Parameters:
  ///   - width: 1 if the last values continue, 0 if both channels become the same.
  ///   - slotCount: The number of slots per frame.
  package mutating func hold(width: Float, slotCount: Int) {
    begin()
    append(endingAt: slotCount - 1, SurroundSmoothing())
    for band in 0..<Self.bandLimit {
      let place = setCount * Self.bandLimit + band
      sets[place] = width * sets[place] + (1 - width) * table.center
    }
  }

  private mutating func begin() {
    for band in 0..<Self.bandLimit { sets[band] = sets[setCount * Self.bandLimit + band] }
    setCount = 0
    spreadSet = 0
  }

  private mutating func append(endingAt slot: Int, _ smoothing: SurroundSmoothing) {
    let before = setCount * Self.bandLimit
    let share = Float(slot - slots[setCount]) / Float(smoothing.time)
    setCount += 1
    slots[setCount] = slot
    let flags = smoothing.flags.span
    for band in 0..<Self.bandLimit {
      let new = table.entry(
        level: levels.fine(band, .levelDifference), coherence: coherences.fine(band, .coherence))
      let old = sets[before + band]
      sets[before + Self.bandLimit + band] = flags[band] == 0 ? new : share * new + (1 - share) * old
    }
  }

  /// Returns the slots of the frame that lead to a set, which counts from 1 on.
  func slotRange(_ set: Int) -> Range<Int> { (slots[set - 1] + 1)..<(slots[set] + 1) }

  /// Returns the shares of four subbands in the slot before those of ``slotRange(_:)``, and their increments from slot
  /// to slot.
  ///
  /// - Parameter bands: The subbands' parameter bands.
  func glide(_ set: Int, _ bands: SIMD4<UInt8>) -> SurroundGlide<SurroundQuadShares> {
    let part = 1 / Float(slots[set] - slots[set - 1])
    let last = shares(set - 1, bands)
    let next = shares(set, bands)
    return SurroundGlide(
      last: last,
      step: SurroundQuadShares(
        dryLeft: (next.dryLeft - last.dryLeft) * part, wetLeft: (next.wetLeft - last.wetLeft) * part,
        dryRight: (next.dryRight - last.dryRight) * part, wetRight: (next.wetRight - last.wetRight) * part))
  }

  private func shares(_ set: Int, _ bands: SIMD4<UInt8>) -> SurroundQuadShares {
    let start = set * Self.bandLimit
    let columns = SIMD4.transpose(
      sets[start + Int(bands[0])], sets[start + Int(bands[1])], sets[start + Int(bands[2])],
      sets[start + Int(bands[3])])
    return SurroundQuadShares(dryLeft: columns.0, wetLeft: columns.1, dryRight: columns.2, wetRight: columns.3)
  }

  /// Writes the shares of every subband in a slot.
  ///
  /// - Parameter bandOfSubband: The parameter band of each, the same ones in all slots of a frame.
  package mutating func write(slot: Int, _ bandOfSubband: [Int], into shares: inout SurroundShares) {
    var set = 1
    while set < setCount, slots[set] < slot { set += 1 }
    if set != spreadSet {
      before.spread(sets, from: (set - 1) * Self.bandLimit, over: bandOfSubband)
      after.spread(sets, from: set * Self.bandLimit, over: bandOfSubband)
      spreadSet = set
    }
    let part = Float(slot - slots[set - 1]) / Float(slots[set] - slots[set - 1])
    shares.interpolate(before, after, at: part)
  }
}
