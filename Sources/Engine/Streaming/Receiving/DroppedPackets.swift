/// Packets that were dropped, by the reason: nothing that comes from a network is dropped without being counted.
public struct DroppedPackets: Sendable, Equatable, BitwiseCopyable {
  /// A header, a payload or a report that breaks a rule.
  public var malformed = 0
  /// The number of packets that are legal, but not implemented: interleaving, a configuration that cannot be decoded.
  public var unsupported = 0
  /// The number of packets longer than a datagram may be.
  public var tooLong = 0
  /// The number of packets of another source than the received one, or from elsewhere in its name.
  public var wrongSource = 0
  /// The number of packets of a payload type that the session does not have.
  public var wrongPayloadType = 0
  /// The number of packets of a source that sent no second packet in sequence.
  public var onProbation = 0
  /// The number of packets far from the numbers before.
  public var outOfSequence = 0
  /// The number of packets received before, either sent several times or restored by redundancy.
  public var duplicate = 0
  /// The number of packets without the tag that the key would give.
  public var notAuthentic = 0
  /// The number of protected packets that another sender has sent again.
  public var replayed = 0

  /// All of them.
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
