import AudioBase
import AudioErrors
import AudioReception
import AudioStreaming
import RTPPayloads
import TestSupport
import Testing

/// Sockets on 127.0.0.1.
@Suite(.serialized, .ownThreads) struct LoopbackTests {
  /// What a receiver has handed on.
  final class Inbox: Sendable {
    let units = Lock<[ReceivedAccessUnit]>([])

    func append(_ unit: ReceivedAccessUnit) { units.withLock { $0.append(unit) } }

    /// Waits, up to a minute, until so many units are there.
    func wait(for count: Int) async throws -> [ReceivedAccessUnit] {
      try await wait { $0.count >= count }
    }

    /// Waits, up to a minute, until the units are enough.
    func wait(until isEnough: ([ReceivedAccessUnit]) -> Bool) async throws -> [ReceivedAccessUnit] {
      for _ in 0..<6000 {
        let current = units.withLock { $0 }
        if isEnough(current) { return current }
        try await Task.sleep(for: .milliseconds(10))
      }
      return units.withLock { $0 }
    }
  }

  @Test(arguments: [nil, CryptoAttribute.Suite.aes128CounterHMAC80, .aes128GCM])
  func aStreamOfELDArrivesWithItsReports(suite: CryptoAttribute.Suite?) async throws {
    let format = try PayloadFormat.mpeg4Generic(configuration: ReceptionTests.eld)
    var (sent, received) = (TransmissionSettings(format), ReceptionSettings(format))
    sent.key = try suite.map { try SRTPTests.master($0) }
    received.key = sent.key
    let inbox = Inbox()
    let receiver = try RTPReceiver(
      received, at: RTPReceiver.Endpoint(address: "127.0.0.1", port: 0), reportInterval: 0.1
    ) { inbox.append($0) }
    let sender = try RTPSender(
      sent, to: RTPSender.Destination(host: "127.0.0.1", port: receiver.port), reportInterval: 0.1)
    let units = ReceptionTests.units(60)
    for unit in units { try sender.send(unit) }
    let read = try await inbox.wait(for: 60)
    expectEqual(read.map { Array($0.bytes) }, units)
    // Sent at the pace of 10 ms a unit.
    let span = try required(read.last).arrival - (try required(read.first)).arrival
    #expect(span > 500_000_000 && span < 30_000_000_000)
    #expect(sender.report.receiver != nil && sender.report.roundTrip != nil)
    expectEqual(receiver.report.sourceName, "sender")
    try sender.finish()
    for _ in 0..<6000 where !receiver.report.hasLeft { try await Task.sleep(for: .milliseconds(10)) }
    #expect(receiver.report.hasLeft && receiver.report.dropped.count == 0)
    receiver.close()
    sender.close()
  }

  /// RFC 3550, 8.2: while a source is heard, neither its packets nor its reports come from elsewhere.
  @Test func strangersDoNotSpeakForASource() async throws {
    let format = try PayloadFormat.g711(isALaw: false)
    let inbox = Inbox()
    let receiver = try RTPReceiver(
      ReceptionSettings(format), at: RTPReceiver.Endpoint(address: "127.0.0.1", port: 0)
    ) { inbox.append($0) }
    var settings = TransmissionSettings(format)
    (settings.source, settings.firstSequenceNumber, settings.packetTime) = (7, 0, 10)
    let destination = RTPSender.Destination(host: "127.0.0.1", port: receiver.port)
    let sender = try RTPSender(settings, to: destination, pacing: .asFed)
    let unit = [UInt8](repeating: 1, count: 80)
    for _ in 0..<20 { try sender.send(unit) }
    _ = try await inbox.wait(for: 20)
    // The same source and the next numbers, by another socket, with a farewell behind them.
    settings.firstSequenceNumber = 20
    let stranger = try RTPSender(settings, to: destination, pacing: .asFed)
    for _ in 0..<20 { try stranger.send([UInt8](repeating: 2, count: 80)) }
    try stranger.finish()
    for _ in 0..<6000 where receiver.report.dropped.wrongSource < 20 { try await Task.sleep(for: .milliseconds(10)) }
    expectEqual(receiver.report.dropped.wrongSource, 20)
    for _ in 0..<20 { try sender.send(unit) }
    let read = try await inbox.wait(for: 40)
    #expect(read.count == 40 && read.allSatisfy { $0.bytes.allSatisfy { $0 == 1 } })
    receiver.close()
    sender.close()
    stranger.close()
  }

  @Test(.needs(.multicast)) func aGroupIsJoined() async throws {
    let format = try PayloadFormat.linearPCM(bitsPerSample: 16, sampleRate: 48_000, channelCount: 2)
    let inbox = Inbox()
    let endpoint = RTPReceiver.Endpoint(address: "239.255.77.88", port: 0)
    let receiver = try RTPReceiver(ReceptionSettings(format), at: endpoint) { inbox.append($0) }
    var destination = RTPSender.Destination(host: "239.255.77.88", port: receiver.port)
    // It does not leave this machine.
    destination.timeToLive = 0
    let sender = try RTPSender(TransmissionSettings(format), to: destination, pacing: .asFed)
    let samples = [UInt8](repeating: 1, count: 4 * 960)
    for _ in 0..<5 { try sender.send(samples) }
    let byteCount = { (units: [ReceivedAccessUnit]) in units.reduce(0) { $0 + $1.bytes.count } }
    let read = try await inbox.wait { byteCount($0) >= 5 * samples.count }
    expectEqual(byteCount(read), 5 * samples.count)
    receiver.close()
    sender.close()
  }

  @Test func aBufferIsFed() async throws {
    let format = try PayloadFormat.mpeg4Generic(configuration: ReceptionTests.eld)
    let buffer = try JitterBuffer(sampleRate: 48_000, framesPerUnit: 480)
    let receiver = try RTPReceiver(
      ReceptionSettings(format), at: RTPReceiver.Endpoint(address: "127.0.0.1", port: 0), into: buffer)
    let sender = try RTPSender(
      TransmissionSettings(format), to: RTPSender.Destination(host: "127.0.0.1", port: receiver.port))
    for unit in ReceptionTests.units(20) { try sender.send(unit) }
    for _ in 0..<6000 where buffer.statistics.receivedUnits < 20 { try await Task.sleep(for: .milliseconds(10)) }
    #expect(buffer.statistics.receivedUnits == 20 && buffer.statistics.discardedUnits == 0)
    receiver.close()
    sender.close()
  }

  @Test func whatCannotBeOpenedIsRefused() throws {
    let format = PayloadFormat.opus()
    #expect(throws: AudioError.self) {
      try RTPReceiver(ReceptionSettings(format), at: .init(address: "192.0.2.1", port: 0)) { _ in }
    }
    var endpoint = RTPReceiver.Endpoint(address: "239.1.1.1", port: 0)
    endpoint.interface = "no such interface"
    #expect(throws: AudioError.self) { try RTPReceiver(ReceptionSettings(format), at: endpoint) { _ in } }
    var settings = TransmissionSettings(format)
    settings.packetTime = 100
    #expect(throws: AudioError.self) { try RTPTransmission(settings) }
  }
}
