import AudioBase
import Bitstream
import MPEG4Systems
import Testing

@testable import AACCodec

/// Every rule of the bit stream is broken once, by a packet made for it.
struct RuleTests {
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

  private static func check(_ rule: AACRule, _ packet: [UInt8], _ configuration: AACConfiguration) {
    #expect(brokenRule(packet, configuration) == rule)
  }

  @Test func windowFieldsOutOfTheirRange() throws {
    let mono = try configuration(.aacLC)
    let stereo = try configuration(.aacLC, channels: 2)
    let lowDelay = try configuration(.erAACLD, isShort: true)
    RuleTests.check(.truncated, [], mono)
    RuleTests.check(.reservedBitSet, RuleTests.fields([(0, 3), (0, 4), (100, 8), (1, 1)]), mono)
    RuleTests.check(.tooManyBands, RuleTests.fields(RuleTests.long(50)), mono)
    RuleTests.check(
      .predictionNotAllowed, RuleTests.fields(RuleTests.head + [(0, 2), (0, 1), (10, 6), (1, 1)]), mono)
    RuleTests.check(.windowSequenceNotAllowed, RuleTests.fields([(0, 4), (100, 8), (0, 1), (1, 2)]), lowDelay)
    RuleTests.check(.windowSequenceNotAllowed, RuleTests.fields([(0, 4), (100, 8), (0, 1), (2, 2)]), lowDelay)
    let prediction: [(UInt32, Int)] = [(0, 4), (100, 8), (0, 1), (0, 2), (0, 1), (10, 6), (1, 1), (1, 1), (1, 1)]
    RuleTests.check(.longTermPredictionLag, RuleTests.fields(prediction + [(961, 10)]), lowDelay)
    RuleTests.check(
      .reservedMidSideMask,
      RuleTests.fields([(1, 3), (0, 4), (1, 1), (0, 1), (0, 2), (0, 1), (10, 6), (0, 1), (3, 2)]), stereo)
    RuleTests.check(.tooManyBands, RuleTests.fields([(100, 8), (60, 6)]), try configuration(.erAACELD))
  }

  @Test func sectionsAndScaleFactorsThatCannotBe() throws {
    let mono = try configuration(.aacLC)
    RuleTests.check(.sectionBeyondLastBand, RuleTests.fields(RuleTests.long(10) + [(1, 4), (11, 5)]), mono)
    RuleTests.check(.reservedCodebook, RuleTests.fields(RuleTests.long(10) + [(12, 4)]), mono)
    RuleTests.check(
      .scaleFactorOutOfRange,
      RuleTests.fields(RuleTests.long(10, gain: 250) + [(1, 4), (10, 5)]) { $0.writeScaleFactorDifference(60) }, mono)
    RuleTests.check(
      .scaleFactorOutOfRange,
      RuleTests.fields(RuleTests.long(10, gain: 5) + [(1, 4), (10, 5)]) { $0.writeScaleFactorDifference(-6) }, mono)
    let reversible = try configuration(.erAACLC, flags: 2)
    let side: [(UInt32, Int)] = [(1, 4), (1, 5), (0, 1), (100, 8), (9, 9), (0, 1), (0, 1), (0, 1), (0, 1)]
    RuleTests.check(
      .invalidCodeword, RuleTests.fields(RuleTests.resilient(1) + side + [(0b1_0000_0000, 9)]), reversible)
    RuleTests.check(
      .reversibleLengthMismatch, RuleTests.fields(RuleTests.resilient(1) + side + [(0, 9)]), reversible)
    let noise: [(UInt32, Int)] = [(13, 4), (1, 5), (0, 1), (100, 8), (8, 9), (0, 9)]
    RuleTests.check(.reversibleLengthMismatch, RuleTests.fields(RuleTests.resilient(1) + noise), reversible)
  }

  @Test func linesThatCannotBe() throws {
    let mono = try configuration(.aacLC)
    func escaped(_ head: [(UInt32, Int)], _ behind: [(UInt32, Int)]) -> [UInt8] {
      RuleTests.fields(head) { writer in
        writer.writeScaleFactorDifference(0)
        writer.write(0, 3)
        writer.write(Codebooks.row(11, 16 * 17))
        writer.write(0, 1)
        for (value, count) in behind { writer.write(value, count) }
      }
    }
    RuleTests.check(.escapeTooLong, escaped(RuleTests.long(1) + [(11, 4), (1, 5)], [(0x1FF, 9)]), mono)
    let virtual = try configuration(.erAACLC, flags: 1)
    RuleTests.check(
      .valueBeyondVirtualCodebook, escaped(RuleTests.resilient(1) + [(16, 5)], [(0, 1), (0, 4)]), virtual)
    let reordered = try configuration(.erAACLC, flags: 4)
    let section = RuleTests.resilient(1) + [(1, 4), (1, 5), (0, 1), (0, 3)]
    RuleTests.check(.reorderedLengthMismatch, RuleTests.fields(section + [(0, 14), (1, 6)]), reordered)
    RuleTests.check(.reorderedLengthMismatch, RuleTests.fields(section + [(4, 14), (4, 6), (0xF, 4)]), reordered)
    RuleTests.check(.truncated, RuleTests.fields(section + [(16383, 14), (40, 6)]), reordered)
  }

