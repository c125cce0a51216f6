import AudioBase
import Bitstream
import MPEG4Systems
import Testing

@testable import AACCodec

/// Every rule of the bit stream is broken at least once, by a packet made for it.
struct RuleTests {
  @Test func windowFieldsOutOfTheirRange() throws {
    var cases = RuleCases()
    try cases.windowFieldsOutOfTheirRange()
  }

  @Test func sectionsAndScaleFactorsThatCannotBe() throws {
    var cases = RuleCases()
    try cases.sectionsAndScaleFactorsThatCannotBe()
  }

  @Test func linesThatCannotBe() throws {
    var cases = RuleCases()
    try cases.linesThatCannotBe()
  }

  @Test func toolsThatCannotBe() throws {
    var cases = RuleCases()
    try cases.toolsThatCannotBe()
  }

  @Test func elementsThatDoNotBelong() throws {
    var cases = RuleCases()
    try cases.elementsThatDoNotBelong()
  }

  @Test func dependentCouplingNeedsTheWindowsOfItsTarget() throws {
    var cases = RuleCases()
    try cases.dependentCouplingNeedsTheWindowsOfItsTarget()
  }

  @Test func everyRuleOfAPacketIsBrokenOnce() throws {
    var cases = RuleCases()
    try cases.windowFieldsOutOfTheirRange()
    try cases.sectionsAndScaleFactorsThatCannotBe()
    try cases.linesThatCannotBe()
    try cases.toolsThatCannotBe()
    try cases.elementsThatDoNotBelong()
    try cases.dependentCouplingNeedsTheWindowsOfItsTarget()
    let elsewhere: Set<AACRule> = [
      .temporalNoiseShapingUnstable, .wrongChannelCount, .blockSize, .reservedDataElement, .sbrFrequencyBands,
      .sbrTimeGrid, .sbrValueOutOfRange, .sbrChecksum, .stereoHeaderMissing, .stereoModeReserved, .stereoValue,
      .stereoBorders, .surroundConfiguration, .surroundTree, .surroundQuantization, .surroundFrameLength,
      .surroundTimeAlignment, .surroundFragment, .surroundParameterSlots, .surroundDataMode, .surroundEnvelope,
    ]
    #expect(cases.met.union(elsewhere) == Set(AACRule.allCases))
  }

  @Test func aBrokenExtensionPayloadIsARemarkAndTheSoundIsWhole() throws {
    let mono = try configuration(.aacLC)
    var unit = AccessUnit(mono)
    var writer = BitWriter()
    unit.writeElement(0, to: &writer)
    writer.writeFillHeader(byteCount: 2)
    writer.write(2, 4)  // EXT_DATA_ELEMENT
    writer.write(1, 4)  // a reserved data_element_version
    writer.write(0, 8)
    writer.writeEnd(anchor: 0)
    var decoder = AACDecoder(mono)
    var block = PCMBlock(channelCount: 1, capacity: 1024)
    try decoder.decode(writer.bytes.span, frameCount: 0, into: &block)
    #expect(block.frameCount == 1024)
    #expect(decoder.remark.map { "\($0.rule)" } == "\(AACRule.reservedDataElement.text)")
    let whole = packet(unit)
    try decoder.decode(whole.span, frameCount: 0, into: &block)
    #expect(decoder.remark == nil)
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
