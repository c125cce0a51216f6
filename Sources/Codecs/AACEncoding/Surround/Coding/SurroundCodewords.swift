import AACReplication
import Bitstream

// Bound throughout: four codes of pairs of at most 19 · 19 differences for each quantity and direction.
// Holds throughout: values are in the range of their quantity, pairs no larger than their code's largest value.

/// The codes of LD MPEG Surround, as encoding tables; built once.
///
/// ISO/IEC 23003-2: the inverse of ``SurroundCodebooks``. The codeword of a pair includes the bits of sign and order,
/// 23 bits at most.
struct SurroundCodewords: Sendable {
  typealias Direction = SurroundCodebooks.Direction

  /// The codewords, made once for all encoders.
  static let shared = SurroundCodewords()

  /// Rows by symbol, by quantity.
  private let first: [[PrefixCodeRow]]
  /// Rows by absolute difference, by quantity and direction.
  private let single: [[PrefixCodeRow]]
  /// The codes of pairs, by quantity, direction and code of the largest value.
  private let pairs: [SurroundPairCodewords]
  private let largestValue: [PrefixCodeRow]

  private init() {
    first = [
      Self.rows(surroundLevelDifferenceFirst.span, surroundLevelDifferenceFirstValues.span),
      Self.rows(surroundCoherenceFirst.span, surroundCoherenceFirstValues.span),
    ]
    single = [
      Self.rows(surroundLevelDifferenceOverFrequency.span, surroundLevelDifferenceOverFrequencyValues.span),
      Self.rows(surroundLevelDifferenceOverTime.span, surroundLevelDifferenceOverTimeValues.span),
      Self.rows(surroundCoherenceOverFrequency.span, surroundCoherenceOverFrequencyValues.span),
      Self.rows(surroundCoherenceOverTime.span, surroundCoherenceOverTimeValues.span),
    ]
    pairs = SurroundPairCodewords.all(.levelDifference) + SurroundPairCodewords.all(.coherence)
    largestValue = Self.rows(surroundLargestValueIndex.span, surroundLargestValueIndexValues.span)
  }

  private static func rows(_ rows: Span<UInt32>, _ values: Span<UInt8>) -> [PrefixCodeRow] {
    var result = [PrefixCodeRow](repeating: PrefixCodeRow(packed: 0), count: values.count)
    for index in values.indices { result[Int(values[index])] = PrefixCodeRow(packed: rows[index]) }
    return result
  }

  private static func place(_ quantity: SurroundQuantity) -> Int { quantity == .levelDifference ? 0 : 1 }

  /// Returns the first value of a set, not negative.
  func first(_ quantity: SurroundQuantity, _ value: Int) -> PrefixCodeRow { first[Self.place(quantity)][value] }

  /// Returns the codes of an absolute difference, which a sign follows unless it is 0.
  func single(_ quantity: SurroundQuantity, _ direction: Direction, _ magnitude: Int) -> PrefixCodeRow {
    single[2 * Self.place(quantity) + direction.rawValue][magnitude]
  }

  /// Returns the pairs of a code 0…3 for their largest value.
  func pairs(_ quantity: SurroundQuantity, _ direction: Direction, largest code: Int) -> SurroundPairCodewords {
    pairs[8 * Self.place(quantity) + 4 * direction.rawValue + code]
  }

  /// Returns the code 0…3 for the largest value of pairs.
  func largestValue(_ code: Int) -> PrefixCodeRow { largestValue[code] }
}

/// The codewords of pairs of differences up to a largest value.
struct SurroundPairCodewords: Sendable {
  let largest: Int
  /// The code for a pair that is sent after all others; without bits if every pair has a codeword.
  let escape: PrefixCodeRow
  /// The codewords by the two differences, each with the largest value added; without bits for pairs that have none.
  private let rows: [PrefixCodeRow]

  private init(_ codes: Span<UInt32>, _ values: Span<UInt8>, largest: Int) {
    self.largest = largest
    let side = 2 * largest + 1
    var rows = [PrefixCodeRow](repeating: PrefixCodeRow(packed: 0), count: side * side)
    var escape = PrefixCodeRow(packed: 0)
    for index in values.indices {
      let (symbol, row) = (Int(values[index]), PrefixCodeRow(packed: codes[index]))
      guard symbol != SurroundCodebooks.escape else {
        escape = row
        continue
      }
      let (a, b) = (symbol >> 4, symbol & 15)
      let (x, y) = a + b > largest ? (2 * largest + 1 - a - b, b - a) : (a + b, a - b)
      for sign in 0...(x + y != 0 ? 1 : 0) {
        for order in 0...(x != y ? 1 : 0) {
          let (u, v) = sign == 0 ? (x, y) : (-x, -y)
          let (first, second) = order == 0 ? (u, v) : (v, u)
          var (code, length) = (row.code, row.length)
          if x + y != 0 { (code, length) = (2 * code + UInt32(sign), length + 1) }
          if x != y { (code, length) = (2 * code + UInt32(order), length + 1) }
          rows[(first + largest) * side + second + largest] = PrefixCodeRow(packed: UInt32(length) << 24 | code)
        }
      }
    }
    self.rows = rows
    self.escape = escape
  }

  /// Returns the codeword of a pair with its sign and order; without bits if the pair is escaped.
  func row(_ first: Int, _ second: Int) -> PrefixCodeRow {
    rows[(first + largest) * (2 * largest + 1) + second + largest]
  }

  /// Returns all of a quantity: over frequency and then over time, by the code of the largest value.
  static func all(_ quantity: SurroundQuantity) -> [SurroundPairCodewords] {
    (0..<SurroundPairTables.count).map { place in
      SurroundPairTables.with(quantity, place) { codes, values in
        SurroundPairCodewords(codes, values, largest: quantity.largestValue(place % 4))
      }
    }
  }
}
