import AACDecoding
import AACSyntax
import Bitstream
import MPEG4Systems
import TestSupport
import Testing

/// Every rule of the bit stream is broken at least once, by a packet made for it.
struct RuleTests {
  @Test(arguments: RuleGroup.allCases) func eachGroupBreaksItsRules(group: RuleGroup) throws {
    try expectEqual(group.broken(), group.rules)
  }

  /// What each group breaks, the test above proves.
  @Test func everyRuleIsInAGroup() {
    let all = RuleGroup.allCases.reduce(into: Set<AACRule>()) { $0.formUnion($1.rules) }
    expectEqual(all, Set(AACRule.allCases))
  }

  /// Cut anywhere in front of its last element's end, a packet is refused; nearly always as truncated.
  @Test(arguments: RoundTripTests.kinds.indices, [0, 7])
  func everyTruncationIsRefused(kind: Int, flags: Int) throws {
    let (type, isShort) = RoundTripTests.kinds[kind]
    guard type.isErrorResilient || flags == 0 else { return }
    let configuration = try configuration(type, channels: 2, isShort: isShort, flags: flags)
    var streams = RandomStreams(configuration, seed: UInt64(kind))
    var counts: [AACRule: Int] = [:]
    var reused = AccessUnit(configuration)
    for _ in 0..<3 {
      var unit = streams.unit()
      if flags != 0 { unit.adoptVirtualCodebooks() }
      var writer = BitWriter()
      unit.writeElement(0, to: &writer)
      let end = !type.isErrorResilient ? writer.offset + 3 : writer.offset
      let bytes = packet(unit)
      for length in 0..<end {
        var reader = BitReader(bytes.span, bits: 0..<length)
        let rule = RuleTests.rule(of: &reader, &reused)
        #expect(rule != nil, "\(length) of \(end) bits")
        if let rule { counts[rule, default: 0] += 1 }
      }
      for length in 0..<(end / 8) {
        let cut = Array(bytes.prefix(length))
        var reader = BitReader(cut.span)
        #expect(RuleTests.rule(of: &reader, &reused) != nil)
      }
    }
    let total = counts.values.reduce(0, +)
    expectGreater(counts[.truncated, default: 0] * 10, total * 9)
  }

  private static func rule(of reader: inout BitReader, _ unit: inout AccessUnit) -> AACRule? {
    do throws(AACError) {
      try unit.parse(&reader)
      return nil
    } catch {
      return error.rule
    }
  }
}