  @Test func toolsThatCannotBe() throws {
    let mono = try configuration(.aacLC)
    RuleTests.check(
      .pulseWithShortWindows, RuleTests.fields(RuleTests.head + [(2, 2), (0, 1), (0, 4), (0, 7), (1, 1)]), mono)
    RuleTests.check(.pulseBeyondSpectrum, RuleTests.fields(RuleTests.long(0) + [(1, 1), (0, 2), (63, 6)]), mono)
    RuleTests.check(
      .pulseBeyondSpectrum,
      RuleTests.fields(RuleTests.long(0) + [(1, 1), (3, 2), (48, 6)] + Array(repeating: (511, 9), count: 4)), mono)
    RuleTests.check(
      .temporalNoiseShapingOrder,
      RuleTests.fields(RuleTests.long(0) + [(0, 1), (1, 1), (1, 2), (0, 1), (9, 6), (21, 5)]), mono)
    RuleTests.check(.gainControl, RuleTests.fields(RuleTests.long(0) + [(0, 2), (1, 1)]), mono)
  }

  @Test func elementsThatDoNotBelong() throws {
    let mono = try configuration(.aacLC)
    RuleTests.check(.elementNotInConfiguration, RuleTests.fields([(1, 3), (0, 4)]), mono)
    RuleTests.check(.elementMissing, RuleTests.fields([(7, 3)]), mono)
    var unit = AccessUnit(mono)
    var twice = BitWriter()
    for _ in 0..<2 { unit.writeElement(0, to: &twice) }
    RuleTests.check(.elementNotInConfiguration, twice.bytes, mono)
    unit.couplings = [CouplingChannelStream(frameLength: 1024)]
    unit.couplings[0].targetCount = 1
    for count in [16, 17] {
      var writer = BitWriter()
      unit.writeElement(0, to: &writer)
      for _ in 0..<count { unit.writeCoupling(0, to: &writer) }
      writer.writeEnd(anchor: 0)
      #expect(brokenRule(writer.bytes, mono) == (count == 17 ? .tooManyCouplingElements : nil))
    }
  }

  @Test func dependentCouplingNeedsTheWindowsOfItsTarget() throws {
    let mono = try configuration(.aacLC)
    var coupled = AccessUnit(mono)
    coupled.couplings = [CouplingChannelStream(frameLength: 1024)]
    coupled.couplings[0].targetCount = 1
    coupled.couplings[0].stream.info.windowSequence = .eightShort
    coupled.couplings[0].stream.info.setGroups()
    coupled.couplingCount = 1
    #expect(brokenRule(packet(coupled), mono) == .couplingWindowMismatch)
    coupled.couplings[0].isIndependent = true
    #expect(brokenRule(packet(coupled), mono) == nil)
    coupled.couplings[0].isIndependent = false
    coupled.elements[0].first.info = coupled.couplings[0].stream.info
    #expect(brokenRule(packet(coupled), mono) == nil)
  }

  /// What only shows while the spectra are put together, or in the call itself.
  @Test func rulesThatTheDecoderChecks() throws {
    let mono = try configuration(.aacLC)
    var unit = AccessUnit(mono)
    unit.elements[0].first.info.bandCount = 40
    unit.elements[0].first.globalGain = 255
    var data = TemporalNoiseShapingData()
    data.filterCounts[0] = 1
    data.resolutions[0] = 4
    data.filters[0].length = 40
    data.filters[0].order = 20
    for i in 0..<20 { data.filters[0].coefficients[i] = -8 }
    unit.elements[0].first.temporalNoiseShaping = data
    for band in 0..<40 {
      unit.elements[0].first.codebooks[band] = 11
      unit.elements[0].first.scaleFactors[band] = 255
    }
    for line in unit.elements[0].first.lines.indices { unit.elements[0].first.lines[line] = 8191 }
    #expect(decoderRule(packet(unit), mono) == "\(AACRule.temporalNoiseShapingUnstable.text)")

    let quiet = packet(AccessUnit(mono))
    #expect(decoderRule(quiet, mono, channels: 2) == "\(AACRule.wrongChannelCount.text)")
    #expect(decoderRule(quiet, mono, capacity: 1023) == "\(AACRule.blockSize.text)")
    #expect(decoderRule(quiet, mono) == nil)
  }

  private func decoderRule(
    _ packet: [UInt8], _ configuration: AACConfiguration, channels: Int = 1, capacity: Int = 1024
  ) -> String? {
    var decoder = AACDecoder(configuration)
    var block = PCMBlock(channelCount: channels, capacity: capacity)
    do throws(CodecError) {
      try decoder.decode(packet.span, frameCount: 0, into: &block)
      return nil
    } catch {
      return "\(error.rule)"
    }
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
      let end = type == .aacLC ? writer.offset + 3 : writer.offset
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
    #expect(counts[.truncated, default: 0] * 10 > total * 9)
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
