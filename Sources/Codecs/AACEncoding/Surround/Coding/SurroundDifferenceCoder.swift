import AACReplication
import AACSyntax
import Bitstream

// Bound throughout: at most 23 values.
// Holds throughout: indices are those of the fine quantiser.

/// The ways to code one set of a parameter's values: `EcData()` of ISO/IEC 23003-2, in the fine quantiser, one value
/// per band.
struct SurroundDifferenceCoder: Sendable {
  let quantity: SurroundQuantity
  /// The number of values of a set.
  let count: Int
  private let codewords = SurroundCodewords.shared

  /// The form in which a set is coded.
  enum Form: Equatable {
    /// Absolute values: `bsPcmCoding`.
    case words
    /// Differences, singly or in pairs, with a code 0…3 for their largest value.
    case differences(SurroundCodebooks.Direction, pairs: Int?)
  }

  init(_ quantity: SurroundQuantity, count: Int) {
    self.quantity = quantity
    self.count = count
  }

  /// The differences of a set, in one direction.
  private struct Differences {
    var values: SurroundBandValues = .init(repeating: 0)
    var direction: SurroundCodebooks.Direction
    /// The index of the first difference: over frequency its own value precedes it.
    var start: Int { direction == .frequency ? 1 : 0 }
  }

  private func differences(
    _ indices: borrowing SurroundBandValues, _ old: borrowing SurroundBandValues,
    _ direction: SurroundCodebooks.Direction
  ) -> Differences {
    var result = Differences(direction: direction)
    for band in 0..<count {
      let reference = direction == .time ? old[band] : band == 0 ? -offset : indices[band - 1]
      result.values[band] = indices[band] - reference
    }
    return result
  }

  private var offset: Int { quantity.offset(isCoarse: false) }
  private var wordWidth: Int { quantity == .levelDifference ? 5 : 3 }

  /// The form in which a set is coded, and whether a decoder has the previous indices.
  struct Plan {
    var form = Form.words
    var allowsTime: Bool
  }

  /// Returns the plan that takes the fewest bits.
  ///
  /// - Parameters:
  ///   - old: The previous indices.
  ///   - allowsTime: True if a decoder has them.
  func shortest(
    _ indices: borrowing SurroundBandValues, after old: borrowing SurroundBandValues, allowsTime: Bool
  ) -> Plan {
    var best = Plan(allowsTime: allowsTime)
    var fewest = count * wordWidth
    let choice = 1 + (allowsTime ? 1 : 0)
    for direction in [SurroundCodebooks.Direction.frequency, .time] where direction == .frequency || allowsTime {
      let differences = differences(indices, old, direction)
      for code in -1...3 {
        let pairs = code < 0 ? nil : code
        guard let bits = bits(differences, pairs), bits + choice < fewest else { continue }
        fewest = bits + choice
        best.form = .differences(direction, pairs: pairs)
      }
    }
    return best
  }

  /// Returns the bits of a set in a form, or `nil` if its pairs are too large for a code.
  private func bits(_ differences: borrowing Differences, _ code: Int?) -> Int? {
    var bits = differences.start == 1 ? codewords.first(quantity, differences.values[0]).length : 0
    var next = differences.start
    if let code {
      let pairs = codewords.pairs(quantity, differences.direction, largest: code)
      bits += codewords.largestValue(code).length
      var escapedCount = 0
      while next + 1 < count {
        let (x, y) = (differences.values[next], differences.values[next + 1])
        guard max(abs(x), abs(y)) <= pairs.largest else { return nil }
        let length = pairs.row(x, y).length
        bits += length == 0 ? pairs.escape.length : length
        escapedCount += length == 0 ? 1 : 0
        next += 2
      }
      bits += SurroundDifferences.digitBits(levelCount: 2 * pairs.largest + 1, count: 2 * escapedCount)
    }
    while next < count {
      let value = differences.values[next]
      bits += codewords.single(quantity, differences.direction, abs(value)).length + (value == 0 ? 0 : 1)
      next += 1
    }
    return bits
  }

  /// Writes a set: `bsPcmCoding` and all that follows.
  func write(
    _ plan: Plan, _ indices: borrowing SurroundBandValues, after old: borrowing SurroundBandValues,
    to writer: inout BitWriter
  ) {
    writer.write(plan.form == .words)
    guard case .differences(let direction, let pairs) = plan.form else {
      for band in 0..<count { writer.write(UInt32(indices[band] + offset), wordWidth) }
      return
    }
    if plan.allowsTime { writer.write(direction == .time) }
    writer.write(pairs != nil)
    write(differences(indices, old, direction), pairs, to: &writer)
  }

  private func write(_ differences: borrowing Differences, _ code: Int?, to writer: inout BitWriter) {
    if let code { writer.write(codewords.largestValue(code)) }
    if differences.start == 1 { writer.write(codewords.first(quantity, differences.values[0])) }
    var next = differences.start
    if let code { next = writePairs(differences, code, to: &writer) }
    while next < count {
      let value = differences.values[next]
      writer.write(codewords.single(quantity, differences.direction, abs(value)))
      if value != 0 { writer.write(value < 0) }
      next += 1
    }
  }

  /// Writes all pairs, those without a codeword after the others, and returns the index at which they end.
  private func writePairs(_ differences: borrowing Differences, _ code: Int, to writer: inout BitWriter) -> Int {
    let pairs = codewords.pairs(quantity, differences.direction, largest: code)
    var escaped: [24 of Int] = .init(repeating: 0)
    var escapedCount = 0
    var next = differences.start
    while next + 1 < count {
      let (x, y) = (differences.values[next], differences.values[next + 1])
      let row = pairs.row(x, y)
      if row.length > 0 {
        writer.write(row)
      } else {
        writer.write(pairs.escape)
        escaped[escapedCount] = x + pairs.largest
        escaped[escapedCount + 1] = y + pairs.largest
        escapedCount += 2
      }
      next += 2
    }
    SurroundDifferences.writeDigits(escaped, levelCount: 2 * pairs.largest + 1, count: escapedCount, to: &writer)
    return next
  }
}

extension SurroundDifferences {
  /// Returns the number of bits of numbers below `levelCount`, several packed into a word where that saves bits.
  static func digitBits(levelCount: Int, count: Int) -> Int {
    var bits = 0
    var left = count
    while left > 0 {
      let length = min(groupLength(levelCount), left)
      bits += wordWidth(levelCount, length)
      left -= length
    }
    return bits
  }

  /// Writes the packed numbers: the first one of a word is its most significant digit.
  static func writeDigits(_ values: borrowing [24 of Int], levelCount: Int, count: Int, to writer: inout BitWriter) {
    var next = 0
    while next < count {
      let length = min(groupLength(levelCount), count - next)
      var word = 0
      for place in next..<(next + length) { word = word * levelCount + values[place] }
      writer.write(UInt32(word), wordWidth(levelCount, length))
      next += length
    }
  }

  /// Returns the number of bits of a word with the given number of packed numbers.
  private static func wordWidth(_ levelCount: Int, _ length: Int) -> Int {
    var states = 1
    for _ in 0..<length { states *= levelCount }
    return Int.bitWidth - (states - 1).leadingZeroBitCount
  }
}
