import AudioBase
import AudioErrors
import AudioReception
import AudioStreaming
import RTPPayloads
import TestSupport
import Testing

@Suite struct ReceptionTests {
  /// AAC-ELD of 48 kHz, stereo, 480 frames.
  static let eld: [UInt8] = [0xF8, 0xE6, 0x50, 0x00]

  static func units(_ count: Int) -> [[UInt8]] {
    var random = SplitMix64(seed: 21)
    return (0..<count).map { _ in random.bytes(Int.random(in: 20...200, using: &random)) }
  }

  /// The datagrams of units in real time.
  static func datagrams(_ settings: TransmissionSettings, _ units: [[UInt8]]) throws -> [[UInt8]] {
    var transmission = try RTPTransmission(settings)
    var datagrams: [RTPTransmission.Datagram] = []
    for unit in units { try transmission.add(unit.span, into: &datagrams) }
    try transmission.finish(into: &datagrams)
    return datagrams.map(\.bytes)
  }

  static func receive(_ reception: inout RTPReception, _ datagrams: [[UInt8]]) -> [ReceivedAccessUnit] {
    var units: [ReceivedAccessUnit] = []
    for (index, datagram) in datagrams.enumerated() {
      reception.receive(datagram, arrival: Int64(index) * 10_000_000, into: &units)
    }
    return units
  }

  @Test(arguments: [nil, CryptoAttribute.Suite.aes128CounterHMAC32, .aes256GCM])
  func unitsComeBackWithTheirTimes(suite: CryptoAttribute.Suite?) throws {
    let format = try PayloadFormat.mpeg4Generic(configuration: Self.eld)
    var (sent, received) = (TransmissionSettings(format), ReceptionSettings(format))
    sent.key = try suite.map { try SRTPTests.master($0) }
    (received.key, sent.packetTime) = (sent.key, 20)
    let units = Self.units(100)
    let datagrams = try Self.datagrams(sent, units)
    expectEqual(datagrams.count, 50)
    var reception = try RTPReception(received)
    let read = Self.receive(&reception, datagrams)
    expectEqual(read.map { Array($0.bytes) }, units)
    let first = try required(read.first).timestamp
    expectEqual(read.map { $0.timestamp - first }, (0..<100).map { Int64($0) * 480 })
    #expect(read.allSatisfy { $0.frameCount == 480 })
    #expect(reception.report(at: 0).dropped.count == 0 && reception.report(at: 0).lostPacketCount == 0)
  }

  /// Units stay where the datagram has them, behind the header of 12 bytes and that of the payload; a few bytes of a
  /// long datagram are copied, which would live as long as they otherwise.
  @Test(arguments: [nil, CryptoAttribute.Suite.aes128CounterHMAC80, .aes128GCM])
  func unitsLieInTheirDatagrams(suite: CryptoAttribute.Suite?) throws {
    let format = try PayloadFormat.mpeg4Generic(configuration: Self.eld)
    var (sent, received) = (TransmissionSettings(format), ReceptionSettings(format))
    sent.key = try suite.map { try SRTPTests.master($0) }
    (received.key, sent.packetTime) = (sent.key, 20)
    let units = [100, 100, 900, 10].map { [UInt8](repeating: UInt8(truncatingIfNeeded: $0), count: $0) }
    var reception = try RTPReception(received)
    let read = Self.receive(&reception, try Self.datagrams(sent, units))
    expectEqual(read.map { Array($0.bytes) }, units)
    // RFC 3640, 3.2.1: 16 bits tell how many headers there are, of which each has 16.
    expectEqual(read.map(\.bytes.startIndex), [18, 118, 18, 0])
  }

