/// The kinds of parameter, with the ranges of their indices.
package enum SurroundQuantity: Int, Sendable, BitwiseCopyable {
  /// CLD: the level of left over right. The gains of the downmix are coded like it.
  case levelDifference
  /// ICC: the similarity of left and right.
  case coherence
  /// IPD: the phase of left relative to right, in fractions of a turn. Only in USAC.
  case phaseDifference

  /// Returns the number of values of an index.
  func levelCount(isCoarse: Bool) -> Int {
    switch self {
    case .levelDifference: isCoarse ? 15 : 31
    case .coherence: isCoarse ? 4 : 8
    case .phaseDifference: isCoarse ? 8 : 16
    }
  }

  /// Returns the number that is added to an index so that it is not negative.
  package func offset(isCoarse: Bool) -> Int {
    switch self {
    case .levelDifference: isCoarse ? 7 : 15
    case .coherence, .phaseDifference: 0
    }
  }

  /// Returns the largest absolute value of the pairs of a code, 0…3.
  package func largestValue(_ code: Int) -> Int {
    switch self {
    case .levelDifference: 2 * code + 3
    case .coherence: 2 * code + 1
    case .phaseDifference: code == 0 ? 7 : 2 * code - 1
    }
  }

  /// Converts an index of the fine quantiser to one of the coarse quantiser.
  func coarse(_ index: Int) -> Int { self == .levelDifference ? index / 2 : index >> 1 }

  /// Returns the reverse.
  package func fine(_ index: Int) -> Int {
    guard self == .levelDifference else { return 2 * index }
    return index == 7 ? 15 : index == -7 ? -15 : 2 * index
  }

  /// Returns true if an index of the fine quantiser stands for a value.
  package func isValid(_ index: Int) -> Bool {
    switch self {
    case .levelDifference: (-15...15).contains(index)
    case .coherence: (0...7).contains(index)
    case .phaseDifference: (0...15).contains(index)
    }
  }
}
