// Bound throughout: the counts are constants of this file.

/// The samples of 32 subbands in up to 36 slots of time.
///
/// Four neighbouring subbands are the lanes of a vector, and a column of them has its slots one after the other: so the
/// transforms of the subbands write, and the polyphase filterbank turns four slots into lanes as it reads them.
package struct SubbandSlots: Sendable {
  /// The number of slots that there is memory for.
  package static let capacity = 36
  /// The number of columns of four subbands.
  static let columnCount = 8

  /// Slot s of subbands 4c … 4c + 3 is at ``capacity`` · c + s.
  var vectors = [SIMD4<Float>](repeating: SIMD4(repeating: 0), count: columnCount * capacity)

  package init() {}

  /// The sample of a subband in a slot.
  package subscript(slot: Int, subband: Int) -> Float {
    get { vectors[Self.capacity &* (subband &>> 2) &+ slot][subband & 3] }
    set { vectors[Self.capacity &* (subband &>> 2) &+ slot][subband & 3] = newValue }
  }

  /// Replaces samples by the mean of both.
  mutating func average(with other: borrowing SubbandSlots, slots: Range<Int>) {
    for column in 0..<Self.columnCount {
      for slot in slots {
        let place = Self.capacity * column + slot
        vectors[place] = 0.5 * (vectors[place] + other.vectors[place])
      }
    }
  }

  /// Makes all subbands silent.
  mutating func clear() {
    for place in vectors.indices { vectors[place] = SIMD4(repeating: 0) }
  }
}
