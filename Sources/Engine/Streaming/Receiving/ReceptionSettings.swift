import AudioBase
public import AudioErrors
public import RTPPayloads

/// The stream that is received.
public struct ReceptionSettings: Sendable, Equatable {
  /// The payload format.
  public var format: PayloadFormat
  /// The payload type of RFC 2198's redundancy, if there is one.
  public var redundancyPayloadType: UInt8?
  /// The key of the packets; `nil` for RTP without protection.
  public var key: CryptoAttribute?
  /// The key of the reports that are sent back; `nil` where it is the same.
  public var reportKey: CryptoAttribute?
  /// The only source that is received; `nil` for the first that sends two packets in sequence.
  public var expectedSource: UInt32?
  /// The seconds of silence after which another source may take over.
  public var sourceTimeout: Double = 5
  /// The seconds without a packet that confirm an RTCP BYE: without a key anybody may send one in the source's name.
  public var farewellSilence: Double = 0.5
  /// The largest number of bytes of a datagram.
  public var maximumDatagramByteCount = 16_383
  /// The name under which reports are sent.
  public var canonicalName = "receiver"

  /// Creates settings for a stream without protection.
  public init(_ format: PayloadFormat) { self.format = format }

  /// Creates the settings that a medium of a session description asks for.
  ///
  /// - Throws: `AudioError` where its formats or keys are not implemented, and where its port is 0, by which a
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

/// An account of a stream that is received.
public struct ReceptionReport: Sendable, Equatable {
  /// The source; `nil` before there is one.
  public var source: UInt32?
  /// The number of packets that arrived from the source.
  public var packetCount: Int64 = 0
  /// The number of bytes of their payloads.
  public var byteCount: Int64 = 0
  /// Access units or blocks of samples that were handed on.
  public var unitCount: Int64 = 0
  /// The number of units that were restored by redundancy.
  public var recoveredUnitCount: Int64 = 0
  /// The number of units of which a part did not arrive.
  public var abandonedUnitCount = 0
  /// The number of packets that did not arrive, as far as is known; negative where more arrived than were expected.
  public var lostPacketCount: Int64 = 0
  /// The interarrival jitter of RFC 3550, in nanoseconds.
  public var jitter: Int64 = 0
  /// The number of times that another source took over, or that the source began again.
  public var restartCount = 0
  /// True from an RTCP BYE of the source until silence confirms it.
  public var isLeaving = false
  /// True once the source has sent an RTCP BYE, and was silent for ``ReceptionSettings/farewellSilence``.
  public var hasLeft = false
  /// The number of times that the receiver took another SSRC, because another participant had its own: RFC 3550, 8.2.
  public var collisionCount = 0
  /// The number of the receiver's own packets that came back.
  public var loopCount = 0
  /// The name of the source, without control characters.
  public var sourceName = ""
  /// The dropped packets.
  public var dropped = DroppedPackets()
}