  @Test func copiesAreTakenOnce() throws {
    let format = try PayloadFormat.accessUnits(configuration: Self.eld)
    var settings = TransmissionSettings(format)
    (settings.copyCount, settings.source, settings.firstSequenceNumber) = (3, 9, 65_530)
    let units = Self.units(40)
    let datagrams = try Self.datagrams(settings, units)
    expectEqual(datagrams.count, 120)
    // AirPlay's order: 0 | 0 1 | 0 1 2 | 1 2 3.
    let order = try datagrams.prefix(9).map { try RTPHeader(parsing: $0.span).sequenceNumber &- 65_530 }
    expectEqual(order, [0, 0, 1, 0, 1, 2, 1, 2, 3])
    var received = ReceptionSettings(format)
    received.expectedSource = 9
    var reception = try RTPReception(received)
    // Two of three are lost: of each unit one is left, but of the first.
    let some = datagrams.enumerated().filter { $0.offset % 3 == 2 }.map(\.element)
    expectEqual(Set(Self.receive(&reception, some).map { Array($0.bytes) }), Set(units.dropFirst()))
    var all = try RTPReception(received)
    expectEqual(Self.receive(&all, datagrams).map { Array($0.bytes) }, units)
    expectEqual(all.report(at: 0).dropped.duplicate, 80)
  }

  @Test func redundancyBringsBackWhatWasLost() throws {
    let format = PayloadFormat.opus()
    var settings = TransmissionSettings(format)
    settings.redundancy = 2
    // CELT of 10 ms, RFC 6716, 3.1.
    let units = Self.units(60).map { [0xF0] + $0 }
    let datagrams = try Self.datagrams(settings, units)
    var received = ReceptionSettings(format)
    received.redundancyPayloadType = settings.redundancyPayloadType
    var reception = try RTPReception(received)
    let read = Self.receive(
      &reception, datagrams.enumerated().filter { $0.offset % 3 != 1 || $0.offset < 2 }.map(\.element))
    expectEqual(read.map { Array($0.bytes) }, units)
    #expect(zip(read, read.dropFirst()).allSatisfy { $1.timestamp - $0.timestamp == 480 })
    expectEqual(reception.report(at: 0).recoveredUnitCount, 19)
  }

  /// A clock of 48 kHz is announced for AAC-ELD of 22.05 kHz: both ways of counting give the frames of the stream.
  @Test(arguments: [48_000, 22_050])
  func timestampsOfEitherClockBecomeFrames(actualRate: Int) throws {
    var format = try PayloadFormat.mpeg4Generic(configuration: [0xF8, 0xEE, 0x20, 0x00])
    format.clockRate = actualRate
    let datagrams = try Self.datagrams(TransmissionSettings(format), Self.units(50))
    format.clockRate = 48_000
    var reception = try RTPReception(ReceptionSettings(format))
    let read = Self.receive(&reception, datagrams)
    expectEqual(read.count, 50)
    let steps = zip(read, read.dropFirst()).map { $1.timestamp - $0.timestamp }
    #expect(steps.suffix(40).allSatisfy { abs($0 - 512) <= 1 })
  }

  @Test func anotherSourceTakesOverOnlyFromASilentOne() throws {
    let format = try PayloadFormat.g711(isALaw: false)
    let samples = (0..<20).map { [UInt8](repeating: UInt8($0), count: 160) }
    var (one, two) = (TransmissionSettings(format), TransmissionSettings(format))
    (one.source, two.source) = (1, 2)
    let (first, second) = (try Self.datagrams(one, samples), try Self.datagrams(two, samples))
    var reception = try RTPReception(ReceptionSettings(format))
    var units: [ReceivedAccessUnit] = []
    for (a, b) in zip(first, second) {
      reception.receive(a, arrival: 1, into: &units)
      reception.receive(b, arrival: 1, into: &units)
    }
    #expect(units.count == 20 && reception.report(at: 0).source == 1)
    expectEqual(reception.report(at: 0).dropped.wrongSource, 19)
    let end = try required(units.last).timestamp
    units.removeAll()
    for packet in second { reception.receive(packet, arrival: 6_000_000_000, into: &units) }
    #expect(reception.report(at: 0).source == 2 && reception.report(at: 0).restartCount == 1)
    expectGreaterOrEqual(units.count, 19)
    expectEqual(units.first.map { $0.timestamp > end && $0.timestamp <= end + 480 }, true)
  }

