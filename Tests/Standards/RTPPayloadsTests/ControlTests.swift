import AudioBase
import RTPPayloads
import TestSupport
import Testing

/// Expected bytes follow the figures of RFC 3550, 6.4 to 6.6.
@Suite struct ControlTests {
  static let compound: [UInt8] = [
    // SR with one block
    0x81, 200, 0, 12, 0, 0, 0, 1, 0x83, 0xAA, 0x7E, 0x80, 0x80, 0, 0, 0, 0, 0, 0, 5, 0, 0, 0, 6, 0, 0, 0, 7,
    0, 0, 0, 2, 64, 0xFF, 0xFF, 0xFE, 0, 1, 0, 9, 0, 0, 0, 10, 0, 0, 0, 11, 0, 0, 0, 12,
    // SDES: CNAME "ab" and the end of items
    0x81, 202, 0, 3, 0, 0, 0, 1, 1, 2, 97, 98, 0, 0, 0, 0,
    // BYE with the reason "x"
    0x81, 203, 0, 2, 0, 0, 0, 1, 1, 120, 0, 0,
  ]

  @Test func compoundsAreReadAndWritten() throws {
    let packets = try ControlPacket.parse(Self.compound.span)
    var report = ControlPacket.SenderReport(
      source: 1, time: NetworkTime(unixNanoseconds: 500_000_000), timestamp: 5)
    (report.packetCount, report.byteCount) = (6, 7)
    var block = ReportBlock(source: 2)
    (block.fractionLost, block.cumulativeLost, block.highestSequenceNumber) = (64, -2, 0x1_0009)
    (block.jitter, block.lastReport, block.delaySinceLastReport) = (10, 11, 12)
    report.blocks = [block]
    let expected: [ControlPacket] = [
      .senderReport(report), .description([.init(source: 1, canonicalName: "ab")]),
      .goodbye(sources: [1], reason: "x"),
    ]
    expectEqual(packets, expected)
    var written: [UInt8] = []
    for packet in packets { packet.write(to: &written) }
    expectEqual(written, Self.compound)
  }

  @Test func cutCompoundsAreRefused() {
    for count in 1..<Self.compound.count where ![52, 68].contains(count) {
      let cut = Array(Self.compound.prefix(count))
      #expect(throws: RTPError.self, "\(count) bytes") { try ControlPacket.parse(cut.span) }
    }
  }

  /// A datagram of 16 KB has room for 3,937 sources: whoever does not know a number could try all in hours.
  @Test func farewellsAreForAFewSources() throws {
    var bytes: [UInt8] = []
    ControlPacket.goodbye(sources: Array(0..<31), reason: "").write(to: &bytes)
    try expectEqual(ControlPacket.parse(bytes.span), [.goodbye(sources: Array(0..<31), reason: "")])
    for _ in 0..<126 { ControlPacket.goodbye(sources: Array(31..<62), reason: "").write(to: &bytes) }
    let error = #expect(throws: RTPError.self) { try ControlPacket.parse(bytes.span) }
    expectEqual(error?.kind, .limitExceeded)
  }

  /// What is read may be printed: a name must not move a terminal's cursor.
  @Test func namesAndReasonsHaveNoControlCharacters() throws {
    var bytes: [UInt8] = []
    let hostile = "a\u{1B}[2J\u{7}b\r\n\u{9B}1mc\u{0}ü"
    ControlPacket.description([.init(source: 1, canonicalName: hostile)]).write(to: &bytes)
    ControlPacket.goodbye(sources: [1], reason: hostile).write(to: &bytes)
    try expectEqual(
      ControlPacket.parse(bytes.span),
      [
        .description([.init(source: 1, canonicalName: "a[2Jb1mcü")]), .goodbye(sources: [1], reason: "a[2Jb1mcü"),
      ])
  }

  /// RFC 3550, figure 2: the report comes at 46 864.500 s, and the way takes 6.125 s.
  @Test func theRoundTripIsTheExampleOfTheStandard() {
    var block = ReportBlock(source: 1)
    (block.lastReport, block.delaySinceLastReport) = (0xB705_2000, 0x0005_4000)
    let arrival = NetworkTime(rawValue: 0xB710_8000 << 16)
    expectEqual(NetworkTime.roundTrip(arrival: arrival, block: block), 6_125_000_000)
  }

  /// The oracle is RFC 3550, A.8, in floating point.
  @Test func jitterFollowsTheStandardsFormula() {
    var random = SplitMix64(seed: 3)
    var statistics = ReceptionStatistics(clockRate: 48_000)
    var (jitter, last): (Double, Double?) = (0, nil)
    for number in 0..<500 {
      let delay = Int64.random(in: 0...20_000_000, using: &random)
      let arrival = Int64(number) * 10_000_000 + delay
      statistics.note(sequenceNumber: Int64(number), timestamp: Int64(number) * 480, arrival: arrival)
      let transit = Double(arrival) * 48e-6 - Double(number) * 480
      if let last { jitter += (abs(transit - last) - jitter) / 16 }
      last = transit
    }
    expectLess(abs(Double(statistics.jitter) - jitter), 8)
    expectLess(abs(Double(statistics.jitterNanoseconds) - jitter / 48e-6), 200_000)
  }

  @Test func lossIsCountedByNumbers() {
    var statistics = ReceptionStatistics(clockRate: 8000)
    for number in 0..<100 where number % 4 != 1 {
      statistics.note(sequenceNumber: Int64(65_500 + number), timestamp: Int64(number) * 160, arrival: Int64(number))
    }
    let block = statistics.report(source: 9, now: 0)
    expectEqual(block.cumulativeLost, 25)
    expectEqual(block.fractionLost, 64)
    expectEqual(block.highestSequenceNumber, 65_599)
    // Nothing came since.
    expectEqual(statistics.report(source: 9, now: 0).fractionLost, 0)
  }
}
