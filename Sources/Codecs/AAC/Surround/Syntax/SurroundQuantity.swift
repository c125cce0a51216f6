/// The two kinds of parameter, with what their indices may be.
package enum SurroundQuantity: Sendable, BitwiseCopyable {
  /// CLD: how much louder left is than right. The gains of the downmix are coded like it.
  case levelDifference
  /// ICC: how alike left and right are.
  case coherence

  /// Values of an index.
  func levelCount(isCoarse: Bool) -> Int {
    switch self {
    case .levelDifference: isCoarse ? 15 : 31
    case .coherence: isCoarse ? 4 : 8
    }
  }

  /// What is added to an index so that it is not negative.
  package func offset(isCoarse: Bool) -> Int {
    switch self {
    case .levelDifference: isCoarse ? 7 : 15
    case .coherence: 0
    }
  }

  /// The largest absolute value of the pairs of a code, 0…3.
  package func largestValue(_ code: Int) -> Int { 2 * code + (self == .levelDifference ? 3 : 1) }

  /// Turns an index of the fine quantiser into one of the coarse quantiser.
  func coarse(_ index: Int) -> Int { self == .levelDifference ? index / 2 : index >> 1 }

  /// The reverse.
  func fine(_ index: Int) -> Int {
    guard self == .levelDifference else { return 2 * index }
    return index == 7 ? 15 : index == -7 ? -15 : 2 * index
  }

  /// Whether an index of the fine quantiser stands for a value.
  func isValid(_ index: Int) -> Bool {
    self == .levelDifference ? (-15...15).contains(index) : (0...7).contains(index)
  }
}
