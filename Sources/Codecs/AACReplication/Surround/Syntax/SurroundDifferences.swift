import AACSyntax
import Bitstream

/// A coded set of parameter values: absolute values, or differences in one of two codes.
///
/// ISO/IEC 23003-2, `EcData()` and `HuffData()`. Differences of phases have no sign.
package struct SurroundDifferences: Sendable {
  /// The differences that share a codeword.
  enum Pairing: Sendable, BitwiseCopyable {
    case none
    /// Two neighbouring bands.
    case bands
    /// A band in two sets.
    case sets
  }

  /// Values in the order in which pairs are sent, of 28 pairs at most.
  typealias Numbers = [56 of Int]

  let quantity: SurroundQuantity
  let count: Int
  let direction: SurroundCodebooks.Direction
  let pairing: Pairing

  /// The index of the first difference: over frequency its own value precedes it.
  private var firstDifference: Int { direction == .frequency ? 1 : 0 }
  private var isSigned: Bool { quantity != .phaseDifference }

  /// Reads differences: over frequency the first one is a value that is not negative.
  func parse(
    _ reader: inout BitReader, _ codebooks: SurroundCodebooks, into values: inout SurroundBandValues
  ) throws(AACError) {
    let code = pairing == .bands ? try codebooks.largestValueCode(&reader) : 0
    if direction == .frequency { values[0] = try codebooks.first(quantity, &reader) }
    var next = firstDifference
    if pairing == .bands {
      var numbers: Numbers = .init(repeating: 0)
      let pairCount = (count - next) / 2
      try parsePairs(&reader, codebooks, (code, pairCount), into: &numbers)
      for index in 0..<(2 * pairCount) { values[next + index] = numbers[index] }
      next += 2 * pairCount
    }
    while next < count {
      let magnitude = try codebooks.difference(quantity, direction, &reader)
      let isNegative = isSigned && magnitude != 0 ? try reader.bit() : false
      values[next] = isNegative ? -magnitude : magnitude
      next += 1
    }
  }

  /// Reads the differences of two sets, with those of a band as a pair.
  ///
  /// - Parameter hasFirst: True if each set begins with a value that is not negative.
  func parseTimePairs(
    _ reader: inout BitReader, hasFirst: Bool, _ codebooks: SurroundCodebooks,
    into values: inout [2 of SurroundBandValues]
  ) throws(AACError) {
    let code = try codebooks.largestValueCode(&reader)
    let next = hasFirst ? 1 : 0
    if hasFirst { for set in 0..<2 { values[set][0] = try codebooks.first(quantity, &reader) } }
    var numbers: Numbers = .init(repeating: 0)
    try parsePairs(&reader, codebooks, (code, count - next), into: &numbers)
    for index in next..<max(count, next) {
      values[0][index] = numbers[2 * (index - next)]
      values[1][index] = numbers[2 * (index - next) + 1]
    }
  }

  /// Reads pairs; escaped pairs follow all others.
  ///
  /// - Parameter extent: The code for the largest value, and the number of pairs.
  private func parsePairs(
    _ reader: inout BitReader, _ codebooks: SurroundCodebooks, _ extent: (code: Int, count: Int),
    into values: inout Numbers
  ) throws(AACError) {
    let largest = quantity.largestValue(extent.code)
    var escaped = InlineList<28, Int>(filler: 0)
    for pair in 0..<extent.count {
      let symbol =
        pairing == .sets
        ? try codebooks.timePair(quantity, direction, largest: extent.code, &reader)
        : try codebooks.pair(quantity, direction, largest: extent.code, &reader)
      if symbol == SurroundCodebooks.escape {
        escaped.append(2 * pair)
      } else {
        (values[2 * pair], values[2 * pair + 1]) = try unfold(symbol, largest: largest, &reader)
      }
    }
    guard !escaped.isEmpty else { return }
    var words: Numbers = .init(repeating: 0)
    try SurroundDifferences.parseDigits(&reader, levelCount: 2 * largest + 1, count: 2 * escaped.count, into: &words)
    for index in escaped.indices {
      values[escaped[index]] = words[2 * index] - largest
      values[escaped[index] + 1] = words[2 * index + 1] - largest
    }
  }

  /// Returns the two differences of a pair; the code leaves only their signs and order open.
  private func unfold(_ symbol: Int, largest: Int, _ reader: inout BitReader) throws(AACError) -> (Int, Int) {
    let (a, b) = (symbol >> 4, symbol & 15)
    var (x, y) = (a + b, a - b)
    if x > largest { (x, y) = (2 * largest + 1 - x, -y) }
    if isSigned, x != -y, try reader.bit() { (x, y) = (-x, -y) }
    if x != y, try reader.bit() { (x, y) = (y, x) }
    return (x, y)
  }

  /// Reads numbers below `levelCount`, several packed into a word where that saves bits: the first is the most
  /// significant digit.
  static func parseDigits(
    _ reader: inout BitReader, levelCount: Int, count: Int, into values: inout Numbers
  ) throws(AACError) {
    var next = 0
    while next < count {
      let length = min(groupLength(levelCount), count - next)
      var states = 1
      for _ in 0..<length { states *= levelCount }
      var word = try reader.bits(Int.bitWidth - (states - 1).leadingZeroBitCount)
      for place in (0..<length).reversed() {
        values[next + place] = word % levelCount
        word /= levelCount
      }
      next += length
    }
  }

  /// Returns the number of values that share a codeword.
  package static func groupLength(_ levelCount: Int) -> Int {
    switch levelCount {
    case 3: 5
    case 7: 6
    case 11: 2
    case 13, 19: 4
    case 25: 3
    case 51: 4
    default: 1
    }
  }
}
