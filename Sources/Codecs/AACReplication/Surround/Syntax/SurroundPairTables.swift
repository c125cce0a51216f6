/// The tables of the codes of pairs, by their use: codewords, and 16a + b or the escape of each.
///
/// ISO/IEC 23003-2; ISO/IEC 23003-3 for phases and for pairs of one band in two sets.
package enum SurroundPairTables {
  /// Tables of a quantity: four over frequency, then four over time, each with a code for its largest value.
  package static let count = 8

  /// Passes the rows of a table and their values to `body`.
  ///
  /// - Parameter place: 0…7.
  package static func with<Result>(
    _ quantity: SurroundQuantity, _ place: Int, _ body: (Span<UInt32>, Span<UInt8>) -> Result
  ) -> Result {
    switch quantity {
    case .levelDifference: withLevelDifferences(place, body)
    case .coherence: withCoherences(place, body)
    case .phaseDifference: withPhases(place, body)
    }
  }

  /// Does the same with the tables for pairs of one band in two sets.
  static func withTimePairs<Result>(
    _ quantity: SurroundQuantity, _ place: Int, _ body: (Span<UInt32>, Span<UInt8>) -> Result
  ) -> Result {
    switch quantity {
    case .levelDifference: withTimePairsOfLevelDifferences(place, body)
    case .coherence: withTimePairsOfCoherences(place, body)
    case .phaseDifference: withPhases(place, body)
    }
  }

  private static func withLevelDifferences<Result>(
    _ place: Int, _ body: (Span<UInt32>, Span<UInt8>) -> Result
  ) -> Result {
    switch place {
    case 0:
      body(
        surroundLevelDifferencePairsOverFrequency3.span,
        surroundLevelDifferencePairsOverFrequency3Values.span)
    case 1:
      body(
        surroundLevelDifferencePairsOverFrequency5.span,
        surroundLevelDifferencePairsOverFrequency5Values.span)
    case 2:
      body(
        surroundLevelDifferencePairsOverFrequency7.span,
        surroundLevelDifferencePairsOverFrequency7Values.span)
    case 3:
      body(
        surroundLevelDifferencePairsOverFrequency9.span,
        surroundLevelDifferencePairsOverFrequency9Values.span)
    case 4: body(surroundLevelDifferencePairsOverTime3.span, surroundLevelDifferencePairsOverTime3Values.span)
    case 5: body(surroundLevelDifferencePairsOverTime5.span, surroundLevelDifferencePairsOverTime5Values.span)
    case 6: body(surroundLevelDifferencePairsOverTime7.span, surroundLevelDifferencePairsOverTime7Values.span)
    default: body(surroundLevelDifferencePairsOverTime9.span, surroundLevelDifferencePairsOverTime9Values.span)
    }
  }

  private static func withCoherences<Result>(
    _ place: Int, _ body: (Span<UInt32>, Span<UInt8>) -> Result
  ) -> Result {
    switch place {
    case 0: body(surroundCoherencePairsOverFrequency1.span, surroundCoherencePairsOverFrequency1Values.span)
    case 1: body(surroundCoherencePairsOverFrequency3.span, surroundCoherencePairsOverFrequency3Values.span)
    case 2: body(surroundCoherencePairsOverFrequency5.span, surroundCoherencePairsOverFrequency5Values.span)
    case 3: body(surroundCoherencePairsOverFrequency7.span, surroundCoherencePairsOverFrequency7Values.span)
    case 4: body(surroundCoherencePairsOverTime1.span, surroundCoherencePairsOverTime1Values.span)
    case 5: body(surroundCoherencePairsOverTime3.span, surroundCoherencePairsOverTime3Values.span)
    case 6: body(surroundCoherencePairsOverTime5.span, surroundCoherencePairsOverTime5Values.span)
    default: body(surroundCoherencePairsOverTime7.span, surroundCoherencePairsOverTime7Values.span)
    }
  }

  private static func withTimePairsOfLevelDifferences<Result>(
    _ place: Int, _ body: (Span<UInt32>, Span<UInt8>) -> Result
  ) -> Result {
    switch place {
    case 0:
      body(
        surroundLevelDifferenceTimePairsOverFrequency3.span,
        surroundLevelDifferenceTimePairsOverFrequency3Values.span)
    case 1:
      body(
        surroundLevelDifferenceTimePairsOverFrequency5.span,
        surroundLevelDifferenceTimePairsOverFrequency5Values.span)
    case 2:
      body(
        surroundLevelDifferenceTimePairsOverFrequency7.span,
        surroundLevelDifferenceTimePairsOverFrequency7Values.span)
    case 3:
      body(
        surroundLevelDifferenceTimePairsOverFrequency9.span,
        surroundLevelDifferenceTimePairsOverFrequency9Values.span)
    case 4: body(surroundLevelDifferenceTimePairsOverTime3.span, surroundLevelDifferenceTimePairsOverTime3Values.span)
    case 5: body(surroundLevelDifferenceTimePairsOverTime5.span, surroundLevelDifferenceTimePairsOverTime5Values.span)
    case 6: body(surroundLevelDifferenceTimePairsOverTime7.span, surroundLevelDifferenceTimePairsOverTime7Values.span)
    default: body(surroundLevelDifferenceTimePairsOverTime9.span, surroundLevelDifferenceTimePairsOverTime9Values.span)
    }
  }

  private static func withTimePairsOfCoherences<Result>(
    _ place: Int, _ body: (Span<UInt32>, Span<UInt8>) -> Result
  ) -> Result {
    switch place {
    case 0: body(surroundCoherenceTimePairsOverFrequency1.span, surroundCoherenceTimePairsOverFrequency1Values.span)
    case 1: body(surroundCoherenceTimePairsOverFrequency3.span, surroundCoherenceTimePairsOverFrequency3Values.span)
    case 2: body(surroundCoherenceTimePairsOverFrequency5.span, surroundCoherenceTimePairsOverFrequency5Values.span)
    case 3: body(surroundCoherenceTimePairsOverFrequency7.span, surroundCoherenceTimePairsOverFrequency7Values.span)
    case 4: body(surroundCoherenceTimePairsOverTime1.span, surroundCoherenceTimePairsOverTime1Values.span)
    case 5: body(surroundCoherenceTimePairsOverTime3.span, surroundCoherenceTimePairsOverTime3Values.span)
    case 6: body(surroundCoherenceTimePairsOverTime5.span, surroundCoherenceTimePairsOverTime5Values.span)
    default: body(surroundCoherenceTimePairsOverTime7.span, surroundCoherenceTimePairsOverTime7Values.span)
    }
  }

  private static func withPhases<Result>(
    _ place: Int, _ body: (Span<UInt32>, Span<UInt8>) -> Result
  ) -> Result {
    switch place {
    case 0: body(surroundPhasePairsOverFrequency7.span, surroundPhasePairsOverFrequency7Values.span)
    case 1: body(surroundPhasePairsOverFrequency1.span, surroundPhasePairsOverFrequency1Values.span)
    case 2: body(surroundPhasePairsOverFrequency3.span, surroundPhasePairsOverFrequency3Values.span)
    case 3: body(surroundPhasePairsOverFrequency5.span, surroundPhasePairsOverFrequency5Values.span)
    case 4: body(surroundPhasePairsOverTime7.span, surroundPhasePairsOverTime7Values.span)
    case 5: body(surroundPhasePairsOverTime1.span, surroundPhasePairsOverTime1Values.span)
    case 6: body(surroundPhasePairsOverTime3.span, surroundPhasePairsOverTime3Values.span)
    default: body(surroundPhasePairsOverTime5.span, surroundPhasePairsOverTime5Values.span)
    }
  }
}
