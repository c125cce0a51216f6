/// The energies of both channels of a pair in some lines, and the sum of their products.
struct ChannelProducts: Sendable, BitwiseCopyable {
  var left: Float = 0
  var right: Float = 0
  var both: Float = 0

  init() {}

  init(_ element: borrowing AnalyzedElement, _ lines: Range<Int>) {
    let first = element.first.spectrum.span
    let second = element.second.spectrum.span
    for line in lines {
      left += first[line] * first[line]
      right += second[line] * second[line]
      both += first[line] * second[line]
    }
  }

  /// Moves towards newer values by a fraction of the difference.
  mutating func follow(_ newer: ChannelProducts, pace: Float) {
    left += pace * (newer.left - left)
    right += pace * (newer.right - right)
    both += pace * (newer.both - both)
  }

  /// Returns true if the correlation of both channels, of the sign given, is above a limit.
  func isAlike(_ limit: Float, sign: Float = 1) -> Bool {
    let product = sign < 0 ? -both : both
    return product > 0 && product * product > limit * limit * left * right
  }
}
