/// The sizes that a ``BlockTransform`` may have, their costs, and their factors.
package enum TransformSize {
  /// Multiples of 8 from 128 on that have no prime factor above 7.
  static func isPossible(_ size: Int) -> Bool { cost(size) != nil }

  /// Returns the approximate time of a transform of `size` numbers in nanoseconds; `nil` if the size is impossible.
  package static func cost(_ size: Int) -> Double? {
    guard size >= 128, size <= 1 << 24, size % 8 == 0 else { return nil }
    var rest = size / 4
    // The loop at the end.
    var sum = 0.8
    for (radix, cost) in [(7, 1.0), (5, 0.7), (4, 0.5), (3, 0.45), (2, 0.35)] {
      while rest % radix == 0 {
        rest /= radix
        sum += cost
      }
    }
    // A size beyond the first cache costs a third more.
    return rest == 1 ? Double(size) * sum * (size > 1 << 13 ? 1.3 : 1) : nil
  }

  /// Returns the radices whose product is `blocks`, an even number; the first is even.
  ///
  /// - Parameter spread: If the first radix is not more than that, at most one leg of a butterfly of the first pass is
  ///   not zero.
  static func radices(of blocks: Int, spread: Int) -> [(radix: Int, isSpread: Bool)] {
    var twos = blocks.trailingZeroBitCount
    precondition(twos > 0)
    var rest = blocks >> twos
    var radices: [(radix: Int, isSpread: Bool)] = []
    if spread >= 2, let widest = (2...spread).last(where: { $0 % 2 == 0 && blocks % $0 == 0 }) {
      radices.append((widest, true))
      twos -= widest.trailingZeroBitCount
      rest /= widest >> widest.trailingZeroBitCount
    } else {
      let first = twos > 1 ? 4 : rest % 3 == 0 ? 6 : 2
      radices.append((first, false))
      twos -= first.trailingZeroBitCount
      if first == 6 { rest /= 3 }
    }
    func take(_ radix: Int) {
      while rest % radix == 0 {
        radices.append((radix, false))
        rest /= radix
      }
    }
    take(7)
    take(5)
    if twos % 2 == 1 {
      let odd = rest % 3 == 0 ? 6 : twos > 1 ? 8 : 2
      radices.append((odd, false))
      if odd == 6 { rest /= 3 }
      twos -= odd.trailingZeroBitCount
    }
    radices += Array(repeating: (4, false), count: twos / 2)
    take(3)
    precondition(rest == 1)
    return radices
  }
}