  /// 10⁵ datagrams of a hostile sender among those of the stream: every unit comes, nothing grows.
  @Test func floodsAreDroppedAndCounted() throws {
    let format = try PayloadFormat.mpeg4Generic(configuration: Self.eld)
    var (sent, received) = (TransmissionSettings(format), ReceptionSettings(format))
    sent.key = try SRTPTests.master(.aes128CounterHMAC80)
    received.key = sent.key
    let units = Self.units(200)
    let datagrams = try Self.datagrams(sent, units)
    var reception = try RTPReception(received)
    var random = SplitMix64(seed: 5)
    var read: [ReceivedAccessUnit] = []
    var hostile = 0
    for (index, datagram) in datagrams.enumerated() {
      for _ in 0..<500 {
        var forged = random.chance(50) ? datagram : random.bytes(Int.random(in: 0...60, using: &random))
        if random.chance(30), index > 0 { forged = datagrams[Int.random(in: 0..<index, using: &random)] }
        if forged == datagram { forged[forged.count - 1] ^= 1 }
        reception.receive(forged, arrival: Int64(index), into: &read)
        reception.receiveControl(forged, arrival: Int64(index))
        hostile += 1
      }
      reception.receive(datagram, arrival: Int64(index), into: &read)
    }
    expectEqual(read.map { Array($0.bytes) }, units)
    expectEqual(reception.report(at: 0).dropped.count, 2 * hostile)
    #expect(reception.report(at: 0).dropped.replayed > 1000 && reception.report(at: 0).dropped.notAuthentic > 1000)
  }

  /// The same without protection: the source that was there first is kept.
  @Test func malformedDatagramsChangeNothing() throws {
    let format = try PayloadFormat.mpeg4Generic(configuration: Self.eld)
    let units = Self.units(100)
    let datagrams = try Self.datagrams(TransmissionSettings(format), units)
    var reception = try RTPReception(ReceptionSettings(format))
    var random = SplitMix64(seed: 6)
    var read: [ReceivedAccessUnit] = []
    for (index, datagram) in datagrams.enumerated() {
      for _ in 0..<1000 {
        var forged = random.chance(50) ? datagram : random.bytes(Int.random(in: 0...60, using: &random))
        // Another source, or cut within the header.
        if forged.count > 11 { forged[8] ^= 0x55 }
        forged = random.chance(30) ? Array(forged.prefix(11)) : forged
        if index > 1 { reception.receive(forged, arrival: Int64(index), into: &read) }
      }
      reception.receive(datagram, arrival: Int64(index), into: &read)
    }
    expectEqual(read.map { Array($0.bytes) }, units)
  }

  @Test func reportsTellTheRoundTrip() throws {
    let format = PayloadFormat.opus()
    var transmission = try RTPTransmission(TransmissionSettings(format))
    var reception = try RTPReception(ReceptionSettings(format))
    var datagrams: [RTPTransmission.Datagram] = []
    for _ in 0..<10 { try transmission.add([0xF0, 1, 2].span, into: &datagrams) }
    var units: [ReceivedAccessUnit] = []
    for datagram in datagrams where datagram.frame != 960 {
      reception.receive(datagram.bytes, arrival: datagram.frame * 20_833, into: &units)
    }
    let start = NetworkTime(unixNanoseconds: 1_000_000_000_000)
    // 30 ms there, 500 ms at the receiver, 30 ms back.
    let control = transmission.controlPacket(time: start, frame: 4800)
    let report = try required(control)
    reception.receiveControl(report, arrival: 30_000_000)
    let answer = reception.controlPacket(now: 530_000_000)
    transmission.receiveControl(try required(answer), time: NetworkTime(unixNanoseconds: 1_000_560_000_000))
    let roundTrip = try required(transmission.report.roundTrip)
    expectLess(abs(roundTrip - 60_000_000), 1_000_000)
    expectEqual(transmission.report.receiver?.cumulativeLost, 1)
    expectEqual(reception.report(at: 0).sourceName, "sender")
    let goodbye = transmission.goodbye(time: start, frame: 4800)
    reception.receiveControl(try required(goodbye), arrival: 600_000_000)
    // RFC 3550, 6.2.1: stragglers may come, so that silence decides.
    #expect(reception.report(at: 1_099_000_000).isLeaving && !reception.report(at: 1_099_000_000).hasLeft)
    #expect(reception.report(at: 1_101_000_000).hasLeft && !reception.report(at: 1_101_000_000).isLeaving)
  }

