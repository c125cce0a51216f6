/// Packets that were dropped, by the reason: nothing that comes from a network is dropped without being counted.
public struct DroppedPackets: Sendable, Equatable, BitwiseCopyable {
  /// A header, a payload or a report that breaks a rule.
  public var malformed = 0
  /// Legal, but not implemented: interleaving, a configuration that cannot be decoded.
  public var unsupported = 0
  /// Longer than a datagram may be.
  public var tooLong = 0
  /// Of another source than the one that is received, or from elsewhere in its name.
  public var wrongSource = 0
  /// Of a payload type that the session does not have.
  public var wrongPayloadType = 0
  /// Of a source that sent no second packet in sequence.
  public var onProbation = 0
  /// Far from the numbers before.
  public var outOfSequence = 0
  /// Met before, whether sent several times or brought by redundancy.
  public var duplicate = 0
  /// Without the tag that the key would give it.
  public var notAuthentic = 0
  /// Protected and sent once more by somebody else.
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

  /// Counts what the protection did not let through.
  mutating func note(_ failure: SRTPFailure) {
    switch failure {
    case .malformed: malformed += 1
    case .replayed: replayed += 1
    case .authentication, .plain, .exhausted, .tooManySources: notAuthentic += 1
    }
  }
}
