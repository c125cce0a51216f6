import AudioBase
import AudioErrors
public import RTPPayloads

/// The settings for sending a stream.
public struct TransmissionSettings: Sendable, Equatable {
  /// The payload format.
  public var format: PayloadFormat
  /// The milliseconds of audio in a packet, 2.5…60; `nil` for one access unit, or up to 20 ms of samples. A longer unit
  /// is sent in its own packet, and a packet of samples has no more than fit into a datagram.
  public var packetTime: Double?
  /// The allowed durations of a packet, in milliseconds.
  public static let packetTimes = 2.5...60
  /// The values of ``copyCount``.
  public static let copyCounts = 1...8
  /// The values of ``redundancy``.
  public static let redundancies = 0...8
  /// The largest number of bytes of a datagram, before protection: 128…65 000.
  public var maximumDatagramByteCount = 1400
  /// The number of times that each packet is sent, 1…8. Copies follow with later packets, as in AirPlay: `0 | 0 1 | 0 1
  /// 2 | 1 2 3`.
  public var copyCount = 1
  /// The number of earlier payloads that each packet repeats, RFC 2198: one of ``redundancies``.
  public var redundancy = 0
  /// The payload type of packets with redundancy.
  public var redundancyPayloadType: UInt8 = 127
  /// The key of the packets; `nil` for unprotected RTP.
  public var key: CryptoAttribute?
  /// The key of the returned reports; `nil` to use that of the packets.
  public var reportKey: CryptoAttribute?
  /// The SSRC; `nil` for a random one.
  public var source: UInt32?
  /// The sequence number of the first packet; `nil` for a random one.
  public var firstSequenceNumber: UInt16?
  /// The timestamp of the first packet; `nil` for a random one.
  public var firstTimestamp: UInt32?
  /// The name (CNAME) in the reports.
  public var canonicalName = "sender"

  /// Creates settings for an unprotected stream without copies.
  public init(_ format: PayloadFormat) { self.format = format }

  /// The largest number of frames per packet.
  var packetFrameCount: Int { statedPacketTime.map(frameCount(of:)) ?? 0 }

  private func frameCount(of milliseconds: Double) -> Int {
    Int((milliseconds * format.format.sampleRate / 1000).rounded())
  }

  /// The milliseconds of audio in a packet that the session description states: packets of samples hold as many as fit.
  private var statedPacketTime: Double? {
    switch format.encoding {
    case .mpeg4Generic, .latm, .opus, .accessUnits, .amr, .speex: return packetTime
    case .blocks: return packetTime ?? 20
    case .linearPCM, .muLaw, .aLaw:
      let room = maximumDatagramByteCount - RTPHeader.minimumByteCount - 1
      let wanted = packetTime ?? 20
      return ([wanted] + [10, 5, 2.5, 1, 0.5]).first {
        $0 <= wanted && frameCount(of: $0) * format.format.bytesPerFrame <= room
      }
    }
  }

  /// Throws if a setting is out of range.
  func check() throws(AudioError) {
    if let packetTime, !Self.packetTimes.contains(packetTime) {
      throw .streaming(.unsupported, "packets have 2.5…60 ms of audio", detail: "\(packetTime) ms")
    }
    guard (128...65_000).contains(maximumDatagramByteCount) else {
      throw .streaming(.unsupported, "datagrams have 128…65000 bytes", detail: "\(maximumDatagramByteCount)")
    }
    guard Self.copyCounts.contains(copyCount) else {
      throw .streaming(.unsupported, "a packet is sent 1…8 times", detail: "\(copyCount)")
    }
    guard Self.redundancies.contains(redundancy) else {
      throw .streaming(.unsupported, "a packet brings 0…8 earlier payloads along", detail: "\(redundancy)")
    }
    guard redundancy == 0 || redundancyPayloadType != format.payloadType, redundancyPayloadType < 128 else {
      throw .streaming(.unsupported, "redundancy has a payload type of its own", detail: "\(redundancyPayloadType)")
    }
  }

  /// Returns the description of the stream for its receivers.
  ///
  /// - Parameters:
  ///   - address: The destination of the packets.
  ///   - port: The port at the destination.
  ///   - timeToLive: The number of routers that a packet to a multicast group may pass.
  public func sessionDescription(
    address: String, port: Int, timeToLive: Int = 1
  ) -> SessionDescription {
    var session = SessionDescription()
    session.name = "audio"
    var connection = SessionDescription.Connection(address: address)
    session.origin = "- 0 0 IN \(connection.isIPv6 ? "IP6" : "IP4") \(address)"
    if connection.isMulticast, !connection.isIPv6 { connection.timeToLive = timeToLive }
    session.connection = connection
    var medium = SessionDescription.Media(format, port: port, packetTime: statedPacketTime)
    if redundancy > 0 {
      let channels = max(1, format.format.channelsPerFrame)
      medium.formats.insert(String(redundancyPayloadType), at: 0)
      let map = "\(redundancyPayloadType) red/\(format.clockRate)" + (channels > 1 ? "/\(channels)" : "")
      medium.attributes.append(.init("rtpmap", map))
      let types = (0...min(redundancy, 8)).map { _ in String(format.payloadType) }.joined(separator: "/")
      medium.attributes.append(.init("fmtp", "\(redundancyPayloadType) \(types)"))
    }
    if let key {
      medium.transport = "RTP/SAVP"
      medium.attributes.append(.init("crypto", key.value))
    }
    session.media = [medium]
    return session
  }
}

/// The statistics of a sent stream, and of its receivers' reports.
public struct TransmissionReport: Sendable, Equatable {
  /// The SSRC.
  public var source: UInt32
  /// The number of packets, without copies.
  public var packetCount: Int64 = 0
  /// The number of copies of packets.
  public var copyCount: Int64 = 0
  /// The number of bytes of payloads, without copies.
  public var byteCount: Int64 = 0
  /// The number of access units or sample blocks.
  public var unitCount: Int64 = 0
  /// The number of frames of the stream.
  public var frameCount: Int64 = 0
  /// The number of times that the sender changed its SSRC because another participant had the same: RFC 3550, 8.2.
  public var collisionCount = 0
  /// The number of the sender's own packets that came back.
  public var loopCount = 0
  /// The number of datagrams that the system refused to send.
  public var failedCount: Int64 = 0
  /// The last report of a receiver.
  public var receiver: ReportBlock?
  /// The round-trip time to that receiver, in nanoseconds, by its report.
  public var roundTrip: Int64?
  /// The number of reports dropped for an error or a wrong key.
  public var droppedReports = DroppedPackets()

  /// Creates the statistics of a stream before its first packet.
  public init(source: UInt32) { self.source = source }
}