  /// A stream of 10 ms a packet goes on behind a farewell that anybody has sent; a straggler postpones a true one.
  @Test func aFarewellIsBelievedAfterASilence() throws {
    let format = try PayloadFormat.g711(isALaw: false)
    var settings = TransmissionSettings(format)
    (settings.source, settings.packetTime) = (7, 10)
    let datagrams = try Self.datagrams(settings, (0..<200).map { _ in [UInt8](repeating: 1, count: 80) })
    var reception = try RTPReception(ReceptionSettings(format))
    var units: [ReceivedAccessUnit] = []
    var forged: [UInt8] = []
    ControlPacket.goodbye(sources: [7], reason: "").write(to: &forged)
    var now: Int64 = 0
    for (index, datagram) in datagrams.prefix(180).enumerated() {
      if index % 30 == 20 { reception.receiveControl(forged, arrival: now) }
      reception.receive(datagram, arrival: now, into: &units)
      #expect(!reception.report(at: now).hasLeft)
      now += 10_000_000
    }
    expectEqual(units.count, 180)
    now += 600_000_000
    reception.receive(datagrams[180], arrival: now, into: &units)
    #expect(!reception.report(at: now + 10_000_000_000).hasLeft, "a farewell that packets have refuted is forgotten")
    reception.receiveControl(forged, arrival: now)
    reception.receive(datagrams[181], arrival: now + 400_000_000, into: &units)
    #expect(!reception.report(at: now + 899_000_000).hasLeft && reception.report(at: now + 901_000_000).hasLeft)
    // Another source takes over now, and not before.
    settings.source = 8
    let others = try Self.datagrams(settings, (0..<5).map { _ in [UInt8](repeating: 2, count: 80) })
    for other in others { reception.receive(other, arrival: now + 800_000_000, into: &units) }
    expectEqual(reception.report(at: now + 800_000_000).source, 7)
    for other in others { reception.receive(other, arrival: now + 950_000_000, into: &units) }
    let report = reception.report(at: now + 950_000_000)
    #expect(report.source == 8 && !report.hasLeft && !report.isLeaving)
  }

  @Test func aMediumThatIsRefusedIsNotReceived() throws {
    for (lines, kind) in [
      ("m=audio 0 RTP/AVP 0\n", AudioError.Kind.unsupported),
      ("m=audio 1 RTP/AVP 96\na=rtpmap:96 L16/0/2\n", .malformed),
      ("m=audio 1 RTP/AVP 96\na=rtpmap:96 L16\n", .malformed),
    ] {
      let session = try SessionDescription(parsing: "v=0\no=- 0 0 IN IP4 127.0.0.1\ns=-\nt=0 0\n" + lines)
      let error = #expect(throws: AudioError.self) { try ReceptionSettings(session.media[0]) }
      expectEqual(error?.kind, kind)
    }
  }

  /// No text for people has a key: neither what a description shows nor what is printed of settings.
  @Test func keysAreNotShown() throws {
    var settings = TransmissionSettings(.opus())
    settings.key = try SRTPTests.master(.aes128CounterHMAC80)
    let key = try required(settings.key)
    let session = settings.sessionDescription(address: "127.0.0.1", port: 5004)
    let text = try required(key.value.split(separator: ":").last)
    #expect(session.text.contains(text) && session.hasKeys)
    #expect(!session.textWithoutKeys.contains(text))
    #expect(session.textWithoutKeys.contains("a=crypto:1 AES_CM_128_HMAC_SHA1_80 (the key is not shown)"))
    var dumped = ""
    dump(settings, to: &dumped)
    for shown in ["\(settings)", "\(key)", String(reflecting: key), dumped] {
      #expect(shown.contains("AES_CM_128_HMAC_SHA1_80") && !shown.contains(text))
      #expect(!shown.contains(key.key.map(String.init).joined(separator: ", ")))
    }
    settings.key = nil
    #expect(!settings.sessionDescription(address: "127.0.0.1", port: 5004).hasKeys)
  }
}
