import AACDecoding
import AACReplication
import AACSyntax
import AudioBase
import Bitstream
import MPEG4Systems
import TestSupport
import Testing

/// Bits of LD MPEG Surround to integers.
struct SurroundSyntaxTests {
  static func configuration(
    bands: Int = 15, slots: Int = 8, rate: Int = 48000, shaping: SurroundConfiguration.Shaping = .none
  ) throws -> SurroundConfiguration {
    let code = [0, 23, 15, 12, 9, 7, 5, 4].firstIndex(of: bands) ?? 2
    let bytes = bytes(rate: rate, slots: slots, bandCode: code, shaping: UInt32(shaping.rawValue))
    var reader = BitReader(bytes.span)
    return try SurroundConfiguration(parsing: &reader)
  }

  static func bytes(
    rate: Int = 48000, slots: Int = 8, bandCode: Int = 2, tree: UInt32 = 7, quantization: UInt32 = 0,
    shaping: UInt32 = 0, decorrelation: UInt32 = 0
  ) -> [UInt8] {
    var writer = BitWriter()
    if let index = SamplingFrequency.rates.firstIndex(of: rate) {
      writer.write(UInt32(index), 4)
    } else {
      writer.write(15, 4)
      writer.write(UInt32(rate), 24)
    }
    writer.write(UInt32(slots - 1), 5)
    writer.write(UInt32(bandCode), 3)
    writer.write(tree, 4)
    writer.write(quantization, 2)
    writer.write(0, 1)
    writer.write(2, 3)
    writer.write(shaping, 2)
    writer.write(decorrelation, 2)
    if shaping == 2 { writer.write(0, 1) }
    return writer.bytes
  }

  // MARK: - Configurations

  @Test(arguments: [
    ([UInt8]([0x33, 0xA7, 0x08, 0x00]), 48000, 8, 64), ([0x67, 0xA7, 0x08, 0x00], 24000, 16, 32),
    ([0x47, 0xA7, 0x08, 0x00], 44100, 16, 64), ([0x37, 0x27, 0x08, 0x00], 48000, 15, 64),
  ])
  func configurationsOfEncodersAreRead(bytes: [UInt8], rate: Int, slots: Int, subbands: Int) throws {
    var reader = BitReader(bytes.span)
    let configuration = try SurroundConfiguration(parsing: &reader)
    #expect(configuration.sampleRate == rate && configuration.slotCount == slots)
    #expect(configuration.subbandCount == subbands && configuration.bandCount == 15)
    #expect(configuration.downmixGain == 2 && configuration.shaping == .none && !configuration.hasDownmixGains)
    try configuration.check(outputRate: rate, frameLength: slots * subbands)
    #expect(throws: AACError.self) { try configuration.check(outputRate: rate, frameLength: slots * subbands + 1) }
    #expect(throws: AACError.self) { try configuration.check(outputRate: rate / 2, frameLength: slots * subbands) }
  }

