import SignalProcessing
import TestSupport
import Testing

@Suite struct AlignmentSearchTests {
  private func noise(_ count: Int, _ random: inout SplitMix64) -> [Float] {
    (0..<count).map { _ in Float(Int64(bitPattern: random.next()) >> 32) * 0x1p-31 }
  }

  /// The formula, place by place.
  private func direct(_ pattern: [Float], _ field: [Float]) -> (place: Int, correlation: Double) {
    var best = (place: 0, correlation: -2.0)
    for place in 0...(field.count - pattern.count) {
      let part = field[place..<(place + pattern.count)]
      let product = zip(pattern, part).reduce(0.0) { $0 + Double($1.0) * Double($1.1) }
      let own = pattern.reduce(0.0) { $0 + Double($1) * Double($1) }
      let other = part.reduce(0.0) { $0 + Double($1) * Double($1) }
      let correlation = product / (own * other).squareRoot()
      if correlation > best.correlation { best = (place, correlation) }
    }
    return best
  }

  @Test(arguments: [(1, 1), (3, 40), (100, 300), (500, 501), (64, 64)])
  func theBestPlaceIsThatOfTheFormula(pattern: Int, field: Int) throws {
    var random = SplitMix64(seed: UInt64(pattern * field))
    for _ in 0..<5 {
      let field = noise(field, &random)
      let pattern = noise(pattern, &random).map { $0 + 0.1 }
      let expected = direct(pattern, field)
      let found = AlignmentSearch(pattern).bestMatch(in: field, expected: 0)
      guard expected.correlation > 0 else { continue }
      let match = try required(found)
      expectLess(abs(match.correlation - expected.correlation), 1e-9)
      #expect(match.place == expected.place || pattern.count == 1)
    }
  }

  @Test func nothingIsFoundInSilenceOrInLess() {
    let search = AlignmentSearch([1, 2, 3])
    expectNil(search.bestMatch(in: [0, 0, 0, 0, 0], expected: 0))
    expectNil(search.bestMatch(in: [1, 2], expected: 0))
    expectNil(AlignmentSearch([]).bestMatch(in: [1, 2], expected: 0))
  }
}
