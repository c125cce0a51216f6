import ALACCodec
import AudioBase
import TestSupport
import Testing

/// Packets written out bit by bit.
@Suite struct PacketTests {
  /// `SCE`, tag 0, 12 unused bits.
  private let monoStart = "000 0000 000000000000 "

  @Test func verbatimSamplesAreRead() throws {
    let packet = bytes(
      ofBits: monoStart + "1 00 1 " + binary(3, 32) + binary(-32768, 16) + binary(32767, 16) + binary(-1, 16) + "111")
    try expectEqual(decode(cookie: cookie(), [packet]), [[-32768, 32767, -1]])
  }

  @Test func residualsWithoutAPredictorAreRead() throws {
    // mean 10: k = log2(0 + 3) = 1, m = 1. Value 5 is residual −3: 111110. The mean becomes 10 + 40·5 − (400 >> 9) =
    // 210. 210 is not below 128: next k = 1; value 4 is residual 2: 11110. mean 210 + 160 − (8400 >> 9 = 16) = 354.
    // Value 9 takes nine ones and 16 raw bits: residual −5.
    let codes = "111110 11110 111111111 " + binary(9, 16)
    let packet = bytes(ofBits: compressed("0000 1001 100 00000", codes, 3))
    try expectEqual(decode(cookie: cookie(), [packet]), [[-3, 2, -5]])
  }

  @Test func runsOfZerosAreRead() throws {
    // Value 1 is residual −1: 10. mean 10 + 40 − (400 >> 9) = 50 < 128: a run follows. k = clz(50) − 24 + (66 >> 6) =
    // 3, m = 7. A run of 9 is 1 × 7 + 2: 10 011. Then the mean is 0, k = 1, and value 3, coded as 2, is residual −2:
    // 110. mean = 120 < 128: k = clz(120) − 24 + (136 >> 6) = 3, m = 7. A run of 0: 0 and k − 1 zeros. Value 2, coded
    //      as 1: 10.
    let codes = "10 10 011 110 0 00 10"
    let packet = bytes(ofBits: compressed("0000 1001 100 00000", codes, 12))
    try expectEqual(decode(cookie: cookie(), [packet]), [[-1, 0, 0, 0, 0, 0, 0, 0, 0, 0, -2, 1]])
  }

  @Test func aSumOfAllResidualsIsAPredictor() throws {
    // Order 31 needs no coefficients of its own but has them in the stream.
    let header = "0000 1001 100 11111 " + String(repeating: binary(0, 16), count: 31)
    let packet = bytes(ofBits: compressed(header, "111110 11110 111111111 " + binary(9, 16), 3))
    try expectEqual(decode(cookie: cookie(), [packet]), [[-3, -1, -6]])
  }

  @Test func differencesAreSummedUpBeforeThePredictor() throws {
    // Residuals −3, 2, −5 sum up to −3, −1, −6; order 1 with coefficient 0 sums up its first two again.
    // The third is x[n−2] plus the residual: −3 − 6.
    let packet = bytes(
      ofBits: compressed("1111 1001 100 00001" + binary(0, 16), "111110 11110 111111111 " + binary(9, 16), 3))
    try expectEqual(decode(cookie: cookie(), [packet]), [[-3, -4, -9]])
  }

  @Test func mixedChannelsAndLowBitsComeBack() throws {
    // One byte is stored as it is. u = 5, v = −3: L = u + v − ((1 · −3) >> 1) = 4, R = L − v = 7.
    let header = "001 0000 000000000000 1 01 0 " + binary(1, 32) + binary(1, 8) + binary(1, 8)
    let channel = "0000 1001 100 00000 "
    let low = binary(0xAB, 8) + binary(0xCD, 8)
    let codes = "111111111 " + binary(10, 17) + "111110"
    let packet = bytes(ofBits: header + channel + channel + low + codes + "111")
    try expectEqual(decode(cookie: cookie(depth: 24, channels: 2), [packet]), [[0x4AB], [0x7CD]])
  }

  @Test func elementsWithoutSamplesAreSkipped() throws {
    // 16 bits stand before the data: there is nothing to align.
    let data = "100 0000 1 00000010"
    let samples = "1 00 1 " + binary(1, 32) + binary(-7, 16)
    let packet = bytes(
      ofBits: data + binary(0, 16) + "110 0001" + binary(0, 8) + "110 1111" + binary(1, 8)
        + String(repeating: binary(0x55, 8), count: 15) + monoStart + samples + "111")
    try expectEqual(decode(cookie: cookie(), [packet]), [[-7]])
  }

