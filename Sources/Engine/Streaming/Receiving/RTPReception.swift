import AudioBase
public import AudioErrors
public import AudioReception
import RTPPayloads

/// Converts the datagrams of a stream to access units: protection, validation, redundancy, payload format.
///
/// It has no socket and no clock of its own, so that any transport can feed it, and it behaves the same each time. For
/// any input its memory stays within some hundred kilobytes: invalid packets are dropped and counted.
public struct RTPReception: Sendable {
  /// The settings.
  public let settings: ReceptionSettings
  /// The SSRC of the reports, which changes after a collision.
  public var ownSource: UInt32 { own.number }
  var own: OwnSource
  var protection: SRTPSession?
  var reportProtection: SRTPSession?
  var selection: SourceSelection
  var clock: StreamClock
  var statistics: ReceptionStatistics
  private var reader: PayloadReader
  private var filter = DuplicateFilter()
  private var scratch: [PayloadUnit] = []
  var account = ReceptionReport()

  /// Creates the reception of a stream.
  ///
  /// - Parameters:
  ///   - settings: The stream.
  ///   - ownSource: The SSRC of the receiver; a random number unless it is given.
  /// - Throws: `AudioError` if the payload format's configuration cannot be read.
  public init(
    _ settings: ReceptionSettings, ownSource: UInt32 = .random(in: .min ... .max)
  ) throws(AudioError) {
    self.settings = settings
    own = OwnSource(ownSource)
    protection = settings.key.map { SRTPSession($0) }
    reportProtection = (settings.reportKey ?? settings.key).map { SRTPSession($0) }
    selection = SourceSelection(
      expected: settings.expectedSource, isTrusted: settings.key != nil,
      timeout: Self.nanoseconds(settings.sourceTimeout), farewellSilence: Self.nanoseconds(settings.farewellSilence))
    clock = StreamClock(settings.format)
    statistics = ReceptionStatistics(clockRate: settings.format.clockRate)
    reader = try raising { () throws(RTPError) in try PayloadReader(settings.format) }
  }

  private static func nanoseconds(_ seconds: Double) -> Int64 { Int64(min(max(seconds, 0), 1e6) * 1e9) }

  /// Returns the statistics of the reception.
  ///
  /// - Parameter now: The time, in nanoseconds of the clock of the packets: silence confirms an RTCP BYE.
  public func report(at now: Int64) -> ReceptionReport {
    var report = account
    report.source = selection.current
    (report.isLeaving, report.hasLeft) = (selection.isLeaving(at: now), selection.hasLeft(at: now))
    report.lostPacketCount = statistics.lostCount
    report.jitter = statistics.jitterNanoseconds
    report.abandonedUnitCount = reader.abandonedUnitCount
    (report.collisionCount, report.loopCount) = (own.collisionCount, own.loopCount)
    return report
  }

  /// The last AudioSpecificConfig received in band; `nil` for formats without one.
  public var configurationInBand: [UInt8]? { reader.configurationInBand }

  /// Processes a datagram and appends the completed units, which are slices of it. Decrypts it in place if its storage
  /// is uniquely referenced.
  ///
  /// - Parameters:
  ///   - datagram: The datagram.
  ///   - arrival: The time of its arrival, in nanoseconds of a clock that never goes backwards.
  ///   - origin: A number for the address that it came from, requested where the receiver's own SSRC is met.
  ///   - units: The array to which units are appended, in the order of the packet.
  public mutating func receive(
    _ datagram: consuming [UInt8], arrival: Int64, from origin: @autoclosure () -> Int = 0,
    into units: inout [ReceivedAccessUnit]
  ) {
    guard datagram.count <= settings.maximumDatagramByteCount else {
      account.dropped.tooLong += 1
      return
    }
    do throws(SRTPFailure) {
      try protection?.unprotect(&datagram)
    } catch {
      account.dropped.note(error)
      return
    }
    guard let header = try? RTPHeader(parsing: datagram.span), let range = try? header.payload(in: datagram.span) else {
      account.dropped.malformed += 1
      return
    }
    guard header.payloadType == settings.format.payloadType || header.payloadType == settings.redundancyPayloadType
    else {
      account.dropped.wrongPayloadType += 1
      return
    }
    if header.source == own.number { _ = own.meet(from: origin(), at: arrival) }
    choose(Packet(header: header, payload: datagram[range], arrival: arrival), whole: datagram, into: &units)
  }

