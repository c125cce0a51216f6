import AACDecoding
import AACReplication
import AACSyntax
import AudioBase
import Bitstream
import MPEG4Systems
import TestSupport
import Testing

/// Rules of the bit stream that are broken together, and where.
enum RuleGroup: CaseIterable {
  case windows, sections, lines, tools, elements, coupling, extensions, decoding, replication, checksum, stereo
  case surround

  /// The rules that the group breaks.
  var rules: Set<AACRule> {
    switch self {
    case .windows:
      [
        .truncated, .reservedBitSet, .tooManyBands, .predictionNotAllowed, .windowSequenceNotAllowed,
        .predictorResetGroup, .longTermPredictionLag, .reservedMidSideMask,
      ]
    case .sections:
      [.sectionBeyondLastBand, .reservedCodebook, .scaleFactorOutOfRange, .invalidCodeword, .reversibleLengthMismatch]
    case .lines: [.escapeTooLong, .valueBeyondVirtualCodebook, .reorderedLengthMismatch, .truncated]
    case .tools: [.pulseWithShortWindows, .pulseBeyondSpectrum, .temporalNoiseShapingOrder, .gainControl]
    case .elements: [.elementNotInConfiguration, .elementMissing, .tooManyCouplingElements]
    case .coupling: [.couplingWindowMismatch]
    case .extensions: [.reservedDataElement]
    case .decoding: [.temporalNoiseShapingUnstable, .wrongChannelCount, .blockSize]
    case .replication: [.sbrTimeGrid, .sbrFrequencyBands, .sbrValueOutOfRange]
    case .checksum: [.sbrChecksum]
    case .stereo: [.stereoHeaderMissing, .stereoModeReserved, .stereoBorders, .stereoValue]
    case .surround:
      [
        .surroundConfiguration, .surroundTree, .surroundQuantization, .surroundFrameLength, .surroundTimeAlignment,
        .surroundFragment, .surroundParameterSlots, .surroundDataMode, .surroundEnvelope,
      ]
    }
  }

  /// Breaks them, and returns those that were found broken.
  func broken() throws -> Set<AACRule> {
    var cases = RuleCases()
    switch self {
    case .windows: try cases.windowFieldsOutOfTheirRange()
    case .sections: try cases.sectionsAndScaleFactorsThatCannotBe()
    case .lines: try cases.linesThatCannotBe()
    case .tools: try cases.toolsThatCannotBe()
    case .elements: try cases.elementsThatDoNotBelong()
    case .coupling: try cases.dependentCouplingNeedsTheWindowsOfItsTarget()
    case .extensions: try cases.extensionPayloadsThatCannotBe()
    case .decoding: try cases.whatOnlyTheDecoderSees()
    case .replication: try cases.replicationThatCannotBe()
    case .checksum: try cases.checksumsThatAreWrong()
    case .stereo: cases.stereoThatCannotBe()
    case .surround: try cases.surroundThatCannotBe()
    }
    return cases.met
  }
}

extension RuleCases {
  /// A broken extension payload is a remark, and the sound is whole.
  mutating func extensionPayloadsThatCannotBe() throws {
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
    expectEqual(block.frameCount, 1024)
    check(.reservedDataElement, told: decoder.remark.map { "\($0.rule)" })
    let whole = packet(unit)
    try decoder.decode(whole.span, frameCount: 0, into: &block)
    expectNil(decoder.remark)
  }

  /// Rules whose breach only shows while the spectra are put together, or in the call itself.
  mutating func whatOnlyTheDecoderSees() throws {
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
    check(.temporalNoiseShapingUnstable, told: Self.decoderRule(packet(unit), mono))

    let quiet = packet(AccessUnit(mono))
    check(.wrongChannelCount, told: Self.decoderRule(quiet, mono, channels: 2))
    check(.blockSize, told: Self.decoderRule(quiet, mono, capacity: 1023))
    expectNil(Self.decoderRule(quiet, mono))
  }

