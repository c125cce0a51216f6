import AudioBase
public import AudioErrors
import RTPPayloads

/// Converts the access units of a stream to datagrams: payload format, redundancy, protection, copies.
///
/// It has no socket and no clock of its own, so that any transport can carry it.
public struct RTPTransmission: Sendable {
  /// A datagram to send.
  public struct Datagram: Sendable, Equatable {
    /// The time of the datagram's first unit, in frames since the first unit of the stream.
    public var frame: Int64
    /// The datagram.
    public var bytes: [UInt8]
  }

  /// The settings.
  public let settings: TransmissionSettings
  var protection: SRTPSession?
  var reportProtection: SRTPSession?
  private var packetizer: Packetizer
  private var scratch: [OutgoingPayload] = []
  private var sequenceNumber: UInt16
  private let firstTimestamp: UInt32
  /// The last datagrams, oldest first, for copies.
  private var earlierDatagrams: [[UInt8]] = []
  /// The last payloads, oldest first, for redundancy.
  private var earlierPayloads: [(timestamp: UInt32, bytes: [UInt8])] = []
  var account: TransmissionReport
  var own: OwnSource
  /// Packets and bytes that were sent under other numbers.
  var countsBefore: (packets: Int64, bytes: Int64) = (0, 0)

  /// Creates the transmission of a stream.
  ///
  /// - Throws: `AudioError` for settings that make no sense, and for configurations that cannot be read.
  public init(_ settings: TransmissionSettings) throws(AudioError) {
    try settings.check()
    self.settings = settings
    protection = settings.key.map { SRTPSession($0) }
    reportProtection = (settings.reportKey ?? settings.key).map { SRTPSession($0) }
    // RFC 3711, 3.3.1: protected streams begin in the lower half, so that the first rounds are counted alike.
    sequenceNumber = settings.firstSequenceNumber ?? .random(in: 0..<(1 << 15))
    firstTimestamp = settings.firstTimestamp ?? .random(in: .min ... .max)
    own = OwnSource(settings.source ?? .random(in: .min ... .max))
    account = TransmissionReport(source: own.number)
    let room = settings.maximumDatagramByteCount - RTPHeader.minimumByteCount - (settings.redundancy > 0 ? 1 : 0)
    packetizer = try raising { () throws(RTPError) in
      try Packetizer(
        settings.format, packetFrameCount: settings.packetFrameCount, maximumByteCount: room)
    }
  }

  /// The statistics of the sent packets.
  public var report: TransmissionReport { account }

  /// Adds a unit and appends the completed datagrams.
  ///
  /// - Parameters:
  ///   - unit: An access unit, or samples in the byte order of the payload format.
  ///   - frameCount: The number of frames of the unit; `nil` for those that the format states.
  ///   - datagrams: The list to which datagrams are appended, in the order of sending.
  /// - Throws: `AudioError` for a unit that the format cannot carry, and where the key is used up.
  public mutating func add(
    _ unit: Span<UInt8>, frameCount: Int? = nil, into datagrams: inout [Datagram]
  ) throws(AudioError) {
    guard let count = frameCount ?? settings.format.frameCount(of: unit) else {
      throw .streaming(.malformed, "a packet of Opus tells how long it lasts", detail: "RFC 6716, 3.1")
    }
    scratch.removeAll(keepingCapacity: true)
    try raising { () throws(RTPError) in try packetizer.add(unit, frameCount: count, to: &scratch) }
    account.unitCount += 1
    account.frameCount += Int64(count)
    try emit(into: &datagrams)
  }

  /// Appends the remaining packets: partly filled ones, and copies that are due.
  ///
  /// - Throws: `AudioError` if the key is used up.
  public mutating func finish(into datagrams: inout [Datagram]) throws(AudioError) {
    scratch.removeAll(keepingCapacity: true)
    packetizer.finish(to: &scratch)
    try emit(into: &datagrams)
    for round in 1..<max(2, settings.copyCount) where settings.copyCount > 1 {
      for copy in earlierDatagrams.suffix(settings.copyCount - round) {
        datagrams.append(Datagram(frame: account.frameCount, bytes: copy))
        account.copyCount += 1
      }
    }
    earlierDatagrams.removeAll()
  }

