// Holds throughout: frame counts above the cookie's frameLength are refused by ElementHeader.

/// The mixing of a pair's channels.
struct StereoMix: Equatable, Sendable, BitwiseCopyable {
  /// `mixBits`: the weight's scale is 2 to this power.
  var shift = 0
  /// `mixRes`: the weight of the left channel, −128…127; 0 means channels that are not mixed.
  var weight = 0

  /// Converts the first `count` samples of the mixed channels to left and right.
  func unmix(_ mixed: inout [Int32], _ differences: inout [Int32], _ count: Int) {
    guard weight != 0 else { return }
    var first = mixed.mutableSpan
    var second = differences.mutableSpan
    precondition(count <= first.count && count <= second.count)
    let weight = Int32(truncatingIfNeeded: weight)
    let shift = Int32(truncatingIfNeeded: min(31, shift))
    for index in 0..<count {
      let difference = second[index]
      let left = first[index] &+ difference &- ((weight &* difference) &>> shift)
      first[index] = left
      second[index] = left &- difference
    }
  }

  /// Converts the first `count` samples of left and right to the mixed channels.
  func mix(_ left: inout [Int32], _ right: inout [Int32], _ count: Int) {
    guard weight != 0 else { return }
    var first = left.mutableSpan
    var second = right.mutableSpan
    precondition(count <= first.count && count <= second.count)
    let weight = Int32(truncatingIfNeeded: weight)
    let shift = Int32(truncatingIfNeeded: shift)
    for index in 0..<count {
      let difference = first[index] &- second[index]
      first[index] = second[index] &+ ((weight &* difference) &>> shift)
      second[index] = difference
    }
  }
}
