/// The reason for which a packet of SRTP or SRTCP is dropped, or cannot be sent.
public enum SRTPFailure: Error, Sendable, BitwiseCopyable {
  /// The packet is too short for a header and a tag, or its header is broken.
  case malformed
  /// The tag does not match the bytes and the key.
  case authentication
  /// A packet of this number has been received already, or the number is too old to be checked.
  case replayed
  /// The packet is not encrypted, although all should be.
  case plain
  /// The key has protected its maximum number of packets.
  case exhausted
  /// There are more sources than can be tracked.
  case tooManySources
}
