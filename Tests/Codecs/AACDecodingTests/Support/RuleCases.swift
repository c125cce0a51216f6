import AACDecoding
import AACSyntax
import Bitstream
import MPEG4Systems
import TestSupport
import Testing

/// Packets that break one rule each, and what is found in them.
struct RuleCases {
  /// The rules that were met so far.
  private(set) var met: Set<AACRule> = []

  /// A packet of hand-made fields, with room behind it so that nothing is truncated.
  private static func fields(_ list: [(UInt32, Int)], _ more: (inout BitWriter) -> Void = { _ in }) -> [UInt8] {
    var writer = BitWriter()
    for (value, count) in list { writer.write(value, count) }
    more(&writer)
    for _ in 0..<40 { writer.write(0, 8) }
    return writer.bytes
  }

  /// `single_channel_element()` with a gain, up to the window fields.
  private static let head: [(UInt32, Int)] = [(0, 3), (0, 4), (100, 8), (0, 1)]
  /// The same with a long window and so many bands, up to the sections.
  private static func long(_ bandCount: UInt32, gain: UInt32 = 100) -> [(UInt32, Int)] {
    [(0, 3), (0, 4), (gain, 8), (0, 1), (0, 2), (0, 1), (bandCount, 6), (0, 1)]
  }
  /// The same in the error-resilient syntax, which has no element number.
  private static func resilient(_ bandCount: UInt32) -> [(UInt32, Int)] { Array(long(bandCount).dropFirst()) }

  private mutating func check(_ rule: AACRule, _ packet: [UInt8], _ configuration: AACConfiguration) {
    check(rule, brokenRule(packet, configuration))
  }

  /// Notes a rule that was found broken, which must be the one that was broken.
  mutating func check(_ rule: AACRule, _ found: AACRule?) {
    expectEqual(found, rule)
    if let found { met.insert(found) }
  }

  /// The same where a caller of the decoder sees the rule's text alone.
  mutating func check(_ rule: AACRule, told text: String?) {
    check(rule, AACRule.allCases.first { "\($0.text)" == text })
  }

  mutating func windowFieldsOutOfTheirRange() throws {
    let mono = try configuration(.aacLC)
    let stereo = try configuration(.aacLC, channels: 2)
    let lowDelay = try configuration(.erAACLD, isShort: true)
    check(.truncated, [], mono)
    check(.reservedBitSet, RuleCases.fields([(0, 3), (0, 4), (100, 8), (1, 1)]), mono)
    check(.tooManyBands, RuleCases.fields(RuleCases.long(50)), mono)
    check(
      .predictionNotAllowed, RuleCases.fields(RuleCases.head + [(0, 2), (0, 1), (10, 6), (1, 1)]), mono)
    check(.windowSequenceNotAllowed, RuleCases.fields([(0, 4), (100, 8), (0, 1), (1, 2)]), lowDelay)
    check(.windowSequenceNotAllowed, RuleCases.fields([(0, 4), (100, 8), (0, 1), (2, 2)]), lowDelay)
    let main = RuleCases.head + [(0, 2), (0, 1), (10, 6), (1, 1), (1, 1)]
    for group in [0, 31] as [UInt32] {
      check(.predictorResetGroup, RuleCases.fields(main + [(group, 5)]), try configuration(.aacMain))
    }
    let longTerm = RuleCases.head + [(0, 2), (0, 1), (10, 6), (1, 1), (1, 1), (1921, 11)]
    check(.longTermPredictionLag, RuleCases.fields(longTerm), try configuration(.aacLTP, isShort: true))
    let prediction: [(UInt32, Int)] = [(0, 4), (100, 8), (0, 1), (0, 2), (0, 1), (10, 6), (1, 1), (1, 1), (1, 1)]
    check(.longTermPredictionLag, RuleCases.fields(prediction + [(961, 10)]), lowDelay)
    check(
      .reservedMidSideMask,
      RuleCases.fields([(1, 3), (0, 4), (1, 1), (0, 1), (0, 2), (0, 1), (10, 6), (0, 1), (3, 2)]), stereo)
    check(.tooManyBands, RuleCases.fields([(100, 8), (60, 6)]), try configuration(.erAACELD))
  }

  mutating func sectionsAndScaleFactorsThatCannotBe() throws {
    let mono = try configuration(.aacLC)
    check(.sectionBeyondLastBand, RuleCases.fields(RuleCases.long(10) + [(1, 4), (11, 5)]), mono)
    check(.reservedCodebook, RuleCases.fields(RuleCases.long(10) + [(12, 4)]), mono)
    check(
      .scaleFactorOutOfRange,
      RuleCases.fields(RuleCases.long(10, gain: 250) + [(1, 4), (10, 5)]) { $0.writeScaleFactorDifference(60) }, mono)
    check(
      .scaleFactorOutOfRange,
      RuleCases.fields(RuleCases.long(10, gain: 5) + [(1, 4), (10, 5)]) { $0.writeScaleFactorDifference(-6) }, mono)
    let reversible = try configuration(.erAACLC, flags: 2)
    let side: [(UInt32, Int)] = [(1, 4), (1, 5), (0, 1), (100, 8), (9, 9), (0, 1), (0, 1), (0, 1), (0, 1)]
    check(
      .invalidCodeword, RuleCases.fields(RuleCases.resilient(1) + side + [(0b1_0000_0000, 9)]), reversible)
    check(
      .reversibleLengthMismatch, RuleCases.fields(RuleCases.resilient(1) + side + [(0, 9)]), reversible)
    let noise: [(UInt32, Int)] = [(13, 4), (1, 5), (0, 1), (100, 8), (8, 9), (0, 9)]
    check(.reversibleLengthMismatch, RuleCases.fields(RuleCases.resilient(1) + noise), reversible)
  }