  @Test func aMissingEndIsOnlyRemarked() throws {
    let configuration = try ALACConfiguration(parsing: cookie(frameLength: 1).span)
    var decoder = ALACDecoder(configuration)
    var block = PCMBlock(channelCount: 1, capacity: 1)
    let samples = monoStart + "0 00 1 " + binary(-16384, 16)
    try decoder.decode(bytes(ofBits: samples + "111").span, frameCount: 0, into: &block)
    expectNil(decoder.remark)
    expectEqual(block.channel(0)[0], -0.5)
    // 39 bits: the last one is not enough for an identifier.
    try decoder.decode(Array(bytes(ofBits: samples)).span, frameCount: 0, into: &block)
    expectEqual(block.channel(0)[0], -0.5)
    expectEqual(decoder.remark?.kind, .truncated)
    decoder.reset()
    expectNil(decoder.remark)
  }

  @Test(arguments: [
    ("010", ALACRule.couplingChannelElement), ("101", .programConfigElement), ("111", .channelsMissing),
    ("001 0000 000000000000 0 00 1", .tooManyChannels), ("000 0000 000000000001 0 00 1", .reservedHeaderBits),
    ("000 0000 000000000000 0 11 0", .threeBytesShifted), ("000 0000 000000000000 0 00 1", .truncated),
    ("00", .truncated),
    // Two bytes of 16 bits are shifted away: found by the campaign of mutations.
    ("000 0000 000000000000 0 10 0 00000000 00000000 0000 1001 100 00000", .shiftLeavesNoBits),
    ("000 0000 000000000000 1 00 1" + binary(17, 32), .frameCountBeyondPacket),
    ("000 0000 000000000000 1 00 1" + binary(0, 32), .noFrames),
    ("000 0000 000000000000 1 00 1" + binary(-1, 32), .frameCountBeyondPacket),
    ("000 0000 000000000000 0 00 0 00000000 00000000 0000 0000 100 00001" + binary(1, 16), .noQuantShift),
    // A value of 0, mean 10 − (400 >> 9) = 10, k = 28 − 24 + 0 = 4, m = 15: a run of 17 in 16 frames.
    ("000 0000 000000000000 0 00 0 00000000 00000000 0000 1001 100 00000 0 10 0011 000000", .zeroRunBeyondFrame),
  ])
  func brokenRulesAreNamed(bits: String, rule: ALACRule) throws {
    let configuration = try ALACConfiguration(parsing: cookie().span)
    var decoder = ALACDecoder(configuration)
    var block = PCMBlock(channelCount: 1, capacity: 16)
    var found: CodecError?
    let packet = bytes(ofBits: bits)
    do { try decoder.decode(packet.span, frameCount: 0, into: &block) } catch { found = error }
    expectEqual(found?.description.contains(ALACError(rule).asCodecError.rule.description), true, "\(rule)")
    expectEqual(block.frameCount, 0)
  }

  @Test func elementsMustAgreeOnTheirFrames() throws {
    let one = monoStart + "1 00 1 " + binary(1, 32) + binary(5, 16)
    let two = "001 0000 000000000000 1 00 1 " + binary(2, 32) + String(repeating: binary(5, 16), count: 4)
    #expect(throws: CodecError.self) {
      try decode(cookie: cookie(channels: 3), [bytes(ofBits: one + two + "111")])
    }
  }

  @Test func aPairOf33BitsIsRefused() throws {
    let packet = bytes(
      ofBits: "001 0000 000000000000 0 00 0" + binary(0, 16) + String(repeating: "0000 1001 100 00000", count: 2))
    let error = #expect(throws: CodecError.self) { try decode(cookie: cookie(depth: 32, channels: 2), [packet]) }
    expectEqual(error?.kind, .unsupported)
  }

  @Test func samplesOf32BitsAreRoundedToSinglePrecision() throws {
    let packet = bytes(ofBits: monoStart + "1 00 1 " + binary(1, 32) + binary(0x1234_5678, 32) + "111")
    var decoder = ALACDecoder(try ALACConfiguration(parsing: cookie(depth: 32).span))
    var single = PCMBlock(channelCount: 1, capacity: 16)
    var double = SampleBlock<Double>(channelCount: 1, capacity: 16)
    try decoder.decode(packet.span, frameCount: 0, into: &single)
    try decoder.decode(packet.span, frameCount: 0, into: &double)
    expectEqual(decoder.format.precision, .double)
    expectEqual(single.channel(0)[0], Float(0x1234_5678) / 2_147_483_648)
    expectEqual(double.channel(0)[0], Double(0x1234_5678) / 2_147_483_648)
  }

  /// A partial element of `count` frames with the header of its one channel and its codes.
  private func compressed(_ channel: String, _ codes: String, _ count: Int) -> String {
    monoStart + "1 00 0 " + binary(count, 32) + binary(0, 16) + channel + codes + "111"
  }
}