  private static func decoderRule(
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

  mutating func replicationThatCannotBe() throws {
    var generator = SplitMix64(seed: 5)
    let context = SBRContext(slotCount: 16, isLowDelay: false, sampleRate: 44100)
    let (data, bands) = SBRSyntaxTests.element(&generator, context, isPair: false)
    // FIXFIX with eight envelopes; VARVAR with six; VARFIX whose borders pass the end; LD_TRAN at slot 15 of 15.
    check(.sbrTimeGrid, Self.replicationRule([(0, 2), (0, 2), (3, 2)], bands))
    check(.sbrTimeGrid, Self.replicationRule([(0, 2), (3, 2), (0, 4), (3, 2), (2, 2)], bands))
    check(.sbrTimeGrid, Self.replicationRule([(0, 2), (2, 2), (3, 2), (3, 2), (0x3F, 6), (0, 3)], bands))
    check(.sbrTimeGrid, Self.replicationRule([(0, 2), (1, 1), (15, 4)], bands, lowDelay: true))
    // A stop frequency below the start frequency: start 15, stop 0 at 44.1 kHz are subbands 32 and 23.
    check(.sbrFrequencyBands, Self.replicationRule([(1, 1), (0, 1), (15, 4), (0, 4), (0, 3), (0, 4)], bands))
    // One fine envelope over frequency that starts at 0 and falls.
    var low = data
    low.first = SBRChannelData()
    low.first.envelopes[1] = -1
    var frame = SBRFrame()
    do throws(AACError) {
      let use = low.first.envelopeUse(.level, bands, isLowDelay: false)
      try frame.addUp(low.first, use, bands, after: SBREnvelopeHistory())
      check(.sbrValueOutOfRange, nil)
    } catch {
      check(.sbrValueOutOfRange, error.rule)
    }
  }

  private static func replicationRule(
    _ fields: [(UInt32, Int)], _ given: SBRBands, lowDelay: Bool = false
  ) -> AACRule? {
    var writer = BitWriter()
    for (value, count) in fields { writer.write(value, count) }
    for _ in 0..<64 { writer.write(0, 32) }
    var element = SBRElementData()
    var bands: SBRBands? = given
    let bytes = writer.bytes
    var reader = BitReader(bytes.span)
    let context = SBRContext(slotCount: lowDelay ? 15 : 16, isLowDelay: lowDelay, sampleRate: 44100)
    do throws(AACError) {
      _ = try element.parse(&reader, isPair: false, context, bands: &bands)
      return nil
    } catch {
      return error.rule
    }
  }

  mutating func checksumsThatAreWrong() throws {
    let tests = ReplicationBehaviourTests()
    let vector = try ReplicationBehaviourTests.fixture(ReplicationBehaviourTests.highEfficiency)
    var decoding = Decoding(vector.configuration)
    _ = try decoding.decode(try tests.rewritten(vector.packets[0], vector.configuration, withCRC: 1))
    check(.sbrChecksum, told: decoding.decoder.remark.map { "\($0.rule)" })
  }

  mutating func stereoThatCannotBe() {
    check(.stereoHeaderMissing, Self.stereoRule([(0, 1)]))
    check(.stereoModeReserved, Self.stereoRule([(1, 1), (1, 1), (6, 3), (0, 1), (0, 1)]))
    check(.stereoModeReserved, Self.stereoRule([(1, 1), (0, 1), (1, 1), (7, 3), (0, 1)]))
    let plain: [(UInt32, Int)] = [(1, 1), (0, 1), (0, 1), (0, 1)]
    check(.stereoBorders, Self.stereoRule(plain + [(1, 1), (1, 2), (5, 5), (5, 5)]))
    check(.stereoBorders, Self.stereoRule(plain + [(1, 1), (0, 2), (30, 5)], columnCount: 30))
    expectNil(Self.stereoRule(plain + [(1, 1), (0, 2), (29, 5)], columnCount: 30))
    // Coherence begins at 0, and the code of -7 is thirteen ones and more.
    let coherence: [(UInt32, Int)] = [(1, 1), (0, 1), (1, 1), (1, 3), (0, 1), (0, 1), (1, 2), (0, 1)]
    check(.stereoValue, Self.stereoRule(coherence + [(0xFFFF, 16)]))
  }

  private static func stereoRule(_ fields: [(UInt32, Int)], columnCount: Int = 32) -> AACRule? {
    var writer = BitWriter()
    for (value, count) in fields { writer.write(value, count) }
    for _ in 0..<8 { writer.write(0xFFFF_FFFF, 32) }
    var stereo = ParametricStereo(columnCount: columnCount)
    var reader = BitReader(writer.bytes.span)
    do throws(AACError) {
      try stereo.prepare(&reader)
      return nil
    } catch {
      return error.rule
    }
  }
}
