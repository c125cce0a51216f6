import AACSyntax
import Bitstream

// Bound throughout: sets have 28 values at most.

/// The properties of a frame on which the coding of a parameter depends.
package struct SurroundFrameContext: Sendable, BitwiseCopyable {
  var syntax: SurroundSyntax
  var setCount: Int
  var isIndependent: Bool
  var bandCount: Int

  package init(syntax: SurroundSyntax, setCount: Int, isIndependent: Bool, bandCount: Int) {
    self.syntax = syntax
    self.setCount = setCount
    self.isIndependent = isIndependent
    self.bandCount = bandCount
  }
}

/// The coding of one set of values, or of two together.
///
/// ISO/IEC 23003-2 and 23003-3, `EcData()`. In USAC the first of two sets may be coded against the second one, and
/// fine phases are coarse ones with a bit each.
struct SurroundCoding {
  typealias Direction = SurroundCodebooks.Direction

  var syntax: SurroundSyntax
  var quantity: SurroundQuantity
  var isCoarse: Bool
  /// The number of values of a set.
  var count: Int
  var isPair: Bool
  /// True if the first set may hold differences to the previous values.
  var allowsTime: Bool

  private var lastSet: Int { isPair ? 1 : 0 }
  private var hasHalves: Bool { quantity == .phaseDifference && !isCoarse }

  /// Reads values, which hold the old ones before.
  func parse(
    _ reader: inout BitReader, _ codebooks: SurroundCodebooks, into values: inout [2 of SurroundBandValues]
  ) throws(AACError) {
    if try reader.bit() { return try parseNumbers(&reader, into: &values) }
    var directions: [2 of Direction] = .init(repeating: .frequency)
    if isPair || allowsTime { directions[0] = try reader.bit() ? .time : .frequency }
    if isPair, directions[0] == .frequency || allowsTime { directions[1] = try reader.bit() ? .time : .frequency }
    var read: [2 of SurroundBandValues] = .init(repeating: .init(repeating: 0))
    let hasFirst = try parseDifferences(&reader, directions, codebooks, into: &read)
    let isForwards = try isForwards(&reader, directions)
    var old = values[0]
    if hasHalves { for index in 0..<count { old[index] >>= 1 } }
    if isForwards {
      addUp(&read[1], directions[1], old: old)
      subtract(&read[0], from: read[1], hasFirst: hasFirst)
    } else {
      addUp(&read[0], directions[0], old: old, hasFirst: hasFirst && directions[0] == .time)
      if isPair { addUp(&read[1], directions[1], old: read[0], hasFirst: hasFirst && directions[1] == .time) }
    }
    try finish(&reader, &read)
    values = read
  }

  /// Absolute values.
  private func parseNumbers(
    _ reader: inout BitReader, into values: inout [2 of SurroundBandValues]
  ) throws(AACError) {
    let offset = quantity.offset(isCoarse: isCoarse)
    let width = Int.bitWidth - (quantity.levelCount(isCoarse: isCoarse) - 1).leadingZeroBitCount
    for index in 0..<count {
      for set in 0...lastSet { values[set][index] = try reader.bits(width) - offset }
    }
  }

  /// Reads the differences of one set or two.
  ///
  /// - Returns: True if a set coded over time begins with its own value because the other set is coded over frequency.
  private func parseDifferences(
    _ reader: inout BitReader, _ directions: [2 of Direction], _ codebooks: SurroundCodebooks,
    into values: inout [2 of SurroundBandValues]
  ) throws(AACError) -> Bool {
    let hasPairs = try reader.bit()
    if syntax == .unified, hasPairs, isPair, try reader.bit() {
      let differences = SurroundDifferences(
        quantity: quantity, count: count,
        direction: directions[0] == .time || directions[1] == .time ? .time : .frequency, pairing: .sets)
      let hasFirst = directions[0] == .frequency || directions[1] == .frequency
      try differences.parseTimePairs(&reader, hasFirst: hasFirst, codebooks, into: &values)
      return hasFirst
    }
    for set in 0...lastSet {
      let differences = SurroundDifferences(
        quantity: quantity, count: count, direction: directions[set], pairing: hasPairs ? .bands : .none)
      try differences.parse(&reader, codebooks, into: &values[set])
    }
    return false
  }

  /// Returns true if the first of two sets is coded against the second one.
  private func isForwards(_ reader: inout BitReader, _ directions: [2 of Direction]) throws(AACError) -> Bool {
    guard syntax == .unified, isPair, directions[0] == .time, directions[1] == .frequency else { return false }
    return allowsTime ? try reader.bit() : true
  }

  /// Converts differences to indices; `hasFirst` if a set over time has its own first value.
  private func addUp(
    _ values: inout SurroundBandValues, _ direction: Direction, old: SurroundBandValues, hasFirst: Bool = false
  ) {
    switch direction {
    case .frequency:
      values[0] -= quantity.offset(isCoarse: isCoarse)
      for index in 1..<max(count, 1) { values[index] += values[index - 1] }
    case .time:
      if hasFirst { values[0] -= quantity.offset(isCoarse: isCoarse) } else { values[0] += old[0] }
      for index in 1..<max(count, 1) { values[index] += old[index] }
    }
  }

  /// Converts differences relative to the next set to indices.
  private func subtract(_ values: inout SurroundBandValues, from next: SurroundBandValues, hasFirst: Bool) {
    values[0] = hasFirst ? values[0] - quantity.offset(isCoarse: isCoarse) : next[0] - values[0]
    for index in 1..<max(count, 1) { values[index] = next[index] - values[index] }
  }

  /// Reads the lowest bits of fine phases, and reduces phases to one turn.
  private func finish(_ reader: inout BitReader, _ values: inout [2 of SurroundBandValues]) throws(AACError) {
    guard quantity == .phaseDifference else { return }
    for set in 0...lastSet {
      for index in 0..<count {
        if hasHalves { values[set][index] = 2 * values[set][index] + (try reader.bits(1)) }
        values[set][index] &= isCoarse ? 7 : 15
      }
    }
  }
}