  private mutating func emit(into datagrams: inout [Datagram]) throws(AudioError) {
    for payload in scratch {
      let timestamp = timestamp(ofFrame: payload.frame)
      var header = RTPHeader(
        payloadType: settings.format.payloadType, sequenceNumber: sequenceNumber, timestamp: timestamp,
        source: account.source)
      header.hasMarker = payload.hasMarker
      var bytes: [UInt8] = []
      if settings.redundancy > 0 { header.payloadType = settings.redundancyPayloadType }
      header.write(to: &bytes)
      bytes += settings.redundancy > 0 ? redundant(payload.bytes, timestamp) : payload.bytes
      account.packetCount += 1
      account.byteCount += Int64(bytes.count - header.byteCount)
      sequenceNumber &+= 1
      append(try protected(bytes), frame: payload.frame, to: &datagrams)
    }
  }

  /// Continues under another number if another participant has this one: RFC 3550, 8.2.
  mutating func meetOwnSource(from origin: Int, at now: Int64) {
    if own.meet(from: origin, at: now) {
      account.source = own.number
      countsBefore = (account.packetCount, account.byteCount)
      // Copies of packets sent under the old one would be another participant's.
      earlierDatagrams.removeAll()
    }
    (account.collisionCount, account.loopCount) = (own.collisionCount, own.loopCount)
  }

  /// Returns the timestamp of a frame of the stream, on the payload format's clock.
  func timestamp(ofFrame frame: Int64) -> UInt32 {
    firstTimestamp &+ UInt32(truncatingIfNeeded: settings.format.ticks(ofFrames: frame))
  }

  private mutating func protected(_ packet: consuming [UInt8]) throws(AudioError) -> [UInt8] {
    do throws(SRTPFailure) {
      try protection?.protect(&packet)
    } catch {
      throw .streaming(.limitExceeded, "a key protects as many packets as it says", detail: "RFC 3711, 9.2")
    }
    return packet
  }

  /// Returns the payload preceded by earlier ones, as many as fit into a datagram.
  private mutating func redundant(_ payload: [UInt8], _ timestamp: UInt32) -> [UInt8] {
    var room = settings.maximumDatagramByteCount - RTPHeader.minimumByteCount - 1 - payload.count
    var older: [(timestampOffset: Int, bytes: [UInt8])] = []
    for earlier in earlierPayloads.reversed() {
      let offset = Int(timestamp &- earlier.timestamp)
      room -= 4 + earlier.bytes.count
      // The blocks must be those directly before, for a receiver counts them back to find their numbers.
      guard room >= 0, earlier.bytes.count <= RedundantPayload.maximumByteCount,
        offset <= RedundantPayload.maximumTimestampOffset
      else { break }
      older.insert((offset, earlier.bytes), at: 0)
    }
    earlierPayloads.append((timestamp, payload))
    if earlierPayloads.count > settings.redundancy { earlierPayloads.removeFirst() }
    return RedundantPayload.payload(payload, older: older, payloadType: settings.format.payloadType)
  }

  /// Appends a datagram after copies of the previous ones.
  private mutating func append(_ bytes: [UInt8], frame: Int64, to datagrams: inout [Datagram]) {
    if settings.copyCount > 1 {
      for copy in earlierDatagrams.suffix(settings.copyCount - 1) {
        datagrams.append(Datagram(frame: frame, bytes: copy))
        account.copyCount += 1
      }
      earlierDatagrams.append(bytes)
      if earlierDatagrams.count > settings.copyCount { earlierDatagrams.removeFirst() }
    }
    datagrams.append(Datagram(frame: frame, bytes: bytes))
  }
}
