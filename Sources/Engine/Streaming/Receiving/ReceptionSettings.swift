import AudioBase
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
  /// Seconds of silence after which another source may take over.
  public var sourceTimeout: Double = 5
  /// Seconds without a packet behind a farewell after which it is believed: without a key anybody may send one in the
  /// source's name.
  public var farewellSilence: Double = 0.5
  /// The most bytes of a datagram.
  public var maximumDatagramByteCount = 16_383
  /// The name under which reports are sent.
  public var canonicalName = "receiver"

  /// Creates settings for a stream without protection.
  public init(_ format: PayloadFormat) { self.format = format }

  /// Creates the settings that a medium of a session description asks for.
  ///
  /// - Throws: ``StreamingError`` where its formats or keys are none that are implemented, and where its port is 0, by
  ///   which a medium is refused.
  public init(_ medium: SessionDescription.Media) throws(StreamingError) {
    guard medium.port > 0 else {
      throw StreamingError(.unsupported, "a medium with port 0 is not sent", detail: "RFC 8866, 5.14")
    }
    do throws(RTPError) {
      format = try medium.payloadFormat()
      key = try medium.crypto()
    } catch {
      throw StreamingError(error)
    }
    redundancyPayloadType = medium.redundancyPayloadType
    guard key == nil, medium.transport.uppercased().contains("SAVP") else { return }
    throw StreamingError(.unsupported, "the keys of a protected medium stand in a=crypto", detail: medium.transport)
  }
}

/// An account of a stream that is received.
public struct ReceptionReport: Sendable, Equatable {
  /// The source; `nil` before there is one.
  public var source: UInt32?
  /// Packets that came from the source.
  public var packetCount: Int64 = 0
  /// Bytes of their payloads.
  public var byteCount: Int64 = 0
  /// Access units or blocks of samples that were handed on.
  public var unitCount: Int64 = 0
  /// Units that were made up for by redundancy.
  public var recoveredUnitCount: Int64 = 0
  /// Units of which a part did not come.
  public var abandonedUnitCount = 0
  /// Packets that did not come, as far as is known; negative where more came than were expected.
  public var lostPacketCount: Int64 = 0
  /// The interarrival jitter of RFC 3550, in nanoseconds.
  public var jitter: Int64 = 0
  /// Times that another source took over, or that the source began anew.
  public var restartCount = 0
  /// True while somebody has said that the source leaves, and no silence has shown yet that it was the source.
  public var isLeaving = false
  /// True once the source has said that it leaves, and was silent for ``ReceptionSettings/farewellSilence``.
  public var hasLeft = false
  /// Times that the receiver took another SSRC, because somebody else had its own: RFC 3550, 8.2.
  public var collisionCount = 0
  /// Packets of the receiver's own that came back.
  public var loopCount = 0
  /// The name of the source, without control characters.
  public var sourceName = ""
  /// What was dropped.
  public var dropped = DroppedPackets()
}
