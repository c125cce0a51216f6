/// Separates consecutive packets without stated lengths by parsing their syntax.
///
/// A codec has one, a container needs one, and the catalog brings them together.
public protocol PacketScanner: Sendable {
  /// Returns the bytes of the packet with which `bytes` begin, at least 1.
  ///
  /// - Throws: ``CodecError`` of kind ``ErrorKind/truncated`` if the packet is longer than `bytes`, of another kind if
  ///   they do not begin with a packet.
  mutating func byteCount(ofFirstPacketIn bytes: Span<UInt8>) throws(CodecError) -> Int
}
