import AACDecoding
import AACReplication
import AACSyntax
import Bitstream
import TestSupport
import Testing

/// Data of LD MPEG Surround that break one rule each.
extension RuleCases {
  mutating func surroundThatCannotBe() throws {
    check(.surroundConfiguration, Self.configurationRule(SurroundSyntaxTests.bytes(bandCode: 0)))
    check(.surroundConfiguration, Self.configurationRule(SurroundSyntaxTests.bytes(shaping: 3)))
    check(.surroundConfiguration, Self.configurationRule(SurroundSyntaxTests.bytes(decorrelation: 3)))
    check(.surroundTree, Self.configurationRule(SurroundSyntaxTests.bytes(tree: 0)))
    check(.surroundQuantization, Self.configurationRule(SurroundSyntaxTests.bytes(quantization: 3)))
    expectNil(Self.configurationRule(SurroundSyntaxTests.bytes()))
    try payloadsThatCannotBe()
    try framesThatCannotBe()
  }

  /// `ancType`, `ancStart` and `ancStop`, then a configuration where there is one, then a frame.
  private mutating func payloadsThatCannotBe() throws {
    for pieces in [0b00, 0b01, 0b10] as [UInt32] {
      check(.surroundFragment, try Self.payloadRule([(0, 2), (pieces, 2)]))
    }
    check(.surroundTimeAlignment, try Self.payloadRule([(0b0111, 4), (1, 1), (4, 7)]))
    // 16 slots of 64 subbands in a frame of 512 samples; another rate than that of the output.
    for bytes in [SurroundSyntaxTests.bytes(slots: 16), SurroundSyntaxTests.bytes(rate: 44100)] {
      let fields = bytes.map { (UInt32($0), 8) }
      check(.surroundFrameLength, try Self.payloadRule([(0b0111, 4), (0, 1), (UInt32(bytes.count), 7)] + fields))
    }
    try expectNil(Self.payloadRule([(0b0011, 4)]))
  }

  /// The fields of a frame: the framing and the sets, the independency flag, then the parameters' modes.
  private mutating func framesThatCannotBe() throws {
    let plain = try SurroundSyntaxTests.configuration()
    // Two sets that end in the same slot; the second in front of the first.
    for (first, second) in [(4, 4), (6, 2)] as [(UInt32, UInt32)] {
      check(.surroundParameterSlots, Self.frameRule([(1, 1), (1, 1), (first, 3), (second, 3)], plain))
    }
    // 15 slots are told apart in four bits, which count to 16.
    let odd = try SurroundSyntaxTests.configuration(slots: 15)
    check(.surroundParameterSlots, Self.frameRule([(1, 1), (0, 1), (15, 4)], odd))
    // An independent frame that keeps values, a last set between it and none, a pair without a second set.
    check(.surroundDataMode, Self.frameRule([(0, 1), (0, 1), (1, 1), (1, 2)], plain))
    check(.surroundDataMode, Self.frameRule([(0, 1), (0, 1), (0, 1), (2, 2)], plain))
    check(.surroundDataMode, Self.frameRule([(0, 1), (0, 1), (1, 1), (3, 2), (1, 1), (0, 3)], plain))
    // Default parameters, no smoothing, left shaped; runs of seven slots and of two in a frame of eight.
    let guided = try SurroundSyntaxTests.configuration(shaping: .guided)
    let head: [(UInt32, Int)] = [(0, 1), (0, 1), (1, 1), (0, 2), (0, 2), (0, 2), (1, 1), (0b10, 2)]
    check(.surroundEnvelope, Self.frameRule(head + Self.run(7) + Self.run(2), guided))
    expectNil(Self.frameRule(head + Self.run(7) + Self.run(1), guided))
  }

  /// The codeword of level 1 for so many slots.
  private static func run(_ slots: Int) -> [(UInt32, Int)] {
    surroundEnvelopeValues.indices.filter { Int(surroundEnvelopeValues[$0]) == 16 + slots - 1 }.map {
      let row = PrefixCodeRow(packed: surroundEnvelope[$0])
      return (row.code, row.length)
    }
  }

  /// Bytes of fields, with room behind them so that nothing is truncated.
  private static func bytes(_ fields: [(UInt32, Int)]) -> [UInt8] {
    var writer = BitWriter()
    for (value, count) in fields { writer.write(value, count) }
    for _ in 0..<40 { writer.write(0, 8) }
    return writer.bytes
  }

  private static func configurationRule(_ bytes: [UInt8]) -> AACRule? {
    var reader = BitReader(bytes.span)
    do throws(AACError) {
      _ = try SurroundConfiguration(parsing: &reader)
      return nil
    } catch {
      return error.rule
    }
  }

  private static func payloadRule(_ fields: [(UInt32, Int)]) throws -> AACRule? {
    var surround = LowDelaySurround(try SurroundSyntaxTests.configuration(), outputRate: 48000, frameLength: 512)
    let bytes = bytes(fields)
    var reader = BitReader(bytes.span)
    do throws(AACError) {
      try surround.prepare(&reader)
      return nil
    } catch {
      return error.rule
    }
  }

  private static func frameRule(_ fields: [(UInt32, Int)], _ configuration: SurroundConfiguration) -> AACRule? {
    var frame = SurroundFrame()
    let bytes = bytes(fields)
    var reader = BitReader(bytes.span)
    do throws(AACError) {
      try frame.parse(&reader, configuration, SurroundCodebooks())
      return nil
    } catch {
      return error.rule
    }
  }
}
