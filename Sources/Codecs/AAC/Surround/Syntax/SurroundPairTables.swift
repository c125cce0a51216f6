/// The tables of the codes of pairs, by their use: codewords, and 16a + b or the escape of each.
///
/// ISO/IEC 23003-2.
enum SurroundPairTables {
  /// Tables of a quantity: four over frequency, then four over time, each with a code for its largest value.
  static let count = 8

  /// Passes the rows of a table and their values to `body`.
  ///
  /// - Parameter place: 0…7.
  static func with<Result>(
    _ quantity: SurroundQuantity, _ place: Int, _ body: (Span<UInt32>, Span<UInt8>) -> Result
  ) -> Result {
    quantity == .levelDifference ? withLevelDifferences(place, body) : withCoherences(place, body)
  }

  private static func withLevelDifferences<Result>(
    _ place: Int, _ body: (Span<UInt32>, Span<UInt8>) -> Result
  ) -> Result {
    switch place {
    case 0: body(surroundLevelDifferencePairsOverFrequency3.span, surroundLevelDifferencePairsOverFrequency3Values.span)
    case 1: body(surroundLevelDifferencePairsOverFrequency5.span, surroundLevelDifferencePairsOverFrequency5Values.span)
    case 2: body(surroundLevelDifferencePairsOverFrequency7.span, surroundLevelDifferencePairsOverFrequency7Values.span)
    case 3: body(surroundLevelDifferencePairsOverFrequency9.span, surroundLevelDifferencePairsOverFrequency9Values.span)
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
}
