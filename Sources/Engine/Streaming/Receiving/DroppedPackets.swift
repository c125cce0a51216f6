/// The numbers of dropped packets by reason; every dropped packet counts.
public struct DroppedPackets: Sendable, Equatable, BitwiseCopyable {
  /// The number of packets with an error in a header, a payload or a report.
  public var malformed = 0
  /// The number of legal but unsupported packets: interleaving, a configuration that cannot be decoded.
  public var unsupported = 0
  /// The number of packets longer than a datagram may be.
  public var tooLong = 0
  /// The number of packets of another source, or with the source's name from another address.
  public var wrongSource = 0
  /// The number of packets of a payload type that is not in the session.
  public var wrongPayloadType = 0
  /// The number of packets of a source without a second packet in sequence.
  public var onProbation = 0
  /// The number of packets far out of sequence.
  public var outOfSequence = 0
  /// The number of packets received before, repeated or restored by redundancy.
  public var duplicate = 0
  /// The number of packets whose tag does not match the key.
  public var notAuthentic = 0
  /// The number of protected packets that were replayed.
  public var replayed = 0

  /// The number of all dropped packets.
  public var count: Int {
    malformed + unsupported + tooLong + wrongSource + wrongPayloadType + onProbation + outOfSequence + duplicate
      + notAuthentic + replayed
  }

  /// The counts with their names, in a fixed order.
  public var named: [(name: String, count: Int)] {
    [
      ("malformed", malformed), ("unsupported", unsupported), ("tooLong", tooLong), ("wrongSource", wrongSource),
      ("wrongPayloadType", wrongPayloadType), ("onProbation", onProbation), ("outOfSequence", outOfSequence),
      ("duplicate", duplicate), ("notAuthentic", notAuthentic), ("replayed", replayed),
    ]
  }

  /// Counts a packet that the protection refused.
  mutating func note(_ failure: SRTPFailure) {
    switch failure {
    case .malformed: malformed += 1
    case .replayed: replayed += 1
    case .authentication, .plain, .exhausted, .tooManySources: notAuthentic += 1
    }
  }
}