  @Test(arguments: [
    (SurroundSyntaxTests.bytes(tree: 6), AACRule.surroundTree),
    (SurroundSyntaxTests.bytes(quantization: 1), .surroundQuantization),
    (SurroundSyntaxTests.bytes(bandCode: 0), .surroundConfiguration),
    (SurroundSyntaxTests.bytes(shaping: 3), .surroundConfiguration),
    (SurroundSyntaxTests.bytes(decorrelation: 3), .surroundConfiguration),
    ([0xD3, 0xA7, 0x08, 0x00], .surroundConfiguration), ([0x33, 0xA7], .truncated),
    (SurroundSyntaxTests.bytes() + [0x02], .truncated),
  ])
  func configurationsThatCannotBeDecodedAreRefusedByName(bytes: [UInt8], rule: AACRule) {
    let error = #expect(throws: AACError.self) {
      var reader = BitReader(bytes.span)
      _ = try SurroundConfiguration(parsing: &reader)
    }
    expectEqual(error?.rule, rule)
  }

  @Test func extensionsOfAConfigurationArePassedOver() throws {
    let bytes = SurroundSyntaxTests.bytes() + [0x02, 1, 2, 0x1F, 0] + [UInt8](repeating: 7, count: 15)
    var reader = BitReader(bytes.span)
    try expectEqual(SurroundConfiguration(parsing: &reader).slotCount, 8)
  }

  // MARK: - Groups

  @Test func sevenBandsInGroupsOfFiveAreKeptAndUsedDifferently() {
    let groups = SurroundGroups(strideCode: 2, bandCount: 7)
    expectEqual(groups.count, 2)
    var values: SurroundBandValues = .init(repeating: 0)
    values[1] = 1
    var kept: SurroundBandValues = .init(repeating: 9)
    var used = kept
    groups.spreadForHistory(values, into: &kept)
    groups.spread(values, into: &used)
    expectEqual((0..<8).map { kept[$0] }, [0, 0, 0, 0, 1, 1, 1, 9])
    expectEqual((0..<8).map { used[$0] }, [0, 0, 0, 1, 1, 1, 1, 9])
  }

  @Test(arguments: [4, 5, 7, 9, 12, 15, 23], 0..<4) func groupsCoverTheBandsInOrder(bands: Int, code: Int) {
    let groups = SurroundGroups(strideCode: code, bandCount: bands)
    var values: SurroundBandValues = .init(repeating: 0)
    for group in 0..<groups.count { values[group] = group }
    var used: SurroundBandValues = .init(repeating: 99)
    groups.spread(values, into: &used)
    var kept = used
    groups.spreadForHistory(values, into: &kept)
    for list in [used, kept] {
      let line = (0..<bands).map { list[$0] }
      #expect(line == line.sorted() && Set(line) == Set(0..<groups.count))
      #expect(bands == 23 || list[bands] == 99)
    }
    var collected: SurroundBandValues = .init(repeating: 0)
    groups.collect(kept, into: &collected)
    #expect((0..<groups.count).allSatisfy { collected[$0] == $0 })
  }

  // MARK: - Frames

  static let forms: [SurroundSetPlan.Form] = [
    .words, .differences(.frequency, pairs: nil), .differences(.frequency, pairs: 0), .differences(.time, pairs: nil),
    .differences(.time, pairs: 0),
  ]

  /// Indices come back in every code, both quantisers and all groupings.
  @Test(arguments: forms.indices, 0..<4) func indicesThatAreWrittenAreReadBack(form: Int, stride: Int) throws {
    let configuration = try Self.configuration(bands: 23)
    let groups = SurroundGroups(strideCode: stride, bandCount: 23)
    let codebooks = SurroundCodebooks()
    var generator = SplitMix64(seed: UInt64(10 * form + stride))
    for isCoarse in [false, true] {
      var frame = SurroundFrame()
      var old: [[Int]] = [[], []]
      for round in 0..<20 {
        var plans: [SurroundSetPlan] = []
        for (place, limits) in [(0, isCoarse ? -7...7 : -15...15), (1, isCoarse ? 0...3 : 0...7)] {
          var indices: [Int] = []
          for group in 0..<groups.count {
            let before = round > 0 ? old[place][group] : indices.last ?? 1
            let near = SurroundSyntaxTests.isTime(Self.forms[form]) ? before : indices.last ?? before
            let value = near + Int.random(in: -1...1, using: &generator)
            indices.append(min(max(value, limits.lowerBound), limits.upperBound))
          }
          let isFirst = round == 0 && SurroundSyntaxTests.isTime(Self.forms[form])
          plans.append(
            SurroundSetPlan(
              isCoarse: isCoarse, strideCode: stride, indices: indices, form: isFirst ? .words : Self.forms[form]))
        }
        var writer = SurroundWriter()
        writer.begin(isIndependent: round == 0)
        for (plan, quantity) in zip(plans, [SurroundQuantity.levelDifference, .coherence]) {
          writer.writer.write(3, 2)
          writer.write(plan, quantity, old: old[quantity == .coherence ? 1 : 0], allowsTime: round > 0)
        }
        writer.writer.write(0, 2)
        let bitCount = writer.writer.offset
        let bytes = writer.writer.bytes
        var reader = BitReader(bytes.span)
        try frame.parse(&reader, configuration, codebooks)
        expectEqual(reader.offset, (bitCount + 7) / 8 * 8)
        for (place, data) in [frame.levelDifferences, frame.coherences].enumerated() {
          var values: SurroundBandValues = .init(repeating: 0)
          for group in plans[place].indices.indices { values[group] = plans[place].indices[group] }
          var bands: SurroundBandValues = .init(repeating: 0)
          groups.spread(values, into: &bands)
          #expect((0..<23).allSatisfy { data.sets[0].indices[$0] == bands[$0] })
          expectEqual(data.sets[0].isCoarse, isCoarse)
          old[place] = plans[place].indices
        }
      }
    }
  }

  private static func isTime(_ form: SurroundSetPlan.Form) -> Bool {
    if case .differences(.time, _) = form { true } else { false }
  }

  @Test func everyTruncationOfAFrameIsNoticed() throws {
    let configuration = try Self.configuration()
    let codebooks = SurroundCodebooks()
    var writer = SurroundWriter()
    writer.begin(setCount: 2)
    for quantity in [SurroundQuantity.levelDifference, .coherence] {
      writer.writer.write(0b1111, 4)
      writer.write(
        SurroundSetPlan(indices: (0..<15).map { $0 % 3 }, form: .differences(.frequency, pairs: nil)), quantity)
      writer.write(SurroundSetPlan(indices: (0..<15).map { $0 % 2 }, form: .words), quantity)
    }
    writer.writer.write(0, 4)
    let count = writer.writer.offset
    let bytes = writer.writer.bytes
    for end in 0...count {
      var reader = BitReader(bytes.span, bits: 0..<end)
      var frame = SurroundFrame()
      if end == count {
        try frame.parse(&reader, configuration, codebooks)
        #expect(frame.setCount == 2 && frame.slots[0] == 3 && frame.slots[1] == 7)
      } else {
        let error = #expect(throws: AACError.self) { try frame.parse(&reader, configuration, codebooks) }
        expectEqual(error?.rule, .truncated)
      }
    }
  }

  /// Framing, modes and envelopes that cannot be.
  @Test(
    arguments: [
      ([(1, 1), (1, 1), (4, 3), (4, 3)], AACRule.surroundParameterSlots),
      ([(0, 1), (0, 1), (1, 1), (1, 2)], .surroundDataMode), ([(0, 1), (0, 1), (0, 1), (2, 2)], .surroundDataMode),
      ([(0, 1), (0, 1), (1, 1), (3, 2), (1, 1), (0, 3)], .surroundDataMode),
    ] as [([(UInt32, Int)], AACRule)])
  func framesThatCannotBeAreRefused(fields: [(UInt32, Int)], rule: AACRule) throws {
    var writer = BitWriter()
    for (value, count) in fields { writer.write(value, count) }
    for _ in 0..<40 { writer.write(0xFF, 8) }
    let bytes = writer.bytes
    var frame = SurroundFrame()
    let configuration = try Self.configuration()
    let error = #expect(throws: AACError.self) {
      var reader = BitReader(bytes.span)
      try frame.parse(&reader, configuration, SurroundCodebooks())
    }
    expectEqual(error?.rule, rule)
  }

  @Test func envelopesFillTheirFrameExactly() throws {
    let configuration = try Self.configuration(shaping: .guided)
    // Level 1: runs of eight slots and of one.
    for (runs, isRight) in [([8], true), ([1, 1, 6], true), ([7, 2], false)] {
      var writer = BitWriter()
      writer.write(0b1, 1)
      writer.write(0b10, 2)
      for run in runs {
        for index in surroundEnvelopeValues.indices where Int(surroundEnvelopeValues[index]) == 16 + run - 1 {
          let row = PrefixCodeRow(packed: surroundEnvelope[index])
          writer.write(row.code, row.length)
        }
      }
      let bytes = writer.bytes
      var data = SurroundShapingData()
      var reader = BitReader(bytes.span)
      if isRight {
        try data.parse(&reader, configuration, SurroundCodebooks())
        #expect(data.isShaped[0] && !data.isShaped[1])
        #expect((0..<8).allSatisfy { data.levels[0][$0] == 1 })
      } else {
        let error = #expect(throws: AACError.self) {
          try data.parse(&reader, configuration, SurroundCodebooks())
        }
        expectEqual(error?.rule, .surroundEnvelope)
      }
    }
  }
}
