import Bitstream

/// A coded set of parameter values: absolute values, or differences in one of two codes.
///
/// ISO/IEC 23003-2, `EcData()` and `HuffData()`.
struct SurroundDifferences: Sendable {
  let quantity: SurroundQuantity
  let count: Int
  let direction: SurroundCodebooks.Direction
  /// True if the differences are coded in pairs.
  let hasPairs: Bool

  /// The index of the first difference: over frequency a value of its own precedes it.
  private var firstDifference: Int { direction == .frequency ? 1 : 0 }

  /// Reads differences: over frequency the first one is a value that is not negative.
  func parse(
    _ reader: inout BitReader, _ codebooks: SurroundCodebooks, into values: inout SurroundBandValues
  ) throws(AACError) {
    let code = hasPairs ? try codebooks.largestValueCode(&reader) : 0
    if direction == .frequency { values[0] = try codebooks.first(quantity, &reader) }
    var next = firstDifference
    if hasPairs { next = try parsePairs(&reader, code, codebooks, into: &values) }
    while next < count {
      let magnitude = try codebooks.difference(quantity, direction, &reader)
      let isNegative = magnitude != 0 ? try reader.bit() : false
      values[next] = isNegative ? -magnitude : magnitude
      next += 1
    }
  }

  /// Reads as many pairs as there are, those that are escaped after all others, and returns the index at which they
  /// end.
  private func parsePairs(
    _ reader: inout BitReader, _ code: Int, _ codebooks: SurroundCodebooks, into values: inout SurroundBandValues
  ) throws(AACError) -> Int {
    var next = firstDifference
    let largest = quantity.largestValue(code)
    var escaped = InlineList<12, Int>(filler: 0)
    for _ in 0..<((count - next) / 2) {
      let symbol = try codebooks.pair(quantity, direction, largest: code, &reader)
      if symbol == SurroundCodebooks.escape {
        escaped.append(next)
      } else {
        let pair = try SurroundDifferences.unfold(symbol, largest: largest, &reader)
        values[next] = pair.0
        values[next + 1] = pair.1
      }
      next += 2
    }
    guard !escaped.isEmpty else { return next }
    var words: [24 of Int] = .init(repeating: 0)
    try SurroundDifferences.parseDigits(&reader, levelCount: 2 * largest + 1, count: 2 * escaped.count, into: &words)
    for index in escaped.indices {
      values[escaped[index]] = words[2 * index] - largest
      values[escaped[index] + 1] = words[2 * index + 1] - largest
    }
    return next
  }

  /// Returns the two differences of a pair, which the code gives up to sign and order.
  private static func unfold(
    _ symbol: Int, largest: Int, _ reader: inout BitReader
  ) throws(AACError) -> (Int, Int) {
    let (a, b) = (symbol >> 4, symbol & 15)
    var (x, y) = (a + b, a - b)
    if x > largest { (x, y) = (2 * largest + 1 - x, -y) }
    if x != -y, try reader.bit() { (x, y) = (-x, -y) }
    if x != y, try reader.bit() { (x, y) = (y, x) }
    return (x, y)
  }

  /// Reads numbers below `levelCount`, several in a word where that saves bits: the first is the most significant
  /// digit.
  static func parseDigits(
    _ reader: inout BitReader, levelCount: Int, count: Int, into values: inout [24 of Int]
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

  /// Returns the numbers that share a word.
  static func groupLength(_ levelCount: Int) -> Int {
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
