/// The reason why a packet of SRTP or SRTCP is dropped, or cannot be sent.
public enum SRTPFailure: Error, Sendable, BitwiseCopyable {
  /// The packet is too short for a header and a tag, or its header is broken.
  case malformed
  /// The tag is not the one of these bytes and this key.
  case authentication
  /// A packet of this number has been taken before, or the number is too old to know.
  case replayed
  /// The packet is not encrypted, though all are to be.
  case plain
  /// The key has protected as many packets as it may.
  case exhausted
  /// There are more sources than can be tracked.
  case tooManySources
}
