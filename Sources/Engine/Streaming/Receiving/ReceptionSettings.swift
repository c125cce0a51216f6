import AudioBase
public import AudioErrors
public import RTPPayloads

/// The settings for receiving a stream.
public struct ReceptionSettings: Sendable, Equatable {
  /// The payload format.
  public var format: PayloadFormat
  /// The payload type of RFC 2198's redundancy, if there is one.
  public var redundancyPayloadType: UInt8?
  /// The key of the packets; `nil` for unprotected RTP.
  public var key: CryptoAttribute?
  /// The key of the returned reports; `nil` to use that of the packets.
  public var reportKey: CryptoAttribute?
  /// The only source to receive; `nil` for the first source with two packets in sequence.
  public var expectedSource: UInt32?
  /// The seconds of silence after which another source may take over.
  public var sourceTimeout: Double = 5
  /// The duration of silence that confirms an RTCP BYE, in seconds: without a key anybody can send one in the source's
  /// name.
  public var farewellSilence: Double = 0.5
  /// The largest number of bytes of a datagram.
  public var maximumDatagramByteCount = 16_383
  /// The name (CNAME) in the reports.
  public var canonicalName = "receiver"

  /// Creates settings for an unprotected stream.
  public init(_ format: PayloadFormat) { self.format = format }

  /// Creates the settings for a medium of a session description.
  ///
  /// - Throws: `AudioError` if its formats or keys are not implemented, and where its port is 0, by which a
  ///   medium is refused.
  public init(_ medium: SessionDescription.Media) throws(AudioError) {
    guard medium.port > 0 else {
      throw .streaming(.unsupported, "a medium with port 0 is not sent", detail: "RFC 8866, 5.14")
    }
    (format, key) = try raising { () throws(RTPError) in (try medium.payloadFormat(), try medium.crypto()) }
    redundancyPayloadType = medium.redundancyPayloadType
    guard key == nil, medium.transport.uppercased().contains("SAVP") else { return }
    throw .streaming(.unsupported, "the keys of a protected medium stand in a=crypto", detail: medium.transport)
  }
}

/// The statistics of a received stream.
public struct ReceptionReport: Sendable, Equatable {
  /// The source; `nil` until a source is accepted.
  public var source: UInt32?
  /// The number of packets received from the source.
  public var packetCount: Int64 = 0
  /// The number of bytes of the payloads.
  public var byteCount: Int64 = 0
  /// The number of access units or sample blocks passed on.
  public var unitCount: Int64 = 0
  /// The number of units restored by redundancy.
  public var recoveredUnitCount: Int64 = 0
  /// The number of units with missing parts.
  public var abandonedUnitCount = 0
  /// The number of missing packets, as known so far; negative if more arrived than expected.
  public var lostPacketCount: Int64 = 0
  /// The interarrival jitter of RFC 3550, in nanoseconds.
  public var jitter: Int64 = 0
  /// The number of times that another source took over, or the source started over.
  public var restartCount = 0
  /// True from an RTCP BYE of the source until silence confirms it.
  public var isLeaving = false
  /// True after an RTCP BYE of the source, once it has been silent for ``ReceptionSettings/farewellSilence``.
  public var hasLeft = false
  /// The number of times that the receiver changed its SSRC because another participant had the same: RFC 3550, 8.2.
  public var collisionCount = 0
  /// The number of the receiver's own packets that came back.
  public var loopCount = 0
  /// The name of the source, without control characters.
  public var sourceName = ""
  /// The dropped packets.
  public var dropped = DroppedPackets()
}
