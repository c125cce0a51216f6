/// The two kinds of parameter, with the ranges of their indices.
package enum SurroundQuantity: Sendable, BitwiseCopyable {
  /// CLD: the level of left over right. The gains of the downmix are coded like it.
  case levelDifference
  /// ICC: the likeness of left and right.
  case coherence

  /// Returns the number of values of an index.
  func levelCount(isCoarse: Bool) -> Int {
    switch self {
    case .levelDifference: isCoarse ? 15 : 31
    case .coherence: isCoarse ? 4 : 8
    }
  }

  /// Returns the amount added to an index so that it is not negative.
  package func offset(isCoarse: Bool) -> Int {
    switch self {
    case .levelDifference: isCoarse ? 7 : 15
    case .coherence: 0
    }
  }

  /// Returns the largest absolute value of the pairs of a code, 0…3.
  package func largestValue(_ code: Int) -> Int { 2 * code + (self == .levelDifference ? 3 : 1) }

  /// Turns an index of the fine quantiser into one of the coarse quantiser.
  func coarse(_ index: Int) -> Int { self == .levelDifference ? index / 2 : index >> 1 }

  /// Returns the reverse.
  func fine(_ index: Int) -> Int {
    guard self == .levelDifference else { return 2 * index }
    return index == 7 ? 15 : index == -7 ? -15 : 2 * index
  }

  /// Returns true if an index of the fine quantiser stands for a value.
  func isValid(_ index: Int) -> Bool {
    self == .levelDifference ? (-15...15).contains(index) : (0...7).contains(index)
  }
}
