import AACDecoding
import AACReplication
import AACSyntax
import MPEG4Systems
import TestSupport
import Testing

/// SBR data behind a loss, which may be differences to what was lost.
struct ReplicationLossTests {
  /// A frame of one envelope with differences over time, added up behind a history of levels of 40.
  private func levels(
    _ difference: Int16, isCertain: Bool, overTime: Bool = true, isBalance: Bool = false
  ) throws -> (frame: SBRFrame, band: Int16) {
    var header = SBRHeader()
    header.startFrequency = 5
    header.stopFrequency = 9
    let bands = try SBRBands(header, sampleRate: 44100)
    var data = SBRChannelData()
    data.grid.envelopeCount = 1
    data.time.borders[1] = 16
    data.envelopesOverTime = overTime ? 1 : 0
    data.envelopes[0] = difference
    var history = SBREnvelopeHistory()
    for index in history.envelope.indices { history.envelope[index] = 40 }
    history.isCertain = isCertain
    history.loudest = 50
    var frame = SBRFrame()
    let use = data.envelopeUse(isBalance ? .balance : .level, bands, isLowDelay: false)
    try frame.addUp(data, use, bands, after: history)
    return (frame, frame.envelopes[0])
  }

  @Test func differencesToALostFrameStayWithinWhatWasThereBefore() throws {
    try expectEqual(levels(60, isCertain: true).band, 100)
    try expectEqual(levels(60, isCertain: false).band, 50)
    try expectEqual(levels(-60, isCertain: false).band, 0)
    #expect(throws: AACError.self) { try levels(-60, isCertain: true) }
    try expectEqual(levels(5, isCertain: false).band, 45)
    #expect(try !levels(5, isCertain: false).frame.isCertain)
    // A level that is no difference to earlier ones ends it; balances are bounded by themselves.
    let absolute = try levels(60, isCertain: false, overTime: false)
    #expect(absolute.band == 60 && absolute.frame.isCertain && absolute.frame.loudest == 60)
    try expectEqual(levels(20, isCertain: false, isBalance: true).band, 80)
  }

  @Test func aFrameThatIsMadeUpIsNotCertain() {
    var history = SBREnvelopeHistory()
    var frame = SBRFrame()
    frame.repeatLast(history, from: 0, to: 16, isBalance: false)
    history.keep(frame)
    #expect(!history.isCertain)
    history.clear()
    #expect(history.isCertain)
  }

  /// Drums come and go: what a difference refers to may be tens of decibels off. Without a bound, each of these losses
  /// gives sound beyond full scale.
  @Test(.needs(.vectors), arguments: [25, 31, 95]) func noLossMakesDrumsLouderThanTheyAre(first: Int) throws {
    let vector = try required(TestVectors.named("eldsbr_dr_44100_480_st_96k_drums"))
    var whole = Decoding(vector.configuration)
    var decoding = Decoding(vector.configuration)
    var (wanted, largest): (Float, Float) = (0, 0)
    for (index, packet) in vector.packets.enumerated() {
      wanted = try whole.decode(packet).joined().reduce(wanted) { max($0, abs($1)) }
      let frame = (first..<(first + 3)).contains(index) ? decoding.conceal() : try decoding.decode(packet)
      largest = frame.joined().reduce(largest) { max($0, abs($1)) }
    }
    #expect(wanted < 0.9 && largest < 0.9)
  }
}
