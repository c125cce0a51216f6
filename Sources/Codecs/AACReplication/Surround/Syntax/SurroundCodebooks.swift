import AACSyntax
import Bitstream

/// The codes of MPEG Surround, as decoding tables; built once per decoder.
///
/// ISO/IEC 23003-2, and the additional codes of USAC: ISO/IEC 23003-3. Pairs are 16a + b, and ``escape`` stands for a
/// pair that is sent after all others.
package struct SurroundCodebooks: Sendable {
  /// The value that a difference is relative to: the band below, or the previous value.
  package enum Direction: Int, Sendable, BitwiseCopyable { case frequency, time }

  package static let escape = 255

  /// The codes of first values, by quantity.
  private let first: [PrefixCode]
  /// The codes of single differences, by quantity and direction.
  private let single: [PrefixCode]
  /// The codes of pairs, by quantity, direction and largest value.
  private let pairs: [PrefixCode]
  /// The codes of pairs of a band in two sets, in the same order; empty if the syntax has no such pairs.
  private let timePairs: [PrefixCode]
  private let largestValue: PrefixCode
  private let envelope: PrefixCode

  /// Builds the codes of a syntax.
  package init(_ syntax: SurroundSyntax = .lowDelay) {
    let isUnified = syntax == .unified
    first =
      [
        Self.code(surroundLevelDifferenceFirst.span, surroundLevelDifferenceFirstValues.span),
        Self.code(surroundCoherenceFirst.span, surroundCoherenceFirstValues.span),
      ] + (isUnified ? [Self.code(surroundPhaseFirst.span, surroundPhaseFirstValues.span)] : [])
    let phases =
      isUnified
      ? [
        Self.code(surroundPhaseOverFrequency.span, surroundPhaseOverFrequencyValues.span),
        Self.code(surroundPhaseOverTime.span, surroundPhaseOverTimeValues.span),
      ] : []
    let own = [
      Self.code(surroundLevelDifferenceOverFrequency.span, surroundLevelDifferenceOverFrequencyValues.span),
      Self.code(surroundLevelDifferenceOverTime.span, surroundLevelDifferenceOverTimeValues.span),
      Self.code(surroundCoherenceOverFrequency.span, surroundCoherenceOverFrequencyValues.span),
      Self.code(surroundCoherenceOverTime.span, surroundCoherenceOverTimeValues.span),
    ]
    single = own + phases
    let quantities: [SurroundQuantity] = isUnified ? [.levelDifference, .coherence, .phaseDifference] : []
    pairs = Self.pairs(.levelDifference) + Self.pairs(.coherence) + (isUnified ? Self.pairs(.phaseDifference) : [])
    timePairs = quantities.flatMap { quantity in
      (0..<SurroundPairTables.count).map { place in
        SurroundPairTables.withTimePairs(quantity, place) { Self.code($0, $1) }
      }
    }
    largestValue = Self.code(surroundLargestValueIndex.span, surroundLargestValueIndexValues.span)
    envelope = Self.code(surroundEnvelope.span, surroundEnvelopeValues.span)
  }

  private static func pairs(_ quantity: SurroundQuantity) -> [PrefixCode] {
    (0..<SurroundPairTables.count).map { place in SurroundPairTables.with(quantity, place) { code($0, $1) } }
  }

  private static func code(_ rows: Span<UInt32>, _ values: Span<UInt8>) -> PrefixCode {
    PrefixCode(rows: rows, primaryBits: 8) { UInt32(values[$0]) }
  }

  /// Returns the first value of a set, not negative.
  func first(_ quantity: SurroundQuantity, _ reader: inout BitReader) throws(AACError) -> Int {
    try Self.decode(first[quantity.rawValue], &reader)
  }

  /// Returns an absolute difference.
  func difference(
    _ quantity: SurroundQuantity, _ direction: Direction, _ reader: inout BitReader
  ) throws(AACError) -> Int {
    try Self.decode(single[2 * quantity.rawValue + direction.rawValue], &reader)
  }

  /// Returns a pair, of a code 0…3 for its largest value.
  func pair(
    _ quantity: SurroundQuantity, _ direction: Direction, largest code: Int, _ reader: inout BitReader
  ) throws(AACError) -> Int {
    try Self.decode(pairs[8 * quantity.rawValue + 4 * direction.rawValue + code], &reader)
  }

  /// Returns a pair of a band in two sets, which only the syntax of USAC has.
  func timePair(
    _ quantity: SurroundQuantity, _ direction: Direction, largest code: Int, _ reader: inout BitReader
  ) throws(AACError) -> Int {
    try Self.decode(timePairs[8 * quantity.rawValue + 4 * direction.rawValue + code], &reader)
  }

  /// Returns the code for the largest value of pairs.
  func largestValueCode(_ reader: inout BitReader) throws(AACError) -> Int { try Self.decode(largestValue, &reader) }

  /// Returns a level of an envelope and a run: 16 · level + slots − 1.
  func envelopeRun(_ reader: inout BitReader) throws(AACError) -> Int { try Self.decode(envelope, &reader) }

  private static func decode(_ code: borrowing PrefixCode, _ reader: inout BitReader) throws(AACError) -> Int {
    let start = reader.offset
    let value = code.decode(&reader)
    try reader.checkEnd()
    guard value != PrefixCode.invalid else { throw AACError(.invalidCodeword, at: start) }
    return Int(value)
  }
}
