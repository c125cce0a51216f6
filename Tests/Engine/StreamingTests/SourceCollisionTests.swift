import AudioReception
import AudioStreaming
import RTPPayloads
import TestSupport
import Testing

/// RFC 3550, 8.2: whoever meets its own SSRC takes another one and says farewell for the old; what comes again from the
/// same place under its own number is a loop.
@Suite struct SourceCollisionTests {
  private static func stream(source: UInt32) throws -> (TransmissionSettings, RTPTransmission) {
    var settings = TransmissionSettings(try PayloadFormat.g711(isALaw: false))
    (settings.source, settings.packetTime) = (source, 10)
    return (settings, try RTPTransmission(settings))
  }

  private static func send(_ count: Int, _ transmission: inout RTPTransmission) throws -> [[UInt8]] {
    var datagrams: [RTPTransmission.Datagram] = []
    for _ in 0..<count { try transmission.add([UInt8](repeating: 1, count: 80).span, into: &datagrams) }
    return datagrams.map(\.bytes)
  }

  /// The sources that a compound packet says farewell for.
  private static func farewells(_ packet: [UInt8]?) throws -> [UInt32] {
    let bytes = try required(packet)
    return try ControlPacket.parse(bytes.span).flatMap { packet -> [UInt32] in
      if case .goodbye(let sources, _) = packet { sources } else { [] }
    }
  }

  @Test func aReceiverGivesWayToTheSource() throws {
    var (settings, transmission) = try Self.stream(source: 7)
    var reception = try RTPReception(ReceptionSettings(settings.format), ownSource: 7)
    var units: [ReceivedAccessUnit] = []
    for datagram in try Self.send(20, &transmission) { reception.receive(datagram, arrival: 1, into: &units) }
    expectEqual(units.count, 20)
    let own = reception.ownSource
    #expect(own != 7 && reception.report(at: 1).collisionCount == 1 && reception.report(at: 1).source == 7)
    let due = reception.controlPacket(now: 2)
    let report = try required(due)
    try expectEqual(Self.farewells(report), [7])
    guard case .receiverReport(let source, let blocks) = try ControlPacket.parse(report.span)[0] else {
      Issue.record("a compound packet begins with a report")
      return
    }
    #expect(source == own && blocks.map(\.source) == [7])
    // Once is enough, and the new number stays.
    #expect(try Self.farewells(reception.controlPacket(now: 3)).isEmpty)
    for datagram in try Self.send(20, &transmission) { reception.receive(datagram, arrival: 4, into: &units) }
    #expect(units.count == 40 && reception.ownSource == own && reception.report(at: 4).loopCount == 0)
  }

  @Test(arguments: [false, true]) func aSenderGoesOnUnderAnotherNumber(isProtected: Bool) throws {
    var (settings, transmission) = try Self.stream(source: 7)
    var wanted = ReceptionSettings(settings.format)
    if isProtected {
      settings.key = try SRTPTests.master(.aes128CounterHMAC80)
      wanted.key = settings.key
      transmission = try RTPTransmission(settings)
    }
    var reception = try RTPReception(wanted, ownSource: 8)
    var units: [ReceivedAccessUnit] = []
    for datagram in try Self.send(20, &transmission) { reception.receive(datagram, arrival: 1, into: &units) }
    // A stranger reports under the sender's number.
    var stranger = try RTPReception(wanted, ownSource: 7)
    let report = stranger.goodbye(now: 1)
    transmission.receiveControl(try required(report), time: NetworkTime(unixNanoseconds: 1), arrival: 1, from: 1)
    let source = transmission.report.source
    #expect(source != 7 && transmission.report.collisionCount == 1)
    let due = transmission.controlPacket(time: NetworkTime(unixNanoseconds: 1), frame: 1600)
    let control = try required(due)
    reception.receiveControl(control, arrival: 2)
    if !isProtected {
      try expectEqual(Self.farewells(control), [7])
      // RFC 3550, 6.4.1: the counts begin anew with the number.
      guard case .senderReport(let sent) = try ControlPacket.parse(control.span)[0] else {
        Issue.record("a compound packet begins with a report")
        return
      }
      #expect(sent.source == source && sent.packetCount == 0 && sent.byteCount == 0)
    }
    let next = transmission.controlPacket(time: NetworkTime(unixNanoseconds: 1), frame: 1600)
    if !isProtected { #expect(try Self.farewells(next).isEmpty) }
    // The silence behind the farewell is over: the receiver takes what comes under the new number.
    let datagrams = try Self.send(20, &transmission)
    if !isProtected { #expect(try datagrams.allSatisfy { try RTPHeader(parsing: $0.span).source == source }) }
    for datagram in datagrams { reception.receive(datagram, arrival: 1_000_000_000, into: &units) }
    #expect(units.count == 40 && reception.report(at: 1_000_000_000).source == source)
  }

  @Test func whatComesBackFromOnePlaceIsALoop() throws {
    var (settings, transmission) = try Self.stream(source: 7)
    for round in 0..<5 {
      let own = transmission.controlPacket(time: NetworkTime(unixNanoseconds: 1), frame: 0)
      transmission.receiveControl(
        try required(own), time: NetworkTime(unixNanoseconds: 1), arrival: Int64(round), from: 1)
    }
    #expect(transmission.report.collisionCount == 1 && transmission.report.loopCount == 4)
    // Another place is another participant, but nobody makes it change for ever.
    for place in 2..<40 {
      let own = transmission.controlPacket(time: NetworkTime(unixNanoseconds: 1), frame: 0)
      transmission.receiveControl(
        try required(own), time: NetworkTime(unixNanoseconds: 1), arrival: Int64(place), from: place)
    }
    expectEqual(transmission.report.collisionCount, 8)
    expectEqual(transmission.report.collisionCount + transmission.report.loopCount, 43)
    var reception = try RTPReception(ReceptionSettings(settings.format), ownSource: 9)
    settings.source = 1
    transmission = try RTPTransmission(settings)
    var units: [ReceivedAccessUnit] = []
    for datagram in try Self.send(3, &transmission) { reception.receive(datagram, arrival: 1, into: &units) }
    for round in 0..<5 {
      let own = reception.controlPacket(now: 2)
      reception.receiveControl(try required(own), arrival: Int64(round), from: 3)
    }
    #expect(reception.report(at: 9).collisionCount == 1 && reception.report(at: 9).loopCount == 4)
  }
}
