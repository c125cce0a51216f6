/// Tells packets apart that stand one behind another without a length: only who knows their syntax can.
///
/// A codec has one, a container needs one, and the catalog brings them together.
public protocol PacketScanner: Sendable {
  /// Bytes of the packet that `bytes` begin with, at least 1.
  ///
  /// - Throws: ``CodecError`` of kind ``ErrorKind/truncated`` where the packet is longer than `bytes`, of another kind
  ///   where they begin with no packet.
  mutating func byteCount(ofFirstPacketIn bytes: Span<UInt8>) throws(CodecError) -> Int
}