  mutating func linesThatCannotBe() throws {
    let mono = try configuration(.aacLC)
    func escaped(_ head: [(UInt32, Int)], _ behind: [(UInt32, Int)]) -> [UInt8] {
      RuleCases.fields(head) { writer in
        writer.writeScaleFactorDifference(0)
        writer.write(0, 3)
        writer.write(Codebooks.row(11, 16 * 17))
        writer.write(0, 1)
        for (value, count) in behind { writer.write(value, count) }
      }
    }
    check(.escapeTooLong, escaped(RuleCases.long(1) + [(11, 4), (1, 5)], [(0x1FF, 9)]), mono)
    let virtual = try configuration(.erAACLC, flags: 1)
    check(
      .valueBeyondVirtualCodebook, escaped(RuleCases.resilient(1) + [(16, 5)], [(0, 1), (0, 4)]), virtual)
    let reordered = try configuration(.erAACLC, flags: 4)
    let section = RuleCases.resilient(1) + [(1, 4), (1, 5), (0, 1), (0, 3)]
    check(.reorderedLengthMismatch, RuleCases.fields(section + [(0, 14), (1, 6)]), reordered)
    check(.reorderedLengthMismatch, RuleCases.fields(section + [(4, 14), (4, 6), (0xF, 4)]), reordered)
    check(.truncated, RuleCases.fields(section + [(16383, 14), (40, 6)]), reordered)
  }

  mutating func toolsThatCannotBe() throws {
    let mono = try configuration(.aacLC)
    check(
      .pulseWithShortWindows, RuleCases.fields(RuleCases.head + [(2, 2), (0, 1), (0, 4), (0, 7), (1, 1)]), mono)
    check(.pulseBeyondSpectrum, RuleCases.fields(RuleCases.long(0) + [(1, 1), (0, 2), (63, 6)]), mono)
    check(
      .pulseBeyondSpectrum,
      RuleCases.fields(RuleCases.long(0) + [(1, 1), (3, 2), (48, 6)] + Array(repeating: (511, 9), count: 4)), mono)
    check(
      .temporalNoiseShapingOrder,
      RuleCases.fields(RuleCases.long(0) + [(0, 1), (1, 1), (1, 2), (0, 1), (9, 6), (21, 5)]), mono)
    check(.gainControl, RuleCases.fields(RuleCases.long(0) + [(0, 2), (1, 1)]), mono)
  }

  mutating func elementsThatDoNotBelong() throws {
    let mono = try configuration(.aacLC)
    check(.elementNotInConfiguration, RuleCases.fields([(1, 3), (0, 4)]), mono)
    check(.elementMissing, RuleCases.fields([(7, 3)]), mono)
    var unit = AccessUnit(mono)
    var twice = BitWriter()
    for _ in 0..<2 { unit.writeElement(0, to: &twice) }
    check(.elementNotInConfiguration, twice.bytes, mono)
    unit.couplings = [CouplingChannelStream(frameLength: 1024)]
    unit.couplings[0].targetCount = 1
    for count in [16, 17] {
      var writer = BitWriter()
      unit.writeElement(0, to: &writer)
      for _ in 0..<count { unit.writeCoupling(0, to: &writer) }
      writer.writeEnd(anchor: 0)
      if count == 17 {
        check(.tooManyCouplingElements, writer.bytes, mono)
      } else {
        expectNil(brokenRule(writer.bytes, mono))
      }
    }
  }

  mutating func dependentCouplingNeedsTheWindowsOfItsTarget() throws {
    let mono = try configuration(.aacLC)
    var coupled = AccessUnit(mono)
    coupled.couplings = [CouplingChannelStream(frameLength: 1024)]
    coupled.couplings[0].targetCount = 1
    coupled.couplings[0].stream.info.windowSequence = .eightShort
    coupled.couplings[0].stream.info.setGroups()
    coupled.couplingCount = 1
    check(.couplingWindowMismatch, packet(coupled), mono)
    coupled.couplings[0].isIndependent = true
    expectNil(brokenRule(packet(coupled), mono))
    coupled.couplings[0].isIndependent = false
    coupled.elements[0].first.info = coupled.couplings[0].stream.info
    expectNil(brokenRule(packet(coupled), mono))
  }
}