  /// A packet whose header has been read.
  private struct Packet {
    var header: RTPHeader
    var payload: ArraySlice<UInt8>
    var arrival: Int64
  }

  private mutating func choose(_ packet: Packet, whole: [UInt8], into units: inout [ReceivedAccessUnit]) {
    switch selection.choose(packet.header, packet: whole, arrival: packet.arrival) {
    case .take(let number): take(packet, number, into: &units)
    case .restart(let number):
      account.restartCount += 1
      clock.restart(with: packet.header.timestamp)
      take(packet, number, into: &units)
    case .begin(let number, let previous, let before):
      // The packet on probation is the one before this.
      let earlier = try? RTPHeader(parsing: previous.span)
      begin(earlier ?? packet.header)
      if let earlier, let place = try? earlier.payload(in: previous.span) {
        account.dropped.onProbation -= 1
        take(Packet(header: earlier, payload: previous[place], arrival: before), number - 1, into: &units)
      }
      take(packet, number, into: &units)
    case .wrongSource: account.dropped.wrongSource += 1
    case .onProbation: account.dropped.onProbation += 1
    case .outOfSequence: account.dropped.outOfSequence += 1
    }
  }

  /// Begins to receive a source. One that takes over from another continues where that ended.
  private mutating func begin(_ header: RTPHeader) {
    guard account.packetCount > 0 else { return }
    account.restartCount += 1
    clock.restart(with: header.timestamp)
    statistics = ReceptionStatistics(clockRate: settings.format.clockRate)
    filter = DuplicateFilter()
    if let fresh = try? PayloadReader(settings.format) { reader = fresh }
  }

  private mutating func take(_ packet: Packet, _ number: Int64, into units: inout [ReceivedAccessUnit]) {
    let (header, payload) = (packet.header, packet.payload)
    let ticks = clock.ticks(header.timestamp)
    account.packetCount += 1
    account.byteCount += Int64(payload.count)
    statistics.note(sequenceNumber: number, timestamp: ticks, arrival: packet.arrival)
    let place = PacketPlace(sequenceNumber: number, timestamp: ticks, hasMarker: header.hasMarker)
    guard header.payloadType == settings.redundancyPayloadType else {
      takePayload(payload, at: place, of: packet, &units)
      return
    }
    guard let red = try? RedundantPayload(parsing: payload.span) else {
      account.dropped.malformed += 1
      return
    }
    for (index, block) in red.blocks.enumerated() where block.payloadType == settings.format.payloadType {
      let age = red.blocks.count - 1 - index
      let before = PacketPlace(
        sequenceNumber: number - Int64(age), timestamp: ticks - Int64(block.timestampOffset),
        hasMarker: header.hasMarker)
      // A payload that arrived by itself already is not a duplicate that was sent by mistake.
      if age > 0, block.range.isEmpty || filter.isKnown(before.sequenceNumber) { continue }
      let count = account.unitCount
      takePayload(payload.dropFirst(block.range.lowerBound).prefix(block.range.count), at: before, of: packet, &units)
      if age > 0 { account.recoveredUnitCount += account.unitCount - count }
    }
  }

  private mutating func takePayload(
    _ payload: ArraySlice<UInt8>, at place: PacketPlace, of packet: Packet, _ units: inout [ReceivedAccessUnit]
  ) {
    guard filter.isNew(place.sequenceNumber) else {
      account.dropped.duplicate += 1
      return
    }
    scratch.removeAll(keepingCapacity: true)
    do throws(RTPError) {
      try reader.read(payload, at: place, into: &scratch)
    } catch {
      if error.kind == .unsupported { account.dropped.unsupported += 1 } else { account.dropped.malformed += 1 }
    }
    let start = clock.frames(ofTicks: place.timestamp)
    var total: Int64 = 0
    for unit in scratch {
      let count = settings.format.frameCount(of: unit.bytes.span) ?? 0
      total &+= Int64(count)
      units.append(
        ReceivedAccessUnit(
          timestamp: start &+ unit.frameOffset, sequenceNumber: place.sequenceNumber, arrival: packet.arrival,
          bytes: unit.bytes.keeping(of: packet.payload.endIndex), frameCount: count))
    }
    account.unitCount += Int64(scratch.count)
    clock.note(number: place.sequenceNumber, ticks: place.timestamp, frameCount: total)
  }
}
